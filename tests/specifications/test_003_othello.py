"""Specification 003: a game of Othello in the console, each name used as the document writes it."""

import inspect
import os
import random
import re
import shutil
import sys
from collections.abc import Callable, Iterator
from importlib import import_module, metadata
from itertools import cycle, pairwise
from math import inf
from pathlib import Path
from typing import Any

import pytest

import asobiba.games.othello as othello
from asobiba.core.errors import IllegalMove
from asobiba.games.othello import (
    MINIMAX_DEPTH,
    display_game_state,
    draw_board,
    evaluate_board,
    find_best_move,
    flip_stones,
    get_valid_moves,
    handle_computer_turn,
    handle_player_turn,
    initial_board,
    main,
    minimax,
    specification,
)
from tests.games.othello.boards import (
    COMPUTER_MUST_PASS,
    NEITHER_MOVES,
    PLAYER_MUST_PASS,
    Board,
    board_of,
    discs,
    midgame,
    names,
    walk,
    with_stones,
)
from tests.processes import run
from tests.specifications.documents import blocks, text_of
from tests.specifications.rows import says

ROOT = Path(__file__).parents[2]
PYTHON = {"PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
"""`python` is this one."""
Capture = pytest.CaptureFixture[str]
Patch = pytest.MonkeyPatch


def types(patch: Patch, *words: str) -> list[str]:
    """The words are typed one after the other, then the input ends. The prompts are collected."""
    waiting, prompts = iter(words), list[str]()

    def answer(prompt: str = "") -> str:
        prompts.append(prompt)
        try:
            return next(waiting)
        except StopIteration:
            raise EOFError from None

    patch.setattr("builtins.input", answer)
    return prompts


@says(
    "main()",
    "draw_board(board)",
    "display_game_state(board)",
    "handle_player_turn(board)",
    "handle_computer_turn(board)",
    "flip_stones(board, row, col, stone)",
    "get_valid_moves(board, stone)",
    "evaluate_board(board)",
    "minimax(board, depth, is_maximizing, alpha, beta)",
    "find_best_move(board, stone, depth)",
)
@pytest.mark.parametrize("module", ["asobiba.games.othello", "asobiba.games.othello.specification"])
def test_the_functions_have_the_parameters_of_the_document(module: str) -> None:
    called = {
        "main": "",
        "draw_board": "board",
        "display_game_state": "board",
        "handle_player_turn": "board",
        "handle_computer_turn": "board",
        "flip_stones": "board row col stone",
        "get_valid_moves": "board stone",
        "evaluate_board": "board",
        "minimax": "board depth is_maximizing alpha beta",
        "find_best_move": "board stone depth",
    }
    found = {name: getattr(import_module(module), name) for name in called}

    assert {name: " ".join(inspect.signature(each).parameters) for name, each in found.items()} == called
    assert found["find_best_move"](board=initial_board(), stone="O", depth=1)
    assert found["minimax"](board=initial_board(), depth=0, is_maximizing=True, alpha=-inf, beta=inf) == 0
    assert found["get_valid_moves"](board=initial_board(), stone="@")
    assert found["flip_stones"](board=initial_board(), row=2, col=3, stone="@")


@says("8x8", "@", "O", ".", "1\\|".replace("\\", ""), "64 squares")
def test_the_board_is_drawn_with_the_stones_of_the_document(capsys: Capture) -> None:
    board = initial_board()
    assert [len(row) for row in board] == [8] * 8
    assert {type(row) for row in board} == {list}
    assert sum(map(len, board)) == 64
    draw_board(flip_stones(board, 2, 3, "@"))

    assert capsys.readouterr().out == (
        "  a b c d e f g h\n1|. . . . . . . .\n2|. . . . . . . .\n3|. . . @ . . . .\n4|. . . @ @ . . .\n"
        "5|. . . @ O . . .\n6|. . . . . . . .\n7|. . . . . . . .\n8|. . . . . . . .\n"
    )
    draw_board(with_stones(player="a1 h2", computer="b8"))
    rows = capsys.readouterr().out.splitlines()
    assert (rows[1], rows[2], rows[8]) == ("1|@ . . . . . . .", "2|. . . . . . . @", "8|. O . . . . . .")


@says("the number of stones")
def test_the_number_of_stones_is_below_the_board(capsys: Capture) -> None:
    board = flip_stones(initial_board(), 2, 3, "@")
    draw_board(board)
    drawn = capsys.readouterr().out
    display_game_state(board)

    assert capsys.readouterr().out == f"{drawn}@ 4   O 1\n"


@says("[(2, 3), (3, 4)]", "row", "col")
def test_valid_moves_are_a_list_of_row_and_column() -> None:
    board = with_stones(player="c4 d5", computer="d4")

    assert get_valid_moves(board, "@") == [(2, 3), (3, 4)]
    assert names(get_valid_moves(board, "@")) == "d3 e4"
    assert get_valid_moves(initial_board(), "@") == [(2, 3), (3, 2), (4, 5), (5, 4)]
    assert get_valid_moves(initial_board(), "O") == [(2, 4), (3, 5), (4, 2), (5, 3)]
    assert get_valid_moves(with_stones(), "@") == []


@says("at least one stone is bracketed", "bracketed stones turn", "stone", "board")
def test_a_stone_turns_what_it_brackets_in_every_direction() -> None:
    outer, inner = "b2 d2 f2 b4 f4 b6 d6 f6", "c3 d3 e3 c4 e4 c5 d5 e5"
    board = with_stones(player=outer, computer=inner)
    same = flip_stones(board, 3, 3, "@")

    assert same is board
    assert board == with_stones(player=f"{outer} {inner} d4")
    for row, column in ((0, 0), (3, 3)):
        with pytest.raises(IllegalMove):
            flip_stones(board, row, column, "O")
        assert board == with_stones(player=f"{outer} {inner} d4")


@says("d3")
def test_the_player_types_the_column_and_the_row(monkeypatch: Patch) -> None:
    for word in ("d3", "D3", " d3 "):
        board = initial_board()
        prompts = types(monkeypatch, word)
        assert handle_player_turn(board)
        assert board == flip_stones(initial_board(), 2, 3, "@")
        assert len(prompts) == 1
        assert "d3" in prompts[0]


def test_a_wrong_word_is_explained_and_asked_again(monkeypatch: Patch, capsys: Capture) -> None:
    board = initial_board()
    prompts = types(monkeypatch, "", "zz", "d9", "i1", "d33", "3d", "pass", "a1", "d4", "d3")
    assert handle_player_turn(board)
    lines = capsys.readouterr().out.splitlines()

    assert len(prompts) == 10
    assert board == flip_stones(initial_board(), 2, 3, "@")
    assert len(lines) == 9
    assert lines[1] == "'zz' is no square: write a column a to h and a row 1 to 8, such as d3, or exit."
    assert lines[-2:] == ["black to a1: no disc would be turned.", "black to d4: the square is taken."]


@says("exit")
def test_exit_leaves_the_game(monkeypatch: Patch, capsys: Capture) -> None:
    for word in ("exit", "EXIT", " exit "):
        board = initial_board()
        types(monkeypatch, word)
        assert not handle_player_turn(board)
        assert board == initial_board()
    types(monkeypatch, "d3", "exit", "d6")
    main()

    assert capsys.readouterr().out.endswith("@ 3   O 3\nYou left the game.\n")


@says("the player has no valid move: pass", "the computer has no valid move: pass")
def test_a_side_without_a_valid_move_passes(monkeypatch: Patch, capsys: Capture) -> None:
    prompts = types(monkeypatch)
    board = with_stones(**PLAYER_MUST_PASS)
    assert handle_player_turn(board)
    assert board == with_stones(**PLAYER_MUST_PASS)
    assert capsys.readouterr().out == "You (@) have no valid move: pass.\n"
    assert prompts == []

    board = with_stones(**COMPUTER_MUST_PASS)
    assert handle_computer_turn(board)
    assert board == with_stones(**COMPUTER_MUST_PASS)
    assert capsys.readouterr().out == "The computer (O) has no valid move: pass.\n"


def test_the_computer_places_its_best_move_and_shows_it(capsys: Capture) -> None:
    board = flip_stones(initial_board(), 2, 3, "@")
    best = find_best_move(board, "O", MINIMAX_DEPTH)
    assert best
    after = flip_stones([row.copy() for row in board], *best, "O")

    assert handle_computer_turn(board)
    assert board == after
    assert capsys.readouterr().out == f"The computer (O) plays {names([best])}.\n"


def first_moves(patch: Patch) -> Iterator[Board]:
    """The player takes the first valid move whenever the board has been shown; the boards, as they are shown."""
    shown: list[Board] = []
    show = display_game_state

    def remember(board: Board) -> None:
        shown.append([row.copy() for row in board])
        show(board)

    patch.setattr(specification, "display_game_state", remember)
    patch.setattr("builtins.input", lambda _: names(get_valid_moves(shown[-1], "@")[:1]))
    main()
    yield from shown


@says("player and computer in turn", "both sides pass: the game ends", "count the stones, show the result")
def test_a_game_goes_by_turns_until_neither_side_moves(monkeypatch: Patch, capsys: Capture) -> None:
    monkeypatch.setattr(specification, "MINIMAX_DEPTH", 1)
    boards = list(first_moves(monkeypatch))
    for before, after, stone in zip(boards, boards[1:], cycle("@O"), strict=False):
        moves = get_valid_moves(before, stone)
        reached = [flip_stones([row.copy() for row in before], *move, stone) for move in moves]
        assert after in (reached or [before])

    assert boards[0] == initial_board()
    assert not get_valid_moves(boards[-1], "@")
    assert not get_valid_moves(boards[-1], "O")
    black, white = (sum(row.count(stone) for row in boards[-1]) for stone in "@O")
    told = capsys.readouterr().out.splitlines()
    assert told[-2] == f"@ {black}   O {white}"
    assert told[-1].startswith(f"Game over. You (@) {black}, computer (O) {white}. ")


@says("a full board: the game ends", "more stones win")
@pytest.mark.parametrize(
    ("white", "result"),
    [
        (22, "You (@) 42, computer (O) 22. You win!"),
        (42, "You (@) 22, computer (O) 42. The computer wins."),
        (32, "You (@) 32, computer (O) 32. A draw."),
    ],
)
def test_the_side_with_more_stones_wins(monkeypatch: Patch, capsys: Capture, white: int, result: str) -> None:
    """Black takes the last square, h8, and turns g8 alone."""
    cells = ["O"] * white + ["@"] * (62 - white) + ["O", "."]
    board = [cells[at : at + 8] for at in range(0, 64, 8)]
    monkeypatch.setattr(specification, "initial_board", lambda: board)
    types(monkeypatch, "h8")
    main()

    assert not any("." in row for row in board)
    assert capsys.readouterr().out.splitlines()[-1] == f"Game over. {result}"


@says("a1, a8, h1, h8", "+25", "-25")
@pytest.mark.parametrize("corner", ["a1", "a8", "h1", "h8"])
def test_a_corner_is_worth_25(corner: str) -> None:
    assert evaluate_board(with_stones(computer=corner)) == 25 + 1
    assert evaluate_board(with_stones(player=corner)) == -25 - 1
    assert evaluate_board(with_stones(computer="b2 g7")) == 2


@says("+5", "-5", "stones of the computer - stones of the player")
def test_a_valid_move_is_worth_5_and_a_stone_1() -> None:
    board = with_stones(player="d4", computer="e4 d3 c5")
    assert (len(get_valid_moves(board, "O")), len(get_valid_moves(board, "@"))) == (3, 3)
    assert evaluate_board(board) == 5 * 3 - 5 * 3 + 3 - 1
    board = with_stones(player="c3", computer="c4")
    assert evaluate_board(board) == 5 * 1 - 5 * 1 + 1 - 1
    assert evaluate_board(with_stones(player="c3", computer="d3 e3")) == 5 * 1 - 5 * 1 + 2 - 1
    for position in midgame(20):
        board = board_of(position)
        corners = [board[row][column] for row in (0, 7) for column in (0, 7)]
        black, white = (
            25 * corners.count(stone) + 5 * len(get_valid_moves(board, stone)) + sum(row.count(stone) for row in board)
            for stone in "@O"
        )
        assert evaluate_board(board) == white - black


@says("50 + 10 + 2 = 62")
def test_two_corners_two_moves_and_two_stones_are_62() -> None:
    board = with_stones(player="d3 f3", computer="a1 h1 e3 f4")

    assert len(get_valid_moves(board, "O")) - len(get_valid_moves(board, "@")) == 2
    assert evaluate_board(board) == 50 + 10 + 2 == 62


@says("MINIMAX_DEPTH = 5", "depth")
def test_the_computer_looks_five_plies_ahead(monkeypatch: Patch) -> None:
    assert MINIMAX_DEPTH == specification.MINIMAX_DEPTH == 5
    asked: list[tuple[str, int]] = []

    def remember(board: Board, stone: str, depth: int) -> tuple[int, int]:
        asked.append((stone, depth))
        return get_valid_moves(board, stone)[0]

    monkeypatch.setattr(specification, "find_best_move", remember)
    handle_computer_turn(initial_board())
    monkeypatch.setattr(othello, "MINIMAX_DEPTH", 3)
    handle_computer_turn(initial_board())

    assert asked == [("O", 5), ("O", 3)]


@says("is_maximizing", "the computer maximizes", "the player minimizes", "the highest score is chosen")
def test_the_computer_maximizes_what_the_player_minimizes() -> None:
    for position in midgame(10):
        board = board_of(position)
        for stone, is_maximizing, best in (("O", True, max), ("@", False, min)):
            moves = get_valid_moves(board, stone)
            if not moves:
                continue
            after = [flip_stones([row.copy() for row in board], *move, stone) for move in moves]
            scores = [minimax(each, 1, not is_maximizing, -inf, inf) for each in after]
            assert minimax(board, 2, is_maximizing, -inf, inf) == best(scores)
            assert find_best_move(board, stone, 2) == moves[scores.index(best(scores))]


@says("the board is copied", "no move: no best move")
def test_the_search_works_on_a_copy(monkeypatch: Patch) -> None:
    for stone in "@O":
        board = initial_board()
        find_best_move(board, stone, 3)
        assert board == initial_board()
        assert find_best_move(with_stones(**NEITHER_MOVES), stone, 5) is None


@says("alpha", "beta", "alpha=50", "beta=50")
def test_alpha_and_beta_bound_the_score() -> None:
    board = with_stones(player="d3 f3", computer="a1 h1 e3 f4")
    score = minimax(board, 3, False, -inf, inf)

    assert minimax(board, 3, False, score - 1, score + 1) == score
    assert minimax(board, 3, False, score, inf) <= score <= minimax(board, 3, False, -inf, score)
    assert (minimax(board, 3, False, 50, 50) >= 50) == (score >= 50)
    assert minimax(board, 3, False, score + 5, score + 9) <= score + 5
    assert minimax(board, 3, False, score - 9, score - 5) >= score - 5


def scored(patch: Patch) -> list[Board]:
    """The boards that are evaluated from now on."""
    seen: list[Board] = []

    def remember(board: Board) -> float:
        seen.append(board)
        return evaluate_board(board)

    patch.setattr(specification, "evaluate_board", remember)
    return seen


def leaves(board: Board, depth: int, stone: str) -> int:
    """What a search without pruning evaluates, in a position without passes so deep."""
    if depth == 0:
        return 1
    after = [flip_stones([row.copy() for row in board], *move, stone) for move in get_valid_moves(board, stone)]
    return sum(leaves(each, depth - 1, "@" if stone == "O" else "O") for each in after)


@says("beta <= alpha", "6^5 = 7,776 -> some hundreds")
def test_pruning_leaves_out_most_of_the_leaves(monkeypatch: Patch) -> None:
    """In a position with about six moves for each side."""
    board = board_of(list(walk(16))[4])
    everything = leaves(board, 5, "@")
    seen = scored(monkeypatch)
    minimax(board, 5, False, -inf, inf)

    assert 7_000 < everything < 9_000
    assert 100 < len(seen) < 900
    cut = scored(monkeypatch)
    minimax(board, 5, False, 50, 50)
    assert 0 < len(cut) < len(seen)


@says("within 1 second")
def test_five_plies_take_less_than_a_second(monkeypatch: Patch) -> None:
    """Counted, not timed: a second is 20,000 evaluations of 50 microseconds, which is several times what one takes."""
    seen = scored(monkeypatch)
    for position in midgame(12):
        assert 20 <= discs(position) <= 40
        for stone in "@O":
            seen.clear()
            find_best_move(board_of(position), stone, MINIMAX_DEPTH)
            assert len(seen) < 20_000


@says("c4, d5, e3", "50, 30, 60 -> e3", "alpha=60")
def test_the_move_with_the_highest_score_is_chosen(monkeypatch: Patch) -> None:
    board = with_stones(player="d4", computer="e4 d3 c5")
    scores = {"c4": 50, "d5": 30, "e3": 60}
    searched: list[tuple[int, int, bool, float, float]] = []

    def score(board: Board) -> int:
        return next(scores[name] for name in scores if is_taken(board, name))

    def of_the_example(board: Board, depth: int, is_maximizing: bool, alpha: float, beta: float) -> float:
        searched.append((score(board), depth, is_maximizing, alpha, beta))
        return score(board)

    monkeypatch.setattr(specification, "evaluate_board", score)
    monkeypatch.setattr(specification, "minimax", of_the_example)
    assert sorted(names(get_valid_moves(board, "O")).split()) == list(scores)
    best = find_best_move(board, "O", 5)

    assert best
    assert names([best]) == "e3"
    assert sorted(each[0] for each in searched) == [30, 50, 60]
    assert {each[1:3] for each in searched} == {(4, False)}
    assert [each[3] for each in searched] == [-inf, pytest.approx(60), pytest.approx(60)]
    assert {each[4] for each in searched} == {inf}


def is_taken(board: Board, name: str) -> bool:
    return board[int(name[1]) - 1]["abcdefgh".index(name[0])] == "O"


@says("othello.py", "Python 3.x", "LICENSE", "MIT License", "docs")
def test_the_files_of_the_document_are_here() -> None:
    folder = ROOT / "src" / "asobiba" / "games" / "othello"
    assert {"__init__.py", "__main__.py", "specification.py"} <= {path.name for path in folder.iterdir()}
    assert (ROOT / "LICENSE").read_text(encoding="utf-8").startswith("MIT License")
    assert (ROOT / "docs" / "games" / "othello.md").exists()
    assert metadata.metadata("asobiba")["Requires-Python"].startswith(">=3.")


@says("python othello.py")
@pytest.mark.parametrize("started", ["module", "file"])
def test_the_game_is_started_from_the_command_line(started: str, tmp_path: Path) -> None:
    shutil.copy(inspect.getfile(import_module("asobiba.games.othello.__main__")), tmp_path / "othello.py")
    command = ["othello.py"] if started == "file" else ["-m", "asobiba.games.othello"]
    result = run([sys.executable, *command], typed="d3\nexit\n", folder=tmp_path)

    assert (result.returncode, result.stderr) == (0, "")
    assert "\n3|. . . @ . . . .\n" in result.stdout


@pytest.mark.documents
def test_the_command_of_the_document_starts_the_game(tmp_path: Path) -> None:
    """The main script is downloaded under the name that the document gives to it."""
    (command,) = blocks("003", "bash")
    shutil.copy(inspect.getfile(import_module("asobiba.games.othello.__main__")), tmp_path / "othello.py")
    result = run(["bash", "-ec", command], environment=PYTHON, typed="d3\nexit\n", folder=tmp_path)

    assert (result.returncode, result.stderr) == (0, "")
    assert "\n3|. . . @ . . . .\n" in result.stdout


@pytest.mark.documents
def test_the_functions_are_those_of_the_document() -> None:
    """Its table of functions, with the parameters of each."""
    table = re.findall(r"^\| ?(\w+)\(([\w, ]*)\)", text_of("003"), re.MULTILINE)
    found: dict[str, Callable[..., Any]] = {name: getattr(othello, name) for name, _ in table}

    assert len(table) == 10
    assert [(name, ", ".join(inspect.signature(each).parameters)) for name, each in found.items()] == table


BOXES = {
    "initial_board": "B",
    "handle_player_turn": "C",
    "input": "E",
    "handle_computer_turn": "H",
    "find_best_move": "J",
}
"""The boxes of the document's flowchart of a game; E is not one of our functions."""


def boxes_of_a_game(patch: Patch, capsys: Capture, seed: int) -> str:
    """The boxes in the order in which a game passes them."""
    dice, passed, boards = random.Random(seed), list[str](), list[Board]()

    def noted(name: str) -> Callable[..., Any]:
        function = getattr(specification, name)

        def call(*arguments: Any) -> Any:
            capsys.readouterr()
            boards.extend(arguments[:1])
            if name == "flip_stones":
                passed.append("F" if arguments[3] == "@" else "K")
                return function(*arguments)
            passed.append(BOXES[name])
            result = function(*arguments)
            if "pass" in capsys.readouterr().out:
                passed.append("G" if name == "handle_player_turn" else "L")
            return result

        return call

    def typed(_: str) -> str:
        passed.append("E")
        return names([dice.choice(get_valid_moves(boards[-1], "@"))])

    def search(board: Board, stone: str, depth: int) -> tuple[int, int] | None:
        """J is a box of games in which there is a move; the search tries moves out by flip_stones, too."""
        moves = get_valid_moves(board, stone)
        passed.extend("J" if moves else "")
        return dice.choice(moves) if moves else None

    for name in ("initial_board", "handle_player_turn", "handle_computer_turn", "flip_stones"):
        patch.setattr(specification, name, noted(name))
    patch.setattr(specification, "find_best_move", search)
    patch.setattr("builtins.input", typed)
    main()
    told = capsys.readouterr().out
    return "".join(passed) + "NO" * ("Game over. You (@)" in told)


@pytest.mark.documents
def test_games_go_along_the_flowchart(monkeypatch: Patch, capsys: Capture) -> None:
    chart = blocks("003", "mermaid")[0]
    arrows = re.findall(r"(\w)(?:[\[{].*?[\]}])? --> ?(?:\|.*?\|)?\s*(\w)", chart)
    seen = "BCEFGHJKLNO"

    def reached(box: str) -> set[str]:
        """The next boxes that can be seen; a question is not."""
        found = {after for before, after in arrows if before == box}
        return {each for after in found for each in ({after} if after in seen else reached(after))}

    steps = set()
    for seed in range(40):
        with monkeypatch.context() as patch:
            boxes = boxes_of_a_game(patch, capsys, seed)
        steps |= {*pairwise(boxes)}

    # A game that is over after black's move ends there: white does not pass once more.
    drawn = {(box, after) for box in seen for after in reached(box)}
    assert (steps - drawn, drawn - steps) == ({("F", "N")}, {("L", "N")})
