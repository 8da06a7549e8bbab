"""A series: who sits where, what is counted."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from asobiba.agents.players import Players
from asobiba.arena.series import Guest, Standing, count, play_series, shares
from asobiba.core.clock import TimeControl
from asobiba.core.errors import ConfigError
from asobiba.core.records import Record
from asobiba.core.registry import find_game
from tests.watches import Slow, Watch


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


@pytest.mark.parametrize(
    ("rotate", "seats"),
    [(True, [("random", "greedy"), ("greedy", "random")] * 2), (False, [("random", "greedy")] * 4)],
)
def test_seats_rotate_unless_everybody_keeps_his_own(rotate: bool, seats: list[tuple[str, str]]) -> None:
    game, records = find_game("othello"), list[Record]()
    play_series(game, ["random", "greedy"], game.options(), games=4, rotate=rotate, watch=records.append)

    assert [record.seats for record in records] == seats
    assert len({record.seed for record in records}) == (2 if rotate else 4)


def test_alone_every_agent_plays_with_the_same_luck_and_the_scores_tell() -> None:
    game, records = find_game("twenty48"), list[Record]()
    random, greedy = play_series(game, ["random", "greedy"], game.options(), games=5, seed=2, watch=records.append)

    assert [record.seats for record in records] == [("random",), ("greedy",)] * 5
    assert [record.seed for record in records] == [2, 2, 3, 3, 4, 4, 5, 5, 6, 6]
    tiles = [max(max(row) for row in list(record.states())[-1].rows()) for record in records[1::2]]
    scores = [record.returns[0] for record in records[1::2] if record.returns]
    told = greedy.summary_alone()
    assert (told["agent"], told["games"], told["unfinished"]) == ("greedy", 5, 0)
    assert (told["mean"], told["best"], told["median"]) == (sum(scores) / 5, max(scores), sorted(scores)[2])
    assert [greedy.quantiles()[share] for share in ("0.25", "0.5", "0.75")] == sorted(scores)[1:4]
    assert told["quantiles"] == greedy.quantiles()
    assert told["moves_per_second"] == pytest.approx(greedy.moves / greedy.seconds)
    spread = sum((score - sum(scores) / 5) ** 2 for score in scores) / 4
    assert told["standard_error"] == pytest.approx((spread / 5) ** 0.5)
    powers = [2**rank for rank in range(1, max(tiles).bit_length())]
    assert told["rates"] == {str(tile): sum(each >= tile for each in tiles) / 5 for tile in powers}
    assert random.rates() != greedy.rates()


def test_the_longest_chain_of_a_game_counts_and_not_the_last() -> None:
    game = find_game("puyo")
    records = list[Record]()
    (standing,) = play_series(
        game, ["greedy"], game.options(mode="single", max_turns=25), games=2, watch=records.append
    )

    longest = [max(state.players[0].chain for state in record.states()) for record in records]
    last = [list(record.states())[-1].players[0].chain for record in records]
    assert standing.milestones == longest != last


def test_what_was_broken_off_is_in_no_mean() -> None:
    game = find_game("twenty48")
    (standing,) = play_series(game, ["random"], game.options(), games=2, max_plies=10)
    told = standing.summary_alone()

    assert (told["games"], told["unfinished"], told["mean"], told["best"], told["rates"]) == (0, 2, None, None, {})


def test_a_balanced_series_begins_each_rotation_with_another_opening_of_the_game() -> None:
    game, records = find_game("othello"), list[Record]()
    known = {tuple(opening) for opening in game.part(Players).openings(game.options())}

    play_series(game, ["random", "random"], game.options(), games=6, seed=3, balanced=True, watch=records.append)

    begun = [tuple(ply.action for ply in record.plies[:8]) for record in records]
    assert begun[0::2] == begun[1::2]
    assert len(set(begun)) == 3
    assert set(begun) <= known


def test_a_game_without_balanced_openings_says_so() -> None:
    game = find_game("coppit")
    with pytest.raises(ConfigError, match="coppit has no balanced openings"):
        play_series(game, ["random"] * 4, game.options(), games=2, balanced=True)


def test_games_lost_by_the_clock_are_counted() -> None:
    game, watch, records = find_game("othello"), Watch(), list[Record]()
    slow, quick = play_series(
        game,
        [Guest("slow", Slow(watch, 7.0)), Guest("quick", Slow(watch, 1.0))],
        game.options(),
        games=4,
        clock=TimeControl(60.0),
        now=watch.now,
        watch=records.append,
    )

    assert [(each.losses, each.out_of_time) for each in (slow, quick)] == [(4, 4), (0, 0)]
    assert (slow.summary()["out_of_time"], slow.points) == (4, 0)
    assert [record.places for record in records] == [(2, 1), (1, 2)] * 2
    assert {(record.reason, record.notes["clock"]) for record in records} == {("time", "1+0")}


def test_alone_the_clock_ends_the_game_with_the_score_so_far() -> None:
    game, watch, records = find_game("twenty48"), Watch(), list[Record]()
    guest = Guest("slow", Slow(watch, 1.0))
    (slow,) = play_series(
        game, [guest], game.options(), games=2, clock=TimeControl(30.0), now=watch.now, watch=records.append
    )

    assert [sum(ply.seat == 0 for ply in record.plies) for record in records] == [29, 29]
    assert [record.returns for record in records] == [[*record.states()][-1].returns() for record in records]
    assert (slow.out_of_time, slow.summary_alone()["out_of_time"], slow.summary_alone()["games"]) == (2, 2, 2)


def test_who_stops_a_series_has_what_was_finished_and_each_game_of_that_was_watched() -> None:
    game, standings, steps = find_game("othello"), list[Standing](), list[str]()

    @contextmanager
    def whole() -> Iterator[None]:
        steps.append(f"{standings[0].games} before")
        yield
        steps.append(f"{standings[0].games} after")
        if len(steps) == 6:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        play_series(
            game,
            ["random", "random"],
            game.options(),
            games=9,
            watch=lambda _: steps.append("watched"),
            into=standings,
            whole=whole,
        )

    assert steps == ["0 before", "watched", "1 after", "1 before", "watched", "2 after"]
    assert [standing.games for standing in standings] == [2, 2]
