"""Grow Othello's opening book by our own search, and find balanced openings:

    python -m tools.data.othello_book grow --depth 14 --positions 2000
    python -m tools.data.othello_book balance --depth 14 --openings 200

`grow` searches every move of the start, then of the position that play reaches with the fewest discs lost, and so on;
what is found deeper counts more than what was found before. `balance` draws lines of eight random moves and keeps
those after which neither side is better by more than `--within` discs.
Ctrl-C writes what there is. The same numbers give the same files.
"""

import argparse
import heapq
import json
import random
import shlex
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import numpy as np

from asobiba.games.othello.book import HUNDREDTHS, Key, has_move, key, moves
from asobiba.games.othello.engine.engine import Engine
from asobiba.games.othello.engine.plan import Plan
from asobiba.games.othello.notation import write_transcript
from asobiba.games.othello.rules import Position

FOLDER = Path(__file__).parents[2] / "src" / "asobiba" / "games" / "othello" / "openings"
SHALLOW, DOUBT = 6, 3.0
"""Plies of a first look, and how many discs that may be wrong: what is far from balance is not searched deeper."""


class Growth:
    """Positions with what a search says of them, and which of them have all their moves searched."""

    def __init__(self, search: Callable[[Position], float]) -> None:
        self.search = search
        start = Position()
        self.root = key(start)
        self.positions = {self.root: start}
        self.searched = {self.root: search(start)}
        self.after: dict[Key, list[Key]] = {}

    def expand(self, place: Key) -> None:
        found = []
        for _, position in moves(self.positions[place]):
            reached = key(position)
            if reached not in self.searched:
                self.positions[reached] = position
                self.searched[reached] = self.search(position)
            found.append(reached)
        self.after[place] = found

    def discs(self) -> dict[Key, float]:
        """Of every position for the side to move: the best of its moves where they are known, the last ones first."""
        found: dict[Key, float] = {}
        for place in sorted(self.searched, key=lambda place: -(place[0] | place[1]).bit_count()):
            replies = self.after.get(place)
            found[place] = max(-found[reached] for reached in replies) if replies else self.searched[place]
        return found

    def nearest(self, ply: float) -> Key | None:
        """Of those whose moves are unknown, the one that is reached with the fewest discs lost by either side; every
        ply counts as much as so many discs."""
        discs = self.discs()
        queue, seen = [(0.0, self.root)], set[Key]()
        while queue:
            lost, place = heapq.heappop(queue)
            if place in seen:
                continue
            seen.add(place)
            if place not in self.after:
                if has_move(self.positions[place]):
                    return place
                continue
            for reached in self.after[place]:
                heapq.heappush(queue, (lost + ply + discs[place] + discs[reached], reached))
        return None


def grow(asked: argparse.Namespace, search: Callable[[Position], float]) -> None:
    growth = Growth(search)
    try:
        while len(growth.searched) < asked.positions and (place := growth.nearest(asked.ply)) is not None:
            growth.expand(place)
            tell(f"{len(growth.searched)} of {asked.positions} positions, the moves of {len(growth.after)} known")
    except KeyboardInterrupt:
        tell("stopped")
    discs = growth.discs()
    places = sorted(discs)
    np.savez_compressed(
        FOLDER / "book.npz",
        own=np.array([own for own, _ in places], np.uint64),
        other=np.array([other for _, other in places], np.uint64),
        discs=np.array([round(discs[place] * HUNDREDTHS) for place in places], np.int16),
    )
    write_recipe("book", {"positions": len(places), "with all moves": len(growth.after), "start": discs[growth.root]})


def balance(asked: argparse.Namespace, search: Callable[[Position], float]) -> None:
    dice, seen, lines = random.Random(asked.seed), set[Key](), list[tuple[str, float]]()
    glance = searcher(SHALLOW)
    try:
        while len(lines) < asked.openings:
            position, actions = drawn(dice, asked.plies)
            if not has_move(position) or key(position) in seen:
                continue
            seen.add(key(position))
            if abs(glance(position)) > asked.within + DOUBT:
                continue
            if abs(discs := search(position)) <= asked.within:
                lines.append((write_transcript(actions), discs))
            tell(f"{len(lines)} of {asked.openings} openings, {len(seen)} searched")
    except KeyboardInterrupt:
        tell("stopped")
    rows = "".join(f"{moves},{discs:.2f}\n" for moves, discs in sorted(lines))
    (FOLDER / "balanced.csv").write_text(f"moves,discs\n{rows}", encoding="utf-8")
    write_recipe("balanced", {"openings": len(lines), "searched": len(seen)})


def drawn(dice: random.Random, plies: int) -> tuple[Position, list[int]]:
    position, actions = Position(), list[int]()
    while len(actions) < plies and has_move(position):
        actions.append(dice.choice(position.legal()))
        position = position.apply(actions[-1])
    return position, actions


def searcher(depth: int) -> Callable[[Position], float]:
    """What the side to move wins, by a search so deep."""
    engine = Engine(plan=Plan(depth=depth, exact=0))
    return lambda position: engine.best(position).discs


def write_recipe(name: str, found: dict[str, Any]) -> None:
    git = ["git", "-C", str(FOLDER), "rev-parse", "HEAD"]
    recipe = {
        "command": shlex.join(["python", "-m", "tools.data.othello_book", *sys.argv[1:]]),
        "commit": subprocess.run(git, capture_output=True, text=True, check=False).stdout.strip(),
        "seconds": round(time.process_time()),
        **found,
    }
    (FOLDER / f"{name}.json").write_text(json.dumps(recipe, indent=2) + "\n", encoding="utf-8")


def tell(text: str) -> None:
    sys.stderr.write(f"\r{text} ")


def main(arguments: Iterable[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="Othello's opening book and balanced openings.")
    kinds = parser.add_subparsers(required=True)
    book = kinds.add_parser("grow")
    book.add_argument("--positions", type=int, default=2_000, help="in the book")
    book.add_argument("--ply", type=float, default=0.4, help="discs that a ply counts when the next one is chosen")
    book.set_defaults(run=grow)
    balanced = kinds.add_parser("balance")
    balanced.add_argument("--openings", type=int, default=200)
    balanced.add_argument("--plies", type=int, default=8)
    balanced.add_argument("--within", type=float, default=1.0, help="discs")
    balanced.add_argument("--seed", type=int, default=1)
    balanced.set_defaults(run=balance)
    for kind in (book, balanced):
        kind.add_argument("--depth", type=int, default=14, help="plies of a search")
    asked = parser.parse_args(arguments if arguments is None else list(arguments))
    asked.run(asked, searcher(asked.depth))


if __name__ == "__main__":
    main()
