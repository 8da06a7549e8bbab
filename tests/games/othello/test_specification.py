"""The functions of specification 003 against the rulebook, a plain search and the agent; what they refuse."""

import random
import signal
import subprocess
import sys
from collections.abc import Callable
from math import inf
from typing import Any
from unittest import mock

import numpy as np
import pytest

import asobiba.games.othello as othello
from asobiba.agents.minimax import Minimax, MinimaxSettings
from asobiba.core.errors import ConfigError, IllegalMove
from asobiba.core.game import OVER
from asobiba.core.registry import find_game
from asobiba.games.othello import specification
from asobiba.games.othello.rules import PASS, WHITE, OthelloOptions, Position
from asobiba.games.othello.specification import (
    evaluate_board,
    find_best_move,
    flip_stones,
    get_valid_moves,
    handle_player_turn,
    initial_board,
    minimax,
)
from tests.games.othello.boards import (
    EVERY_SQUARE,
    NEITHER_MOVES,
    PLAYER_MUST_PASS,
    Board,
    board_of,
    midgame,
    walk,
    with_stones,
)
from tests.processes import run, started

CONSOLE = [sys.executable, "-m", "asobiba.games.othello"]


@pytest.mark.parametrize("seed", range(6))
def test_moves_and_turned_stones_are_those_of_the_rulebook(seed: int) -> None:
    for position in walk(seed):
        stone, board = "@O"[position.side], board_of(position)
        legal = [divmod(action, 8) for action in position.legal() if action != PASS]
        assert get_valid_moves(board, stone) == legal
        for row, column in EVERY_SQUARE:
            placed = board_of(position)
            if (row, column) in legal:
                assert flip_stones(placed, row, column, stone) == board_of(position.apply(8 * row + column))
            else:
                with pytest.raises(IllegalMove):
                    flip_stones(placed, row, column, stone)
                assert placed == board


def plain_minimax(board: Board, depth: int, is_maximizing: bool) -> float:
    """The document's search without pruning, over its own functions."""
    stone, other = ("O", "@") if is_maximizing else ("@", "O")
    moves = get_valid_moves(board, stone)
    if depth == 0 or not (moves or get_valid_moves(board, other)):
        return evaluate_board(board)
    if not moves:
        return plain_minimax(board, depth - 1, not is_maximizing)
    scores = []
    for row, column in moves:
        after = [row.copy() for row in board]
        flip_stones(after, row, column, stone)
        scores.append(plain_minimax(after, depth - 1, not is_maximizing))
    return max(scores) if is_maximizing else min(scores)


def positions_with_passes() -> list[Position]:
    """From the beginnings and the ends of games, among them passes, ends and all numbers of empty squares."""
    games = [list(walk(seed)) for seed in range(12)]
    found = [game[at] for game in games for at in (3, -9, -6, -4, -2, -1)]
    passes = [each for game in games for each in game if each.legal() == (PASS,)]
    assert len(passes) > 3
    return found + passes


@pytest.mark.parametrize("depth", [0, 1, 2, 3])
def test_pruning_does_not_change_the_score(depth: int) -> None:
    dice = random.Random(depth)
    for position in positions_with_passes():
        board, maximizing = board_of(position), position.side == WHITE
        score = plain_minimax(board, depth, maximizing)
        assert minimax(board, depth, maximizing, -inf, inf) == score
        alpha = score + dice.randint(-9, 9)
        beta = alpha + dice.randint(0, 9)
        bound = minimax(board, depth, maximizing, alpha, beta)
        if bound <= alpha:
            assert score <= bound
        elif bound >= beta:
            assert score >= bound
        else:
            assert bound == score


def agent(depth: int) -> Minimax:
    return Minimax(find_game("othello"), OthelloOptions(), MinimaxSettings(depth=depth), random.Random(1))


def test_five_plies_are_worth_what_the_agent_finds() -> None:
    for position in midgame(8, most=30):
        board, maximizing = board_of(position), position.side == WHITE
        assert minimax(board, 5, maximizing, -inf, inf) == agent(5).value(position, WHITE, 5, -inf, inf)


def test_the_best_move_is_the_first_of_those_with_the_best_value() -> None:
    ties = 0
    for position in midgame(40):
        values = agent(3).advise(position).values
        best = [divmod(action, 8) for action in sorted(values) if values[action] == max(values.values())]
        ties += len(best) > 1
        assert find_best_move(board_of(position), "@O"[position.side], 3) == best[0]
    assert ties > 2


def test_a_search_leaves_the_board_alone() -> None:
    board = initial_board()
    find_best_move(board, "@", 3)
    minimax(board, 3, True, -inf, inf)

    assert board == initial_board()


def test_a_replaced_evaluation_leads_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    def few_stones(board: Board) -> float:
        assert [len(row) for row in board] == [8] * 8
        return sum(row.count("@") - row.count("O") for row in board)

    for position in midgame(6):
        board, stone = board_of(position), "@O"[position.side]
        usual = minimax(board, 2, True, -inf, inf)
        with monkeypatch.context() as patch:
            patch.setattr(specification, "evaluate_board", few_stones)
            assert minimax(board, 3, stone == "O", -inf, inf) == plain_minimax_by(few_stones, board, 3, stone == "O")
            assert find_best_move(board, stone, 1) == min(
                get_valid_moves(board, stone),
                key=lambda move: (1 if stone == "@" else -1) * few_stones(played(board, move, stone)),
            )
        assert minimax(board, 2, True, -inf, inf) == usual


def plain_minimax_by(evaluate: Callable[[Board], float], board: Board, depth: int, is_maximizing: bool) -> float:
    with mock.patch.dict(globals(), evaluate_board=evaluate):
        return plain_minimax(board, depth, is_maximizing)


def played(board: Board, move: tuple[int, int], stone: str) -> Board:
    after = [row.copy() for row in board]
    flip_stones(after, *move, stone)
    return after


def test_a_replaced_search_chooses_the_move(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def last_square(board: Board, depth: int, is_maximizing: bool, alpha: float, beta: float) -> float:
        asked.append((depth, is_maximizing))
        return float("".join("".join(row) for row in board).rindex("@"))

    monkeypatch.setattr(specification, "minimax", last_square)

    assert find_best_move(initial_board(), "O", 4) == (2, 4)  # the first: all of them leave the same last stone
    assert set(asked) == {(3, False)}


def test_names_are_set_in_the_package_as_in_the_module(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(othello, "MINIMAX_DEPTH", 2)
        assert specification.MINIMAX_DEPTH == othello.MINIMAX_DEPTH == 2
    with mock.patch("asobiba.games.othello.evaluate_board", return_value=7):
        assert othello.minimax(initial_board(), 1, True, -inf, inf) == 7

    assert specification.MINIMAX_DEPTH == othello.MINIMAX_DEPTH == 5
    assert othello.evaluate_board is specification.evaluate_board is evaluate_board
    assert {*specification.__all__, "GAME"} <= {*dir(othello)}
    assert {*getattr(othello, "__all__")} == {*specification.__all__, "GAME"}  # noqa: B009  mypy knows of no such list
    assert not hasattr(othello, "handle_nobody")


def test_other_names_of_the_package_are_its_own() -> None:
    try:
        othello.remark = 1  # type: ignore[attr-defined]
        assert not hasattr(specification, "remark")
    finally:
        del othello.remark  # type: ignore[attr-defined]
    assert not hasattr(othello, "remark")


@pytest.mark.parametrize(
    ("board", "sentence"),
    [
        (None, "the board is None: 8 rows of 8 squares are expected"),
        ([["."] * 8] * 7 + [3], ", 3]: 8 rows of 8 squares are expected"),
        ([], "the board has rows of [] squares: 8 rows of 8 are expected"),
        ([["."] * 8] * 7, "the board has rows of [8, 8, 8, 8, 8, 8, 8] squares: 8 rows of 8 are expected"),
        ([["."] * 8] * 7 + [["."] * 9], "the board has rows of [8, 8, 8, 8, 8, 8, 8, 9] squares"),
        ([["."] * 8] * 7 + [[[]] * 8], "square a8, row 7, column 0 of the board, is []: a square is"),
        (["........"] * 3 + ["..x....."] + ["........"] * 4, "square c4, row 3, column 2 of the board, is 'x'"),
        ([[0] * 8] * 8, "square a1, row 0, column 0 of the board, is 0: a square is '@', 'O' or '.'"),
    ],
)
def test_a_bad_board_is_refused(board: Any, sentence: str) -> None:
    calls: list[Callable[[], object]] = [
        lambda: get_valid_moves(board, "@"),
        lambda: flip_stones(board, 2, 3, "@"),
        lambda: evaluate_board(board),
        lambda: minimax(board, 1, True, -inf, inf),
        lambda: find_best_move(board, "@", 1),
        lambda: specification.draw_board(board),
        lambda: specification.display_game_state(board),
        lambda: handle_player_turn(board),
        lambda: specification.handle_computer_turn(board),
    ]
    for call in calls:
        with pytest.raises(ConfigError) as refused:
            call()
        assert sentence in str(refused.value)


@pytest.mark.parametrize("stone", [".", "X", "", "@O", 0, None, ["@"]])
def test_a_bad_stone_is_refused(stone: Any) -> None:
    for call in (get_valid_moves, lambda board, stone: find_best_move(board, stone, 1)):
        with pytest.raises(ConfigError, match="a stone is '@', the player's, or 'O', the computer's"):
            call(initial_board(), stone)
    with pytest.raises(ConfigError):
        flip_stones(initial_board(), 2, 3, stone)


@pytest.mark.parametrize(("row", "col"), [(-1, 3), (8, 3), (2, 8), (2, -5), (2.0, 3), (True, 3), ("2", 3), (None, 3)])
def test_a_square_off_the_board_is_refused(row: Any, col: Any) -> None:
    board = initial_board()
    with pytest.raises(IllegalMove, match="is not on the board: both are 0 to 7"):
        flip_stones(board, row, col, "@")
    assert board == initial_board()


@pytest.mark.parametrize("depth", [-1, 2.0, None, "5", True])
def test_a_bad_depth_is_refused(depth: Any) -> None:
    with pytest.raises(ConfigError, match="the number of plies is a whole number from 0"):
        minimax(initial_board(), depth, True, -inf, inf)
    with pytest.raises(ConfigError, match="the number of plies is a whole number from 1"):
        find_best_move(initial_board(), "O", depth)
    with pytest.raises(ConfigError, match="depth 0"):
        find_best_move(initial_board(), "O", 0)


def test_strings_tuples_and_arrays_are_boards_too() -> None:
    lists = initial_board()
    array: Any = np.array(lists)
    two, three = np.array([2, 3])
    for board in (["".join(row) for row in lists], tuple(map(tuple, lists)), array):
        assert get_valid_moves(board, "@") == get_valid_moves(lists, "@")
        assert find_best_move(board, "@", 3) == find_best_move(lists, "@", 3)
    flip_stones(array, two, three, "@")
    assert array.tolist() == flip_stones(lists, 2, 3, "@")


def test_a_stone_needs_a_board_that_can_change() -> None:
    board: list[Any] = initial_board()
    board[3] = tuple(board[3])
    with pytest.raises(ConfigError, match=r"row 3 of the board is .*: to place a stone it must be a list"):
        flip_stones(board, 2, 3, "@")
    assert board[2] == ["."] * 8


def script(depth: int) -> tuple[str, list[Board]]:
    """What a player types who always takes the first valid move, a wrong one before it, and the boards of that game."""
    board, typed, boards = initial_board(), "", [initial_board()]
    while get_valid_moves(board, "@") or get_valid_moves(board, "O"):
        for stone in "@O":
            moves = get_valid_moves(board, stone)
            if moves:
                move = moves[0] if stone == "@" else find_best_move(board, "O", depth)
                assert move
                flip_stones(board, *move, stone)
                typed += f"k9\n{'abcdefgh'[move[1]]}{move[0] + 1}\n" if stone == "@" else ""
            boards.append([row.copy() for row in board])
    return typed, boards


def test_a_whole_game_in_a_process() -> None:
    typed, boards = script(specification.MINIMAX_DEPTH)
    result = run(CONSOLE, typed=typed)

    assert (result.returncode, result.stderr) == (0, "")
    black, white = (sum(row.count(stone) for row in boards[-1]) for stone in "@O")
    winner = "You win!" if black > white else "The computer wins." if white > black else "A draw."
    assert result.stdout.splitlines()[-1] == f"Game over. You (@) {black}, computer (O) {white}. {winner}"
    drawn = "\n".join(f"{number}|{' '.join(row)}" for number, row in enumerate(boards[-1], 1))
    assert drawn in result.stdout
    assert result.stdout.count("'k9' is no square") == typed.count("k9")


@pytest.mark.parametrize("typed", ["", "d3\n", "zz\n\n \nd9\npass\nd33\nｄ３\n", "d3\nexit\n", "exit", "EXIT\nd3\n"])
def test_leaving_is_no_error(typed: str) -> None:
    result = run(CONSOLE, typed=typed)

    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout.endswith("You left the game.\n")


def test_the_end_of_input_is_found_in_other_forms_too() -> None:
    for shell in (f"{sys.executable} -m asobiba.games.othello <&-", f"printf '\\377\\376\\n' | {' '.join(CONSOLE)}"):
        result = run(["bash", "-c", shell], environment={"PYTHONIOENCODING": "utf-8"})
        assert (result.returncode, result.stderr) == (0, "")
        assert result.stdout.endswith("You left the game.\n")


def test_ctrl_c_leaves_without_a_traceback() -> None:
    with started(CONSOLE, stdin=subprocess.PIPE) as process:
        assert process.stdout
        shown = ""
        while not shown.endswith("exit: "):
            shown += process.stdout.read(1)
        process.send_signal(signal.SIGINT)
        out, errors = process.communicate(timeout=60)

    assert (process.returncode, errors) == (0, "")
    assert out.endswith("You left the game.\n")


def test_a_reader_that_goes_ends_the_game_quietly() -> None:
    typed = r"while sleep 0.01; do echo d3; done"
    shell = f"({typed}) | ({' '.join(CONSOLE)}; echo status $? >&2) | head -3"
    result = run(["bash", "-c", shell])

    assert result.stdout.count("\n") == 3
    assert result.stderr == "status 0\n"


def test_ctrl_c_while_the_computer_thinks(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", lambda _: "d3")
    monkeypatch.setattr(specification, "minimax", interrupted)
    specification.main()

    assert capsys.readouterr().out.endswith("\nYou left the game.\n")


def test_turns_that_return_nothing_end_with_the_game(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def first_move(stone: str) -> Callable[[Board], None]:
        def turn(board: Board) -> None:
            for move in get_valid_moves(board, stone)[:1]:
                flip_stones(board, *move, stone)

        return turn

    monkeypatch.setattr(specification, "handle_player_turn", first_move("@"))
    monkeypatch.setattr(specification, "handle_computer_turn", first_move("O"))
    specification.main()

    assert "Game over. You (@)" in capsys.readouterr().out


def test_a_loop_over_the_turns_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    board = initial_board()
    monkeypatch.setattr(specification, "MINIMAX_DEPTH", 1)
    monkeypatch.setattr("builtins.input", lambda _: typed_first(board))
    while specification.handle_player_turn(board) and specification.handle_computer_turn(board):
        pass

    assert not get_valid_moves(board, "@")
    assert not get_valid_moves(board, "O")


def typed_first(board: Board) -> str:
    row, column = get_valid_moves(board, "@")[0]
    return "abcdefgh"[column].upper() + str(row + 1)


def test_a_board_on_which_neither_side_moves_is_over_for_both() -> None:
    board = with_stones(**NEITHER_MOVES)

    assert not handle_player_turn(board)
    assert not specification.handle_computer_turn(board)
    assert find_best_move(board, "@", 5) is None
    assert minimax(board, 5, True, -inf, inf) == evaluate_board(board) == -25 + 25 - 1


def test_a_side_that_must_pass_passes_in_the_search() -> None:
    board = with_stones(**PLAYER_MUST_PASS)
    after = flip_stones(with_stones(**PLAYER_MUST_PASS), 0, 2, "O")

    assert find_best_move(board, "@", 3) is None
    assert minimax(board, 3, False, -inf, inf) == minimax(board, 2, True, -inf, inf) == evaluate_board(after)
    assert Position(0, 1).to_play == OVER
