"""A small swarm plays real games against a real server, and what is reported has the shape that it should have."""

import asyncio
import json
import os
import random
import signal
import sys
from collections.abc import Sequence
from contextlib import AbstractContextManager
from pathlib import Path

import pytest
import uvloop

from asobiba.core.errors import ConfigError
from asobiba.core.registry import game_names
from tools.load import swarm
from tools.load.bars import GUESTS, Load, many_sockets, rooms_that_end, spectators
from tools.load.crowd import Http, Wish, addresses
from tools.load.figures import Figure, Report, machine, percentile
from tools.load.fuzz import fuzz_bar
from tools.load.reviews import much_to_read
from tools.load.run import BARS, online_report
from tools.load.servers import ServerDied, started
from tools.load.site import Site, people_at, site
from tools.load.swarm import Refused

SMALL = Load(
    seconds=2,
    rooms=2,
    rate=10,
    bot_games=1,
    eager_rooms=2,
    finished=5,
    spectators=6,
    stalled=1,
    watched_rate=4,
    frames=500,
    requests=100,
)


@pytest.mark.parametrize(
    ("sample", "share", "expected"),
    [
        ([4, 1, 3, 2], 0.5, 2),
        ([4, 1, 3, 2], 1.0, 4),
        ([4, 1, 3, 2], 0.75, 3),
        ([7], 0.01, 7),
        (range(1, 1001), 0.99, 990),
    ],
)
def test_a_percentile_is_a_value_of_the_sample(sample: list[float], share: float, expected: float) -> None:
    assert percentile(sample, share) == expected


def test_a_bar_is_a_ceiling_or_a_floor() -> None:
    assert Figure("time", 40.0, "ms", theirs=50.0).met
    assert not Figure("time", 60.0, "ms", theirs=50.0).met
    assert Figure("rate", 60.0, "moves/s", theirs=50.0, at_most=False).ratio == 1.2
    assert Figure("errors", 0.0, "", theirs=0.0).met
    assert not Figure("nobody was evicted", float("nan"), "s", theirs=3.0).met
    assert Figure("only told", 60.0, "ms").met is None


def test_the_json_has_its_keys() -> None:
    figures = {"P1": [Figure("sockets", 4.0, "", theirs=5.0, at_most=False)], "P2": []}
    written = json.loads(json.dumps(Report(machine(), {"P1": {}, "P2": {}}, figures, {"P2": "died"}).as_json()))

    assert list(written) == ["machine", "bars"]
    assert {"processor", "cores", "memory_gib", "system", "python", "fsync_ms", "load"} == set(written["machine"])
    assert list(written["bars"]) == ["P1", "P2"]
    assert list(written["bars"]["P1"]) == ["met", "failure", "limits", "figures"]
    assert list(written["bars"]["P1"]["figures"][0]) == ["what", "figure", "unit", "bar", "met"]
    assert written["bars"]["P1"]["met"] is written["bars"]["P2"]["met"] is False
    assert written["bars"]["P2"]["failure"] == "died"


def test_nobody_shares_an_address_and_all_are_this_machine() -> None:
    some = [address for address, _ in zip(addresses(), range(70_000), strict=False)]

    assert len(set(some)) == len(some)
    assert all(address.startswith("127.") for address in some)


def test_a_bar_that_nobody_knows() -> None:
    with pytest.raises(ConfigError, match=f"bar P9: allowed is {', '.join(BARS)}"):
        online_report(["P9"], SMALL, lambda line: None)


async def is_refused(here: Site) -> None:
    with pytest.raises(Refused, match="401"):
        async with Http(here.server.port) as http:
            await http.post("/api/rooms", Wish("othello", 2).room())


async def plays_without_an_error(here: Site) -> None:
    figures = {figure.what: figure for figure in await many_sockets(here, SMALL)}

    assert figures["sockets"].ours == 5
    assert figures["durable moves"].ours == SMALL.rate
    assert figures["errors"].ours == 0
    assert figures["acknowledgement, max"].ours >= figures["acknowledgement, p50"].ours > 0


async def spectators_hear_of_every_move(here: Site) -> None:
    figures = {figure.what: figure for figure in await spectators(here, SMALL)}

    assert figures["errors"].ours == 0
    assert figures["live spectators hear of a move, max"].ours > 0


async def every_game_is_played_by_what_the_server_offers(here: Site) -> None:
    players = [player for name in game_names() for player in await here.crowd.seat(Load().wish(name), 1, swarm.Eager())]
    while not all(player.moved > 3 for player in players):
        await asyncio.sleep(0.05)
    assert not here.tally.errors


async def rooms_end(here: Site) -> None:
    await rooms_that_end(here, SMALL, 10)
    assert not here.tally.errors


@pytest.mark.thorough
def test_a_small_swarm_and_a_real_server() -> None:
    """One server for all of it, because it takes seconds to start. At last it dies, and the swarm stops by itself."""

    async def run() -> None:
        async with asyncio.timeout(240), site({**GUESTS, "ASOBIBA_BOT_NICENESS": "0"}) as first:
            for part in (
                is_refused,
                plays_without_an_error,
                spectators_hear_of_every_move,
                every_game_is_played_by_what_the_server_offers,
                rooms_end,
            ):
                async with people_at(first.server) as here:
                    await part(here)
            os.kill(first.server.process.pid, signal.SIGKILL)
            await asyncio.Event().wait()

    with pytest.raises(ServerDied, match="the server died"):
        uvloop.run(run())


@pytest.mark.thorough
def test_finished_games_are_reviewed() -> None:
    async def run() -> None:
        async with asyncio.timeout(240), much_to_read(SMALL) as readers, readers.around():
            while not readers.judged:
                await asyncio.sleep(0.05)
            assert not readers.here.tally.errors

    uvloop.run(run())


FUZZED = (
    "frames",
    "HTTP requests",
    "seconds for both",
    "answers of 5xx",
    "what must not be heard or missed (nothing)",
    "exceptions",
    "connections closed by an error of the server",
    "rooms in doubt",
    "refusals for the sake of the store",
    "unhealthy at the end",
    "failures of an honest game afterwards (none)",
)


def check_unharmed(figures: Sequence[Figure], *databases: str) -> None:
    assert [figure.what for figure in figures] == [f"{database}: {what}" for database in databases for what in FUZZED]
    assert [figure.what for figure in figures if figure.met is False] == []


@pytest.mark.slow
def test_a_little_fuzz() -> None:
    figures = uvloop.run(fuzz_bar(SMALL.frames, SMALL.requests, ["sqlite"]))

    check_unharmed(figures, "sqlite")
    assert figures[0].ours >= SMALL.frames
    assert figures[1].ours >= SMALL.requests


@pytest.mark.slow
def test_the_bar_of_fuzz_is_for_both_databases() -> None:
    report = online_report(["fuzz"], SMALL, lambda line: None)

    assert not report.failures
    check_unharmed(report.figures["fuzz"], "sqlite", "postgresql")


def test_a_database_that_cannot_be_had_is_told_beside_the_rest() -> None:
    def gone(folder: Path) -> AbstractContextManager[str]:
        raise ConfigError("PostgreSQL is not installed")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tools.load.fuzz.postgresql", gone)
        (figure,) = asyncio.run(fuzz_bar(10, 10, ["postgresql"]))

    assert figure.what == "postgresql: given up (PostgreSQL is not installed)"
    assert figure.met is False


def test_the_whole_fuzz_has_time_enough() -> None:
    assert Load().frames == 10 * Load().requests == 10**6
    assert Load().longest > Load(frames=1, requests=1).longest + 3 * 3600


def test_a_server_that_does_not_start(tmp_path: Path) -> None:
    async def run() -> None:
        command = [sys.executable, "-c", "import sys; sys.exit('no disk')"]
        async with started(command, dict(os.environ), tmp_path / "log"):
            pass

    with pytest.raises(ServerDied, match="did not start: no disk"):
        asyncio.run(run())


def test_a_paced_player_is_never_asked_twice() -> None:
    """State that comes while a move is on its way, as with simultaneous moves, does not make the player due again."""
    way = swarm.Paced()
    player = swarm.Player(swarm.Tally(), way, "room", [], random.Random(1))
    state = swarm.Standing("playing", 1, [(3, "a1")])
    player.stand(state)
    player.stand(state)
    assert list(way.ready) == [player]

    way.move(way.ready.popleft(), 0.0)
    player.stand(state)
    assert not way.ready

    player.acknowledged()
    player.stand(state)
    assert list(way.ready) == [player]
