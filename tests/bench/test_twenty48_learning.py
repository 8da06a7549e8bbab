"""The benchmark of n-tuple networks counts the moves after its warm-up, and learns in the way that it names."""

from asobiba.bench.adaptors.twenty48_learning import learner_of, play_until


def test_only_what_comes_after_the_warm_up_is_counted() -> None:
    learner = learner_of("0145", "TC")
    play_until(learner, 500)
    pace = play_until(learner, 1_000)

    assert learner.games == 1_000
    assert 0 < pace.moves < learner.moves
    assert pace.cpu_seconds > 0
    assert learner.coherence.any()


def test_td_leaves_coherence_alone() -> None:
    learner = learner_of("0145", "TD")
    play_until(learner, 500)

    assert learner.weights.any()
    assert not learner.coherence.any()
