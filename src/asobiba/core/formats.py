"""Games in the formats of other programs. A game lists its own in `text.formats`: {"ggf": Format(...)}.

    list(format.read([Source("a.ggf", b"(;GM[Othello]...;)")], options))      # records, or what is wrong with a game
    format.write(records)                                                    # {".ggf": b"(;GM[Othello]...;)\\n"}

A record knows the contract and the contract knows this module, so that records are `Any` here.
"""

import codecs
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from asobiba.core.errors import ConfigError, FormatError

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
    read: Callable[[Sequence[Source], Any], Iterator[Any]]
    """Of files and the game's options: records, checked by the rules. A game that is wrong, where the next can be read
    all the same, is a FormatError in its place; a file that is wrong raises one."""
    write: Callable[[Sequence[Any]], Mapping[str, bytes]]
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
