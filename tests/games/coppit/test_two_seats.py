"""Two seats play a real game by default: until one colour has no free hat. The specification's end is an option."""

import re
from statistics import median

import numpy as np
import pytest

from asobiba.agents.spec import make_agent
from asobiba.core.match import play
from asobiba.core.records import Record, read_records, write_record
from asobiba.envs.batch import Batch
from asobiba.games.coppit import GAME
from asobiba.games.coppit.options import CoppitOptions
from asobiba.games.coppit.rules import Position
from asobiba.games.coppit.winner import captured
from tests.native.test_twins import VARIANT_POSITIONS, lock_step

TWO, LITERAL = CoppitOptions(max_players=2), CoppitOptions(max_players=2, end_mode="board")


def greedy_record(seed: int, options: CoppitOptions) -> Record:
    agents = [make_agent("greedy", GAME, options, seed=f"{seed}/{seat}") for seat in range(2)]
    return play(GAME, agents, options, seed=seed)


def last_of(record: Record) -> Position:
    *_, last = record.states()
    assert isinstance(last, Position)
    return last


@pytest.mark.thorough
def test_two_who_know_what_they_do_play_for_long_and_both_bank() -> None:
    ends = [last_of(greedy_record(seed, TWO)) for seed in range(24)]

    assert median(end.turn for end in ends) > 40
    assert sum(end.turn > 40 for end in ends) > 18
    both = sum(all(captured(end)) for end in ends)
    assert both > len(ends) / 2
    assert {end.returns() for end in ends} == {(1.0, -1.0), (-1.0, 1.0)}


def test_two_who_play_at_random_end_and_both_bank() -> None:
    games = 200
    batch = Batch(GAME, games, seed=1, options=TWO, implementation="native")
    while not batch.over.all():
        batch.step(batch.random_actions())
    ends = [batch.state(index) for index in range(games)]

    assert median(end.turn for end in ends) > 40
    assert np.mean([captured(end) for end in ends], axis=0).min() > 1
    assert sum(all(captured(end)) for end in ends) > games / 3


def test_by_the_letter_of_the_specification_two_have_hardly_begun() -> None:
    assert median(last_of(greedy_record(seed, LITERAL)).turn for seed in range(24)) < 6


@pytest.mark.parametrize(("seats", "end_mode"), [(2, "in_play"), (3, "board"), (4, "board")])
def test_the_end_depends_on_the_seats_unless_it_is_chosen(seats: int, end_mode: str) -> None:
    assert CoppitOptions(max_players=seats).end_mode == end_mode
    assert CoppitOptions.read({"max_players": str(seats), "end_mode": "none"}).end_mode == end_mode
    for chosen in ("board", "in_play"):
        assert CoppitOptions.read({"max_players": seats, "end_mode": chosen}).end_mode == chosen


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("end_mode", ["board", "in_play", None])
def test_options_are_stored_exactly(seats: int, end_mode: str | None) -> None:
    options = CoppitOptions.read({"max_players": seats, "end_mode": end_mode})

    assert CoppitOptions.read(options.chosen()) == CoppitOptions.recorded(options.chosen()) == options


def test_a_record_says_how_the_game_ends() -> None:
    record = greedy_record(1, TWO)

    assert record.options == {"max_players": 2, "end_mode": "in_play"}
    (again,) = read_records(write_record(record).splitlines())
    assert last_of(again) == last_of(record)


def test_a_record_that_is_older_than_the_default_replays() -> None:
    record = greedy_record(1, LITERAL)
    text = write_record(record)
    old = re.sub(r',"end_mode":"board"', "", text, count=1)
    assert old != text

    (again,) = read_records(old.splitlines())

    assert (last_of(again), last_of(again).over) == (last_of(record), True)


@pytest.mark.parametrize("options", [TWO, LITERAL], ids=["in play", "board"])
def test_the_kernel_ends_the_games_of_two_as_the_rulebook_does(options: CoppitOptions) -> None:
    lock_step(GAME, options, 4 * VARIANT_POSITIONS, seed=3)
