"""Writes what the browser app knows of Coppit's boards: where the squares are, and the pictures of its lessons.

python -m tools.web.boards           write web/src/games/coppit/{boards,lessons}.json
python -m tools.web.boards --check   fail if they are not what the rulebook says
"""

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from asobiba.games.coppit import notation
from asobiba.games.coppit.board import COLOURS, STANDARD, Board
from asobiba.games.coppit.options import CoppitOptions

FOLDER = Path(__file__).parents[2] / "web" / "src" / "games" / "coppit"

LESSONS: tuple[tuple[str, str, str | None], ...] = (
    ("start", "", None),
    ("walk", "die=3", ""),
    ("ways", "7:R 27:G mingled=1 turn=5 die=6", ""),
    ("capture", "14:BGR 31:Y 24:G play=BLUE turn=6", "11>14"),
    ("safe", "5:R+B 7:B 3:R 9:R+G play=GREEN turn=9", None),
    ("home", "2:BR n0:Y turn=13 die=4", ""),
    ("end", "RED:bank=B3Y2 BLUE:bank=G2 YELLOW:bank=R1G1 20:R play=RED turn=60 over=1", None),
)
"""Text, position, and the last move of RED; an empty one shows what RED may do."""


def boards() -> dict[str, Any]:
    return {board.id: _board(board) for board in (STANDARD,)}


def _board(board: Board) -> dict[str, Any]:
    painted = [None if paint is None else COLOURS[paint] for paint in board.paint]
    rows = zip(board.names, board.short_names, board.kinds, painted, board.places, strict=True)
    return {
        "nodes": [
            {"name": name, "short": short, "kind": kind, "colour": colour, "x": x, "y": y}
            for name, short, kind, colour, (x, y) in rows
        ],
        "edges": [[node, other] for node, ways in enumerate(board.neighbours) for other in ways if node < other],
        "boxes": {
            colour: {"node": box.node, "door": box.door, "leave": box.deploy_cost, "enter": box.enter_cost}
            for colour, box in zip(COLOURS, board.boxes, strict=True)
        },
    }


def lessons() -> list[dict[str, Any]]:
    return [_lesson(*lesson) for lesson in LESSONS]


def _lesson(text: str, position: str, last: str | None) -> dict[str, Any]:
    found = notation.read_position(position, CoppitOptions())
    view = {key: value for key, value in found.view(0).items() if key != "legal"}
    lesson: dict[str, Any] = {"text": f"lesson.{text}", "view": view, "due": [found.seat] if last == "" else []}
    if last == "":
        lesson["moves"] = [[action, notation.write_move(found, action)] for action in found.legal()]
    if last:
        lesson["last"] = {"seat": 0, "action": -1, "text": last, "happened": []}
    return lesson


def texts() -> dict[Path, str]:
    made = {FOLDER / "boards.json": boards(), FOLDER / "lessons.json": lessons()}
    return {file: json.dumps(found, separators=(",", ":")) + "\n" for file, found in made.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="write nothing; fail if a file is not up to date")
    is_check = parser.parse_args().check
    for file, text in texts().items():
        if not is_check:
            file.write_text(text)
        elif not file.exists() or file.read_text() != text:
            sys.exit(f"{file.name} is not what the rulebook says: run python -m tools.web.boards")


if __name__ == "__main__":
    main()
