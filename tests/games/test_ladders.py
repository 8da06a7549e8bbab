"""The ratings that people see: measured of the levels as they are now, and each level stronger than the one before."""

import sys
from itertools import pairwise
from pathlib import Path

import pytest

from asobiba.agents.levels import Ladder, ladder_of, ladders_of
from asobiba.agents.players import Players
from asobiba.core.game import AnyGame
from asobiba.core.registry import every_game, find_game
from tests.processes import run
from tests.variants import OURS

ROOT = Path(__file__).parents[2]
LADDERS = [(game, ladder) for game in every_game() for ladder in ladders_of(game)]


def name_of(value: AnyGame | Ladder) -> str:
    return str(value.options or "default") if isinstance(value, Ladder) else value.name


def measure(game: AnyGame, options: list[str]) -> str:
    """The command that is to be run."""
    chosen = "".join(f" -o {text}" for text in options)
    return f"asobiba rate {game.name} --levels{chosen} --games 400 --into src/asobiba/games/{game.name}/levels.json"


@pytest.mark.parametrize("game", [find_game(name) for name in OURS], ids=name_of)
def test_the_usual_game_is_measured(game: AnyGame) -> None:
    assert ladder_of(game, game.options()) is not None, measure(game, [])


@pytest.mark.parametrize(("game", "ladder"), LADDERS, ids=name_of)
def test_what_was_measured_are_the_levels_of_now(game: AnyGame, ladder: Ladder) -> None:
    options = game.options.read(ladder.options)

    agents = tuple(rung.agent for rung in ladder.levels)
    assert agents == game.part(Players).levels(options), measure(game, options.texts())
    for rung in ladder.levels[1:]:
        assert rung.step is not None
        assert rung.step.wins + rung.step.draws + rung.step.losses == rung.step.games
        assert rung.step.command.startswith(f"asobiba rate {game.name} --levels")


@pytest.mark.parametrize(("game", "ladder"), LADDERS, ids=name_of)
def test_every_level_is_stronger_than_the_one_before(game: AnyGame, ladder: Ladder) -> None:
    for lower, higher in pairwise(ladder.levels):
        assert higher.step is not None
        assert higher.step.low > higher.step.even, f"{higher.agent} against {lower.agent}"
        assert higher.rating > lower.rating


def test_the_page_shows_what_was_measured() -> None:
    done = run([sys.executable, "-m", "tools.docs.levels", "--check"], folder=ROOT)

    assert done.returncode == 0, done.stderr
