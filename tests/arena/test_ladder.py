"""Ratings follow results."""

from asobiba.arena.ladder import Result, ladder
from asobiba.arena.ratings import START


def test_who_wins_rises_and_who_loses_falls() -> None:
    strong, weak = ladder([Result("othello", ["strong", "weak"], [1.0, -1.0])] * 10)
    assert (strong.agent, weak.agent) == ("strong", "weak")
    assert strong.rating > START > weak.rating
    assert strong.low < strong.rating < strong.high
    assert strong.games == 10


def test_more_games_make_the_interval_narrower() -> None:
    few, many = (ladder([Result("othello", ["a", "b"], [0.0, 0.0])] * count)[0] for count in (2, 50))
    assert many.high - many.low < few.high - few.low


def test_four_seats_are_ranked_by_their_returns() -> None:
    result = Result("coppit", ["a", "b", "c", "d"], [-1 / 3, 1.0, -1 / 3, -1 / 3])
    assert ladder([result] * 5)[0].agent == "b"


def test_games_are_rated_apart_and_nobody_learns_from_himself() -> None:
    results = [
        Result("othello", ["a", "b"], [1.0, -1.0]),
        Result("otrio", ["a", "b"], [-1.0, 1.0]),
        Result("othello", ["c", "c"], [1.0, -1.0]),
        Result("twenty48", ["a"], [2048.0]),
    ]
    assert [(each.game, each.agent) for each in ladder(results)] == [
        ("othello", "a"),
        ("othello", "b"),
        ("otrio", "b"),
        ("otrio", "a"),
    ]
