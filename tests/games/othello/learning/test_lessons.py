"""What self-play teaches, against the rulebook."""

import numpy as np
import pytest

from asobiba._native import kernels
from asobiba.games.othello.learning.lessons import Lessons
from asobiba.games.othello.rules import BLACK, OthelloOptions, Position

NOTHING = bytes(2 * kernels.OthelloPatterns.size)


def play(course: kernels.OthelloCourse, games: int = 3, threads: int = 1, first: int = 0) -> Lessons:
    return Lessons.play(NOTHING, course, seed=5, first=first, games=games, threads=threads)


def best_result(position: Position) -> float:
    """Of perfect play, for the side to move."""
    if not position.legal():
        return position.returns()[position.side]
    found = [(best_result(after), after.side) for after in map(position.apply, position.legal())]
    return max(value if side == position.side else -value for value, side in found)


def test_lessons_near_the_end_are_what_perfect_play_brings() -> None:
    lessons = play(kernels.OthelloCourse(1, 6, 4, 4, 0.5, 1.0))
    near = np.flatnonzero(lessons.empties <= 4)

    assert len(near) > 5
    for at in near:
        position = Position(int(lessons.own[at]), int(lessons.other[at]), BLACK, OthelloOptions(score="discs"))
        assert lessons.discs[at] == best_result(position)


def test_with_full_trust_and_no_slips_a_game_teaches_one_result() -> None:
    lessons = play(kernels.OthelloCourse(1, 6, 4, 4, 0.0, 1.0), games=1)

    assert len({abs(discs) for discs in lessons.discs.tolist()}) == 1
    assert lessons.empties.max() == 56


def test_without_trust_nothing_is_known_before_the_end() -> None:
    lessons = play(kernels.OthelloCourse(1, 6, 4, 4, 0.0, 0.0))

    assert not lessons.discs[lessons.empties > 10].any()
    assert lessons.discs[lessons.empties <= 6].any()


def test_games_do_not_depend_on_threads_or_on_the_call() -> None:
    course = kernels.OthelloCourse(2, 6, 2, 20, 0.1, 0.5)
    whole = play(course, games=4, threads=2)
    parts = play(course, games=1).followed_by(play(course, games=3, first=1), most=10**6)

    for name, column in whole.state().items():
        assert (column == parts.state()[name]).all()


def test_the_newest_are_kept() -> None:
    lessons = play(kernels.OthelloCourse(1, 6, 4, 4))

    assert (Lessons.none().followed_by(lessons, 7).own == lessons.own[-7:]).all()


@pytest.mark.parametrize(
    ("course", "sentence"),
    [((0, 6, 4, 4), "depth"), ((1, 31, 4, 4), "exact"), ((1, 6, 5, 4), "random"), ((1, 6, 4, 4, 2.0), "slips")],
)
def test_a_course_that_cannot_be_is_refused(course: tuple[int, int, int, int], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        kernels.OthelloCourse(*course)


def test_a_match_exchanges_colours() -> None:
    """Two that play the same way win what they lose."""
    patterns = kernels.OthelloPatterns(NOTHING)
    discs = kernels.othello_duel(patterns, patterns, kernels.OthelloCourse(1, 6, 8, 8), 3, 20, 2)

    assert discs[0::2] == [-each for each in discs[1::2]]
    assert any(discs)


def test_learning_brings_what_is_expected_towards_the_lessons() -> None:
    lessons = play(kernels.OthelloCourse(1, 6, 4, 4, 0.0, 1.0), games=4)
    weights, slopes = np.zeros((2, kernels.OthelloPatterns.size), np.float32)
    picks = np.tile(np.arange(len(lessons)), 5)

    first, later = (
        kernels.othello_fit(weights, slopes, lessons.own, lessons.other, lessons.discs, picks, 0.5) for _ in range(2)
    )

    assert later < 0.5 * first
    rounded = np.rint(weights * kernels.OthelloPatterns.unit).astype(np.int16).tobytes()
    assert np.abs(lessons.errors(rounded)).mean() < 0.5 * np.abs(lessons.errors(NOTHING)).mean()


def test_a_pick_beyond_the_lessons_is_refused() -> None:
    lessons = play(kernels.OthelloCourse(1, 6, 4, 4), games=1)
    weights, slopes = np.zeros((2, kernels.OthelloPatterns.size), np.float32)
    for pick in (len(lessons), -1):
        with pytest.raises(ValueError, match="a pick is a lesson's number"):
            kernels.othello_fit(
                weights, slopes, lessons.own, lessons.other, lessons.discs, np.array([pick], np.int64), 0.5
            )
