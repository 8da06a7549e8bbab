"""Strangers: sockets that say what a client could say, with some of its parts changed, and noise.

A stranger says a handful of frames and a ping; the pong means that the server has taken them and wants more. Nothing
that a stranger says may harm anybody, and whatever it hears is what the protocol knows.
"""

import asyncio
import json
import random
from collections import Counter
from dataclasses import dataclass, field
from typing import Any, Final

import msgspec
from picows import WSFrame, WSMsgType, WSTransport

from asobiba.online.protocol import messages as say
from tools.load.schema_samples import HOSTILE, NUMBERS, PLAIN, Json, Samples
from tools.load.swarm import Caller, Tally

BURST: Final = 8
"""Frames between two pings."""
LONGEST_FRAME: Final = 9000
"""A little more than the server takes."""
ODD_VALUES: Final[tuple[Any, ...]] = (
    *NUMBERS, *PLAIN, *HOSTILE, None, True, False, [], {}, [0], [[]], {"t": "move"}, [255] * 60, [256], ["left"],
)  # fmt: skip

_reply: msgspec.json.Decoder[say.Reply] = msgspec.json.Decoder(say.Reply)
_state = msgspec.json.Decoder(dict[str, Any])


@dataclass
class Found:
    """What came of it."""

    frames: int
    """So many are enough."""
    sent: int = 0
    closed: Counter[int] = field(default_factory=Counter)
    heard: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    """Codes of rejects."""
    asked: int = 0
    statuses: Counter[int] = field(default_factory=Counter)
    wrong: Counter[str] = field(default_factory=Counter)
    """What must not be: answers of 5xx, replies that no schema knows, connections that are answered no more."""


@dataclass
class Known:
    """What a client has heard last; valid messages are made from it."""

    seq: int = 0
    moves: list[list[Any]] = field(default_factory=list)


class Fuzzer:
    """The same luck says the same."""

    def __init__(self, luck: random.Random, samples: Samples | None = None, said: Json | None = None) -> None:
        self.luck, self.samples, self.said = luck, samples, said
        self.number = 0

    def message(self, known: Known) -> dict[str, Any]:
        """One that could be meant well; moves most of the time, and rarely what ends a game."""
        luck, kind = self.luck, self.luck.random()
        self.number += 1
        if kind < 0.35:
            return self._move(known)
        if kind < 0.97:
            return luck.choice(
                [
                    {"t": "sync", "last_seq": max(0, known.seq - luck.randrange(0, 300))},
                    {"t": "chat", "id": f"c{self.number}", "text": luck.choice(["hi", "ねえ", "x" * 150])},
                    {"t": "ping", "at": luck.random()},
                    {"t": "ready", "yes": luck.random() < 0.9},
                    {"t": "bot", "seat": luck.randrange(5), "spec": luck.choice(["random", None])},
                    {"t": "sit", "seat": luck.choice([None, 0, 1, 2, 3])},
                    {"t": "fill"},
                    {"t": "offer", "kind": luck.choice(["draw", "takeback", "rematch"])},
                    {"t": "answer", "kind": luck.choice(["draw", "takeback", "rematch"]), "yes": luck.random() < 0.7},
                    {"t": "inputs", "tick": luck.randrange(400), "held": luck.choices(range(32), k=6)},
                ]
            )
        return luck.choice([{"t": "resign"}, {"t": "leave"}])

    def _move(self, known: Known) -> dict[str, Any]:
        luck, move = self.luck, {"t": "move", "id": f"m{self.number}", "base": known.seq}
        if known.moves and luck.random() < 0.8:
            action, text = luck.choice(known.moves)
            return move | ({"action": action} if luck.random() < 0.7 else {"text": text})
        if luck.random() < 0.5:
            return move | {"action": luck.randrange(300)}
        return move | {"text": luck.choice(PLAIN) + luck.choice(PLAIN)}

    def frame(self, message: dict[str, Any]) -> bytes:
        """The message as it is, more often than not, or else the connection would soon be over; or something near."""
        change = self.luck.random()
        if change < 0.92:
            return json.dumps(message).encode()
        if change < 0.965:
            return self._with_another_value(message)
        if change < 0.98 and self.samples is not None and self.said is not None:
            return json.dumps(self.samples.of(self.said)).encode()[:LONGEST_FRAME]
        if change < 0.99:
            return self._with_other_fields(message)
        return self._with_other_bytes(json.dumps(message).encode())

    def _with_another_value(self, message: dict[str, Any]) -> bytes:
        """Often one of the same type, which is a message still."""
        name = self.luck.choice([name for name in message if name != "t"] or ["t"])
        alike = [odd for odd in ODD_VALUES if type(odd) is type(message[name])]
        choices = alike if alike and self.luck.random() < 0.95 else ODD_VALUES
        return json.dumps({**message, name: self.luck.choice(choices)}).encode()

    def _with_other_fields(self, message: dict[str, Any]) -> bytes:
        changed = dict(message)
        if self.luck.random() < 0.5 and len(changed) > 1:
            del changed[self.luck.choice(list(changed))]
        else:
            changed[self.luck.choice(["seat", "token", "admin", "t", "id", ""])] = self.luck.choice(ODD_VALUES)
        return json.dumps(changed).encode()

    def _with_other_bytes(self, frame: bytes) -> bytes:
        luck, at = self.luck, self.luck.randrange(len(frame))
        return luck.choice(
            [
                frame[:at],
                frame[at:],
                frame[:at] + luck.randbytes(luck.randrange(1, 9)) + frame[at:],
                frame.replace(b":", b":[" * luck.randrange(1, 600), 1),
                frame + frame,
                luck.randbytes(luck.randrange(64)),
                frame[: at + 1] * luck.randrange(1, 40),
            ]
        )[:LONGEST_FRAME]


class Stranger(Caller):
    """One socket, until the server has had enough or there were enough frames on it: then `gone` is set."""

    def __init__(self, tally: Tally, fuzzer: Fuzzer, found: Found, hello: dict[str, Any], bursts: int) -> None:
        luck = fuzzer.luck
        first = [json.dumps(hello).encode() if luck.random() < 0.95 else fuzzer.frame(hello)]
        if "token" not in hello and luck.random() < 0.7:
            first += [b'{"t":"sit"}', b'{"t":"ready"}']
        if luck.random() < 0.02:
            first.insert(0, fuzzer.frame(fuzzer.message(Known())))  # in the wrong order
        super().__init__(tally, [*first, b'{"t":"ping"}'])
        self.gone = asyncio.Event()
        self._fuzzer, self._found, self._bursts = fuzzer, found, bursts
        self._known = Known()
        self._code = 1006

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type == WSMsgType.TEXT:
            try:
                self.hear(frame.get_payload_as_bytes())
            except (msgspec.MsgspecError, UnicodeError) as error:
                self._found.wrong[f"a reply that the protocol does not know: {error}"] += 1
        elif frame.msg_type == WSMsgType.CLOSE:
            self._code = int.from_bytes(frame.get_payload_as_bytes()[:2])
            transport.disconnect()

    def on_ws_disconnected(self, transport: WSTransport) -> None:
        self.tally.callers.discard(self)
        self._found.closed[self._code] += 1
        self.gone.set()

    def hear(self, message: bytes) -> None:
        told = _reply.decode(message)
        self._found.heard[type(told).__name__.lower()] += 1
        if isinstance(told, say.Pong):
            self._go_on()
        elif isinstance(told, say.Snapshot | say.Events):
            self._known.seq = told.seq if isinstance(told, say.Snapshot) else told.seq + len(told.list) - 1
            self._known.moves = _state.decode(told.state)["moves"]
        elif isinstance(told, say.Reject):
            self._found.refused[told.code] += 1

    def _go_on(self) -> None:
        assert self.transport is not None
        if not self._bursts or self._found.sent >= self._found.frames:
            self._code = 1000
            self.transport.underlying_transport.abort()
            return
        self._bursts -= 1
        for _ in range(BURST):
            if not self.transport.is_disconnected:
                self._say_something(self.transport)
                self._found.sent += 1
        self.say(b'{"t":"ping"}')

    def _say_something(self, transport: WSTransport) -> None:
        luck, frame = self._fuzzer.luck, self._fuzzer.frame(self._fuzzer.message(self._known))
        kind = (
            WSMsgType.TEXT if luck.random() < 0.99 else luck.choice((WSMsgType.BINARY, WSMsgType.PING, WSMsgType.PONG))
        )
        if kind in (WSMsgType.PING, WSMsgType.PONG):
            frame = frame[:125]
        if luck.random() < 0.0005:
            transport.underlying_transport.write(luck.randbytes(32))  # no frame at all
        transport.send(kind, frame, fin=luck.random() < 0.999)
