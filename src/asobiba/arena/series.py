"""A series of games between agents, seats rotated.

Game g seats agent i in seat (i + g) mod n, and the n games of one rotation share their luck and their random opening,
so that nobody wins by dice or by the seat.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from statistics import fmean, stdev

from asobiba.agents.spec import make_agent
from asobiba.arena.intervals import Measured, rate
from asobiba.core.contract import Agent, AnyGame
from asobiba.core.errors import ConfigError
from asobiba.core.match import play
from asobiba.core.options import Options
from asobiba.core.records import Record


@dataclass(frozen=True)
class Guest:
    """An agent that no spec names, such as a network that is being trained."""

    name: str
    agent: Agent


@dataclass
class Standing:
    """How one agent did."""

    agent: str
    returns: list[float] = field(default_factory=list)
    wins: int = 0
    draws: int = 0
    losses: int = 0
    unfinished: int = 0
    points: float = 0.0
    """A win is one; those who share a win, or a game that was broken off, share its point."""
    moves: int = 0
    seconds: float = 0.0
    slowest: float = 0.0

    @property
    def games(self) -> int:
        return len(self.returns) + self.unfinished

    @property
    def score(self) -> Measured:
        """The share of the points."""
        return rate(self.points, self.games)

    def summary(self) -> dict[str, object]:
        known = bool(self.returns)
        return {
            "agent": self.agent,
            "wins": self.wins,
            "draws": self.draws,
            "losses": self.losses,
            "unfinished": self.unfinished,
            "mean_return": fmean(self.returns) if known else None,
            "sd_return": stdev(self.returns) if len(self.returns) > 1 else None,
            "best_return": max(self.returns) if known else None,
            "seconds_per_move": self.seconds / self.moves if self.moves else None,
            "slowest_move": self.slowest if self.moves else None,
        }


def play_series(
    game: AnyGame,
    players: Sequence[str | Guest],
    options: Options,
    *,
    games: int,
    seed: int = 0,
    max_plies: int | None = None,
    opening: int = 0,
    watch: Callable[[Record], None] | None = None,
) -> list[Standing]:
    seats = game.rules.seats(options)
    if len(players) != len(seats):
        raise ConfigError(f"{game.name} has {len(seats)} seats ({', '.join(seats)}): name {len(seats)} agents")
    if games < 1:
        raise ConfigError(f"games={games}: allowed is 1 or more")
    names = [player.name if isinstance(player, Guest) else player for player in players]
    standings = [Standing(name) for name in names]
    for number in range(games):
        seated = [(seat - number) % len(seats) for seat in range(len(seats))]
        agents = [_agent(players[who], game, options, f"{seed}/{number}/{who}") for who in seated]
        record = play(
            game,
            agents,
            options,
            seed=seed + number // len(seats),
            names=[names[who] for who in seated],
            max_plies=max_plies,
            opening=opening,
        )
        count(record, [standings[who] for who in seated])
        if watch is not None:
            watch(record)
    return standings


def _agent(player: str | Guest, game: AnyGame, options: Options, seed: str) -> Agent:
    return player.agent if isinstance(player, Guest) else make_agent(player, game, options, seed=seed)


def shares(returns: Sequence[float] | None, seats: int) -> list[float]:
    """Of each seat, of the one point: [1, 0]; [0.5, 0.5] of a draw; all share what was broken off."""
    found = returns or [0.0] * seats
    best = [result == max(found) for result in found]
    return [won / sum(best) for won in best]


def count(record: Record, seated: Sequence[Standing]) -> None:
    """Add one game to the standings of those who sat in seats 0, 1, ..."""
    for ply in record.plies:
        if ply.seat >= 0:
            seated[ply.seat].moves += 1
            seated[ply.seat].seconds += ply.seconds or 0.0
            seated[ply.seat].slowest = max(seated[ply.seat].slowest, ply.seconds or 0.0)
    count_result(record.returns, seated)


def count_result(returns: Sequence[float] | None, seated: Sequence[Standing]) -> None:
    """None: the game was broken off."""
    for standing, gained in zip(seated, shares(returns, len(seated)), strict=True):
        standing.points += gained
    if returns is None:
        for standing in seated:
            standing.unfinished += 1
        return
    best = max(returns)
    shared = list(returns).count(best) > 1
    for standing, result in zip(seated, returns, strict=True):
        standing.returns.append(result)
        if len(seated) == 1:
            continue  # alone at the table nobody wins or loses; the returns tell
        if result < best:
            standing.losses += 1
        elif shared:
            standing.draws += 1
        else:
            standing.wins += 1
