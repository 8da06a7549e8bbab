"""Specification 000: OtrioBase, OtrioEnv and their constants, each name used as the document writes it."""

import copy
import inspect
import random
from collections.abc import Iterator
from itertools import permutations, product
from math import inf
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
import torch
from numpy.typing import NDArray

import asobiba.games.otrio as otrio
from asobiba.core.errors import ConfigError, IllegalMove, StateError
from asobiba.envs.shaping import PotentialShaping
from asobiba.envs.zoo import GameAEC
from asobiba.games.otrio import BOARD_CELLS, GAME, MAX_ACTIONS, SLOTS, WIN_LINES, specification
from asobiba.games.otrio.board import LINES, slot, slots
from asobiba.games.otrio.notation import read_position
from asobiba.games.otrio.rules import PASS
from asobiba.games.otrio.specification import OtrioBase, OtrioEnv
from asobiba.games.otrio.symmetry import SYMMETRIES
from asobiba.learn.alphazero.networks import PolicyValue
from tests.games.otrio.positions import ONE_SLOT_LEFT, RED_IS_STUCK
from tests.specifications.documents import blocks
from tests.specifications.rows import says

Capture = pytest.CaptureFixture[str]
RED, GREEN, BLUE, YELLOW = range(4)
SMALL, MEDIUM, LARGE = range(3)
RED_CAN_WIN = "R.. R.. ... .G. .B. .Y. ..G ..B ... R"
"""Sc1 wins, and only this."""


def position(text: str, base: OtrioBase) -> OtrioBase:
    base.position = read_position(text, base.options)
    return base


def document() -> dict[str, Any]:
    """What the document's code defines."""
    names: dict[str, Any] = {}
    exec(blocks("000")[0], names)
    return names


def values(base: Any) -> tuple[Any, ...]:
    """All that the document's class holds."""
    return base.board.tolist(), copy.deepcopy(base.stash), base.turn, base.winner


# ---------- constants ----------


@says("otrio_env.py")
def test_the_documents_file_is_the_module_specification() -> None:
    assert Path(specification.__file__).as_posix().endswith("src/asobiba/games/otrio/specification.py")
    for name in specification.__all__:
        assert getattr(otrio, name) is getattr(specification, name)
        assert name in dir(otrio)


@says("BOARD_CELLS = 9", "SLOTS = 3", "MAX_ACTIONS = 27", "BOARD_CELLS * SLOTS")
def test_the_sizes_are_the_documents() -> None:
    assert (BOARD_CELLS, SLOTS, MAX_ACTIONS) == (9, 3, BOARD_CELLS * SLOTS) == (9, 3, 27)
    assert otrio.SLOTS == specification.SLOTS == len(OtrioBase().board) == 3


@says("WIN_LINES")
def test_the_lines_are_rows_then_columns_then_diagonals() -> None:
    rows, columns, diagonals = WIN_LINES[:3], WIN_LINES[3:6], WIN_LINES[6:]

    assert rows == [(0, 1, 2), (3, 4, 5), (6, 7, 8)]
    assert columns == [(0, 3, 6), (1, 4, 7), (2, 5, 8)]
    assert diagonals == [(0, 4, 8), (2, 4, 6)]


@pytest.mark.documents
def test_the_constants_of_the_code_are_ours() -> None:
    theirs = document()

    for name in ("BOARD_CELLS", "SLOTS", "MAX_ACTIONS", "WIN_LINES"):
        assert getattr(otrio, name) == theirs[name]


# ---------- OtrioBase ----------


@says("OtrioBase(active_colors=(0,1,2,3))", "active_colors", "List[int]", "colors", "num_colors")
def test_the_colours_in_play_are_the_first_argument() -> None:
    assert inspect.signature(OtrioBase).parameters["active_colors"].default == (0, 1, 2, 3)
    assert (OtrioBase().colors, OtrioBase().num_colors) == ((0, 1, 2, 3), 4)
    three = OtrioBase(active_colors=[0, 1, 2])
    assert (three.colors, three.num_colors, sorted(three.stash)) == ([0, 1, 2], 3, [0, 1, 2])
    others = OtrioBase([3, 1])
    others.step(0)
    others.step(1)
    assert (others.board[0, 0], others.board[0, 1], others.turn) == (3, 1, 0)
    others.colors = [2, 0]
    others.reset()
    others.step(0)
    assert others.board[0, 0] == 2


@says("board", "(SLOTS, BOARD_CELLS)", "np.int8", "-1 = empty", "0-3 = color id")
def test_the_board_has_a_row_for_each_size() -> None:
    base = OtrioBase()

    assert np.array_equal(base.board, np.full((SLOTS, BOARD_CELLS), fill_value=-1, dtype=np.int8))
    assert base.board.dtype == np.int8
    for color, action in enumerate((slot("Sa1"), slot("Mb2"), slot("Lc3"), slot("Lb2"))):
        base.step(action)
        assert base.board[divmod(action, 9)] == color
    assert (base.board == -1).sum() == 23


@says("stash", "{color: {size: 3}}", "turn = 0", "winner = None")
def test_a_game_begins_with_nine_pieces_each() -> None:
    base = OtrioBase()
    assert base.stash == {c: dict.fromkeys(range(SLOTS), 3) for c in base.colors}
    assert (base.turn, base.winner) == (0, None)
    base.step(13)
    assert (base.stash[0], base.turn, base.winner) == ({0: 3, 1: 2, 2: 3}, 1, None)


@says("reset()")
def test_reset_begins_a_game_and_observes_it() -> None:
    base = OtrioBase()
    base.step(13)
    base.winner, base.stash[2][2] = 1, 0
    seen = base.reset()

    assert values(base) == values(OtrioBase())
    assert np.array_equal(seen, base.observe())


@says("observe() -> np.ndarray", "planes", "4x3x3x3", "board[4][3][3][3]")
def test_the_planes_are_colour_size_row_and_column() -> None:
    base = OtrioBase()
    assert base.observe().shape == (4, SLOTS, 3, 3)
    assert base.observe().dtype == np.int8
    assert not base.observe().any()
    for action in (slot("Sa1"), slot("Mb1"), slot("Lc3")):
        base.step(action)
    base.board[LARGE, 5] = YELLOW
    found = {tuple(map(int, piece)) for piece in np.argwhere(base.observe())}
    assert found == {(RED, SMALL, 0, 0), (GREEN, MEDIUM, 0, 1), (BLUE, LARGE, 2, 2), (YELLOW, LARGE, 1, 2)}


@says("legal_moves() -> List[int]")
def test_legal_moves_are_the_open_slots_of_the_sizes_in_stock() -> None:
    base = OtrioBase()
    assert base.legal_moves() == list(range(MAX_ACTIONS))
    base.step(13)
    assert base.legal_moves() == [action for action in range(MAX_ACTIONS) if action != 13]
    base.stash[GREEN][SMALL] = 0
    assert base.legal_moves() == [action for action in range(9, MAX_ACTIONS) if action != 13]
    assert {type(action) for action in base.legal_moves()} == {int}


@says("step(action) -> Tuple[np.ndarray, int, bool, dict]", "{}")
def test_a_step_returns_four_values() -> None:
    base = position(RED_CAN_WIN, OtrioBase())
    twin = copy.deepcopy(base)
    seen, reward, done, info = base.step(slot("Sa3"))
    assert np.array_equal(seen, base.observe())
    assert (reward, done, info, type(reward), base.turn) == (0, False, {}, int, 1)

    winning: Any = np.int64(slot("Sc1"))
    _, reward, done, info = twin.step(winning)
    assert (reward, done, info, twin.winner, type(reward), type(done)) == (1, True, {}, RED, int, bool)


@says('ValueError("Illegal move: occupied slot.")', 'ValueError("Illegal move: no pieces left.")')
def test_an_illegal_move_is_a_value_error_that_says_why() -> None:
    base = OtrioBase()
    base.step(0)
    base.stash[GREEN][MEDIUM] = 0
    before = values(base)

    for action, text in ((0, "Illegal move: occupied slot."), (9, "Illegal move: no pieces left.")):
        with pytest.raises(ValueError, match=f"^{text}") as caught:
            base.step(action)
        assert caught.value.args == (text,)
        assert isinstance(caught.value, IllegalMove)
        assert "> G 3 " in str(caught.value)
        assert values(base) == before


@says('RuntimeError("Game over.")')
def test_a_finished_game_takes_no_move() -> None:
    won, drawn = position(RED_CAN_WIN, OtrioBase()), position(ONE_SLOT_LEFT, OtrioBase())
    assert won.step(slot("Sc1"))[1:3] == (1, True)
    assert drawn.step(slot("Sb2"))[1:3] == (0, True)
    for base in (won, drawn):
        assert base.legal_moves() == []
        for action in (0, 26, 99):
            with pytest.raises(RuntimeError, match=r"^Game over\.") as caught:
                base.step(action)
            assert caught.value.args == ("Game over.",)
            assert isinstance(caught.value, IllegalMove)


@says("action_id = size * 9 + cell", "0-26", "action", "size", "cell", "divmod(action, BOARD_CELLS)")
def test_an_action_is_a_size_and_a_cell() -> None:
    for size, cell in product(range(SLOTS), range(BOARD_CELLS)):
        base, action_id = OtrioBase(), size * 9 + cell
        base.step(action_id)
        assert divmod(action_id, BOARD_CELLS) == tuple(map(int, np.argwhere(base.board != -1)[0])) == (size, cell)
    wrong: Any
    for wrong in (-1, 27, 28, 1.5, "0", None):
        with pytest.raises(ValueError, match=r"^Illegal move: action .* does not exist; slots are 0 to 26"):
            OtrioBase().step(wrong)


@says("0 = small", "1 = medium", "2 = large")
def test_the_sizes_are_numbered_from_small_to_large() -> None:
    base = OtrioBase()
    for name, size in (("Sa1", 0), ("Ma1", 1), ("La1", 2)):
        base.step(slot(name))
        assert base.board[size, 0] != -1


@says(
    "_check_win(color, slot, cell)",
    "same size: 8 lines",
    "sizes ascending or descending",
    "three in one cell (Bullseye)",
)
def test_every_line_wins_from_each_of_its_slots() -> None:
    """Three of any kind, as the document lists them; other triples do not win."""
    same = [{(size, cell) for cell in line} for size in range(3) for line in WIN_LINES]
    ordered = [set(zip(sizes, line, strict=True)) for sizes in ((0, 1, 2), (2, 1, 0)) for line in WIN_LINES]
    bullseye = [{(size, cell) for size in range(3)} for cell in range(9)]
    winning = same + ordered + bullseye
    assert {frozenset(map(tuple, line)) for line in winning} == {
        frozenset(divmod(at, 9) for at in slots(line)) for line in LINES
    }
    for color, line in product((RED, YELLOW), winning):
        for last in line:
            base = OtrioBase()
            for size, cell in line:
                base.board[size, cell] = color
            base._check_win(color, *last)
            assert base.winner == color
            base.winner = None
            base._check_win(3 - color, *last)
            assert base.winner is None


def test_other_triples_do_not_win() -> None:
    for sizes in [*permutations(range(3)), (0, 0, 1), (2, 1, 1)]:
        if sizes not in ((0, 1, 2), (2, 1, 0)):
            base = OtrioBase()
            for size, cell in zip(sizes, (0, 4, 8), strict=True):
                base.board[size, cell] = RED
                base._check_win(RED, size, cell)
            assert base.winner is None


# ---------- reading and setting the four values ----------


@says("board[slot, cell] = color", "stash[color][slot] -= 1", "turn + 1", "winner = color")
def test_a_move_made_by_hand_is_the_move_of_step() -> None:
    """A search over the document's code makes and takes back its moves so."""
    generator = random.Random(1)
    for _ in range(20):
        stepped, by_hand = OtrioBase(), OtrioBase()
        while moves := stepped.legal_moves():
            assert by_hand.legal_moves() == moves
            for action in (generator.choice(moves), generator.choice(moves)):
                before = values(by_hand)
                color, turn = by_hand.colors[by_hand.turn], by_hand.turn
                size, cell = divmod(action, BOARD_CELLS)
                by_hand.board[size, cell] = color
                by_hand.stash[color][size] -= 1
                by_hand._check_win(color, size, cell)
                by_hand.turn = (by_hand.turn + 1) % by_hand.num_colors
                after = values(by_hand)
                by_hand.board[size, cell] = -1
                by_hand.stash[color][size] += 1
                by_hand.turn, by_hand.winner = turn, None
                assert values(by_hand) == before
            by_hand.board, by_hand.stash, by_hand.turn, by_hand.winner = np.array(after[0]), *after[1:]
            stepped.step(action)
            assert (by_hand.legal_moves(), by_hand.done) == (stepped.legal_moves(), stepped.done)
            assert values(by_hand) == values(stepped)


def best(base: OtrioBase, color: int, depth: int) -> int:
    """A minimax by hand over the four values: 1 if `color` wins, -1 if another does."""
    if base.winner is not None:
        return 1 if base.winner == color else -1
    moves = base.legal_moves()
    if not moves or depth == 0:
        return 0
    mover, turn, found = base.colors[base.turn], base.turn, []
    for action in moves:
        size, cell = divmod(action, BOARD_CELLS)
        base.board[size, cell] = mover
        base.stash[mover][size] -= 1
        base._check_win(mover, size, cell)
        base.turn = (turn + 1) % base.num_colors
        found.append(best(base, color, depth - 1))
        base.board[size, cell] = -1
        base.stash[mover][size] += 1
        base.turn, base.winner = turn, None
    return max(found) if mover == color else min(found)


def best_of_copies(base: OtrioBase, color: int, depth: int) -> int:
    if base.done or depth == 0:
        return 0 if base.winner is None else 1 if base.winner == color else -1
    mover, found = base.colors[base.turn], []
    for action in base.legal_moves():
        twin = copy.deepcopy(base)
        twin.step(action)
        found.append(best_of_copies(twin, color, depth - 1))
    return max(found) if mover == color else min(found)


def test_a_search_by_hand_finds_what_one_with_copies_finds() -> None:
    generator, found = random.Random(2), set()
    for _ in range(25):
        base = OtrioBase([0, 1])
        for _ in range(generator.randrange(8, 15)):
            if not base.done:
                base.step(generator.choice(base.legal_moves()))
        before = values(base)
        found.add(value := best(base, RED, 2))
        assert values(base) == before
        assert best_of_copies(base, RED, 2) == value

    assert found == {-1, 0, 1}
    assert best(position(RED_CAN_WIN, OtrioBase()), RED, 1) == 1


def test_play_continues_from_what_was_set() -> None:
    base = OtrioBase()
    base.board[SMALL, 0] = base.board[SMALL, 1] = BLUE
    base.turn = 2
    assert np.array_equal(base.board, base.observe()[BLUE].reshape(3, 9) * 3 - 1)
    assert base.step(2)[1:3] == (1, True)
    assert base.winner == BLUE

    base.winner = None
    assert base.turn == YELLOW
    base.board = np.full((SLOTS, BOARD_CELLS), -1)
    base.stash = {c: [3, 3, 3] for c in base.colors}
    base.step(26)
    assert (base.board[LARGE, 8], base.stash[YELLOW], base.turn) == (YELLOW, [3, 3, 2], 0)

    base.winner = GREEN
    assert (base.legal_moves(), base.done) == ([], True)
    listed: Any = [[-1] * 9 for _ in range(3)]
    base.board, base.winner = listed, None
    assert len(base.legal_moves()) == 27


def test_a_game_can_be_saved_and_restored() -> None:
    base = OtrioBase()
    base.step(13)
    saved = base.board.copy(), copy.deepcopy(base.stash), base.turn, base.winner
    twin = copy.deepcopy(base)
    for action in (0, 1, 2, 3):
        base.step(action)
    base.board, base.stash, base.turn, base.winner = saved

    assert values(base) == values(twin)
    base.step(0)
    assert (base.board[0, 0], twin.board[0, 0]) == (GREEN, -1)


def test_a_stash_that_was_lowered_is_honoured() -> None:
    base = OtrioBase()
    base.stash[RED] = {SMALL: 0, MEDIUM: 1, LARGE: 0}
    assert base.legal_moves() == list(range(9, 18))
    base.step(9)
    base.turn = 0
    assert base.legal_moves()[0] == 0
    assert base.turn == GREEN
    with pytest.raises(ValueError, match=r"^Illegal move: occupied slot\."):
        base.step(9)
    base.stash = {color: dict.fromkeys(range(SLOTS), 0) for color in base.colors}
    assert (base.legal_moves(), base.done, base.winner) == ([], True, None)


def test_three_pieces_on_the_board_are_all_there_are() -> None:
    """Also if the stash was left as it was."""
    base = OtrioBase()
    base.board[SMALL, [0, 1, 5]] = RED

    assert base.legal_moves() == list(range(9, 27))
    with pytest.raises(ValueError, match=r"^Illegal move: no pieces left\."):
        base.step(2)


def test_a_colour_that_can_place_nothing_is_skipped() -> None:
    base = position(RED_IS_STUCK, OtrioBase())
    open_to_blue = [slot("Mc1"), slot("Mc2"), slot("Mc3")]

    assert base.legal_moves() == open_to_blue
    assert base.turn == BLUE
    base.turn = 0
    base.step(open_to_blue[0])
    assert (base.board[MEDIUM, 2], base.turn) == (BLUE, YELLOW)


WRONG: list[tuple[str, Any, str]] = [
    ("board", np.full((SLOTS, BOARD_CELLS), 7), r"board: .* allowed is -1 or one of \(0, 1, 2, 3\) in \[3, 9\] slots"),
    ("board", np.full((SLOTS, BOARD_CELLS), -2), "board: .* allowed is -1 or one of"),
    ("board", np.full(27, -1), "board: .* allowed is -1 or one of"),
    ("board", np.full((3, 3, 3), -1), "board: .* allowed is -1 or one of"),
    ("board", np.full((SLOTS, BOARD_CELLS), -1.0), "board: .* allowed is -1 or one of"),
    ("board", np.array([[0, 0, -1, 0, 0, 0, -1, -1, -1]] + 2 * [[-1] * 9]), "allowed is three pieces of each colour"),
    ("board", [[-1], [-1, -1]], r"allowed are a \[3, 9\] array and"),
    ("board", None, "board: .* allowed is -1 or one of"),
    ("stash", {}, "allowed are .* {colour: {size: pieces left}}"),
    ("stash", None, "allowed are .* {colour: {size: pieces left}}"),
    ("stash", {key: [4, 3, 3] for key in range(4)}, "stash: .* allowed is 0 to 3 pieces of each size"),
    ("stash", {key: [-1, 3, 3] for key in range(4)}, "stash: .* allowed is 0 to 3 pieces of each size"),
    ("stash", {key: [[], 3, 3] for key in range(4)}, "stash: .* allowed is 0 to 3 pieces of each size"),
    ("turn", 4, r"turn: 4 given; allowed is a place in \(0, 1, 2, 3\), from 0"),
    ("turn", -1, "turn: -1 given; allowed is a place in"),
    ("turn", None, "turn: None given; allowed is a place in"),
    ("winner", 4, r"winner: 4 given; allowed is None or one of \(0, 1, 2, 3\)"),
    ("winner", "red", "winner: 'red' given; allowed is None or one of"),
]


@pytest.mark.parametrize(("name", "value", "sentence"), WRONG, ids=range(len(WRONG)))
def test_what_the_game_cannot_have_is_refused_when_it_is_used(name: str, value: Any, sentence: str) -> None:
    base = OtrioBase()
    base.step(13)
    setattr(base, name, value)
    before = copy.deepcopy(vars(base))

    for use in (base.legal_moves, lambda: base.step(0), base.observe):
        with pytest.raises(StateError) as caught:
            use()
        assert caught.match(f"(?s){sentence}")
    assert {key: repr(each) for key, each in vars(base).items()} == {key: repr(each) for key, each in before.items()}


def test_a_banned_slot_cannot_be_set() -> None:
    base = OtrioBase(ban_center_medium=True)
    with pytest.raises(ValueError, match=r"^Illegal move: off-limits\.\nred to Mb2: the slot is off-limits"):
        base.step(13)
    base.board[MEDIUM, 4] = RED
    with pytest.raises(StateError, match=r"(?s)board: .*nothing in the medium slot of the middle space"):
        base.legal_moves()


# ---------- overriding ----------


class Counting(OtrioBase):
    checks: list[tuple[int, int, int]]

    def reset(self) -> Any:
        self.checks = []
        return super().reset()

    def _check_win(self, color: int, slot: int, cell: int) -> None:
        self.checks.append((color, slot, cell))
        super()._check_win(color, slot, cell)


class WithoutBullseye(OtrioBase):
    def _check_win(self, color: int, slot: int, cell: int) -> None:
        if any(self.board[size, cell] != color for size in range(SLOTS)):
            super()._check_win(color, slot, cell)


class LoserWins(OtrioBase):
    """Misere: a line wins for the next colour."""

    def _check_win(self, color: int, slot: int, cell: int) -> None:
        super()._check_win(color, slot, cell)
        if self.winner is not None:
            self.winner = self.colors[(self.turn + 1) % self.num_colors]


def test_an_overridden_check_of_the_win_has_effect() -> None:
    counting = Counting()
    for action in (0, 10, 26):
        counting.step(action)
    assert counting.checks == [(RED, SMALL, 0), (GREEN, MEDIUM, 1), (BLUE, LARGE, 8)]

    env = OtrioEnv(players=4)
    env.core = WithoutBullseye()
    env.core.board[[SMALL, MEDIUM], 0] = RED
    assert env.step(slot("La1"))[1:3] == (0, False)
    env.core.board[[SMALL, MEDIUM], 1] = GREEN
    env.core.board[SMALL, 2] = GREEN
    assert env.step(slot("Sa3"))[2] is False
    env.core = LoserWins()
    env.core.board[[SMALL, MEDIUM], 0] = RED
    _, reward, done, _, info = env.step(slot("La1"))
    assert (done, info["winner"], info["rewards"][GREEN]) == (True, GREEN, 1)
    assert reward == pytest.approx(-1 / 3)


def test_a_patched_method_has_effect(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(OtrioBase, "_check_win", lambda self, color, slot, cell: None)
    env = OtrioEnv()
    while not env.done:
        env.step(env.core.legal_moves()[0])

    assert env.core.winner is None
    assert (env.core.board != -1).sum() == 27


def test_a_constructor_without_super_is_enough() -> None:
    class Own(OtrioBase):
        def __init__(self, active_colors: list[int]) -> None:
            self.colors = active_colors
            self.num_colors = len(self.colors)
            self.reset()

    base = Own([2, 1, 0])
    base.step(13)
    assert (base.board[MEDIUM, 4], base.turn, sorted(base.stash)) == (BLUE, 1, [0, 1, 2])


class CornersOnly(OtrioBase):
    """Its moves and its planes are its own."""

    def legal_moves(self) -> list[int]:
        return [action for action in super().legal_moves() if action % 9 in (0, 2, 6, 8)]

    def observe(self) -> NDArray[np.int8]:
        return 1 - super().observe()


def test_what_a_subclass_of_the_base_changes_shows_in_the_environment() -> None:
    env = OtrioEnv(observation="planes")
    env.core = CornersOnly()
    seen, info = env.reset()
    assert (seen.min(), info["action_mask"].sum()) == (1, 12)
    assert env.step(13)[4]["illegal"]
    assert not env.step(0)[4]["illegal"]


def test_an_environment_may_be_a_subclass_with_its_own_observations() -> None:
    class Own(OtrioEnv):
        def __init__(self) -> None:
            super().__init__(players=2, observation="channels")
            self.observation_space = gymnasium.spaces.Box(0, 1, (108,), np.int8)

        def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> Any:
            seen, info = super().reset(seed, options)
            return seen.flatten(), info

    env = Own()
    assert env.reset(seed=3)[0] in env.observation_space
    assert env.step(0)[0].shape == (12, 3, 3)


# ---------- OtrioEnv ----------


@says("OtrioEnv(gym.Env)", "OtrioEnv(players=4)", "players", "core", "2/3/4")
def test_the_environment_is_gymnasiums_and_holds_the_game() -> None:
    assert issubclass(OtrioEnv, gymnasium.Env)
    assert inspect.signature(OtrioEnv).parameters["players"].default == 4
    for players, colors in ((2, [0, 1, 2, 3]), (3, [0, 1, 2]), (4, [0, 1, 2, 3])):
        env = OtrioEnv(players)
        assert isinstance(env.core, OtrioBase)
        assert env.core.colors == OtrioEnv(players=players).core.colors == colors
    env.core.board[SMALL, 0] = GREEN
    env.core.turn = 3
    assert env.step(1)[0].tolist() == [GREEN, YELLOW, *[-1] * 25]
    env.core = OtrioBase([1, 2, 3])
    assert env.reset()[1]["color"] == GREEN


@says("assert players in (2,3,4)")
def test_other_numbers_of_players_fail_an_assertion() -> None:
    players: Any
    for players in (1, 5, "4"):
        with pytest.raises(AssertionError, match="allowed is 2, 3 or 4"):
            OtrioEnv(players=players)


@says('metadata = {"render_modes": ["ansi"]}', "render_modes")
def test_the_environment_renders_as_ansi() -> None:
    assert OtrioEnv.metadata == {"render_modes": ["ansi"]}
    assert OtrioEnv().metadata["render_modes"] == ["ansi"]


@says(
    "action_space = Discrete(27)",
    "observation_space = Box(-1, 3, (27,), int8)",
    "27 ints",
    "obs.flatten()",
)
def test_the_spaces_are_the_documents() -> None:
    env = OtrioEnv()
    box = gymnasium.spaces.Box(low=-1, high=3, shape=(SLOTS * BOARD_CELLS,), dtype=np.int8)
    assert env.action_space == gymnasium.spaces.Discrete(MAX_ACTIONS)
    assert env.observation_space == box

    seen, _ = env.reset()
    assert (seen == -1).all()
    assert seen in box
    for color, action in enumerate((13, 0, 26, 5)):
        seen, *_ = env.step(action)
        assert seen in box
        assert seen[action] == color
    assert np.array_equal(seen, env.core.board.flatten())


@says("reset(seed=None, options=None)", "seed", "options")
def test_reset_takes_a_seed_by_place_and_by_name() -> None:
    parameters = inspect.signature(OtrioEnv.reset).parameters
    assert [(name, each.default) for name, each in parameters.items()][1:] == [("seed", None), ("options", None)]
    env = OtrioEnv()
    env.step(13)
    for seen, info in (env.reset(), env.reset(1), env.reset(1, None), env.reset(seed=1)):
        assert ((seen == -1).all(), isinstance(info, dict)) == (True, True)
    assert env.np_random_seed == 1
    with pytest.raises(ConfigError, match="option 'board' of reset: it has none"):
        env.reset(options={"board": 1})


@says("(obs, reward, done, False, info)", 'info["winner"]')
def test_a_step_of_the_environment_returns_five_values() -> None:
    env = OtrioEnv()
    position(RED_CAN_WIN, env.core)
    seen, reward, done, truncated, info = env.step(slot("Sa3"))
    assert (seen.shape, reward, done, truncated, info["winner"]) == ((27,), 0, False, False, None)

    position(RED_CAN_WIN, env.core)
    _, reward, done, truncated, info = env.step(slot("Sc1"))
    assert (reward, type(reward), done, truncated, info["winner"]) == (1, int, True, False, env.core.winner)
    assert f"{info['winner']}" == "0"
    with pytest.raises(RuntimeError, match=r"^Game over\."):
        env.step(0)


@says('render(mode="ansi")', "mode", '"R", "G", "B", "Y"', '("s","m","L")', '" | ".join(row)')
def test_render_prints_and_returns_the_board(capsys: Capture) -> None:
    assert inspect.signature(OtrioEnv.render).parameters["mode"].default == "ansi"
    env = OtrioEnv()
    for name in ("Sa1", "Mb2", "Lc3", "La1", "Ma1"):
        env.step(slot(name))
    drawn = "RsRmYL | ...... | ......\n...... | ..Gm.. | ......\n...... | ...... | ....BL"

    assert [env.render(), env.render("ansi"), env.render(mode="ansi")] == [drawn] * 3
    assert capsys.readouterr().out == f"{drawn}\n" * 3
    assert env.render(mode="text") == drawn
    assert capsys.readouterr().out == ""


@says("27 = pass")
def test_27_is_the_forced_pass_of_the_rulebook_and_automatic_here() -> None:
    assert (PASS, GAME.actions(OtrioBase().options)) == (27, 28)
    base = position(RED_IS_STUCK, OtrioBase())
    stuck = read_position(RED_IS_STUCK, base.options)
    assert tuple(stuck.legal()) == (27,)
    assert base.legal_moves() == list(stuck.apply(27).apply(27).legal())


@says("current_color", "1 hot")
def test_the_current_colour_is_one_hot() -> None:
    env = OtrioEnv(players=3)
    found = [
        env.reset()[1]["current_color"].tolist(),
        *(env.step(at)[4]["current_color"].tolist() for at in (0, 13, 5)),
    ]
    assert found == [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [1, 0, 0, 0]]
    assert OtrioEnv(observation="planes").observation_space.shape == (4, 3, 3, 3)


@says("+1", "-1", "0", "draw")
def test_the_winner_gets_one_and_the_loser_minus_one() -> None:
    env = OtrioEnv(players=2)
    position(RED_CAN_WIN, env.core)
    assert env.step(slot("Sc1"))[4]["rewards"].tolist() == [1, -1]
    env = OtrioEnv(players=4, losers="zero")
    position(RED_CAN_WIN, env.core)
    assert env.step(slot("Sc1"))[4]["rewards"].tolist() == [1, 0, 0, 0]
    position(ONE_SLOT_LEFT, env.core)
    _, reward, done, _, info = env.step(slot("Sb2"))
    assert (reward, done, info["winner"], info["rewards"].tolist()) == (0, True, None, [0, 0, 0, 0])


@says("4 players: one color each", "3 players: one color sits out", "2 players: A->B->A, two colors each")
def test_two_players_take_turns_with_two_colours_each() -> None:
    for players, owners in ((4, "ABCD"), (3, "ABCA"), (2, "ABAB")):
        env = OtrioEnv(players=players)
        infos = [env.reset()[1], *(env.step(action)[4] for action in (0, 13, 26))]
        assert [info["player"].name for info in infos] == list(owners)
        assert [int(info["color"]) for info in infos] == [0, 1, 2, 0 if players == 3 else 3]


# ---------- the document's own code ----------


def lock_step(ours: OtrioBase, theirs: Any, seed: int) -> Iterator[int]:
    """Plays the same random moves on both and compares all that they say."""
    generator = random.Random(seed)
    while moves := ours.legal_moves():
        if not theirs.legal_moves():
            yield ours.turn
        while not theirs.legal_moves():
            theirs.turn = (theirs.turn + 1) % theirs.num_colors
        assert moves == theirs.legal_moves()
        action = generator.choice(moves)
        (seen, *mine), (other, *its) = ours.step(action), theirs.step(action)
        assert np.array_equal(seen, other)
        assert (seen.dtype, seen.shape) == (other.dtype, other.shape)
        assert mine == its or (mine, its) == ([0, True, {}], [0, False, {}])
        assert (ours.board.tolist(), ours.stash, ours.winner) == (theirs.board.tolist(), theirs.stash, theirs.winner)
        assert ours.done or not theirs.legal_moves() or ours.turn == theirs.turn
    assert theirs.winner is not None or not any_move(theirs)


def any_move(theirs: Any) -> bool:
    """Whether a colour, due or not, can place a piece in the document's game."""
    found = False
    for turn in range(theirs.num_colors):
        theirs.turn = turn
        found = found or bool(theirs.legal_moves())
    return found


@pytest.mark.documents
@pytest.mark.parametrize("colors", [[0, 1, 2, 3], [0, 1, 2], [3, 1], (2, 0, 1, 3)], ids=str)
def test_the_documents_class_plays_the_same_games(colors: Any) -> None:
    skipped = 0
    for seed in range(60):
        ours, theirs = OtrioBase(colors), document()["OtrioBase"](colors)
        assert (ours.colors, ours.num_colors, values(ours)) == (theirs.colors, theirs.num_colors, values(theirs))
        assert np.array_equal(ours.reset(), theirs.reset())
        skipped += len(list(lock_step(ours, theirs, seed)))

    assert (skipped > 0) == (len(colors) == 4)


@pytest.mark.documents
def test_the_documents_class_raises_the_same_errors() -> None:
    for make in (OtrioBase, document()["OtrioBase"]):
        base = make()
        base.step(0)
        base.stash[GREEN][SMALL] = 0
        errors = []
        for winner, action in ((None, 0), (None, 1), (RED, 1)):
            base.winner = winner
            with pytest.raises((ValueError, RuntimeError)) as caught:
                base.step(action)
            errors.append((isinstance(caught.value, RuntimeError), caught.value.args))
        assert errors == [
            (False, ("Illegal move: occupied slot.",)),
            (False, ("Illegal move: no pieces left.",)),
            (True, ("Game over.",)),
        ]


@pytest.mark.documents
@pytest.mark.parametrize("name", ["__init__", "reset", "observe", "legal_moves", "step", "_check_win"])
def test_each_of_the_documents_methods_can_take_the_place_of_ours(name: str) -> None:
    mixed = type("Mixed", (OtrioBase,), {name: vars(document()["OtrioBase"])[name]})
    for seed in range(20):
        list(lock_step(OtrioBase(), mixed(), seed))


@pytest.mark.documents
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_documents_environment_plays_over_our_base(players: int, capsys: Capture) -> None:
    names = document()
    names["OtrioBase"] = OtrioBase
    env, generator = names["OtrioEnv"](players), random.Random(players)
    assert isinstance(env.core, OtrioBase)
    env.reset()
    done = False
    while not done:
        _, reward, done, _, info = env.step(generator.choice(env.core.legal_moves()))
    assert (reward == 1) == (info["winner"] is not None)
    assert env.render() == capsys.readouterr().out[:-1]


@pytest.mark.documents
@says("env.action_space.sample()", "winner: ... reward: ...", "obs, _ = env.reset()")
def test_the_example_runs_to_its_end(capsys: Capture) -> None:
    made: list[Any] = []

    class Seeded(OtrioEnv):
        def __init__(self, players: int) -> None:
            super().__init__(players=players)
            self.action_space.seed(len(made))
            made.append(self)

    for _ in range(30):
        exec(blocks("000")[1], {"OtrioEnv": Seeded})

    lines = capsys.readouterr().out.splitlines()
    winners = [env.core.winner for env in made]
    assert lines == [f"winner: {winner} reward: {0 if winner is None else 1}" for winner in winners]
    assert {0, 1, 2, 3} <= set(winners)


# ---------- the five tips ----------


@says("-inf before the softmax", "27 actions with a mask")
def test_tip_1_the_mask_closes_illegal_actions() -> None:
    env = OtrioEnv()
    *_, info = env.step(13)
    mask = info["action_mask"]
    assert (mask.shape, env.action_masks().tolist()) == ((27,), mask.tolist())
    shares = torch.where(torch.from_numpy(mask).bool(), torch.zeros(27), torch.tensor(-inf)).softmax(0)
    assert [at for at, share in enumerate(shares.tolist()) if share == 0] == [13]
    for seed in range(5):
        env.action_space.seed(seed)
        assert env.action_space.sample(mask) != 13


@says("8 symmetries", "random flip / rotate")
def test_tip_2_rotations_and_mirrors_are_worth_the_same() -> None:
    base = OtrioBase()
    for action in (0, 10, 26, 5, 14):
        base.step(action)
    boards: set[bytes] = set()
    for each in SYMMETRIES:
        twin = OtrioBase()
        twin.position = each.position(base.position)
        assert (twin.turn, sorted(twin.stash.items())) == (base.turn, sorted(twin.stash.items()))
        boards.add(twin.board.tobytes())
    turns: list[NDArray[Any]] = [np.rot90(base.board.reshape(3, 3, 3), times, axes=(1, 2)) for times in range(4)]
    eight = {view.tobytes() for turn in turns for view in (turn, turn[:, :, ::-1])}
    assert (len(boards), len(eight), eight <= boards) == (16, 8, True)


@says("color = agent", "player = two agents")
def test_tip_3_a_colour_or_a_player_is_an_agent() -> None:
    assert len(GameAEC("otrio", options={"players": 4}).possible_agents) == 4
    assert len(GameAEC("otrio", options={"players": 2}).possible_agents) == 2
    assert OtrioEnv(players=2).step(0)[4]["rewards"].shape == (2,)


@says("sparse (+1/-1)", "±0.5 on the way")
def test_tip_4_rewards_come_at_the_end_or_leak() -> None:
    sparse, leaking = OtrioEnv(), PotentialShaping(OtrioEnv(), gamma=1.0, scale=0.5)
    leaking.reset()
    moves = (13, 0, 26)
    assert [sparse.step(action)[1] for action in moves] == [0, 0, 0]
    assert any(leaking.step(action)[1] for action in moves)


@says("shape=(C=12, H=3, W=3)", "4 colors x 3 sizes", "3 x 3 Conv")
def test_tip_5_twelve_planes_of_three_by_three() -> None:
    env = OtrioEnv(observation="channels")
    env.step(slot("Sa1"))
    seen, *_ = env.step(slot("Lc3"))
    assert seen.shape == env.observation_space.shape == (12, 3, 3)
    assert [tuple(map(int, piece)) for piece in np.argwhere(seen)] == [
        (3 * RED + SMALL, 0, 0),
        (3 * GREEN + LARGE, 2, 2),
    ]
    network = PolicyValue(np.ones(seen.shape, np.float32), MAX_ACTIONS, 4)
    assert network.weights()["stem.weight"].shape[1:] == (12, 3, 3)
