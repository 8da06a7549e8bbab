"""The part `files`: formats and protocols of other programs. The module `files` of a game holds FILES.

    list(format.read([Source("a.ggf", b"(;GM[Othello]...;)")], options))  # records, or errors for broken games
    format.write(records)                                                # {".ggf": b"(;GM[Othello]...;)\\n"}

A game without this module has no formats but its records.
"""

import codecs
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import Any, ClassVar, Generic, Protocol

from asobiba.agents.advice import Adviser
from asobiba.core.errors import ConfigError, FormatError
from asobiba.core.game import O, Part, S
from asobiba.core.options import Options
from asobiba.core.records import Record

MOST_BYTES = 1 << 28
"""Of one file: a hundred years of tournaments are 9 MB."""
BLANKS, CONTROLS = re.compile(r"[\t\n\v\f\r]+"), re.compile(r"[\x00-\x1f\x7f-\x9f]")


def plain(text: str) -> str:
    """Without control characters: names are shown on terminals, which obey them."""
    return CONTROLS.sub("", BLANKS.sub(" ", text))


@dataclass(frozen=True)
class Source:
    """A file that was read."""

    name: str
    data: bytes

    def has(self, *suffixes: str) -> bool:
        return self.name.lower().endswith(suffixes)

    def wrong(self, sentence: str, *, game: int | None = None, byte: int | None = None) -> FormatError:
        return FormatError(sentence, file=self.name, game=game, byte=byte)

    def text(self) -> str:
        try:
            return self.data.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise self.wrong("this is no text in UTF-8", byte=error.start) from None


@dataclass(frozen=True, kw_only=True)
class Format:
    suffixes: tuple[str, ...]
    """How its files are called, the first being the one with the games: (".wtb", ".jou", ".trn")."""
    read: Callable[[Sequence[Source], Any], Iterator[Record | FormatError]]
    """Of files and the game's options: records, checked by the rules. A game that is wrong, where the next can be read
    all the same, is a FormatError in its place; a file that is wrong raises one."""
    write: Callable[[Sequence[Record]], Mapping[str, bytes]]
    """Of records: the files by suffix. FormatError names a game that the format cannot hold."""


def format_for(formats: Mapping[str, Format], game: str, *, named: str | None, file: str | None) -> Format:
    """The format of that name; without a name, the one whose files are called so."""
    known = ", ".join(formats) or "none"
    if named is not None:
        if named not in formats:
            raise ConfigError(f"--format {named}: formats of {game} are {known}", format=named)
        return formats[named]
    found = [each for each in formats.values() if file is not None and file.lower().endswith(each.suffixes)]
    if len(found) != 1:
        raise ConfigError(f"{file or 'stdout'}: name one of the formats of {game} with --format: {known}", file=file)
    return found[0]


def lines_of(source: Source) -> Iterator[tuple[int, int, str]]:
    """Of a text with a game on each line: the game's number, the byte where its line begins, the line."""
    game, byte = 0, len(codecs.BOM_UTF8) if source.data.startswith(codecs.BOM_UTF8) else 0
    for line in source.text().split("\n"):
        if line.strip():
            game += 1
            yield game, byte, line.rstrip()
        byte += len(line.encode()) + 1


@dataclass(frozen=True, kw_only=True)
class GtpBoard(Generic[S, O]):
    """How programs that speak GTP see a game of two seats, black and white to them."""

    size: Callable[[O], int]
    """Lines of the board."""
    margin: Callable[[S], float]
    """By how much black has won a finished game; below 0, white."""


class Dialogue(Protocol):
    """A conversation with another program, line by line."""

    def hear(self, line: str, /) -> bool:
        """Take a line. False: the other side wants to end."""

    def waiting(self) -> AbstractContextManager[None]:
        """Think until the next line; leaving the block ends it at once."""


class DialogueType(Protocol):
    """A protocol that programs of one game speak; see cli/nboard.py."""

    @property
    def options(self) -> Options:
        """The options with which the game is played."""

    def __call__(
        self,
        judge: Callable[[int | None], Adviser],
        say: Callable[[str], None],
        heard: Callable[[], str | None],
        ponders: bool,
        /,
    ) -> Dialogue: ...


@dataclass(frozen=True, kw_only=True)
class Files(Part, Generic[S, O]):
    module: ClassVar[str] = "files"

    formats: Mapping[str, Format] = field(default_factory=dict)
    """How other programs store its games, by name."""
    gtp: GtpBoard[S, O] | None = None
    dialogues: Mapping[str, DialogueType] = field(default_factory=dict)
    """Protocols that only programs of this game speak, by name."""
