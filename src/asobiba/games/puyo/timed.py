"""Puyo on the clock: both players at once, sixty ticks a second, ojama while the other still builds.

A link buys ojama in the tick in which it begins to vanish. They offset what comes to its sender, first what is
*pending* and then what is *fixed*; the rest is pending for the other, fixed when the sender's chain is over, and falls
when the other's board has settled after that.

Within a tick both boards move first; then what is between them happens in stages, each for both boards: attacks, ends
of chains, ojama. Luck is drawn by the number of the tick, the same for both. So nothing depends on the seats. Steering
is in falling.py, the phases of a board in board.py, the times in frames.py.
"""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Self

import msgspec

from asobiba.core.errors import StateError
from asobiba.core.luck import Luck
from asobiba.games.puyo import frames, ojama
from asobiba.games.puyo.board import ALL_BUTTONS, BUTTONS, Board, Count, Event
from asobiba.games.puyo.falling import space
from asobiba.games.puyo.field import CHAIN_POWER, EMPTY, HEIGHT, IN_SIGHT, WIDTH, resolve, rows
from asobiba.games.puyo.pairs import VISIBLE, pair, queue
from asobiba.games.puyo.paths import path
from asobiba.games.puyo.placements import PLACEMENTS, SPAWN
from asobiba.games.puyo.rules import SEATS, Player, Position, PuyoOptions
from asobiba.games.puyo.views import PuyoTimedPlayerView, PuyoTimedView
from asobiba.online.simulation import Timing, digest


class TimedPuyo:
    """`pairs` is the queue; the columns of loose ojama are drawn from `seed`."""

    def __init__(self, options: PuyoOptions, seed: int, pairs: str, boards: Sequence[Board], tick: int = 0) -> None:
        self.options, self.seed, self.queue, self.boards, self.tick = options, seed, pairs, list(boards), tick
        self.over = self._is_over()
        self._events: list[Event] = []

    def step(self, inputs: Mapping[int, int]) -> None:
        self._events = []
        if self.over:
            return
        self.tick += 1
        for seat, board in enumerate(self.boards):
            event = board.step(self.tick, inputs.get(seat, 0) & ALL_BUTTONS)
            if event is not None:
                self._events.append({"seat": seat, **event})
        if self._events:
            self._judge(self._events.copy())
            self.over = self._is_over()

    def events(self) -> list[Event]:
        return self._events

    def decided(self) -> list[tuple[int, int]]:
        return [(event["seat"], event["placement"]) for event in self._events if event["kind"] == "locked"]

    @property
    def rested(self) -> bool:
        """A pair has locked."""
        return any(event["kind"] == "locked" for event in self._events)

    def _judge(self, news: list[Event]) -> None:
        for event in news:
            if event["kind"] == "locked":
                self._count(event)
        if links := [event for event in news if event["kind"] == "link"]:
            self._attack(links)
        for event in news:
            if event["kind"] == "settled" and event["chain"]:
                self._end_chain(event["seat"])
        for event in news:
            if event["kind"] == "settled" and self.boards[event["seat"]].fixed:
                self._bury(event["seat"])
            elif event["kind"] in ("settled", "landed"):
                self._go_on(event["seat"])

    def _tell(self, kind: str, seat: int, **facts: object) -> None:
        self._events.append({"seat": seat, "kind": kind, **facts})

    def _count(self, event: Event) -> None:
        """A point for each row of soft drop, and a row 14 that has been used."""
        board = self.boards[event["seat"]]
        board.score += event["dropped"]
        if self.options.mode == "versus":
            board.carry += event["dropped"]
        if event["lost"] and self.options.row14 == "once":
            board.row14 |= 1 << PLACEMENTS[event["placement"]].axis

    def _attack(self, links: list[Event]) -> None:
        """Points, and what they buy. What is left of two attacks in one tick cancels too."""
        attacks = [0] * len(self.boards)
        for event in links:
            board = self.boards[event["seat"]]
            event["points"] += board.all_clear * ojama.ALL_CLEAR * self.options.target_points
            board.all_clear = False
            board.score += event["points"]
            if self.options.mode == "versus":
                attacks[event["seat"]] = self._offset(event["seat"], event["points"])
        if any(attacks):
            for seat, sent in enumerate(ojama.offset(*attacks)):
                self.boards[1 - seat].pending += sent
                if sent:
                    self._tell("sent", seat, ojama=sent)

    def _offset(self, seat: int, points: int) -> int:
        """What the points buy beyond the ojama that are coming to this seat."""
        board = self.boards[seat]
        bought, board.carry = ojama.bought(board.carry, points, self.price)
        attack, board.pending = ojama.offset(bought, board.pending)
        attack, board.fixed = ojama.offset(attack, board.fixed)
        if attack < bought:
            self._tell("offset", seat, ojama=bought - attack)
        return attack

    def _end_chain(self, seat: int) -> None:
        if self.boards[seat].field == EMPTY:
            self.boards[seat].all_clear = True
            self._tell("all clear", seat)
        for other in self.boards[:seat] + self.boards[seat + 1 :]:
            other.fixed, other.pending = other.fixed + other.pending, 0

    def _bury(self, seat: int) -> None:
        board = self.boards[seat]
        count = min(board.fixed, self.options.ojama_per_turn)
        full_rows, loose = divmod(count, WIDTH)
        columns = self._draw(loose) if loose else 0
        hit = [len(column) for at, column in enumerate(board.field) if full_rows or columns >> at & 1]
        ticks = frames.ojama(max(HEIGHT - 1 - min(hit), 0), count)
        board.fixed -= count
        board.bury(ojama.fall(ojama.fall(board.field, full_rows), 1, columns), self.tick + ticks)
        self._tell("fell", seat, ojama=count, columns=columns)

    def _draw(self, loose: int) -> int:
        """So many columns, as the rulebook asks luck for them."""
        return Luck(self.seed).draw(Position(players=(Player(loose=loose),)), self.tick)

    def _go_on(self, seat: int) -> None:
        board = self.boards[seat]
        if board.buried:
            board.phase = "lost"
            self._tell("lost", seat)
        elif self.options.max_turns is not None and board.turn >= self.options.max_turns:
            board.phase = "done"
        else:
            board.deal(pair(self.queue, board.turn), self.tick)

    def _is_over(self) -> bool:
        phases = [board.phase for board in self.boards]
        return "lost" in phases or set(phases) == {"done"}

    @property
    def price(self) -> int:
        """Points for an ojama in this tick."""
        return ojama.price(self.options.target_points, self.options.margin_seconds, self.tick)

    @property
    def ending(self) -> str:
        return "rules" if any(board.phase == "lost" for board in self.boards) else "max_turns"

    def returns(self) -> tuple[float, ...]:
        if self.options.mode == "single":
            return (float(self.boards[0].score),)
        left, right = (board.phase == "lost" for board in self.boards)
        return float(right - left), float(left - right)

    def facts(self) -> dict[str, list[int]]:
        return {"score": [board.score for board in self.boards]}

    def view(self, seat: int | None) -> PuyoTimedView:
        """Everybody sees both boards; nobody sees what is drawn later."""
        return {
            "tick": self.tick,
            "over": self.over,
            "price": self.price,
            "players": [self._seen(board) for board in self.boards],
        }

    def _seen(self, board: Board) -> PuyoTimedPlayerView:
        seen: PuyoTimedPlayerView = msgspec.to_builtins(board)
        seen["field"], seen["pairs"] = rows(board.field), self._pairs(board)
        seen["tray"] = ojama.tray(board.pending + board.fixed)
        return seen

    def _pairs(self, board: Board) -> list[str]:
        """In sight: the pair in hand or the one that comes, and the next two, so that nobody waits to see the last."""
        return [pair(self.queue, board.turn + ahead) for ahead in range(VISIBLE)]

    def position(self, seat: int) -> Position:
        """The rulebook's position: chains that run have run out, and all ojama that are coming wait.

        Beyond the pairs in sight the queue is these over and over, as in rules.conceal. A rival who is about to lose is
        shown with column 3 just open: the rulebook has no next move once anybody is buried.
        """
        turn, seen = self.boards[seat].turn, self._pairs(self.boards[seat])
        return Position(
            players=tuple(_at_rest(board, board is self.boards[seat]) for board in self.boards),
            queue="".join(seen[(at - turn) % VISIBLE] for at in range(VISIBLE)),
            turn=turn,
            clock=self.tick,
            first=seat,
            options=self.options,
        )

    def path(self, seat: int, action: int) -> list[int]:
        return path(self.boards[seat], self.tick, action)

    def copy(self) -> Self:
        return type(self)(self.options, self.seed, self.queue, [board.copy() for board in self.boards], self.tick)

    def write(self) -> dict[str, Any]:
        saved = Saved(self.tick, self.seed, self.queue, self.boards)
        return dict(msgspec.json.decode(msgspec.json.encode(saved)))

    def digest(self) -> str:
        return digest(self.write())


def _at_rest(board: Board, own: bool) -> Player:
    resolution = resolve(board.field)
    columns = list(resolution.field)
    if not own:
        columns[SPAWN] = columns[SPAWN][: IN_SIGHT - 1]
    return Player(
        field=tuple(columns),
        score=board.score,
        carry=board.carry,
        ojama=board.pending + board.fixed,
        all_clear=board.all_clear or resolution.all_clear,
        chain=board.chain,
        row14=board.row14,
    )


def start(options: PuyoOptions, seed: int) -> TimedPuyo:
    pairs = queue(Luck(seed).draw(Position(), 0), options.colors)
    return TimedPuyo(options, seed, pairs, [Board(pair=pair(pairs, 0)) for _ in SEATS[options.mode]])


class Saved(msgspec.Struct, forbid_unknown_fields=True):
    tick: Count
    seed: int
    queue: Annotated[str, msgspec.Meta(pattern="^([RBYGP]{2})+$")]
    boards: list[Board]


def read(saved: Mapping[str, Any], options: PuyoOptions) -> TimedPuyo:
    try:
        found = msgspec.convert(dict(saved), Saved)
    except msgspec.ValidationError as error:
        raise StateError(f"a saved game of puyo on the clock is damaged: {error}") from None
    if len(found.boards) != len(SEATS[options.mode]):
        raise StateError(f"a saved game of {len(found.boards)} boards does not fit the mode {options.mode}")
    for seat, board in enumerate(found.boards):
        if fault := _fault(board, found.tick):
            raise StateError(f"board {seat} of a saved game: {fault}", seat=seat)
    return TimedPuyo(options, found.seed, found.queue, found.boards, found.tick)


def _fault(board: Board, tick: int) -> str | None:
    """What cannot be in a game, and would stop it or break it."""
    pair, links = board.falling, len(resolve(board.field).links)
    if (board.phase == "falling") != (pair is not None):
        return f"in the phase {board.phase!r} a pair {'falls' if pair else 'must fall'}"
    if pair and not space(board.field, board.row14).fits(pair.column, pair.side, pair.row):
        return "the pair overlaps the field"
    if board.phase in ("falling", "move in") and not board.pair:
        return f"in the phase {board.phase!r} there is a pair"
    if board.phase in ("move in", "landing", "vanishing", "ojama") and board.until <= tick:
        return f"the phase {board.phase!r} should have ended in tick {board.until}"
    if board.phase == "vanishing" and not links:
        return "nothing vanishes"
    if board.chain + links > len(CHAIN_POWER):
        return f"a chain of {board.chain + links} links"
    return None


TIMING = Timing(ticks_per_second=ojama.FRAMES_A_SECOND, buttons=BUTTONS, start=start, read=read)
