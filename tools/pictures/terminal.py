"""Writes docs/images/terminal.svg: a position of every game as the terminal shows it.

python -m tools.pictures.terminal
"""

import io
import random
from pathlib import Path
from typing import Any

from rich.console import Console, Group
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

import asobiba
from asobiba.agents import make_agent
from asobiba.core.game import CHANCE, OVER
from asobiba.core.luck import Luck
from asobiba.core.picture import PLAIN
from asobiba.online.people import People

PICTURE = Path(__file__).parents[2] / "docs" / "images" / "terminal.svg"
PLIES = {"othello": 24, "twenty48": 700, "puyo": 36, "otrio": 11, "coppit": 90}
WIDTH = 136
# No font is fetched from anywhere: the viewer's own monospaced font will do.
FRAME = """<svg viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg">
<style>.{unique_id}-matrix {{ font-family: monospace; font-size: {char_height}px; line-height: {line_height}px; }}
{styles}</style>
<defs><clipPath id="{unique_id}-clip-terminal"><rect width="{terminal_width}" height="{terminal_height}"/></clipPath>
{lines}</defs>
<rect fill="#1b1b1f" width="{width}" height="{height}" rx="8"/>
<g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}<g class="{unique_id}-matrix">{matrix}</g></g></svg>
"""


def position(name: str) -> Any:
    """A position from the middle of a game between greedy agents."""
    game = asobiba.game(name)
    agent, luck, generator = make_agent("greedy:noise=0.1", game, seed=3), Luck(3), random.Random(3)
    state = game.start(game.options())
    for ply in range(PLIES[name]):
        if state.to_play == OVER:
            break
        if state.to_play == CHANCE:
            state = state.apply(luck.draw(state, ply))
        elif ply < 4:
            state = state.apply(generator.choice(state.legal()))
        else:
            state = state.apply(agent.choose(game.conceal(state, state.to_play)))
    return state


def panel(name: str) -> Panel:
    game = asobiba.game(name)
    lines = [Text.assemble(*line) for line in game.draw(position(name), PLAIN)]
    return Panel(Group(*lines), title=game.part(People).titles["en"], border_style="dim", expand=False)


if __name__ == "__main__":
    console = Console(record=True, width=WIDTH, file=io.StringIO(), force_terminal=True, color_system="truecolor")
    columns = [["othello", "twenty48", "otrio"], ["puyo"], ["coppit"]]
    grid = Table.grid(padding=(0, 1))
    grid.add_row(*(Group(*map(panel, column)) for column in columns))
    console.print(grid)
    PICTURE.parent.mkdir(exist_ok=True)
    console.save_svg(str(PICTURE), code_format=FRAME, unique_id="asobiba")
