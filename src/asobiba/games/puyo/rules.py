"""Puyo by the rules of Tsu: pairs fall into a field of 6 columns, groups of four pop, chains bury the other in ojama.

Vocabulary: a *turn* is one pair for each player; both *commit* a placement, hidden from the other, and the second
commit resolves the turn. A *chain* buys ojama with its points; points left over are *carried* to the next chain. Ojama
first *offset* those that wait for their sender; the rest wait for the other player and fall at the end of his next
turn, at most 30 at once: whole rows, and *loose* ones in columns that luck chooses. Who empties his field has an *all
clear*: his next chain brings 30 more. Who has a puyo in column 3, row 12 when a turn is over is *buried* and has lost.

Luck first draws the seed of the queue, 0 to 65535; later its outcomes are sets of columns, bit 0 being the first.
Chains are in field.py, the 22 placements in placements.py, the queue in pairs.py, the arithmetic of ojama in ojama.py.
Versus has the seats 0 and 1, single play only 0.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Literal, NamedTuple, Self

from asobiba.core.errors import IllegalMove, Phrase
from asobiba.core.game import CHANCE, OVER, State, whole
from asobiba.core.luck import EvenChances
from asobiba.core.options import Options, option
from asobiba.games.puyo.field import EMPTY, IN_SIGHT, WIDTH, Field, resolve, rows
from asobiba.games.puyo.ojama import ALL_CLEAR, COLUMN_SETS, bought, fall, offset, price, tray
from asobiba.games.puyo.pairs import SEEDS, VISIBLE, pair, queue
from asobiba.games.puyo.placements import ACTIONS, PLACEMENTS, SPAWN, obstacle, place, reachable, tears
from asobiba.games.puyo.views import PuyoTurnPlayerView, PuyoView

SEATS = {"single": ("player",), "versus": ("left", "right")}
PLACE_FRAMES, TEAR_FRAMES = 40, 20


@dataclass(frozen=True)
class PuyoOptions(Options):
    mode: Literal["single", "versus"] = option("versus", "one player for points, or two against each other")
    colors: int = option(4, "how many colours fall", low=3, high=5)
    target_points: int = option(70, "points that buy one ojama", low=1)
    margin_seconds: int | None = option(96, "when ojama begin to get cheaper; none: never", low=0)
    ojama_per_turn: int = option(30, "how many ojama fall at once; the others wait", low=1)
    row14: Literal["discard", "once"] = option(
        "discard", "a puyo that rests on row 14 vanishes; or does so once in each column, which then is closed to more"
    )
    max_turns: int | None = option(None, "after so many turns the game ends, in versus as a draw; none: never", low=1)


@dataclass(frozen=True)
class Player:
    field: Field = EMPTY
    score: int = 0
    carry: int = 0
    """Points that have not bought ojama yet."""
    ojama: int = 0
    """Waiting to fall on this player."""
    loose: int = 0
    """Of those that fall now, the ones whose columns luck has yet to choose."""
    all_clear: bool = False
    """The next chain brings 30 more ojama."""
    chain: int = 0
    """Links of the last placement."""
    row14: int = 0
    """The columns whose row 14 has been used, when the rules count that."""

    @property
    def buried(self) -> bool:
        return len(self.field[SPAWN]) >= IN_SIGHT

    def reachable(self) -> tuple[int, ...]:
        return reachable(tuple(map(len, self.field)), self.row14)

    def view(self) -> PuyoTurnPlayerView:
        return {
            "field": rows(self.field),
            "score": self.score,
            "carry": self.carry,
            "ojama": self.ojama,
            "loose": self.loose,
            "all_clear": self.all_clear,
            "chain": self.chain,
            "row14": self.row14,
            "tray": tray(self.ojama),
        }


@dataclass(frozen=True)
class Position(State):
    players: tuple[Player, ...] = (Player(), Player())
    queue: str = ""
    """Axis and child in turn, over and over; empty until luck has drawn the seed."""
    seed: int | None = None
    """Of the queue, where one made it."""
    turn: int = 0
    clock: int = 0
    """Frames that the turns so far have taken, 60 a second."""
    commit: int | None = None
    """What `first` has placed in this turn; the other must not know it."""
    first: int = 0
    """Who commits first. Nothing else depends on it."""
    options: PuyoOptions = field(default_factory=PuyoOptions)

    @cached_property
    def to_play(self) -> int:
        if any(player.loose for player in self.players):
            return CHANCE
        if self.out_of_turns or any(player.buried for player in self.players):
            return OVER
        if not self.queue:
            return CHANCE
        return self.first if self.commit is None else 1 - self.first

    @property
    def out_of_turns(self) -> bool:
        return self.options.max_turns is not None and self.turn >= self.options.max_turns

    def pairs(self) -> list[str]:
        """What everybody sees: the pair of this turn, the next and the one after it."""
        return [pair(self.queue, self.turn + ahead) for ahead in range(VISIBLE)] if self.queue else []

    @property
    def price(self) -> int:
        """Points for an ojama in this turn."""
        return price(self.options.target_points, self.options.margin_seconds, self.clock)

    @property
    def unlucky(self) -> int | None:
        """The seat on which loose ojama are about to fall."""
        return next((seat for seat, player in enumerate(self.players) if player.loose), None)

    def legal(self) -> Sequence[int]:
        if self.to_play >= 0:
            return self.players[self.to_play].reachable()
        if self.to_play == OVER:
            return ()
        return range(SEEDS) if self.unlucky is None else COLUMN_SETS[self.players[self.unlucky].loose]

    @whole
    def apply(self, action: int) -> Self:
        if action not in self.legal():
            raise IllegalMove(self._why_not(action), self, action=action)
        if self.to_play == CHANCE:
            return self._after_luck(action)
        if self.options.mode == "single":
            return self._after_turn((action,))
        if self.commit is None:
            return replace(self, commit=action)
        return self._after_turn((self.commit, action) if self.first == 0 else (action, self.commit))

    def _after_luck(self, outcome: int) -> Self:
        seat = self.unlucky
        if seat is None:
            return replace(self, queue=queue(outcome, self.options.colors), seed=outcome)
        players = list(self.players)
        players[seat] = replace(players[seat], field=fall(players[seat].field, 1, outcome), loose=0)
        return replace(self, players=tuple(players))

    def _after_turn(self, placements: tuple[int, ...]) -> Self:
        now = pair(self.queue, self.turn)
        landings = [land(*each, now, self.options) for each in zip(self.players, placements, strict=True)]
        return replace(
            self,
            players=exchange(landings, self.price, self.options) if len(landings) == 2 else (landings[0].player,),
            turn=self.turn + 1,
            clock=self.clock + max(landing.frames for landing in landings),
            commit=None,
        )

    def returns(self) -> tuple[float, ...]:
        if self.options.mode == "single":
            return (float(self.players[0].score),)
        if self.to_play != OVER:
            return 0.0, 0.0
        left, right = (player.buried for player in self.players)
        return float(right - left), float(left - right)

    def chances(self) -> Sequence[tuple[int, float]]:
        return EvenChances(self.legal()) if self.to_play == CHANCE else ()

    def view(self, seat: int | None) -> PuyoView:
        return {
            "to_play": self.to_play,
            "legal": list(self.legal()) if self.to_play >= 0 else [],
            "turn": self.turn,
            "clock": self.clock,
            "price": self.price,
            "pairs": self.pairs(),
            "commit": self.commit if seat == self.first else None,
            "players": [player.view() for player in self.players],
        }

    def _why_not(self, action: int) -> Phrase:
        if self.to_play == OVER:
            return Phrase("action {action}: the game is over", action=action)
        if self.to_play == CHANCE and self.unlucky is None:
            return Phrase("outcome {action}: the seeds of the queue are 0 to {last}", action=action, last=SEEDS - 1)
        if self.to_play == CHANCE:
            text = "outcome {action}: not a set of {loose} of the six columns, where {loose} ojama fall"
            return Phrase(text, action=action, loose=self.players[self.unlucky or 0].loose)
        if not 0 <= action < ACTIONS:
            text = "action {action} does not exist: placements are 0 to {last}"
            return Phrase(text, action=action, last=ACTIONS - 1)
        player, name = self.players[self.to_play], SEATS[self.options.mode][self.to_play]
        why = obstacle(tuple(map(len, player.field)), action, player.row14)
        return Phrase("{who} to {move}: {why}", who=Phrase(name), move=PLACEMENTS[action].name, why=why)


def facts(position: Position) -> dict[str, Any]:
    """Points and the chain of the last placement, by seat; `max_turns` ends a game in which nobody is buried."""
    return {
        "score": [player.score for player in position.players],
        "max_chain": [player.chain for player in position.players],
        "ending": "rules" if any(player.buried for player in position.players) else "max_turns",
    }


def start(options: PuyoOptions) -> Position:
    """Empty fields, the queue not drawn yet."""
    return Position(players=(Player(),) * len(SEATS[options.mode]), options=options)


class Landing(NamedTuple):
    """One player's half of a turn, before the ojama."""

    player: Player
    points: int
    frames: int


def land(player: Player, placement: int, now: str, options: PuyoOptions) -> Landing:
    """The pair lands and its chain runs. The points of an earlier all clear come with the first chain after it."""
    resolution = resolve(place(player.field, now, placement))
    links, points, all_clear, row14 = len(resolution.links), 0, player.all_clear, player.row14
    if links:
        points = resolution.score + all_clear * ALL_CLEAR * options.target_points
        all_clear = resolution.all_clear
    axis, _, side = PLACEMENTS[placement]
    if options.row14 == "once" and side == "u" and len(player.field[axis]) == IN_SIGHT:
        row14 |= 1 << axis
    after = replace(
        player,
        field=resolution.field,
        score=player.score + points,
        all_clear=all_clear,
        chain=links,
        row14=row14,
    )
    return Landing(after, points, PLACE_FRAMES + TEAR_FRAMES * tears(player.field, placement) + resolution.frames)


def exchange(landings: Sequence[Landing], price: int, options: PuyoOptions) -> tuple[Player, ...]:
    """The ojama of a turn: buy, offset what waits for oneself, then one another; what waited falls, the rest waits."""
    if not any(landing.points or landing.player.ojama for landing in landings):
        return tuple(landing.player for landing in landings)
    attacks, players = [], []
    for player, points, _ in landings:
        attack, carry = bought(player.carry, points, price)
        attack, waiting = offset(attack, player.ojama)
        attacks.append(attack)
        falling = min(waiting, options.ojama_per_turn)
        full_rows, loose = divmod(falling, WIDTH)
        players.append(
            replace(
                player,
                field=fall(player.field, full_rows),
                carry=carry,
                ojama=waiting - falling,
                loose=loose,
            )
        )
    sent = offset(*attacks)
    return tuple(replace(player, ojama=player.ojama + sent[1 - seat]) for seat, player in enumerate(players))


def conceal(position: Position, seat: int) -> Position:
    """What `seat` may know: the other has not committed yet, the queue is the pairs in sight over and over, a guess."""
    seen = position.pairs()
    around = "".join(seen[(at - position.turn) % VISIBLE] for at in range(VISIBLE)) if seen else ""
    known = replace(position, queue=around, seed=None)
    if position.commit is not None and position.first == seat:
        return known
    return replace(known, commit=None, first=seat)
