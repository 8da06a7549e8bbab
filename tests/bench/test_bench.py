"""The benchmark's rows have one shape, and what they measure is what they say."""

import json

import pytest

from asobiba._native import kernels
from asobiba.bench.adaptors.bars import LONG_CHAIN
from asobiba.bench.adaptors.peers import PEERS, SEARCHERS, Peer
from asobiba.bench.measure import Row, best_rate
from asobiba.bench.search import NativeSearching
from asobiba.core.registry import find_game
from asobiba.games.puyo.native import pack_field
from asobiba.games.puyo.notation import read_field


def test_a_row_says_how_many_times_better_we_are() -> None:
    assert Row("speed", 30.0, "steps/s", "them", 10.0).ratio == 3
    assert Row("time", 2.0, "µs", "them", 10.0).ratio == 5
    assert Row("alone", 2.0, "steps/s").ratio is None
    assert list(Row("a", 1.0, "b").as_json()) == ["what", "ours", "unit", "peer", "theirs", "digits", "ratio"]
    json.dumps(Row("a", 1.0, "b").as_json())


def test_the_rate_is_the_best_of_the_runs() -> None:
    assert best_rate(lambda: 1000, repeats=2) > 1000


def test_the_long_chain_is_one() -> None:
    assert kernels.puyo_resolve(pack_field(read_field(LONG_CHAIN)))[:2] == (19, 175080)


def test_a_peer_that_is_not_installed_has_no_rate() -> None:
    assert Peer("nobody", "no_such_module", lambda module: lambda: 1).rate() is None


def test_every_search_begins_with_an_empty_tree() -> None:
    search = NativeSearching(find_game("otrio"))
    first, again = search(), search()

    assert first == again == 100_000
    assert search.agent.search.found().nodes < 1_000_000
    assert sum(move.visits for move in search.agent.search.found().moves.values()) == 100_000


INSTALLED = [
    peer
    for peers in (*PEERS.values(), *SEARCHERS.values())
    for peer in peers
    if peer.module in ("pyspiel", "gymnasium_2048")
]


@pytest.mark.parametrize("peer", INSTALLED, ids=lambda peer: peer.name)
def test_the_light_peers_play(peer: Peer) -> None:
    """Those that `make test` installs; the heavy ones are measured by `asobiba bench --peers`."""
    rate = peer.rate()

    assert rate is not None
    assert rate > 100
