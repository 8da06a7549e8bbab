"""One player's half of the game on the clock: what is held, the pair that falls, and the phases between two pairs.

    move in -> falling -> landing -> vanishing -> landing -> vanishing -> landing -> ojama -> move in

A board knows only itself. In a tick in which something happens it tells an *event*. When it has *settled*, because
nothing pops any more, and when its ojama have *landed*, timed.py, which knows both boards, says in the same tick how it
goes on.
"""

from copy import copy
from typing import Annotated, Any, Literal, Self, TypeAlias

from msgspec import Meta, Struct

from asobiba.games.puyo import frames
from asobiba.games.puyo.falling import Falling, space
from asobiba.games.puyo.field import EMPTY, HEIGHT, IN_SIGHT, VANISH_FRAMES, WIDTH, Field, cells, pop
from asobiba.games.puyo.placements import PLACEMENTS, SPAWN, place

BUTTONS = ("left", "right", "down", "rotate_left", "rotate_right")
LEFT, RIGHT, DOWN, ROTATE_LEFT, ROTATE_RIGHT = (1 << bit for bit in range(len(BUTTONS)))
ALL_BUTTONS = (1 << len(BUTTONS)) - 1
WAY = (0, -1, 1, 0)
"""Neither, the one, the other, both: two opposite buttons cancel each other."""

Event: TypeAlias = dict[str, Any]
Phase: TypeAlias = Literal["move in", "falling", "landing", "vanishing", "ojama", "done", "lost"]
Column: TypeAlias = Annotated[str, Meta(pattern=f"^[RBYGPO]{{0,{HEIGHT}}}$")]
Count: TypeAlias = Annotated[int, Meta(ge=0)]


class Board(Struct):
    field: Annotated[tuple[Column, ...], Meta(min_length=WIDTH, max_length=WIDTH)] = EMPTY
    phase: Phase = "move in"
    until: int = frames.MOVE_IN
    """The tick in which the phase ends, where time ends it."""
    pair: Annotated[str, Meta(pattern="^([RBYGP]{2})?$")] = ""
    """In hand, or moving in."""
    turn: Count = 0
    """Pairs placed so far."""
    falling: Falling | None = None
    held: Annotated[int, Meta(ge=0, le=ALL_BUTTONS)] = 0
    since: int = 0
    """The tick in which the direction that is held was pressed."""
    score: Count = 0
    carry: Count = 0
    """Points that have not bought ojama yet."""
    pending: Count = 0
    """Ojama on their way here while the chain that sends them goes on."""
    fixed: Count = 0
    """Ojama that fall when this board has settled."""
    all_clear: bool = False
    """The next chain brings 30 more ojama."""
    chain: Count = 0
    """Links since the last pair locked."""
    row14: Annotated[int, Meta(ge=0, lt=1 << WIDTH)] = 0
    """The columns whose row 14 has been used, when the rules count that."""

    @property
    def buried(self) -> bool:
        return len(self.field[SPAWN]) >= IN_SIGHT

    def copy(self) -> Self:
        twin = copy(self)
        twin.falling = copy(self.falling)
        return twin

    def step(self, tick: int, held: int) -> Event | None:
        pressed = held & ~self.held
        if held != self.held:
            self._hold(held, tick)
        if self.falling is not None:
            return self._steer(self.falling, tick, pressed)
        return self._go_on(tick) if tick == self.until else None

    def _hold(self, held: int, tick: int) -> None:
        if WAY[held & 3] != WAY[self.held & 3]:
            self.since = tick
        self.held = held

    def _steer(self, falling: Falling, tick: int, pressed: int) -> Event | None:
        room = space(self.field, self.row14)
        if turn := WAY[pressed >> 3]:
            falling.turn(turn, room, tick)
        way, waited = WAY[self.held & 3], tick - self.since
        if way and (not waited or (waited >= frames.REPEAT_AFTER and waited % frames.REPEAT_EVERY == 0)):
            falling.move(way, room)
        return self._lock(falling, tick) if falling.fall(room, bool(self.held & DOWN)) else None

    def _lock(self, falling: Falling, tick: int) -> Event:
        axis, child, side = PLACEMENTS[falling.placement]
        torn = abs(len(self.field[axis]) - len(self.field[child]))
        lost = side == "u" and len(self.field[axis]) == IN_SIGHT
        self.field = place(self.field, self.pair, falling.placement)
        self.phase, self.until = "landing", tick + frames.after_lock(torn)
        self.falling, self.pair, self.turn, self.chain = None, "", self.turn + 1, 0
        return {
            "kind": "locked",
            "placement": falling.placement,
            "torn": torn,
            "lost": lost,
            "dropped": falling.dropped,
        }

    def _go_on(self, tick: int) -> Event | None:
        """The phase has ended."""
        if self.phase == "move in":
            self.phase, self.falling = "falling", Falling()
            return {"kind": "appeared", "pair": self.pair}
        if self.phase == "landing":
            return self._pop(tick)
        if self.phase == "vanishing":
            return self._drop(tick)
        return {"kind": "landed"}

    def _pop(self, tick: int) -> Event:
        link = pop(self.field, self.chain + 1)
        if link is None:
            return {"kind": "settled", "chain": self.chain}
        self.chain += 1
        self.phase, self.until = "vanishing", tick + VANISH_FRAMES
        return {"kind": "link", "chain": self.chain, "points": link.score, "gone": list(map(list, cells(link.gone)))}

    def _drop(self, tick: int) -> Event | None:
        """The link that has vanished is found a second time, so that a board holds nothing but what can be seen."""
        link = pop(self.field, self.chain)
        assert link is not None, "only a link vanishes"
        self.field, ticks = link.field, frames.after_vanish(link.fall)
        self.phase, self.until = "landing", tick + ticks
        return None if ticks else self._pop(tick)

    def bury(self, field: Field, until: int) -> None:
        """Ojama fall."""
        self.field, self.phase, self.until = field, "ojama", until

    def deal(self, pair: str, tick: int) -> None:
        self.pair, self.phase, self.until = pair, "move in", tick + frames.MOVE_IN
