"""Buttons for placements: what is reachable on the clock, and bots that play by it."""

import random

import pytest

from asobiba.agents.spec import make_agent
from asobiba.games.puyo import GAME
from asobiba.games.puyo.board import Board
from asobiba.games.puyo.falling import Falling
from asobiba.games.puyo.paths import path
from asobiba.games.puyo.placements import NUMBER_OF, PLACEMENTS, SPAWN, reachable
from asobiba.games.puyo.rules import PuyoOptions
from asobiba.games.puyo.timed import TimedPuyo, start
from tests.games.puyo.clock import on_the_clock, place, wait
from tests.games.puyo.test_falling import tower


def new_pair(heights: tuple[int, ...], row14: int = 0, held: int = 0) -> Board:
    """In the tick in which the pair has appeared."""
    return Board(field=tower(*heights), phase="falling", until=0, pair="RB", falling=Falling(), row14=row14, held=held)


def reached(board: Board) -> set[int]:
    """The placements to which there is a path; every path is played, and leads there."""
    found = set()
    for number in range(len(PLACEMENTS)):
        played, inputs = board.copy(), path(board, 100, number)
        events = [played.step(tick, held) for tick, held in enumerate(inputs, 101)]
        assert events[:-1] == [None] * len(events[:-1])
        if inputs:
            assert events[-1] is not None
            assert events[-1]["placement"] == number
            found.add(number)
    return found


@pytest.mark.parametrize("heights", [(0,) * 6, (11,) * 6, (3, 1, 4, 1, 5, 9), (10, 11, 9, 11, 10, 11)])
def test_everything_is_reachable_while_no_column_is_12_high(heights: tuple[int, ...]) -> None:
    assert reached(new_pair(heights)) == set(range(22))


def test_buttons_held_before_do_not_matter() -> None:
    for held in (1, 2, 4, 8, 16, 31):
        assert reached(new_pair((0, 12, 11, 12, 0, 0), held=held)) == set(reachable((0, 12, 11, 12, 0, 0)))


def near_the_top(seed: int, count: int) -> list[tuple[int, ...]]:
    generator = random.Random(seed)
    return [
        tuple(
            generator.choice((0, 9, 10, 11, 11, 12, 12, 13)) if column != SPAWN else generator.randrange(12)
            for column in range(6)
        )
        for _ in range(count)
    ]


def test_near_the_top_exactly_the_placements_of_the_rulebook_are_reachable() -> None:
    closed = 0
    for heights in near_the_top(1, 80):
        assert reached(new_pair(heights)) == set(reachable(heights)), heights
        closed += len(PLACEMENTS) - len(reachable(heights))
    assert closed > 300


def test_behind_a_wall_a_used_row_14_can_close_one_placement_more() -> None:
    """In row 13 a pair cannot stand up where row 14 is taken; with 11 below there is no lower row to do it in."""
    known = (11, 12, 9, 11, 10, 12)
    assert set(reachable(known, 0b000001)) - reached(new_pair(known, 0b000001)) == {NUMBER_OF["1u"]}
    for heights in near_the_top(2, 60):
        row14 = random.Random(str(heights)).randrange(64)
        by_rule, by_buttons = set(reachable(heights, row14)), reached(new_pair(heights, row14))
        assert by_buttons <= by_rule
        for number in by_rule - by_buttons:
            column, _, side = PLACEMENTS[number]
            way = range(SPAWN + 1, column) if column > SPAWN else range(column + 1, SPAWN)
            assert (side, heights[column], row14 >> column & 1) == ("u", 11, 1)
            assert max(heights[passed] for passed in way) == 12


def test_a_pair_that_has_fallen_into_a_well_stays_there() -> None:
    board = new_pair((0, 9, 0, 9, 0, 0))
    board.falling = Falling(height=10)
    assert {PLACEMENTS[number].name for number in reached(board)} == {"3u", "3d"}


def test_without_a_falling_pair_there_is_no_path() -> None:
    simulation = start(PuyoOptions(), seed=0)
    assert simulation.boards[0].phase == "move in"
    assert simulation.path(0, 0) == []
    assert simulation.path(1, 22) == []


def bot_game(options: PuyoOptions, seed: int, spec: str) -> TimedPuyo:
    """Bots in all seats choose when they have settled, and play when their pair has appeared."""
    simulation = start(options, seed)
    agents = [make_agent(spec, GAME, options, seed=f"{seed}/{seat}") for seat in range(len(simulation.boards))]
    held: list[list[int]] = [[] for _ in agents]
    while not simulation.over and simulation.tick < 50_000:
        for event in simulation.events():
            seat = event["seat"]
            if event["kind"] == "appeared":
                held[seat] = simulation.path(seat, agents[seat].choose(simulation.position(seat)))
                assert held[seat]
        simulation.step({seat: inputs.pop(0) for seat, inputs in enumerate(held) if inputs})
    return simulation


@pytest.mark.parametrize("seed", [0, 1])
def test_greedy_bots_play_versus_to_the_end(seed: int) -> None:
    simulation = bot_game(PuyoOptions(), seed, "greedy")
    assert sorted(simulation.returns()) == [-1.0, 1.0]
    assert all(board.turn > 20 and board.score > 2000 for board in simulation.boards)


def test_a_rival_who_is_about_to_lose_does_not_stop_a_bot() -> None:
    simulation = on_the_clock("......|" + "/".join(["..B...", "..Y..."] * 5) + " RB YG")
    wait(simulation, "appeared")
    place(simulation, "-", "3u")
    assert simulation.boards[1].buried
    position = simulation.position(0)
    assert position.to_play == 0
    assert len(position.players[1].field[SPAWN]) == 11


def test_a_bot_may_think_before_its_pair_appears() -> None:
    """Its chain has run out by then; the pair after the next two is in sight already."""
    simulation = on_the_clock("RR...G|...... RR YG BB GG ojama=7|0")
    wait(simulation, "appeared")
    place(simulation, "3r", "-")
    early = simulation.position(0)
    assert (early.to_play, early.turn, early.pairs()) == (0, 1, ["YG", "BB", "GG"])
    assert early.players[0].field == ("", "", "", "", "", "G")
    assert early.players[0].ojama == 7


def test_random_bots_play_single_to_the_end() -> None:
    simulation = bot_game(PuyoOptions(mode="single", colors=5), 3, "random")
    assert simulation.boards[0].phase == "lost"
    assert simulation.returns() == (simulation.boards[0].score,)
