"""The terminal as a page to write on: texts in one language, boards in colour where the terminal has it."""

import sys
from dataclasses import dataclass

from rich.console import Console
from rich.table import Table
from rich.text import Text

from asobiba.agents.analysis import Advised, Valued
from asobiba.cli.texts import TEXTS
from asobiba.cli.words import short
from asobiba.core.contract import AnyGame
from asobiba.core.levels import Level
from asobiba.core.picture import Lines
from asobiba.core.truth import Proven


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

    def worth(self, value: float, proven: Proven | None) -> str:
        """What a move is worth: a number, or how the game ends."""
        if proven is None:
            return short(float(value))
        outcome = {1: "win", 0: "draw", -1: "loss"}[proven.outcome]
        return self.text(f"proven.{outcome}" if proven.plies else f"proven.{outcome}.sometime", plies=proven.plies)

    def value(self, found: Advised, valued: Valued) -> str:
        """The same of one of the moves; with the number where that is proven."""
        told = self.worth(valued.value, valued.proven)
        return told if valued.proven is None or not found.measures(valued) else f"{valued.value:+.4g}  {told}"

    def moves(self, found: Advised) -> None:
        """What each is worth, the best first, and what is expected from here on."""
        self.say("analyse.exact" if found.exact else "analyse.estimate", unit=self.unit(found.unit))
        for valued in found.moves:
            best = "  *" if valued.move in found.best else ""
            self.console.print(f"  {valued.move}  {self.value(found, valued)}{best}")
        if found.line:
            self.say("analyse.line", line=" ".join(found.line))

    def say(self, key: str, **values: object) -> None:
        self.console.print(self.text(key, **values))

    def draw(self, lines: Lines) -> None:
        for line in lines:
            self.console.print(Text.assemble(*line))

    def table(self, header: list[str], rows: list[list[str]]) -> None:
        """What is too long for the terminal is folded in the last column."""
        table = Table(*header, box=None)
        for column in table.columns[:-1]:
            column.no_wrap = True
        table.columns[-1].overflow = "fold"
        for row in rows:
            table.add_row(*map(Text, row))
        self.console.print(table)

    def count(self, number: int, all_of_them: int, key: str = "match.game") -> None:
        """How far a series of games is, in a line that is written over; nothing where nobody looks."""
        if sys.stderr.isatty():
            end = "\n" if number == all_of_them else ""
            sys.stderr.write("\r" + self.text(key, number=number, all=all_of_them) + end)

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
        return game.titles.get(self.lang, game.titles["en"])
