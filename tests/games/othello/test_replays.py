"""The kernel plays games of files again just as the rulebook does."""

from asobiba.core.game import OVER
from asobiba.games.othello.notation import read_transcript
from asobiba.games.othello.replays import AT_ONCE, Written, margin, replay
from asobiba.games.othello.rules import BLACK, PASS, WHITE, OthelloOptions, Position, square
from tests.games.othello.games import BOTH_STUCK, DISCS, DRAW, FORCED_PASS, WIPED_OUT, random_actions


def test_games_are_what_the_rulebook_makes_of_them_whether_passes_are_written_or_not() -> None:
    games = [random_actions(seed, plies=seed) for seed in range(0, 80, 4)]

    for passes in (True, False):
        written = [Written([action for action in game if passes or action != PASS]) for game in games]
        for game, found in zip(games, replay(written, DISCS), strict=True):
            position = Position(options=DISCS)
            seats = []
            for action in game if passes or not game or game[-1] != PASS else game[:-1]:
                seats.append(position.to_play)
                position = position.apply(action)
            assert (found.wrong, found.seats, found.end) == (None, seats, position)


def test_more_games_than_are_played_at_once_keep_their_order() -> None:
    games = [read_transcript(text) for text in (WIPED_OUT, DRAW, BOTH_STUCK)] * (AT_ONCE // 3 + 1)

    found = [*replay(map(Written, games), DISCS)]

    assert [each.actions for each in found] == games
    assert [margin(each.end) for each in found[:3]] == [64, 0, 62]
    assert all(each.end.to_play == OVER for each in found)


def test_a_wrong_move_is_named_with_the_reason_and_the_other_games_go_on() -> None:
    d3, c3, c5, a1 = map(square, ("d3", "c3", "c5", "a1"))
    games = [
        Written([d3, a1]),
        Written([d3, d3]),
        Written([PASS]),
        Written([d3, c5], seats=[BLACK, BLACK]),
        Written([d3, c3], seats=[BLACK, WHITE]),
        Written([*read_transcript(WIPED_OUT), a1]),
        Written([]),
        Written([*read_transcript(FORCED_PASS), square("e3")], seats=[0, 1] * 4 + [WHITE]),
    ]

    found = [*replay(games, OthelloOptions())]

    assert [(each.wrong, each.wrong_at if each.wrong else None) for each in found] == [
        ("white to a1: no disc would be turned", 1),
        ("white to d3: the square is taken", 1),
        ("black may not pass: it can place a disc", 0),
        ("it is the turn of white, not of black", 1),
        (None, None),
        ("action 0: the game is over", 9),
        (None, None),
        (None, None),
    ]
    assert found[-1].actions[8] == PASS
