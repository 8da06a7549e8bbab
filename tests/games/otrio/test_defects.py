"""The specification's nineteen defects, numbered as in docs/games/otrio.md: each test shows what holds instead."""

import random
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from asobiba.core.errors import IllegalMove, NotationError
from asobiba.core.game import OVER
from asobiba.games.otrio import GAME
from asobiba.games.otrio.board import slot
from asobiba.games.otrio.encode import flat, observe, planes, shape
from asobiba.games.otrio.rules import PASS, OtrioOptions, Position, start
from asobiba.games.otrio.symmetry import SYMMETRIES
from tests.games.otrio.positions import ONE_SLOT_LEFT, RED_IS_STUCK, after, board, random_game

RED_WINS = "R.. R.. R.. .G. .B. .Y. ..G ..B ... Y"


def test_01_an_observation_has_the_declared_shape() -> None:
    position = after("Mb2 Sa1")

    assert observe(position, 0).shape == shape(position.options) == (28, 3, 3)
    assert planes(position).shape == (12, 3, 3)
    assert flat(position).shape == (27,)
    assert set(flat(position).tolist()) == {-1, 0, 1}


def test_02_an_observation_shows_whose_turn_it_is() -> None:
    position = board(RED_IS_STUCK)
    passed = position.apply(PASS)

    assert (flat(position) == flat(passed)).all()
    assert (planes(position) == planes(passed)).all()
    assert (observe(position, 0) != observe(passed, 0)).any()


def test_03_whoever_plays_what_is_legal_never_fails_and_the_rest_is_refused() -> None:
    generator = random.Random(3)
    refused = 0
    for _ in range(50):
        position = start(OtrioOptions())
        while position.to_play != OVER:
            action = generator.randrange(27)
            if action in position.legal():
                position = position.apply(action)
                continue
            with pytest.raises(IllegalMove):
                position.apply(action)
            refused += 1
            position = position.apply(generator.choice(position.legal()))

    assert refused > 50


def test_04_a_stuck_colour_passes_and_the_game_goes_on() -> None:
    position = board(RED_IS_STUCK)

    assert position.legal() == (PASS,)
    assert position.apply(PASS).apply(PASS).apply(slot("Mc1")).to_play == 3


@pytest.mark.parametrize("action", [-1, 27, 28, 54, 10**9])
def test_05_the_range_of_an_action_is_checked_first(action: int) -> None:
    with pytest.raises(IllegalMove, match=r"does not exist: slots are 0 to 26, the pass is 27|may not pass"):
        start(OtrioOptions()).apply(action)
    assert GAME.actions(OtrioOptions()) == 28


def test_06_a_draw_leaves_nine_pieces_in_stock_with_four_colours() -> None:
    drawn = board(ONE_SLOT_LEFT).apply(PASS).apply(slot("Sb2"))

    assert (drawn.to_play, drawn.winner) == (OVER, None)
    assert sum(sum(drawn.stock(colour)) for colour in range(4)) == 9


@pytest.mark.parametrize(
    ("letter", "colour", "returns"), [("R", 0, (1, -1)), ("G", 1, (-1, 1)), ("B", 2, (1, -1)), ("Y", 3, (-1, 1))]
)
def test_07_of_two_players_each_wins_with_either_of_his_colours(
    letter: str, colour: int, returns: tuple[float, float]
) -> None:
    position = board(f"{letter * 3} ... ... ... ... ... ... ... ... R", players=2)

    assert (position.winner, position.winner_seat) == (colour, returns.index(1))
    assert position.returns() == returns


@pytest.mark.parametrize("players", [2, 3, 4])
def test_08_what_the_winner_gains_the_others_lose(players: int) -> None:
    won = board("RRR ... ... ... ... ... ... ... ... G", players=players)
    spared = board("RRR ... ... ... ... ... ... ... ... G", players=players, losers="zero")

    assert won.returns() == (1, *[-1 / (players - 1)] * (players - 1))
    assert spared.returns() == (1, *[0] * (players - 1))


@pytest.mark.parametrize(
    "row",
    [
        "R.. .R. ..R ... ... ... ... ... ...",
        "..R .R. R.. ... ... ... ... ... ...",
        "R.. ... ... .R. ... ... ..R ... ...",
        "... ... ..R ... .R. ... R.. ... ...",
    ],
)
def test_09_small_medium_large_wins_either_way_round(row: str) -> None:
    assert board(f"{row} G").winner == 0
    assert board(f"{row} G".replace(".R.", "R..")).winner is None


@pytest.mark.parametrize("pieces", [RED_WINS[:-1], "R.. .R. ..R ... ... ... G.. .B. ..Y "])
def test_10_a_line_is_noticed_whoever_is_due(pieces: str) -> None:
    for due in "RGBY":
        position = board(pieces + due)
        assert (position.winner, position.to_play) == (0, OVER)


def test_10_a_position_with_two_lines_is_refused() -> None:
    with pytest.raises(NotationError, match="red and green have a line each"):
        board("RRR ... ... GGG ... ... ... ... ... B")


def test_11_a_full_space_takes_no_more_room_than_an_empty_one() -> None:
    empty, full = str(after("")), str(board("GBR ... ... ... ... ... ... ... ... R"))

    assert [line.find("G 3") for line in empty.splitlines()][3] == [line.find("G 2") for line in full.splitlines()][3]
    assert full.splitlines()[2].startswith("1 GBR ... ...")


def test_12_nothing_in_the_rules_depends_on_a_seed() -> None:
    moves = "Mb2 Sa1 Lc3 Ma1 Sb1"

    assert after(moves) == after(moves)
    assert start(OtrioOptions()) == start(OtrioOptions())
    assert all(position.chances() == () for position in random_game(OtrioOptions(), 0))


@pytest.mark.parametrize(
    "finished", [board(RED_WINS), board(ONE_SLOT_LEFT).apply(PASS).apply(slot("Sb2"))], ids=["won", "drawn"]
)
def test_13_a_finished_game_has_no_turn_and_takes_no_move(finished: Position) -> None:
    assert (finished.to_play, finished.due, finished.legal()) == (OVER, (), ())
    for action in range(28):
        with pytest.raises(IllegalMove, match="the game is over"):
            finished.apply(action)


def test_14_any_colour_may_sit_out() -> None:
    for absent in range(4):
        colors = tuple(colour for colour in range(4) if colour != absent)
        position = after("Sa1 Sb1 Sc1", players=3, colors=colors)

        assert position.pieces[absent] == 0
        assert [position.pieces[colour] for colour in colors] == [1, 2, 4]


def test_15_there_are_sixteen_symmetries() -> None:
    twins = {symmetry.position(after("Sa1 Mb1 Lc1")) for symmetry in SYMMETRIES}

    assert len(twins) == 16


def test_15_the_colours_may_change_places_in_a_circle() -> None:
    def passed_on(position: Position) -> Position:
        *rest, last = position.pieces
        red, green, blue, yellow = last, *rest
        winner = None if position.winner is None else (position.winner + 1) % 4
        return replace(position, pieces=(red, green, blue, yellow), turn=(position.turn + 1) % 4, winner=winner)

    for seed in range(20):
        for position in random_game(OtrioOptions(), seed):
            other = passed_on(position)
            *scores, last = position.returns()
            assert other.legal() == position.legal()
            assert other.returns() == (last, *scores)
            for action in position.legal():
                assert other.apply(action) == passed_on(position.apply(action))


def test_16_two_players_are_two_seats_that_take_turns_through_every_pass() -> None:
    options = OtrioOptions(players=2)
    passes = 0

    assert len(GAME.seats(options)) == 2
    for seed in range(100):
        for number, position in enumerate(random_game(options, seed)):
            if position.to_play != OVER:
                assert (position.to_play, position.due) == (number % 2, (number % 4,))
                passes += position.legal() == (PASS,)
    assert passes > 0


def test_17_nothing_is_scored_before_the_end() -> None:
    for seed in range(20):
        *running, last = random_game(OtrioOptions(), seed)

        assert all(position.returns() == (0, 0, 0, 0) for position in running)
        assert any(last.returns()) == (last.winner is not None)


def test_18_opposite_colours_belong_together() -> None:
    options = OtrioOptions(players=2)

    assert [options.owner(colour) for colour in range(4)] == [0, 1, 0, 1]
    assert GAME.seats(options) == ("red and blue", "green and yellow")


@pytest.mark.parametrize(
    ("values", "due", "legal"),
    [
        ({"players": 2}, (0,), 27),
        ({"players": 2, "two_player_alternation": False}, (0, 2), 54),
        ({"players": 2, "ban_center_medium": True}, (0,), 26),
        ({"players": 2, "start_seat": 1}, (1,), 27),
    ],
    ids=str,
)
def test_18_the_house_rules_are_options(values: dict[str, Any], due: tuple[int, ...], legal: int) -> None:
    position = start(OtrioOptions(**values))

    assert (position.due, len(position.legal())) == (due, legal)


def test_19_options_cannot_be_changed_and_arrays_have_the_right_types() -> None:
    position = after("Mb2")

    assert hash(OtrioOptions(players=3, colors=(0, 1, 3))) == hash(OtrioOptions(players=3, colors=(0, 1, 3)))
    listed: Any = [0, 1, 3]
    assert OtrioOptions(players=3, colors=listed).colors == (0, 1, 3)
    assert observe(position, 0).dtype == np.float32
    assert planes(position).dtype == flat(position).dtype == np.int8
