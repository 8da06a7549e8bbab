"""The guided search in plain Python: who it considers, what it proves, and that it makes a bad network better."""

import random

import numpy as np
import pytest

from asobiba.agents.gumbel import Ends, Found, Plan, considered_visits, search
from asobiba.core.game import OVER, AnyGame, State
from asobiba.core.registry import find_game
from asobiba.games.otrio.solver import solve
from tests.games.otrio.positions import after

OTRIO, TILES = find_game("otrio"), find_game("twenty48")


def guided(game: AnyGame, state: State, plan: Plan, seed: int = 1) -> tuple[Found, int]:
    """By a network that knows nothing; and how often that was asked."""
    asked = search(state, Ends.of(game, state.options), plan, random.Random(seed))
    position, questions = next(asked), 1
    while True:
        seats = len(position.returns())
        worth = np.zeros(seats) if seats > 1 else np.array(position.returns())
        try:
            position = asked.send((np.zeros(len(position.legal())), worth))
        except StopIteration as over:
            return over.value, questions
        questions += 1


@pytest.mark.parametrize(
    ("considered", "simulations", "visits"),
    [
        (4, 8, [0, 0, 0, 0, 1, 1, 2, 2]),
        (1, 3, [0, 1, 2]),
        (2, 4, [0, 0, 1, 1]),
        (8, 4, [0, 0, 0, 0]),
        (3, 9, [0, 0, 0, 1, 1, 2, 2, 3, 3]),
    ],
)
def test_moves_are_halved_as_simulations_go_on(considered: int, simulations: int, visits: list[int]) -> None:
    assert considered_visits(considered, simulations) == visits


def test_a_win_is_proven_and_played() -> None:
    state = after("Sa1 Lc3 Mb2 La1 Sb1 Lc1 Mc2 Ma3", players=2)  # red has small a1 and b1
    assert "Sc1" in [OTRIO.notation.write_move(state, action) for action in state.legal()]
    found, questions = guided(OTRIO, state, Plan(64, 32))

    assert OTRIO.notation.write_move(state, found.action) == "Sc1"
    assert found.value.tolist() == [1, -1]
    assert questions < 64
    assert found.policy.argmax() == list(found.actions).index(found.action)


def test_what_the_solver_knows_is_found_by_a_network_that_knows_nothing() -> None:
    """Near the end, where the whole tree is within reach."""
    dice, looked_at = random.Random(4), 0
    while looked_at < 6:
        state = OTRIO.start(OTRIO.options(players=2))
        while state.to_play != OVER and len(state.legal()) > 5:
            state = state.apply(dice.choice(state.legal()))
        if state.to_play == OVER or len(state.legal()) < 2:
            continue
        verdicts = solve(state, 2_000_000, every_move=True)
        outcomes = {action: verdict.outcome for action, verdict in verdicts.items() if verdict is not None}
        found, _ = guided(OTRIO, state, Plan(400, 8, gumbel_scale=0.0))
        assert outcomes[found.action] == max(outcomes.values())
        looked_at += 1


@pytest.mark.thorough
def test_the_same_dice_make_the_same_search() -> None:
    state = OTRIO.start(OTRIO.options(players=3))
    one, other = (guided(OTRIO, state, Plan(40, 8), seed=5)[0] for _ in range(2))

    assert (one.visits == other.visits).all()
    assert (one.policy == other.policy).all()
    assert one.visits.sum() == 40
    assert np.count_nonzero(one.visits) == 8
    assert not (one.visits == guided(OTRIO, state, Plan(40, 8), seed=6)[0].visits).all()


def test_luck_is_drawn_and_scores_without_bounds_count_by_their_differences() -> None:
    """2 2 in a row: merging them brings four points, the other ways none."""
    state = TILES.notation.read_position("2.2.0.0/0.0.0.0/0.0.0.0/0.0.0.0", TILES.options())
    found, _ = guided(TILES, state, Plan(40, 4, gumbel_scale=0.0))

    assert TILES.notation.write_move(state, found.action) in ("left", "right")
    assert found.value[0] > 0
