"""A series: who sits where, what is counted."""

import pytest

from asobiba.arena.series import Guest, Standing, count, play_series, shares
from asobiba.core.errors import ConfigError
from asobiba.core.records import Record
from asobiba.core.registry import find_game


def ended(*returns: float) -> Record:
    return Record(game="a game", rules=1, seats=tuple("abcd"[: len(returns)]), returns=returns)


@pytest.mark.parametrize(
    ("record", "expected"),
    [
        (ended(1, -1), [1, 0]),
        (ended(0, 0), [0.5, 0.5]),
        (ended(0, 1, 1, 0), [0, 0.5, 0.5, 0]),
        (Record(game="a game", rules=1, seats=("a", "b", "c", "d")), [0.25] * 4),
    ],
)
def test_a_point_is_shared_by_those_who_win(record: Record, expected: list[float]) -> None:
    standings = [Standing(seat) for seat in record.seats]
    count(record, standings)

    assert shares(record.returns, len(record.seats)) == expected
    assert [standing.score.value for standing in standings] == expected


def test_a_guest_plays_among_agents() -> None:
    class Lowest:
        def choose(self, state: object) -> int:
            return int(state.legal()[0])  # type: ignore[attr-defined]

    game = find_game("otrio")
    options = game.options(players=2)
    standings = play_series(game, [Guest("lowest", Lowest()), "greedy"], options, games=6, seed=1)

    assert [standing.agent for standing in standings] == ["lowest", "greedy"]
    assert [standing.games for standing in standings] == [6, 6]
    assert sum(standing.points for standing in standings) == 6


def test_every_seat_needs_a_player() -> None:
    game = find_game("otrio")
    with pytest.raises(ConfigError, match="name 4 agents"):
        play_series(game, ["random"], game.options(), games=1)
