import random

import numpy as np
import pytest

from asobiba.agents.greedy import Greedy, GreedySettings
from asobiba.core.game import CHANCE, OVER
from asobiba.core.luck import Luck
from asobiba.games.puyo import GAME
from asobiba.games.puyo.afterstates import SCALE, Afterstates, afterstates
from asobiba.games.puyo.duels import Duels
from asobiba.games.puyo.learning.config import SelfPlaySettings
from asobiba.games.puyo.learning.opponents import BEAM, FROZEN, GREEDY, PAST, RANDOM, Opponents
from asobiba.games.puyo.rules import PuyoOptions
from asobiba.learn.networks import CandidateNetwork

CONFIG = SelfPlaySettings(hidden=8, random_share=0.1, greedy_share=0.2, past_share=0.3, beam_share=0.05, pool_size=2)


def network(number: float) -> CandidateNetwork:
    made = CandidateNetwork(SCALE, 8)
    made.value.bias.data[:] = number
    return made


def seen_by_many(games: int) -> tuple[Afterstates, np.ndarray]:
    duels = Duels(games, 5)
    for _ in range(6):
        duels.step(np.random.default_rng(1).integers(0, 22, (games, 2)).astype(np.int32))
    return duels.afterstates_of(np.arange(games), np.zeros(games, np.int64)), duels.masks[:, 0].astype(np.bool_)


def test_the_shares_decide_who_sits_opposite() -> None:
    opponents = Opponents(CONFIG)
    opponents.past = [network(1), network(2)]
    kinds = opponents.draw(20_000, np.random.default_rng(0))

    found = np.bincount(kinds, minlength=6) / 20_000
    assert found == pytest.approx([0.35, 0.1, 0.2, 0.05, 0.15, 0.15], abs=0.01)
    assert (FROZEN, RANDOM, GREEDY, BEAM, PAST) == (0, 1, 2, 3, 4)


def test_before_there_is_a_past_the_frozen_opponent_plays() -> None:
    kinds = Opponents(CONFIG).draw(1000, np.random.default_rng(0))

    assert set(kinds) == {FROZEN, RANDOM, GREEDY, BEAM}


@pytest.mark.parametrize(("epsilon", "theirs"), [(1.0, 1.2), (0.5, 0.6), (0.02, 0.05), (0.0, 0.05)])
def test_the_opponent_explores_a_little_more(epsilon: float, theirs: float) -> None:
    opponents = Opponents(CONFIG)
    opponents.update(network(1), epsilon)

    assert opponents.epsilon == pytest.approx(theirs)


def test_an_update_freezes_the_main_agent_and_keeps_the_last_past_selves() -> None:
    opponents = Opponents(CONFIG)
    opponents.begin(network(0), 1.0)
    main = network(0)
    for number in (1, 2, 3):
        main.value.bias.data[:] = number
        opponents.update(main, 0.0)
    main.value.bias.data[:] = 99

    assert [past.value.bias.item() for past in opponents.past] == [1, 2]
    assert opponents.frozen.value.bias.item() == 3


def test_every_kind_plays_legal_moves() -> None:
    opponents = Opponents(CONFIG)
    opponents.past = [network(1)]
    seen, legal = seen_by_many(200)
    actions = opponents.answer(
        np.arange(200) % 5, seen, legal, np.random.default_rng(0), lambda games: legal[games].argmax(1)
    )

    assert legal[np.arange(200), actions].all()


def test_restored_opponents_are_the_same() -> None:
    one, twin = Opponents(CONFIG), Opponents(CONFIG)
    one.begin(network(0), 0.5)
    one.update(network(1), 0.3)
    twin.restore({name: array.copy() for name, array in one.state().items()})

    assert all((array == twin.state()[name]).all() for name, array in one.state().items())
    assert twin.state().keys() == one.state().keys()


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
