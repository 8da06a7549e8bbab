"""Luck: fair, lazily listed, and computed by others from what docs/online.md says.

`fair_luck.json` is the test vector for clients in other languages. A generator written here from the description alone
reproduces it, and so does the package.
"""

import hashlib
import json
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import replace
from itertools import accumulate
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from asobiba.agents.spec import make_agent
from asobiba.core.errors import RecordError
from asobiba.core.game import CHANCE
from asobiba.core.luck import EvenChances, Luck, misdrawn
from asobiba.core.match import play
from asobiba.core.records import Record
from asobiba.core.registry import find_game
from asobiba.online.protocol.events import Started
from asobiba.online.rooms.dice import commitment_of, dice_of
from tests.online.tables import new_table

VECTOR = json.loads((Path(__file__).parent / "fair_luck.json").read_text())


class Chances:
    """A position of which nothing but its luck is known."""

    def __init__(self, told: Any) -> None:
        self._chances = EvenChances(told["even"]) if isinstance(told, dict) else [tuple(each) for each in told]

    def chances(self) -> Any:
        return self._chances


# The description in docs/online.md, written down once more -----------------------------------------------------------


def words(text: str) -> Iterator[int]:
    """MT19937, seeded by an array: numbers below 2^32."""
    key = text.encode() + hashlib.sha512(text.encode()).digest()
    array = [int.from_bytes(key[max(0, end - 4) : end]) for end in range(len(key), 0, -4)]
    state = [19650218]
    for i in range(1, 624):
        state.append((1812433253 * (state[-1] ^ state[-1] >> 30) + i) % 2**32)
    i, j = 1, 0
    for step in range(max(624, len(array)) + 623):
        mixed, first = state[i - 1] ^ state[i - 1] >> 30, step < max(624, len(array))
        added = array[j] + j if first else -i
        state[i] = ((state[i] ^ mixed * (1664525 if first else 1566083941)) + added) % 2**32
        i, j = i + 1, (j + 1) % len(array)
        if i == 624:
            state[0], i = state[623], 1
    state[0] = 2**31
    while True:
        for k in range(624):
            y = (state[k] & 2**31) | (state[(k + 1) % 624] & (2**31 - 1))
            state[k] = state[(k + 397) % 624] ^ y >> 1 ^ (y & 1) * 0x9908B0DF
        for word in list(state):
            y = word ^ word >> 11
            y ^= y << 7 & 0x9D2C5680
            y ^= y << 15 & 0xEFC60000
            yield y ^ y >> 18


def drawn(text: str, chances: Any) -> int:
    numbers = words(text)
    if isinstance(chances, dict):
        count = len(chances["even"])
        bits = count.bit_length()
        return int(chances["even"][next(number for word in numbers if (number := word >> 32 - bits) < count)])
    sums = list(accumulate(weight for _, weight in chances))
    point = ((next(numbers) >> 5) * 2**26 + (next(numbers) >> 6)) / 2**53 * sums[-1]
    return int(chances[min(bisect_right(sums, point), len(chances) - 1)][0])


def text_of(draw: dict[str, Any]) -> str:
    return "/".join([draw["seed"], str(draw["ply"]), *([str(draw["takebacks"])] if draw["takebacks"] else [])])


# ---------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("draw", VECTOR["draws"], ids=lambda draw: draw["text"])
def test_the_vector_is_what_the_description_says_and_what_is_drawn_here(draw: dict[str, Any]) -> None:
    first = words(draw["text"])

    assert text_of(draw) == draw["text"]
    assert [next(first) for _ in draw["words"]] == draw["words"]
    assert drawn(draw["text"], draw["chances"]) == draw["outcome"]
    state: Any = Chances(draw["chances"])
    assert Luck(int(draw["seed"])).draw(state, draw["ply"], draw["takebacks"]) == draw["outcome"]


def test_the_vector_has_what_can_go_wrong() -> None:
    kinds = {(isinstance(draw["chances"], dict), draw["takebacks"] > 0) for draw in VECTOR["draws"]}
    even = [draw for draw in VECTOR["draws"] if isinstance(draw["chances"], dict)]

    assert len(kinds) == 4
    assert any(draw["words"][0] >> 32 - (n := len(draw["chances"]["even"])).bit_length() >= n for draw in even), (
        "a word that is thrown away"
    )
    assert any(int(draw["seed"]) > 2**53 for draw in VECTOR["draws"])


def test_the_promise_and_the_dice_of_bots_are_in_the_vector_too() -> None:
    promise = VECTOR["commitment"]
    text = f"{promise['nonce']}:{promise['seed']}"
    assert hashlib.sha256(text.encode()).hexdigest() == promise["sha256"]
    assert commitment_of(int(promise["seed"]), promise["nonce"]) == promise["sha256"]

    started = new_table("puyo").after(Started(1, "", int(promise["seed"]), promise["nonce"]))
    for dice in VECTOR["dice"]:
        table = structs.replace(started, taken_back=dice["takebacks"])
        after = f"/{dice['takebacks']}" if dice["takebacks"] else ""
        decision = f"{text}/bot/{dice['seat']}/{dice['moment']}{after}"
        assert hashlib.sha256(decision.encode()).hexdigest() == dice["sha256"]
        assert dice_of(table, dice["seat"], dice["moment"]) == dice["sha256"]


def a_record() -> Record:
    found = find_game("coppit")
    options = found.options(max_turns=20)
    return play(found, [make_agent("random", found, options, seed=seat) for seat in range(4)], options, seed=9)


def test_a_record_is_checked_against_its_seed() -> None:
    record = a_record()
    rolled = [number for number, ply in enumerate(record.plies) if ply.seat == CHANCE]
    assert len(rolled) > 10
    assert misdrawn(record) == []

    last = record.plies[rolled[-1]]
    for other in ({"action": (last.action + 1) % 6}, {"takebacks": 1}, {"takebacks": 2}, {"takebacks": 3}):
        plies = [*record.plies[: rolled[-1]], replace(last, **other)]
        state = list(record.states())[rolled[-1]]
        changed = plies[-1].action != Luck(9).draw(state, rolled[-1], plies[-1].takebacks)
        assert misdrawn(replace(record, plies=tuple(plies), returns=None)) == rolled[-1:] * changed


def test_without_a_seed_nothing_can_be_checked() -> None:
    with pytest.raises(RecordError, match="no seed"):
        misdrawn(replace(a_record(), seed=None))


class TwoToOne:
    """A position with uneven luck."""

    def chances(self) -> list[tuple[int, float]]:
        return [(4, 2 / 3), (9, 1 / 3)]


@pytest.mark.parametrize("takebacks", [0, 1])
def test_luck_follows_the_chances(takebacks: int) -> None:
    drawn = [Luck(0).draw(TwoToOne(), ply, takebacks) for ply in range(3000)]  # type: ignore[arg-type]

    assert set(drawn) == {4, 9}
    assert abs(drawn.count(4) - 2000) < 5 * (3000 * 2 / 9) ** 0.5


def test_after_a_takeback_luck_knows_nothing_of_what_was_drawn() -> None:
    """One in six rolls is the same again, as chance has it."""
    roll: Any = Chances({"even": list(range(6))})
    same = sum(Luck(0).draw(roll, ply) == Luck(0).draw(roll, ply, 1) for ply in range(3000))

    assert abs(same - 500) < 5 * (3000 * 5 / 36) ** 0.5


def test_even_chances_are_listed_lazily() -> None:
    chances = EvenChances(range(65536))

    assert len(chances) == 65536
    assert chances[7] == (7, 1 / 65536)
    assert chances[:2] == [(0, 1 / 65536), (1, 1 / 65536)]
    assert sum(p for _, p in chances) == pytest.approx(1)
