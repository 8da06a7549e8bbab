"""What every game on the clock must keep, for each game that has one."""

import json
import random
from collections.abc import Iterator
from itertools import islice
from typing import Any, get_type_hints

import msgspec
import pytest

from asobiba.core.errors import StateError
from asobiba.core.game import OVER, AnyGame
from asobiba.core.options import Options
from asobiba.online.simulation import Simulation, Timing, decisions, digest, is_moment, played_again
from asobiba.online.table import Table
from tests.variants import name_of, variants

TIMED = [variant for variant in variants() if variant[0].part(Table).timed is not None]
TICKS = 1200
DAMAGE: tuple[Any, ...] = (None, "x", -1, [], {}, [{}])


def timing(found: AnyGame) -> Timing[Any]:
    timed = found.part(Table).timed
    assert timed is not None
    return timed


def buttons(found: AnyGame, options: Options, seed: int = 0) -> Iterator[dict[int, int]]:
    """Each seat now and then holds something else."""
    generator = random.Random(seed)
    held = dict.fromkeys(range(len(found.seats(options))), 0)
    while True:
        for seat in held:
            if generator.random() < 0.2:
                held[seat] = generator.randrange(1 << len(timing(found).buttons))
        yield held.copy()


def test_some_games_are_played_on_the_clock_and_some_are_not() -> None:
    assert TIMED
    assert len(TIMED) < len(variants())


@pytest.mark.parametrize(("found", "options"), TIMED, ids=name_of)
def test_the_same_seed_and_buttons_give_the_same_game(found: AnyGame, options: Options) -> None:
    """Also for a copy, and for one that was written as JSON and read, each from the middle of the game on."""
    one, other = (timing(found).start(options, 7) for _ in range(2))
    for held in islice(buttons(found, options), TICKS):
        one.step(held)
        other.step(held)
        assert one.events() == other.events()
        if one.tick % 100 == 0:
            assert one.digest() == other.digest()
            other = other.copy()
        elif one.tick % 100 == 50:
            other = timing(found).read(json.loads(json.dumps(other.write())), options)
            assert other.write() == one.write()
    assert one.digest() == other.digest()
    assert (one.tick, one.over, one.returns()) == (other.tick, other.over, other.returns())


@pytest.mark.parametrize(("found", "options"), TIMED, ids=name_of)
def test_a_copy_goes_its_own_way(found: AnyGame, options: Options) -> None:
    simulation = timing(found).start(options, 7)
    for held in islice(buttons(found, options), 300):
        before, twin = simulation.write(), simulation.copy()
        twin.step(held)
        assert simulation.write() == before
        simulation.step(held)


@pytest.mark.parametrize(("found", "options"), TIMED, ids=name_of)
def test_everything_that_leaves_it_is_json(found: AnyGame, options: Options) -> None:
    simulation = timing(found).start(options, 1 << 100)
    for held in islice(buttons(found, options, 3), 400):
        simulation.step(held)
        for value in (simulation.events(), simulation.write(), simulation.view(None), simulation.view(0)):
            assert json.loads(json.dumps(value)) == value
        assert all({"kind", "seat"} <= set(event) for event in simulation.events())
        assert simulation.events() or not simulation.rested


@pytest.mark.parametrize(("found", "options"), TIMED, ids=name_of)
def test_an_agent_is_asked_about_its_own_seat_and_can_play_what_it_says(found: AnyGame, options: Options) -> None:
    simulation: Simulation = timing(found).start(options, 2)
    generator, played = random.Random(0), 0
    while not simulation.over and played < 20 and simulation.tick < 20_000:
        held: dict[int, list[int]] = {}
        for seat in range(len(found.seats(options))):
            position = simulation.position(seat)
            assert position.to_play in (seat, OVER)
            assert found.conceal(position, seat) == position
            action = generator.choice(position.legal()) if position.to_play == seat else None
            held[seat] = simulation.path(seat, action) if action is not None else []
            played += bool(held[seat])
        for tick in range(max(1, *map(len, held.values()), 1)):
            simulation.step({seat: path[tick] for seat, path in held.items() if tick < len(path)})
    assert played >= 20 or simulation.over


@pytest.mark.parametrize(("found", "options"), TIMED, ids=name_of)
def test_a_game_played_again_tells_its_decisions(found: AnyGame, options: Options) -> None:
    """Each was legal in the position before it, at the last moment that a replay shows before something was placed."""
    held, changes = list(islice(buttons(found, options, 5), TICKS)), list[tuple[int, int, int]]()
    for tick, now in enumerate(held):
        changes += [(tick, seat, mask) for seat, mask in now.items()]
    steps = played_again(timing(found), options, 9, changes, TICKS)
    moments = [placed for placed in ((each.decided(), is_moment(each, TICKS)) for each in steps) if placed[1]]
    made = list(decisions(played_again(timing(found), options, 9, changes, TICKS), TICKS))

    placed = [seat for decided, _ in moments for seat, _ in decided]
    assert 0 < len(made) <= len(placed)
    for each in made:
        assert each.action in each.position.legal()
        assert (each.position.to_play, each.action) in moments[each.moment + 1][0]


@pytest.mark.parametrize(("found", "options"), TIMED, ids=name_of)
def test_buttons_that_mean_nothing_change_nothing(found: AnyGame, options: Options) -> None:
    one, other = (timing(found).start(options, 7) for _ in range(2))
    beyond = 1 << len(timing(found).buttons)
    for held in islice(buttons(found, options), 200):
        one.step(held)
        other.step({9: 1, -1: 1} | {seat: mask | beyond | -beyond for seat, mask in held.items()})
    assert one.write() == other.write()


@pytest.mark.parametrize(("found", "options"), TIMED, ids=name_of)
def test_what_is_damaged_is_refused(found: AnyGame, options: Options) -> None:
    simulation = timing(found).start(options, 7)
    for held in islice(buttons(found, options), 100):
        simulation.step(held)
    saved = simulation.write()
    for key in saved:
        for value in DAMAGE:
            if value != saved[key] and not (key == "seed" and value == -1):
                with pytest.raises(StateError):
                    timing(found).read({**saved, key: value}, options)
        with pytest.raises(StateError):
            timing(found).read({name: saved[name] for name in saved if name != key}, options)
    with pytest.raises(StateError):
        timing(found).read({**saved, "more": 1}, options)


def test_a_digest_names_a_value() -> None:
    assert digest({"a": 1, "b": [2, 3]}) == digest({"b": [2, 3], "a": 1})
    assert digest({"a": 1, "b": [2, 3]}) != digest({"a": 1, "b": [3, 2]})
    assert digest({"tick": 0}) == "aff69e3e4dd6de6e"


@pytest.mark.parametrize(("found", "options"), TIMED, ids=name_of)
def test_a_view_is_just_what_its_type_says(found: AnyGame, options: Options) -> None:
    simulation = timing(found).start(options, 7)
    kind = get_type_hints(type(simulation).view)["return"]
    for held in islice(buttons(found, options), TICKS):
        simulation.step(held)
        assert msgspec.convert(simulation.view(0), kind) == simulation.view(0)
