"""Units on a Ray cluster: what is refused, what is asked of Ray, and the same training when a node dies."""

import os
import secrets
import shutil
import signal
import socket
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from asobiba.core.errors import AsobibaError, ConfigError, StateError
from asobiba.core.registry import find_game
from asobiba.learn.alphazero import cluster
from asobiba.learn.alphazero.cluster import Cluster, check_address, keep_to_this_machine
from asobiba.learn.alphazero.settings import AlphaZeroSettings
from asobiba.learn.alphazero.units import Played, Threads, Waiting, Weights
from tests import processes
from tests.learn.alphazero.test_learner import learner
from tests.learn.alphazero.test_units import same, unit

TOKEN = secrets.token_hex(32)
"""Of the clusters of this process: Ray looks for it only once."""


@pytest.fixture
def port() -> Iterator[int]:
    """Somebody listens there, and says nothing."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


def test_without_ray_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(ConfigError, match=r"^ray=local needs ray: pip install asobiba\[distributed\]$"):
        learner(find_game("otrio"), {"players": 2}, ray="local")


def test_a_local_cluster_is_for_this_machine_and_its_user_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "ray", raising=False)
    monkeypatch.setattr(os, "environ", {})
    keep_to_this_machine()
    token = os.environ["RAY_AUTH_TOKEN"]
    keep_to_this_machine()

    assert dict(os.environ) == {**cluster.ENVIRONMENT, "RAY_AUTH_TOKEN": token}
    assert len(token) == 64


@pytest.mark.parametrize("address", ["nonsense", "ray:", ":6379", "there:port", "there:1234567"])
def test_what_is_no_address_is_refused_with_what_is_one(address: str) -> None:
    with pytest.raises(ConfigError, match=f"^ray={address}: allowed is local, or the HOST:PORT of a cluster$"):
        AlphaZeroSettings(ray=address)


@pytest.mark.parametrize(
    ("probe", "sentence"),
    [
        ("import time; time.sleep(600)", r"no Ray answers there within 0 s"),
        ("raise SystemExit('first\\nno such session')", r"no cluster to join: no such session"),
    ],
)
def test_an_address_that_is_no_cluster_is_refused_in_time(
    monkeypatch: pytest.MonkeyPatch, port: int, probe: str, sentence: str
) -> None:
    monkeypatch.setattr(cluster, "PROBE", probe)
    monkeypatch.setattr(cluster, "ANSWERED", 0.2 if "sleep" in probe else 60.0)
    with pytest.raises(ConfigError, match=f"^ray=127.0.0.1:{port}: {sentence}$"):
        check_address(f"127.0.0.1:{port}")


def test_an_address_at_which_nobody_listens_is_refused(port: int) -> None:
    for address in (f"127.0.0.1:{port}9", "127.0.0.1:1"):
        with pytest.raises(ConfigError, match=f"^ray={address}: nobody answers there: .+$"):
            check_address(address)


class Lost(Exception):
    """Of the made-up Ray."""


class TaskError(Lost):
    def __init__(self, cause: Exception) -> None:
        super().__init__(f"Traceback\n{type(cause).__name__}: {cause}")
        self.cause = cause


class Late(Lost):
    pass


class MadeUpRay:
    """As much of Ray as the pool uses, in this process; `fails` is what waiting for a unit brings."""

    exceptions = SimpleNamespace(RayError=Lost, RayTaskError=TaskError, GetTimeoutError=Late)

    def __init__(self, fails: list[Exception], cores: list[int]) -> None:
        self.fails, self.cores, self.stored, self.limits = fails, cores, list[Any](), dict[str, Any]()
        self.began, self.ended = 0, 0

    def init(self, **how: Any) -> None:
        self.began += 1

    def is_initialized(self) -> bool:
        return self.began > self.ended

    def shutdown(self) -> None:
        self.stored.clear()
        self.ended += 1

    def put(self, thing: Any) -> Any:
        self.stored.append(thing)
        return thing

    def remote(self, **limits: Any) -> Any:
        self.limits = limits
        return lambda play: SimpleNamespace(remote=lambda *given: (play, given))

    def get(self, reference: Any, timeout: float) -> Any:
        if self.fails:
            raise self.fails.pop(0)
        play, given = reference
        return play(*given)

    def cluster_resources(self) -> dict[str, float]:
        return {"CPU": self.cores.pop(0) if len(self.cores) > 1 else self.cores[0]}


def made_up(monkeypatch: pytest.MonkeyPatch, *fails: Exception, cores: list[int] | None = None) -> MadeUpRay:
    ray = MadeUpRay(list(fails), cores or [2])
    monkeypatch.setitem(sys.modules, "ray", ray)
    return ray


@pytest.mark.slow
def test_a_version_of_the_weights_is_stored_once_and_a_closed_pool_opens_again(monkeypatch: pytest.MonkeyPatch) -> None:
    ray, (found, first) = made_up(monkeypatch), unit("otrio", {"players": 2})
    second = {name: array + 1 for name, array in first.items()}
    with closing(Cluster(found, "local", 2)) as pool:
        folder = pool.folder
        assert folder is not None
        with pytest.raises(ConfigError, match=r"^ray=local: this process has joined a cluster already$"):
            Cluster(found, "local", 2)
        waiting = [pool.play(number, weights) for number, weights in enumerate([first, first, second])]
        assert len(ray.stored) == 1 + 2, "what to play, and two versions"
        played = [each.result() for each in waiting]
        pool.close()
        again = pool.play(1, first).result()

    assert [each.number for each in played] == [0, 1, 2]
    assert same(again.samples, played[1].samples)
    assert same(again.samples, found.play(1, first).samples)
    assert (ray.began, ray.limits) == (2, {"num_cpus": 1, "max_retries": cluster.RETRIES})
    assert not os.path.exists(folder)


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (TaskError(ConfigError("a worker has asobiba 0.0")), "a worker has asobiba 0.0"),
        (TaskError(ValueError("seven")), "unit 3 failed on a worker: ValueError: seven"),
        (Lost("long\nthe node died"), "unit 3 lost its worker too often: the node died"),
    ],
)
def test_what_goes_wrong_on_a_worker_is_said_here(
    monkeypatch: pytest.MonkeyPatch, error: Exception, sentence: str
) -> None:
    made_up(monkeypatch, error)
    found, weights = unit("otrio", {"players": 2})
    with closing(Cluster(found, "local", 2)) as pool, pytest.raises(AsobibaError) as caught:
        pool.play(3, weights).result()
    assert str(caught.value) == sentence


def test_it_waits_while_there_are_cores_and_says_when_there_are_none(monkeypatch: pytest.MonkeyPatch) -> None:
    found, weights = unit("otrio", {"players": 2})
    made_up(monkeypatch, Late(), Late(), cores=[2, 1, 0])
    with closing(Cluster(found, "local", 2)) as pool, pytest.raises(AsobibaError, match=r"^ray=local: no core is left"):
        pool.play(0, weights).result()
    made_up(monkeypatch, cores=[0])
    with pytest.raises(ConfigError, match=r"^ray=local: the cluster has no core that could play$"):
        Cluster(found, "local", 2)
    made_up(monkeypatch, cores=[64])
    with pytest.warns(UserWarning, match=r"^the cluster has 64 cores, lag=3 keeps 3 of them busy$"):
        Cluster(found, "local", 2).close()


def test_a_worker_of_another_version_plays_nothing() -> None:
    found, weights = unit("otrio", {"players": 2})
    with pytest.raises(ConfigError, match=r"^a worker has asobiba .+, the learner 0\.0\.0: install the same"):
        cluster.play((found, "0.0.0"), 0, weights)


class Counting:
    """A pool that knows how many units were under way at once, and may mistake their numbers."""

    def __init__(self, pool: Threads, wrong: int = 0) -> None:
        self.pool, self.wrong, self.under_way, self.most = pool, wrong, 0, 0

    def play(self, number: int, weights: Weights) -> Waiting:
        self.under_way += 1
        self.most = max(self.most, self.under_way)
        waiting = self.pool.play(number + self.wrong, weights)

        def result() -> Played:
            self.under_way -= 1
            return waiting.result()

        return SimpleNamespace(result=result)

    def close(self) -> None:
        self.pool.close()


@pytest.mark.parametrize("lag", [1, 4])
def test_no_more_units_are_under_way_than_the_lag(lag: int) -> None:
    with closing(learner(find_game("otrio"), {"players": 2}, lag=lag)) as found:
        found.pool = pool = Counting(Threads(found.unit, 2))
        for _ in range(6):
            found.step()

    assert pool.most == lag


def test_a_unit_of_another_number_is_not_learned_from() -> None:
    with closing(learner(find_game("otrio"), {"players": 2})) as found:
        found.pool = Counting(Threads(found.unit, 2), wrong=1)
        with pytest.raises(StateError, match=r"^unit 1 came where 0 is the next$"):
            found.step()
        assert found.games == 0


@pytest.fixture
def nodes(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """A head with one core, on loopback addresses; `add_node` brings more."""
    for name, word in {**cluster.ENVIRONMENT, "RAY_AUTH_TOKEN": TOKEN}.items():
        monkeypatch.setenv(name, word)
    ray = pytest.importorskip("ray.cluster_utils", reason="ray is not installed (make test-all installs it)")
    folder = tempfile.mkdtemp(prefix="ray-", dir="/tmp")  # sockets need short paths
    monkeypatch.setenv("RAY_TMPDIR", folder)
    limits = {"num_cpus": 1, "object_store_memory": 100 << 20, "include_dashboard": False}
    try:
        found = ray.Cluster(initialize_head=True, head_node_args=limits)
        try:
            yield found
        finally:
            found.shutdown()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def killed_while_it_plays(node: Any) -> bool:
    """All processes of a node at once, as when its machine loses power."""
    raylet = node.all_processes["raylet"][0].process.pid
    workers = [each for each in processes.running().values() if each.parent == raylet]
    if not any(each.command.startswith("ray::play") for each in workers):
        return False
    for pid in (raylet, *(each.pid for each in workers)):
        os.kill(pid, signal.SIGKILL)
    return True


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_a_node_that_dies_costs_no_unit_and_changes_none(nodes: Any) -> None:
    settings: dict[str, Any] = {"lag": 6, "unit_games": 200, "simulations": 32, "lanes": 16, "reuse": 0.2}
    game, options = find_game("otrio"), {"players": 2}
    node = nodes.add_node(num_cpus=1, object_store_memory=100 << 20)
    with closing(learner(game, options, **settings, ray=nodes.address)) as there:
        there.step()
        while not killed_while_it_plays(node):
            assert there.units < 300, "the node was never seen playing"
            there.step()
        for _ in range(2 * there.settings.lag):
            there.step()
    with closing(learner(game, options, **settings)) as here:
        for _ in range(there.units):
            here.step()

    (arrays, note), (theirs, their_note) = here.state(), there.state()
    assert arrays.keys() == theirs.keys()
    assert all(np.array_equal(array, theirs[name]) for name, array in arrays.items())
    assert note == their_note
    assert note["counts"]["games"] == there.units * 200
