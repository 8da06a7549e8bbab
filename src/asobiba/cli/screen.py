"""The terminal as a page to write on: texts in one language, boards in colour where the terminal has it."""

import re
import sys
from collections.abc import Iterable
from dataclasses import dataclass

from rich.cells import cell_len
from rich.console import Console
from rich.table import Table
from rich.text import Text

from asobiba.agents.analysis import Advised, Valued
from asobiba.agents.levels import Level
from asobiba.agents.solver import Proven
from asobiba.cli.parameters import short
from asobiba.cli.texts import TEXTS, ordinal
from asobiba.cli.values import RANKS, apart, measured, place
from asobiba.core.game import AnyGame
from asobiba.core.picture import Lines
from asobiba.online.people import People

NARROWEST = 12
"""A column that is folded keeps so many letters, whatever the terminal has."""
GAP = 2
"""Between two columns."""


def _console(*, stderr: bool = False) -> Console:
    return Console(stderr=stderr, highlight=False, markup=False, emoji=False, soft_wrap=True)


@dataclass(frozen=True)
class Screen:
    console: Console
    lang: str

    @classmethod
    def on_stdout(cls, lang: str) -> "Screen":
        return cls(_console(), lang)

    @classmethod
    def on_stderr(cls, lang: str) -> "Screen":
        """Beside what a command writes to stdout."""
        return cls(_console(stderr=True), lang)

    def text(self, key: str, **values: object) -> str:
        return TEXTS[self.lang][key].format(**values)

    def unit(self, name: str) -> str:
        """A unit in words; one that only its agent knows, as it is."""
        return TEXTS[self.lang].get(f"unit.{name}", name)

    def ending(self, proven: Proven) -> str:
        outcome = {1: "win", 0: "draw", -1: "loss"}[proven.outcome]
        return self.text(f"proven.{outcome}" if proven.plies else f"proven.{outcome}.sometime", plies=proven.plies)

    def worth(self, found: Advised, valued: Valued) -> str:
        """Of one of the moves: a number, how the game ends, or both where that is proven; or its place."""
        if valued.proven is not None:
            ending = self.ending(valued.proven)
            is_number = found.measures(valued) and found.unit not in RANKS
            return f"{valued.value:+.4g}  {ending}" if is_number else ending
        if (number := measured(found, valued)) is None:
            return self.place(found, valued.action)
        return apart(each.value for each in found.moves)(number) if found.exact else short(number)

    def place(self, found: Advised, action: int) -> str:
        """Among the moves of the position: 1st"""
        return ordinal(place(found, action), self.lang)

    def moves(self, found: Advised) -> None:
        """What each is worth, the best first, and what is expected from here on."""
        estimate = "analyse.order" if found.unit in RANKS else "analyse.estimate"
        self.say("analyse.exact" if found.exact else estimate, unit=self.unit(found.unit))
        if not found.exact and found.depth:
            sure = "" if found.certainty is None else f"{found.certainty:.0%}"
            self.say("analyse.sure" if sure else "analyse.depth", depth=found.depth, sure=sure)
        for valued in found.moves:
            best = "  *" if valued.move in found.best else ""
            self.console.print(f"  {valued.move}  {self.worth(found, valued)}{best}")
        if found.line:
            self.say("analyse.line", line=" ".join(found.line))

    def say(self, key: str, **values: object) -> None:
        self.console.print(self.text(key, **values))

    def draw(self, lines: Lines) -> None:
        for line in lines:
            self.console.print(Text.assemble(*line))

    def table(self, header: list[str], rows: list[list[str]], folded: int = -1) -> None:
        """What is too long for the terminal is folded in one column; the others, numbers mostly, are never cut."""
        widths = [max(map(cell_len, column)) for column in zip(header, *rows, strict=True)]
        room = self.console.width - (sum(widths) - widths[folded]) - GAP * len(widths)
        widths[folded] = min(widths[folded], max(room, NARROWEST))
        table = Table(box=None, width=sum(widths) + GAP * len(widths))
        for name, width in zip(header, widths, strict=True):
            table.add_column(name, width=width, overflow="fold")
        for row in rows:
            cells = list(row)
            cells[folded] = packed(re.split("(?<=[,: ])", row[folded]), widths[folded])
            table.add_row(*map(Text, cells))
        self.console.print(table)

    def listed(self, parts: Iterable[str]) -> None:
        """Below what they belong to, in as many lines as they need."""
        for line in packed(parts, self.console.width - 2).split("\n"):
            self.console.print(f"  {line}")

    def count(self, number: int, all_of_them: int, key: str = "match.game") -> None:
        """How far a series of games is, in a line that is written over; nothing where nobody looks."""
        if sys.stderr.isatty():
            end = "\n" if number == all_of_them else ""
            sys.stderr.write("\r" + self.text(key, number=number, all=all_of_them) + end)

    def leave_count(self) -> None:
        """Of a series that was stopped: what comes next has a line of its own."""
        if sys.stderr.isatty():
            sys.stderr.write("\n")

    def ask(self, key: str, **values: object) -> str:
        """One line of input. EOFError at its end."""
        self.console.print(self.text(key, **values), end="")
        line = sys.stdin.readline()
        if not line:
            self.console.print()
            raise EOFError
        return line.strip()

    def level(self, level: Level) -> str:
        """Skilled (rating 1530; greedy)"""
        name, measured = level.names[self.lang], level.measured
        if measured is None:
            return self.text("level", name=name, agent=level.agent)
        return self.text("level.rated", name=name, agent=level.agent, rating=round(measured.rating))

    def title(self, game: AnyGame) -> str:
        return game.part(People).title(self.lang)


def packed(parts: Iterable[str], width: int) -> str:
    """As many in a line as fit: ["minimax:", "depth=3,", "ms=9"] -> "minimax:\\ndepth=3,ms=9" """
    lines = [""]
    for part in parts:
        if lines[-1] and cell_len((lines[-1] + part).rstrip()) > width:
            lines.append("")
        lines[-1] += part
    return "\n".join(line.rstrip() for line in lines)
