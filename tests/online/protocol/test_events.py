"""The words of the log: a room of last year must be read for ever."""

from typing import get_args

import pytest

from asobiba.online.protocol.events import Event, Held, kind_of, read_event, write_event

KINDS = (
    "sat rekeyed reseated installed left closed readied started moved drew played offered answered tookback resigned"
    " flagged deputised returned ended said"
)


def test_the_kinds_on_disk() -> None:
    assert " ".join(event.__struct_config__.tag for event in get_args(Event)) == KINDS


@pytest.mark.parametrize(
    ("stored", "event"),
    [(b'{"kind":"played","tick":60,"held":[[3,0,1]],"digest":"ab"}', Held(60, [(3, 0, 1)], "ab"))],
)
def test_what_was_stored_is_read(stored: bytes, event: Event) -> None:
    assert read_event(stored) == event
    assert write_event(event) == stored
    assert b'"kind":"%s"' % kind_of(event).encode() in stored
