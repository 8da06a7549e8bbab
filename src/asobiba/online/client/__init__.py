"""A client for programs: rooms over HTTP, games over a WebSocket that comes back by itself.

    async with Client("http://127.0.0.1:8000", name="my bot") as client:
        ticket = await client.create_room("othello", seat=0, ready=True, bots={1: "greedy"})
        async with client.join(ticket) as room:
            async for turn in room.turns():
                await room.move(turn.moves[0].action)
            print(room.state.result)

A move that was sent is played once, whatever happens to the connection: it keeps its id and is sent again until the
server says that it is stored. Events are taken in the order of their numbers; one that is missing is asked for.
"""

import asyncio
import contextlib
import http.client
import itertools
import logging
import random
import secrets
import time
import urllib.error
import urllib.request
from collections import deque
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, Self, TypeVar
from urllib.parse import quote, urlsplit

import msgspec
from msgspec import Raw, Struct
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, WebSocketException
from websockets.typing import Subprotocol

import asobiba.games  # noqa: F401  importing it registers the games
from asobiba.agents.spec import make_agent
from asobiba.core.contract import CHANCE, Agent, AnyGame
from asobiba.core.errors import AsobibaError, ConfigError
from asobiba.core.records import Record, read_records
from asobiba.core.registry import game as find_game
from asobiba.online.protocol import messages as say
from asobiba.online.protocol.messages import Clock, Closing, Presence, Proposal, RoomInfo, You
from asobiba.online.protocol.pace import Bucket
from asobiba.online.protocol.views import ResultView, StateView

T = TypeVar("T")

ANSWER_SECONDS: Final = 20.0
LARGEST_ANSWER: Final = 1 << 26
LARGEST_FRAME: Final = 1 << 24
FIRST_PAUSE, LONGEST_PAUSE = 0.5, 8.0
"""Seconds before coming back, at most: doubled after every failure, then drawn from zero up."""
REMEMBERED: Final = 1024
"""Events that a slow reader of `events` may be behind."""
REFUSED: Final = {
    int(closing): closing.name.lower() for closing in Closing if closing not in (Closing.RESTARTING, Closing.TOO_SLOW)
}
"""The ways to close a connection after which nobody comes back."""
TRY_AGAIN: Final = frozenset({"storage", "cluster", "conflict", "moved", "restarting"})
"""Refusals that pass: the same message is sent again a little later."""
DECIDED: Final = frozenset({"stale", "not_your_turn", "not_playing"})
"""What a move hears when somebody else has decided meanwhile."""
POSITION_KINDS: Final = frozenset({"started", "moved", "drew", "tookback"})

# websockets writes headers and frames, and with them tokens, into a log of level DEBUG: this one never has that level.
_wire_log = logging.getLogger("asobiba.online.client.wire")
_wire_log.setLevel(logging.INFO)

_replies = msgspec.json.Decoder(say.Reply)
_states = msgspec.json.Decoder(StateView)


class Rejected(AsobibaError):
    """The server refuses; nothing has changed. `reason` is its code: "illegal_move", "full", "another_tab", ..."""

    code = "rejected"

    def __init__(self, reason: str, sentence: str, params: Mapping[str, object] | None = None) -> None:
        super().__init__(f"{reason}: {sentence}")
        self.reason, self.params = reason, dict(params or {})


class Unreachable(AsobibaError):
    """There is no server at the address, none that speaks this protocol, or none for longer than `patience`."""

    code = "unreachable"


class Ticket(Struct, frozen=True):
    """A room, and with a token the seat in it."""

    room: str
    seat: int | None = None
    token: str | None = None

    def __repr__(self) -> str:
        return f"Ticket(room={self.room!r}, seat={self.seat})"


class _GuestCard(Struct, frozen=True):
    name: str
    token: str


class _Trouble(Struct, frozen=True):
    code: str
    message: str
    params: dict[str, Any] = {}


class Choice(NamedTuple):
    action: int
    text: str


class Ply(NamedTuple):
    """Luck has the seat -1; luck that is kept from the players has the action -1 too."""

    seat: int
    action: int
    text: str


class Turn(NamedTuple):
    """A decision of this seat."""

    seq: int
    moves: list[Choice]
    state: StateView


@dataclass(frozen=True, slots=True)
class Happening:
    """An event of the room's log: seq, kind, and the fields that this client may know."""

    seq: int
    kind: str
    fields: Mapping[str, Any]


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """A redirect would carry the guest's token to another server."""

    def redirect_request(self, *_: object) -> None:
        return None


class _Connect(connect):
    def process_redirect(self, exc: Exception) -> Exception | str:
        return exc


class Client:
    """A guest of a server. `token` of an earlier Client makes it the same guest."""

    def __init__(
        self,
        url: str,
        name: str | None = None,
        *,
        token: str | None = None,
        patience: float = 300.0,
        silence: float = 10.0,
        messages_per_20s: int = 100,
    ) -> None:
        """`patience`: seconds without a connection until a room is given up. `silence`: seconds without a word until
        the client asks whether the server is still there; after twice as many it connects anew. `messages_per_20s`:
        the server's setting of that name; who sends more is thrown out, so the client waits instead."""
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname or parts.username is not None:
            raise ConfigError(f"url {url!r}: write http://host:port or https://host", url=url)
        self.url, self.name = url.rstrip("/"), name
        self.patience, self.silence, self.messages_per_20s = patience, silence, messages_per_20s
        self.token = token
        self._opener = urllib.request.build_opener(_NoRedirect)

    def __repr__(self) -> str:
        return f"Client({self.url!r}, name={self.name!r})"

    async def __aenter__(self) -> Self:
        if self.token is None or self.name is not None:
            wish = {} if self.name is None else {"name": self.name}
            guest = await self._read(_GuestCard, "POST", "/api/guests", wish)
            self.name, self.token = guest.name, guest.token
        return self

    async def __aexit__(self, *_: object) -> None:
        return None

    async def games(self) -> list[dict[str, Any]]:
        return await self._read(list[dict[str, Any]], "GET", "/api/games")

    async def rooms(self, limit: int = 50) -> list[dict[str, Any]]:
        """The lobby."""
        return await self._read(list[dict[str, Any]], "GET", f"/api/rooms?limit={limit}")

    async def create_room(
        self,
        game: str,
        *,
        options: Mapping[str, Any] | None = None,
        seat: int | None = None,
        ready: bool = False,
        bots: Mapping[int, str] | None = None,
        **settings: Any,
    ) -> Ticket:
        """`settings` are those of POST /api/rooms: private, timed, clocks, bot_fill_seconds, bot, takebacks, chat."""
        wish = {"game": game, "options": dict(options or {}), "seat": seat, "ready": ready, **settings}
        return await self._read(Ticket, "POST", "/api/rooms", {**wish, "bots": dict(bots or {})})

    async def sit(self, room: str, seat: int | None = None) -> Ticket:
        """A free seat, or a new token for the seat that this guest has; its connection, if there is one, is closed."""
        return await self._read(Ticket, "POST", f"/api/rooms/{quote(room, safe='')}/seats", {"seat": seat})

    async def record(self, room: str, round: int = 1) -> Record:  # noqa: A002  the protocol's word
        """A finished game, checked move by move against the rules."""
        lines = await self._ask("GET", _of_game(room, round, "record"))
        for record in read_records(lines.decode(errors="replace").splitlines()):
            return record
        raise Unreachable(f"{self.url} answers with an empty record")

    async def replay(self, room: str, round: int = 1) -> dict[str, Any]:  # noqa: A002
        """A finished game with its commitment, nonce and seed, and every position as a spectator saw it."""
        return await self._read(dict[str, Any], "GET", _of_game(room, round, "replay"))

    def join(self, room: str | Ticket, token: str | None = None) -> "Joined":
        """With a token on its seat, without one watching: `async with client.join(ticket) as room`."""
        return Joined(self, room, token) if isinstance(room, str) else Joined(self, room.room, token or room.token)

    async def _read(self, kind: type[T], method: str, path: str, body: object = None) -> T:
        answer = await self._ask(method, path, body)
        try:
            return msgspec.json.decode(answer, type=kind)
        except (msgspec.DecodeError, UnicodeError, RecursionError):
            raise Unreachable(f"{self.url}{path} answers in no language of ours") from None

    async def _ask(self, method: str, path: str, body: object = None) -> bytes:
        return await asyncio.to_thread(self._fetch, method, path, body)

    def _fetch(self, method: str, path: str, body: object) -> bytes:
        data = None if body is None else msgspec.json.encode(body)
        request = urllib.request.Request(self.url + path, data, self._headers(), method=method)
        try:
            with self._opener.open(request, timeout=ANSWER_SECONDS) as answer:
                return bytes(answer.read(LARGEST_ANSWER))
        except urllib.error.HTTPError as error:
            with error:
                raise _refusal(error.code, error.read(LARGEST_ANSWER)) from None
        except (OSError, http.client.HTTPException) as error:
            raise Unreachable(f"{self.url} does not answer: {getattr(error, 'reason', error)}") from None

    def _headers(self) -> dict[str, str]:
        bearer = {} if self.token is None else {"Authorization": f"Bearer {self.token}"}
        return {"Content-Type": "application/json", **bearer}

    def _connection(self) -> _Connect:
        return _Connect(
            f"ws{self.url.removeprefix('http')}/ws",
            subprotocols=[Subprotocol(say.PROTOCOL)],
            additional_headers={"Authorization": f"Bearer {self.token}"},
            compression=None,
            open_timeout=ANSWER_SECONDS,
            ping_interval=None,  # `silence` is noticed one level higher
            close_timeout=1,
            max_size=LARGEST_FRAME,
            logger=_wire_log,
        )


def _of_game(room: str, number: int, what: str) -> str:
    return f"/api/rooms/{quote(room, safe='')}/games/{number}/{what}"


def _refusal(status: int, body: bytes) -> AsobibaError:
    try:
        told = msgspec.json.decode(body, type=_Trouble)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return Unreachable(f"the server answers with status {status} and no reason")
    return Rejected(told.code, told.message, told.params)


@dataclass(slots=True, eq=False)
class _Unanswered:
    """A message that is sent again on every new connection, until it is acknowledged or refused."""

    message: say.Message
    answer: asyncio.Future[int]
    connection: int
    """The one on which it was decided to send this."""
    question: int | None = None
    """For a message that is not acknowledged: the first number in the answer to the `sync` sent after it."""
    refusal: Rejected | None = None
    """What came before that answer."""


class Joined:
    """A room, as one client knows it. Every attribute is what the server said last."""

    you: You
    info: RoomInfo
    state: StateView

    def __init__(self, client: Client, room: str, token: str | None) -> None:
        self.client, self.id = client, room
        self.seq = -1
        """The number of the last event that `state` shows; -1 before there is any state."""
        self.history: list[Ply] = []
        self.presence: Presence | None = None
        self.clock: Clock | None = None
        self.tick: say.Tick | None = None
        """The last word of the server in a timed game."""
        self.connections = 0
        """How often the server has welcomed this client."""
        self._token = token
        self._log: deque[Happening] = deque(maxlen=REMEMBERED)
        self._decided_at = -1
        self._turn: tuple[Turn, int] | None = None
        self._line: ClientConnection | None = None
        self._welcomed = self._greeted = False
        """This connection was welcomed; and it has heard how things stand."""
        self._unanswered: dict[str, _Unanswered] = {}
        self._commanding = asyncio.Lock()
        self._command: _Unanswered | None = None
        self._word, self._numbers = secrets.token_hex(6), itertools.count()
        self._pace = Bucket(client.messages_per_20s / 20, 0.8 * client.messages_per_20s)
        self._asked_at = 0.0
        self._news = asyncio.Event()
        self._failure: AsobibaError | None = None
        self._task: asyncio.Task[None] | None = None

    def __repr__(self) -> str:
        return f"Joined({self.id!r}, seq={self.seq})"

    async def __aenter__(self) -> Self:
        self._task = asyncio.create_task(self._stay(), name=f"client of room {self.id}")
        try:
            while self.seq < 0:
                await self._change()
        except BaseException:
            await self._part()
            raise
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._part()

    async def _part(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])

    # What a program does ---------------------------------------------------------------------------------------------

    @property
    def seat(self) -> int | None:
        return self.you.seat

    async def turns(self) -> AsyncIterator[Turn]:
        """Every decision of this seat, once, until the game is over. A game that has not begun is waited for."""
        last = -1
        while self.state.status != "over":
            if self._decided_at > last and self._is_mine():
                last = self._decided_at
                turn = Turn(self.seq, [Choice(*move) for move in self.state.moves], self.state)
                self._turn = (turn, self.connections)
                yield turn
            else:
                await self._change()
        self._turn = None

    def _is_mine(self) -> bool:
        mine = [seat for number, seat in enumerate(self.state.seats) if number == self.seat]
        return bool(self.state.moves) and any(not seat.gone for seat in mine)

    def events(self) -> AsyncIterator[Happening]:
        """The events after this call, in order. Numbers are missing only after more than the server remembers."""
        return self._events_after(self.seq)

    async def _events_after(self, seq: int) -> AsyncIterator[Happening]:
        while True:
            fresh = [happening for happening in self._log if happening.seq > seq]
            if not fresh:
                await self._change()
            for happening in fresh:
                seq = happening.seq
                yield happening

    async def until(self, test: Callable[[StateView], bool]) -> StateView:
        """The first state that passes."""
        while not test(self.state):
            await self._change()
        return self.state

    async def move(self, action: int | str) -> int | None:
        """Play it, by number or in notation: returns the number of its event once it is stored and `state` shows it.

        None: the connection was lost since the turn began, and the decision was taken by somebody else meanwhile, such
        as the bot that plays for those who are away. Look at the state again.
        """
        turn, connection = (None, self.connections) if self._turn is None else self._turn
        base = self.seq if turn is None else turn.seq
        chosen: dict[str, Any] = {"text": action} if isinstance(action, str) else {"action": int(action)}
        try:
            seq = await self._deliver(say.Move(self._new_id(), base, **chosen))
        except Rejected as refusal:
            if refusal.reason not in DECIDED:
                raise
            self._turn = None
            if self.connections == connection:
                raise
            return None
        self._turn = None
        return seq

    async def chat(self, text: str) -> int:
        return await self._deliver(say.Chat(self._new_id(), text))

    async def sit(self, seat: int | None = None) -> Ticket:
        """From watching to playing."""
        await self._do(say.Sit(seat))
        return Ticket(self.id, self.seat, self._token)

    async def leave(self) -> None:
        await self._do(say.Leave())

    async def ready(self, yes: bool = True) -> None:
        await self._do(say.Ready(yes))

    async def fill(self) -> None:
        """Bots take the free seats now."""
        await self._do(say.Fill())

    async def bot(self, seat: int, spec: str | None) -> None:
        await self._do(say.Bot(seat, spec))

    async def offer(self, kind: Proposal) -> None:
        await self._do(say.Offer(kind))

    async def answer(self, kind: Proposal, yes: bool) -> None:
        await self._do(say.Answer(kind, yes))

    async def resign(self) -> None:
        await self._do(say.Resign())

    async def inputs(self, tick: int, held: Sequence[int]) -> None:
        """What is held in a timed game. It is neither answered nor sent again: `tick` says what was taken."""
        if self._line is not None:
            await self._send(self._line, say.Inputs(tick, list(held)))

    def _new_id(self) -> str:
        """No other client of this guest, before or after, uses the same."""
        return f"{self._word}.{next(self._numbers)}"

    # Messages until they are answered --------------------------------------------------------------------------------

    async def _deliver(self, message: say.Move | say.Chat) -> int:
        """Until it is acknowledged and its event has come."""
        seq = await self._try(message)
        while self.seq < seq:
            await self._change()
        return seq

    async def _try(self, message: say.Move | say.Chat) -> int:
        end = time.monotonic() + self.client.patience
        for failures in itertools.count():
            waiting = self._unanswered[message.id] = self._expect(message)
            try:
                await self._post(waiting)
                return await waiting.answer
            except Rejected as refusal:
                if refusal.reason not in TRY_AGAIN or time.monotonic() > end:
                    raise
            finally:
                self._unanswered.pop(message.id, None)
            await asyncio.sleep(_pause(failures))
        raise AssertionError

    async def _do(self, message: say.Message) -> None:
        """For messages that are not acknowledged: a `sync` goes behind them, and its answer says that they were heard.

        One at a time, so that a refusal without an id belongs to the one that waits.
        """
        async with self._commanding:
            self._command = waiting = self._expect(message)
            try:
                await self._post(waiting)
                await waiting.answer
            except Rejected:
                # On a second connection this may only say that the first time was enough; the state tells.
                if waiting.connection == self.connections:
                    raise
            finally:
                self._command = None

    def _expect(self, message: say.Message) -> _Unanswered:
        if self._failure is not None:
            raise self._failure
        return _Unanswered(message, asyncio.get_running_loop().create_future(), self.connections)

    async def _post(self, waiting: _Unanswered) -> None:
        """Now if there is a connection; otherwise the next one begins with it."""
        while not self._pace.take():
            await asyncio.sleep(self._pace.wait())
        if self._line is not None and self._greeted and not waiting.answer.done():
            await self._utter(self._line, waiting)

    async def _utter(self, line: ClientConnection, waiting: _Unanswered) -> None:
        await self._send(line, waiting.message)
        if waiting is self._command:
            last = max(0, self.seq - 1)
            waiting.question, waiting.refusal = last + 1, None
            await self._send(line, say.Sync(last))

    async def _send(self, line: ClientConnection, message: say.Message | say.Hello) -> None:
        with contextlib.suppress(ConnectionClosed):  # the reader notices, and everything is sent again
            await line.send(say.write(message), text=True)

    async def _change(self) -> None:
        """Until the server has said something."""
        if self._failure is not None:
            raise self._failure
        await self._news.wait()

    def _wake(self) -> None:
        self._news.set()
        self._news = asyncio.Event()

    def _fail(self, error: AsobibaError) -> None:
        self._failure = self._failure or error
        for waiting in self._waiting():
            if not waiting.answer.done():
                waiting.answer.set_exception(self._failure)
        self._wake()

    def _waiting(self) -> list[_Unanswered]:
        return [*self._unanswered.values(), *([] if self._command is None else [self._command])]

    # The connection --------------------------------------------------------------------------------------------------

    async def _stay(self) -> None:
        try:
            await self._come_back_again_and_again()
        except AsobibaError as error:
            self._fail(error)
        finally:
            self._fail(Unreachable("this client has left the room"))

    async def _come_back_again_and_again(self) -> None:
        failures, lost_at = 0, time.monotonic()
        while True:
            before = self.connections
            trouble = await self._converse()
            if self.connections > before:
                failures, lost_at = 0, time.monotonic()
            elif time.monotonic() - lost_at > self.client.patience:
                raise Unreachable(f"{self.client.url} has not answered for {self.client.patience:g} s: {trouble}")
            await asyncio.sleep(_pause(failures))
            failures += 1

    async def _converse(self) -> str:
        """One connection, until it is lost; says how."""
        try:
            async with self.client._connection() as line:
                last = self.seq if self.seq >= 0 else None
                await self._send(line, say.Hello(self.id, self._token, last))
                self._line, self._welcomed, self._greeted = line, False, False
                return await self._listen(line)
        except ConnectionClosed as closed:
            code, reason = (closed.rcvd.code, closed.rcvd.reason) if closed.rcvd else (1006, "")
            if code in REFUSED:
                raise Rejected(REFUSED[code], reason or "the server closed the connection") from None
            return f"closed with {code}"
        except (OSError, InvalidHandshake, WebSocketException) as error:
            return str(error) or type(error).__name__
        finally:
            self._line = None

    async def _listen(self, line: ClientConnection) -> str:
        quiet = 0
        while True:
            try:
                async with asyncio.timeout(self.client.silence):
                    frame = await line.recv()
            except TimeoutError:
                if quiet:
                    return "no sign of life"
                quiet += 1
                await self._probe(line)
            else:
                quiet = 0
                await self._hear(line, frame)
                self._wake()

    async def _probe(self, line: ClientConnection) -> None:
        """Is anybody there, and has anything got lost? The answer to `sync` tells both."""
        if self._greeted:
            await self._ask_for_missing(line)
            for waiting in list(self._unanswered.values()):
                await self._send(line, waiting.message)

    async def _ask_for_missing(self, line: ClientConnection) -> None:
        self._asked_at = time.monotonic()
        question = None if self._command is None else self._command.question
        await self._send(line, say.Sync(max(0, self.seq) if question is None else question - 1))

    async def _hear(self, line: ClientConnection, frame: str | bytes) -> None:
        try:
            reply = _replies.decode(frame)
            match reply:
                case say.Snapshot():
                    await self._take_snapshot(line, reply)
                case say.Events():
                    await self._take_events(line, reply)
                case say.Ack():
                    self._settle(self._unanswered.get(reply.id), reply.seq)
                case say.Reject():
                    self._take_reject(reply)
                case _:
                    self._take_notice(reply)
        except (msgspec.MsgspecError, LookupError, TypeError, ValueError, RecursionError) as error:
            raise Unreachable(f"{self.client.url} says something that this version does not understand") from error

    def _take_notice(self, reply: say.Reply) -> None:
        match reply:
            case say.Welcome():
                self.you, self.info, self._welcomed = reply.you, reply.room, True
            case say.Seated():
                self._token, self.you = reply.token, msgspec.structs.replace(self.you, seat=reply.seat)
            case say.Presence():
                self.presence = reply
            case say.Clock():
                self.clock = reply
            case say.Tick():
                self.tick = reply

    async def _take_snapshot(self, line: ClientConnection, snapshot: say.Snapshot) -> None:
        self.history = [Ply(*played) for played in snapshot.history]
        self._decided_at = self.seq = snapshot.seq
        self.state = _states.decode(snapshot.state)
        await self._caught_up(line, None)

    async def _take_events(self, line: ClientConnection, events: say.Events) -> None:
        if events.seq > self.seq + 1:
            if time.monotonic() - self._asked_at > 1:
                await self._ask_for_missing(line)
            return
        for seq, raw in enumerate(events.list, events.seq):
            if seq > self.seq:
                self._take_event(seq, raw)
        if events.seq + len(events.list) - 1 == self.seq:
            self.state = _states.decode(events.state)
        await self._caught_up(line, events.seq)

    def _take_event(self, seq: int, raw: Raw) -> None:
        fields = msgspec.json.decode(raw, type=dict[str, Any])
        kind = str(fields.pop("kind"))
        self.seq = seq
        self.history = _history_after(self.history, kind, fields)
        if kind in POSITION_KINDS:
            self._decided_at = seq
        if self._greeted:  # before that, the welcome has said where we sit now
            self._reseat(kind, fields)
        self._log.append(Happening(seq, kind, fields))

    def _reseat(self, kind: str, fields: Mapping[str, Any]) -> None:
        """A seat that was left is nobody's, and from the second game on the players have moved one seat."""
        seat = self.seat
        if kind == "left" and fields["seat"] == seat:
            self._token, self.you = None, msgspec.structs.replace(self.you, seat=None)
        elif kind == "started" and fields["round"] > 1 and seat is not None:
            self.you = msgspec.structs.replace(self.you, seat=(seat - 1) % len(self.info.seats))

    async def _caught_up(self, line: ClientConnection, first: int | None) -> None:
        """Know where we stand: what was left unanswered on an older connection goes out again."""
        if not self._welcomed:
            raise LookupError("no welcome")
        if not self._greeted:
            self._greeted = True
            self.connections += 1
            for waiting in self._waiting():
                await self._utter(line, waiting)
        elif self._command is not None and first in (None, self._command.question):
            self._settle(self._command, self._command.refusal or self.seq)

    def _settle(self, waiting: _Unanswered | None, answer: int | Rejected) -> None:
        if waiting is None or waiting.answer.done():
            return
        if isinstance(answer, Rejected):
            waiting.answer.set_exception(answer)
        else:
            waiting.answer.set_result(answer)

    def _take_reject(self, reject: say.Reject) -> None:
        refusal = Rejected(reject.code, reject.message, reject.params)
        if reject.code == "bad_token":
            raise refusal
        if reject.id is not None:
            self._settle(self._unanswered.get(reject.id), refusal)
        elif self._command is not None:
            self._command.refusal = refusal


def _pause(failures: int) -> float:
    """Clients that were cut off together come back at different times."""
    return random.uniform(0, min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** min(failures, 10)))


def _history_after(history: list[Ply], kind: str, fields: Mapping[str, Any]) -> list[Ply]:
    match kind:
        case "started":
            return []
        case "tookback":
            return history[: fields["plies"]]
        case "drew":
            history.append(Ply(CHANCE, fields.get("outcome", -1), fields.get("text", "")))
        case "moved" if "revealed" in fields:
            history.extend(Ply(*played) for played in fields["revealed"])
        case "moved" if "text" in fields:
            history.append(Ply(fields["seat"], fields["action"], fields["text"]))
    return history


# Agents ------------------------------------------------------------------------------------------------------------


class _Board:
    """The position that an agent is asked about, rebuilt from what the server told.

    Moves and luck of the history are played again by the rules here. Where luck is kept from everybody they cannot be;
    then the view's own `position` is read, if it has one.
    """

    def __init__(self, info: RoomInfo) -> None:
        self.game: AnyGame = find_game(info.game)
        if self.game.version != info.rules:
            raise ConfigError(
                f"the server plays {info.game} by rules version {info.rules}, this program by {self.game.version}"
            )
        self.options = self.game.options.read(info.options)
        self._played: list[Ply] = []
        self._state: Any = self.game.rules.start(self.options)

    def seen_by(self, seat: int, history: Sequence[Ply], view: Any) -> Any | None:
        """None: it cannot be known."""
        state = self._replayed(history)
        if state is not None:
            return self.game.rules.conceal(state, seat)
        text = view.get("position") if isinstance(view, dict) else None
        return None if text is None else self.game.text.notation.read_position(text, self.options)

    def _replayed(self, history: Sequence[Ply]) -> Any | None:
        if any(played.action < 0 for played in history):
            return None
        if list(history[: len(self._played)]) != self._played:
            self._played, self._state = [], self.game.rules.start(self.options)
        for played in history[len(self._played) :]:
            self._state = self._state.apply(played.action)
            self._played.append(played)
        return self._state


async def play_agent(client: Client, room: str, token: str, agent: str | Agent) -> ResultView | None:
    """Let an agent, or the one that a spec such as "minimax:depth=4" names, play one game on the seat of the token.

    It thinks in a thread, on the position that its seat may know. Where that position cannot be known, because luck is
    kept from everybody and the view does not give it, a random legal move is played.
    """
    async with client.join(room, token) as joined:
        board = _Board(joined.info)
        player = make_agent(agent, board.game, board.options, seed=room) if isinstance(agent, str) else agent
        await _get_ready(joined)
        async for turn in joined.turns():
            try:
                await joined.move(await _choice(joined, turn, board, player))
            except Rejected as refusal:
                if refusal.reason not in DECIDED:
                    raise
        return joined.state.result


async def _get_ready(room: Joined) -> None:
    if room.seat is None:
        raise Rejected("not_seated", "an agent needs a seat")
    if room.info.settings.get("timed"):
        raise ConfigError("an agent plays in turns, and this room plays on the clock")
    if room.state.status == "open" and not room.state.seats[room.seat].ready:
        await room.ready()


async def _choice(room: Joined, turn: Turn, board: _Board, agent: Agent) -> int:
    assert room.seat is not None
    position = board.seen_by(room.seat, room.history, turn.state.view)
    if position is None:
        return random.choice(turn.moves).action
    return await asyncio.to_thread(agent.choose, position)
