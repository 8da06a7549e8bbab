"""The bars of online play, each with a server of its own. Everything is bounded in time."""

import asyncio
import signal
from collections.abc import Callable, Coroutine, Iterable, Mapping
from typing import TypeVar

import uvloop

from asobiba.core.errors import AsobibaError, ConfigError
from tools.load.bars import (
    GUESTS,
    TALK,
    Load,
    every_game,
    many_sockets,
    memory,
    saturation,
    spectators,
    two_processes,
)
from tools.load.figures import Figure, Report, machine
from tools.load.fuzz import LIMITS, fuzz_bar
from tools.load.long_games import long_games
from tools.load.reviews import reviews
from tools.load.siege import restart, sigterm, under_attack
from tools.load.site import Site, site
from tools.load.soak import soak

T = TypeVar("T")

Measured = Callable[[Load], Coroutine[None, None, list[Figure]]]


def on_a_fresh_server(
    measured: Callable[[Site, Load], Coroutine[None, None, list[Figure]]], limits: Mapping[str, str]
) -> Measured:
    async def run(load: Load) -> list[Figure]:
        async with site(limits) as here:
            return await measured(here, load)

    return run


BARS: dict[str, tuple[Measured, Mapping[str, str]]] = {
    "P1": (on_a_fresh_server(many_sockets, GUESTS), GUESTS),
    "review": (reviews, GUESTS),
    "P2": (on_a_fresh_server(saturation, GUESTS | TALK), GUESTS | TALK),
    "P3": (memory, GUESTS),
    "P4": (on_a_fresh_server(spectators, GUESTS), GUESTS),
    "cluster": (two_processes, GUESTS | TALK),
    "games": (every_game, GUESTS | TALK),
    "soak": (lambda load: soak(load.seconds, GUESTS), GUESTS),
    "length": (long_games, GUESTS),
    "attack": (under_attack, GUESTS),
    "sigterm": (sigterm, GUESTS),
    "restart": (restart, GUESTS),
    "fuzz": (lambda load: fuzz_bar(load.frames, load.requests), LIMITS),
}


def online_report(only: Iterable[str], load: Load, tell: Callable[[str], object]) -> Report:
    """Measure the bars that are named, all if none is. What a bar could not do is told and counts as not met."""
    names = tuple(only) or tuple(BARS)
    for name in names:
        if name not in BARS:
            raise ConfigError(f"bar {name}: allowed is {', '.join(BARS)}")
    facts = machine()
    figures: dict[str, list[Figure]] = {}
    failures: dict[str, str] = {}
    for name in names:
        measured, limits = BARS[name]
        tell(f"{name}: the server runs with {', '.join(f'{key}={value}' for key, value in limits.items())}")
        try:
            figures[name] = uvloop.run(bounded(measured(load), load.longest))
        except asyncio.CancelledError:
            raise KeyboardInterrupt from None
        except (AsobibaError, OSError) as error:
            figures[name], failures[name] = [], str(error) or type(error).__name__
            tell(f"{name}: {failures[name]}")
        for figure in figures[name]:
            tell(f"{name}: {figure.what}: {figure.ours:,.4g} {figure.unit}")
    return Report(facts, {name: BARS[name][1] for name in names}, figures, failures)


async def bounded(work: Coroutine[None, None, T], seconds: float) -> T:
    """Also when it is told to end, the work ends in good order: the servers are processes of their own."""
    task = asyncio.current_task()
    assert task is not None
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)
    async with asyncio.timeout(seconds):
        return await work
