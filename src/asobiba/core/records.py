"""Records: a game as lines of JSON that replay exactly, luck included.

    {"record":1,"game":"othello","rules":1,"options":{},"seats":["human","minimax"],"seed":7}
    {"seat":0,"action":19,"move":"d3","seconds":4.2}
    {"chance":17,"move":"b2=4"}
    {"chance":3,"move":"d1=2","takebacks":1}
    {"end":[1.0,-1.0]}                                         or {"end":[1.0,-1.0],"reason":"resign","places":[1,2]}

`move` is for readers and must agree with `action`. `takebacks` is how many the game had seen when luck drew this: with
it the seed draws the same again (core/luck.py). An `end` with a reason is one that the rules alone do not give:
somebody gave up, time was over. A game without an `end` line was not finished. A file may hold many games; a new
header starts the next. A header may have `notes` on the game: {"event":"...","year":2001}.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any

import msgspec

from asobiba.core.errors import AsobibaError, IllegalMove, RecordError
from asobiba.core.game import CHANCE, OVER, AnyGame
from asobiba.core.registry import find_game

FORMAT = 1


@dataclass(frozen=True)
class Ply:
    seat: int
    """Who moved; CHANCE for luck."""
    action: int
    seconds: float | None = None
    takebacks: int = 0
    """Of luck: how many the game had seen when it was drawn."""


@dataclass(frozen=True, kw_only=True)
class Record:
    game: str
    rules: int
    seats: tuple[str, ...]
    """Who sat where: agent specs or names."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """Those that differ from the defaults."""
    seed: int | None = None
    start: str | None = None
    """A position in the game's notation; None is the game's own start."""
    plies: tuple[Ply, ...] = ()
    returns: tuple[float, ...] | None = None
    reason: str | None = None
    """Why it ended so, where it is not the result of the last position."""
    places: tuple[int, ...] | None = None
    """With a reason: by seat, 1 is the best."""
    notes: Mapping[str, Any] = field(default_factory=dict)
    """On where the game is from, ready for JSON: {"event": "...", "year": 2001}."""
    moves: tuple[str, ...] | None = field(default=None, compare=False, repr=False)
    """The plies as the game writes them, where whoever made the record knows; None: they are found when asked for."""

    def states(self) -> Iterator[Any]:
        """Every position, the first and the last included."""
        state = first_state(self)
        yield state
        for ply in self.plies:
            state = state.apply(ply.action)
            yield state


def first_state(record: Record) -> Any:
    game = find_game(record.game)
    options = game.options.recorded(record.options)
    return game.start(options) if record.start is None else game.notation.read_position(record.start, options)


def write_record(record: Record) -> str:
    """The record as lines, each ending in a newline."""
    return "".join(msgspec.json.encode(line).decode() + "\n" for line in _lines(record))


def _lines(record: Record) -> Iterator[dict[str, Any]]:
    header: dict[str, Any] = {
        "record": FORMAT,
        "game": record.game,
        "rules": record.rules,
        "options": dict(record.options),
        "seats": list(record.seats),
    }
    if record.seed is not None:
        header["seed"] = record.seed
    if record.start is not None:
        header["start"] = record.start
    if record.notes:
        header["notes"] = dict(record.notes)
    yield header
    for move, ply in zip(written_moves(record), record.plies, strict=True):
        line: dict[str, Any] = (
            {"chance": ply.action} if ply.seat == CHANCE else {"seat": ply.seat, "action": ply.action}
        )
        line["move"] = move
        if ply.seconds is not None:
            line["seconds"] = ply.seconds
        if ply.takebacks:
            line["takebacks"] = ply.takebacks
        yield line
    if record.returns is not None:
        told = {} if record.reason is None else {"reason": record.reason, "places": list(record.places or ())}
        yield {"end": list(record.returns), **told}


def written_moves(record: Record) -> Iterator[str]:
    """Every ply as the game writes it."""
    if record.moves is not None:
        yield from record.moves
        return
    write_move = find_game(record.game).notation.write_move
    for state, ply in zip(record.states(), record.plies, strict=False):
        yield write_move(state, ply.action)


class _Header(msgspec.Struct, forbid_unknown_fields=True):
    record: int
    game: str
    rules: int
    seats: list[str]
    options: dict[str, Any] = {}
    seed: int | None = None
    start: str | None = None
    notes: dict[str, Any] = {}


class _Move(msgspec.Struct, forbid_unknown_fields=True):
    seat: int
    action: int
    move: str | None = None
    seconds: float | None = None


class _Chance(msgspec.Struct, forbid_unknown_fields=True):
    chance: int
    move: str | None = None
    takebacks: Annotated[int, msgspec.Meta(ge=0)] = 0


class _End(msgspec.Struct, forbid_unknown_fields=True):
    end: list[float]
    reason: str | None = None
    places: list[int] | None = None


_KINDS: dict[str, type[_Header] | type[_Move] | type[_Chance] | type[_End]] = {
    "record": _Header,
    "seat": _Move,
    "chance": _Chance,
    "end": _End,
}


def read_records(lines: Iterable[str]) -> Iterator[Record]:
    """Every game of a file, checked move by move against the rules; RecordError at the line that breaks."""
    reading: _Reading | None = None
    for number, text in enumerate(lines, 1):
        if not text.strip():
            continue
        line = _parsed(number, text)
        if isinstance(line, _Header):
            if reading is not None:
                yield reading.record()
            reading = _Reading(number, line)
        elif reading is None:
            raise RecordError(number, 'a record starts with a header line, {"record":1,"game":...}')
        else:
            reading.take(number, line)
    if reading is not None:
        yield reading.record()


def _parsed(number: int, text: str) -> _Header | _Move | _Chance | _End:
    try:
        found = msgspec.json.decode(text)
        if not isinstance(found, dict):
            raise RecordError(number, f"expected a JSON object, found {text.strip()[:40]!r}")
        kind = next((_KINDS[key] for key in _KINDS if key in found), None)
        if kind is None:
            raise RecordError(
                number, f"a line has one of the keys {', '.join(_KINDS)}; found {', '.join(found) or 'none'}"
            )
        return msgspec.convert(found, kind)
    except (msgspec.ValidationError, msgspec.DecodeError, RecursionError, UnicodeError) as error:
        raise RecordError(number, f"{error}") from None


class _Reading:
    """One game while its lines come in."""

    def __init__(self, number: int, header: _Header) -> None:
        if header.record != FORMAT:
            raise RecordError(number, f"record format {header.record} is unknown; this version reads {FORMAT}")
        self.header = header
        try:
            self.game: AnyGame = find_game(header.game)
            if header.rules != self.game.version:
                raise RecordError(
                    number,
                    f"rules version {header.rules} of {header.game}; this version plays {self.game.version}",
                )
            seats = self.game.seats(self.game.options.recorded(header.options))
            if len(seats) != len(header.seats):
                raise RecordError(number, f"{len(header.seats)} names for the {len(seats)} seats {', '.join(seats)}")
            self.state = first_state(self._record())
        except RecordError:
            raise
        except AsobibaError as error:
            raise RecordError(number, str(error)) from None
        self.plies: list[Ply] = []
        self.end: _End | None = None

    def take(self, number: int, line: _Move | _Chance | _End) -> None:
        if self.end is not None:
            raise RecordError(number, "the game is over; only a new header may follow the end line")
        if isinstance(line, _End):
            self._end(number, line)
            return
        ply = _ply(line)
        if ply.seat != self.state.to_play:
            raise RecordError(number, f"{_who(self.state.to_play)} to play, not {_who(ply.seat)}")
        try:
            after = self.state.apply(ply.action)
        except IllegalMove as error:
            raise RecordError(number, error.sentence) from None
        move = self.game.notation.write_move(self.state, ply.action)
        if line.move is not None and line.move != move:
            raise RecordError(number, f"action {ply.action} is {move!r} here, not {line.move!r}")
        self.state = after
        self.plies.append(ply)

    def _end(self, number: int, line: _End) -> None:
        seats = len(self.header.seats)
        if line.reason is not None or line.places is not None:
            placed = len(line.places or ()) == seats and all(1 <= place <= seats for place in line.places or ())
            if line.reason is None or len(line.end) != seats or not placed:
                raise RecordError(number, f"a reason, a score and a place from 1 on are expected for {seats} seats")
            self.end = line
            return
        if self.state.to_play != OVER:
            raise RecordError(number, f"the game is not over: {_who(self.state.to_play)} to play")
        if tuple(line.end) != self.state.returns():
            raise RecordError(number, f"the result is {list(self.state.returns())}, not {line.end}")
        self.end = line

    def record(self) -> Record:
        return self._record(tuple(self.plies), self.end)

    def _record(self, plies: tuple[Ply, ...] = (), end: _End | None = None) -> Record:
        return Record(
            game=self.header.game,
            rules=self.header.rules,
            options=self.header.options,
            seats=tuple(self.header.seats),
            seed=self.header.seed,
            start=self.header.start,
            notes=self.header.notes,
            plies=plies,
            returns=None if end is None else tuple(end.end),
            reason=None if end is None else end.reason,
            places=None if end is None or end.places is None else tuple(end.places),
        )


def _ply(line: _Move | _Chance) -> Ply:
    if isinstance(line, _Chance):
        return Ply(CHANCE, line.chance, takebacks=line.takebacks)
    return Ply(line.seat, line.action, line.seconds)


def _who(to_play: int) -> str:
    return {CHANCE: "luck is", OVER: "nobody is"}.get(to_play, f"seat {to_play} is")
