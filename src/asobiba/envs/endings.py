"""What the last info of an episode says.

reason   "rules", "forfeit" (an illegal action with illegal="lose") or "truncation"
winner   the seat that scored more than every other, -1 if there is none; not in games of one seat
returns  [seats] float32, every seat's score; a forfeit costs its seat 1
score    that of the own seat; with seat="all" that of the seat that moved last

The facts of the game come beside these: `facts` and `peak` of its arrays. A number has the same type in every
episode, so that Gymnasium can put those of many environments side by side: hence -1 and not None.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from asobiba.agents.arrays import Arrays, no_batch_facts
from asobiba.core.game import AnyGame
from asobiba.core.options import Options
from asobiba.envs.batch import Batch, RulebookGames
from asobiba.envs.settings import PENALTY

NOBODY = -1
RULES, FORFEIT, TRUNCATION = "rules", "forfeit", "truncation"

Rows = NDArray[np.int64]


class Peaks:
    """How high the game's number rose in every running episode: `highest` [n, seats]."""

    def __init__(self, batch: Batch) -> None:
        self.watching = batch.game.part(Arrays).peak is not None
        self.highest = np.zeros((len(batch), batch.seats), np.int64)

    def begin(self, chosen: Any = slice(None)) -> None:
        self.highest[chosen] = 0

    def look(self, batch: Batch) -> None:
        """After every step: the numbers of a position are those of its last move."""
        peak, games = batch.game.part(Arrays).peak, batch.games
        if peak is None:
            return
        name, packed = peak
        if isinstance(games, RulebookGames):
            now: Any = [batch.game.facts(state)[name] for state in games.states]
        elif len(batch) == 1:  # in a loop of single steps numpy would take longer than the step
            position = games.position(0)
            for seat, at in zip(range(batch.seats), packed, strict=False):
                if position[at] > self.highest.item(0, seat):
                    self.highest[0, seat] = position[at]
            return
        else:
            now = np.empty((batch.seats, len(batch)), np.uint8)
            for seat, at in zip(range(batch.seats), packed, strict=False):
                games.bytes_at(at, now[seat])
            now = now.T
        np.maximum(self.highest, now, out=self.highest)


@dataclass(frozen=True)
class Ended:
    """Episodes that end now, [k] of each."""

    movers: Rows
    """The seat whose score is told."""
    losers: Rows
    """The seat that forfeits, or NOBODY."""
    truncated: NDArray[np.bool_]
    """Whether the game itself would go on."""


def endings(
    game: AnyGame,
    options: Options,
    ended: Ended,
    returns: NDArray[np.float32],
    seen: Callable[[], NDArray[Any]],
    highest: NDArray[np.int64],
) -> dict[str, Any]:
    """Every key with an array [k, ...]. `seen()` is what the first seat sees, asked for where the game looks at it."""
    forfeits = np.flatnonzero(ended.losers >= 0)
    returns[forfeits, ended.losers[forfeits]] += PENALTY
    reason = np.full(len(returns), RULES, object)
    reason[ended.truncated] = TRUNCATION
    reason[forfeits] = FORFEIT
    told: dict[str, Any] = {"reason": reason, "returns": returns}
    told["score"] = returns[np.arange(len(returns)), ended.movers]
    if returns.shape[1] > 1:
        told["winner"] = np.where(ended.truncated, NOBODY, winners(returns))
    arrays = game.part(Arrays)
    if arrays.facts is not no_batch_facts:
        told.update(arrays.facts(seen(), options))
    if arrays.peak is not None:
        told[arrays.peak[0]] = highest
    return told


def endings_of(batch: Batch, rows: Rows, ended: Ended, peaks: Peaks) -> dict[str, Any]:
    """Of the games `rows` [k] of a batch."""

    def seen() -> NDArray[Any]:
        """The batch shows the first seat's view where a game is over or this seat is to move."""
        return batch.observe(0)[rows] if (batch.to_play[rows] > 0).any() else batch.observation[rows]

    return endings(batch.game, batch.options, ended, batch.scores()[rows], seen, peaks.highest[rows])


def one_ending(
    game: AnyGame,
    options: Options,
    ended: tuple[int, int, bool],
    returns: Sequence[float],
    seen: Callable[[], NDArray[Any]],
    highest: Sequence[int],
) -> dict[str, Any]:
    """Of one game, `ended` being (mover, loser, truncated): plain numbers where there is one of each. Without arrays
    where it can: an episode may have ten microseconds in all."""
    mover, loser, truncated = ended
    scores = list(returns)
    if loser >= 0:
        scores[loser] += PENALTY
    told: dict[str, Any] = {"reason": FORFEIT if loser >= 0 else TRUNCATION if truncated else RULES}
    told |= {"returns": np.array(scores, np.float32), "score": scores[mover]}
    if len(scores) > 1:
        wins = not truncated and scores.count(max(scores)) == 1
        told["winner"] = scores.index(max(scores)) if wins else NOBODY
    arrays = game.part(Arrays)
    if arrays.facts is not no_batch_facts:
        for key, found in arrays.facts(seen()[None], options).items():
            told[key] = found[0] if found.ndim > 1 else found[0].item()
    if arrays.peak is not None:
        told[arrays.peak[0]] = np.array(highest, np.int64)
    return told


def winners(returns: NDArray[np.float32]) -> Rows:
    """[k]: who has the highest return alone, or NOBODY."""
    leads = returns == returns.max(axis=1, keepdims=True)
    found: Rows = np.where(leads.sum(axis=1) == 1, leads.argmax(axis=1), NOBODY)
    return found
