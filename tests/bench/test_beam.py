"""The benchmark of the beam search: a small game of it, and what its rows say."""

from asobiba.bench.adaptors.beam import LONGEST, TURNS, LoneGame, play_alone, rows_of


def test_a_game_is_played_by_the_rules() -> None:
    played = play_alone(1, 4)

    assert played.buried or len(played.seconds) == TURNS
    assert played.longest > 0
    assert played.score >= 40


def test_rows_are_means_over_the_games() -> None:
    games = [LoneGame(12, 60_000, False, (0.001, 0.003)), LoneGame(8, 20_000, True, (0.002,))]

    rows = {row.what.partition(": ")[2]: row for row in rows_of(3, games)}

    assert rows["longest chain"].ours == 10
    assert rows["longest chain"].theirs == LONGEST[3]
    assert rows["games with a chain of 10"].ours == 50
    assert rows["games that end early"].ours == 50
    assert rows["a move, half of them"].ours == 2000
