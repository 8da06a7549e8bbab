"""The promise of the log: stored, then adopted, then acknowledged, then followed; and what a doubt comes to."""

from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest
import pytest_asyncio

from asobiba.online.protocol.events import Event, Sat
from asobiba.online.protocol.messages import Closing
from asobiba.online.rooms.decisions import Refusal
from asobiba.online.rooms.ledger import RECENT, Ledger, Step
from asobiba.online.store.rows import Append, Conflict, RoomRow, StorageDown
from asobiba.online.store.store import Store
from tests.online.tables import new_table, seated

pytestmark = pytest.mark.asyncio

TABLE = new_table("otrio", {"players": 4})
SEATED = seated(TABLE)


class Diary:
    """A follower, and the store's witness, that writes down what happens."""

    def __init__(self) -> None:
        self.pages: list[Any] = []

    def follow(self, steps: Sequence[Step]) -> None:
        self.pages.append(("followed", [step.row.seq for step in steps]))

    def doubt(self) -> None:
        self.pages.append("doubt")

    def go_on(self) -> None:
        self.pages.append("certain")

    def evict(self, reason: str, code: int = Closing.RESTARTING) -> None:
        self.pages.append("evicted" if code == Closing.RESTARTING else ("evicted", code))


class Moody(Store):
    """Stores, and then perhaps says that it did not answer; or does neither."""

    diary: Diary
    mood = "well"

    async def append(self, entry: Append) -> None:
        if self.mood == "dead":
            raise StorageDown("no answer")
        await super().append(entry)
        self.diary.pages.append(("stored", [row.seq for row in entry.rows]))
        if self.mood == "mute":
            self.mood = "well"
            raise StorageDown("no answer")


@pytest_asyncio.fixture
async def store(tmp_path: Path) -> AsyncIterator[Moody]:
    opened = await Moody.open(f"sqlite:///{tmp_path / 'rooms.db'}")
    opened.diary = Diary()
    config = msgspec.json.encode(TABLE.setup)
    await opened.create_room(RoomRow("room", "otrio", 1, config, False, "host", "open", b"{}", 1, 1), ())
    yield opened
    await opened.close()


def ledger_of(store: Moody) -> Ledger:
    return Ledger("room", 0, TABLE, store=store, follower=store.diary)


async def commit(ledger: Ledger, events: Sequence[Event], name: str | None = None) -> None:
    def acknowledge(seq: int) -> None:
        pages.append(("acknowledged", seq, ledger.table.seq))

    pages = ledger._follower.pages  # type: ignore[attr-defined]
    async with ledger.turn():
        await ledger.commit(events, name, acknowledge)


async def test_stored_then_adopted_then_acknowledged_then_followed(store: Moody) -> None:
    ledger = ledger_of(store)
    await commit(ledger, SEATED[:3], "anna:m1")
    assert store.diary.pages == [("stored", [1, 2, 3]), ("acknowledged", 1, 3), ("followed", [1, 2, 3])]
    assert ledger.number_of("anna:m1") == 1
    assert ledger.number_of("anna:m2") is None


async def test_what_was_stored_without_an_answer_is_followed_when_it_is_found(store: Moody) -> None:
    ledger = ledger_of(store)
    store.mood = "mute"
    with pytest.raises(StorageDown):
        await commit(ledger, SEATED[:1], "anna:m1")
    assert (ledger.in_doubt, ledger.table.seq) == (True, 0)
    await commit(ledger, SEATED[1:2])
    assert store.diary.pages == [
        ("stored", [1]),
        "doubt",
        ("stored", []),
        "certain",
        ("followed", [1]),
        ("stored", [2]),
        ("acknowledged", 2, 2),
        ("followed", [2]),
    ]
    assert ledger.number_of("anna:m1") == 1
    assert not ledger.in_doubt


async def test_what_was_not_stored_did_not_happen(store: Moody) -> None:
    ledger = ledger_of(store)
    store.mood = "dead"
    for _ in range(2):
        with pytest.raises(StorageDown):
            await commit(ledger, SEATED[:1])
    assert store.diary.pages == ["doubt"]
    store.mood = "well"
    async with ledger.turn():
        assert ledger.table is TABLE
    assert store.diary.pages == ["doubt", ("stored", []), "certain"]


async def test_a_number_that_another_has_written_is_read_and_followed(store: Moody) -> None:
    one, other = ledger_of(store), ledger_of(store)
    await commit(one, SEATED[:2])
    with pytest.raises(Refusal) as refused:
        await commit(other, SEATED[2:3])
    assert refused.value.code == "conflict"
    async with other.turn():
        assert other.table == one.table


async def test_a_store_that_dies_while_a_conflict_is_looked_into_leaves_a_doubt_at_once(
    store: Moody, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = ledger_of(store), ledger_of(store)
    other._knows_all = False  # as after many messages
    await commit(one, SEATED[:1], "anna:m1")

    async def dead(*_: object) -> None:
        raise StorageDown("no answer")

    monkeypatch.setattr(store, "number_of", dead)
    with pytest.raises(StorageDown):
        await commit(other, SEATED[:1], "anna:m1")
    assert other.in_doubt
    assert store.diary.pages[-1] == "doubt"


async def test_who_no_longer_has_the_room_is_sent_away(store: Moody, monkeypatch: pytest.MonkeyPatch) -> None:
    ledger = ledger_of(store)
    store.mood = "dead"
    with pytest.raises(StorageDown):
        await commit(ledger, SEATED[:1])

    async def taken(entry: Append) -> None:
        raise Conflict("the fence is old")

    monkeypatch.setattr(store, "append", taken)
    with pytest.raises(Refusal) as refused:
        await ledger.resolve_doubt()
    assert refused.value.code == "moved"
    assert store.diary.pages == ["doubt", "evicted"]


async def test_the_log_alone_makes_the_same_table(store: Moody) -> None:
    ledger, again = ledger_of(store), ledger_of(store)
    await commit(ledger, SEATED, "anna:m1")
    await again.read()
    assert again.table == ledger.table
    assert again.since(0) == ledger.since(0)
    assert again.number_of("anna:m1") == 1


@pytest.mark.parametrize(
    ("seq", "missed"),
    [(None, None), (0, None), (RECENT + 9, 1), (RECENT + 10, 0), (10, RECENT), (9, None), (RECENT + 11, None)],
)
async def test_who_has_missed_little_gets_just_that(store: Moody, seq: int | None, missed: int | None) -> None:
    ledger = ledger_of(store)
    await commit(ledger, [Sat(0, "anna", "anna", "hash")] * (RECENT + 10))
    found = ledger.since(seq)
    assert (None if found is None else len(found)) == missed
