"""What must stay hidden does: change it, and no byte that leaves for others changes."""

from collections.abc import Mapping
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from asobiba.core.game import CHANCE, nothing_hidden
from asobiba.core.luck import Luck
from asobiba.core.registry import find_game
from asobiba.games.puyo.pairs import pair, queue
from asobiba.online.protocol import events
from asobiba.online.protocol.events import Event, Started
from asobiba.online.protocol.views import StateView
from asobiba.online.rooms.showing import history, shown, state_for
from asobiba.online.rooms.table import RoomTable
from tests.online.tables import GAMES, at_random, new_table, played, seated, started


def frames(before: RoomTable, event: Event, after: RoomTable, seat: int | None) -> tuple[bytes, bytes, bytes]:
    """Everything that a receiver is sent about an event, and would be sent if he came back."""
    return (
        bytes(shown(before, event, after).to(seat)),
        bytes(state_for(after, seat)),
        msgspec.json.encode(history(after)),
    )


def roles(table: RoomTable) -> list[int | None]:
    return [None, *range(len(table.seats))]


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_the_seed_of_luck_is_known_to_nobody(name: str, options: Mapping[str, Any]) -> None:
    """The same game under another seed: only the end reveals it."""
    table = started(name, options)
    other = replace(table, seed=99, nonce="00" * 16)
    for before, event, after in played(table, at_random(3), 40):
        if isinstance(event, events.Ended):
            break
        twin = other.after(event)
        for seat in roles(table):
            assert frames(before, event, after, seat) == frames(other, event, twin, seat)
        other = twin


def test_the_start_tells_the_promise_and_not_the_seed() -> None:
    table = new_table("coppit")
    for event in seated(table):
        table = table.after(event)
    one, other = (Started(1, "promise", seed, nonce) for seed, nonce in ((1, "aa"), (2, "bb")))
    for seat in roles(table):
        assert frames(table, one, table.after(one), seat) == frames(table, other, table.after(other), seat)


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_guests_and_tokens_are_known_to_nobody(name: str, options: Mapping[str, Any]) -> None:
    table = new_table(name, options)
    last = len(table.seats) - 1
    for one, other in (
        (events.Sat(0, "Anna", "guest1", "hash1"), events.Sat(0, "Anna", "guest2", "hash2")),
        (events.Rekeyed(0, "hash1"), events.Rekeyed(0, "hash2")),
        (events.Reseated(0, last, "hash1"), events.Reseated(0, last, "hash2")),
        (events.Said(None, "Anna", "hello", "guest1"), events.Said(None, "Anna", "hello", "guest2")),
    ):
        for seat in roles(table):
            assert frames(table, one, table.after(one), seat) == frames(table, other, table.after(other), seat)


def test_a_commit_is_known_to_its_seat_alone() -> None:
    table = started("puyo")
    one, other = events.Moved(0, 3, 100), events.Moved(0, 14, 100)
    for seat in (None, 1):
        assert frames(table, one, table.after(one), seat) == frames(table, other, table.after(other), seat)
    assert frames(table, one, table.after(one), 0) != frames(table, other, table.after(other), 0)


def test_the_last_commit_reveals_both() -> None:
    table = started("puyo")
    table = table.after(events.Moved(1, 14, 100))
    event = events.Moved(0, 3, 100)
    told = msgspec.json.decode(bytes(shown(table, event, table.after(event)).to(None)))
    assert [(seat, action) for seat, action, _ in told["revealed"]] == [(0, 3), (1, 14)]


def test_the_pairs_to_come_are_known_to_nobody() -> None:
    """Two queues that begin alike and go on differently: nothing tells them apart until the pair is in sight."""
    start = new_table("puyo")
    for event in (*seated(start), Started(1, "promise", 1, "aa")):
        start = start.after(event)
    assert start.state.to_play == CHANCE
    seen: dict[tuple[str, ...], int] = {}
    for seed in range(65536):
        begin = tuple(pair(queue(seed, 4), turn) for turn in range(4))
        twin = seen.setdefault(begin, seed)
        if queue(twin, 4) != queue(seed, 4):
            break
    one, other = start.after(events.Drew(twin)), start.after(events.Drew(seed))
    for seat in roles(start):
        assert frames(start, events.Drew(twin), one, seat) == frames(start, events.Drew(seed), other, seat)
    for event in (events.Moved(0, 0, 1), events.Moved(1, 5, 1)):
        after, twin_after = one.after(event), other.after(event)
        for seat in roles(start):
            assert frames(one, event, after, seat) == frames(other, event, twin_after, seat)
        one, other = after, twin_after
    assert one.state.queue != other.state.queue


def test_the_next_die_is_not_told_before_it_is_rolled() -> None:
    table = started("coppit")
    outcomes = {Luck(seed).draw(table.game.start(table.options), 9) for seed in range(20)}
    assert len(outcomes) > 1  # so the seeds of this file do roll differently


def test_events_of_coppit_tell_the_die_and_what_happened() -> None:
    table = started("coppit")
    told = [
        msgspec.json.decode(bytes(shown(before, event, after).to(None)))
        for before, event, after in played(table, at_random(5), 3)
    ]
    rolls = [event for event in told if event["kind"] == "drew"]
    assert all(event["happened"][0]["event"] == "roll" for event in rolls)
    assert {event["happened"][0]["event"] for event in told if event["kind"] == "moved"} <= {"deploy", "move", "pass"}


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_what_is_sent_is_a_state_view(name: str, options: Mapping[str, Any]) -> None:
    table = started(name, options)
    for _, _, after in played(table, at_random(4), 10):
        for seat in roles(table):
            told = msgspec.json.decode(bytes(state_for(after, seat)))
            assert list(told) == list(StateView.__struct_fields__)
            assert msgspec.json.decode(msgspec.json.encode(msgspec.convert(told, StateView))) == told


HIDE_NOTHING = [(name, options) for name, options in GAMES if find_game(name).conceal is nothing_hidden]


@pytest.mark.parametrize(("name", "options"), HIDE_NOTHING)
def test_a_game_that_hides_nothing_shows_everybody_the_same(name: str, options: Mapping[str, Any]) -> None:
    table = started(name, options)
    for _, _, after in played(table, at_random(6), 30):
        assert all(after.state.view(seat) == after.state.view(None) for seat in range(len(table.seats)))


@pytest.mark.parametrize(("name", "options", "count"), [("coppit", {}, 4), ("otrio", {}, 4), ("othello", {}, 0)])
def test_how_three_and_more_stand_is_told_while_they_play(name: str, options: Mapping[str, Any], count: int) -> None:
    told = msgspec.json.decode(state_for(started(name, options), None), type=StateView)
    assert told.places == [1] * count
    assert msgspec.json.decode(state_for(new_table(name), None), type=StateView).places == []
