"""Simulations for the tests of Puyo on the clock, made from the notation of positions."""

import random
from collections.abc import Iterator
from typing import Any

from asobiba.games.puyo.board import ALL_BUTTONS, Board
from asobiba.games.puyo.notation import read_position
from asobiba.games.puyo.pairs import pair
from asobiba.games.puyo.placements import NUMBER_OF
from asobiba.games.puyo.rules import PuyoOptions
from asobiba.games.puyo.timed import TimedPuyo

VERSUS, SINGLE = PuyoOptions(), PuyoOptions(mode="single")


def on_the_clock(text: str, options: PuyoOptions = VERSUS, seed: int = 0) -> TimedPuyo:
    """The position, whose ojama are fixed, when its pair begins to move in."""
    position = read_position(text, options)
    boards = [
        Board(
            field=player.field,
            pair=pair(position.queue, position.turn),
            turn=position.turn,
            score=player.score,
            carry=player.carry,
            fixed=player.ojama,
            all_clear=player.all_clear,
            row14=player.row14,
            until=position.clock + 12,
        )
        for player in position.players
    ]
    return TimedPuyo(options, seed, position.queue, boards, position.clock)


def wait(simulation: TimedPuyo, kind: str, seat: int = 0) -> dict[str, Any]:
    """Steps without buttons until such an event, which is returned."""
    for _ in range(5000):
        simulation.step({})
        for event in simulation.events():
            if (event["kind"], event["seat"]) == (kind, seat):
                return event
    raise AssertionError(f"no {kind} of seat {seat}")


def place(simulation: TimedPuyo, *moves: str) -> None:
    """Every seat brings the pair that falls to its placement; `-` leaves it alone. Ends when the last has locked."""
    paths = [simulation.path(seat, NUMBER_OF[move]) if move != "-" else [] for seat, move in enumerate(moves)]
    assert all(path or move == "-" for path, move in zip(paths, moves, strict=True)), moves
    for tick in range(max(map(len, paths))):
        simulation.step({seat: path[tick] for seat, path in enumerate(paths) if tick < len(path)})


def random_buttons(seed: int, seats: int = 2) -> Iterator[dict[int, int]]:
    """Each seat now and then holds something else."""
    generator = random.Random(seed)
    held = [0] * seats
    while True:
        held = [generator.randrange(ALL_BUTTONS + 1) if generator.random() < 0.2 else each for each in held]
        yield dict(enumerate(held))
