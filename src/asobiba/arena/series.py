"""A series of games between agents, seats rotated.

Game g seats agent i in seat (i + g) mod n, and the n games of one rotation share their luck and their random opening,
so that nobody wins by dice or by the seat.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from statistics import fmean, stdev

from asobiba.agents.spec import make_agent
from asobiba.core.contract import AnyGame
from asobiba.core.errors import ConfigError
from asobiba.core.match import play
from asobiba.core.options import Options
from asobiba.core.records import Record


@dataclass
class Standing:
    """How one agent did."""

    agent: str
    returns: list[float] = field(default_factory=list)
    wins: int = 0
    draws: int = 0
    losses: int = 0
    unfinished: int = 0
    moves: int = 0
    seconds: float = 0.0
    slowest: float = 0.0

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
    specs: Sequence[str],
    options: Options,
    *,
    games: int,
    seed: int = 0,
    max_plies: int | None = None,
    opening: int = 0,
    watch: Callable[[Record], None] | None = None,
) -> list[Standing]:
    seats = game.rules.seats(options)
    if len(specs) != len(seats):
        raise ConfigError(f"{game.name} has {len(seats)} seats ({', '.join(seats)}): name {len(seats)} agents")
    if games < 1:
        raise ConfigError(f"games={games}: allowed is 1 or more")
    standings = [Standing(spec) for spec in specs]
    for number in range(games):
        seated = [(seat - number) % len(seats) for seat in range(len(seats))]
        agents = [make_agent(specs[who], game, options, seed=f"{seed}/{number}/{who}") for who in seated]
        record = play(
            game,
            agents,
            options,
            seed=seed + number // len(seats),
            names=[specs[who] for who in seated],
            max_plies=max_plies,
            opening=opening,
        )
        count(record, [standings[who] for who in seated])
        if watch is not None:
            watch(record)
    return standings


def count(record: Record, seated: Sequence[Standing]) -> None:
    """Add one game to the standings of those who sat in seats 0, 1, ..."""
    for ply in record.plies:
        if ply.seat >= 0:
            seated[ply.seat].moves += 1
            seated[ply.seat].seconds += ply.seconds or 0.0
            seated[ply.seat].slowest = max(seated[ply.seat].slowest, ply.seconds or 0.0)
    if record.returns is None:
        for standing in seated:
            standing.unfinished += 1
        return
    best = max(record.returns)
    shared = record.returns.count(best) > 1
    for standing, result in zip(seated, record.returns, strict=True):
        standing.returns.append(result)
        if len(seated) == 1:
            continue  # alone at the table nobody wins or loses; the returns tell
        if result < best:
            standing.losses += 1
        elif shared:
            standing.draws += 1
        else:
            standing.wins += 1
