"""GGF, the Generic Game Format of the Othello servers:

    (;GM[Othello]PC[GGS/os]DT[2003.12.15]PB[Ann]PW[Bob]RE[+2.000]TY[8]BO[8 ---...--- *]B[F5//2.4]W[D6/-1.50]...B[PA];)

A game stands between `(;` and `;)`; between games there may be blanks, and numbers that count the games of a match. A
tag has a value in brackets. B and W are moves, with what the mover thought of it and the seconds behind slashes; a pass
is a move, PA. The result is black's: discs, the empty squares given to the winner.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, NamedTuple

from asobiba.agents.files import Format, Source, plain
from asobiba.core import clock
from asobiba.core.errors import ConfigError, FormatError, NotationError
from asobiba.core.game import OVER
from asobiba.core.records import Ply, Record, first_state
from asobiba.games.othello.notation import PASSES, read_position, write_position
from asobiba.games.othello.replays import (
    MOVES,
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
from asobiba.games.othello.rules import BLACK, PASS, OthelloOptions, Position, square

MOST_DISCS = 64
MOST_MOVES = 128
"""Sixty squares, and fewer passes than that."""
ACTIONS = {b"PA": PASS} | {name.encode(): at for at in range(64) for name in (MOVES[at], MOVES[at].upper())}
LONGEST = 4096
"""Bytes of a tag: what is never closed is found soon."""
BETWEEN = re.compile(rb"[\s\d]*")
OPEN, CLOSE = b"(;", re.compile(rb"\s*;\s*\)")
TAG = re.compile(rb"\s*+([A-Za-z]{1,8})\s*+\[((?:[^\]\\]++|\\.)*+)\]", re.DOTALL)
PLAIN_MOVE = re.compile(
    rb"\s*+([BW])\[([A-Ha-h][1-8]|PA)(?:/([+-]?\d{1,9}(?:\.\d{1,6})?)?(?:/(\d{1,9}(?:\.\d{1,6})?)?)?)?\]"
)
"""How moves are written nearly always, so that others may take their time."""
MOVE = re.compile(r"([a-h][1-8]|pass|ps|pa|--)\s*(?:/([^/]*))?(?:/([^/]*))?", re.IGNORECASE)
NUMBER = re.compile(r"[+-]?[0-9]{1,9}(\.[0-9]{0,9})?")
CLOCK = re.compile(r"(?:(?:([0-9]{1,3}):)?([0-9]{1,3}):)?([0-9]{1,9}(?:\.[0-9]{0,9})?)")
RESULT = re.compile(rf"({NUMBER.pattern})\s*(?::\s*([rts]))?", re.IGNORECASE)
TYPE = re.compile("s?8[b-z0-9]*", re.IGNORECASE)
BOARD = re.compile(r"8\s+(.*)", re.DOTALL)

NOTES = {
    "PC": "place", "DT": "date", "RE": "result", "RB": "black_rating", "RW": "white_rating", "TI": "time", "TY": "type",
}  # fmt: skip
"""Tags that have a name of their own in a record's notes; others keep theirs."""
TAGS = {name: tag for tag, name in NOTES.items()}
VALUES = "values"
"""In a record's notes: what the movers thought of their plies, None where they did not say."""
REASONS = {"r": "resign", "t": "time", "s": "agreed"}
"""Of a result that the rules do not give: somebody resigned, his time was over, both agreed on a score."""
FLAGS = {"resign": "r", "abandoned": "r", "time": "t"}
"""And back; s for all others."""
USUAL = {"GM": "Othello", "PC": "Asobiba", "TY": "8"}
"""What we write of every game: a record has no note of it."""
ORDER = ("GM", "PC", "DT", "PB", "PW", "RE")
"""The tags that come first, as servers write them."""


class Move(NamedTuple):
    seat: int
    action: int
    value: float | None = None
    seconds: float | None = None
    byte: int = 0


@dataclass(frozen=True)
class GgfGame:
    """One game as it is written, its moves not yet tried."""

    tags: Mapping[str, str]
    """All but the moves and the board, in their order."""
    start: Position | None
    """None: the usual one."""
    moves: tuple[Move, ...]
    result_at: int | None = None
    """The byte at which its result stands."""

    def written(self) -> Written:
        return Written([move.action for move in self.moves], [move.seat for move in self.moves], self.start)


def read(sources: Sequence[Source], options: OthelloOptions) -> Iterator[Record | FormatError]:
    for source in sources:
        yield from checked(source, _pending(source, options), options)


def _pending(source: Source, options: OthelloOptions) -> Iterator[Pending | FormatError]:
    for number, game in enumerate(read_games(source, options), 1):
        if isinstance(game, FormatError):
            yield game
        else:
            yield _waiting(number, game)


def _waiting(number: int, game: GgfGame) -> Pending:
    written = game.written()
    places = [move.byte for move in game.moves]
    return Pending(number, written, places, lambda found: _record(game, written, found), game.result_at)


def read_games(source: Source, options: OthelloOptions) -> Iterator[GgfGame | FormatError]:
    """Every game of the file. After one that is wrong, the next begins at the next `(;`."""
    data, number, at = source.data, 0, _blank(source.data, 0)
    while at < len(data):
        number += 1
        try:
            game, at = _read_game(source, options, number, at)
            yield game
        except FormatError as error:
            yield error
            at = data.find(OPEN, max(at, error.byte or 0) + 1)
            if at < 0:
                return
        at = _blank(data, at)
    if not number:
        raise source.wrong("there is no game: a game of GGF begins with (;", byte=0)


def _blank(data: bytes, at: int) -> int:
    found = BETWEEN.match(data, at)
    return found.end() if found else at


def _read_game(source: Source, options: OthelloOptions, number: int, at: int) -> tuple[GgfGame, int]:
    """The game that begins at that byte, and the byte behind it."""
    data, begin = source.data, at

    def wrong(sentence: str, byte: int) -> FormatError:
        return source.wrong(sentence, game=number, byte=byte)

    if not data.startswith(OPEN, at):
        raise wrong("a game of GGF begins with (;", at)
    at += len(OPEN)
    tags: dict[str, str] = {}
    moves: list[Move] = []
    start: Position | None = None
    result_at: int | None = None
    while not (close := CLOSE.match(data, at)):
        if (move := PLAIN_MOVE.match(data, at)) and len(moves) < MOST_MOVES:
            moves.append(_plain_move(move))
            at = move.end()
            continue
        tag = TAG.match(data, at, at + LONGEST)
        if tag is None:
            raise wrong(f"here a tag such as PB[name], of {LONGEST} bytes at most, or the end ;) is expected", at)
        name, value, byte = tag[1].decode().upper(), _text(tag[2]), tag.start(1)
        try:
            if name in ("B", "W"):
                moves.append(read_move("BW".index(name), value, byte))
            elif name in tags:
                raise NotationError(f"{name} is there twice")
            else:
                tags[name] = plain(value)
                result_at = byte if name == "RE" else result_at
                start = _read_board(value, options) if name == "BO" else start
        except NotationError as error:
            raise wrong(str(error), byte) from None
        if len(moves) > MOST_MOVES:
            raise wrong(f"a game has {MOST_MOVES} moves at most", byte)
        at = tag.end()
    try:
        _check_kind(tags)
    except NotationError as error:
        raise wrong(str(error), begin) from None
    tags.pop("BO", None)
    return GgfGame(tags, start, tuple(moves), result_at), close.end()


def _text(value: bytes) -> str:
    """UTF-8; Latin letters in older files."""
    unescaped = re.sub(rb"\\(.)", rb"\1", value, flags=re.DOTALL)
    try:
        return unescaped.decode()
    except UnicodeDecodeError:
        return unescaped.decode("latin-1")


def _plain_move(found: re.Match[bytes]) -> Move:
    colour, name, value, seconds = found.groups()
    return Move(
        0 if colour == b"B" else 1,
        ACTIONS[name],
        None if value is None else float(value),
        None if seconds is None else float(seconds),
        found.start(1),
    )


def read_move(seat: int, text: str, byte: int = 0) -> Move:
    """F5, f5/-1.5/2.4, PA"""
    found = MOVE.fullmatch(text.strip())
    if found is None:
        raise NotationError(f"{text.strip()[:40]!r} is no move: write a square such as F5, or PA, then /value/seconds")
    word = found[1].lower()
    return Move(seat, PASS if word in PASSES else square(word), _number(found[2]), _seconds(found[3]), byte)


def _number(text: str | None) -> float | None:
    if text is None or not text.strip():
        return None
    if not NUMBER.fullmatch(text.strip()):
        raise NotationError(f"{text.strip()[:40]!r} is no number")
    return round(float(text), 6)


def _seconds(text: str | None) -> float | None:
    """12.5 or 1:02:12.5"""
    if text is None or not text.strip():
        return None
    found = CLOCK.fullmatch(text.strip())
    if found is None:
        raise NotationError(f"{text.strip()[:40]!r} is no time: write seconds, or minutes:seconds")
    return round(3600 * int(found[1] or 0) + 60 * int(found[2] or 0) + float(found[3]), 6)


def _read_board(value: str, options: OthelloOptions) -> Position | None:
    found = BOARD.fullmatch(value.strip())
    if found is None:
        raise NotationError("BO is a board of size 8: write 8, then 64 squares and the side to move")
    if re.fullmatch(r"([^a-z0-9]|[xobw])*", found[1], re.IGNORECASE) is None:
        raise NotationError("BO has squares * for black, O for white, - for empty")
    position = read_position(found[1], options)
    return None if position == Position(options=options) else position


def _check_kind(tags: Mapping[str, str]) -> None:
    if tags.get("GM", "").lower() != "othello":
        raise NotationError(f"GM is {tags.get('GM')!r}: only games of Othello, GM[Othello], are read")
    if (kind := tags.get("TY")) is not None and not TYPE.fullmatch(kind):
        raise NotationError(f"TY is {kind[:40]!r}: only games on 8x8 squares whose winner has more discs are read")


def _record(game: GgfGame, written: Written, found: Replayed) -> Record:
    tags = {tag: value for tag, value in game.tags.items() if value != USUAL.get(tag)}
    names = [tags.pop("PB", ""), tags.pop("PW", "")]
    end, score = _end(tags, found)
    notes: dict[str, Any] = {NOTES.get(tag, tag): value for tag, value in tags.items()} | score
    made = [*_made(game.moves, found.actions)]
    if any(move is not None and move.value is not None for move in made):
        notes[VALUES] = [None if move is None else move.value for move in made]
    seconds = [None if move is None else move.seconds for move in made]
    plies = tuple(map(Ply, found.seats, found.actions, seconds)) if set(seconds) - {None} else found.plies()
    return record_of(written, found, names, **{"plies": plies, "notes": notes, **end})


def _made(moves: Sequence[Move], actions: Sequence[int]) -> Iterator[Move | None]:
    """The move of each action; None for a pass that nobody wrote."""
    at = 0
    for action in actions:
        if action == PASS and moves[at].action != PASS:
            yield None
        else:
            yield moves[at]
            at += 1


def _end(tags: dict[str, str], found: Replayed) -> tuple[dict[str, Any], dict[str, int]]:
    """How the record ends, and its note of black's score. A result that these tell is taken out of the tags."""
    told = tags.get("RE", "?").strip()
    if told in ("?", ""):
        tags.pop("RE", None)
        return {}, {}
    result = RESULT.fullmatch(told)
    if result is None:
        raise NotationError(f"RE is {told[:40]!r}: write black's discs such as +12.000, then :r, :t or :s, or write ?")
    lead, reason = float(result[1]), REASONS.get((result[3] or "").lower())
    is_over, has_komi = found.end.to_play == OVER, "KM" in tags
    if abs(lead) > MOST_DISCS and not (is_over and has_komi):
        raise NotationError(f"RE is {told}: nobody wins by more than {MOST_DISCS} discs")
    if is_over:
        if lead == margin(found.end):
            del tags["RE"]
        elif lead != _on_board(found.end) and not has_komi and reason is None:
            raise NotationError(f"RE is {told}, but the moves lead to {margin(found.end):+d}")
        return {}, {}
    if reason is None:
        return {}, {}  # a score that nobody explains: the game was not finished
    decision = decided(found.end.options, round(lead), reason)
    score = {SCORE: black_score(round(lead))} if lead % 2 == 0 else {}  # another one is not of 64 discs
    if told == _result(reason, decision["returns"], score.get(SCORE)):
        del tags["RE"]
    return decision, score


def _on_board(position: Position) -> int:
    return position.black.bit_count() - position.white.bit_count()


def _result(reason: str, returns: Sequence[float], score: object) -> str:
    """Of a game that the rules did not end. Where no note tells black's score, a result of 1 is a win by all discs."""
    lead = returns[BLACK] if abs(returns[BLACK]) > 1 else MOST_DISCS * returns[BLACK]
    if isinstance(score, int) and 0 <= score <= MOST_DISCS:
        lead = 2 * score - MOST_DISCS
    return f"{lead:+.3f}:{FLAGS.get(reason, 's')}"


def write(records: Sequence[Record]) -> dict[str, bytes]:
    lines = []
    for number, (record, end) in enumerate(zip(records, ends(records), strict=True), 1):
        try:
            lines.append(write_game(game_of(record, end)))
        except NotationError as error:
            raise FormatError(str(error), game=number) from None
    return {".ggf": "".join(f"{line}\n" for line in lines).encode()}


def game_of(record: Record, end: Position) -> GgfGame:
    """`end` is its last position."""
    first = first_state(record)
    own = {TAGS.get(name, name): value for name, value in record.notes.items() if isinstance(value, str)}
    told = {tag: value for tag, value in own.items() if re.fullmatch("[A-Z]{1,8}", tag) and tag not in ("B", "W", "BO")}
    for tag, name in (("PC", "event"), ("DT", "year")):
        if tag not in told and name in record.notes:
            told[tag] = str(record.notes[name])
    with suppress(ConfigError):  # somebody else's note of that name
        told.setdefault("TI", _time(str(record.notes.get(clock.CLOCK))))
    ends = {"RE": told.pop("RE", _told_result(record, end))}
    tags = {**USUAL, **told, "PB": record.seats[0], "PW": record.seats[1], **ends}
    thoughts = record.notes.get(VALUES)
    values = (
        thoughts if isinstance(thoughts, list) and len(thoughts) == len(record.plies) else [None] * len(record.plies)
    )
    moves = [Move(ply.seat, ply.action, value, ply.seconds) for ply, value in zip(record.plies, values, strict=True)]
    return GgfGame(tags, None if first == Position(options=first.options) else first, tuple(moves))


def _time(text: str) -> str:
    """10+5 -> 10:00/00:05"""
    control = clock.read_clock(text)
    return "/".join(f"{round(each) // 60:02}:{round(each) % 60:02}" for each in (control.total, control.increment))


def _told_result(record: Record, end: Position) -> str:
    if record.returns is None:
        return "?"
    if record.reason is not None:
        return _result(record.reason, record.returns, record.notes.get(SCORE))
    return f"{margin(end):+.3f}"


def write_game(game: GgfGame) -> str:
    """On one line. `read_games` makes the same of it."""
    board, side = write_position(game.start or Position()).replace("X", "*").split()
    first = [f"{tag}[{_escaped(tag, game.tags[tag])}]" for tag in ORDER if tag in game.tags]
    others = [f"{tag}[{_escaped(tag, value)}]" for tag, value in game.tags.items() if tag not in ORDER]
    moves = [f"{'BW'[move.seat]}[{_written_move(move)}]" for move in game.moves]
    return f"(;{''.join(first)}{''.join(others)}BO[8 {board} {side}]{''.join(moves)};)"


def _escaped(tag: str, value: str) -> str:
    found = plain(value).replace("\\", "\\\\").replace("]", "\\]")
    if len(found.encode(errors="replace")) > LONGEST:
        raise NotationError(f"{tag} is longer than {LONGEST} bytes")
    return found


def _written_move(move: Move) -> str:
    """F5, F5/-1.5, F5//2.4, PA"""
    name = "PA" if move.action == PASS else MOVES[move.action].upper()
    value = "" if move.value is None else _decimal(move.value)
    seconds = "" if move.seconds is None else f"/{_decimal(move.seconds)}"
    return f"{name}/{value}{seconds}" if value or seconds else name


def _decimal(number: float) -> str:
    """2.5, 12.00: two places at least, as servers write, and six at most."""
    text = f"{number:.6f}".rstrip("0")
    return text + "0" * max(0, 2 - len(text.partition(".")[2]))


GGF = Format(suffixes=(".ggf",), read=read, write=write)
