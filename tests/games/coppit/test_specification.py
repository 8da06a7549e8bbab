"""CoppitGame goes from phase to phase as the chart does, and refuses what is not due with a sentence."""

import copy
from collections.abc import Callable
from typing import Any

import pytest

import asobiba
from asobiba.agents.spec import make_agent
from asobiba.core.errors import ConfigError, IllegalMove, NotationError
from asobiba.core.game import CHANCE
from asobiba.games import coppit
from asobiba.games.coppit import specification
from asobiba.games.coppit.notation import read_position
from asobiba.games.coppit.options import CoppitOptions
from asobiba.games.coppit.paths import PASS
from asobiba.games.coppit.rules import Position
from asobiba.games.coppit.specification import CoppitConfig, CoppitGame, Phase
from tests.games.coppit.walk import RULES

CHART = {
    "WAITING": {"ROLL"},
    "ROLL": {"SELECT_PIECE", "RESOLVE"},
    "SELECT_PIECE": {"SELECT_DIRECTION"},
    "SELECT_DIRECTION": {"MOVE"},
    "MOVE": {"RESOLVE"},
    "RESOLVE": {"EXTRA_ROLL", "NEXT_TURN", "GAME_OVER"},
    "EXTRA_ROLL": {"ROLL"},
    "NEXT_TURN": {"ROLL"},
}
STEPS: dict[str, Callable[[CoppitGame], Any]] = {
    "join": lambda game: game.join("Ann"),
    "start": CoppitGame.start,
    "fill_with_bots": CoppitGame.fill_with_bots,
    "roll": CoppitGame.roll,
    "select_piece": lambda game: game.select_piece("Red1"),
    "select_direction": lambda game: game.select_direction("CW"),
    "move": CoppitGame.move,
    "resolve": CoppitGame.resolve,
    "extra_roll": CoppitGame.extra_roll,
    "next_turn": CoppitGame.next_turn,
    "place": lambda game: game.place("outer_1", ["Red1"]),
}


def in_phase(phase: str) -> CoppitGame:
    """A game that has just come into that phase."""
    game = CoppitGame(seed=3, max_turns=8)
    while game.phase != phase:
        game.advance()
    return game


def played(game: CoppitGame, die: int, piece: Any, direction: Any) -> CoppitGame:
    game.roll(die)
    game.select_piece(piece)
    game.select_direction(direction)
    game.move()
    game.resolve()
    return game


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_phases_follow_each_other_as_in_the_chart(rules: dict[str, Any]) -> None:
    game = CoppitGame(seed=1, max_turns=20, **rules)
    while game.phase != Phase.GAME_OVER:
        before = game.phase
        game.advance()
        assert game.phase in CHART[before]
    assert game.position.over
    assert game.winner


@pytest.mark.parametrize(
    ("phase", "allowed", "due"),
    [
        ("WAITING", "join start fill_with_bots place", "call join(), start() or fill_with_bots()"),
        ("ROLL", "roll place", "call roll()"),
        ("SELECT_PIECE", "select_piece", "call select_piece() with one of selectable_pieces"),
        ("SELECT_DIRECTION", "select_direction", "call select_direction() with one of directions"),
        ("MOVE", "move", "call move()"),
        ("RESOLVE", "resolve", "call resolve()"),
        ("EXTRA_ROLL", "extra_roll roll place", "call extra_roll()"),
        ("NEXT_TURN", "next_turn roll place", "call next_turn()"),
        ("GAME_OVER", "", "make another CoppitGame"),
    ],
)
def test_what_is_not_due_is_refused_and_changes_nothing(phase: str, allowed: str, due: str) -> None:
    for name, step in STEPS.items():
        game = in_phase(phase)
        if name in allowed.split():
            continue
        before = game.position
        with pytest.raises(IllegalMove) as refusal:
            step(game)
        assert refusal.value.sentence == f"the phase is {phase}: {due}"
        assert (game.phase, game.position) == (phase, before)
    with pytest.raises(AttributeError):
        game.phase = Phase.ROLL  # type: ignore[misc]


def test_a_game_over_does_not_advance() -> None:
    with pytest.raises(IllegalMove, match="the phase is GAME_OVER: make another CoppitGame"):
        in_phase("GAME_OVER").advance()


def test_the_same_seed_is_the_same_game() -> None:
    games = [CoppitGame(seed=seed, max_turns=60) for seed in (5, 5, 6)]
    for game in games:
        while game.phase != "GAME_OVER":
            game.advance()
    positions = [game.position for game in games]

    assert positions[0] == positions[1] != positions[2]
    assert [CoppitGame(seed=seed).seed for seed in (0, 7)] == [0, 7]
    assert CoppitGame().seed != CoppitGame().seed


def test_a_recorded_game_has_the_same_dice_and_the_same_end() -> None:
    coppit_game = asobiba.game("coppit")
    options = CoppitOptions(max_turns=40)
    players = [make_agent("random", coppit_game, options, seed=seat) for seat in range(4)]
    record = asobiba.play(coppit_game, players, options, seed=11)
    game = CoppitGame(options, seed=11)
    game.start()
    for ply in record.plies:
        if ply.seat == CHANCE:
            assert game.roll() == ply.action + 1
            continue
        if ply.action != PASS:
            moves = [move for piece in game.selectable_pieces for move in game.moves_of(piece)]
            chosen = next(move for move in moves if move.action == ply.action)
            game.select_piece(chosen.piece)
            game.select_direction(chosen)
            game.move()
        game.resolve()
    *_, end = record.states()

    assert game.phase == "GAME_OVER"
    assert game.position == end


def test_a_deep_copy_goes_its_own_way() -> None:
    game = in_phase("MOVE")
    twin = copy.deepcopy(game)
    twin.move()
    twin.resolve()
    twin.config.extra_roll_on_6 = False

    assert game.phase == "MOVE"
    assert game.config.extra_roll_on_6
    assert game.stacks == []
    assert twin.stacks != []
    assert twin.players[0].box != game.players[0].box
    assert copy.deepcopy(twin).stacks == twin.stacks


def test_players_join_and_the_last_one_starts_the_game() -> None:
    game = CoppitGame(max_players=3)
    ann, bob = game.join("Ann"), game.join()

    assert (game.phase, [player.name for player in game.players]) == ("WAITING", ["Ann", "Blue", ""])
    assert game.join("Computer", is_bot=True).is_bot
    assert (game.phase, ann.color, bob.color) == ("ROLL", "RED", "BLUE")
    assert str(game.players) == "[RED Ann, BLUE Blue, GREEN Computer]"
    assert game.current_player is ann


def test_bots_join_a_person_after_the_timeout() -> None:
    game = CoppitGame(bot_fill_timeout_sec=20)
    with pytest.raises(IllegalMove, match="bots join a person who waits: call join"):
        game.fill_with_bots(60)
    game.join("Ann")

    assert game.fill_with_bots(19.5) == "WAITING"
    assert game.fill_with_bots(20) == "ROLL"
    assert [player.is_bot for player in game.players] == [False, True, True, True]


def test_all_bots_play_only_when_it_is_said() -> None:
    game = CoppitGame()
    game.start()

    assert all(player.is_bot for player in game.players)


def test_a_config_can_be_given_in_every_way_and_assigned() -> None:
    settings: dict[str, Any] = {"hats_per_player": 4, "require_6_to_deploy": True, "max_turns": None}
    shared: Any = CoppitConfig(hats_per_player=4, require_6_to_deploy=True)
    for game in (
        CoppitGame(settings),
        CoppitGame(config=CoppitOptions(**settings)),
        CoppitGame(shared),
        CoppitGame(**settings),
        CoppitGame({"hats_per_player": "4"}, 1, require_6_to_deploy="true"),
    ):
        assert game.config == shared
    assert CoppitGame(shared).config is shared
    assert CoppitGame(shared, require_6_to_deploy=False).config != shared
    assert shared.require_6_to_deploy


def test_what_is_no_config_is_refused() -> None:
    wrong: Any = "fast"
    with pytest.raises(ConfigError, match="config='fast': allowed are CoppitConfig, CoppitOptions and a dict"):
        CoppitGame(wrong)


def test_what_is_assigned_holds_from_the_next_roll() -> None:
    game = CoppitGame()
    game.config.require_6_to_deploy = True
    game.start()
    game.roll(3)
    assert game.phase == "RESOLVE"

    game.config.require_6_to_deploy = False
    game.resolve()
    game.roll(3)
    assert game.phase == "SELECT_PIECE"
    assert game.position.options == CoppitOptions()
    game.config.safe_by_color = False
    assert not game.is_safe("outer_3", "Red1")


def test_seats_and_hats_may_be_assigned_until_somebody_has_joined() -> None:
    game = CoppitGame()
    game.config.max_players = 2
    game.config.hats_per_player = 3
    assert game.join("Ann").box == ["Red1", "Red2", "Red3"]
    assert game.turn_order == ["RED", "GREEN"]
    assert game.position.options.end_mode == "in_play"
    game.config.max_players = 3
    with pytest.raises(ConfigError, match="max_players=3: it is fixed once somebody has joined"):
        game.start()


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("max_players", 5, "option max_players=5 of CoppitOptions: allowed is a whole number from 2 to 4"),
        ("win_mode", "most", "option win_mode=most of CoppitOptions: allowed is box_count or "),
        ("safe_by_grey", True, "CoppitOptions has no option 'safe_by_grey'"),
        ("gray_capacity", 9, "option gray_capacity=9"),
    ],
)
def test_a_wrong_setting_is_refused_wherever_it_is_given(name: str, value: Any, sentence: str) -> None:
    with pytest.raises(ConfigError) as at_once:
        CoppitGame(**{name: value})
    config = CoppitConfig()
    with pytest.raises(ConfigError) as later:
        setattr(config, name, value)

    assert str(at_once.value).startswith(sentence)
    assert str(later.value).startswith(sentence)
    assert config == CoppitConfig()


@pytest.mark.parametrize("die", [0, 7, 2.5, "3", True, -1])
def test_a_die_shows_1_to_6(die: Any) -> None:
    game = in_phase("ROLL")
    with pytest.raises(IllegalMove, match=r"roll\(.*\): the die shows 1 to 6"):
        game.roll(die)
    assert (game.phase, game.die) == ("ROLL", None)


def test_a_situation_is_set_up_and_tested_by_the_roll() -> None:
    game = CoppitGame()
    game.place("outer_10", ["Blue1"])
    game.place("outer_10", ["Red1"])
    with pytest.raises(NotationError, match="10 has two stacks that are not safe there: one captures the other"):
        game.roll(3)
    game.place("outer_7", "Red1")
    game.turn = "red"
    game.die = 3

    assert (game.phase, game.turn, game.die) == ("SELECT_PIECE", "RED", 3)
    with pytest.raises(NotationError, match="'PINK' does not play: the colours are RED, BLUE, GREEN, YELLOW"):
        in_phase("ROLL").turn = "PINK"
    for node, hats, sentence in (("outer_1", 5, "5 is no hat"), (5, "Red1", "no node is named 5")):
        wrong: Any = in_phase("ROLL")
        with pytest.raises(NotationError, match=sentence):
            wrong.place(node, hats)
    lost = CoppitGame(hats_per_player=1)
    lost.place("outer_7", ["Red1", "Blue1"])
    with pytest.raises(NotationError, match="no free hat and is skipped"):
        lost.roll()


def test_the_end_is_armed_and_disarmed() -> None:
    game = CoppitGame()
    game.place("outer_20", ["Red1"])
    assert not game.end_armed
    game.end_armed = True
    assert game.end_armed
    assert game.position.turn == 5
    game.end_armed = False
    assert not game.end_armed


def test_a_piece_is_selected_by_hat_stack_or_square() -> None:
    def select(piece: Any) -> Any:
        game = CoppitGame()
        game.place("outer_10", ["Blue1", "Red2"])
        game.turn, game.die = "RED", 3
        stack = game.select_piece(piece)
        assert game.selected_piece is stack
        assert game.selectable_pieces == []
        return stack

    for piece in ("Red2", "red2", ["Blue1", "Red2"], "outer_10", specification.Hat("RED", 2)):
        assert select(piece) == ["Blue1", "Red2"]
    assert select("Red5") == select(["Red5"]) == ["Red5"]
    assert select("RED BOX") == select("BOX_RED") == ["Red1"]
    for piece in ("Blue1", "Blue2", ["Red2", "Blue1"], "outer_11", "BLUE BOX"):
        with pytest.raises(IllegalMove) as refusal:
            select(piece)
        assert refusal.value.sentence.startswith(f"{piece}: RED has rolled 3 and may select [Red1] on BOX_RED, ")
        assert refusal.value.sentence.endswith("[Blue1, Red2] on outer_10")
    with pytest.raises(NotationError, match="no node is named 'anything'"):
        select("anything")


def at_the_junction(die: int = 4) -> CoppitGame:
    game = CoppitGame()
    game.place("outer_10", ["Red1"])
    game.roll(die)
    game.select_piece("Red1")
    return game


def test_directions_offer_the_whole_paths() -> None:
    game = at_the_junction()

    assert {name: [move.destination for move in moves] for name, moves in game.directions.items()} == {
        "CCW": ["outer_6"],
        "CW": ["outer_14"],
        "SOUTH": ["cross_e_1", "cross_s_1", "cross_w_1"],
    }
    assert [move.direction for move in game.directions["SOUTH"]] == ["SOUTH>EAST", "SOUTH", "SOUTH>WEST"]


def test_a_direction_is_selected_in_every_way() -> None:
    across = ["outer_10", "cross_n_0", "cross_n_1", "cross_center", "cross_s_1"]
    words = ("SOUTH", "south", "S", "南", "NORTH", "北", "cross_s_1", "cross_south_1", across, across[1:])
    for word in words:
        move = at_the_junction().select_direction(word)
        assert move.path == across
        assert (move.direction, move.source, move.destination) == ("SOUTH", across[0], across[-1])
    for turned in ("SOUTH>EAST", "cross_e_1", at_the_junction().directions["SOUTH"][0]):
        assert at_the_junction().select_direction(turned).destination == "cross_e_1"
    for direction in ("CCW", "反時計回り", "ccw", "counterclockwise"):
        assert at_the_junction().select_direction(direction).destination == "outer_6"


def test_a_direction_that_leads_nowhere_or_to_several_squares_is_refused() -> None:
    for direction in ("EAST", "BOX", "outer_15", "CW>SOUTH", "up", 3, None, ["outer_10", "outer_11"], []):
        with pytest.raises(IllegalMove) as refusal:
            at_the_junction().select_direction(direction)
        sentence = refusal.value.sentence
        assert sentence.startswith(f"{direction}: select one of ")
        assert "CW to outer_14" in sentence
        assert "SOUTH>EAST to cross_e_1" in sentence
    with pytest.raises(NotationError, match="no node is named 'outer_50'"):
        at_the_junction().select_direction("outer_50")

    game = CoppitGame(center_turn="any", gray_capacity=1)
    game.place("outer_17", ["Blue1"])
    game.place("outer_12", ["Red1"])
    game.die = 5
    game.select_piece("Red1")
    with pytest.raises(IllegalMove, match="CW: select one of"):
        game.select_direction("CW")


def test_the_moved_stack_arrives_before_it_captures() -> None:
    game = CoppitGame()
    game.place("outer_10", ["Blue1"])
    game.place("outer_7", ["Green1", "Red1"])
    game.die = 3
    game.select_piece("Red1")
    game.select_direction("CW")
    assert game.stack_at("outer_7") == ["Green1", "Red1"]

    assert game.move().path[-1] == "outer_10"
    assert sorted(game.stacks_at("outer_10")) == [["Blue1"], ["Green1", "Red1"]]
    assert game.resolve() == "NEXT_TURN"
    assert game.stacks == [["Blue1", "Green1", "Red1"]]


def test_a_hat_that_left_its_box_is_not_in_it_while_the_move_is_resolved() -> None:
    game = CoppitGame()
    game.start()
    game.roll(3)
    game.select_piece("Red4")
    game.select_direction("CW")
    game.move()

    assert game.players[0].box == ["Red1", "Red2", "Red3", "Red5", "Red6"]
    assert game.stacks == [["Red4"]]
    assert sum(len(box) + len(stack) for box, stack in game.all_locations) == 24


def test_without_a_legal_move_the_turn_is_resolved() -> None:
    game = CoppitGame(require_6_to_deploy=True)
    game.start()

    assert game.roll(3) == game.die == 3
    assert (game.phase, game.selectable_pieces, game.directions, game.single_turn_moves) == ("RESOLVE", [], {}, [])
    assert game.resolve() == "NEXT_TURN"
    assert game.turn == "BLUE"


def test_a_held_stack_leaves_beside_the_free_hats() -> None:
    game = CoppitGame(auto_bank_on_return=False)
    game.place("outer_0", ["Blue1", "Red1"])
    played(game, 1, "Red1", "HOLD")

    assert game.stacks == [["Blue1", "Red1"]]
    assert game.players[0].box == ["Red2", "Red3", "Red4", "Red5", "Red6"]
    game.turn, game.die = "RED", 2
    assert game.select_piece(["Blue1", "Red1"]).node == "BOX_RED"
    game.select_direction("CW")
    game.move()
    game.resolve()
    assert game.stack_at("outer_2") == ["Blue1", "Red1"]


def test_the_names_are_loaded_by_the_package() -> None:
    for name in specification.__all__:
        assert getattr(coppit, name) is getattr(specification, name)
        assert name in dir(coppit)
    with pytest.raises(AttributeError, match=r"module 'asobiba.games.coppit' has no attribute 'CoppitGames'"):
        _ = coppit.CoppitGames
    assert repr(CoppitGame()) == "<CoppitGame WAITING: RED>"
    assert repr(in_phase("MOVE")).startswith("<CoppitGame MOVE: RED, die ")


def test_the_situation_is_the_rulebooks() -> None:
    game = CoppitGame()
    game.place("outer_10", ["Blue1", "Red1"])
    game.place("RED BOX", ["Green2"])
    game.turn = "BLUE"

    assert isinstance(game.position, Position)
    assert game.position == read_position("10:BR RED:bank=G1 play=BLUE", CoppitOptions())
