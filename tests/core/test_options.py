"""Options refuse wrong values by name and say what is allowed."""

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from asobiba.core.errors import ConfigError
from asobiba.core.options import Options, describe, option
from asobiba.core.registry import find_game


@dataclass(frozen=True)
class Tea(Options):
    cups: int = option(2, "how many", low=1, high=4)
    sugar: float = option(0.5, "spoons", low=0)
    milk: bool = option(False, "with milk")
    kind: Literal["green", "black"] = option("green", "which")
    minutes: int | None = option(None, "how long it draws", low=1)
    guests: tuple[int, ...] = option((0,), "who", low=0, high=3)

    def check(self) -> None:
        if self.milk and self.kind == "green":
            raise ConfigError("option milk=true: green tea is drunk without")


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"cups": 5}, "option cups=5 of Tea: allowed is a whole number from 1 to 4"),
        ({"cups": "many"}, "option cups=many of Tea: allowed is a whole number from 1 to 4"),
        ({"cups": True}, "option cups=true of Tea: allowed is a whole number from 1 to 4"),
        ({"cups": 1.0}, "option cups=1.0 of Tea: allowed is a whole number from 1 to 4"),
        ({"sugar": -1}, "option sugar=-1 of Tea: allowed is a number, 0 or more"),
        ({"sugar": "nan"}, "option sugar=nan of Tea: allowed is a number, 0 or more"),
        ({"milk": "maybe"}, "option milk=maybe of Tea: allowed is true or false"),
        ({"kind": "red"}, "option kind=red of Tea: allowed is green or black"),
        ({"minutes": 0}, "option minutes=0 of Tea: allowed is a whole number, 1 or more or none"),
        ({"guests": "1,9"}, "option guests=1,9 of Tea: allowed is whole numbers such as 0,2 from 0 to 3"),
        ({"milk": True}, "option milk=true: green tea is drunk without"),
        ({"lemon": 1}, "Tea has no option 'lemon'; its options: cups, sugar, milk, kind, minutes, guests"),
    ],
)
def test_a_wrong_value_is_refused(values: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ConfigError) as caught:
        Tea.read(values)

    assert str(caught.value) == sentence


@pytest.mark.parametrize(
    ("values", "tea"),
    [
        ({"cups": np.int64(3)}, Tea(cups=3)),
        ({"sugar": np.float32(0.5), "milk": np.False_}, Tea(sugar=0.5, milk=False)),
        ({"guests": np.arange(2)}, Tea(guests=(0, 1))),
        ({"guests": [np.uint8(2), 3]}, Tea(guests=(2, 3))),
    ],
    ids=str,
)
def test_numbers_and_arrays_of_numpy_are_taken(values: dict[str, Any], tea: Tea) -> None:
    found = Tea(**values)

    assert repr(found) == repr(tea)
    assert found == Tea.read(values) == tea


@pytest.mark.parametrize("values", [{"cups": np.float64(3)}, {"cups": np.True_}, {"guests": np.ones(2)}], ids=str)
def test_numpy_is_no_excuse(values: dict[str, Any]) -> None:
    with pytest.raises(ConfigError, match="allowed is"):
        Tea(**values)


@pytest.mark.parametrize(
    ("values", "tea"),
    [
        ({}, Tea()),
        ({"cups": "3"}, Tea(cups=3)),
        ({"sugar": "2"}, Tea(sugar=2.0)),
        ({"milk": "true", "kind": "black"}, Tea(milk=True, kind="black")),
        ({"minutes": "none"}, Tea()),
        ({"minutes": "5"}, Tea(minutes=5)),
        ({"guests": "1,2"}, Tea(guests=(1, 2))),
        ({"guests": [1, 2]}, Tea(guests=(1, 2))),
    ],
)
def test_texts_and_json_values_are_read(values: dict[str, Any], tea: Tea) -> None:
    assert Tea.read(values) == tea


def test_what_was_chosen_reads_back() -> None:
    tea = Tea(cups=4, guests=(2, 3), minutes=7)

    assert tea.chosen() == {"cups": 4, "guests": [2, 3], "minutes": 7}
    assert Tea.read(tea.chosen()) == tea


@dataclass(frozen=True)
class Table(Options):
    """Large tables got two pots when stored ones had one."""

    guests: int = option(2, "how many", low=1, high=9)
    pots: int | None = option(None, "of tea; none: one for four guests", low=1, high=9)

    unsaid: ClassVar[Mapping[str, Any]] = {"pots": 1}

    def automatic(self) -> Mapping[str, Any]:
        return {"pots": 1 + self.guests // 5}


def test_a_default_may_depend_on_other_options() -> None:
    assert (Table().pots, Table(guests=6).pots, Table(guests=6, pots=1).pots) == (1, 2, 1)
    assert Table(guests=6) == Table(guests=6, pots=2)


@pytest.mark.parametrize("guests", [2, 6])
@pytest.mark.parametrize("pots", [None, 1, 2, 3])
def test_what_was_stored_reads_back_whatever_the_default_is(guests: int, pots: int | None) -> None:
    table = Table(guests, pots)

    assert Table.read(table.chosen()) == Table.recorded(table.chosen()) == table
    assert ("pots" in table.chosen()) == ((guests, table.pots) != (2, 1))


def test_what_was_stored_before_the_default_means_what_it_meant() -> None:
    assert Table.recorded({"guests": 6}).pots == 1
    assert Table.read({"guests": 6}).pots == 2


def test_options_cannot_be_changed() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        Tea().cups = 3  # type: ignore[misc]


def test_they_describe_themselves() -> None:
    assert describe(Tea)[0] == ("cups", "2", "a whole number from 1 to 4", "how many")


@given(st.dictionaries(st.sampled_from(["cups", "sugar", "milk", "kind", "minutes", "guests"]), st.text(max_size=8)))
def test_any_text_is_read_or_refused(values: dict[str, str]) -> None:
    try:
        tea = Tea.read(values)
    except ConfigError:
        return
    assert Tea.read(tea.chosen()) == tea


@pytest.mark.parametrize("huge", [2**53 + 1, -(2**60), 10**400, 10**5000], ids=["2^53", "-2^60", "10^400", "10^5000"])
def test_numbers_that_nothing_holds_are_refused(huge: int) -> None:
    with pytest.raises(ConfigError, match=r"a number of \d+ bits.*at most 9007199254740992"):
        find_game("coppit").options.read({"afk_timeout_sec": huge})
