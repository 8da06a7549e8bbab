"""Limits: buckets, places, and what counts as one address."""

from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.requests import HTTPConnection

from asobiba.online.http.door import Door
from asobiba.online.http.limits import Buckets, Places, address_key, address_of
from asobiba.online.protocol.pace import Bucket
from asobiba.online.settings import Settings


@dataclass
class Clock:
    now: float = 1000.0

    def __call__(self) -> float:
        return self.now


def test_a_bucket_grants_its_burst_and_then_its_rate() -> None:
    clock = Clock()
    bucket = Bucket(rate=5, burst=100, clock=clock)

    assert [bucket.take() for _ in range(101)] == [True] * 100 + [False]
    assert bucket.wait() == pytest.approx(0.2)
    clock.now += 1.0
    assert sum(bucket.take() for _ in range(50)) == 5
    clock.now += 3600
    assert bucket.wait() == 0
    assert sum(bucket.take() for _ in range(500)) == 100


@given(
    st.floats(0.1, 50),
    st.integers(1, 30),
    st.lists(st.floats(0, 3), max_size=200),
)
def test_no_stretch_of_time_grants_more_than_burst_and_rate(rate: float, burst: int, pauses: list[float]) -> None:
    clock = Clock()
    bucket = Bucket(rate, burst, clock)
    granted: list[float] = []
    for pause in pauses:
        clock.now += pause
        if bucket.take():
            granted.append(clock.now)
        else:
            assert bucket.wait() > 0

    for first in range(len(granted)):
        for last in range(first, len(granted)):
            assert last - first + 1 <= burst + (granted[last] - granted[first]) * rate + 1e-3


def test_keys_do_not_share() -> None:
    buckets = Buckets(rate=1, burst=2, clock=Clock())

    assert [buckets.take(key) for key in "aaabbb"] == [True, True, False, True, True, False]
    assert buckets.wait("a") == pytest.approx(1.0)
    assert buckets.wait("c") == 0


def test_one_bucket_and_many_agree() -> None:
    clock = Clock()
    one, many = Bucket(3, 7, clock), Buckets(3, 7, clock=clock)
    for step in range(300):
        clock.now += 0.01 * (step % 40)
        assert one.take() == many.take("a")
        assert one.wait() == pytest.approx(many.wait("a"))


def test_what_a_take_cost_more_is_owed() -> None:
    clock = Clock()
    buckets = Buckets(rate=1, burst=2, clock=clock)
    assert buckets.take("a", 0.5)
    buckets.charge("a", 4.5)
    assert not buckets.take("a", 0.5)
    assert buckets.wait("a") == 4
    clock.now += 4
    assert buckets.take("a", 0.5)
    assert buckets.take("b", 2.0)


def test_full_buckets_are_forgotten() -> None:
    clock = Clock()
    buckets = Buckets(rate=1, burst=2, capacity=1000, clock=clock)
    for guest in range(100_000):
        clock.now += 0.01
        assert buckets.take(f"guest {guest}")
        assert len(buckets) <= 150


def test_a_flood_of_addresses_forgives_nobody() -> None:
    clock = Clock()
    buckets = Buckets(rate=1 / 60, burst=2, capacity=100, clock=clock)
    while buckets.take("offender"):
        pass
    for address in range(100_000):
        buckets.take(f"address {address}")

    assert len(buckets) <= 101
    assert not buckets.take("offender")


def test_when_all_places_are_in_use_newcomers_share_one_bucket() -> None:
    clock = Clock()
    buckets = Buckets(rate=1, burst=2, capacity=10, clock=clock)
    assert all(buckets.take(f"early {guest}") for guest in range(10))

    assert [buckets.take(f"late {guest}") for guest in range(4)] == [True, True, False, False]
    assert buckets.wait("late 9") == pytest.approx(1.0)
    assert buckets.take("early 3")
    clock.now += 5
    assert buckets.take("late 9")
    assert buckets.take("late 3")


def test_places_by_key_and_in_all() -> None:
    places = Places(each=2, total=5)

    assert [places.take("a") for _ in range(3)] == [True, True, False]
    assert [places.take(key) for key in "bbcc"] == [True, True, True, False]
    assert places.open == 5
    places.give_back("a")
    assert places.take("c")
    for key in "abbcc":
        places.give_back(key)
    assert places.open == 0
    with pytest.raises(KeyError):
        places.give_back("a")


ADDRESSES = [
    ("192.0.2.7", "192.0.2.7"),
    ("::ffff:192.0.2.7", "192.0.2.7"),
    ("2001:db8:1:2:aaaa::1", "2001:db8:1:2::/64"),
    ("2001:0DB8:0001:0002:ffff:ffff:ffff:ffff", "2001:db8:1:2::/64"),
    ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
    ("fe80::1%eth0", "fe80::/64"),
    ("::1", "::/64"),
    ("testclient", "testclient"),
    ("x" * 10_000, "x" * 64),
    ("", ""),
]


@pytest.mark.parametrize(("host", "key"), ADDRESSES)
def test_one_address(host: str, key: str) -> None:
    assert address_key(host) == key


def test_the_address_of_a_connection() -> None:
    scope = {"type": "http", "headers": [(b"x-forwarded-for", b"203.0.113.9")]}

    assert address_of(HTTPConnection({**scope, "client": ("192.0.2.7", 4000)})) == "192.0.2.7"
    assert address_of(HTTPConnection({**scope, "client": None})) == "local"


TOKEN = "a token of sixteen"
METRICS: list[tuple[str, dict[str, Any], dict[str, str], bool]] = [
    ("127.0.0.1", {}, {}, True),
    ("127.99.0.1", {}, {}, True),
    ("::1", {"host": "::1"}, {}, True),
    ("127.0.0.1", {"host": "localhost"}, {}, True),
    ("192.0.2.7", {}, {}, False),
    ("127.0.0.1", {}, {"x-forwarded-for": "203.0.113.9"}, False),
    ("127.0.0.1", {"host": "0.0.0.0"}, {}, False),
    ("127.0.0.1", {"host": "play.example"}, {}, False),
    ("127.0.0.1", {"public_url": "https://play.example"}, {}, True),
    ("192.0.2.7", {"host": "0.0.0.0", "metrics_networks": "192.0.2.0/24"}, {}, True),
    ("::ffff:192.0.2.7", {"host": "::", "metrics_networks": "192.0.2.0/24"}, {}, True),
    ("198.51.100.1", {"metrics_networks": "192.0.2.0/24"}, {}, False),
    ("127.0.0.1", {"metrics_networks": "192.0.2.0/24"}, {}, False),
    ("198.51.100.1", {"metrics_token": TOKEN}, {"authorization": f"Bearer {TOKEN}"}, True),
    ("127.0.0.1", {"metrics_token": TOKEN}, {"authorization": "Bearer another one of sixteen"}, False),
    ("127.0.0.1", {"metrics_token": TOKEN}, {}, False),
    ("somewhere", {}, {}, False),
]


@pytest.mark.parametrize(("address", "settings", "headers", "granted"), METRICS)
def test_who_may_read_the_metrics(
    address: str, settings: dict[str, Any], headers: dict[str, str], granted: bool
) -> None:
    told = [(name.encode(), value.encode()) for name, value in headers.items()]
    asked = HTTPConnection({"type": "http", "headers": told, "client": (address, 4000)})

    assert Door(Settings(**settings)).may_measure(asked) is granted
