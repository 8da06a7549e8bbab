"""How strong a network plays while it learns: against agents that never change, against itself of a while ago, and
where the game is solved, how often it is right."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from asobiba.agents.alphazero import AlphaZero
from asobiba.agents.alphazero_network import AlphaZeroNetwork
from asobiba.agents.arrays import Arrays
from asobiba.agents.inference import inference
from asobiba.agents.perspective import Perspective
from asobiba.agents.players import Players
from asobiba.arena.batches import Chooser, agent_chooser, play_side_by_side, random_chooser
from asobiba.arena.intervals import Measured, mean
from asobiba.arena.judge import judge
from asobiba.arena.series import Guest
from asobiba.core.game import AnyGame
from asobiba.core.options import Options
from asobiba.envs.batch import Batch
from asobiba.learn.alphazero.settings import AlphaZeroSettings

Weights = Mapping[str, NDArray[Any]]


def evaluated(
    game: AnyGame, options: Options, settings: AlphaZeroSettings, network: Weights, earlier: Weights, seed: int
) -> dict[str, dict[str, float]]:
    """Points, or where it plays alone the score; `earlier` may be nothing."""
    seats = len(game.seats(options))
    solver = game.part(Players).solver(options)
    is_solved = solver is not None and solver.has_values
    found = judged(game, options, settings, network) if settings.judged and is_solved else {}

    def series(players: list[tuple[str, Chooser]]) -> Any:
        return play_side_by_side(
            game, players, options, games=settings.evaluation_games, seed=seed, max_plies=settings.max_plies
        )[0]

    ours = network_chooser(game, options, network, None)
    if seats == 1:
        return {**found, "alone": figures("score", mean(series([("network", ours)]).returns))}
    for spec in settings.evaluated_against.split():
        theirs = random_chooser if spec == "random" else agent_chooser(spec, game, options, seed)
        found[spec.partition(":")[0]] = figures(
            "points", series([("network", ours), *[(spec, theirs)] * (seats - 1)]).score
        )
    if earlier:
        dice = np.random.default_rng(seed)  # two that never vary would play the same game again and again
        mine, before = (network_chooser(game, options, each, dice) for each in (network, earlier))
        found["earlier"] = figures("points", series([("network", mine), *[("earlier", before)] * (seats - 1)]).score)
    return found


def judged(
    game: AnyGame, options: Options, settings: AlphaZeroSettings, network: Weights
) -> dict[str, dict[str, float]]:
    """The network alone (`raw`) and with a search, on the same positions of random games each time."""
    insight, found = AlphaZeroNetwork(game, options, network), dict[str, dict[str, float]]()
    for name, simulations in (("raw", 0), ("searched", settings.judged_simulations)):
        agent = AlphaZero.of(game, options, insight, simulations, settings.seed)
        told = judge(game, options, Guest(name, agent), positions=settings.judged)
        found[name] = figures("kept", told.kept)
        if told.value_sign_right is not None:
            found[name]["value_right"] = told.value_sign_right
    return found


def network_chooser(game: AnyGame, options: Options, network: Weights, dice: np.random.Generator | None) -> Chooser:
    """The move that looks best to the network, without search; with dice, one by its probabilities."""
    frames = Perspective(game, options)
    judge = inference(network, game.part(Arrays).encode.observe(game.start(options), 0).dtype)

    def choose(batch: Batch, places: NDArray[np.int64]) -> NDArray[np.integer]:
        seats = batch.to_play[places].astype(np.int64)
        logits = frames.outward(judge.judge(batch.observation[places])[0], seats)
        if dice is not None:
            logits = logits + dice.gumbel(size=logits.shape)
        best: NDArray[np.int64] = np.where(batch.mask[places] != 0, logits, -np.inf).argmax(1)
        return best

    return choose


def figures(name: str, measured: Measured) -> dict[str, float]:
    return {name: measured.value, f"{name}_low": measured.low, f"{name}_high": measured.high}
