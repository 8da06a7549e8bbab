"""2048's notations.

up, left, u, l, 上, 左                     a move
b2=4                                      a new tile: column b, row 2 from the top, value 4
2.0.0.2/0.0.4.0/0.0.0.0/0.0.0.0 score=8   a position, row by row; `due=1` when luck must place a tile next
a12c44Lb32U                               a run: a whole game, U R D L the moves, c44 a 4 on c4
"""

import re
from collections.abc import Iterable

from asobiba.core.errors import IllegalMove, NotationError, Phrase
from asobiba.core.game import CHANCE
from asobiba.games.twenty48.rules import (
    DIRECTIONS,
    LARGEST,
    RANKS,
    START_TILES,
    Position,
    Tiles,
    Twenty48Options,
    cell_name,
    highest_score,
    start,
)

MOVES = {name: action for action, word in enumerate(DIRECTIONS) for name in (word, word[0], "上右下左"[action])}
TILES = {"0": 0} | {str(2**rank): 2**rank for rank in range(1, RANKS)}


def write_move(position: Position, action: int) -> str:
    if position.to_play != CHANCE:
        return DIRECTIONS[action]
    return f"{cell_name(action // 2, position.options)}={4 if action % 2 else 2}"


def read_move(position: Position, text: str) -> int:
    word = text.strip().lower()
    tile = re.fullmatch("([a-h][1-8])=([24])", word)
    if word not in MOVES and not tile:
        raise NotationError(
            f"{text.strip()!r} is no move: write up, right, down or left; a new tile is written b2=4", text=text
        )
    if (position.to_play == CHANCE) != bool(tile):
        wanted = "{word}: luck places a tile" if position.to_play == CHANCE else "{word}: no new tile is due"
        raise IllegalMove(Phrase(wanted, word=word), str(position), text=text)
    action = 2 * read_cell(tile[1], position.options) + (tile[2] == "4") if tile else MOVES[word]
    position.apply(action)
    return action


def read_cell(name: str, options: Twenty48Options) -> int:
    """b2 -> 5 on a 4x4 board"""
    column, row = "abcdefgh".index(name[0]), "12345678".index(name[1])
    if column >= options.columns or row >= options.rows:
        raise NotationError(f"{name} lies outside the board: {options.rows} rows, {options.columns} columns", text=name)
    return row * options.columns + column


def write_position(position: Position) -> str:
    board = "/".join(".".join(map(str, row)) for row in position.rows())
    return f"{board} score={position.score}" + (f" due={position.due}" if position.due else "")


def read_position(text: str, options: Twenty48Options) -> Position:
    """A board, `score` and `due` (both 0 if not written), or a run."""
    if text.strip()[:1].isalpha():
        return after_run(text, options)
    board, *fields = text.split() or [""]
    found: dict[str, int] = {}
    for word in fields:
        name, _, number = word.partition("=")
        if name not in ("score", "due") or name in found or not re.fullmatch("[0-9]{1,9}", number):
            raise NotationError(f"{word!r}: after the board write score=8 and due=1, each at most once", text=text)
        found[name] = int(number)
    score, due = found.get("score", 0), found.get("due", 0)
    tiles = _read_board(board, options)
    if score % 4 or score > highest_score(options):
        raise NotationError(f"score={score}: scores are multiples of 4 up to {highest_score(options)}", text=text)
    if due > min(START_TILES, tiles.count(0)):
        raise NotationError(f"due={due}: luck places at most two tiles, each on an empty cell", text=text)
    if not due and not any(tiles):
        raise NotationError("a board without tiles: write due=2 behind it", text=text)
    return Position(tiles, score, due, options)


def _read_board(text: str, options: Twenty48Options) -> Tiles:
    rows = [row.split(".") for row in text.split("/")]
    if [len(row) for row in rows] != [options.columns] * options.rows:
        raise NotationError(
            f"a board is {options.rows} rows, with a / between them, of {options.columns} values, with dots between "
            f"them; found {' + '.join(str(len(row)) for row in rows)} values",
            text=text,
        )
    cells = [cell for row in rows for cell in row]
    for at, cell in enumerate(cells):
        if cell not in TILES:
            where = cell_name(at, options)
            raise NotationError(f"cell {where} is {cell!r}: write 0 for empty, or 2, 4, 8, ..., {LARGEST}", text=text)
    return tuple(TILES[cell] for cell in cells)


def read_run(text: str, options: Twenty48Options) -> list[int]:
    """The actions and outcomes of a game from its start; spaces between them do not count."""
    return _played(text, options)[0]


def after_run(text: str, options: Twenty48Options) -> Position:
    return _played(text, options)[1]


def _played(text: str, options: Twenty48Options) -> tuple[list[int], Position]:
    position, actions = start(options), []
    for number, step in enumerate(re.findall(r"[a-h][1-8][24]|\S", text), 1):
        if len(step) == 1 and step not in "URDL":
            raise NotationError(
                f"step {number} of the run is {step!r}: write U, R, D or L, or a new tile such as b24", number=number
            )
        try:
            action = read_move(position, step if len(step) == 1 else f"{step[:2]}={step[2]}")
        except IllegalMove as error:
            raise NotationError(f"step {number} of the run: {error.sentence}", number=number) from None
        except NotationError as error:
            raise NotationError(f"step {number} of the run: {error}", number=number) from None
        actions.append(action)
        position = position.apply(action)
    return actions, position


def write_run(actions: Iterable[int], options: Twenty48Options) -> str:
    position, steps = start(options), []
    for action in actions:
        after = position.apply(action)
        move = write_move(position, action)
        steps.append(move.replace("=", "") if position.to_play == CHANCE else move[0].upper())
        position = after
    return "".join(steps)
