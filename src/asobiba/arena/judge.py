"""The judge: how often an agent's move keeps what is proven, and how much it gives away.

The game needs a solver that has values (agents/solver.py). A move *keeps* if no other is worth more; its *regret* is
how much more the best is worth, in the unit of the solver. A position is *critical* if its moves are not all worth the
same.
Positions that the solver does not settle are counted and left out. Games that are played for the judge do not stop at
positions that the solver does not reach.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from typing import Any

from asobiba.agents.advice import Adviser, leaning
from asobiba.agents.arrays import Arrays
from asobiba.agents.players import Players
from asobiba.agents.solver import RESULT, Solver
from asobiba.arena.intervals import Measured, rate
from asobiba.arena.positions import Question, distinct, of_file, of_own_games, of_random_games
from asobiba.arena.series import Guest, agent_of
from asobiba.core.agent import Agent
from asobiba.core.errors import ConfigError
from asobiba.core.game import AnyGame
from asobiba.core.match import timed_choice
from asobiba.core.options import Options
from asobiba.core.registry import every_game

SAME = 1e-9
"""Worths that differ by less are the same: they are sums of many."""
EVEN = 1 / 3
"""Of a draw, an estimate is right between -EVEN and EVEN on the scale from -1, a loss, to 1, a win."""
TRIES = 4
"""Positions that are not settled, for every one that is wanted: then the judge makes do with what there is."""


@dataclass(frozen=True)
class Answer:
    regret: float
    critical: bool
    chance: float
    """The share of the legal moves that keep."""
    sign_right: bool | None
    """Of the agent's own estimate of the position; None: it states none."""

    @property
    def kept(self) -> bool:
        return self.regret < SAME


@dataclass(frozen=True)
class Judgement:
    game: str
    agent: str
    positions: int
    kept: Measured
    value_sign_right: float | None
    """None: the agent states no values, or not in a unit that has sides, or the game is not about winning."""
    regret: float
    """The mean."""
    unit: str
    kept_by_chance: float
    """What moving at random would keep."""
    critical: int
    kept_critical: Measured | None
    unsettled: int

    def as_json(self) -> dict[str, Any]:
        return {
            "game": self.game,
            "agent": self.agent,
            "positions": self.positions,
            "kept": self.kept.value,
            "kept_interval": [self.kept.low, self.kept.high],
            "value_sign_right": self.value_sign_right,
            "regret": self.regret,
            "unit": self.unit,
            "kept_by_chance": self.kept_by_chance,
            "critical": self.critical,
            "kept_critical": None if self.kept_critical is None else self.kept_critical.value,
            "unsettled": self.unsettled,
        }


def judge(
    game: AnyGame,
    options: Options,
    player: str | Guest,
    *,
    positions: int = 2000,
    source: str | Path = "random",
    seed: int = 0,
    opening: int = 4,
) -> Judgement:
    """`source` is "random", "own" or a file, see arena/positions.py."""
    found = answers(game, options, player, positions=positions, source=source, seed=seed, opening=opening)
    return judgement(game, options, player, list(found))


def answers(
    game: AnyGame,
    options: Options,
    player: str | Guest,
    *,
    positions: int,
    source: str | Path = "random",
    seed: int = 0,
    opening: int = 4,
) -> Iterator[Answer | None]:
    """One by one; None of a position that is not settled."""
    if positions < 1:
        raise ConfigError(f"positions={positions}: allowed is 1 or more")
    solver, agent = solver_of(game, options), agent_of(player, game, options, f"{seed}")
    if source == "random":
        asked: Iterable[Question] = of_random_games(game, options, seed, solver.reaches)
    elif source == "own":
        asked = of_own_games(game, options, agent, seed, opening, solver.reaches)
    else:
        asked = of_file(Path(source), game, options, seed)
    witness, settled, unsettled = _Witness(game, options, agent, solver), 0, 0
    for question in distinct(asked):
        answer = witness.answer(question)
        settled, unsettled = settled + (answer is not None), unsettled + (answer is None)
        yield answer
        if settled == positions or unsettled >= TRIES * positions:
            return


def solver_of(game: AnyGame, options: Options) -> Solver[Any]:
    solver: Solver[Any] | None = game.part(Players).solver(options)
    if solver is None or not solver.has_values:
        raise nothing_proven(game)
    return solver


def nothing_proven(game: AnyGame) -> ConfigError:
    """Name what is solved among the options that environments are made with."""
    solved = [
        f"{each.name} {_typed(some)}".strip()
        for each in every_game()
        for some in (each.part(Arrays).presets or {each.name: {}}).values()
        if (solver := each.part(Players).solver(each.options.read(some))) is not None and solver.has_values
    ]
    return ConfigError(
        f"nothing is proven of {game.name} with these options; what is solved: {', '.join(solved)}", game=game.name
    )


def _typed(options: Any) -> str:
    return " ".join(f"-o {name}={value}" for name, value in options.items())


class _Witness:
    """An agent that is asked, and whether it says what it thinks of a position."""

    def __init__(self, game: AnyGame, options: Options, agent: Agent, solver: Solver[Any]) -> None:
        self.game, self.agent, self.solver = game, agent, solver
        self.bounds = game.bounds(options)
        self.tells = solver.unit == RESULT

    def answer(self, question: Question) -> Answer | None:
        state = question.state
        worth = self.solver.values(state)
        if worth is None:
            return None
        move = timed_choice(self.game, self.agent, state).action if question.move is None else question.move
        best, worst = max(worth.values()), min(worth.values())
        keeping = sum(best - value < SAME for value in worth.values())
        return Answer(best - worth[move], best - worst >= SAME, keeping / len(worth), self._sign_right(state, best))

    def _sign_right(self, state: Any, proven: float) -> bool | None:
        if not self.tells or not isinstance(self.agent, Adviser):
            return None
        said = leaning(self.agent.advise(self.game.conceal(state, state.to_play)), self.bounds)
        if said is None:
            self.tells = False  # its unit is the same everywhere, and thinking is dear
            return None
        return abs(said) < EVEN if proven == 0 else said * proven > 0


def judgement(game: AnyGame, options: Options, player: str | Guest, found: Sequence[Answer | None]) -> Judgement:
    """What the answers come to."""
    settled = [answer for answer in found if answer is not None]
    if not settled:
        raise ConfigError(f"none of {len(found)} positions of {game.name} was settled", game=game.name)
    critical = [answer for answer in settled if answer.critical]
    signs = [answer.sign_right for answer in settled if answer.sign_right is not None]
    return Judgement(
        game=game.name,
        agent=player.name if isinstance(player, Guest) else player,
        positions=len(settled),
        kept=_kept(settled),
        value_sign_right=fmean(signs) if signs else None,
        regret=fmean(answer.regret for answer in settled),
        unit=solver_of(game, options).unit,
        kept_by_chance=fmean(answer.chance for answer in settled),
        critical=len(critical),
        kept_critical=_kept(critical) if critical else None,
        unsettled=len(found) - len(settled),
    )


def _kept(found: Sequence[Answer]) -> Measured:
    return rate(sum(answer.kept for answer in found), len(found))
