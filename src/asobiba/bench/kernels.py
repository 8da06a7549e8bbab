"""What the kernels do inside C++, on one core."""

from collections.abc import Iterator

from asobiba.bench.adaptors import bars
from asobiba.bench.measure import Row, best_rate
from asobiba.core.contract import AnyGame
from asobiba.core.perft import fast_perft
from asobiba.core.registry import find_game, game_names

MOVES = 2_000_000
PERFT_DEPTH = 11


def kernel_rows() -> Iterator[Row]:
    for name in game_names():
        game = find_game(name)
        if game.arrays.kernel is None:
            continue
        bar = bars.RANDOM_PLAY.get(name)
        yield Row(f"{name}: random play in the kernel", random_play(game), "moves/s", "bar", bar)
        if name in bars.PERFT:
            yield Row(f"{name}: perft {PERFT_DEPTH}", perft_rate(game), "leaves/s", "bar", bars.PERFT[name])
        for what, measured, unit, bar in bars.OWN.get(name, ()):
            yield Row(f"{name}: {what}", measured(), unit, "bar", bar)
        yield Row(
            f"{name}: memory of a game", game.arrays.kernel.batch.bytes_per_game, "bytes/game", "bar", bars.MEMORY
        )


def random_play(game: AnyGame) -> float:
    assert game.arrays.kernel is not None
    kernel, rules = game.arrays.kernel, game.arrays.kernel.rules(game.options())
    return best_rate(lambda: kernel.random_games(rules, MOVES, 1)[1])


def perft_rate(game: AnyGame) -> float:
    start = game.rules.start(game.options())
    return best_rate(lambda: fast_perft(game, start, PERFT_DEPTH), repeats=3)
