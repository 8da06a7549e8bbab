"""Othello's notations.

d3, pass                       a move; a transcript also writes a pass `ps`, `pa` or `--`, or leaves it out
f5d6c3d3c4                     a transcript, from the start
---...---OX------XO---...--- X 64 squares from a1 to h8 and the side to move: X black, O white, - empty
"""

import re
from collections.abc import Iterable

from asobiba.core.errors import IllegalMove, NotationError
from asobiba.core.game import OVER
from asobiba.games.othello.rules import BLACK, PASS, WHITE, OthelloOptions, Position, square

PASSES = ("pass", "ps", "pa", "--")
BLACK_LETTERS, WHITE_LETTERS, EMPTY_LETTERS = "XB*@", "OW", "-."


def write_move(position: Position, action: int) -> str:
    return "pass" if action == PASS else "abcdefgh"[action % 8] + "12345678"[action // 8]


def read_move(position: Position, text: str) -> int:
    word = text.strip().lower()
    if word in PASSES:
        action = PASS
    elif re.fullmatch("[a-h][1-8]", word):
        action = square(word)
    else:
        raise NotationError(f"{text.strip()!r} is no move: write a square from a1 to h8, or pass", text=text)
    position.apply(action)
    return action


def write_position(position: Position) -> str:
    letters = "".join("X" if position.black >> at & 1 else "O" if position.white >> at & 1 else "-" for at in range(64))
    return f"{letters} {'XO'[position.side]}"


def read_position(text: str, options: OthelloOptions) -> Position:
    """64 squares and a side, or a transcript."""
    if re.fullmatch(r"\s*(([a-h][1-8]|pass|ps|pa|--)\s*)+", text, re.IGNORECASE):
        return after_transcript(text, options)
    letters = "".join(text.split()).upper()
    if len(letters) != 65:
        raise NotationError(
            f"a position is 64 squares and the side to move, 65 letters; found {len(letters)}", text=text
        )
    black = white = 0
    for at, letter in enumerate(letters[:64]):
        if letter in BLACK_LETTERS:
            black |= 1 << at
        elif letter in WHITE_LETTERS:
            white |= 1 << at
        elif letter not in EMPTY_LETTERS:
            where = write_move(Position(), at)
            raise NotationError(f"square {where} is {letter!r}: write X for black, O for white, - for empty")
    if letters[64] not in BLACK_LETTERS + WHITE_LETTERS:
        raise NotationError(f"the side to move is {letters[64]!r}: write X for black or O for white")
    return Position(black, white, BLACK if letters[64] in BLACK_LETTERS else WHITE, options)


def read_transcript(text: str, start: Position | None = None) -> list[int]:
    """The actions of a game, passes put in where the text leaves them out.

    `d3C5 f6` reads like `d3c5f6`. A pass that is written must be due.
    """
    position = Position() if start is None else start
    actions: list[int] = []
    words = re.findall(r"[a-h][1-8]|pass|ps|pa|--|\S", text.lower())
    for number, word in enumerate(words, 1):
        if word not in PASSES and position.legal() == (PASS,):
            actions.append(PASS)
            position = position.apply(PASS)
        try:
            action = read_move(position, word)
        except IllegalMove as error:
            raise NotationError(f"move {number} of the transcript: {error.sentence}", number=number) from None
        except NotationError as error:
            raise NotationError(f"move {number} of the transcript: {error}", number=number) from None
        actions.append(action)
        position = position.apply(action)
    return actions


def after_transcript(text: str, options: OthelloOptions) -> Position:
    """The position after the moves of `text`, a pass that is then due left to be played."""
    position = Position(options=options)
    for action in read_transcript(text, position):
        position = position.apply(action)
    return position


def write_transcript(actions: Iterable[int], *, passes: bool = False) -> str:
    """f5d6c3..., with `ps` for passes when asked."""
    names = (write_move(Position(), action) if action != PASS else "ps" for action in actions)
    return "".join(name for name in names if passes or name != "ps")


def score(position: Position) -> tuple[int, int]:
    """Discs of black and white, the empty squares given to the winner of a finished game."""
    black, white = position.black.bit_count(), position.white.bit_count()
    if position.to_play == OVER and black != white:
        return (64 - white, white) if black > white else (black, 64 - black)
    return (32, 32) if position.to_play == OVER else (black, white)
