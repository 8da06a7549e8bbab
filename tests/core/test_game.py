"""What a game has that leaves out everything but its rules."""

import json
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from asobiba.agents.arrays import Arrays
from asobiba.core.errors import IllegalMove, NotationError
from asobiba.core.game import OVER, Game, State
from asobiba.core.options import Options, option
from asobiba.core.picture import PLAIN, plain
from asobiba.online.people import People
from tests import processes
from tests.nim import write_folder


@dataclass(frozen=True)
class PileOptions(Options):
    matches: int = option(10, "matches on the table", low=1, high=100)


@dataclass(frozen=True)
class Pile(State):
    matches: int
    rows: tuple[tuple[int, ...], ...] = ((1, 2), (3, 4))
    options: PileOptions = PileOptions()

    @property
    def to_play(self) -> int:
        return 0 if self.matches else OVER

    def legal(self) -> range:
        return range(min(20, self.matches))

    def after(self, action: int) -> "Pile":
        return Pile(self.matches - action - 1, self.rows, self.options)

    def returns(self) -> tuple[float]:
        return (float(-self.matches),)


PILE = Game(
    name="pile",
    options=PileOptions,
    seats=lambda _: ("alone",),
    start=lambda options: Pile(options.matches, options=options),
    actions=lambda _: 20,
)


def test_a_move_is_its_number() -> None:
    start = PILE.start(PileOptions())

    assert PILE.notation.write_move(start, 3) == "3"
    assert PILE.notation.read_move(start, " 3 ") == 3
    with pytest.raises(NotationError, match="'three' is not a move: write its number, such as 0"):
        PILE.notation.read_move(start, "three")


def test_a_position_is_the_json_of_its_fields() -> None:
    options = PileOptions(matches=3)
    text = PILE.notation.write_position(PILE.start(options))

    assert text == '{"matches":3,"rows":[[1,2],[3,4]]}'
    assert PILE.notation.read_position(text, options) == PILE.start(options)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "Input data was truncated"),
        ("7", "Expected `object`"),
        ('{"matches": "x"}', "Expected `int`, got `str`"),
        ('{"matches": 1, "more": 1}', "there is no 'more'"),
        ("{}", "missing"),
    ],
)
def test_a_wrong_position_is_one_sentence(text: str, why: str) -> None:
    with pytest.raises(NotationError, match="is not a position") as refused:
        PILE.notation.read_position(text, PileOptions())

    assert why in str(refused.value)
    assert str(refused.value).endswith('write it as {"matches":10,"rows":[[1,2],[3,4]]}')


def test_only_legal_actions_are_played() -> None:
    with pytest.raises(IllegalMove, match="action 2 is not legal here; legal: 0, 1\n"):
        Pile(2).apply(2)
    with pytest.raises(IllegalMove, match=r"legal: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, \.\.\.\n"):
        Pile(20).apply(20)
    with pytest.raises(IllegalMove, match="True is no action: a whole number is expected"):
        Pile(2).apply(True)


def test_it_is_drawn_and_seen_field_by_field() -> None:
    start = PILE.start(PileOptions(matches=2))

    assert plain(PILE.draw(start, PLAIN)) == str(start) == "matches 2\nrows\n  1 2\n  3 4"
    assert start.view(None) == {"matches": 2, "rows": [[1, 2], [3, 4]], "to_play": 0, "legal": [0, 1]}


def test_networks_and_people_get_something_too() -> None:
    assert PILE.part(Arrays).encode.observe(PILE.start(PileOptions()), 0).tolist() == [10, 1, 2, 3, 4]
    assert PILE.part(People).title("ja") == "Pile"
    assert PILE.part(People).how_to_move("en") == "the number of a move; hint names some"


BROKEN = {
    "half": ("", "half.py has no GAME: write `GAME = Game(...)`"),
    "raises": ("raise RuntimeError('no board')", r"RuntimeError: no board (FOLDER/raises.py, line 1)"),
    "unwritten": ("x = (", "SyntaxError: '(' was never closed (unwritten.py, line 1)"),
    "misnamed": ("from asobiba.games.othello import GAME", "its GAME is named 'othello'"),
}


@pytest.fixture
def broken(tmp_path: Path) -> dict[str, str]:
    """The environment variable that names four broken games."""
    for name, (code, _) in BROKEN.items():
        (tmp_path / f"{name}.py").write_text(code, encoding="utf-8")
    return {"ASOBIBA_GAMES": ":".join(str(tmp_path / f"{name}.py") for name in BROKEN)}


def test_a_broken_game_is_one_line_and_the_others_go_on(broken: dict[str, str], tmp_path: Path) -> None:
    command = [sys.executable, "-m", "asobiba", "games", "--json"]
    result = processes.run(command, environment=broken)

    assert [game["game"] for game in json.loads(result.stdout)] == ["coppit", "othello", "otrio", "puyo", "twenty48"]
    lines = result.stderr.splitlines()
    assert len(lines) == len(BROKEN)
    for line, (name, (_, why)) in zip(lines, BROKEN.items(), strict=True):
        assert line.startswith(f"asobiba: game '{name}' cannot be loaded: ")
        assert line.endswith(why.replace("FOLDER", str(tmp_path)))


def test_a_broken_game_is_refused_by_name(broken: dict[str, str]) -> None:
    result = processes.run([sys.executable, "-m", "asobiba", "play", "half"], environment=broken)

    assert result.returncode == 2
    assert result.stderr.startswith("asobiba: game 'half' cannot be loaded: ")
    assert len(result.stderr.splitlines()) == 1


def test_a_folder_without_a_game_is_one_line(tmp_path: Path) -> None:
    """As it is when the rules are written and game.py is not."""
    (tmp_path / "nim").mkdir()
    (tmp_path / "nim" / "__init__.py").write_text("from asobiba.games import lazily\n\nlazily(__name__)\n")
    (tmp_path / "nim" / "rules.py").write_text("")

    result = processes.run(
        [sys.executable, "-m", "asobiba", "perft", "nim", "1"], environment={"ASOBIBA_GAMES": str(tmp_path / "nim")}
    )

    assert result.stderr.endswith("nim/__init__.py has no GAME: write `GAME = Game(...)`\n")


def test_a_broken_part_is_one_line_and_the_others_go_on(tmp_path: Path) -> None:
    write_folder(tmp_path)
    (tmp_path / "nim" / "people.py").write_text("PEOPLE = undefined\n")
    found = {"ASOBIBA_GAMES": str(tmp_path / "nim")}
    why = f"nim.people: NameError: name 'undefined' is not defined ({tmp_path}/nim/people.py, line 1)\n"

    listed = processes.run([sys.executable, "-m", "asobiba", "games", "--json"], environment=found)
    checked = processes.run([sys.executable, "-m", "asobiba", "check", "nim"], environment=found)
    played = processes.run([sys.executable, "-m", "asobiba", "play", "nim"], environment=found)
    code = "import asobiba, gymnasium; print(gymnasium.make('asobiba/Nim-v0').reset(seed=1)[0]['observation'])"
    stepped = processes.run([sys.executable, "-c", code], environment=found)

    assert [game["game"] for game in json.loads(listed.stdout)] == ["coppit", "othello", "otrio", "puyo", "twenty48"]
    assert listed.stderr == f"asobiba: game 'nim' cannot be loaded: {why}"
    assert (checked.returncode, checked.stderr) == (1, "")
    assert why in checked.stdout
    assert (played.returncode, played.stderr) == (2, f"asobiba: {why}")
    assert stepped.stdout == "[10.  0.]\n"
