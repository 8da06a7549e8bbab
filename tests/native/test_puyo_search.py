"""Puyo's quiet search and beam search: what they find, that luck decides nothing twice, and what they refuse."""

import random
from importlib import import_module
from math import inf
from typing import Any

import pytest

from asobiba._native import kernels
from asobiba.core.game import OVER
from asobiba.games.puyo.field import COLOURS, OJAMA, WIDTH, Field, resolve
from asobiba.games.puyo.native import pack, pack_field, rules
from asobiba.games.puyo.notation import read_position
from asobiba.games.puyo.placements import ACTIONS
from asobiba.games.puyo.potential import Trigger, triggers
from asobiba.games.puyo.rules import Position, PuyoOptions, conceal
from tests.games.puyo.play import random_game
from tests.games.puyo.test_potential import presets

SINGLE = PuyoOptions(mode="single")
OPTIONS = [
    PuyoOptions(),
    SINGLE,
    PuyoOptions(mode="single", colors=3, row14="once"),
    PuyoOptions(mode="single", colors=5, max_turns=12),
    PuyoOptions(colors=3, ojama_per_turn=6, row14="once"),
    PuyoOptions(colors=5, target_points=1, margin_seconds=0, max_turns=30),
]


def found_natively(field: Field) -> list[Trigger]:
    found = kernels.puyo_triggers(pack_field(field))
    return [Trigger(links, score, column, COLOURS[code - 1], puyos) for links, score, column, code, puyos in found]


def random_field(generator: random.Random) -> Field:
    """At rest, of any height, with three colours so that much touches, and a few ojama."""
    letters = COLOURS[:3] * 3 + OJAMA
    heights = [generator.randint(0, 13) for _ in range(WIDTH)]
    return resolve(tuple("".join(generator.choices(letters, k=height)) for height in heights)).field


def searched(position: Position, *plan: int, seed: int = 1, module: Any = kernels) -> tuple[list[float], list[float]]:
    values, links = module.puyo_search(rules_in(module, position.options), pack(position), *(plan or (4, 5, 2)), seed)
    return values, links


def rules_in(module: Any, options: PuyoOptions) -> Any:
    """The rules as a class of that build."""
    if module is kernels:
        return rules(options)
    versus, once = options.mode == "versus", options.row14 == "once"
    never = 2**64 - 1
    margin = never if options.margin_seconds is None else options.margin_seconds
    turns = never if options.max_turns is None else options.max_turns
    return module.PuyoRules(versus, options.colors, options.target_points, margin, options.ojama_per_turn, once, turns)


def seen(options: PuyoOptions, seed: int) -> list[Position]:
    """Every position of a random game in which somebody is to move, as he sees it."""
    return [conceal(each, each.to_play) for each in random_game(options, seed) if each.to_play >= 0]


def test_the_quiet_search_finds_what_the_rulebook_finds() -> None:
    generator = random.Random(1)
    fields = [random_field(generator) for _ in range(2000)] + [preset.field for preset in presets()[::9]]

    for field in fields:
        assert sorted(found_natively(field)) == sorted(triggers(field))
    assert sum(bool(triggers(field)) for field in fields) > 1500


@pytest.mark.parametrize("options", OPTIONS, ids=lambda options: str(options.chosen()))
def test_every_legal_placement_has_a_value_and_no_other(options: PuyoOptions) -> None:
    for seed in range(6):
        for position in seen(options, seed):
            values, links = searched(position)

            assert [action for action in range(ACTIONS) if values[action] > -inf] == list(position.legal())
            assert max(values) < inf
            assert all(0 <= number <= 19 for number in links)


def test_the_same_seed_finds_the_same() -> None:
    for position in seen(SINGLE, 3)[5:15]:
        assert searched(position, seed=7) == searched(position, seed=7)
    assert any(searched(position, seed=7) != searched(position, seed=8) for position in seen(SINGLE, 3)[5:15])


def test_only_what_is_in_sight_counts() -> None:
    """The queue beyond the three pairs and the other's commit change nothing."""
    for options in (SINGLE, PuyoOptions()):
        for position in random_game(options, 2):
            if position.to_play >= 0:
                assert searched(position) == searched(conceal(position, position.to_play))


def test_both_builds_find_the_same() -> None:
    plain = import_module("asobiba._native._plain")
    if not plain.has_avx2():
        pytest.skip("this processor runs only one of them")
    fast = import_module("asobiba._native._avx2")
    for options in OPTIONS:
        for position in seen(options, 5)[::4]:
            assert searched(position, 12, 8, 2, module=plain) == searched(position, 12, 8, 2, module=fast)


def test_placements_that_lead_to_the_same_field_are_worth_the_same() -> None:
    position = read_position("......|...... RR BY GG", PuyoOptions())

    values, _ = searched(position)

    assert values[0:6] == values[6:12]
    assert values[12:17] == values[17:22]


STAIRS = "ORBYG./RBYGR./RBYGR./RBYGR."
"""RR on column 6 starts five links, 4,900 points, 70 ojama."""
LOW, HIGH = "......", "/".join(["GYBRGY", "YBRGYB"] * 4)
STRIKE = {5, 11}


@pytest.mark.parametrize(
    ("text", "strikes"),
    [
        pytest.param(f"{STAIRS}|{LOW} RR BY GB ojama=60|0", True, id="sixty wait, and seventy offset them"),
        pytest.param(f"{STAIRS}|{HIGH} RR BY GB", True, id="the other has no room and no answer"),
        pytest.param(f"{STAIRS}|{STAIRS} BY RR GB", False, id="another pair than the one that starts it"),
        pytest.param(f"{STAIRS}|{LOW} RR BY GB turn=12 ojama=0|30", True, id="the other is about to be hit already"),
    ],
)
def test_a_fight_is_answered(text: str, strikes: bool) -> None:
    position = read_position(text, PuyoOptions())

    values, _ = searched(position, 20, 6, 2)

    assert (values.index(max(values)) in STRIKE) == strikes


@pytest.mark.parametrize(("turn", "points"), [(48, 4900), (30, 6000)])
def test_a_chain_is_fired_before_the_last_turn_ends(turn: int, points: int) -> None:
    """With two turns to go nothing is better than these five links; with twenty, much is."""
    position = read_position(f"{STAIRS} RR BY GB turn={turn}", PuyoOptions(mode="single", max_turns=50))

    values, links = searched(position, 20, 10, 2)

    assert (values[5], links[5]) == (4900, 5)
    assert (max(values) == 4900) == (points == 4900)
    assert max(values) >= points


def test_nothing_is_searched_where_nobody_is_to_move() -> None:
    positions = list(random_game(PuyoOptions(), 1))
    for position in (positions[0], positions[-1]):
        with pytest.raises(ValueError, match="nobody is to move"):
            searched(position)
    assert positions[-1].to_play == OVER


@pytest.mark.parametrize(
    ("plan", "sentence"),
    [
        ((0, 5, 2), "width is a number from 1 to 10000"),
        ((10_001, 5, 2), "width is a number from 1 to 10000"),
        ((4, 0, 2), "depth is a number from 1 to 100"),
        ((4, 101, 2), "depth is a number from 1 to 100"),
        ((4, 5, 0), "queues is a number from 1 to 1000"),
        ((4, 5, -1), "queues is a number from 1 to 1000"),
        ((4, 5, 1001), "queues is a number from 1 to 1000"),
        ((10_000, 100, 2), "width x depth x queues is at most 1000000"),
    ],
)
def test_plans_have_limits(plan: tuple[int, int, int], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        searched(seen(SINGLE, 1)[0], *plan)


@pytest.mark.parametrize("raw", [b"", b"x", bytes(35), b"\xff" * 36])
def test_bytes_that_are_no_field_are_refused(raw: bytes) -> None:
    with pytest.raises(ValueError, match="field"):
        kernels.puyo_triggers(raw)


def test_numbers_as_large_as_they_get_do_no_harm() -> None:
    text = f"{STAIRS}|{HIGH} RR BY GB ojama=1000000000000|1000000000000 carry=1000000000000|1000000000000 clear=1|1"
    position = read_position(text, PuyoOptions(target_points=10**12, ojama_per_turn=10**12))

    values, _ = searched(position)

    assert all(abs(values[action]) < 1e15 for action in position.legal())
