"""`asobiba import` and `asobiba export`: games of other programs' files as records, and back."""

import errno
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import IO, Annotated

import typer

from asobiba.agents.files import MOST_BYTES, Files, Format, Source, format_for, plain
from asobiba.cli.parameters import GameName, Json, Lang, OptionTexts, read_options, write_json
from asobiba.cli.screen import Screen
from asobiba.cli.texts import language
from asobiba.core.errors import ConfigError, FormatError, RecordError
from asobiba.core.game import AnyGame
from asobiba.core.options import Options
from asobiba.core.records import Record, read_records, write_record
from asobiba.core.registry import find_game

FormatName = Annotated[str | None, typer.Option("--format", help="Of the file; by default what its name ends in.")]


def import_(
    game: GameName,
    files: Annotated[list[Path], typer.Argument(help="Such as WTH_2001.wtb WTHOR.JOU WTHOR.TRN, or games.ggf.")],
    out: Annotated[Path | None, typer.Option(help="The file of records; by default stdout.")] = None,
    named: FormatName = None,
    option: OptionTexts = None,
    keep_going: Annotated[bool, typer.Option("--keep-going", help="Leave out games that are wrong.")] = False,
    json: Json = False,
    lang: Lang = None,
) -> None:
    """Read games of other programs, checked move by move, as records: `asobiba replay` shows them."""
    found = find_game(game)
    screen = Screen.on_stderr(language(lang))
    if json and out is None:
        raise ConfigError("--json writes to stdout, as the records do: name a file with --out")
    games, wrong = 0, 0
    with written_whole(out) as lines:
        for record in games_of(found, files, named, read_options(found, option)):
            if isinstance(record, FormatError):
                if not keep_going:
                    raise record
                wrong += 1
                screen.say("import.wrong", sentence=str(record))
                continue
            games += 1
            lines.write(write_record(record).encode())
    if json:
        write_json({"game": game, "files": len(files), "games": games, "left_out": wrong})
    elif out is not None:
        screen.say("import.done", games=games, files=len(files), path=out)
    if wrong:
        screen.say("import.left_out", games=wrong)


def games_of(
    game: AnyGame, files: Sequence[Path], named: str | None, options: Options
) -> Iterator[Record | FormatError]:
    """Files of one format are read together: names may stand in another file than the games."""
    together: dict[str, tuple[Format, list[Source]]] = {}
    for file in files:
        found = format_for(game.part(Files).formats, game.name, named=named, file=file.name)
        together.setdefault(found.suffixes[0], (found, []))[1].append(source_of(file))
    for found, sources in together.values():
        yield from found.read(sources, options)


def source_of(file: Path) -> Source:
    try:
        with file.open("rb") as opened:
            data = opened.read(MOST_BYTES + 1)
    except OSError as error:
        raise ConfigError(f"cannot read {file}: {error.strerror}") from None
    if len(data) > MOST_BYTES:
        raise ConfigError(f"{file} is larger than {MOST_BYTES >> 20} MB: split it")
    return Source(str(file), data)


def export(
    game: GameName,
    file: Annotated[Path, typer.Argument(help="A file of records.")],
    out: Annotated[Path | None, typer.Option(help="The file to write; by default stdout.")] = None,
    named: FormatName = None,
    lang: Lang = None,
) -> None:
    """Write records in the format of other programs."""
    found = find_game(game)
    chosen = format_for(found.part(Files).formats, game, named=named, file=None if out is None else out.name)
    records = records_of(file)
    for number, record in enumerate(records, 1):
        if record.game != game:
            raise ConfigError(f"{file}: game {number} is {record.game}, not {game}")
    try:
        written = chosen.write(records)
    except FormatError as error:
        raise ConfigError(f"{file}: {error}") from None
    if out is None:
        if len(written) > 1:
            raise ConfigError(f"this format has {len(written)} files, {', '.join(written)}: name the first with --out")
        sys.stdout.buffer.write(next(iter(written.values())))
        return
    screen = Screen.on_stderr(language(lang))
    for path in write_files(out, written):
        screen.say("export.done", games=len(records), path=path)


def format_of(game: AnyGame, path: Path) -> Format:
    """The one that the name ends in."""
    formats = game.part(Files).formats
    if not any(path.name.lower().endswith(each.suffixes) for each in formats.values()):
        known = [".jsonl", *(each.suffixes[0] for each in formats.values())]
        raise ConfigError(f"save {path}: allowed are names that end in {', '.join(known)}")
    return format_for(formats, game.name, named=None, file=path.name)


def write_files(out: Path, written: Mapping[str, bytes]) -> list[Path]:
    """The first under the name that was asked for, the others called alike. All of them, or none."""
    paths = [out.with_suffix(suffix) if number else out for number, suffix in enumerate(written)]
    if len({*paths}) < len(paths):
        raise ConfigError(
            f"{out}: this is the name of another file of the format; name the first, {next(iter(written))}"
        )
    with ExitStack() as together:
        for path, data in zip(paths, written.values(), strict=True):
            together.enter_context(written_whole(path)).write(data)
    return paths


def records_of(file: Path) -> list[Record]:
    """Names without control characters: whoever wrote the file, they are shown on a terminal."""
    try:
        with file.open(encoding="utf-8") as lines:
            return [replace(record, seats=tuple(map(plain, record.seats))) for record in read_records(lines)]
    except RecordError as error:
        raise ConfigError(f"{file}: {plain(str(error))}") from None
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"cannot read {file}: {error}") from None


@contextmanager
def written_whole(path: Path | None) -> Iterator[IO[bytes]]:
    """A file that is there when all of it was written, and as it was before otherwise; None: stdout."""
    if path is None:
        yield sys.stdout.buffer
        return
    fresh = path.with_name(f".{path.name}.part")
    try:
        if path.is_dir():  # said before anything is written: of several files none takes its place
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        with fresh.open("wb") as opened:
            yield opened
        fresh.replace(path)
    except OSError as error:
        raise ConfigError(f"cannot write {path}: {error.strerror}") from None
    finally:
        with suppress(OSError):
            fresh.unlink(missing_ok=True)
