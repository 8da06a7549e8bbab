"""Units of self-play on the workers of a Ray cluster, equal to those of the threads of one process.

Weights go into the object store once for each version, a unit comes back with its number. Ray starts a unit again whose
worker or node is lost: what it brings is the same, and only one is waited for. No more units are under way than were
asked for, and what was taken leaves the object store: the learner asks for `lag` of them.

`local` is a cluster of this machine alone, for as long as the pool is open: it listens on loopback addresses, behind a
password of its own, and reports to nobody.
"""

import logging
import os
import secrets
import shutil
import socket
import subprocess
import sys
import tempfile
import warnings
from dataclasses import dataclass
from importlib.metadata import version
from typing import Any

from asobiba.core.errors import AsobibaError, ConfigError
from asobiba.learn.alphazero.units import Played, Unit, Waiting, Weights

LOCAL = "local"
LOCAL_STORE = 256 << 20
"""Bytes of the object store of a local cluster: a hundred units."""
RETRIES = 16
"""Times that a unit may lose its worker. One that ends each of them by itself must not go on for ever."""
REACHED, ANSWERED, PATIENCE = 5.0, 40.0, 60.0
"""Seconds: until somebody listens at the address, until it has proved to be Ray, and without a core in the cluster."""
ENVIRONMENT = {
    "RAY_USAGE_STATS_ENABLED": "0",
    "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0",
    "RAY_AUTH_MODE": "token",
    "RAY_worker_niceness": "0",
}
"""Of a local cluster. The second one means, on every system: loopback addresses only; the last one, that workers are no
nicer to other programs than threads are, where Ray's own default is 15."""
PROBE = """
import logging, sys, ray
ray.init(address=sys.argv[1], log_to_driver=False, logging_level=logging.ERROR)
"""


class Cluster:
    """The pool of a Ray cluster. `workers` counts for a local one; others play with all the cores they have."""

    def __init__(self, unit: Unit, address: str, workers: int) -> None:
        self.unit, self.address, self.workers = unit, address, workers
        self.folder: str | None = None
        self.is_open = False
        self.sent: Weights | None = None
        self._open()

    def _open(self) -> None:
        try:
            self._join()
            self._check_cores()
        except BaseException:
            self.close()
            raise
        self.task = self.ray.remote(num_cpus=1, max_retries=RETRIES)(play)
        self.shared = self.ray.put((self.unit, version("asobiba")))

    def _join(self) -> None:
        how: dict[str, Any] = {"address": self.address, "log_to_driver": False, "logging_level": logging.ERROR}
        if self.address == LOCAL:
            keep_to_this_machine()
            # Its sockets need short paths.
            self.folder = tempfile.mkdtemp(prefix="ray-", dir="/tmp" if os.path.isdir("/tmp") else None)
            how |= {"num_cpus": self.workers, "_temp_dir": self.folder}
            how |= {"object_store_memory": LOCAL_STORE, "include_dashboard": False}
        try:
            import ray
        except ImportError:
            raise ConfigError(f"ray={self.address} needs ray: pip install asobiba[distributed]", option="ray") from None
        if ray.is_initialized():
            raise ConfigError(f"ray={self.address}: this process has joined a cluster already", option="ray")
        if self.address != LOCAL:
            check_address(self.address)
        self.ray: Any = ray
        self.is_open = True
        try:
            ray.init(**how)
        except Exception as error:
            raise ConfigError(f"ray={self.address}: no cluster: {last_line(str(error))}", option="ray") from None

    def _check_cores(self) -> None:
        cores, lag = self.cores(), self.unit.settings.lag
        if not cores:
            raise ConfigError(f"ray={self.address}: the cluster has no core that could play", option="ray")
        if cores > lag:
            warnings.warn(f"the cluster has {cores} cores, lag={lag} keeps {lag} of them busy", stacklevel=2)

    def cores(self) -> int:
        return int(self.ray.cluster_resources().get("CPU", 0))

    def play(self, number: int, weights: Weights) -> Waiting:
        if not self.is_open:
            self._open()
        if self.sent is not weights:
            self.sent, self.version = weights, self.ray.put(dict(weights))
        return Ordered(self, number, self.task.remote(self.shared, number, self.version))

    def close(self) -> None:
        if self.is_open:
            self.is_open, self.sent = False, None
            self.ray.shutdown()
        if self.folder is not None:
            shutil.rmtree(self.folder, ignore_errors=True)
            self.folder = None


@dataclass(frozen=True)
class Ordered:
    cluster: Cluster
    number: int
    reference: Any

    def result(self) -> Played:
        ray = self.cluster.ray
        while True:
            try:
                found: Played = ray.get(self.reference, timeout=PATIENCE)
                return found
            except ray.exceptions.GetTimeoutError:
                if not self.cluster.cores():
                    raise AsobibaError(f"ray={self.cluster.address}: no core is left that could play") from None
            except ray.exceptions.RayTaskError as error:
                if isinstance(error.cause, AsobibaError):
                    raise error.cause from None
                raise AsobibaError(f"unit {self.number} failed on a worker: {last_line(str(error))}") from None
            except ray.exceptions.RayError as error:
                raise AsobibaError(f"unit {self.number} lost its worker too often: {last_line(str(error))}") from None


def play(shared: tuple[Unit, str], number: int, weights: Weights) -> Played:
    """On a worker."""
    unit, learning = shared
    if learning != version("asobiba"):
        here = version("asobiba")
        raise ConfigError(f"a worker has asobiba {here}, the learner {learning}: install the same on every node")
    return unit.play(number, weights)


def keep_to_this_machine() -> None:
    """What a local cluster finds in the environment, where Ray looks once, when it is loaded: too late is too late."""
    if "ray" in sys.modules:
        return
    if "RAY_AUTH_MODE" not in os.environ:
        os.environ["RAY_AUTH_TOKEN"] = secrets.token_hex(32)
    for name, word in ENVIRONMENT.items():
        os.environ.setdefault(name, word)


def check_address(address: str) -> None:
    """That a cluster answers there. Ray itself tries for minutes and then ends the process, so another one asks."""
    host, _, port = address.rpartition(":")
    try:
        socket.create_connection((host.strip("[]"), int(port)), REACHED).close()
    except (OSError, OverflowError) as error:
        raise ConfigError(f"ray={address}: nobody answers there: {error}", option="ray") from None
    command = [sys.executable, "-c", PROBE, address]
    try:
        asked = subprocess.run(command, check=False, capture_output=True, text=True, timeout=ANSWERED)
    except subprocess.TimeoutExpired:
        raise ConfigError(f"ray={address}: no Ray answers there within {ANSWERED:.0f} s", option="ray") from None
    if asked.returncode:
        raise ConfigError(f"ray={address}: no cluster to join: {last_line(asked.stderr)}", option="ray")


def last_line(text: str) -> str:
    """Of a traceback, what it was."""
    return (text.strip().splitlines() or ["no reason given"])[-1]
