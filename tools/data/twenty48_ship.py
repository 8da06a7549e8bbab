"""Makes the network that comes with 2048 from a training:

    python -m tools.data.twenty48_ship runs/twenty48 --megabytes 8

It reads the training's checkpoint and recipe, and writes ntuple.npz and ntuple.json to the game's folder weights/:
weights rounded to some points and, if not all of them fit, without those that are needed least, whichever way costs
least. The recipe says what that cost: by how many points values differ, and in how many positions another move looks
best.
"""

import argparse
import shlex
from dataclasses import asdict
from pathlib import Path

import msgspec

from asobiba.agents.archive import THOROUGH
from asobiba.games.twenty48 import GAME
from asobiba.games.twenty48.learning.learner import KIND, NTupleLearner
from asobiba.learn import checkpoints
from asobiba.learn.training import RECIPE, Training
from tools.data.twenty48_shipping import STEPS, Unrounded, difference, network_of, shipment

FOLDER = Path(__file__).parents[2] / "src" / "asobiba" / "games" / "twenty48" / "weights"
MEGABYTE = 1_000_000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("run", type=Path, help="the folder of the training")
    parser.add_argument("--megabytes", type=float, default=8.0, help="of the file at most")
    parser.add_argument("--positions", type=int, default=10_000, help="in which it is compared with what was learned")
    parser.add_argument("--games", type=int, default=2_000, help="that show which weights are needed")
    parser.add_argument("--points", type=float, help="to which weights are rounded; by default what costs least")
    parser.add_argument("--out", type=Path, default=FOLDER / f"{KIND}.npz")
    asked = parser.parse_args()
    learner = Training.resume(asked.run, GAME).learner
    assert isinstance(learner, NTupleLearner)
    recipe = msgspec.json.decode((asked.run / RECIPE).read_bytes(), type=dict)
    note = {name: recipe[name] for name in ("game", "rules", "options")} | {
        "kind": KIND,
        "inputs": len(learner.open_weights),
    }
    steps = STEPS if asked.points is None else (asked.points,)
    made = shipment(learner, note, int(asked.megabytes * MEGABYTE), asked.games, steps)
    checkpoints.save_small(asked.out, made.network.arrays, note, THOROUGH)
    apart = difference(Unrounded(learner), network_of(made.network.arrays), asked.positions)
    recipe["counts"] = dict(learner.counts)
    how = ["--megabytes", f"{asked.megabytes:g}", "--games", f"{asked.games}"]
    if asked.points is not None:
        how += ["--points", f"{asked.points:g}"]
    recipe["shipped"] = {
        "command": shlex.join(["python", "-m", "tools.data.twenty48_ship", str(asked.run), *how]),
        "bytes": asked.out.stat().st_size,
        "rounded_to": made.step,
        "weights": made.kept,
        "weights_met": made.met,
        "difference": asdict(apart),
    }
    text = msgspec.json.format(msgspec.json.encode(recipe), indent=2) + b"\n"
    asked.out.with_suffix(".json").write_bytes(text)
    print(msgspec.json.format(msgspec.json.encode(recipe["shipped"]), indent=2).decode())


if __name__ == "__main__":
    main()
