"""The board in the terminal: values in columns, `.` for an empty cell, the score and the largest tile below."""

from asobiba.core.picture import PLAIN, Lines, Look, Span, draws
from asobiba.games.twenty48.rules import Position

STYLES = {
    0: "dim",
    2: "white",
    4: "bold white",
    8: "yellow",
    16: "bold yellow",
    32: "red",
    64: "bold red",
    128: "magenta",
    256: "bold magenta",
    512: "blue",
    1024: "bold blue",
    2048: "bold black on cyan",
    4096: "bold black on green",
    8192: "bold black on yellow",
    16384: "bold black on magenta",
    32768: "bold black on red",
    65536: "bold white on blue",
    131072: "bold black on white",
}


@draws(Position)
def draw(position: Position, look: Look = PLAIN) -> Lines:
    width = max(4, len(str(position.max_tile))) + 1
    letters = "abcdefgh"[: position.options.columns]
    lines: list[list[Span]] = [[("  " + "".join(letter.rjust(width) for letter in letters), "dim")]]
    for number, row in enumerate(position.rows(), 1):
        lines.append([(f"{number}|", "dim")] + [span for tile in row for span in _cell(tile, width)])
    text = "score {score}   max {tile}   won" if position.won else "score {score}   max {tile}"
    return [*lines, [(look.say(text, score=position.score, tile=position.max_tile), "")]]


def _cell(tile: int, width: int) -> list[Span]:
    """The gap is a span of its own: a background colours the number alone."""
    text = str(tile or ".")
    return [(" " * (width - len(text)), ""), (text, STYLES[tile])]
