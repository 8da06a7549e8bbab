"""Levels: their names, and what is shown of the file that was measured."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from asobiba.agents.levels import (
    NAMES,
    Ladder,
    Rung,
    Step,
    ladders_of,
    level_names,
    levels_of,
    read_ladders,
    write_ladders,
)
from asobiba.agents.players import Players
from asobiba.core.errors import ConfigError
from asobiba.core.registry import find_game

STEP = Step(
    command="asobiba rate othello --levels --games 400 --seed 0 --opening 6",
    games=400,
    wins=300,
    draws=20,
    losses=80,
    score=0.775,
    low=0.7316,
    high=0.8131,
    even=0.5,
)
MEASURED = Ladder(
    options={},
    levels=(
        Rung(agent="random", rating=1392.6, low=1372.6, high=1412.6, seconds_per_move=1e-5),
        Rung(agent="greedy", rating=1607.4, low=1587.4, high=1627.4, seconds_per_move=1e-3, step=STEP),
    ),
)


@pytest.mark.parametrize(
    ("count", "names"),
    [
        (1, ["Beginner"]),
        (2, ["Beginner", "Master"]),
        (4, ["Beginner", "Skilled", "Strong", "Master"]),
        (6, ["Beginner", "Casual", "Skilled", "Strong", "Expert", "Master"]),
        (8, ["Beginner", "Casual", "Casual", "Skilled", "Strong", "Expert", "Expert", "Master"]),
    ],
)
def test_names_are_spread_over_however_many_levels_there_are(count: int, names: list[str]) -> None:
    assert [level_names(number, count)["en"] for number in range(1, count + 1)] == names


def test_every_name_is_known_in_both_languages_and_belongs_to_one_level_of_six() -> None:
    assert all(set(names) == {"en", "ja"} for names in NAMES)
    assert len({name for names in NAMES for name in names.values()}) == 2 * len(NAMES)


def test_ladders_are_kept_in_a_file_and_shown_with_the_levels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By agent; one that was not measured, or not with these options, has no rating."""
    (tmp_path / "measured").mkdir()
    (tmp_path / "measured" / "__init__.py").touch()
    (tmp_path / "measured" / "levels.json").write_bytes(write_ladders((MEASURED,)))
    monkeypatch.syspath_prepend(tmp_path)
    players = Players[Any, Any](levels=lambda _: ("random", "greedy", "mcts"))
    game = replace(find_game("othello"), package="measured").with_part(players)

    assert ladders_of(game) == (MEASURED,)
    assert [level.measured for level in levels_of(game, game.options())] == [*MEASURED.levels, None]
    assert [level.number for level in levels_of(game, game.options())] == [1, 2, 3]
    assert levels_of(game, game.options(score="discs"))[0].measured is None


@pytest.mark.parametrize("text", [b"", b"{}", b'[{"command": 3}]', b"[1", b"\xff"])
def test_a_broken_file_is_refused(text: bytes) -> None:
    with pytest.raises(ConfigError, match="what was measured of levels cannot be read"):
        read_ladders(text)
