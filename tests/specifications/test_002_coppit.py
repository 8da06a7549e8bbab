"""Document 002 in use: its names, phases, settings, examples and invariants, typed as the document writes them."""

import json
from functools import cache
from importlib.resources import files
from itertools import pairwise
from typing import Any

import pytest

from asobiba.core.errors import IllegalMove
from asobiba.games.coppit import CoppitGame, Hat, Phase, Piece, Stack, is_safe, load_board
from asobiba.games.coppit.options import CoppitOptions
from tests.amounts import amount
from tests.games.coppit.walk import RULES
from tests.specifications.documents import blocks
from tests.specifications.rows import says

BOARD = json.loads((files("asobiba.games.coppit") / "board_4p.json").read_text(encoding="utf-8"))
COLOURS = ("RED", "BLUE", "GREEN", "YELLOW")
GAMES = amount("ASOBIBA_COPPIT_NAMED_GAMES", 1, long=5)
TURNS = 30 * GAMES


def situation(turn: Any = "RED", config: Any = None, **places: list[str]) -> CoppitGame:
    """Hats by node, `RED_BOX` for the document's RED BOX."""
    game = CoppitGame(config, seed=1)
    game.start()
    for node, hats in places.items():
        game.place(node.replace("_BOX", " BOX"), hats)
    game.turn = turn
    return game


def played(game: CoppitGame, die: int, piece: Any, direction: Any) -> Any:
    """Through all phases of one roll; returns the move."""
    assert game.phase == "ROLL"
    assert game.roll(die) == die
    assert game.phase == "SELECT_PIECE"
    game.select_piece(piece)
    assert game.phase == "SELECT_DIRECTION"
    game.select_direction(direction)
    assert game.phase == "MOVE"
    move = game.move()
    assert game.phase == "RESOLVE"
    game.resolve()
    return move


def nodes(text: str) -> list[str]:
    return text.replace("RED BOX", "BOX_RED").split(" → ")


# 1. Glossary


@says("Hat / Piece", "Red1", "Blue1", "Green1", "Yellow1")
def test_each_player_has_six_hats_with_names() -> None:
    game = CoppitGame()

    assert Piece is Hat
    for player, name in zip(game.players, ("Red", "Blue", "Green", "Yellow"), strict=True):
        assert player.box == [f"{name}{number}" for number in range(1, 7)]
        assert [(hat.color, hat.number) for hat in player.box] == [(player.color, number) for number in range(1, 7)]


@says("Stack", "Controller", "Prisoners", "[Blue1, Blue2, Red1]")
def test_a_stack_has_a_controller_and_prisoners() -> None:
    stack = situation(outer_20=["Blue1", "Blue2", "Red1"]).stack_at("outer_20")

    assert isinstance(stack, Stack)
    assert stack.pieces == [Hat("Blue1"), Hat("Blue2"), Hat("Red1")]
    assert (stack.controller, stack.prisoners, str(stack)) == ("RED", ["Blue1", "Blue2"], "[Blue1, Blue2, Red1]")
    assert Stack(["Red1", "Red2"]).prisoners == []


@says("BOX", "Home Base", "RED BOX", "BLUE BOX", "GREEN BOX", "YELLOW BOX")
def test_a_box_is_named_by_its_colour() -> None:
    game = CoppitGame()
    for player in game.players:
        assert [stack.node for stack in game.stacks_at(f"{player.color} BOX")] == [f"BOX_{player.color}"] * 6
        assert game.stacks_at(f"BOX_{player.color}") == [[hat] for hat in player.box]


@says("Outer Ring", "Central Cross", "outer_i → outer_(i+1)", "outer_i → outer_(i-1)", "CW", "CCW")
def test_the_ring_is_one_loop_both_ways() -> None:
    ring = [name for name in BOARD["nodes"] if name.startswith("outer_")]
    cross = [name for name in BOARD["nodes"] if name.startswith("cross_")]
    assert (len(ring), len(cross)) == (48, 9)
    for number in range(48):
        game = situation(**{f"outer_{number}": ["Red1"]})
        game.roll(1)
        game.select_piece("Red1")
        moves = {name: found[0].destination for name, found in game.directions.items() if name in ("CW", "CCW")}
        assert moves == {"CW": f"outer_{(number + 1) % 48}", "CCW": f"outer_{(number - 1) % 48}"}


@says("Colored Square", "Safe Zone", "NORMAL", "SAFE")
def test_each_colour_has_five_squares_on_the_ring_and_one_on_the_cross() -> None:
    kinds = {name: (node["kind"], node.get("color")) for name, node in BOARD["nodes"].items()}
    game = CoppitGame()
    for colour in COLOURS:
        own = [name for name, kind in kinds.items() if kind == ("COLOR", colour)]
        assert (sum(name.startswith("outer") for name in own), sum(name.startswith("cross") for name in own)) == (5, 1)
        assert all(game.is_safe(name, [f"{colour}1"]) for name in own)
    for name, (kind, _) in kinds.items():
        assert kind in ("NORMAL", "COLOR", "GRAY", "BOX")
        safe = [game.is_safe(name, f"{colour}1") for colour in COLOURS]
        assert sum(safe) == {"NORMAL": 0, "COLOR": 1, "GRAY": 4, "BOX": 1}[kind]


@says("Banking")
def test_banking_takes_prisoners_off_the_board() -> None:
    game = situation(outer_0=["Blue1", "Red1"])
    played(game, 1, "Red1", "BOX")

    assert game.players[0].banked == ["Blue1"]
    assert game.stacks == []


# 2. and 3. The game and its board


@says("RED", "BLUE", "YELLOW", "GREEN", "d6 = 1-6")
def test_four_colours_and_a_die() -> None:
    from asobiba.games.coppit import BLUE, GREEN, RED, YELLOW

    game = CoppitGame(seed=4)
    rolled: set[int] = set()
    while len(rolled) < 6:
        if game.phase == "ROLL":
            rolled.add(game.roll())
        game.advance()

    assert {player.color for player in game.players} == {RED, BLUE, YELLOW, GREEN} == set(COLOURS)
    assert rolled == {1, 2, 3, 4, 5, 6}


@says("board_4p.json", "outer_0", "cross_n_0", "cross_center")
def test_the_board_is_a_file() -> None:
    board = load_board(BOARD)

    assert len(board.names) == len(BOARD["nodes"]) == 48 + 9 + 4
    assert {"outer_0", "cross_n_0", "cross_center"} <= set(board.names)
    assert load_board(str(files("asobiba.games.coppit") / "board_4p.json")) == board
    assert sorted(BOARD["junctions"].values()) == ["outer_10", "outer_22", "outer_34", "outer_46"]


# 4. The start


@says("RED → BLUE → GREEN → YELLOW")
def test_the_turn_order() -> None:
    game = CoppitGame(require_6_to_deploy=True)
    game.start()
    order = []
    for _ in COLOURS:
        order.append(game.turn)
        game.roll(1)
        game.resolve()
        assert game.next_turn() == "ROLL"

    assert order == game.turn_order == ["RED", "BLUE", "GREEN", "YELLOW"]
    assert game.turn == "RED"


@says("4.1 BOX = 6, board = 0")
def test_all_hats_begin_in_their_box() -> None:
    for game in (CoppitGame(), situation()):
        assert [len(player.box) for player in game.players] == [6] * 4
        assert game.stacks == game.colors_on_board == []


@says("config.require_6_to_deploy", "require_6_to_deploy = False", "require_6_to_deploy = True")
def test_a_six_may_be_needed_to_leave_the_box() -> None:
    for needs_six in (False, True):
        for die in range(1, 7):
            game = CoppitGame()
            game.config.require_6_to_deploy = needs_six
            game.start()
            game.roll(die)
            assert bool(game.selectable_pieces) == (die == 6 or not needs_six)


@says("RED BOX → outer_0", "BLUE BOX → outer_12", "YELLOW BOX → outer_36", "GREEN BOX → outer_24")
def test_each_box_is_connected_to_the_ring() -> None:
    for colour, node in {"RED": "outer_0", "BLUE": "outer_12", "YELLOW": "outer_36", "GREEN": "outer_24"}.items():
        assert BOARD["boxes"][colour]["connects_to"] == node
        game = situation(colour, **{node: [f"{colour}1"]})
        assert played(game, 1, f"{colour}1", "BOX").path == [node, f"BOX_{colour}"]
        game = situation(colour)
        assert played(game, 1, f"{colour}1", "CW").path[:2] == [f"BOX_{colour}", node]


# 5. The phases


@says("WAITING", "ROLL", "SELECT_PIECE", "SELECT_DIRECTION", "MOVE", "RESOLVE", "EXTRA_ROLL", "NEXT_TURN")
def test_the_phases_are_those_of_the_chart() -> None:
    from asobiba.games import coppit

    game = CoppitGame()
    seen = [game.phase]
    game.start()
    for die in (6, 1):
        seen.append(game.phase)
        game.roll(die)
        seen.append(game.phase)
        game.select_piece(game.selectable_pieces[0])
        seen.append(game.phase)
        game.select_direction("CW")
        seen.append(game.phase)
        game.move()
        seen.append(game.phase)
        game.resolve()
        seen.append(game.phase)
        game.advance()

    turn = ["ROLL", "SELECT_PIECE", "SELECT_DIRECTION", "MOVE", "RESOLVE"]
    assert seen == ["WAITING", *turn, "EXTRA_ROLL", *turn, "NEXT_TURN"]
    for phase in seen:
        assert getattr(coppit, phase) is Phase(phase) is Phase[phase]


@pytest.mark.documents
@says("WAITING → ROLL → SELECT_PIECE → SELECT_DIRECTION → MOVE → RESOLVE → (EXTRA_ROLL or NEXT_TURN)")
def test_the_chart_of_the_document_is_walked() -> None:
    chart = next(block for block in blocks("002", "") if block.startswith("WAITING"))
    *line, last = chart.strip().split(" → ")
    for die, after in zip((6, 5), last.strip("()").split(" or "), strict=True):
        game = CoppitGame()
        for phase in line:
            assert game.phase == phase
            game.roll(die) if phase == "ROLL" else game.advance()
        assert game.phase == after


@says("config.bot_fill_timeout_sec")
def test_bots_fill_the_free_seats_after_a_while() -> None:
    game = CoppitGame()
    game.join("Ann")
    assert game.phase == "WAITING"
    assert game.fill_with_bots(game.config.bot_fill_timeout_sec - 1) == "WAITING"
    assert game.fill_with_bots(game.config.bot_fill_timeout_sec) == "ROLL"
    assert [player.is_bot for player in game.players] == [False, True, True, True]

    game = CoppitGame()
    for name in ("Ann", "Bob", "Cay", "Dan"):
        assert game.phase == "WAITING"
        game.join(name)
    assert game.phase == "ROLL"


@says("seed")
def test_the_dice_are_drawn_from_the_seed() -> None:
    def dice(seed: int) -> list[int | None]:
        game, found = CoppitGame(seed=seed), []
        for _ in range(300):
            if game.advance() == "RESOLVE":
                found.append(game.die)
        return found

    assert dice(1) == dice(1) != dice(2)


@says("5.2 SELECT_PIECE")
def test_what_may_be_selected() -> None:
    game = situation(outer_10=["Blue1", "Red1"], outer_20=["Red2", "Blue2"])
    game.roll(3)

    assert game.selectable_pieces == [["Red3"], ["Red4"], ["Red5"], ["Red6"], ["Blue1", "Red1"]]
    for refused in ("Blue1", "Blue2", "Red2", "Blue3", "outer_20"):
        with pytest.raises(IllegalMove):
            game.select_piece(refused)
    assert game.phase == "SELECT_PIECE"


@says("北/東/南/西", "cross_north_0", "outer_10 → cross_north_0")
def test_the_four_directions_of_the_cross() -> None:
    game = situation(cross_center=["Red1"])
    game.roll(1)
    game.select_piece("Red1")
    ends = {"北": "cross_n_1", "東": "cross_e_1", "南": "cross_s_1", "西": "cross_w_1"}
    english = dict(zip(("NORTH", "EAST", "SOUTH", "WEST"), ends.values(), strict=True))
    assert {name: moves[0].destination for name, moves in game.directions.items()} == english
    for word, end in ends.items():
        game = situation(cross_center=["Red1"])
        assert played(game, 1, "Red1", word).destination == end

    game = situation(outer_10=["Red1"])
    played(game, 1, "Red1", "cross_north_0")
    assert game.stack_at("cross_north_0") == game.stack_at("cross_n_0") == ["Red1"]


@says("config.extra_roll_on_6 = true")
def test_a_six_is_followed_by_another_roll() -> None:
    for extra in (True, False):
        for die in (5, 6):
            game = CoppitGame()
            game.config.extra_roll_on_6 = extra
            game.start()
            played(game, die, "Red1", "CW")
            assert game.phase == ("EXTRA_ROLL" if extra and die == 6 else "NEXT_TURN")
            assert game.turn == ("RED" if extra and die == 6 else "BLUE")


# 6. Moves


@says("6.1 one stack, the whole die")
def test_one_stack_moves_by_the_whole_die() -> None:
    for die in range(1, 7):
        game = situation(outer_20=["Blue1", "Red1"], outer_30=["Red2"])
        move = played(game, die, "Red1", "CW")
        assert len(move.path) == die + 1
        assert game.stack_at(f"outer_{20 + die}") == ["Blue1", "Red1"]
        assert game.stack_at("outer_30") == ["Red2"]


@says("6.3 Junction")
def test_at_a_junction_one_stays_on_the_ring_or_enters_the_cross() -> None:
    for direction, end in {"CW": "outer_13", "CW>SOUTH": "cross_center"}.items():
        game = situation(outer_8=["Red1"])
        assert played(game, 5, "Red1", direction).destination == end


@says("6.5 Overshoot")
def test_surplus_steps_leave_the_cross_and_go_on_along_the_ring() -> None:
    move = played(situation(cross_s_1=["Red1"]), 4, "Red1", "SOUTH>CW")

    assert move.path == nodes("cross_s_1 → cross_s_0 → outer_34 → outer_35 → outer_36")
    assert played(situation(outer_46=["Red1"]), 5, "Red1", "CW").destination == "outer_3"


@says("6.5 BOX")
def test_surplus_steps_pass_through_the_box_where_that_is_chosen() -> None:
    game = situation(config={"box_overshoot": "through"}, outer_46=["Blue1", "Red1"])
    move = played(game, 5, "Red1", "CW>BOX>CW")

    assert move.path == nodes("outer_46 → outer_47 → outer_0 → RED BOX → outer_0 → outer_1 → outer_2")
    assert game.stack_at("outer_2") == ["Red1"]
    assert game.players[0].banked == ["Blue1"]


# 7. Captures


@says("7.1 captures where it arrives")
def test_only_the_last_square_captures() -> None:
    game = situation(outer_8=["Red1"], outer_10=["Blue1"], outer_12=["Green1"])
    played(game, 4, "Red1", "CW")

    assert sorted(game.stacks) == [["Blue1"], ["Green1", "Red1"]]


@says("7.2 [a, b] → [a, b, c]")
def test_the_captor_stands_on_top_and_moves_the_whole_stack() -> None:
    game = situation(outer_10=["Green1", "Blue1"], outer_8=["Red1"])
    assert game.stack_at("outer_10").controller == "BLUE"
    played(game, 2, "Red1", "CW")
    assert game.stack_at("outer_10") == ["Green1", "Blue1", "Red1"]
    assert game.stack_at("outer_10").prisoners == ["Green1", "Blue1"]

    game.turn = "RED"
    played(game, 2, "Red1", "CW")
    assert game.stacks == [["Green1", "Blue1", "Red1"]]


@says("[Blue1, Blue2, Red1, Green1]")
def test_a_stack_with_prisoners_is_captured_whole() -> None:
    game = situation("GREEN", outer_20=["Blue1", "Blue2", "Red1"], outer_18=["Green1"])
    played(game, 2, "Green1", "CW")

    assert str(game.stacks) == "[[Blue1, Blue2, Red1, Green1]]"
    assert game.stacks[0].controller == "GREEN"
    assert game.stacks[0].prisoners == ["Blue1", "Blue2", "Red1"]


@says("[Red1, Red2, Red3]")
def test_stacks_of_one_colour_merge() -> None:
    game = situation(outer_10=["Red1", "Red2"], outer_8=["Red3"])
    played(game, 2, "Red3", "CW")

    assert str(game.stack_at("outer_10")) == "[Red1, Red2, Red3]"
    assert game.stack_at("outer_10").prisoners == []


@says("config.capture_on_pass = false", "config.capture_on_pass = true")
def test_stacks_on_the_way_may_be_captured() -> None:
    for on_pass, stacks in ((False, [["Blue1"], ["Red1"]]), (True, [["Blue1", "Red1"]])):
        game = CoppitGame()
        game.config.capture_on_pass = on_pass
        game.place("outer_18", ["Red1"])
        game.place("outer_20", ["Blue1"])
        played(game, 4, "Red1", "CW")
        assert sorted(game.stacks) == stacks


# 8. Safe squares


@says("8.1 Red1, Blue1, Green1")
def test_grey_squares_are_safe_for_all_and_coloured_ones_for_their_colour() -> None:
    game = CoppitGame()

    assert game.is_safe("outer_3", ["Red1"])
    assert not game.is_safe("outer_3", ["Blue1"])
    assert game.is_safe("outer_5", ["Green1"])
    assert BOARD["nodes"]["outer_3"]["color"] == "RED"
    assert BOARD["nodes"]["outer_5"]["kind"] == "GRAY"


@says("8.2 the square of the captured one")
def test_the_square_of_the_one_that_is_captured_counts() -> None:
    game = situation("BLUE", outer_3=["Green1"], outer_1=["Blue1"])
    played(game, 2, "Blue1", "CW")
    assert game.stacks == [["Green1", "Blue1"]]

    game = situation("RED", outer_3=["Green1"], outer_1=["Red1"])
    played(game, 2, "Red1", "CW")
    assert game.stacks == [["Green1", "Red1"]]


@says("8.3 [Red1] [Blue1]", "8.4 [Blue1, Red1] [Green1]")
def test_on_a_safe_square_stacks_stand_side_by_side() -> None:
    game = situation("BLUE", outer_3=["Red1"], outer_1=["Blue1"])
    played(game, 2, "Blue1", "CW")
    assert sorted(game.stacks_at("outer_3")) == [["Blue1"], ["Red1"]]

    game = situation("GREEN", outer_3=["Blue1", "Red1"], outer_1=["Green1"])
    played(game, 2, "Green1", "CW")
    assert sorted(game.stacks_at("outer_3")) == [["Blue1", "Red1"], ["Green1"]]


@says("8.5 BOX")
def test_a_box_is_safe_and_shut_to_others() -> None:
    game = situation("BLUE", outer_47=["Blue1"])
    assert game.is_safe("RED BOX", "Red1")
    for die in range(1, 7):
        game = situation("BLUE", outer_47=["Blue1"])
        game.roll(die)
        game.select_piece("Blue1")
        assert "BOX" not in game.directions


# 9. Coming home


@says("9.1 no exact roll")
def test_the_box_needs_no_exact_roll() -> None:
    for die in range(3, 7):
        game = situation(outer_46=["Red1"])
        assert played(game, die, "Red1", "BOX").path == nodes("outer_46 → outer_47 → outer_0 → RED BOX")
        assert game.players[0].box == ["Red1", "Red2", "Red3", "Red4", "Red5", "Red6"]


@says("9.2 Blue1, Blue2 in RED BOX, [Red1]")
def test_prisoners_are_banked_in_the_box() -> None:
    game = situation(outer_0=["Blue1", "Blue2", "Red1"])
    played(game, 2, "Red1", "BOX")

    red = game.players[0]
    assert red.box == ["Red1", "Red2", "Red3", "Red4", "Red5", "Red6", "Blue1", "Blue2"]
    assert red.banked == ["Blue1", "Blue2"]
    assert game.stacks == []
    assert "Blue1" not in game.players[1].box


@says("9.3 home and out again")
def test_a_hat_that_came_home_leaves_again() -> None:
    game = situation(outer_0=["Red1"])
    played(game, 1, "Red1", "BOX")
    assert "Red1" in game.players[0].box
    game.turn = "RED"
    played(game, 3, "Red1", "CW")

    assert game.stack_at("outer_3") == ["Red1"]


@says("config.allow_respawn = false")
def test_banked_hats_do_not_come_back() -> None:
    for respawns in (False, True):
        game = CoppitGame(win_mode="captured")
        game.config.allow_respawn = respawns
        game.place("outer_0", ["Blue1", "Red1"])
        played(game, 1, "Red1", "BOX")
        assert ("Blue1" in game.players[1].box) == respawns
        assert game.players[0].banked == ["Blue1"]


# 10. The end


@says("colors_on_board", "len(set(colors_on_board)) == 1")
def test_the_game_ends_with_one_colour_on_the_board() -> None:
    game = situation(outer_20=["Red1"], outer_12=["Blue1"])
    game.end_armed = True
    game.turn = "BLUE"
    assert game.colors_on_board == ["RED", "BLUE"]
    played(game, 1, "Blue1", "BOX")

    assert len(set(game.colors_on_board)) == 1
    assert game.phase == "GAME_OVER" == Phase.GAME_OVER


def ending(**boxes: list[str]) -> CoppitGame:
    """BLUE's last hat on the board goes home; only RED's stay."""
    game = situation(**boxes)
    game.end_armed = True
    game.turn = "BLUE"
    played(game, 1, game.stack_at("outer_12"), "BOX")
    return game


@says("10.2 RED 3, BLUE 2, YELLOW 4, GREEN 1, YELLOW")
def test_the_most_own_hats_in_the_own_box_win() -> None:
    """Banked hats do not count."""
    game = ending(
        RED_BOX=["Blue3", "Blue4"],
        YELLOW_BOX=["Green1", "Green2", "Green3", "Green4", "Green5", "Blue5", "Blue6"],
        GREEN_BOX=["Yellow1", "Yellow2"],
        outer_20=["Red1", "Red2", "Red3"],
        outer_12=["Blue1"],
    )
    assert [(player.color, player.score) for player in game.players] == [
        ("RED", 3),
        ("BLUE", 2),
        ("GREEN", 1),
        ("YELLOW", 4),
    ]
    assert (game.phase, game.winner) == ("GAME_OVER", ["YELLOW"])


@says("10.3 tie-breaks", 'winner = ["RED", "BLUE"]')
def test_ties_are_broken_by_free_hats_on_the_board_then_by_age() -> None:
    game = ending(
        GREEN_BOX=["Yellow1", "Yellow2", "Yellow3", "Yellow4", "Blue5"],
        YELLOW_BOX=["Green1", "Green2", "Green3", "Green4"],
        RED_BOX=["Blue6"],
        outer_20=["Red1", "Red2"],
        outer_12=["Blue1"],
    )
    assert [player.score for player in game.players] == [4, 4, 2, 2]
    assert game.winner == ["RED"]

    def shared(turns: int) -> CoppitGame:
        game = CoppitGame(hats_per_player=1, require_6_to_deploy=True, max_turns=turns)
        game.place("GREEN BOX", ["Yellow1"])
        game.place("outer_10", ["Green1"])
        while game.phase != "GAME_OVER":
            if game.phase != "ROLL":
                game.advance()
            else:
                game.roll(1)
        return game

    assert shared(2).winner == ["RED", "BLUE"]


@says("config.max_turns")
def test_the_turns_may_be_limited() -> None:
    game = CoppitGame(seed=2)
    game.config.max_turns = 7
    while game.advance() != "GAME_OVER":
        assert game.position.turn <= 7
    assert game.winner


# 11. The settings

SETTINGS = {
    "max_players": (int, 4, 3),
    "hats_per_player": (int, 6, 4),
    "require_6_to_deploy": (bool, False, True),
    "extra_roll_on_6": (bool, True, False),
    "capture_on_pass": (bool, False, True),
    "safe_by_color": (bool, True, False),
    "safe_by_gray": (bool, True, False),
    "allow_box_invasion": (bool, False, True),
    "auto_bank_on_return": (bool, True, False),
    "allow_respawn": (bool, False, False),
    "win_mode": (str, "box_count", "captured"),
    "max_turns": (type(None), None, 100),
    "bot_fill_timeout_sec": (int, 30, 10),
    "allow_backward": (bool, True, False),
    "direction_lock": (bool, True, False),
}


@says(
    "max_players: int = 4",
    "hats_per_player: int = 6",
    "require_6_to_deploy: bool = false",
    "extra_roll_on_6: bool = true",
    "capture_on_pass: bool = false",
    "safe_by_color: bool = true",
    "safe_by_gray: bool = true",
    "allow_box_invasion: bool = false",
    "auto_bank_on_return: bool = true",
    "allow_respawn: bool = false",
    'win_mode: enum = "box_count"',
    "max_turns: int = null",
    "bot_fill_timeout_sec: int = 30",
    "allow_backward: bool = true",
    "direction_lock: bool = true",
)
def test_the_fifteen_settings_have_their_names_types_and_defaults() -> None:
    assert len(SETTINGS) == 15
    for name, (kind, default, other) in SETTINGS.items():
        game = CoppitGame()
        assert type(getattr(game.config, name)) is kind
        assert getattr(game.config, name) == getattr(CoppitOptions(), name) == default
        setattr(game.config, name, other)
        assert getattr(game.config, name) == getattr(CoppitGame(**{name: other}).config, name) == other
        game.advance()
        assert getattr(game.position.options, name) == other


@pytest.mark.documents
def test_the_table_of_settings_is_the_documents() -> None:
    from tests.specifications.documents import text_of

    rows = [line.split("|") for line in text_of("002").splitlines() if line.startswith("| `")]
    found = {row[1].strip(" `"): json.loads(row[3]) for row in rows}

    assert found == {name: default for name, (_, default, _) in SETTINGS.items()}


@says("safe_by_color", "safe_by_gray", "allow_backward", "allow_box_invasion", "auto_bank_on_return", "direction_lock")
def test_what_can_be_switched_has_effect() -> None:
    def ways(config: dict[str, Any], die: int, **places: list[str]) -> list[str]:
        game = situation(config=config, **places)
        game.roll(die)
        game.select_piece("Red1")
        return [move.direction for moves in game.directions.values() for move in moves]

    assert not is_safe("outer_3", "Red1", {"safe_by_color": False})
    assert not is_safe("outer_5", "Red1", {"safe_by_gray": False})
    assert ways({}, 2, outer_20=["Red1"]) == ["CCW", "CW"]
    assert ways({"allow_backward": False}, 2, outer_20=["Red1"]) == ["CW"]
    assert "CCW>CW" in ways({"direction_lock": False}, 2, outer_20=["Red1"])
    assert "BOX" in ways({"allow_box_invasion": True}, 1, outer_12=["Red1"])
    assert "HOLD" in ways({"auto_bank_on_return": False}, 1, outer_0=["Blue1", "Red1"])


@says('win_mode = "box_count"')
def test_the_mode_of_winning_counts_the_boxes() -> None:
    game = situation(RED_BOX=["Blue1", "Blue2"], outer_20=["Red1"])

    assert [player.score for player in game.players] == [5, 4, 6, 6]


# 12. The ten examples


@says("example 1: RED BOX → outer_0 → outer_1 → outer_2 → outer_3")
def test_example_1() -> None:
    game = CoppitGame(require_6_to_deploy=False)
    game.start()
    assert "Red1" in game.players[0].box
    assert game.stacks == []
    move = played(game, 3, "Red1", "CW")

    assert move.path == nodes("RED BOX → outer_0 → outer_1 → outer_2 → outer_3")
    assert game.stack_at("outer_3") == ["Red1"]


@says("example 2: Blue1, 3, 6")
def test_example_2() -> None:
    game = situation("BLUE", {"require_6_to_deploy": True})
    game.roll(3)
    assert game.selectable_pieces == []
    with pytest.raises(IllegalMove):
        game.select_piece("Blue1")

    game = situation("BLUE", {"require_6_to_deploy": True})
    game.roll(6)
    assert ["Blue1"] in game.selectable_pieces
    game.select_piece("Blue1")
    game.select_direction("CW")
    game.move()
    game.resolve()
    assert game.stack_at("outer_18") == ["Blue1"]


@says("example 3: outer_7 → outer_8 → outer_9 → outer_10 [Blue1, Red1]")
def test_example_3() -> None:
    game = situation("RED", outer_10=["Blue1"], outer_7=["Red1"])
    move = played(game, 3, "Red1", "CW")

    assert move.path == nodes("outer_7 → outer_8 → outer_9 → outer_10")
    assert str(game.stack_at("outer_10")) == "[Blue1, Red1]"
    assert game.stack_at("outer_10").controller == "RED"
    assert game.stack_at("outer_10").prisoners == ["Blue1"]


@says("example 4: outer_12 → outer_13 → outer_14 → outer_15 [Blue1] [Red1]")
def test_example_4() -> None:
    game = situation("RED", outer_15=["Blue1"], outer_12=["Red1"])
    assert game.is_safe("outer_15", game.stack_at("outer_15"))
    move = played(game, 3, "Red1", "CW")

    assert move.path == nodes("outer_12 → outer_13 → outer_14 → outer_15")
    assert sorted(game.stacks_at("outer_15")) == [["Blue1"], ["Red1"]]
    assert game.stack_at("outer_15", "BLUE") == ["Blue1"]
    assert game.stack_at("outer_15", "RED") == ["Red1"]


@says("example 5: outer_17 → outer_20 [Blue1, Red1, Green1]")
def test_example_5() -> None:
    game = situation("GREEN", outer_20=["Blue1", "Red1"], outer_17=["Green1"])
    assert game.stack_at("outer_20").controller == "RED"
    played(game, 3, "Green1", "CW")

    assert str(game.stack_at("outer_20")) == "[Blue1, Red1, Green1]"
    assert game.stack_at("outer_20").controller == "GREEN"


@says("example 6: outer_45 → outer_46 → outer_47 → outer_0 → RED BOX, Blue1, Blue2, [Red1]")
def test_example_6() -> None:
    game = situation("RED", outer_45=["Blue1", "Blue2", "Red1"])
    move = played(game, 5, "Red1", "BOX")

    assert move.path == nodes("outer_45 → outer_46 → outer_47 → outer_0 → RED BOX")
    assert game.players[0].banked == ["Blue1", "Blue2"]
    assert game.stacks_at("RED BOX")[0] == ["Red1"]
    assert game.stacks == game.colors_on_board == []
    assert {hat.color for stack in game.stacks_at("RED BOX") for hat in stack} == {"RED"}


@says("example 7: outer_10 → cross_n_0 → cross_n_1 → cross_center → cross_s_1")
def test_example_7() -> None:
    path = nodes("outer_10 → cross_n_0 → cross_n_1 → cross_center → cross_s_1")
    for direction in ("SOUTH", "NORTH", "cross_s_1", path):
        game = situation("RED", outer_10=["Red1"])
        assert played(game, 4, "Red1", direction).path == path
        assert game.stack_at("cross_s_1") == ["Red1"]


@says("example 8: 6, ROLL")
def test_example_8() -> None:
    game = situation("RED", {"extra_roll_on_6": True}, outer_20=["Red1"])
    played(game, 6, "Red1", "CW")
    assert game.phase == "EXTRA_ROLL"
    game.extra_roll()

    assert (game.phase, game.turn) == ("ROLL", "RED")
    assert game.roll() in range(1, 7)


@says("example 9: outer_8 → outer_10 [Red1, Red2]")
def test_example_9() -> None:
    game = situation("RED", outer_10=["Red1"], outer_8=["Red2"])
    played(game, 2, "Red2", "CW")

    assert str(game.stack_at("outer_10")) == "[Red1, Red2]"
    assert game.stack_at("outer_10").pieces[-1] == "Red2"
    assert game.stack_at("outer_10").prisoners == []


@says("example 10: RED 3, BLUE 1, YELLOW 2, GREEN 4, GREEN", "winner")
def test_example_10() -> None:
    game = situation(
        "RED",
        outer_20=["Red1", "Red2", "Red3"],
        RED_BOX=["Blue2", "Blue3", "Blue4"],
        GREEN_BOX=["Blue5", "Blue6", "Yellow1", "Yellow2", "Yellow3", "Yellow4"],
        YELLOW_BOX=["Green1", "Green2"],
    )
    game.end_armed = True
    assert game.colors_on_board == ["RED"]
    assert game.winner == []
    played(game, 1, "Red3", "CW")

    assert {player.color: player.score for player in game.players} == {"RED": 3, "BLUE": 1, "YELLOW": 2, "GREEN": 4}
    assert game.phase == "GAME_OVER"
    assert game.winner == ["GREEN"]


# 13. The invariants


@cache
def chapter_13() -> list[Any]:
    return [compile(block, "chapter 13", "exec") for block in blocks("002")]


def holds(block: int, **names: Any) -> dict[str, Any]:
    """Run a block of chapter 13 as it stands; returns the names that it made."""
    exec(chapter_13()[block], names)
    return names


def check_direction(game: CoppitGame) -> None:
    """13.5 as written, and that the one direction is true of every step."""
    steps = game.single_turn_moves
    holds(4, single_turn_moves=steps, first_move=steps[0])
    assert [step.source for step in steps[1:]] == [step.destination for step in steps[:-1]]
    if game.config.direction_lock:
        for first, second in pairwise(steps):
            assert first.source != second.destination or "BOX" in first.destination


def check_safety(game: CoppitGame, before: dict[Any, str]) -> None:
    """13.3 as written, for each stack that did not move."""
    for target_stack, target_node in before.items():
        still_there = target_stack in game.stacks_at(target_node)
        holds(
            2,
            is_safe=game.is_safe,
            target_node=target_node,
            target_stack=target_stack,
            no_capture_occurred=still_there,
        )


def check_hats(game: CoppitGame) -> None:
    """13.1, 13.2 and 13.4 as written, and what the comment of 13.4 says."""
    config, players = game.config, game.players
    total = holds(0, all_locations=game.all_locations, config=config)["total_hats"]
    assert total == config.max_players * config.hats_per_player
    holds(1, all_stacks=game.all_stacks)
    holds(3, players=players)
    for player in players:
        in_box = [hat for hat in player.box if hat.color == player.color]
        on_board = [hat for stack in game.stacks for hat in stack if hat.color == player.color]
        removed = [] if config.allow_respawn else [hat for each in players for hat in each.banked]
        every = [*in_box, *on_board, *(hat for hat in removed if hat.color == player.color)]
        assert sorted(every) == sorted(Hat(player.color, number + 1) for number in range(config.hats_per_player))


@pytest.mark.documents
@pytest.mark.parametrize("rules", RULES, ids=str)
@says(
    "total_hats = sum(len(box) + len(stack) for box, stack in all_locations)",
    "total_hats == config.max_players * config.hats_per_player",
    "for stack in all_stacks",
    "len(stack.pieces) >= 1",
    "stack.controller == stack.pieces[-1].color",
    "is_safe(target_node, target_stack)",
    "no_capture_occurred",
    "for player in players",
    "box_hats = [h for h in player.box if h.color == player.color]",
    "for move in single_turn_moves",
    "move.direction == first_move.direction",
)
def test_the_invariants_of_chapter_13_hold_in_random_games(rules: dict[str, Any]) -> None:
    for seed in range(GAMES):
        game = CoppitGame(seed=seed, max_turns=TURNS, **rules)
        while game.phase != "GAME_OVER":
            before = {stack: stack.node for stack in game.stacks if stack.controller != game.turn}
            phase, game_phase = game.phase, game.advance()
            check_hats(game)
            if game_phase == "MOVE":
                check_direction(game)
            if phase == "RESOLVE":
                check_safety(game, before)
