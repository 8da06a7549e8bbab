"""What a room's log says: who sits where, the game, its clocks and offers. Pure: table = fold of the events.

    table = open_table(setup)
    for event in log: table = table.after(event)

In a game of simultaneous moves the commits of a turn are kept out of the position until the last has come, so no view
of the position can tell them.
"""

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from asobiba.agents.players import Players
from asobiba.core.errors import StateError
from asobiba.core.game import CHANCE, OVER, AnyGame, nothing_hidden
from asobiba.core.options import Options
from asobiba.core.records import Ply, Record
from asobiba.core.registry import find_game
from asobiba.online.protocol import events as log
from asobiba.online.protocol.events import Event
from asobiba.online.rooms.growing import Growing, highest
from asobiba.online.rooms.outcome import Outcome, outcome_of
from asobiba.online.rooms.seat import Seat, moved_over, owned, vacated, with_seat
from asobiba.online.table import Table

LOBBY_PATIENCE = 60.0
BETWEEN_MARKS = 64
_FORESEEN = "foreseen"


class Clocks(Struct, frozen=True, forbid_unknown_fields=True):
    """Seconds; None is no limit."""

    total: float | None = None
    increment: float = 0.0
    """Added after each move."""
    move: float | None = None


class RoomSettings(Struct, frozen=True, forbid_unknown_fields=True):
    private: bool = False
    timed: bool = False
    """On the frame clock instead of in turns, for games that have one."""
    clocks: Clocks = Clocks()
    bot_fill_seconds: float | None = None
    """Until bots take the free seats and the game starts, while a player is here; None waits for ever."""
    start_seconds: float = 60.0
    """Until a full table starts without those who are not ready, while one who is ready is here."""
    silence_seconds: float = 300.0
    """Without clocks: until a bot plays for one who is here and lets others wait; 0: never."""
    bot: str | None = None
    """What fills seats and plays for those who have gone; None is the game's own opponent."""
    takebacks: bool = True
    chat: bool = True


class Setup(Struct, frozen=True):
    """What a room is made with; it never changes."""

    game: str
    rules: int
    options: dict[str, Any]
    settings: RoomSettings
    host: str


class NotedPly(Struct, frozen=True, gc=False):
    """A ply of the running game, with its text. Luck has the seat CHANCE and no time."""

    seat: int
    action: int
    text: str
    ms: int = 0
    takebacks: int = 0
    """Of luck: how many the game had seen when it was drawn."""
    hidden: bool = False
    """Luck that nobody may know before the game is over."""


class RoomTable(Struct, frozen=True, dict=True):
    """What is found out about a table is kept beside its fields: it never changes either."""

    setup: Setup
    game: AnyGame
    options: Options
    seats: tuple[Seat, ...]
    simultaneous: bool
    status: str = "open"
    """open, playing, or over."""
    round: int = 0
    state: Any = None
    plies: Growing[NotedPly] = Growing()
    marks: tuple[Any, ...] = ()
    """The positions after 0, 64, 128, ... plies, so that a takeback replays no whole game."""
    commits: tuple[tuple[int, int, int], ...] = ()
    """(seat, action, ms) of an unfinished turn of simultaneous moves."""
    left_ms: tuple[int, ...] = ()
    """Each seat's total time, while it has not been used up by the move it is thinking about."""
    passed: tuple[tuple[int, int, int], ...] = ()
    """The last pass that the rules made for each seat: (seat, the event that called for it, the pass's own)."""
    out: tuple[int, ...] = ()
    """The seats that have resigned or are out of time, in this order."""
    offers: tuple[tuple[str, int, frozenset[int]], ...] = ()
    """(what, who asks, the seats that have agreed)."""
    taken_back: int = 0
    """How often something was taken back in this game."""
    ticks: int = 0
    held: Growing[tuple[int, int, int]] = Growing()
    """A timed game: how far it is logged, and all that was held."""
    peaks: tuple[int, ...] = ()
    """By seat, the highest that the game's `peak` has been in this game; a timed game has none."""
    seed: int = 0
    nonce: str = ""
    commitment: str = ""
    outcome: Outcome | None = None
    seq: int = 0
    decided_at: int = 0
    """The event that made the decision which is now to be taken; a move with an older base is stale."""

    @property
    def timed(self) -> bool:
        return self.setup.settings.timed

    @property
    def bot(self) -> str:
        return self.setup.settings.bot or self.game.part(Players).agent_for("opponent", self.options)

    @property
    def takebacks(self) -> bool:
        """Whether moves can be taken back by agreement: not where several move at once, nor against the clock."""
        return self.setup.settings.takebacks and not self.simultaneous and not self.timed

    @property
    def one_device(self) -> bool:
        """Whether one person may play several seats."""
        return not self.timed and one_device(self.game, self.options)

    def hand(self, seat: int) -> int:
        """The seat that the owner of this one plays now: of several the one that is to move, if it is not out."""
        mine = owned(self.seats, seat)
        staying = [number for number in mine if not self.seats[number].gone] if len(mine) > 1 else []
        due = [number for number in staying if number in self.due()]
        return next(iter((*due, seat) if seat in staying else (*due, *staying)), seat)

    @property
    def people(self) -> int:
        """Who sit here, however many seats each of them plays."""
        return len({seat.guest for seat in self.seats if seat.human})

    @property
    def patience(self) -> float | None:
        """Seconds that a seat is kept for who has gone. Before the game it is the same for all games."""
        return LOBBY_PATIENCE if self.status == "open" else self.game.part(Table).patience(self.options)

    @property
    def silence(self) -> float | None:
        """Seconds that the others wait for a player who is here and does not move; where clocks run these decide."""
        settings = self.setup.settings
        limited = settings.clocks.total is not None or settings.clocks.move is not None
        return None if limited or self.timed else settings.silence_seconds or None

    @property
    def assisted(self) -> bool:
        return self.taken_back > 0

    def due(self) -> tuple[int, ...]:
        """The seats that are to move now."""
        return self._due

    @cached_property
    def _due(self) -> tuple[int, ...]:
        if self.status != "playing" or self.timed or self.state.to_play < 0:
            return ()
        if not self.simultaneous:
            return (self.state.to_play,)
        committed = {seat for seat, _, _ in self.commits}
        return tuple(seat for seat in range(len(self.seats)) if seat not in committed)

    def passing(self) -> tuple[int, ...]:
        """Those of them that can do nothing but pass."""
        return self._passing

    @cached_property
    def _passing(self) -> tuple[int, ...]:
        action = self.game.pass_action
        return () if action is None else tuple(seat for seat in self.due() if list(self.legal(seat)) == [action])

    def seen_by(self, seat: int) -> Any:
        """The position for an agent or player in `seat`, with nothing that this seat may not know."""
        return self.game.conceal(self.state, seat)

    def legal(self, seat: int) -> Sequence[int]:
        if seat not in self.due():
            return ()
        legal: Sequence[int] = (self.seen_by(seat) if self.simultaneous else self.state).legal()
        return legal

    def offer(self, what: str) -> tuple[int, frozenset[int]] | None:
        return next(((seat, agreed) for kind, seat, agreed in self.offers if kind == what), None)

    def after(self, event: Event) -> "RoomTable":
        foreseen: tuple[Event, RoomTable] | None = self.__dict__.pop(_FORESEEN, None)
        if foreseen is not None and foreseen[0] is event:
            return foreseen[1]
        after: RoomTable = _AFTER[type(event)](self, event)
        return replace(after, seq=self.seq + 1)

    def foresee(self, event: Event) -> "RoomTable":
        """The same, for who has not decided yet: when this very event is then stored it is not worked out again.

        The next `after` forgets it, so no table keeps those that came later.
        """
        after = self.after(event)
        self.__dict__[_FORESEEN] = event, after
        return after

    def record(self) -> Record:
        """The running or last game in the format of every other game of the project."""
        outcome = self.outcome
        ruled = outcome is None or (self.state.to_play == OVER and not self.out)
        return Record(
            game=self.game.name,
            rules=self.game.version,
            options=self.options.chosen(),
            seats=tuple(seat.name or seat.bot or "" for seat in self.seats),
            seed=self.seed if self.status == "over" else None,
            plies=tuple(
                Ply(CHANCE, played.action, takebacks=played.takebacks)
                if played.seat == CHANCE
                else Ply(played.seat, played.action, played.ms / 1000)
                for played in self.plies
            ),
            returns=None if outcome is None else outcome.returns,
            reason=None if ruled or outcome is None else outcome.reason,
            places=None if ruled or outcome is None else outcome.places,
        )


def one_device(game: AnyGame, options: Options) -> bool:
    """Whether people at one device may play several seats: where all know the same and one moves after the other."""
    return len(game.seats(options)) > 1 and game.conceal is nothing_hidden


def open_table(setup: Setup) -> RoomTable:
    game = find_game(setup.game)
    options = game.options.recorded(setup.options)
    return RoomTable(setup, game, options, (Seat(),) * len(game.seats(options)), game.simultaneous(options))


def _seat(table: RoomTable, number: int, seat: Seat) -> RoomTable:
    return replace(table, seats=with_seat(table.seats, number, seat))


def _sat(table: RoomTable, event: log.Sat) -> RoomTable:
    return _seat(table, event.seat, Seat(name=event.name, guest=event.guest, token=event.token))


def _rekeyed(table: RoomTable, event: log.Rekeyed) -> RoomTable:
    return _seat(table, event.seat, table.seats[event.seat].rekeyed(event.token))


def _reseated(table: RoomTable, event: log.Reseated) -> RoomTable:
    return replace(table, seats=moved_over(table.seats, event.seat, event.to, event.token))


def _installed(table: RoomTable, event: log.Installed) -> RoomTable:
    return _seat(table, event.seat, Seat(name=event.spec, bot=event.spec, ready=True))


def _left(table: RoomTable, event: log.Left) -> RoomTable:
    bot = Seat(name=table.bot, bot=table.bot, gone=table.seats[event.seat].gone, ready=True)
    return replace(table, seats=vacated(table.seats, event.seat, Seat() if table.status == "open" else bot))


def _closed(table: RoomTable, _: log.Closed) -> RoomTable:
    return replace(table, status="over")


def _readied(table: RoomTable, event: log.Readied) -> RoomTable:
    return _seat(table, event.seat, replace(table.seats[event.seat], ready=event.yes))


def _started(table: RoomTable, event: log.Started) -> RoomTable:
    seats = table.seats if event.round == 1 else (*table.seats[1:], table.seats[0])
    total = table.setup.settings.clocks.total
    return replace(
        table,
        seats=tuple(replace(seat, gone=False, deputy=None) for seat in seats),
        status="playing",
        round=event.round,
        state=table.game.start(table.options),
        plies=Growing(),
        marks=(),
        commits=(),
        passed=(),
        left_ms=(round((total or 0) * 1000),) * len(seats),
        out=(),
        offers=(),
        taken_back=0,
        ticks=0,
        held=Growing(),
        peaks=(),
        seed=event.seed,
        nonce=event.nonce,
        commitment=event.commitment,
        outcome=None,
        decided_at=table.seq + 1,
    )


def _moved(table: RoomTable, event: log.Moved) -> RoomTable:
    table = _charged(table, event.seat, event.ms)
    if event.by == "rules":  # nobody has decided anything: offers stand
        others = tuple(passed for passed in table.passed if passed[0] != event.seat)
        table = replace(table, passed=(*others, (event.seat, table.decided_at, table.seq + 1)))
    else:
        table = replace(table, offers=tuple(offer for offer in table.offers if offer[0] == "rematch"))
    if not table.simultaneous:
        return _ply(table, event.seat, event.action, event.ms)
    table = replace(table, commits=(*table.commits, (event.seat, event.action, event.ms)))
    if len(table.commits) < len(table.seats):
        return table
    commits, table = {commit[0]: commit for commit in table.commits}, replace(table, commits=())
    while table.state.to_play in commits:
        table = _ply(table, *commits.pop(table.state.to_play))
    return table


def _charged(table: RoomTable, seat: int, ms: int) -> RoomTable:
    clocks = table.setup.settings.clocks
    if clocks.total is None:
        return table
    left = list(table.left_ms)
    left[seat] = max(0, left[seat] - ms) + round(clocks.increment * 1000)
    return replace(table, left_ms=tuple(left))


def _ply(table: RoomTable, seat: int, action: int, ms: int, takebacks: int = 0) -> RoomTable:
    if seat != table.state.to_play:
        raise StateError(f"seat {seat} moves, and {table.state.to_play} is to move")
    hidden = seat == CHANCE and table.game.part(Table).hides_luck(table.state)
    text = table.game.notation.write_move(table.state, action)
    return replace(
        table,
        state=(after := table.state.apply(action)),
        peaks=highest(table.game, table.peaks, after),
        plies=table.plies.plus(NotedPly(seat, action, text, ms, takebacks, hidden)),
        marks=table.marks if len(table.plies) % BETWEEN_MARKS else (*table.marks, table.state),
        decided_at=table.seq + 1,
    )


def _drew(table: RoomTable, event: log.Drew) -> RoomTable:
    return _ply(table, CHANCE, event.outcome, 0, event.takebacks)


def _logged(table: RoomTable, event: log.Held) -> RoomTable:
    return replace(table, ticks=event.tick, held=table.held.plus(*event.held))


def _offered(table: RoomTable, event: log.Offered) -> RoomTable:
    others = tuple(offer for offer in table.offers if offer[0] != event.offer)
    return replace(table, offers=(*others, (event.offer, event.seat, frozenset({event.seat}))))


def _answered(table: RoomTable, event: log.Answered) -> RoomTable:
    others = tuple(offer for offer in table.offers if offer[0] != event.offer)
    offer = table.offer(event.offer)
    if not event.yes or offer is None:
        return replace(table, offers=others)
    return replace(table, offers=(*others, (event.offer, offer[0], offer[1] | {event.seat})))


def _took_back(table: RoomTable, event: log.TookBack) -> RoomTable:
    """Luck that follows is drawn anew: who has seen what would come must not know it any more. A game that was over
    stays so, and another one goes on from there."""
    mark = event.plies // BETWEEN_MARKS
    state = table.marks[mark]
    for played in table.plies[mark * BETWEEN_MARKS : event.plies]:
        state = state.apply(played.action)
    return replace(
        table,
        state=state,
        plies=table.plies.first(event.plies),
        marks=table.marks[: -(-event.plies // BETWEEN_MARKS)],
        commits=(),
        offers=(),
        taken_back=table.taken_back + 1,
        status="playing",
        round=table.round + (table.status == "over"),
        outcome=None,
        decided_at=table.seq + 1,
    )


def _gone(table: RoomTable, event: log.Resigned | log.Flagged) -> RoomTable:
    out = table.out if event.seat in table.out else (*table.out, event.seat)
    return replace(_seat(table, event.seat, replace(table.seats[event.seat], gone=True)), out=out)


def _deputised(table: RoomTable, event: log.Deputised) -> RoomTable:
    return _seat(table, event.seat, replace(table.seats[event.seat], deputy=event.spec))


def _returned(table: RoomTable, event: log.Returned) -> RoomTable:
    return _seat(table, event.seat, replace(table.seats[event.seat], deputy=None))


def _ended(table: RoomTable, event: log.Ended) -> RoomTable:
    return replace(table, status="over", commits=(), offers=(), outcome=outcome_of(event))


def _said(table: RoomTable, event: log.Said) -> RoomTable:
    return table


_AFTER: dict[type[Any], Any] = {
    log.Sat: _sat,
    log.Rekeyed: _rekeyed,
    log.Reseated: _reseated,
    log.Installed: _installed,
    log.Left: _left,
    log.Closed: _closed,
    log.Readied: _readied,
    log.Started: _started,
    log.Moved: _moved,
    log.Drew: _drew,
    log.Held: _logged,
    log.Offered: _offered,
    log.Answered: _answered,
    log.TookBack: _took_back,
    log.Resigned: _gone,
    log.Flagged: _gone,
    log.Deputised: _deputised,
    log.Returned: _returned,
    log.Ended: _ended,
    log.Said: _said,
}
