"""The bars of online play when everybody means well. Everything is bounded in number."""

import asyncio
import tempfile
from collections import Counter
from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, nullcontext
from dataclasses import dataclass
from pathlib import Path
from time import monotonic, process_time

from asobiba.agents.players import Players
from asobiba.core.registry import find_game, game_names
from tools.load import swarm
from tools.load.crowd import QUICK_TURNS, ROOMS_OF_A_PARTY, Crowd, Wish
from tools.load.figures import Figure, percentile
from tools.load.servers import Server, postgresql, redis, serving
from tools.load.site import Site, people_at, site
from tools.load.swarm import Tally

WINDOWS = 3
"""The best of them counts where a rate is measured."""
WATCHERS_OF_AN_ADDRESS = 20
PARTIES_AT_ONCE = 16
PARTY_SECONDS = 120.0
EMPTY_SECONDS = 90.0
FULL_GAMES = 50
"""One party in so many plays its games to the end, the others resign."""

LONGEST = 900.0
"""Seconds that a bar may take besides those in which it measures."""
SLOWEST_FUZZ = 100.0
"""Frames or requests a second, both databases together; fewer are not waited for."""

PERCENTILES = {"p50": 0.5, "p95": 0.95, "p99": 0.99, "p99.9": 0.999, "max": 1.0}

GUESTS = {"ASOBIBA_GUESTS_PER_SECOND": "100000"}
TALK = {
    "ASOBIBA_MESSAGES_PER_20S": "100000",
    "ASOBIBA_MOVES_PER_GUEST": "10000000",
    "ASOBIBA_MOVES_PER_ADDRESS": "10000000",
}


@dataclass(frozen=True)
class Load:
    """How much; a test takes less."""

    seconds: float = 30.0
    game: str = QUICK_TURNS
    rooms: int = 2500
    rate: float = 500.0
    bot_games: int = 50
    eager_rooms: int = 128
    finished: int = 10_000
    spectators: int = 1000
    stalled: int = 50
    watched_rate: float = 8.0
    long_plies: int = 10_000
    attacked_plies: int = 1000
    attacked_rooms: int = 40
    """Finished games of that length; more than the server keeps in memory."""
    restarts: int = 5
    restarted_rooms: int = 200
    frames: int = 1_000_000
    requests: int = 100_000
    """Of the fuzz, on each database."""

    @property
    def longest(self) -> float:
        """Seconds after which a bar is given up."""
        return LONGEST + self.seconds + (self.frames + self.requests) / SLOWEST_FUZZ

    def wish(self, game: str | None = None, *, bots: bool = False) -> Wish:
        found = find_game(game or self.game)
        options = found.options()
        return Wish(
            found.name, len(found.seats(options)), found.part(Players).agent_for("opponent", options) if bots else None
        )


def ack_figures(tally: Tally, **bars: float) -> list[Figure]:
    return time_figures("acknowledgement", tally.acks, **bars)


def time_figures(what: str, seconds: Sequence[float], **bars: float) -> list[Figure]:
    """`bars` are milliseconds by percentile."""
    return [
        Figure(f"{what}, {name}", 1000 * percentile(seconds, share), "ms", theirs=bars.get(name))
        for name, share in PERCENTILES.items()
    ]


def error_figure(*tallies: Tally) -> Figure:
    """The commonest are named."""
    errors = sum((tally.errors for tally in tallies), Counter[str]())
    named = "; ".join(f"{text} x{count}" for text, count in errors.most_common(3))
    return Figure(f"errors ({named})" if named else "errors", errors.total(), "", theirs=0)


async def many_sockets(
    here: Site, load: Load, beside: AbstractAsyncContextManager[object] | None = None, p99: float = 50.0
) -> list[Figure]:
    """P1: everybody connected, moves at a steady rate, bots thinking and whatever else there is beside it."""
    server, crowd, tally = here.server, here.crowd, here.tally
    before, paced = server.memory(), swarm.Paced()
    players = await crowd.seat(load.wish(), load.rooms, paced)
    await crowd.all_playing(players)
    memory = (server.memory() - before) / len(players)
    bots = Crowd(crowd.ports, here.tally_apart(), crowd.luck, crowd.addresses)
    await bots.all_playing(await bots.seat(load.wish(bots=True), load.bot_games, swarm.Leisurely(0.5)))
    async with beside or nullcontext():
        used = server.seconds()
        await paced.play(tally, load.rate, load.seconds)
        used = server.seconds() - used
        await here.settle()
    return [
        Figure("sockets", len(tally.callers) + len(bots.tally.callers), "", theirs=2 * load.rooms, at_most=False),
        Figure("durable moves", len(tally.acks) / load.seconds, "moves/s", theirs=load.rate, at_most=False),
        *ack_figures(tally, p99=p99, **{"p99.9": 3 * p99}),
        error_figure(tally, bots.tally),
        Figure("memory of a socket with its share of the room", memory / 1024, "KiB"),
        Figure("processor of the server", 100 * used / load.seconds, "% of a core"),
        Figure("moves of bots", await server.metric("asobiba_moves_total", 'by="bot"'), ""),
        Figure("of them too late, so a quick one was made", await server.metric("asobiba_bot_fallbacks_total"), ""),
    ]


async def saturation(here: Site, load: Load) -> list[Figure]:
    """P2: everybody moves as soon as possible."""
    rate = await closed_loop(here, load.wish(), load.eager_rooms, load.seconds)
    return [
        Figure("durable moves, one process, SQLite FULL", rate.moves, "moves/s", theirs=2000, at_most=False),
        Figure("processor of the server", rate.server_cost, "µs/move"),
        Figure("processor of the swarm", rate.swarm_cost, "µs/move"),
        *ack_figures(here.tally),
        error_figure(here.tally),
    ]


@dataclass(frozen=True)
class Rate:
    moves: float
    """A second, in the best of a few windows."""
    server_cost: float
    swarm_cost: float
    """Microseconds of a processor for each move, over all windows."""


async def closed_loop(here: Site, wish: Wish, rooms: int, seconds: float) -> Rate:
    players = await here.crowd.seat(wish, rooms, swarm.Eager())
    await here.crowd.all_playing(players)
    rate = await rate_of(here.server, here.tally, seconds)
    for player in players:
        player.leave()
    return rate


async def rate_of(server: Server, tally: Tally, seconds: float) -> Rate:
    await asyncio.sleep(seconds / 10)
    tally.forget_times()
    server_used, swarm_used, best = server.seconds(), process_time(), 0.0
    for _ in range(WINDOWS):
        done, begun = len(tally.acks), monotonic()
        await asyncio.sleep(seconds / WINDOWS)
        best = max(best, (len(tally.acks) - done) / (monotonic() - begun))
    each = 1e6 / max(1, len(tally.acks))
    return Rate(best, each * (server.seconds() - server_used), each * (process_time() - swarm_used))


async def two_processes(load: Load) -> list[Figure]:
    """The same with PostgreSQL and Redis; half of the players reach the process that does not own their room."""
    with tempfile.TemporaryDirectory(prefix="asobiba-bench-") as text:
        folder = Path(text)
        async with AsyncExitStack() as stack:
            shared = {
                "ASOBIBA_DATABASE": stack.enter_context(postgresql(folder)),
                "ASOBIBA_REDIS": stack.enter_context(redis(folder)),
            }
            servers = [
                await stack.enter_async_context(serving(folder, GUESTS | TALK | shared, number)) for number in (0, 1)
            ]
            here = await stack.enter_async_context(people_at(*servers))
            rate = await closed_loop(here, load.wish(), load.eager_rooms, load.seconds)
            return [
                Figure("durable moves, two processes", rate.moves, "moves/s", theirs=3500, at_most=False),
                *ack_figures(here.tally),
                error_figure(here.tally),
            ]


async def memory(load: Load) -> list[Figure]:
    """P3: what a socket costs, and that what is over is gone."""
    joined = await idle(load)
    async with site(GUESTS) as here:
        await rooms_that_end(here, load, load.finished // 4)  # fills the caches, which are bounded
        before = await emptied(here.server)
        begun = monotonic()
        await rooms_that_end(here, load, load.finished)
        taken, most = monotonic() - begun, here.server.memory()
        after = await emptied(here.server)
        return [
            Figure("memory of an idle socket with its share of the room", joined / 1024, "KiB", theirs=64),
            Figure("growth after all rooms have ended", 100 * (after.memory / before.memory - 1), "%", theirs=10),
            Figure(f"memory before, after the first {load.finished // 4:,} rooms", before.memory / 2**20, "MiB"),
            Figure("memory when the last room ended", most / 2**20, "MiB"),
            Figure("memory after", after.memory / 2**20, "MiB"),
            Figure("rooms opened, played and left", load.finished / taken, "rooms/s"),
            Figure("rooms left", after.rooms, "", theirs=0),
            Figure("sockets left", after.sockets, "", theirs=0),
            error_figure(here.tally),
        ]


async def idle(load: Load) -> float:
    """Bytes a socket, on a fresh server, because memory that was freed is used again before more is taken."""
    async with site(GUESTS) as here:
        before = here.server.memory()
        players = await here.crowd.seat(load.wish(), load.rooms, swarm.Paced())
        await here.crowd.all_playing(players)
        await asyncio.sleep(1)
        return (here.server.memory() - before) / len(players)


@dataclass(frozen=True)
class Emptied:
    memory: int
    rooms: float
    sockets: float


async def emptied(server: Server) -> Emptied:
    """Rooms leave the memory a minute after the last player."""
    deadline = monotonic() + EMPTY_SECONDS
    while True:
        rooms, sockets = await server.metric("asobiba_rooms"), await server.metric("asobiba_sockets")
        if (not rooms and not sockets) or monotonic() > deadline:
            return Emptied(server.memory(), rooms, sockets)
        await asyncio.sleep(0.5)


async def rooms_that_end(here: Site, load: Load, count: int) -> None:
    few = asyncio.Semaphore(PARTIES_AT_ONCE)

    async def party(number: int) -> None:
        wish = load.wish()
        way = (swarm.Brief if number % FULL_GAMES else swarm.Once)(ROOMS_OF_A_PARTY * wish.people)
        async with few, asyncio.timeout(PARTY_SECONDS):
            players = await here.crowd.party(wish, ROOMS_OF_A_PARTY, way)
            await way.done.wait()
        for player in players:
            player.leave()

    await asyncio.gather(*(party(number) for number in range(-(-count // ROOMS_OF_A_PARTY))))


async def spectators(here: Site, load: Load) -> list[Figure]:
    """P4: a room that many watch, some of them without reading."""
    way, watching = swarm.Watched(), here.tally_apart()
    players = await here.crowd.seat(load.wish(), 1, way)
    await here.crowd.all_playing(players)
    await come_to_watch(here, load, players[0].room, way.made, watching)
    used = here.server.seconds()
    rest = len(players) + load.spectators - load.stalled
    _, gone = await asyncio.gather(
        way.play(here.tally, load.watched_rate, load.seconds), cut_off(here.server, rest, load.seconds)
    )
    used = here.server.seconds() - used
    await here.settle()
    return [
        *ack_figures(here.tally, p99=50.0),
        *time_figures("live spectators hear of a move", watching.views, p99=250.0),
        Figure("the last of the stalled ones cut off after", gone, "s"),
        Figure("processor of the server", 100 * used / load.seconds, "% of a core"),
        error_figure(here.tally, watching),
    ]


async def come_to_watch(here: Site, load: Load, room: str, made: dict[int, float], tally: Tally) -> None:
    live: list[swarm.Caller] = [swarm.Spectator(tally, room, made) for _ in range(load.spectators - load.stalled)]
    stalled: list[swarm.Caller] = [swarm.Stalled(here.tally_apart(), room) for _ in range(load.stalled)]
    everybody = live + stalled
    for first in range(0, len(everybody), WATCHERS_OF_AN_ADDRESS):
        address = next(here.crowd.addresses)
        await asyncio.gather(
            *(
                here.crowd.call(each, address, small=isinstance(each, swarm.Stalled))
                for each in everybody[first : first + WATCHERS_OF_AN_ADDRESS]
            )
        )


async def cut_off(server: Server, rest: int, seconds: float) -> float:
    """Seconds until the server has only so many sockets left; not a number if it takes longer than `seconds`."""
    begun = monotonic()
    while (waited := monotonic() - begun) < seconds:
        if await server.metric("asobiba_sockets") <= rest:
            return waited
        await asyncio.sleep(0.2)
    return float("nan")


async def every_game(load: Load) -> list[Figure]:
    """As P2, game by game, with half as many rooms and a share of the time; then all at once at half the rate of P1."""
    figures, tallies = [], []
    for name in game_names():
        async with site(GUESTS | TALK) as here:
            rate = await closed_loop(here, load.wish(name), load.eager_rooms // 2, load.seconds / 5)
            figures.append(Figure(f"{name}: durable moves", rate.moves, "moves/s"))
            figures.append(Figure(f"{name}: processor of the server", rate.server_cost, "µs/move"))
            tallies.append(here.tally)
    async with site(GUESTS) as here:
        way = swarm.Paced()
        for name in game_names():
            players = await here.crowd.seat(load.wish(name), load.eager_rooms // 2, way)
            await here.crowd.all_playing(players)
        await way.play(here.tally, load.rate / 2, load.seconds / 5)
        await here.settle()
        return [*figures, *ack_figures(here.tally, p99=50.0), error_figure(here.tally, *tallies)]
