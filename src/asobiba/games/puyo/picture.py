"""The fields in the terminal: colours are the letters R B Y G P, ojama O; `x` marks the cell that must stay free.

turn 3, 0:02, an ojama costs 70
now RB  next GY  then BB
     1 2 3 4 5 6             1 2 3 4 5 6
13 : . . . . . . :      13 : . . . . . . :
12 | . . x . . . |      12 | . . x . . . |
"""

from itertools import chain

from asobiba.core.errors import Phrase
from asobiba.core.game import CHANCE, OVER
from asobiba.core.picture import PLAIN, Lines, Look, Span, draws, padded
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
def draw(position: Position, look: Look = PLAIN) -> Lines:
    """The first player's field on the left. Row 13 is hidden in the game and has colons for walls."""
    names = SEATS[position.options.mode]
    fields = [rows(player.field) for player in position.players]
    lines = [
        _header(position, look),
        _pairs(position, look),
        [("     1 2 3 4 5 6".ljust(FIELD_WIDTH), "dim")] * len(fields),
    ]
    for number in range(HEIGHT, 0, -1):
        lines.append(list(chain.from_iterable(_row(field[HEIGHT - number], number) for field in fields)))
    told = [_facts(player, name, look) for player, name in zip(position.players, names, strict=True)]
    for facts in zip(*told, strict=True):
        lines.append([(padded(fact, FIELD_WIDTH), "") for fact in facts])
    return [*lines, [(_to_do(position, names).spoken(look.words), "bold")]]


def _header(position: Position, look: Look) -> list[Span]:
    minutes, seconds = divmod(position.clock // FRAMES_A_SECOND, 60)
    text = "turn {turn}, {time}, an ojama costs {price}" if len(position.players) > 1 else "turn {turn}, {time}"
    time = f"{minutes}:{seconds:02}"
    return [(look.say(text, turn=position.turn + 1, time=time, price=position.price), "dim")]


def _pairs(position: Position, look: Look) -> list[Span]:
    spans: list[Span] = []
    for when, pair in zip(("now", "next", "then"), position.pairs(), strict=False):
        gap = "  " if spans else ""
        spans += [(f"{gap}{look.say(when)} ", "dim"), *((letter, STYLES[letter]) for letter in pair)]
    return spans or [(look.say("the queue is not drawn yet"), "dim")]


def _row(row: str, number: int) -> list[Span]:
    wall = ":" if number > IN_SIGHT else "|"
    letters = row[:2] + "x" + row[3:] if number == IN_SIGHT and row[2] == NOTHING else row
    spans = [(f"{number:2} {wall}", "dim"), *((f" {letter}", STYLES[letter]) for letter in letters)]
    return [*spans, (f" {wall}".ljust(FIELD_WIDTH - 16), "dim")]


def _facts(player: Player, name: str, look: Look) -> list[str]:
    news = [look.say("{links} chain", links=player.chain)] * (player.chain > 0)
    news += [look.say("all clear")] * player.all_clear
    return [f"{look.say(name)}: {player.score}", look.say("ojama {count}", count=player.ojama), ", ".join(news)]


def _to_do(position: Position, names: tuple[str, ...]) -> Phrase:
    if position.to_play == OVER:
        return Phrase("over")
    if position.to_play != CHANCE:
        return Phrase("{who} places", who=Phrase(names[position.to_play]))
    if position.unlucky is None:
        return Phrase("luck draws the queue")
    count, who = position.players[position.unlucky].loose, Phrase(names[position.unlucky])
    return Phrase("luck drops {count} ojama on {who}", count=count, who=who)
