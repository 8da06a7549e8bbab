"""Transcripts as files: a game on each line, `f5d6c3d3c4...`, from the usual start; passes may be left out."""

import re
from collections.abc import Iterator, Sequence

from asobiba.agents.files import Format, Source, lines_of
from asobiba.core.errors import FormatError
from asobiba.core.records import Record
from asobiba.games.othello.notation import PASSES, write_transcript
from asobiba.games.othello.replays import Pending, Written, checked, record_of
from asobiba.games.othello.rules import PASS, OthelloOptions, square

NAMES = ("black", "white")
WORD = re.compile(r"\s*([a-h][1-8]|pass|ps|pa|--)", re.IGNORECASE)
MOST_MOVES = 128
"""Sixty squares, and fewer passes than that."""


def read(sources: Sequence[Source], options: OthelloOptions) -> Iterator[Record | FormatError]:
    for source in sources:
        yield from checked(source, _pending(source), options)


def _pending(source: Source) -> Iterator[Pending | FormatError]:
    for number, byte, line in lines_of(source):
        try:
            yield _waiting(source, number, byte, line)
        except FormatError as error:
            yield error


def _waiting(source: Source, number: int, byte: int, line: str) -> Pending:
    moves: list[int] = []
    places: list[int] = []
    at = 0
    while at < len(line):
        word = WORD.match(line, at)
        if word is None or len(moves) == MOST_MOVES:
            sentence = f"move {len(moves) + 1} is {line[at : at + 10]!r}: write squares from a1 to h8, or pass"
            raise source.wrong(sentence, game=number, byte=byte + at)
        moves.append(PASS if word[1].lower() in PASSES else square(word[1].lower()))
        places.append(byte + word.start(1))
        at = word.end()
    written = Written(moves)
    return Pending(number, written, places, lambda found: record_of(written, found, NAMES))


def write(records: Sequence[Record]) -> dict[str, bytes]:
    lines = []
    for number, record in enumerate(records, 1):
        if record.start is not None:
            raise FormatError("a transcript begins at the usual start", game=number)
        lines.append(write_transcript(ply.action for ply in record.plies) + "\n")
    return {".txt": "".join(lines).encode()}


TRANSCRIPT = Format(suffixes=(".txt",), read=read, write=write)
