"""Puyo's games side by side, as self-play plays them: who sits opposite."""

import random

import numpy as np

from asobiba.agents.greedy import Greedy, GreedySettings
from asobiba.core.game import CHANCE, OVER
from asobiba.core.luck import Luck
from asobiba.games.puyo import GAME
from asobiba.games.puyo.afterstates import afterstates
from asobiba.games.puyo.learning.config import SelfPlaySettings
from asobiba.games.puyo.learning.games import DuelGames
from asobiba.games.puyo.rules import PuyoOptions


def test_fixed_opponents_play_legal_moves() -> None:
    dice = np.random.default_rng(1)
    games = DuelGames(SelfPlaySettings(native_threads=1), PuyoOptions(), 100, 5, dice)
    for _ in range(6):
        games.step(np.where(games.turn.legal, dice.random(games.turn.legal.shape), -1).argmax(1))
    theirs = np.flatnonzero(~games.turn.ours)

    assert len(theirs) == 100
    for name in ("greedy", "beam"):
        assert games.turn.legal[theirs, games.answer(name, theirs)].all()


def test_greedy_in_a_batch_plays_like_the_agent_greedy() -> None:
    """The agent also looks at chains that more puyos than needed would start; that changes few of its moves."""
    options = PuyoOptions()
    agent = Greedy(GAME, options, GreedySettings(), random.Random(0))
    agreed = compared = 0
    for game in range(3):
        luck, dice, state = Luck(game), random.Random(game), GAME.start(options)
        for ply in range(60):
            if state.to_play == OVER:
                break
            if state.to_play == CHANCE:
                state = state.apply(luck.draw(state, ply))
                continue
            known = GAME.conceal(state, state.to_play)
            best = agent.advise(known).best()
            worth = afterstates(known, known.to_play).worth
            agreed += bool(worth[best].max() >= worth.max() - 1e-3)
            compared += 1
            state = state.apply(dice.choice(best))
    assert compared > 90
    assert agreed > 0.9 * compared
