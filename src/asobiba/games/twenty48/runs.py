"""Runs as files: a game on each line, `a12c44Lb32U...`, luck included; see notation.py."""

from collections.abc import Iterator, Sequence

from asobiba.agents.files import Format, Source, lines_of
from asobiba.core.errors import FormatError, NotationError
from asobiba.core.game import OVER
from asobiba.core.records import Ply, Record
from asobiba.core.registry import find_game
from asobiba.games.twenty48.notation import read_run, write_run
from asobiba.games.twenty48.rules import Twenty48Options, start


def read(sources: Sequence[Source], options: Twenty48Options) -> Iterator[Record | FormatError]:
    for source in sources:
        for game, byte, line in lines_of(source):
            try:
                yield _record(line, options)
            except NotationError as error:
                yield source.wrong(str(error), game=game, byte=byte)


def _record(line: str, options: Twenty48Options) -> Record:
    position, plies = start(options), []
    for action in read_run(line, options):
        plies.append(Ply(position.to_play, action))
        position = position.apply(action)
    return Record(
        game="twenty48",
        rules=find_game("twenty48").version,
        options=options.chosen(),
        seats=("player",),
        plies=tuple(plies),
        returns=position.returns() if position.to_play == OVER else None,
    )


def write(records: Sequence[Record]) -> dict[str, bytes]:
    lines = []
    for number, record in enumerate(records, 1):
        if record.start is not None:
            raise FormatError("a run begins at an empty board", game=number)
        options = Twenty48Options.recorded(record.options)
        lines.append(write_run((ply.action for ply in record.plies), options) + "\n")
    return {".txt": "".join(lines).encode()}


RUN = Format(suffixes=(".txt",), read=read, write=write)
