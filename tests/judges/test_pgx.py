"""Pgx's Othello in lock-step with ours. JAX is heavy, so this belongs to the long suite."""

import random

import pytest

from asobiba.core.game import OVER
from asobiba.games.othello.rules import PASS, Position

GAMES = 200


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_othello_in_lock_step() -> None:
    """Pgx wants two written passes where our game ends at once; up to there the legal actions are the same."""
    pgx = pytest.importorskip("pgx", reason="pgx is not installed (make test-all installs it)")
    jax = pytest.importorskip("jax")
    env = pgx.make("othello")
    begin, step = jax.jit(env.init), jax.jit(env.step)
    generator = random.Random(0)
    for number in range(GAMES):
        theirs, ours = begin(jax.random.PRNGKey(number)), Position()
        while ours.to_play != OVER:
            assert [a for a, legal in enumerate(theirs.legal_action_mask.tolist()) if legal] == list(ours.legal())
            action = generator.choice(ours.legal())
            theirs, ours = step(theirs, action), ours.apply(action)
        for _ in range(2):
            if not theirs.terminated:
                assert theirs.legal_action_mask[PASS]
                theirs = step(theirs, PASS)
        assert theirs.terminated
        assert sorted(theirs.rewards.tolist()) == sorted(ours.returns())
