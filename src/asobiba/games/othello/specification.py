"""The functions of specification 003: Othello in the console, over a board of 8 lists with 8 of `@`, `O` and `.` each.

    board = initial_board()
    get_valid_moves(board, "@")                              # [(2, 3), (3, 2), (4, 5), (5, 4)], row first
    flip_stones(board, 2, 3, "@")                            # d3; the board changes
    flip_stones(board, *find_best_move(board, "O", MINIMAX_DEPTH), "O")
    while handle_player_turn(board) and handle_computer_turn(board):
        display_game_state(board)

The functions call each other by their names in this module, so a replaced `evaluate_board`, `minimax` or
`MINIMAX_DEPTH` takes part in the game. The rules are those of rules.py.
"""
# ruff: noqa: T201  a game in the console prints

from collections.abc import Callable, Iterable, Sequence
from itertools import cycle, product
from math import inf, nextafter
from typing import Any, TypeAlias, TypeVar

from asobiba.core.errors import ConfigError, IllegalMove
from asobiba.core.game import OVER, action_number
from asobiba.core.picture import Look, plain
from asobiba.games.othello.evaluate import evaluate
from asobiba.games.othello.picture import draw
from asobiba.games.othello.rules import BLACK, WHITE, Position, square, squares

__all__ = ["COMPUTER", "EMPTY", "MINIMAX_DEPTH", "PLAYER", "display_game_state", "draw_board", "evaluate_board"]
__all__ += ["find_best_move", "flip_stones", "get_valid_moves", "handle_computer_turn", "handle_player_turn"]
__all__ += ["initial_board", "main", "minimax"]

Board: TypeAlias = Sequence[Any]
"""Rows 1 to 8, each with the columns a to h. Lists can be played on; strings and tuples can be read."""
B = TypeVar("B", bound=Board)

PLAYER, COMPUTER, EMPTY = "@", "O", "."
MINIMAX_DEPTH = 5
UNMARKED = Look(marks=False)


def main() -> None:
    """Play a game in the console: black `@` at the keyboard, then white `O`, the computer, in turn."""
    board = initial_board()
    print(f"Othello: you are black ({PLAYER}), the computer is white ({COMPUTER}).")
    try:
        for turn in cycle((handle_player_turn, handle_computer_turn)):
            print()
            display_game_state(board)
            # Both return whether the game goes on; one that is replaced may return nothing.
            if turn(board) is False or _is_over(board):
                break
    except KeyboardInterrupt:
        print()
    if not _is_over(board):
        print("You left the game.")
        return
    print()
    display_game_state(board)
    black, white = (sum(list(row).count(stone) for row in board) for stone in (PLAYER, COMPUTER))
    result = "You win!" if black > white else "The computer wins." if white > black else "A draw."
    print(f"Game over. You ({PLAYER}) {black}, computer ({COMPUTER}) {white}. {result}")


def initial_board() -> list[list[str]]:
    """Return the board before the first move."""
    return _board_of(Position())


def draw_board(board: Board) -> None:
    """Print the board."""
    print(plain(draw(_position(board), UNMARKED)[:-1]))


def display_game_state(board: Board) -> None:
    """Print the board and the number of stones of both sides."""
    draw_board(board)
    print(plain(draw(_position(board), UNMARKED)[-1:]))


def handle_player_turn(board: Board) -> bool:
    """Ask for a square until it is a valid move and place the stone, or pass if no move is valid.

    Return whether the game goes on: False after `exit`, at the end of input and when neither side can move.
    """
    if not get_valid_moves(board, PLAYER):
        print(f"You ({PLAYER}) have no valid move: pass.")
        return not _is_over(board)
    while True:
        try:
            word = input(f"Your move ({PLAYER}), such as d3, or exit: ").strip().lower()
        except UnicodeDecodeError:
            word = "\N{REPLACEMENT CHARACTER}"
        except (EOFError, RuntimeError):  # Without a standard input, input() raises a RuntimeError.
            print()
            return False
        if word == "exit":
            return False
        if len(word) != 2 or word[0] not in "abcdefgh" or word[1] not in "12345678":
            print(f"{word[:20]!r} is no square: write a column a to h and a row 1 to 8, such as d3, or exit.")
            continue
        try:
            flip_stones(board, *divmod(square(word), 8), PLAYER)
            return not _is_over(board)
        except IllegalMove as error:
            print(f"{error.sentence}.")


def handle_computer_turn(board: Board) -> bool:
    """Place the stone of `find_best_move` and print the move, or pass if no move is valid.

    Return whether the game goes on: False when neither side can move.
    """
    move = find_best_move(board, COMPUTER, MINIMAX_DEPTH)
    if move is None:
        print(f"The computer ({COMPUTER}) has no valid move: pass.")
    else:
        flip_stones(board, *move, COMPUTER)
        print(f"The computer ({COMPUTER}) plays {_name(*move)}.")
    return not _is_over(board)


def flip_stones(board: B, row: int, col: int, stone: str) -> B:
    """Place a stone and turn the stones that it brackets. Return the same board, changed.

    An IllegalMove leaves the board as it was.
    """
    before = _position(board, stone)
    if not all(action_number(each) in range(8) for each in (row, col)):
        raise IllegalMove(f"row {row!r}, column {col!r} is not on the board: both are 0 to 7", before)
    after = before.apply(8 * row + col)
    changed = [divmod(each, 8) for each in squares(after.theirs & ~before.mine)]
    for line in sorted({line for line, _ in changed}):
        if not hasattr(board[line], "__setitem__"):
            raise ConfigError(f"row {line} of the board is {board[line]!r}: to place a stone it must be a list")
    for line, column in changed:
        board[line][column] = stone
    return board


def get_valid_moves(board: Board, stone: str) -> list[tuple[int, int]]:
    """Return (row, column) of each valid move, row by row; [] if the side must pass."""
    return [divmod(each, 8) for each in squares(_position(board, stone).placements)]


def evaluate_board(board: Board) -> float:
    """Return the score from the computer's side: corners 25, valid moves 5, stones 1, each as white minus black."""
    return evaluate(_position(board), WHITE)


EVALUATE_BOARD = evaluate_board


def minimax(board: Board, depth: int, is_maximizing: bool, alpha: float, beta: float) -> float:
    """Return the score after `depth` plies of best play, a pass being a ply; the computer moves if `is_maximizing`.

    A score at or below `alpha` is an upper bound, one at or above `beta` a lower bound. A finished game is worth what
    its board is worth.
    """
    position = _position(board, COMPUTER if is_maximizing else PLAYER)
    plies = _whole(depth, 0)
    if is_maximizing:
        return _negamax(position, plies, alpha, beta, _score())
    return -_negamax(position, plies, -beta, -alpha, _score())


def find_best_move(board: Board, stone: str, depth: int) -> tuple[int, int] | None:
    """Return (row, column) of the best move for either side by `minimax`, or None if the side must pass.

    Among equal moves it is the first of `get_valid_moves`.
    """
    plies, sign = _whole(depth, 1), 1 if stone == COMPUTER else -1
    boards = {move: [list(row) for row in board] for move in get_valid_moves(board, stone)}
    for move, after in boards.items():
        flip_stones(after, *move, stone)
    best, choice = -inf, None
    # Moves that look good come first, which prunes more of the others.
    for move in sorted(boards, key=lambda move: -sign * evaluate_board(boards[move])):
        # A move that stands before the best so far needs only an equal score.
        bound = nextafter(best, -inf) if choice is None or move < choice else best
        window = (bound, inf) if stone == COMPUTER else (-inf, -bound)
        score = sign * minimax(boards[move], plies - 1, stone == PLAYER, *window)
        if choice is None or score > best or (score == best and move < choice):
            best, choice = score, move
    return choice


def _negamax(position: Position, depth: int, alpha: float, beta: float, score: Callable[[Position], float]) -> float:
    """Return the score for the side to move, or a bound if it lies outside of alpha and beta."""
    actions = position.legal() if depth else ()
    if not actions:
        return score(position)
    after: Iterable[Position] = map(position.apply, actions)
    if depth > 1:
        # First what leaves the other side few moves or a low score: pruning lives on good guesses.
        after = sorted(after, key=lambda each: each.placements.bit_count() if depth == 2 else _outlook(each))
    best = -inf
    for each in after:
        best = max(best, -_negamax(each, depth - 1, -beta, -max(alpha, best), score))
        if best >= beta:
            break
    return best


def _outlook(position: Position) -> float:
    """Return the evaluation for the side to move."""
    return evaluate(position, position.side)


def _score() -> Callable[[Position], float]:
    """Return the function that scores a leaf for the side to move; a replaced `evaluate_board` is used."""
    if evaluate_board is EVALUATE_BOARD:
        return _outlook
    return lambda position: evaluate_board(_board_of(position)) * (1 if position.side == WHITE else -1)


def _position(board: Board, stone: str = PLAYER) -> Position:
    if stone not in (PLAYER, COMPUTER):
        raise ConfigError(f"stone {stone!r}: a stone is {PLAYER!r}, the player's, or {COMPUTER!r}, the computer's")
    try:
        rows = [list(row) for row in board]
    except TypeError:
        raise ConfigError(f"the board is {board!r}: 8 rows of 8 squares are expected") from None
    if [len(row) for row in rows] != [8] * 8:
        raise ConfigError(f"the board has rows of {[len(row) for row in rows]} squares: 8 rows of 8 are expected")
    found = dict.fromkeys((PLAYER, COMPUTER, EMPTY), 0)
    for row, col in product(range(8), repeat=2):
        cell = rows[row][col]
        if cell not in (PLAYER, COMPUTER, EMPTY):
            where = f"square {_name(row, col)}, row {row}, column {col} of the board"
            raise ConfigError(f"{where}, is {cell!r}: a square is {PLAYER!r}, {COMPUTER!r} or {EMPTY!r}")
        found[cell] |= 1 << 8 * row + col
    return Position(found[PLAYER], found[COMPUTER], WHITE if stone == COMPUTER else BLACK)


def _board_of(position: Position) -> list[list[str]]:
    black, white = position.black, position.white
    stones = [PLAYER if black >> at & 1 else COMPUTER if white >> at & 1 else EMPTY for at in range(64)]
    return [stones[at : at + 8] for at in range(0, 64, 8)]


def _is_over(board: Board) -> bool:
    return _position(board).to_play == OVER


def _name(row: int, col: int) -> str:
    """(2, 3) -> d3"""
    return f"{'abcdefgh'[col]}{row + 1}"


def _whole(depth: object, least: int) -> int:
    plies = action_number(depth)
    if plies is None or plies < least:
        raise ConfigError(f"depth {depth!r}: the number of plies is a whole number from {least}")
    return plies
