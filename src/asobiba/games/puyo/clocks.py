"""The two ways in which time passes in a GameEngine: turn by turn, or tick by tick.

A clock tells of each seat its player, its pairs in sight and whether it has to place one, and what its last move
brought. On the turn clock both seats place in every step. On the frame clock a step lasts until somebody has to place a
pair again, so whoever has fired a long chain is *busy* while the other goes on.
"""

from typing import Literal, Self

from asobiba.core.errors import IllegalMove
from asobiba.core.game import CHANCE, OVER
from asobiba.core.luck import Luck
from asobiba.games.puyo import ojama, timed
from asobiba.games.puyo.pairs import VISIBLE, pair
from asobiba.games.puyo.placements import ACTIONS, PLACEMENTS, obstacle
from asobiba.games.puyo.rules import Player, Position, PuyoOptions, start
from asobiba.games.puyo.states import Brought

ClockName = Literal["turns", "frames"]


class TurnClock:
    """The rulebook: both commit, and the turn resolves at once."""

    def __init__(self, position: Position, seed: int) -> None:
        self.luck, self.ply = Luck(seed), 0
        self.position = self._lucky(position)
        self.brought = [Brought()] * len(self.players)

    @classmethod
    def start(cls, options: PuyoOptions, seed: int) -> Self:
        return cls(start(options), seed)

    @property
    def options(self) -> PuyoOptions:
        return self.position.options

    @property
    def players(self) -> tuple[Player, ...]:
        return self.position.players

    @property
    def over(self) -> bool:
        return self.position.to_play == OVER

    @property
    def lost(self) -> list[bool]:
        return [player.buried for player in self.players]

    @property
    def turn(self) -> int:
        return self.position.turn

    @property
    def frames(self) -> int:
        return self.position.clock

    @property
    def price(self) -> int:
        return self.position.price

    def pairs(self, seat: int) -> list[str]:
        return self.position.pairs()

    def is_ready(self, seat: int) -> bool:
        return not self.over

    def is_chaining(self, seat: int) -> bool:
        """A turn ends when every chain is over."""
        return False

    def step(self, placements: list[int | None]) -> None:
        before = after = self.position
        for placement in placements:
            assert placement is not None, "on this clock every seat is ready"
            after = after.apply(placement)
        self.ply += len(placements)
        self.position = self._lucky(after)
        self.brought = brought(before, after)

    def _lucky(self, position: Position) -> Position:
        """After luck has been drawn."""
        while position.to_play == CHANCE:
            position = position.apply(self.luck.draw(position, self.ply))
            self.ply += 1
        return position


def brought(before: Position, after: Position) -> list[Brought]:
    """Of every seat, from the positions around a turn."""
    chains = [player.chain for player in after.players]
    if len(chains) == 1:
        return [Brought(chains[0])]
    attacks, cancelled = [], []
    for old, new in zip(before.players, after.players, strict=True):
        buys, _ = ojama.bought(old.carry, new.score - old.score, before.price)
        attack, _ = ojama.offset(buys, old.ojama)
        attacks.append(attack)
        cancelled.append(buys - attack)
    sent = ojama.offset(*attacks)
    return [Brought(chains[seat], sent[seat], cancelled[seat] + attacks[seat] - sent[seat]) for seat in (0, 1)]


class FrameClock:
    """The game on the clock: a placement is the buttons that bring the pair there."""

    def __init__(self, game: timed.TimedPuyo) -> None:
        self.game = game
        self.scripts: list[list[int]] = [[] for _ in game.boards]
        self.brought = [Brought()] * len(game.boards)
        self._run()

    @classmethod
    def start(cls, options: PuyoOptions, seed: int) -> Self:
        return cls(timed.start(options, seed))

    @property
    def options(self) -> PuyoOptions:
        return self.game.options

    @property
    def players(self) -> tuple[Player, ...]:
        return tuple(
            Player(
                field=board.field,
                score=board.score,
                carry=board.carry,
                ojama=board.pending + board.fixed,
                all_clear=board.all_clear,
                chain=board.chain,
                row14=board.row14,
            )
            for board in self.game.boards
        )

    @property
    def over(self) -> bool:
        return self.game.over

    @property
    def lost(self) -> list[bool]:
        return [board.phase == "lost" for board in self.game.boards]

    @property
    def turn(self) -> int:
        """Of the slower player."""
        return min(board.turn for board in self.game.boards)

    @property
    def frames(self) -> int:
        return self.game.tick

    @property
    def price(self) -> int:
        return self.game.price

    def pairs(self, seat: int) -> list[str]:
        """From the pair in hand, or the next one while none is."""
        return [pair(self.game.queue, self.game.boards[seat].turn + ahead) for ahead in range(VISIBLE)]

    def is_ready(self, seat: int) -> bool:
        return not self.over and self.game.boards[seat].falling is not None and not self.scripts[seat]

    def is_chaining(self, seat: int) -> bool:
        return self.game.boards[seat].chain > 0 and self.game.boards[seat].phase in ("vanishing", "landing")

    def step(self, placements: list[int | None]) -> None:
        scripts = [
            self.scripts[seat] if placement is None else self._script(seat, placement)
            for seat, placement in enumerate(placements)
        ]
        self.scripts = scripts
        self._run()

    def _script(self, seat: int, placement: int) -> list[int]:
        buttons = self.game.path(seat, placement)
        if not buttons:
            raise IllegalMove(f"{PLACEMENTS[placement].name}: no buttons bring the pair there", action=placement)
        return buttons

    def _run(self) -> None:
        """Until somebody has to place a pair, or the game is over."""
        chains, sent, cancelled = ([0] * len(self.game.boards) for _ in range(3))
        while not self.over and not any(map(self.is_ready, range(len(self.scripts)))):
            self.game.step({seat: script.pop(0) for seat, script in enumerate(self.scripts) if script})
            for event in self.game.events():
                if event["kind"] == "settled":
                    chains[event["seat"]] = event["chain"]
                elif event["kind"] == "sent":
                    sent[event["seat"]] += event["ojama"]
                elif event["kind"] == "offset":
                    cancelled[event["seat"]] += event["ojama"]
        self.brought = [Brought(*each) for each in zip(chains, sent, cancelled, strict=True)]


def why_not(player: Player, placement: int) -> str | None:
    """Why a placement is not to be had; None if it is."""
    if not 0 <= placement < ACTIONS:
        return f"action {placement} does not exist: placements are 0 to {ACTIONS - 1}"
    why = obstacle(tuple(map(len, player.field)), placement, player.row14)
    return None if why is None else str(why)
