"""Puyo on the clock: chains, frames, ojama, the end. Positions are written as in notation.py."""

from dataclasses import replace
from itertools import islice

import pytest

from asobiba.core.game import OVER
from asobiba.core.luck import Luck
from asobiba.games.puyo import GAME
from asobiba.games.puyo.board import DOWN, Board
from asobiba.games.puyo.field import Field, drop, resolve
from asobiba.games.puyo.notation import read_field
from asobiba.games.puyo.placements import reachable
from asobiba.games.puyo.rules import Player, Position, PuyoOptions
from asobiba.games.puyo.timed import TimedPuyo, start
from tests.games.puyo.clock import SINGLE, VERSUS, on_the_clock, place, random_buttons, wait
from tests.games.puyo.test_field import Case, cases
from tests.games.puyo.test_potential import presets

STAIRS = "ORBYG./RBYGR./RBYGR./RBYGR."
"""A pair RR on column 6 makes a chain of 5 for 100 + 320 + 640 + 1280 + 2560 points and empties the field."""

WALL_AND_STEP = "/".join(["B.....", *["Y....B", "B....Y"] * 5, "Y....B"])
"""Column 1 is 12 high and can be reached from column 6, which is 11 high."""


def run_out(field: Field) -> tuple[TimedPuyo, list[int], int]:
    """The field after a pair has landed in it: the simulation when it has settled, points by link, ticks."""
    simulation = TimedPuyo(SINGLE, 0, "RB", [Board(field=field, phase="landing", until=1)])
    simulation.step({})
    points: list[int] = []
    for ticks in range(2000):
        if any(event["kind"] == "settled" for event in simulation.events()):
            return simulation, points, ticks
        points += [event["points"] for event in simulation.events() if event["kind"] == "link"]
        simulation.step({})
    raise AssertionError("never settles")


@pytest.mark.parametrize("case", cases(), ids=lambda case: f"case {case.number}")
def test_a_known_chain_runs_as_in_the_rulebook(case: Case) -> None:
    simulation, points, ticks = run_out(case.field)
    found = resolve(case.field)
    assert points == [link.score for link in found.links]
    assert (len(points), sum(points)) == (case.chains, case.score)
    assert simulation.boards[0].field == found.field
    assert simulation.boards[0].score == case.score
    assert ticks == sum(50 + (2 * link.fall + 20 if link.fall else 0) for link in found.links)


def test_a_chain_of_19_takes_23_seconds() -> None:
    """Each link but the last, after which nothing is left to fall, takes 50 + 20 ticks and 2 a row: here 44 rows."""
    longest = next(case for case in cases() if case.number == "14")
    assert run_out(longest.field)[2] == 19 * 50 + 18 * 20 + 2 * 44 == 1398


def test_presets_fire_as_in_the_rulebook() -> None:
    for field, length, trigger in presets()[::4]:
        _, points, _ = run_out(drop(field, trigger.column, trigger.colour * trigger.puyos))
        assert (len(points), sum(points)) == (length, trigger.score)


def test_presets_fire_when_they_are_played_with_buttons() -> None:
    played = 0
    for field, length, trigger in presets():
        heights = tuple(map(len, field))
        if trigger.puyos == 2 and heights[2] < 12 and trigger.column in reachable(heights):
            board = Board(field=field, pair=trigger.colour * 2)
            simulation = TimedPuyo(PuyoOptions(mode="single", colors=5), 0, "RB", [board])
            wait(simulation, "appeared")
            place(simulation, f"{trigger.column + 1}u")
            dropped = simulation.events()[0]["dropped"]
            assert wait(simulation, "settled")["chain"] == length
            assert simulation.boards[0].score == trigger.score + dropped
            played += 1
    assert played > 20


def test_placements_lead_to_the_fields_of_the_rulebook() -> None:
    """A whole game of single play, the same placements in both; only the points of soft drop differ."""
    simulation = start(SINGLE, seed=5)
    position = Position(players=(Player(),), options=SINGLE).apply(Luck(5).draw(GAME.start(SINGLE), 0))
    dropped = turns = 0
    while not simulation.over and turns < 500:
        wait(simulation, "appeared")
        assert simulation.position(0).pairs() == position.pairs()
        move = position.legal()[turns * 7 % len(position.legal())]
        for held in simulation.path(0, move):
            simulation.step({0: held})
        dropped += simulation.events()[0]["dropped"]
        wait(simulation, "settled")
        position, turns = position.apply(move), turns + 1
        assert simulation.boards[0].field == position.players[0].field
        assert simulation.returns() == (position.players[0].score + dropped,)
    assert position.to_play == OVER
    assert turns > 20


@pytest.mark.parametrize(
    ("field", "move", "ticks"),
    [
        ("......", "3u", 20),
        ("R.....", "1r", 10 + 20),
        ("R...../B...../R.....", "1r", 22 + 20),
        (WALL_AND_STEP, "1r", 46 + 20),
        ("RR....", "3r", 20 + 50),
        ("BB..../RR....", "3r", 20 + 50 + 2 * 1 + 20),
        ("BB..../GG..../RR....", "3r", 20 + 50 + 2 * 1 + 20),
        ("RRR..B/RBB..B", "3u", 20 + 50),
    ],
)
def test_ticks_from_the_lock_until_the_board_has_settled(field: str, move: str, ticks: int) -> None:
    simulation = on_the_clock(f"{field} RR", SINGLE)
    wait(simulation, "appeared")
    place(simulation, move)
    locked = simulation.tick
    wait(simulation, "settled")
    assert simulation.tick - locked == ticks


def test_the_next_pair_comes_12_ticks_after_the_board_has_settled() -> None:
    simulation = on_the_clock("...... RB YG BB", SINGLE)
    assert simulation.tick == 0
    wait(simulation, "appeared")
    assert simulation.tick == 12
    wait(simulation, "settled")
    settled = simulation.tick
    assert wait(simulation, "appeared")["pair"] == "YG"
    assert simulation.tick == settled + 12


def test_everybody_sees_two_pairs_beyond_the_one_in_hand() -> None:
    simulation = on_the_clock("......|...... RB YG BB GG", VERSUS)
    assert [player["pairs"] for player in simulation.view(None)["players"]] == [["RB", "YG", "BB"]] * 2
    wait(simulation, "appeared")
    place(simulation, "1u", "-")
    assert [player["pairs"] for player in simulation.view(1)["players"]] == [["YG", "BB", "GG"], ["RB", "YG", "BB"]]
    wait(simulation, "settled")
    assert simulation.view(0)["players"][0]["pairs"] == ["YG", "BB", "GG"]


def coming(simulation: TimedPuyo, seat: int) -> tuple[int, int]:
    return simulation.boards[seat].pending, simulation.boards[seat].fixed


def fire(text: str, move: str = "6u") -> TimedPuyo:
    """The left player places with soft drop, the right one lets his pair fall. In the tick of the first link."""
    simulation = on_the_clock(text)
    wait(simulation, "appeared")
    place(simulation, move, "-")
    wait(simulation, "link")
    return simulation


def test_every_link_buys_ojama_in_the_tick_in_which_it_begins_to_vanish() -> None:
    simulation = on_the_clock(f"{STAIRS}|...... RR BY")
    wait(simulation, "appeared")
    place(simulation, "6u", "-")
    points = simulation.events()[0]["dropped"]
    assert (points, simulation.boards[0].score) == (11, 11)
    for link, of_link in enumerate([100, 320, 640, 1280, 2560], 1):
        assert wait(simulation, "link")["chain"] == link
        points += of_link
        assert coming(simulation, 1) == (points // 70, 0)
        assert (simulation.boards[0].score, simulation.boards[0].carry) == (points, points % 70)


def test_what_is_sent_is_pending_until_the_chain_of_its_sender_ends() -> None:
    simulation = fire(f"{STAIRS}|...... RR BY")
    wait(simulation, "settled", seat=1)  # his pair has landed meanwhile, and nothing falls on him
    assert simulation.boards[1].field == ("", "", "RR", "", "", "")
    assert simulation.boards[1].phase == "move in"
    while simulation.boards[0].chain < 5:
        assert coming(simulation, 1)[1] == 0
        wait(simulation, "link")
    wait(simulation, "settled")
    assert coming(simulation, 1) == (0, 70)


def test_pitfall_7_fixed_ojama_fall_when_the_receiver_has_settled_30_at_once() -> None:
    simulation = fire(f"{STAIRS}|...... RR BY")
    wait(simulation, "settled")
    assert coming(simulation, 1) == (0, 70)
    wait(simulation, "settled", seat=1)
    settled = simulation.tick
    assert simulation.events()[-1] == {"seat": 1, "kind": "fell", "ojama": 30, "columns": 0}
    assert simulation.boards[1].field == ("OOOOO", "OOOOO", "RRBYOOOOO", "OOOOO", "OOOOO", "OOOOO")
    assert coming(simulation, 1) == (0, 40)
    wait(simulation, "landed", seat=1)
    assert simulation.tick == settled + 46 + 32
    assert simulation.boards[1].phase == "move in"


@pytest.mark.parametrize(
    ("right", "waiting", "fallen", "ticks"),
    [
        ("......", 1, 1, 46 + 8),
        ("......", 3, 3, 46 + 8),
        ("......", 4, 4, 46 + 24),
        ("......", 18, 18, 46 + 24),
        ("......", 19, 19, 46 + 32),
        ("......", 99, 30, 46 + 32),
        ("OOOOOO/OOOOOO", 6, 6, 42 + 24),
        ("/".join(["OO.OOO"] * 12 + ["OOOOOO"]), 6, 1, 40 + 24),
    ],
)
def test_ticks_of_falling_ojama(right: str, waiting: int, fallen: int, ticks: int) -> None:
    """They fall from above row 13 to the lowest column that they hit; a pair in column 3 makes it two rows less."""
    simulation = on_the_clock(f"......|{right} RB ojama=0|{waiting}")
    wait(simulation, "settled", seat=1)
    settled, height = simulation.tick, sum(map(len, simulation.boards[1].field))
    assert height - sum(map(len, read_field(right))) - 2 == fallen
    wait(simulation, "landed", seat=1)
    assert simulation.tick - settled == ticks


def test_luck_chooses_the_columns_of_loose_ojama_by_the_tick() -> None:
    drawn = set()
    for seed in range(20):
        simulation = on_the_clock("......|...... RB ojama=0|9", seed=seed)
        wait(simulation, "settled", seat=1)
        columns = simulation.events()[-1]["columns"]
        assert columns == Luck(seed).draw(Position(players=(Player(loose=3),)), simulation.tick)
        assert [field.count("O") - 1 for field in simulation.boards[1].field] == [columns >> at & 1 for at in range(6)]
        drawn.add(columns)
    assert len(drawn) > 10


@pytest.mark.parametrize(
    ("pending", "fixed", "after", "sent"),
    [
        # Bought are 15 for 100 points and 11 of soft drop at 7 points each.
        (0, 0, (0, 0), 15),
        (10, 20, (0, 15), 0),
        (20, 5, (5, 5), 0),
        (5, 5, (0, 0), 5),
        (0, 15, (0, 0), 0),
    ],
)
def test_an_attack_offsets_what_is_pending_then_what_is_fixed(
    pending: int, fixed: int, after: tuple[int, int], sent: int
) -> None:
    simulation = on_the_clock(f"{STAIRS}|...... RR BY", PuyoOptions(target_points=7))
    simulation.boards[0].pending, simulation.boards[0].fixed = pending, fixed
    wait(simulation, "appeared")
    place(simulation, "6u", "-")
    wait(simulation, "link")
    assert coming(simulation, 0) == after
    assert coming(simulation, 1) == (sent, 0)
    told = {event["kind"]: event["ojama"] for event in simulation.events() if "ojama" in event}
    assert told.get("sent", 0) == sent
    assert told.get("offset", 0) == 15 - sent


def test_what_is_left_after_offsetting_falls_at_once() -> None:
    simulation = fire(f"{STAIRS}|...... RR BY ojama=76|0")
    wait(simulation, "settled")
    assert simulation.boards[0].field == ("O", "O", "O", "O", "O", "O")
    assert coming(simulation, 1) == (0, 0)


@pytest.mark.parametrize("seat", [0, 1])
def test_a_chain_that_ends_in_the_tick_in_which_the_other_settles_reaches_him(seat: int) -> None:
    boards = [Board(phase="landing", until=5, pending=6), Board(phase="landing", until=5, chain=2)]
    simulation = TimedPuyo(VERSUS, 0, "RB", boards[:: -1 if seat else 1])
    wait(simulation, "fell", seat)
    assert simulation.tick == 5


def test_equal_links_in_one_tick_cancel_to_nothing() -> None:
    simulation = on_the_clock(f"{STAIRS}|{STAIRS} RR BY")
    wait(simulation, "appeared")
    place(simulation, "6u", "6u")
    for _ in range(5):
        wait(simulation, "link")
        assert [coming(simulation, seat) for seat in (0, 1)] == [(0, 0), (0, 0)]
    assert [board.score for board in simulation.boards] == [4911, 4911]


def test_pitfall_9_an_all_clear_comes_with_the_next_chain() -> None:
    simulation = fire("RR....|...... RR", "3r")
    assert wait(simulation, "all clear") == {"seat": 0, "kind": "all clear"}
    assert sum(coming(simulation, 1)) == 0
    score = simulation.boards[0].score
    for placement in range(2):
        assert simulation.boards[0].all_clear
        wait(simulation, "appeared")
        place(simulation, "1u", "-")
        score += simulation.events()[0]["dropped"]
        if placement == 0:
            wait(simulation, "settled")
    assert wait(simulation, "link")["points"] == 40 + 2100
    assert simulation.boards[0].score == score + 2140
    assert coming(simulation, 1) == ((score + 2140) // 70, 0)
    assert not simulation.boards[0].all_clear
    wait(simulation, "all clear")  # and again: the field is empty


def test_after_the_margin_time_points_buy_more() -> None:
    for clock, price in [(0, 70), (96 * 60 - 200, 70), (96 * 60, 52), (112 * 60, 35)]:
        simulation = fire(f"{STAIRS}|...... RR clock={clock}")
        assert simulation.price == price
        assert coming(simulation, 1) == (111 // price, 0)


TOWER = "/".join(["..B...", "..Y..."] * 5)


def test_who_has_a_puyo_in_column_3_row_12_when_the_board_has_settled_has_lost() -> None:
    simulation = on_the_clock(f"{TOWER}|...... RB")
    wait(simulation, "appeared")
    place(simulation, "3u", "-")
    assert simulation.returns() == (0.0, 0.0)
    wait(simulation, "lost")
    assert simulation.over
    assert simulation.returns() == (-1.0, 1.0)


def test_a_chain_can_save_the_one_who_places_in_row_12() -> None:
    about_to_die = "/".join(["..R...", "..R..."] + ["..B...", "..Y..."] * 4)
    simulation = on_the_clock(f"{about_to_die}|...... RR")
    wait(simulation, "appeared")
    place(simulation, "3u", "-")
    assert len(simulation.boards[0].field[2]) == 12
    wait(simulation, "settled")
    assert not simulation.over


def test_ojama_bury_when_they_have_landed() -> None:
    simulation = on_the_clock(f"{TOWER}|...... RB ojama=12|0")
    wait(simulation, "appeared")
    place(simulation, "1u", "-")
    wait(simulation, "fell")
    assert simulation.boards[0].buried
    assert not simulation.over
    wait(simulation, "lost")
    assert simulation.returns() == (-1.0, 1.0)


def test_both_lost_in_the_same_tick_is_a_draw() -> None:
    simulation = on_the_clock(f"{TOWER}|{TOWER} RB")
    wait(simulation, "lost")
    assert [event["seat"] for event in simulation.events() if event["kind"] == "lost"] == [0, 1]
    assert simulation.returns() == (0.0, 0.0)


def test_who_is_a_tick_later_has_won() -> None:
    simulation = on_the_clock(f"{TOWER}|{TOWER} RB")
    wait(simulation, "appeared")
    simulation.boards[1].falling = None
    simulation.boards[1].phase, simulation.boards[1].until = "move in", simulation.tick + 1
    wait(simulation, "lost")
    assert simulation.returns() == (-1.0, 1.0)


def test_a_game_that_is_over_stays_as_it_is() -> None:
    simulation = on_the_clock(f"{TOWER} RB", SINGLE)
    wait(simulation, "lost")
    before = simulation.write()
    simulation.step({0: DOWN})
    assert simulation.write() == before
    assert simulation.events() == []


@pytest.mark.parametrize(("options", "result"), [(SINGLE, (33.0,)), (VERSUS, (0.0, 0.0))], ids=["single", "versus"])
def test_the_turn_limit_counts_the_pairs_of_each_player(options: PuyoOptions, result: tuple[float, ...]) -> None:
    """Who has placed them all waits for the other."""
    simulation = start(replace(options, max_turns=3), seed=1)
    while not simulation.over and simulation.tick < 5000:
        if simulation.boards[0].phase == "falling":
            place(simulation, f"{simulation.boards[0].turn + 1}u", *"-" * (len(result) - 1))
        else:
            simulation.step({})
    assert [(board.phase, board.turn) for board in simulation.boards] == [("done", 3)] * len(result)
    assert simulation.returns() == result
    assert simulation.position(0).to_play == OVER


def test_ojama_wait_for_who_has_placed_all_his_pairs() -> None:
    simulation = on_the_clock(f"{STAIRS}|...... RR BY", PuyoOptions(max_turns=1))
    wait(simulation, "appeared")
    place(simulation, "-", "1u")
    wait(simulation, "settled", seat=1)
    assert simulation.boards[1].phase == "done"
    simulation.boards[1].fixed = 6
    wait(simulation, "settled")
    assert simulation.over
    assert simulation.boards[1].field == ("RR", "", "", "", "", "")


def test_row_14_can_be_used_once_where_the_rules_count_it() -> None:
    for option, used in [("once", 0b000001), ("discard", 0)]:
        simulation = on_the_clock(f"{WALL_AND_STEP} RG", PuyoOptions.read({"mode": "single", "row14": option}))
        wait(simulation, "appeared")
        place(simulation, "1u")
        assert simulation.events()[0]["lost"]
        assert simulation.boards[0].row14 == used
        assert simulation.boards[0].field[0][-1] == "R"


def test_single_play_buys_no_ojama() -> None:
    simulation = on_the_clock(f"{STAIRS} RR", SINGLE)
    wait(simulation, "appeared")
    place(simulation, "6u")
    wait(simulation, "settled")
    assert simulation.returns() == (4911.0,)
    assert (simulation.boards[0].carry, simulation.boards[0].pending, simulation.boards[0].fixed) == (0, 0, 0)


def test_pitfall_10_nothing_depends_on_the_order_of_the_seats() -> None:
    """Players who change seats, buttons and all, change nothing else, in any tick."""
    attacks = 0
    for seed in range(6):
        options = PuyoOptions(target_points=1, ojama_per_turn=9)
        text = f"{STAIRS}|{STAIRS[::-1]} RR RB GY"
        one = on_the_clock(text, options, seed)
        other = TimedPuyo(options, seed, one.queue, [board.copy() for board in one.boards[::-1]])
        for held in islice(random_buttons(seed), 1500):
            one.step(held)
            other.step({0: held[1], 1: held[0]})
            assert one.boards == other.boards[::-1]
            assert one.returns() == other.returns()[::-1]
            attacks += any(event["kind"] == "fell" for event in one.events())
    assert attacks > 10
