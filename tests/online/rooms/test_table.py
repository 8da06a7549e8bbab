"""A table is the fold of its log, and plays as the match driver does."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import msgspec
import pytest

from asobiba.core.game import CHANCE, OVER
from asobiba.core.luck import Luck, misdrawn
from asobiba.core.records import read_records, write_record
from asobiba.online.protocol import events
from asobiba.online.protocol import messages as say
from asobiba.online.protocol.events import read_event, write_event
from asobiba.online.rooms import archive, decisions
from asobiba.online.rooms.decisions import Actor, Refusal
from asobiba.online.rooms.dice import commitment_of, dice_of
from asobiba.online.rooms.table import Clocks, RoomSettings, RoomTable
from tests.online.tables import GAMES, SECRET, at_random, new_table, played, seated, started


def actor(seat: int | None) -> Actor:
    return Actor(f"guest{seat}", f"player {seat}", seat, () if seat is None else (seat,))


def finished(name: str, options: Mapping[str, Any], seed: int = 1) -> RoomTable:
    table = started(name, options)
    for _, _, after in played(table, at_random(seed), 3000):
        table = after
    return table


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_a_finished_game_is_a_record_that_replays(name: str, options: Mapping[str, Any]) -> None:
    table = finished(name, options)
    assert table.status == "over"
    assert table.state.to_play == OVER
    assert table.outcome is not None
    assert table.outcome.returns == table.state.returns()
    (record,) = read_records(write_record(table.record()).splitlines())
    assert list(record.states())[-1] == table.state
    assert record.seed == SECRET.seed


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_the_log_is_the_truth(name: str, options: Mapping[str, Any]) -> None:
    """Events written and read again fold to the same table."""
    start = new_table(name, options)
    log = decisions.start(start, seated(start), SECRET)
    table = decisions.all_after(start, log)
    for _, event, after in played(table, at_random(2), 60):
        log.append(event)
        table = after
    again = decisions.all_after(start, [read_event(write_event(event)) for event in log])
    assert again == table
    assert again.seq == len(log)


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_what_was_foreseen_is_worked_out_once_and_then_forgotten(name: str, options: Mapping[str, Any]) -> None:
    table = started(name, options)
    event, *_ = decisions.moved(table, table.due()[0], table.legal(table.due()[0])[0], 0, "player")
    foreseen = table.foresee(event)
    assert table.after(event) is foreseen
    again = table.after(event)
    assert again is not foreseen
    assert again == foreseen


def test_what_was_foreseen_of_one_event_is_not_what_another_does() -> None:
    table = started("othello")
    first, second = (decisions.moved(table, 0, action, 0, "player")[0] for action in table.legal(0)[:2])
    foreseen = table.foresee(first)
    assert table.after(second) != foreseen


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_luck_follows_from_the_seed_that_was_promised(name: str, options: Mapping[str, Any]) -> None:
    table = finished(name, options)
    assert table.commitment == commitment_of(SECRET.seed, SECRET.nonce)
    again = started(name, options)
    moves = [ply for ply in table.plies if ply.seat >= 0]
    for ply in moves:
        if again.status == "playing" and ply.seat in again.due():
            again = decisions.all_after(again, decisions.moved(again, ply.seat, ply.action, 0, "player"))
    assert [(ply.seat, ply.action) for ply in again.plies] == [(ply.seat, ply.action) for ply in table.plies]


def test_commits_stay_out_of_the_position_until_both_are_in() -> None:
    table = started("puyo")
    first = decisions.all_after(table, decisions.moved(table, 1, 3, 0, "player"))
    assert first.state == table.state
    assert first.due() == (0,)
    both = decisions.all_after(first, decisions.moved(first, 0, 5, 0, "player"))
    assert both.state.turn == 1
    assert [(ply.seat, ply.action) for ply in both.plies[-2:]] == [(0, 5), (1, 3)]


def test_the_order_of_commits_does_not_matter() -> None:
    states = []
    for order in ((0, 1), (1, 0)):
        table = started("puyo")
        for turn in range(20):
            for seat in order:
                legal = table.legal(seat)
                action = legal[(7 * turn + 3 * seat) % len(legal)]
                table = decisions.all_after(table, decisions.moved(table, seat, action, 0, "player"))
                if table.status == "over":
                    break
        states.append(table.state)
    assert states[0] == states[1]


def test_a_takeback_goes_to_my_own_last_move_and_luck_is_drawn_anew() -> None:
    table = started("twenty48")
    before, tiles = table.state, []
    for takebacks in range(8):
        moved = decisions.moved(table, 0, table.legal(0)[0], 0, "player")
        drew = moved[-1]
        assert isinstance(drew, events.Drew)
        assert drew == events.Drew(Luck(SECRET.seed).draw(before.apply(table.legal(0)[0]), 3, takebacks), takebacks)
        tiles.append(drew.outcome)
        table = decisions.all_after(table, moved)
        table = decisions.all_after(table, decisions.offer(table, actor(0), say.Offer("takeback"), SECRET))
        assert table.state == before
        assert table.assisted
    assert len(set(tiles)) > 2, "the tile that comes is not the one that was seen"


def test_who_plays_alone_goes_back_from_the_end_and_the_finished_game_stays() -> None:
    table = started("twenty48", {"rows": 2, "columns": 2})
    *_, (_, _, table) = played(table, at_random(3))
    assert (table.status, table.round) == ("over", 1)
    again = decisions.all_after(table, decisions.offer(table, actor(0), say.Offer("takeback"), SECRET))
    assert (again.status, again.round, again.outcome) == ("playing", 2, None)
    assert again.assisted
    assert len(again.plies) < len(table.plies)
    *_, (_, _, end) = played(again, at_random(4))
    assert (end.status, end.round) == ("over", 2)


def test_nobody_goes_back_from_an_end_that_others_have_seen_or_that_he_chose() -> None:
    two = started("othello")
    *_, (_, _, two) = played(two, at_random(1))
    alone = started("twenty48")
    alone = decisions.all_after(alone, decisions.moved(alone, 0, alone.legal(0)[0], 0, "player"))
    alone = decisions.all_after(alone, decisions.resign(alone, actor(0), say.Resign()))
    for table in (two, alone):
        assert table.status == "over"
        with pytest.raises(Refusal, match="no game is running"):
            decisions.offer(table, actor(0), say.Offer("takeback"), SECRET)


def test_the_luck_of_a_game_with_takebacks_is_what_its_seed_draws() -> None:
    table, choose = started("coppit", {"max_turns": 20}), at_random(4)
    while table.status == "playing":
        seat = table.due()[0]
        table = decisions.all_after(table, decisions.moved(table, seat, choose(table, seat), 0, "player"))
        if table.status == "playing" and len(table.plies) > 4 * table.taken_back and table.taken_back < 6:
            mine = [number for number, ply in enumerate(table.plies) if ply.seat == seat]
            table = table.after(events.TookBack(mine[-1]))
    (record,) = read_records(archive.record_text(table).splitlines())
    drawn = [ply.takebacks for ply in record.plies if ply.seat == CHANCE]
    told = [frame["takebacks"] for frame in archive.replay(table) if frame["seat"] == CHANCE]

    assert record == table.record()
    assert misdrawn(record) == []
    assert drawn == told == sorted(drawn)
    assert {0, 6} <= set(drawn)
    forgetful = replace(record, plies=tuple(replace(ply, takebacks=0) for ply in record.plies))
    assert misdrawn(forgetful)


def test_a_log_from_before_luck_was_drawn_anew_says_how_it_was_drawn() -> None:
    """Then a takeback did not change the luck; its events have no number of takebacks."""
    table = started("twenty48")
    slide = table.legal(0)[0]
    tile = Luck(SECRET.seed).draw(table.state.apply(slide), len(table.plies) + 1)
    old = b'{"kind":"drew","outcome":%d}' % tile
    for event in (b'{"kind":"moved","seat":0,"action":%d,"ms":1}' % slide, old, b'{"kind":"tookback","plies":2}') * 2:
        table = table.after(read_event(event))
    for event in (b'{"kind":"moved","seat":0,"action":%d,"ms":1}' % slide, old):
        table = table.after(read_event(event))
    record = replace(table.record(), seed=SECRET.seed)

    assert table.taken_back == 2
    assert misdrawn(record) == []
    drew = decisions.moved(table, 0, table.legal(0)[0], 0, "player")[-1]
    assert isinstance(drew, events.Drew)
    assert drew.takebacks == 2, "what comes now is drawn anew"


def test_the_dice_of_a_bot_are_as_secret_as_the_luck() -> None:
    table = started("puyo")
    known = [msgspec.structs.replace(table, nonce="00" * 16), msgspec.structs.replace(table, seed=1)]
    dice = {dice_of(each, seat, moment) for each in [table, *known] for seat in (0, 1) for moment in (1, 3)}

    assert len(dice) == 12, "they depend on seed and nonce, the seat and the decision"
    again = msgspec.structs.replace(table, taken_back=1)
    assert not dice & {dice_of(again, seat, moment) for seat in (0, 1) for moment in (1, 3)}


def test_a_takeback_between_two_needs_the_other() -> None:
    table = started("othello")
    for seat in (0, 1):
        table = decisions.all_after(table, decisions.moved(table, seat, table.legal(seat)[0], 0, "player"))
    asked = decisions.all_after(table, decisions.offer(table, actor(0), say.Offer("takeback"), SECRET))
    assert asked.state == table.state
    yes = decisions.all_after(asked, decisions.answer(asked, actor(1), say.Answer("takeback", True), SECRET))
    assert len(yes.plies) == 0
    no = decisions.all_after(asked, decisions.answer(asked, actor(1), say.Answer("takeback", False), SECRET))
    assert (len(no.plies), no.offers) == (2, ())


def test_a_rematch_moves_everybody_one_seat() -> None:
    table = finished("othello", {})
    table = decisions.all_after(table, decisions.offer(table, actor(0), say.Offer("rematch"), SECRET))
    assert table.status == "over"
    table = decisions.all_after(table, decisions.answer(table, actor(1), say.Answer("rematch", True), SECRET))
    assert (table.status, table.round, [seat.guest for seat in table.seats]) == ("playing", 2, ["guest1", "guest0"])


@pytest.mark.parametrize(
    ("name", "options", "returns"),
    [
        ("othello", {}, [-1.0, 1.0]),
        ("othello", {"score": "discs"}, [-64.0, 64.0]),
        ("twenty48", {}, [0.0]),
        ("puyo", {}, [-1.0, 1.0]),
    ],
)
def test_who_resigns_loses(name: str, options: Mapping[str, Any], returns: list[float]) -> None:
    table = started(name, options)
    ended = decisions.resign(table, actor(0), say.Resign())[-1]
    assert isinstance(ended, events.Ended)
    assert (ended.reason, ended.returns) == ("resign", returns)


def test_of_four_the_others_play_on() -> None:
    table = started("otrio", {"players": 4})
    table = decisions.all_after(table, decisions.resign(table, actor(0), say.Resign()))
    assert table.status == "playing"
    assert table.seats[0].played_by_bot


def test_the_total_time_is_used_up_by_moves_and_grows_by_the_increment() -> None:
    table = started("othello", {}, RoomSettings(clocks=Clocks(total=60, increment=2)))
    table = decisions.all_after(table, decisions.moved(table, 0, 19, 5_000, "player"))
    assert table.left_ms == (57_000, 60_000)


@pytest.mark.parametrize(
    ("code", "seat", "message"),
    [
        ("not_seated", None, say.Move("a", 5, action=19)),
        ("not_your_turn", 1, say.Move("a", 5, action=19)),
        ("ahead", 0, say.Move("a", 6, action=19)),
        ("stale", 0, say.Move("a", 0, action=19)),
        ("no_move", 0, say.Move("a", 5)),
    ],
)
def test_a_refused_move_has_a_code(code: str, seat: int | None, message: say.Move) -> None:
    with pytest.raises(Refusal) as refusal:
        decisions.move(started("othello"), actor(seat), message, 0)
    assert refusal.value.code == code


def test_a_table_that_was_stored_before_a_default_plays_on_by_the_old_one() -> None:
    old, new = {"max_players": 2}, {"max_players": 2, "end_mode": "in_play"}

    assert new_table("coppit", old).options.chosen() == old | {"end_mode": "board"}
    assert new_table("coppit", new).options.chosen() == new
