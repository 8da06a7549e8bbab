"""WTHOR, the base of the French federation's tournaments: games of one year in a .wtb, the names of all players in a
.jou, those of all tournaments in a .trn. Numbers are little-endian.

    header   16 bytes: the day it was made (century, year, month, day), u32 games, u16 names, u16 year of the games,
             board size (8, or 0 for it), type (1: solitaires), depth of the theoretical scores, reserved
    a game   68 bytes: u16 tournament, u16 black, u16 white, black's score, black's theoretical score, 60 moves
    a name   20 bytes of a player, 26 of a tournament, the last of them 0

A move is 10 * row + column, from 11 (a1) to 88 (h8); 0 follows the last one. Passes are not stored. A score is black's
discs with the empty squares given to the winner.
"""

import datetime
import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial

from asobiba.agents.files import Format, Source, plain
from asobiba.core.errors import FormatError, NotationError
from asobiba.core.game import OVER
from asobiba.core.records import Record
from asobiba.games.othello.replays import (
    SCORE,
    Pending,
    Replayed,
    Written,
    black_score,
    checked,
    decided,
    ends,
    margin,
    record_of,
)
from asobiba.games.othello.rules import PASS, OthelloOptions, Position

HEADER = struct.Struct("<BBBBIHHBBBB")
GAME = struct.Struct("<HHHBB60s")
SCORE_AT, MOVES_AT = 6, GAME.size - 60
PLAYER, TOURNAMENT = 20, 26
"""Bytes of a name."""
MOST_NAMES = 1 << 16
CODES = {10 * (at // 8 + 1) + at % 8 + 1: at for at in range(64)}
SQUARES = {at: code for code, at in CODES.items()}
EVENT, YEAR, THEORETICAL, DEPTH = "event", "year", "theoretical", "depth"
"""What a record's notes have of it."""


@dataclass(frozen=True, kw_only=True)
class Header:
    made: tuple[int, int, int, int] = (0, 0, 0, 0)
    """Century, year in it, month, day: (20, 1, 12, 31)."""
    games: int = 0
    names: int = 0
    year: int = 0
    size: int = 8
    kind: int = 0
    depth: int = 0
    reserved: int = 0

    def packed(self) -> bytes:
        return HEADER.pack(
            *self.made, self.games, self.names, self.year, self.size, self.kind, self.depth, self.reserved
        )


@dataclass(frozen=True)
class WthorGame:
    """As it is stored."""

    tournament: int
    black: int
    white: int
    score: int
    theoretical: int
    codes: bytes
    """60 moves; zeros behind the last one."""

    def packed(self) -> bytes:
        return GAME.pack(self.tournament, self.black, self.white, self.score, self.theoretical, self.codes)


@dataclass(frozen=True)
class Base:
    """A .wtb."""

    header: Header
    games: list[WthorGame] = field(default_factory=list)

    def packed(self) -> bytes:
        return self.header.packed() + b"".join(game.packed() for game in self.games)


def read(sources: Sequence[Source], options: OthelloOptions) -> Iterator[Record | FormatError]:
    """Without a .jou or a .trn, players and tournaments are called by their numbers."""
    players, tournaments = _names_in(sources, ".jou", PLAYER), _names_in(sources, ".trn", TOURNAMENT)
    bases = [source for source in sources if not source.has(".jou", ".trn")]
    if not bases:
        raise sources[0].wrong("these are names alone: the games are in a .wtb")
    for source in bases:
        base = read_base(source)
        reader = _Reader(source, base.header, players, tournaments)
        yield from checked(source, reader.pending(base.games), options)


def read_base(source: Source) -> Base:
    header = read_header(source)
    expected = HEADER.size + GAME.size * header.games
    if len(source.data) != expected:
        raise source.wrong(
            f"the header tells of {header.games} games, that is {expected} bytes; the file has {len(source.data)}",
            byte=4,
        )
    if header.size not in (0, 8):
        raise source.wrong(f"the board size is {header.size}: only games on 8x8 squares are read", byte=12)
    if header.kind not in (0, 1):
        raise source.wrong(f"the type is {header.kind}: allowed is 0, games, or 1, solitaires", byte=13)
    stored = GAME.iter_unpack(source.data[HEADER.size :])
    return Base(header, [WthorGame(*fields) for fields in stored])


def read_header(source: Source) -> Header:
    if len(source.data) < HEADER.size:
        raise source.wrong(f"a header has {HEADER.size} bytes; the file has {len(source.data)}", byte=len(source.data))
    century, year, month, day, games, names, of_year, size, kind, depth, reserved = HEADER.unpack_from(source.data)
    return Header(
        made=(century, year, month, day),
        games=games,
        names=names,
        year=of_year,
        size=size,
        kind=kind,
        depth=depth,
        reserved=reserved,
    )


def read_names(source: Source, width: int) -> list[str]:
    """Of a .jou or a .trn; Latin letters."""
    header = read_header(source)
    found, left = divmod(len(source.data) - HEADER.size, width)
    if left or header.names != found:
        raise source.wrong(
            f"the header tells of {header.names} names of {width} bytes; {len(source.data) - HEADER.size} bytes follow",
            byte=8,
        )
    rows = (source.data[at : at + width] for at in range(HEADER.size, len(source.data), width))
    return [plain(row.partition(b"\0")[0].decode("latin-1")) for row in rows]


def write_names(names: Sequence[str], width: int, made: tuple[int, int, int, int]) -> bytes:
    rows = (_short(name, width).encode("latin-1").ljust(width, b"\0") for name in names)
    return Header(made=made, names=len(names), size=0).packed() + b"".join(rows)


def _short(name: str, width: int) -> str:
    """As much of it as there is room for, before the zero at its end."""
    try:
        name.encode("latin-1")
    except UnicodeEncodeError:
        raise NotationError(f"the name {name!r} has letters that WTHOR cannot hold: only Latin ones") from None
    return name[: width - 1]


def _names_in(sources: Sequence[Source], suffix: str, width: int) -> list[str] | None:
    found = [source for source in sources if source.has(suffix)]
    if len(found) > 1:
        raise found[1].wrong(f"there is a {suffix} already: {found[0].name}")
    return read_names(found[0], width) if found else None


@dataclass(frozen=True)
class _Reader:
    source: Source
    header: Header
    players: list[str] | None
    tournaments: list[str] | None

    def pending(self, games: Sequence[WthorGame]) -> Iterator[Pending | FormatError]:
        for number, game in enumerate(games, 1):
            try:
                yield self._waiting(number, game)
            except FormatError as error:
                yield error

    def _waiting(self, number: int, game: WthorGame) -> Pending:
        begin = HEADER.size + GAME.size * (number - 1)
        stored = game.codes.rstrip(b"\0")
        for at, code in enumerate(stored):
            if code not in CODES:
                sentence = f"move {at + 1} is {code}: a move is 10 * row + column, from 11 to 88"
                raise self.source.wrong(sentence, game=number, byte=begin + MOVES_AT + at)
        if game.score > 64:
            raise self.source.wrong(f"black's score is {game.score}, more than 64", game=number, byte=begin + SCORE_AT)
        names = [self._name(self.players, game.black, "player"), self._name(self.players, game.white, "player")]
        notes: dict[str, object] = {
            EVENT: self._name(self.tournaments, game.tournament, "tournament"),
            THEORETICAL: game.theoretical,
        }
        if self.header.year:
            notes[YEAR] = self.header.year
        if self.header.depth:
            notes[DEPTH] = self.header.depth
        written = Written([CODES[code] for code in stored])
        places = range(begin + MOVES_AT, begin + GAME.size)
        finish = partial(_record, game, written, names, notes)
        return Pending(number, written, places, finish, begin + SCORE_AT)

    def _name(self, names: list[str] | None, number: int, noun: str) -> str:
        """One that the list does not have is called by its number, too: there are such in the base."""
        return f"{noun} {number}" if names is None or number >= len(names) else names[number]


def _record(
    game: WthorGame, written: Written, names: Sequence[str], notes: dict[str, object], found: Replayed
) -> Record:
    end = found.end
    if end.to_play != OVER:
        told = {**notes, SCORE: game.score}
        return record_of(written, found, names, notes=told, **decided(end.options, 2 * game.score - 64, "agreed"))
    if game.score != black_score(margin(end)):
        raise NotationError(f"black's score is {game.score}, but the moves lead to {black_score(margin(end))}")
    return record_of(written, found, names, notes=notes)


def write(records: Sequence[Record]) -> dict[str, bytes]:
    """A player has one number in all games, and so has a tournament."""
    today = datetime.date.today()
    made = (today.year // 100, today.year % 100, today.month, today.day)
    players = _numbered({name for record in records for name in record.seats}, PLAYER)
    tournaments = _numbered({_event(record) for record in records}, TOURNAMENT)
    header = Header(made=made, games=len(records), year=_shared(records, YEAR), depth=_shared(records, DEPTH))
    games = []
    for number, (record, end) in enumerate(zip(records, ends(records), strict=True), 1):
        try:
            numbers = tournaments[_event(record)], players[record.seats[0]], players[record.seats[1]]
            games.append(WthorGame(*numbers, *_scores(record, end), _codes(record)))
        except NotationError as error:
            raise FormatError(str(error), game=number) from None
    return {
        ".wtb": Base(header, games).packed(),
        ".jou": write_names([*players], PLAYER, made),
        ".trn": write_names([*tournaments], TOURNAMENT, made),
    }


def _event(record: Record) -> str:
    return str(record.notes.get(EVENT, record.notes.get("place", "Asobiba")))


def _numbered(names: set[str], width: int) -> dict[str, int]:
    """In alphabetical order, as the base has them."""
    short: dict[str, str] = {}
    for name in sorted(names):
        try:
            found = _short(name, width)
        except NotationError as error:
            raise FormatError(str(error)) from None
        if found in short:
            raise FormatError(
                f"{short[found]!r} and {name!r} are the same in the {width - 1} letters that WTHOR has for a name"
            )
        short[found] = name
    if len(short) > MOST_NAMES:
        raise FormatError(f"WTHOR has numbers for {MOST_NAMES} names; these are {len(short)}")
    return {name: number for number, name in enumerate(short.values())}


def _shared(records: Sequence[Record], note: str) -> int:
    """What the header says of all games."""
    found = {value for record in records if isinstance(value := record.notes.get(note, 0), int)}
    if len(found) > 1:
        raise FormatError(f"a .wtb holds games of one {note}; these have {', '.join(map(str, sorted(found)))}")
    value = found.pop() if found else 0
    if not 0 <= value < (1 << 16 if note == YEAR else 1 << 8):
        raise FormatError(f"{note} {value} does not fit into a .wtb")
    return value


def _scores(record: Record, end: Position) -> tuple[int, int]:
    """Black's, as it was and as it could have been."""
    if record.start is not None:
        raise NotationError("WTHOR holds games from the usual start alone")
    if record.returns is None:
        raise NotationError("WTHOR holds finished games alone: every game has a score")
    if record.reason is None:
        own = black_score(margin(end))
    else:
        told = record.notes.get(SCORE)
        if not isinstance(told, int) or not 0 <= told <= 64:
            raise NotationError(
                f"the moves do not end the game ({record.reason}), and no note tells black's score of 64 discs"
            )
        own = told
    best = record.notes.get(THEORETICAL, own)
    return own, best if isinstance(best, int) and 0 <= best <= 255 else own


def _codes(record: Record) -> bytes:
    return bytes(SQUARES[ply.action] for ply in record.plies if ply.action != PASS).ljust(60, b"\0")


WTHOR = Format(suffixes=(".wtb", ".jou", ".trn"), read=read, write=write)
