"""Turns, ojama, the end of the game, and what is hidden. Positions are written as in notation.py."""

import json
import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from asobiba.agents.players import Players
from asobiba.core.errors import ConfigError, IllegalMove
from asobiba.core.game import CHANCE, OVER
from asobiba.core.records import Ply, Record, read_records, write_record
from asobiba.games.puyo import GAME
from asobiba.games.puyo.encode import observe
from asobiba.games.puyo.field import EMPTY
from asobiba.games.puyo.notation import read_field, read_move, read_position
from asobiba.games.puyo.rules import Player, Position, PuyoOptions, conceal
from tests.games.puyo.play import random_game

VERSUS, SINGLE = PuyoOptions(), PuyoOptions(mode="single")
STAIRS = "ORBYG./RBYGR./RBYGR./RBYGR."
"""A pair RR on column 6 makes a chain of 5 for 4,900 points and empties the field."""


def after(text: str, moves: str, options: PuyoOptions = VERSUS) -> Position:
    """The position after moves of both players in turn, and luck."""
    position = read_position(text, options)
    for move in moves.split():
        position = position.apply(read_move(position, move))
    return position


def of_players(position: Position, name: str) -> list[object]:
    return [getattr(player, name) for player in position.players]


def test_luck_draws_the_queue_before_anything_else() -> None:
    start = GAME.start(VERSUS)

    assert start.to_play == CHANCE
    assert start.pairs() == []
    assert len(start.chances()) == 65536
    assert start.chances()[1234] == (1234, 1 / 65536)
    assert start.apply(0).pairs() == ["RR", "YR", "YG"]
    assert start.apply(0).to_play == 0


def test_both_players_place_the_same_pair() -> None:
    position = after("......|......", "seed=0 1u 6u 1u 6d")

    assert of_players(position, "field") == [("RRYR", "", "", "", "", ""), ("", "", "", "", "", "RRRY")]
    assert (position.turn, position.to_play) == (2, 0)


def test_a_five_chain_sends_exactly_70_ojama() -> None:
    position = after(f"{STAIRS}|...... RR BY", "6u 1u")

    assert of_players(position, "score") == [4900, 0]
    assert of_players(position, "chain") == [5, 0]
    assert of_players(position, "carry") == [0, 0]
    assert of_players(position, "ojama") == [0, 70]
    assert position.players[1].field == ("RR", "", "", "", "", "")  # nothing falls in the turn of the attack


def test_pitfall_7_at_most_30_ojama_fall_in_a_turn() -> None:
    position = after(f"{STAIRS}|...... RR BY", "6u 1u 1u 6u")

    assert position.players[1].field == ("RROOOOO", *["OOOOO"] * 4, "BYOOOOO")
    assert of_players(position, "ojama") == [0, 40]
    assert position.to_play == 0


def test_the_number_that_falls_at_once_is_an_option() -> None:
    position = after(f"{STAIRS}|...... RR BY", "6u 1u 1u 6u", PuyoOptions(ojama_per_turn=12))

    assert position.players[1].field == ("RROO", *["OO"] * 4, "BYOO")
    assert of_players(position, "ojama") == [0, 58]


def test_the_ojama_that_fill_no_row_fall_in_columns_that_luck_chooses() -> None:
    position = after("......|...... RB ojama=0|10", "1u 6u")

    assert position.to_play == CHANCE
    assert of_players(position, "loose") == [0, 4]
    assert position.players[1].field == ("O", "O", "O", "O", "O", "RBO")
    assert len(position.chances()) == 15
    assert {outcome.bit_count() for outcome in position.legal()} == {4}
    chosen = position.apply(read_move(position, "columns=1,2,4,6"))
    assert chosen.players[1].field == ("OO", "OO", "O", "OO", "O", "RBOO")
    assert chosen.to_play == 0


def test_the_columns_of_seat_0_are_chosen_first() -> None:
    position = after("......|...... RB ojama=1|2", "1u 6u")

    assert position.legal() == (1, 2, 4, 8, 16, 32)
    position = position.apply(32)
    assert len(position.legal()) == 15
    assert position.apply(3).players[0].field == ("RB", "", "", "", "", "O")
    assert position.apply(3).players[1].field == ("O", "O", "", "", "", "RB")


@pytest.mark.parametrize(
    ("waiting", "left", "right"),
    [
        # (waiting for left, for right) before; (waiting, field height in column 1) of each after left sends 70.
        ("0|0", (0, 0), (70, 2)),
        ("50|0", (0, 0), (20, 2)),
        ("70|0", (0, 0), (0, 2)),
        ("76|0", (0, 1), (0, 2)),
        ("106|0", (6, 5), (0, 2)),
        ("0|60", (0, 0), (100, 7)),
    ],
)
def test_an_attack_first_offsets_what_waits_for_its_sender(
    waiting: str, left: tuple[int, int], right: tuple[int, int]
) -> None:
    position = after(f"{STAIRS}|...... RR BY ojama={waiting}", "6u 1u")

    assert [(player.ojama, len(player.field[0])) for player in position.players] == [left, right]


def test_equal_attacks_cancel_to_nothing() -> None:
    position = after(f"{STAIRS}|{STAIRS} RR BY", "6u 6u")

    assert of_players(position, "ojama") == [0, 0]
    assert of_players(position, "score") == [4900, 4900]


def test_of_two_attacks_the_difference_is_sent() -> None:
    position = after(f"{STAIRS}|RR.... RR BY carry=0|65", "6u 3r")

    assert of_players(position, "chain") == [5, 1]
    assert of_players(position, "ojama") == [0, 70 - 1]
    assert of_players(position, "carry") == [0, 35]


def test_points_are_carried_to_the_next_chain() -> None:
    position = after("RR....|...... RR RB", "3r 1u")
    assert (position.players[0].carry, position.players[1].ojama) == (40, 0)

    position = after("RR....|...... RR RB carry=30|0", "3r 1u")
    assert (position.players[0].carry, position.players[1].ojama) == (0, 1)


def test_pitfall_9_an_all_clear_pays_with_the_next_chain() -> None:
    cleared = after(f"{STAIRS}|...... RR", "6u 3u")
    assert cleared.players[0] == Player(score=4900, all_clear=True, chain=5)
    assert cleared.players[1].ojama == 70  # not 100

    quiet = after(f"{STAIRS}|...... RR", "6u 3u 1u 4u")
    assert quiet.players[0].all_clear
    assert quiet.players[0].score == 4900

    paid = after(f"{STAIRS}|...... RR", "6u 3u 1u 4u 2u 5u")
    assert paid.players[0] == Player(score=4900 + 40 + 2100, carry=40, all_clear=True, chain=1)
    assert paid.players[1].ojama == 70 - 30 - 30 + 30


def test_an_all_clear_pays_in_single_play_too() -> None:
    assert after("RR.... RR", "3r 1u 1u", SINGLE).returns() == (40 + 40 + 2100,)


def test_an_all_clear_pays_once() -> None:
    position = after("RR...B|...... RR clear=1|0", "3r 1u")

    assert position.players[0].field == ("", "", "", "", "", "B")
    assert position.players[0].score == 40 + 2100
    assert not position.players[0].all_clear


def test_an_untouched_field_is_no_all_clear() -> None:
    assert not GAME.start(SINGLE).players[0].all_clear


@pytest.mark.parametrize(
    ("field", "move", "frames"),
    [
        ("......", "1u", 40),
        ("R.....", "1r", 60),
        ("R.....", "2r", 40),
        ("RR....", "3r", 40 + 50 + 20),
        ("BB..../RR....", "3r", 40 + 50 + 2 * 1 + 20),
        ("RR..../RBY...", "1u", 40 + 50 + 20),
    ],
)
def test_a_turn_takes_the_longer_of_the_two_times(field: str, move: str, frames: int) -> None:
    assert after(f"{field} RR", move, SINGLE).clock == frames
    assert after(f"{field}|...... RR", f"{move} 1u").clock == frames
    assert after(f"......|{field} RR", f"1u {move}").clock == frames


def test_after_the_margin_time_points_buy_more() -> None:
    early = after(f"{STAIRS}|...... RR BY clock={96 * 60 - 1}", "6u 1u")
    late = after(f"{STAIRS}|...... RR BY clock={96 * 60}", "6u 1u")

    assert (early.players[1].ojama, early.players[0].carry) == (70, 0)
    assert (late.players[1].ojama, late.players[0].carry) == (4900 // 52, 4900 % 52)


def test_six_pairs_upright_in_column_3_lose() -> None:
    position = after("......|...... RB YG", "3u 1u 3u 2u 3u 4u 3u 5u 3u 6u")
    assert position.to_play == 0

    position = position.apply(2).apply(0)
    assert position.to_play == OVER
    assert position.returns() == (-1, 1)
    with pytest.raises(IllegalMove, match="the game is over"):
        position.apply(0)


def test_who_are_buried_in_the_same_turn_draw() -> None:
    position = after("......|...... RB YG", "3u 3u " * 6)

    assert position.to_play == OVER
    assert position.returns() == (0, 0)


TOWER = "/".join(["..B...", "..Y..."] * 5)


def test_a_chain_can_save_the_one_who_places_in_row_12() -> None:
    about_to_die = "/".join(["..R...", "..R..."] + ["..B...", "..Y..."] * 4)

    assert after(f"{about_to_die}|...... RR", "3u 1u").to_play == 0
    assert after(f"{about_to_die}|...... BY", "3u 1u").to_play == OVER


def test_ojama_bury_too() -> None:
    position = after(f"{TOWER}|...... RB ojama=12|0", "1u 1u")

    assert len(position.players[0].field[2]) == 12
    assert position.returns() == (-1, 1)


def test_loose_ojama_bury_when_they_have_fallen() -> None:
    position = after(f"{TOWER}|...... RB ojama=7|0", "1u 1u")

    assert position.to_play == CHANCE
    assert position.apply(read_move(position, "columns=3")).to_play == OVER
    assert position.apply(read_move(position, "columns=4")).to_play == 0


def test_pitfall_2_a_full_column_is_not_the_end() -> None:
    with_a_step = "/".join(["B.....", *["YG....", "BR...."] * 5, "YG...."])
    position = after(f"{with_a_step} RG", "1u", SINGLE)

    assert position.to_play == 0
    assert position.players[0].field[0] == "YB" * 6 + "R"  # G would be in row 14 and is lost


@pytest.mark.parametrize(("column", "is_over"), [(1, False), (2, False), (3, True), (4, False), (5, False), (6, False)])
def test_pitfall_5_only_column_3_decides(column: int, is_over: bool) -> None:
    row = ["." * (column - 1) + letter + "." * (6 - column) for letter in "BY"]
    position = read_position("/".join(row * 6) + " RG", SINGLE)

    assert (position.to_play == OVER) == is_over


def test_row_14_can_be_used_once_where_the_rules_count_it() -> None:
    once = PuyoOptions(mode="single", row14="once")
    wall_and_step = "/".join([".B....", *[".YR...", ".BG..."] * 5, ".YR..."])

    first = after(f"{wall_and_step} RG", "2u", once)
    assert first.players[0].row14 == 0b10
    assert after(f"{wall_and_step} RG", "2u", SINGLE).players[0].row14 == 0
    popped_since = replace(first, players=(replace(first.players[0], field=read_field(wall_and_step)),))
    with pytest.raises(IllegalMove, match="player to 2u: row 14 of column 2 has been used"):
        popped_since.apply(1)


def test_the_turn_limit_ends_the_game_as_a_draw() -> None:
    position = after("......|...... RB YG", "1u 1u 2u 2u", PuyoOptions(max_turns=2))

    assert position.to_play == OVER
    assert position.legal() == ()
    assert position.returns() == (0, 0)


def test_the_turn_limit_keeps_the_points_of_single_play() -> None:
    position = after("RR.... RR", "3r", PuyoOptions(mode="single", max_turns=1))

    assert position.to_play == OVER
    assert position.returns() == (40,)


def test_groups_of_a_given_field_pop_with_the_first_placement() -> None:
    assert after("RRRR.. BY", "6u", SINGLE).players[0].field == ("", "", "", "", "", "BY")


@pytest.mark.parametrize(
    ("text", "action", "sentence"),
    [
        ("......|......", 65536, "outcome 65536: the seeds of the queue are 0 to 65535"),
        ("......|...... RB", 22, "action 22 does not exist: placements are 0 to 21"),
        ("......|...... RB", -1, "action -1 does not exist: placements are 0 to 21"),
        (
            "......|...... RB loose=0|2",
            1,
            "outcome 1: not a set of 2 of the six columns, where 2 ojama fall",
        ),
        ("/".join([".O...."] * 13) + "|...... RB", 0, "left to 1u: column 2 is full to row 13"),
        ("......|" + "/".join([".O...."] * 13) + " RB commit=3u", 7, "right to 2d: the axis would rest above row 13"),
        (
            "/".join(["....O."] * 12) + "|...... RB",
            5,
            "left to 6u: column 5 is filled to row 12, and nothing before it is a step of height 11",
        ),
    ],
)
def test_an_illegal_move_says_why_and_shows_the_fields(text: str, action: int, sentence: str) -> None:
    with pytest.raises(IllegalMove) as caught:
        read_position(text, VERSUS).apply(action)

    assert caught.value.sentence == sentence
    assert "12 | " in str(caught.value)


@pytest.mark.parametrize(
    ("name", "value"), [("colors", 2), ("colors", 6), ("mode", "solo"), ("target_points", 0), ("ojama_per_turn", 0)]
)
def test_a_wrong_option_is_named(name: str, value: object) -> None:
    with pytest.raises(ConfigError, match=f"option {name}={value}"):
        PuyoOptions.read({name: value})


def mirrored(position: Position) -> Position:
    return replace(position, players=position.players[::-1])


def test_pitfall_10_nothing_depends_on_the_order_of_the_seats() -> None:
    """Seats that change places, and a right player who commits first, change nothing else."""
    generator = random.Random(5)
    turns = attacks = 0
    for position in games(30, PuyoOptions(target_points=3, margin_seconds=0)):
        if position.to_play != 0:
            continue
        left, right = (
            generator.choice(position.players[0].reachable()),
            generator.choice(position.players[1].reachable()),
        )
        done = position.apply(left).apply(right)
        turns += 1
        attacks += any(player.loose or player.ojama for player in done.players)

        assert mirrored(done) == mirrored(position).apply(right).apply(left)
        assert replace(done, first=1) == replace(position, first=1).apply(right).apply(left)
    assert turns > 300
    assert attacks > 100


def games(count: int, options: PuyoOptions) -> Iterator[Position]:
    for seed in range(count):
        yield from random_game(options, seed)


def test_no_puyo_comes_or_goes_without_a_rule() -> None:
    """A turn adds the pair and what fell, less what popped: nothing is lost while every column has room."""
    for position in games(10, PuyoOptions(mode="single")):
        if position.to_play < 0 or max(map(len, position.players[0].field)) > 11:
            continue
        before = position.players[0].field
        for action in position.legal()[::5]:
            done = position.apply(action).players[0]
            if not done.chain:
                assert sum(map(len, done.field)) == sum(map(len, before)) + 2


@pytest.mark.thorough
def test_the_hidden_commit_and_the_hidden_queue_show_in_no_view_of_others() -> None:
    seen = 0
    for position in games(5, VERSUS):
        if position.to_play != 1:
            continue
        unseen = position.queue[2 * position.turn + 6 :]
        others = [replace(position, commit=commit) for commit in position.players[0].reachable()]
        if unseen:
            flipped = unseen.translate(str.maketrans("RBYG", "GYBR"))
            others.append(replace(position, queue=position.queue[: -len(unseen)] + flipped, seed=1))
        for other in others:
            for seat in (1, None):
                assert json.dumps(other.view(seat)) == json.dumps(position.view(seat))
            assert (observe(other, 1) == observe(position, 1)).all()
            assert conceal(other, 1) == conceal(position, 1)
            assert str(other) == str(position)
        assert position.view(0)["commit"] == position.commit
        seen += 1
    assert seen > 50


def test_what_is_concealed_holds_three_pairs_and_no_commit() -> None:
    position = after("......|......", "seed=9 1u 1u 2u 2u 3u 3u 4u 4u 5u")
    hidden = conceal(position, 1)

    assert len(position.queue) == 256
    assert len(hidden.queue) == 6
    assert (hidden.seed, hidden.commit, hidden.first, hidden.to_play) == (None, None, 1, 1)
    assert hidden.pairs() == position.pairs()
    assert conceal(position, 0).commit == position.commit
    resolved = hidden.apply(5).apply(4)
    assert resolved.players == position.apply(5).players
    assert resolved.to_play == 1


def test_before_the_queue_is_drawn_there_is_nothing_to_conceal() -> None:
    assert conceal(Position(), 0) == Position()


def test_pitfall_11_positions_share_what_did_not_change() -> None:
    position = after("......|......", "seed=9 1u 1u 2u 2u")
    committed = position.apply(0)

    assert committed.players is position.players
    assert committed.apply(0).queue is position.queue
    assert all(committed.apply(0).players[0].field[at] is position.players[0].field[at] for at in (1, 2, 3, 4, 5))


def test_pitfall_12_a_replay_needs_no_generator() -> None:
    """The columns of loose ojama are outcomes of luck and stand in the record."""
    start = "......|...... RB YG ojama=8|33"
    position, plies = read_position(start, VERSUS), []
    for move in ["1u", "6u", "columns=2,5", "3d", "4r", "columns=1,3,6"]:
        plies.append(Ply(position.to_play, read_move(position, move)))
        position = position.apply(plies[-1].action)
    record = Record(game="puyo", rules=1, seats=("left", "right"), start=start, plies=tuple(plies))

    (again,) = read_records(write_record(record).splitlines())

    assert [ply.seat for ply in plies] == [0, 1, CHANCE, 0, 1, CHANCE]
    assert list(again.states())[-1] == position


def test_insight_resolves_the_fields_as_they_stand() -> None:
    popping = "ORBYG./RBYGR./RBYGRR/RBYGRR"

    alone, both = (
        GAME.part(Players).insight([read_position(popping, SINGLE)]),
        GAME.part(Players).insight([read_position(f"{popping}|......", VERSUS)]),
    )

    assert (alone["chains"], alone["score"]) == (5, 4900)
    assert (both["chains"], both["score"]) == ([5, 0], [4900, 0])


def test_the_picture_can_be_read_without_colour() -> None:
    assert (
        str(read_position(f"{STAIRS}|O..... RB YG turn=2 clock=130 score=40|0 chain=1|0 ojama=0|37", VERSUS)) == PICTURE
    )


PICTURE = """\
turn 3, 0:02, an ojama costs 70
now RB  next YG  then RB
     1 2 3 4 5 6             1 2 3 4 5 6
13 : . . . . . . :      13 : . . . . . . :
12 | . . x . . . |      12 | . . x . . . |
11 | . . . . . . |      11 | . . . . . . |
10 | . . . . . . |      10 | . . . . . . |
 9 | . . . . . . |       9 | . . . . . . |
 8 | . . . . . . |       8 | . . . . . . |
 7 | . . . . . . |       7 | . . . . . . |
 6 | . . . . . . |       6 | . . . . . . |
 5 | . . . . . . |       5 | . . . . . . |
 4 | O R B Y G . |       4 | . . . . . . |
 3 | R B Y G R . |       3 | . . . . . . |
 2 | R B Y G R . |       2 | . . . . . . |
 1 | R B Y G R . |       1 | O . . . . . |
left: 40                right: 0
ojama 0                 ojama 37
1 chain
left places"""


def test_an_empty_field_is_the_start() -> None:
    assert GAME.start(VERSUS).players == (Player(field=EMPTY),) * 2
    assert len(GAME.start(SINGLE).players) == 1
