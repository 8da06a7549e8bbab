"""Writes the tables of docs/levels.md and docs/levels.ja.md: what was measured of every game's levels.

python -m tools.docs.levels           write them
python -m tools.docs.levels --check   fail if they are not what the games' files say

The tables are what follows the line `<!-- measured -->`.
"""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

from asobiba.agents.levels import Ladder, Rung, Step, ladders_of, level_names
from asobiba.core.game import AnyGame
from asobiba.core.registry import every_game
from asobiba.online.people import People

PAGES = {lang: Path(__file__).parents[2] / "docs" / f"levels{end}" for lang, end in (("en", ".md"), ("ja", ".ja.md"))}
MARK = "<!-- measured -->\n"
WORDS = {
    "en": {
        "header": "| | level | agent | rating | interval | against the one before | games | a move |",
        "range": "{low:.0f} to {high:.0f}",
        "even": "{even} % are even.",
        "share": "{score:.1f} % ({low:.1f} to {high:.1f})",
    },
    "ja": {
        "header": "| | レベル | エージェント | レート | 区間 | 一つ下に対して | 局数 | 1 手 |",
        "range": "{low:.0f}–{high:.0f}",
        "even": "互角なら {even} %。",
        "share": "{score:.1f} %（{low:.1f}–{high:.1f}）",
    },
}


def measured(lang: str) -> str:
    """All that follows the mark."""
    parts = [MARK, *(part for game in every_game() for part in game_tables(game, lang))]
    return "\n".join(parts).rstrip() + "\n"


def game_tables(game: AnyGame, lang: str) -> Iterator[str]:
    for ladder in ladders_of(game):
        chosen = ", ".join(game.options.read(ladder.options).texts())
        title = game.part(People).titles[lang] + (f", `{chosen}`" if chosen else "")
        yield f"## {title}\n"
        yield "\n".join((WORDS[lang]["header"], "|---|---|---|---|---|---|---|---|", *rows(ladder, lang))) + "\n"
        steps = [rung.step for rung in ladder.levels if rung.step is not None]
        even = WORDS[lang]["even"].format(even=f"{100 * steps[0].even:.3g}")
        yield " ".join([*dict.fromkeys(f"`{step.command}`" for step in steps), even]) + "\n"


def rows(ladder: Ladder, lang: str) -> Iterator[str]:
    for number, rung in enumerate(ladder.levels, 1):
        name = level_names(number, len(ladder.levels))[lang]
        range_ = WORDS[lang]["range"].format(low=rung.low, high=rung.high)
        cells = [
            number,
            name,
            f"`{rung.agent}`",
            f"{rung.rating:.0f}",
            range_,
            *step_cells(rung.step, lang),
            pace(rung),
        ]
        yield f"| {' | '.join(map(str, cells))} |"


def step_cells(step: Step | None, lang: str) -> list[str]:
    if step is None:
        return ["–", "–"]
    share = WORDS[lang]["share"].format(score=100 * step.score, low=100 * step.low, high=100 * step.high)
    return [share, str(step.games)]


def pace(rung: Rung) -> str:
    """1.2 ms"""
    milliseconds = 1000 * rung.seconds_per_move
    return f"{milliseconds:.0f} ms" if milliseconds >= 10 else f"{milliseconds:.2g} ms"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="write nothing")
    check = parser.parse_args().check
    for lang, page in PAGES.items():
        before, _, after = page.read_text(encoding="utf-8").partition(MARK)
        if check and MARK + after != measured(lang):
            sys.exit(f"{page.name} is not what was measured: python -m tools.docs.levels")
        if not check:
            page.write_text(before + measured(lang), encoding="utf-8")


if __name__ == "__main__":
    main()
