"""The fields in the terminal: colours are the letters R B Y G P, ojama O; `x` marks the cell that must stay free.

turn 3, 0:02, an ojama costs 70
now RB  next GY  then BB
     1 2 3 4 5 6             1 2 3 4 5 6
13 : . . . . . . :      13 : . . . . . . :
12 | . . x . . . |      12 | . . x . . . |
"""

from itertools import chain

from asobiba.core.contract import CHANCE, OVER
from asobiba.core.picture import Lines, Span, draws
from asobiba.games.puyo.field import HEIGHT, IN_SIGHT, NOTHING, rows
from asobiba.games.puyo.ojama import FRAMES_A_SECOND
from asobiba.games.puyo.rules import SEATS, Player, Position

STYLES = {
    "R": "bold red",
    "B": "bold blue",
    "Y": "bold yellow",
    "G": "bold green",
    "P": "bold magenta",
    "O": "bold white",
    "x": "dim red",
    NOTHING: "dim",
}
FIELD_WIDTH = 24


@draws(Position)
def draw(position: Position) -> Lines:
    """The first player's field on the left. Row 13 is hidden in the game and has colons for walls."""
    names = SEATS[position.options.mode]
    fields = [rows(player.field) for player in position.players]
    lines = [_header(position), _pairs(position), [("     1 2 3 4 5 6".ljust(FIELD_WIDTH), "dim")] * len(fields)]
    for number in range(HEIGHT, 0, -1):
        lines.append(list(chain.from_iterable(_row(field[HEIGHT - number], number) for field in fields)))
    for facts in zip(*map(_facts, position.players, names), strict=True):
        lines.append([(fact.ljust(FIELD_WIDTH), "") for fact in facts])
    return [*lines, [(_to_do(position, names), "bold")]]


def _header(position: Position) -> list[Span]:
    minutes, seconds = divmod(position.clock // FRAMES_A_SECOND, 60)
    costs = f", an ojama costs {position.price}" if len(position.players) > 1 else ""
    return [(f"turn {position.turn + 1}, {minutes}:{seconds:02}{costs}", "dim")]


def _pairs(position: Position) -> list[Span]:
    spans: list[Span] = []
    for when, pair in zip(("now ", "  next ", "  then "), position.pairs(), strict=False):
        spans += [(when, "dim"), *((letter, STYLES[letter]) for letter in pair)]
    return spans or [("the queue is not drawn yet", "dim")]


def _row(row: str, number: int) -> list[Span]:
    wall = ":" if number > IN_SIGHT else "|"
    letters = row[:2] + "x" + row[3:] if number == IN_SIGHT and row[2] == NOTHING else row
    spans = [(f"{number:2} {wall}", "dim"), *((f" {letter}", STYLES[letter]) for letter in letters)]
    return [*spans, (f" {wall}".ljust(FIELD_WIDTH - 16), "dim")]


def _facts(player: Player, name: str) -> list[str]:
    news = [f"{player.chain} chain"] * (player.chain > 0) + ["all clear"] * player.all_clear
    return [f"{name}: {player.score}", f"ojama {player.ojama}", ", ".join(news)]


def _to_do(position: Position, names: tuple[str, ...]) -> str:
    if position.to_play == OVER:
        return "over"
    if position.to_play != CHANCE:
        return f"{names[position.to_play]} places"
    if position.unlucky is None:
        return "luck draws the queue"
    return f"luck drops {position.players[position.unlucky].loose} ojama on {names[position.unlucky]}"
