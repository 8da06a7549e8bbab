"""Writes the golden playthroughs anew: `python -m tests.playthrough`. test_golden.py compares them."""

from pathlib import Path

from asobiba.check.playthrough import playthrough
from asobiba.core.registry import every_game

FOLDER = Path(__file__).parent / "golden"

if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for game in every_game():
        (FOLDER / f"{game.name}.txt").write_text(playthrough(game), encoding="utf-8")
