"""What the kernels do inside C++, on one core."""

from collections.abc import Iterator

from asobiba.agents.arrays import Arrays
from asobiba.agents.perft import fast_perft
from asobiba.bench.adaptors import bars
from asobiba.bench.measure import Row, best_rate
from asobiba.core.game import AnyGame
from asobiba.core.registry import find_game, game_names

MOVES = 2_000_000
PERFT_DEPTH = 11


def kernel_rows() -> Iterator[Row]:
    for name in game_names():
        game = find_game(name)
        kernel = game.part(Arrays).kernel
        if kernel is None:
            continue
        bar = bars.RANDOM_PLAY.get(name)
        yield Row(f"{name}: random play in the kernel", random_play(game), "moves/s", "bar", bar)
        if name in bars.PERFT:
            yield Row(f"{name}: perft {PERFT_DEPTH}", perft_rate(game), "leaves/s", "bar", bars.PERFT[name])
        for what, measured, unit, bar in bars.OWN.get(name, ()):
            yield Row(f"{name}: {what}", measured(), unit, "bar", bar)
        yield Row(f"{name}: memory of a game", kernel.batch.bytes_per_game, "bytes/game", "bar", bars.MEMORY)


def random_play(game: AnyGame) -> float:
    kernel = game.part(Arrays).kernel
    assert kernel is not None
    rules = kernel.rules(game.options())
    return best_rate(lambda: kernel.random_games(rules, MOVES, 1)[1])


def perft_rate(game: AnyGame) -> float:
    start = game.start(game.options())
    return best_rate(lambda: fast_perft(game, start, PERFT_DEPTH), repeats=3)
