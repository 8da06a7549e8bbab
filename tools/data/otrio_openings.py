"""Search the openings of Otrio for two, and write what was found: python -m tools.data.otrio_openings

The start, then every position after one and after two pieces (one of each sixteen images) is searched for so many
nodes, all with one table. What the table then says of positions with few pieces is the book, if it took some depth to
find.
Ctrl-C writes what there is. The same numbers give the same book.
"""

import argparse
import json
import shlex
import subprocess
import sys
import time
from pathlib import Path

import numpy as np

from asobiba._native import kernels
from asobiba.games.otrio.native import pack, rules
from asobiba.games.otrio.rules import OtrioOptions, Position, start
from asobiba.games.otrio.symmetry import SYMMETRIES

FOLDER = Path(__file__).parents[2] / "src" / "asobiba" / "games" / "otrio" / "openings"
OFFICIAL = OtrioOptions(players=2)


def images(position: Position) -> Position:
    """The least of its sixteen images."""
    return min((symmetry.position(position) for symmetry in SYMMETRIES), key=lambda each: each.pieces)


def after(positions: list[Position]) -> list[Position]:
    """One piece later, each once."""
    found = {images(position.apply(action)) for position in positions for action in position.legal()}
    return sorted(found, key=lambda each: each.pieces)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--nodes", type=int, nargs="+", default=[100_000_000, 20_000_000, 2_000_000], help="by pieces")
    parser.add_argument("--pieces", type=int, default=4, help="of the positions in the book, at most")
    parser.add_argument("--plies", type=int, default=14, help="searched without an end, at least, or the end is known")
    parser.add_argument("--table-bits", type=int, default=25)
    asked = parser.parse_args()
    solver = kernels.OtrioSolver(rules(OFFICIAL), max(asked.nodes), asked.table_bits)
    began, nodes, positions = time.process_time(), 0, [start(OFFICIAL)]
    try:
        for pieces, budget in enumerate(asked.nodes):
            for number, position in enumerate(positions, 1):
                solver.about(pack(position), None, budget)
                solver.solve(every_move=True)
                nodes += solver.nodes
                sys.stderr.write(f"\r{pieces} pieces, position {number} of {len(positions)}, {nodes:,} nodes ")
            positions = after(positions)
    except KeyboardInterrupt:
        sys.stderr.write("stopped ")
    write(solver, asked, nodes, time.process_time() - began)


def write(solver: kernels.OtrioSolver, asked: argparse.Namespace, nodes: int, seconds: float) -> None:
    raw_keys, raw_bounds = solver.written(asked.pieces)
    keys = np.frombuffer(raw_keys, np.uint64)
    bounds = np.frombuffer(raw_bounds, np.uint8).reshape(-1, 4)
    forced, not_forced = bounds[:, :2], bounds[:, 2:]
    kept = (forced < 255).any(axis=1) | (not_forced >= asked.plies).any(axis=1)
    FOLDER.mkdir(exist_ok=True)
    np.savez_compressed(FOLDER / "official.npz", keys=keys[kept], bounds=bounds[kept])
    commit = subprocess.run(["git", "rev-parse", "HEAD"], capture_output=True, text=True, check=True).stdout.strip()
    recipe = {
        "command": shlex.join(["python", "-m", "tools.data.otrio_openings", *sys.argv[1:]]),
        "commit": commit,
        "seed": "none: there is no luck in it",
        "nodes": nodes,
        "cpu_seconds": round(seconds, 1),
        "positions": int(kept.sum()),
    }
    (FOLDER / "official.json").write_text(json.dumps(recipe, indent=2) + "\n", encoding="utf-8")
    sys.stderr.write(f"{recipe['positions']} positions, {seconds:.0f} s\n")


if __name__ == "__main__":
    main()
