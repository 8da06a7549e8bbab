"""The soak finds what it looks for; and a short one, in the long suite. `ASOBIBA_SOAK_SECONDS=3600` is the whole."""

import random

import pytest
import uvloop

from asobiba.online.protocol.events import Event, Moved, Said, kind_of, write_event
from asobiba.online.store.rows import Row
from tests.amounts import amount
from tools.load.bars import GUESTS
from tools.load.soak import Regular, soak, what_is_wrong
from tools.load.swarm import Paced, Tally

SECONDS = amount("ASOBIBA_SOAK_SECONDS", 120, long=120)


def row(seq: int, event: Event, cmid: str | None = None) -> Row:
    return Row(seq, 0, getattr(event, "seat", None), cmid, kind_of(event), write_event(event))


async def nowhere(_: Regular) -> None:
    pass


def player(said: dict[str, int], acked: dict[str, int]) -> Regular:
    made = Regular(Tally(), Paced(), "room", "token", nowhere)
    made.luck = random.Random(1)
    made.said, made.acked = said, acked
    return made


GOOD = [row(1, Moved(0, 19, 5), "a:1"), row(2, Said(1, "b", "hi", "b"), "b:c"), row(3, Moved(1, 18, 5), "b:1")]


@pytest.mark.parametrize(
    ("rows", "second", "wrong"),
    [
        (GOOD, player({"1": 18}, {"1": 3}), {}),
        (GOOD, player({"1": 18}, {}), {}),  # stored, and the acknowledgement is still on its way
        (GOOD, player({"1": 18, "2": 20}, {"1": 3}), {}),  # sent, and never stored nor acknowledged
        (GOOD, player({"1": 18, "2": 20}, {"1": 3, "2": 5}), {"acknowledged moves lost": 1}),
        (GOOD, player({"1": 17}, {"1": 3}), {"acknowledged moves lost": 1}),
        ([*GOOD, row(4, Moved(1, 18, 5), "b:1")], player({"1": 18}, {"1": 3}), {"moves doubled": 1}),
        (GOOD, player({}, {}), {"moves that nobody made": 1}),
        ([GOOD[0], GOOD[2]], player({"1": 18}, {"1": 3}), {"numbers missing in a log": 1}),
        # The rules were quicker with a pass: it has no name, and is acknowledged to who asked for it.
        ([*GOOD, row(4, Moved(1, 64, 0, "rules"))], player({"1": 18, "2": 64}, {"1": 3, "2": 4}), {}),
    ],
)
def test_a_log_is_compared_with_what_its_players_were_told(
    rows: list[Row], second: Regular, wrong: dict[str, int]
) -> None:
    assert what_is_wrong(rows, [player({"1": 19}, {"1": 1}), second]) == wrong


@pytest.mark.slow
@pytest.mark.timeout(SECONDS + 300)
def test_nothing_is_lost_while_everything_breaks() -> None:
    figures = {figure.what.partition(" (")[0]: figure for figure in uvloop.run(soak(SECONDS, GUESTS))}
    assert figures["games compared with their logs"].ours
    assert figures["kills"].ours
    for what in ("moves lost, doubled or made up", "errors", "errors in the servers' logs", "growth of the memory"):
        assert figures[what].met in (True, None), figures[what]
