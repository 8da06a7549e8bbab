from asobiba.games.puyo.afterstates import SCALE
from asobiba.games.puyo.beam import Plan
from asobiba.games.puyo.learning.config import SelfPlaySettings
from asobiba.games.puyo.learning.evaluation import (
    beam_player,
    evaluate,
    greedy_player,
    network_player,
    random_player,
    solo,
    versus,
)
from asobiba.games.puyo.learning.learner import PuyoLearner
from asobiba.learn.networks import CandidateNetwork


def test_greedy_beats_random_and_the_other_way_round() -> None:
    won, lost = versus(greedy_player, random_player, 40, 1), versus(random_player, greedy_player, 40, 1)

    assert won.win_rate > 0.85
    assert lost.win_rate < 0.15
    assert won.average_chain_length > lost.average_chain_length
    assert won.games == 40


def test_the_beam_beats_greedy_and_more_of_it_beats_less() -> None:
    small, larger = (beam_player(Plan(*plan)) for plan in ((3, 4, 1), (12, 6, 1)))

    assert versus(small, greedy_player, 30, 1).win_rate > 0.6
    assert versus(larger, small, 20, 1, threads=2).win_rate > 0.5


def test_games_without_end_are_draws() -> None:
    result = versus(greedy_player, greedy_player, 10, 1, max_turns=2)

    assert (result.draws, result.win_rate, result.average_turns) == (10, 0.5, 2)


def test_solo_play_is_counted_in_placements() -> None:
    built, thrown = solo(greedy_player, 30, 2), solo(random_player, 30, 2)

    assert built.average_chain > thrown.average_chain + 1
    assert built.average_score > 5 * thrown.average_score
    assert thrown.death_rate > built.death_rate
    assert solo(greedy_player, 5, 2, placements=3).maximum_chain == 0


def test_the_same_seed_measures_the_same() -> None:
    network = CandidateNetwork(SCALE, 8)
    reports = [evaluate(network, games=8, seed=3, past=[network]) for _ in range(2)]

    assert reports[0] == reports[1]
    assert reports[0].keys() == {"random", "greedy", "beam", "past", "solo"}


def test_an_explorer_at_full_is_the_random_player() -> None:
    network = network_player(CandidateNetwork(SCALE, 8), epsilon=1.0)

    assert versus(network, greedy_player, 20, 4).win_rate < 0.2


def test_promotion_is_measured_without_exploration_on_either_side() -> None:
    learner = PuyoLearner(SelfPlaySettings(hidden=8, native_threads=1, parallel_games=1, evaluation_games=20))
    measured = []
    for epsilon in (0.0, 1.0):
        learner.opponents.begin(learner.learner.online, epsilon)
        measured.append(learner.evaluate().figures["frozen"])
    learner.close()
    network = network_player(learner.learner.online)

    assert learner.opponents.epsilon == 1.2
    assert measured[0] == measured[1]
    assert measured[0] == versus(network, network, 20, 0).as_json()
