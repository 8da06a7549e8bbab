"""What a guest has played, counted."""

from typing import Any

import msgspec
import pytest

from asobiba.agents.players import Players
from asobiba.core.registry import find_game
from asobiba.online.rooms.career import HISTORY, games, records
from asobiba.online.rooms.table import RoomSettings, Setup
from asobiba.online.store.rows import PlayedGame, ResultRow

LEVELS = find_game("othello").part(Players).levels(find_game("othello").options())


def row(number: int, returns: list[float], bots: list[str | None], *, seat: int = 0, **more: Any) -> PlayedGame:
    """The game that was the so manieth, against these bots; None is a person."""
    game = more.pop("game", "othello")
    players = [{"name": bot or "Ann", "bot": bot} for bot in bots]
    result = ResultRow(
        f"room{number}",
        1,
        game,
        1,
        number * 1000,
        60,
        "rules",
        msgspec.json.encode(players),
        msgspec.json.encode(returns),
        msgspec.json.encode(more.pop("counts", {})),
        more.pop("assisted", False),
    )
    setup = Setup(game, 1, more.pop("options", {}), RoomSettings(), "ann")
    return PlayedGame(seat, msgspec.json.encode(setup), result)


WON, LOST, DRAWN = [1.0, -1.0], [-1.0, 1.0], [0.0, 0.0]


def test_ends_and_levels() -> None:
    rows = [
        row(5, DRAWN, [None, LEVELS[1]]),
        row(4, LOST, [LEVELS[1], None], seat=1),
        row(3, WON, [None, LEVELS[0]]),
        row(2, LOST, [None, LEVELS[0]]),
        row(1, WON, [None, None]),
    ]
    [record] = records(games(rows))
    assert dict(record.ends) == {"won": 3, "lost": 1, "drawn": 1}
    told = [(each.level and each.level.number, each.people, dict(each.ends)) for each in record.against.values()]
    assert told == [
        (None, True, {"won": 1}),
        (1, False, {"lost": 1, "won": 1}),
        (2, False, {"won": 1, "drawn": 1}),
    ]
    assert record.next is not None
    assert record.next.agent == LEVELS[2]


@pytest.mark.parametrize(
    ("ends", "streak", "best"),
    [("", 0, 0), ("W", 1, 1), ("WWL", 0, 2), ("WLWWW", 3, 3), ("WWDW", 1, 2)],
)
def test_streaks(ends: str, streak: int, best: int) -> None:
    rows = [row(at, {"W": WON, "L": LOST, "D": DRAWN}[end], [None, LEVELS[0]]) for at, end in enumerate(ends, 1)]
    found = records(games(reversed(rows)))
    assert [(each.streak, each.best_streak) for each in found] == ([(streak, best)] if ends else [])


def test_who_has_beaten_the_best_has_no_next_level_and_who_has_beaten_nobody_neither() -> None:
    assert records(games([row(1, WON, [None, LEVELS[-1]])]))[0].next is None
    assert records(games([row(1, LOST, [None, LEVELS[0]])]))[0].next is None


def test_bots_of_several_kinds_are_no_level() -> None:
    rows = [row(1, [1.0, 0.0, 0.0], [None, "random", "greedy"], game="otrio", options={"players": 3})]
    [record] = records(games(rows))
    assert [(each.level, each.people) for each in record.against.values()] == [(None, False)]


def test_games_alone_have_a_history_and_a_best() -> None:
    rows = [
        row(3, [400.0], [None], counts={"score": [400], "max_tile": [64]}, game="twenty48"),
        row(2, [9000.0], [None], counts={"score": [9000], "max_tile": [1024]}, assisted=True, game="twenty48"),
        row(1, [800.0], [None], counts={"score": [800], "max_tile": [32]}, game="twenty48"),
    ]
    [record] = records(games(rows))
    assert record.history == [(1000, 800.0), (3000, 400.0)]
    assert record.bests == {"score": 800, "max_tile": 64}
    assert (record.ends["alone"], record.practice) == (3, 1)
    many = [row(number, [1.0], [None], game="twenty48") for number in range(HISTORY + 9, 0, -1)]
    assert len(records(games(many))[0].history) == HISTORY


def test_several_seats_of_one_guest_are_one_game_that_nobody_wins() -> None:
    [game] = games([row(1, WON, [None, None], seat=0), row(1, WON, [None, None], seat=1)])
    assert game.end == "shared"
    [record] = records([game])
    assert (dict(record.ends), record.streak, record.against) == ({"shared": 1}, 0, {})


def test_the_game_played_last_comes_first_and_what_is_damaged_is_left_out() -> None:
    damaged = row(3, WON, [None, LEVELS[0]])
    damaged = PlayedGame(0, b"{", damaged.result)
    rows = [damaged, row(2, [8.0], [None], game="twenty48"), row(1, WON, [None, LEVELS[0]])]
    assert [record.game for record in records(games(rows))] == ["twenty48", "othello"]
