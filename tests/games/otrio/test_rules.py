"""Otrio's rules, case by case."""

from typing import Any

import pytest

from asobiba.core.errors import ConfigError, IllegalMove
from asobiba.core.game import OVER
from asobiba.games.otrio import GAME
from asobiba.games.otrio.board import slot
from asobiba.games.otrio.rules import PASS, SECOND_COLOUR, OtrioOptions, Position, start
from tests.games.otrio.positions import (
    ONE_SLOT_LEFT,
    RED_HAS_PLACED_ALL,
    RED_IS_STUCK,
    THE_MIDDLE_LEFT,
    TWO_HAVE_PLACED_ALL,
    VARIANTS,
    after,
    board,
    random_game,
)

FREE: dict[str, Any] = {"players": 2, "two_player_alternation": False}
ONE_EACH: dict[str, Any] = {"players": 2, "colors": (0, 1)}


def test_every_slot_is_open_at_the_start() -> None:
    assert start(OtrioOptions()).legal() == tuple(range(27))


def test_a_piece_takes_the_slot_of_its_size_and_leaves_the_others() -> None:
    position = after("Mb2")

    assert [action for action in range(27) if action not in position.legal()] == [slot("Mb2")]
    assert after("Mb2 Sb2 Lb2").pieces == (1 << 13, 1 << 4, 1 << 22, 0)


@pytest.mark.parametrize(
    ("players", "seats"), [(4, [0, 1, 2, 3, 0, 1]), (3, [0, 1, 2, 0, 1, 2]), (2, [0, 1, 0, 1, 0, 1])]
)
def test_the_seats_play_in_turn(players: int, seats: list[int]) -> None:
    moves = ["Sa1", "Sb1", "Sc1", "Sa2", "Sb2"]

    assert [after(" ".join(moves[:count]), players=players).to_play for count in range(6)] == seats


def test_two_players_alternate_their_colours() -> None:
    moves = ["Sa1", "Sb1", "Sc1", "Sa2", "Sb2"]

    assert [after(" ".join(moves[:count]), players=2).due for count in range(6)] == [(0,), (1,), (2,), (3,), (0,), (1,)]


def test_three_pieces_of_a_size_are_the_stock() -> None:
    position = after("Sa1 Ma1 Mb1 Sb2 Mc2 La2 Sc2 Lb1 Lc1", players=3)

    assert position.stock(0) == (0, 3, 3)
    assert position.stock(1) == (3, 1, 2)
    assert not any(action < 9 for action in position.legal())
    with pytest.raises(IllegalMove, match="red to Sa3: no small piece is left"):
        position.apply(slot("Sa3"))


def test_a_colour_that_can_place_nothing_must_pass() -> None:
    position = board(RED_IS_STUCK)

    assert position.legal() == (PASS,)
    assert position.apply(PASS).pieces == position.pieces
    assert position.apply(PASS).due == (1,)
    assert position.apply(PASS).legal() == (PASS,)
    assert position.apply(PASS).apply(PASS).legal() == (slot("Mc1"), slot("Mc2"), slot("Mc3"))


def test_of_two_players_the_stuck_colour_passes_though_the_other_could_be_placed() -> None:
    position = board(RED_IS_STUCK, players=2)

    assert position.to_play == 0
    assert position.open_to(2)
    assert position.legal() == (PASS,)
    assert (position.apply(PASS).to_play, position.apply(PASS).due) == (1, (1,))


def test_a_pass_is_illegal_while_a_piece_can_be_placed() -> None:
    with pytest.raises(IllegalMove, match="red may not pass: a piece can be placed"):
        start(OtrioOptions()).apply(PASS)


def test_the_game_is_drawn_when_nobody_can_place_a_piece() -> None:
    full = board(ONE_SLOT_LEFT).apply(PASS).apply(slot("Sb2"))

    assert (full.to_play, full.winner, full.legal(), full.due) == (OVER, None, (), ())
    assert full.returns() == (0, 0, 0, 0)


def test_a_slot_that_is_off_limits_does_not_keep_the_game_going() -> None:
    assert board(THE_MIDDLE_LEFT).legal() == (slot("Mb2"),)
    assert board(THE_MIDDLE_LEFT, ban_center_medium=True).to_play == OVER


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_a_game_goes_on_exactly_while_some_colour_can_place_a_piece(options: dict[str, object]) -> None:
    for seed in range(60):
        for position in random_game(OtrioOptions.read(options), seed):
            can_place = any(position.open_to(colour) for colour in position.options.order)

            assert (position.to_play == OVER) == (position.winner is not None or not can_place)


def test_the_winner_is_the_colour_and_its_seat() -> None:
    position = after("Sa1 Mb1 Lc1 Sa2 Sb1 Mb2 Lc2 Sa3 Sc1", players=2)

    assert (position.winner, position.winner_seat, position.to_play) == (0, 0, OVER)
    assert position.returns() == (1, -1)


@pytest.mark.parametrize(
    ("options", "returns"),
    [
        ({"players": 2}, (-1, 1)),
        ({"players": 2, "losers": "zero"}, (0, 1)),
        ({"players": 3}, (-1 / 2, 1, -1 / 2)),
        ({"players": 3, "losers": "zero"}, (0, 1, 0)),
        ({"players": 4}, (-1 / 3, 1, -1 / 3, -1 / 3)),
        ({"players": 4, "losers": "zero"}, (0, 1, 0, 0)),
    ],
    ids=str,
)
def test_what_a_win_is_worth(options: dict[str, object], returns: tuple[float, ...]) -> None:
    position = board("GGG R.. R.. .R. ... B.. .B. ... ... B", **options)

    assert position.returns() == returns
    assert sum(returns) == pytest.approx(0 if options.get("losers") != "zero" else 1)


def test_the_middle_may_be_off_limits() -> None:
    banned = start(OtrioOptions(ban_center_medium=True))

    assert start(OtrioOptions()).allows(slot("Mb2"))
    assert banned.legal() == tuple(at for at in range(27) if at != slot("Mb2"))
    with pytest.raises(IllegalMove, match="red to Mb2: the slot is off-limits in this game"):
        banned.apply(slot("Mb2"))


@pytest.mark.parametrize("seat", range(4))
def test_any_seat_may_begin(seat: int) -> None:
    position = start(OtrioOptions(start_seat=seat))

    assert (position.to_play, position.due) == (seat, (seat,))


def test_of_two_players_the_second_may_begin_with_its_first_colour() -> None:
    position = start(OtrioOptions(players=2, start_seat=1))

    assert [position.due, position.apply(0).due, position.apply(0).apply(1).due] == [(1,), (2,), (3,)]


def test_colours_are_played_in_the_order_of_the_option() -> None:
    options = OtrioOptions(players=2, colors=(3, 0, 1, 2))

    assert [options.owner(colour) for colour in range(4)] == [1, 0, 1, 0]
    assert GAME.seats(options) == ("yellow and green", "red and blue")
    assert after("Sa1", players=2, colors=(3, 0, 1, 2)).pieces == (0, 0, 0, 1)


def test_with_a_choice_of_colours_the_second_has_actions_of_its_own() -> None:
    position = start(OtrioOptions(**FREE))

    assert position.due == (0, 2)
    assert position.legal() == (*range(27), *range(28, 55))
    assert position.apply(slot("Mb2")).pieces == (1 << 13, 0, 0, 0)
    assert position.apply(SECOND_COLOUR + slot("Mb2")).pieces == (0, 0, 1 << 13, 0)
    assert position.apply(SECOND_COLOUR).due == (1, 3)
    assert GAME.actions(OtrioOptions(**FREE)) == 55
    assert GAME.actions(OtrioOptions(players=2)) == 28


def test_with_a_choice_of_colours_a_player_passes_only_when_both_are_stuck() -> None:
    one_stuck = board(RED_IS_STUCK, **FREE)
    both_stuck = board(ONE_SLOT_LEFT, **FREE)

    assert one_stuck.legal() == tuple(SECOND_COLOUR + slot(name) for name in ("Mc1", "Mc2", "Mc3"))
    assert both_stuck.legal() == (PASS,)
    assert both_stuck.apply(PASS).legal() == (slot("Sb2"), SECOND_COLOUR + slot("Sb2"))


def test_two_may_play_one_colour_each() -> None:
    position = after("Mb2 Sa1 Lc3", **ONE_EACH)

    assert (position.options.order, position.due, position.to_play) == ((0, 1), (1,), 1)
    assert [position.options.owner(colour) for colour in (0, 1)] == [0, 1]
    assert GAME.seats(position.options) == ("red", "green")
    assert GAME.actions(position.options) == 28

    won = after("Mb2 Sb1 Sb2 Lb1 Lb2", **ONE_EACH)
    assert (won.winner, won.winner_seat, won.returns()) == (0, 0, (1.0, -1.0))


def test_with_one_colour_each_who_has_placed_all_passes() -> None:
    position = board(RED_HAS_PLACED_ALL, **ONE_EACH)

    assert (position.stock(0), position.stock(1)) == ((0, 0, 0), (0, 0, 2))
    assert position.legal() == (PASS,)
    assert position.apply(PASS).legal() == tuple(at for at in range(18, 27) if position.empty >> at & 1)


def test_with_one_colour_each_it_is_a_draw_when_both_have_placed_all_though_slots_are_empty() -> None:
    position = board(TWO_HAVE_PLACED_ALL, **ONE_EACH)

    assert (position.to_play, position.winner, position.returns()) == (OVER, None, (0.0, 0.0))
    assert position.empty.bit_count() == 9
    # Four colours would go on there.
    assert board(TWO_HAVE_PLACED_ALL, players=2).to_play == 0


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"players": 2, "colors": (0, 1, 2)}, "allowed is 2 or 4 different colours from 0 to 3 with players=2"),
        ({"players": 2, "colors": (1, 1)}, "option colors=1,1 of OtrioOptions: allowed is 2 or 4 different colours"),
        (FREE | {"colors": (0, 1)}, "option two_player_alternation=false of OtrioOptions: allowed is true"),
        ({"players": 5}, "option players=5 of OtrioOptions: allowed is a whole number from 2 to 4"),
        ({"colors": (0, 1, 2)}, "option colors=0,1,2 of OtrioOptions: allowed is 4 different colours"),
        ({"colors": (0, 1, 2, 2)}, "option colors=0,1,2,2 of OtrioOptions: allowed is 4 different colours"),
        ({"colors": (0, 1, 2, 4)}, "option colors=0,1,2,4 of OtrioOptions: allowed is"),
        ({"players": 3, "colors": (0, 1, 2, 3)}, "allowed is 3 different colours from 0 to 3 with players=3"),
        ({"players": 2, "start_seat": 2}, "option start_seat=2 of OtrioOptions: allowed is 0 to 1 with players=2"),
        ({"two_player_alternation": False}, "option two_player_alternation=false of OtrioOptions: allowed is true"),
        ({"losers": "double"}, "option losers=double of OtrioOptions: allowed is minus or zero"),
    ],
    ids=str,
)
def test_a_wrong_option_is_named(values: dict[str, object], sentence: str) -> None:
    with pytest.raises(ConfigError) as caught:
        OtrioOptions.read(values)

    assert sentence in str(caught.value)


def test_options_are_read_from_texts() -> None:
    assert OtrioOptions.read({"players": "3", "colors": "3,0,2"}) == OtrioOptions(players=3, colors=(3, 0, 2))
    assert OtrioOptions.read({"colors": "none"}) == OtrioOptions()


@pytest.mark.parametrize(
    ("position", "action", "sentence"),
    [
        (after("Mb2"), 13, "green to Mb2: the slot is taken by red"),
        (after("Mb2"), PASS, "green may not pass: a piece can be placed"),
        (after("Mb2"), 28, "action 28 does not exist: slots are 0 to 26, the pass is 27"),
        (after("Mb2"), -1, "action -1 does not exist: slots are 0 to 26, the pass is 27"),
        (
            after("R:Mb2", **FREE),
            55,
            "action 55 does not exist: slots are 0 to 26, for the second colour 28 to 54, the pass is 27",
        ),
        (after("R:Mb2", **FREE), 28 + 13, "yellow to Mb2: the slot is taken by red"),
        (after("R:Mb2", **FREE), PASS, "green and yellow may not pass: a piece can be placed"),
    ],
)
def test_an_illegal_move_says_why_and_shows_the_board(position: Position, action: int, sentence: str) -> None:
    with pytest.raises(IllegalMove) as caught:
        position.apply(action)

    assert caught.value.sentence == sentence
    assert "2 ... .R. ..." in str(caught.value)


def test_everything_is_public() -> None:
    position = after("Mb2 Sa1", players=2)
    empty = [-1] * 27
    empty[13], empty[0] = 0, 1

    assert position.view(None) == {
        "board": empty,
        "colors": [0, 1, 2, 3],
        "owners": [0, 1, 0, 1],
        "stock": [[3, 2, 3], [2, 3, 3], [3, 3, 3], [3, 3, 3]],
        "due": [2],
        "winner_color": None,
        "winner_seat": None,
        "to_play": 0,
        "legal": [at for at in range(27) if at not in (0, 13)],
    }
    assert position.view(0) == position.view(1) == position.view(None)
