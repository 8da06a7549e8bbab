"""What runs in a worker process: agents choose moves and judge positions, one task after the other.

The server sends a task, a function of this module with its arguments, over a socket of its own making; the worker
sends the result back, and before it, of who thinks aloud, parts of it. All are frames of four bytes of length and that
many bytes. Tasks are pickled, since positions are plain frozen dataclasses; results are msgpack, so that nothing a
worker says can run in the server.

A frame without a byte says: stop. Who was to choose a move then answers with a quick one; a study has no answer. The
main thread thinks and the other one listens, so a stop is a signal to the first, which native loops answer, too.

An AsobibaError is a result like any other. Whatever else goes wrong ends the process, and the server starts a new one.
"""

import copyreg
import os
import pickle
import signal
import socket
import struct
import threading
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, fields, is_dataclass, replace
from io import BytesIO
from queue import SimpleQueue
from typing import Any, BinaryIO

import msgspec

from asobiba.agents.analysis import Advised, advised, deepening, judge_of
from asobiba.agents.spec import make_agent, quick_spec
from asobiba.core.agent import Agent
from asobiba.core.errors import AsobibaError, ConfigError, IllegalMove, NotationError, RecordError
from asobiba.core.game import CHANCE, as_action
from asobiba.core.options import Options
from asobiba.core.records import read_records
from asobiba.core.registry import every_game, find_game
from asobiba.core.setup import set_up
from asobiba.online.simulation import decisions, played_again
from asobiba.online.table import Table

LENGTH = struct.Struct("!I")
DONE, QUICK, REFUSED, PART = b"+", b"~", b"-", b"."
STOP = b""
NICENESS = 19


class TooSlow(AsobibaError):
    """The deadline passed first."""

    code = "too_slow"

    def __init__(self, sentence: str = "no answer was found in time") -> None:
        super().__init__(sentence)


@dataclass(frozen=True, slots=True)
class Question:
    """What would the agent do here?"""

    game: str
    options: Mapping[str, Any]
    """Those that differ from the defaults."""
    spec: str
    seed: str
    """Of the agent's own dice for this one question: asked again, here or elsewhere, it answers the same."""
    state: Any
    """Concealed for the seat to move."""


@dataclass(frozen=True, slots=True)
class Judged:
    """What the engine thought of one move of a record."""

    ply: int
    """From 0, luck counted."""
    seat: int
    action: int
    move: str
    loss: float
    """How much less the move is worth than the best; 0 when it is one of the best."""
    advised: Advised


def choose(question: Question) -> int:
    agent, _ = _agent_for(question)
    action = as_action(agent.choose(question.state), question.state)
    if action not in question.state.legal():
        raise IllegalMove(f"agent {question.spec!r} chose {action!r}, which the rules do not allow here")
    return int(action)


def choose_quickly(question: Question) -> int:
    return choose(replace(question, spec=quick_spec(question.spec)))


def advise(question: Question) -> Advised:
    agent, options = _agent_for(question)
    game = find_game(question.game)
    return advised(game, question.state, judge_of(agent, game, options))


def deepen(question: Question) -> Iterator[Advised]:
    agent, options = _agent_for(question)
    game = find_game(question.game)
    return deepening(game, question.state, judge_of(agent, game, options))


def judge(ply: int, action: int, question: Question) -> Judged:
    found = advise(question)
    move = next(each.move for each in found.moves if each.action == action)
    return Judged(ply, found.to_play, action, move, found.loss(action), found)


def unfold(record_text: str, spec: str) -> list[bytes]:
    """The first game of the text as tasks to judge, one for every move that a seat made."""
    record = next(read_records(record_text.splitlines()), None)
    if record is None:
        raise RecordError(1, "the text holds no game")
    played = zip(record.states(), (ply.action for ply in record.plies), strict=False)
    return _to_judge(played, Question(record.game, record.options, spec, "", None))


def unfold_line(question: Question, position: str, moves: Sequence[str]) -> list[bytes]:
    """The same of moves from a position on, both as the game writes them. The question's own position is not asked."""
    game = find_game(question.game)
    options = game.options.read(question.options)
    state, played = set_up(game, position, options), []
    for number, move in enumerate(moves, 1):
        try:
            action = game.notation.read_move(state, move)
            played.append((state, action))
            state = state.apply(action)
        except (IllegalMove, NotationError) as error:
            raise NotationError(f"move {number} of the line: {getattr(error, 'sentence', error)}") from None
    return _to_judge(played, question)


def unfold_timed(question: Question, seed: int, held: Sequence[tuple[int, int, int]], ticks: int) -> list[bytes]:
    """The same of a game on the clock: its plies are the moments of its replay. The question's own position is not
    asked."""
    game = find_game(question.game)
    timed = game.part(Table).timed
    assert timed is not None
    steps = played_again(timed, game.options.read(question.options), seed, held, ticks)
    return [
        packed(judge, each.moment, each.action, replace(question, state=each.position))
        for each in decisions(steps, ticks)
    ]


def _to_judge(played: Iterable[tuple[Any, int]], about: Question) -> list[bytes]:
    """A task for every move that a seat made; luck is left out."""
    conceal = find_game(about.game).conceal
    return [
        packed(judge, ply, action, replace(about, state=conceal(state, state.to_play)))
        for ply, (state, action) in enumerate(played)
        if state.to_play != CHANCE
    ]


def _agent_for(question: Question) -> tuple[Agent, Options]:
    options = find_game(question.game).options.read(question.options)
    return make_agent(question.spec, find_game(question.game), options, seed=question.seed), options


def packed(function: Callable[..., Any], *arguments: Any) -> bytes:
    """A task, ready to be sent."""
    buffer = BytesIO()
    try:
        _Pickler(buffer, pickle.HIGHEST_PROTOCOL).dump((function, arguments))
    except (pickle.PicklingError, TypeError, AttributeError) as error:
        raise ConfigError(f"a position of this game cannot be sent to a worker: {error}") from None
    return buffer.getvalue()


class _Pickler(pickle.Pickler):
    """Sends the fields of a dataclass and not what it has cached: a Coppit position is 800 bytes, not 109,000."""

    def reducer_override(self, value: Any) -> Any:
        kind = type(value)
        if kind in copyreg.dispatch_table:
            return NotImplemented
        if is_dataclass(kind) and hasattr(value, "__dict__") and kind.__reduce__ is object.__reduce__:
            return _revived, (kind, {field.name: getattr(value, field.name) for field in fields(kind)})
        return NotImplemented


def _revived(kind: type[Any], values: dict[str, Any]) -> Any:
    """As it was: values that were checked when it was made are not checked again."""
    revived = object.__new__(kind)
    revived.__dict__.update(values)
    return revived


class Stopped(BaseException):
    """What is being thought is wanted no longer."""


class Attention:
    """What the main thread thinks about: the number of a task, or 0."""

    def __init__(self) -> None:
        self.task = 0
        self.unwanted = 0

    def begin(self, task: int) -> None:
        """It may have been stopped before it was begun."""
        self.task = task
        self.interrupt()

    def stop(self, task: int) -> None:
        """From another thread."""
        self.unwanted = task
        signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGUSR1)

    def interrupt(self, *_: object) -> None:
        """In the main thread. A task that has ended meanwhile is stopped no more, and none is stopped twice."""
        if self.task and self.task == self.unwanted:
            self.task = 0
            raise Stopped


Say = Callable[[bytes], None]
"""Sends a frame."""


def performed(task: bytes, attention: Attention | None = None, number: int = 0, say: Say | None = None) -> bytes:
    """The result of a task, ready to be sent. Who has no attention cannot be stopped; who cannot say parts of what he
    thinks says nothing but the result."""
    try:
        return _answer(task, attention or Attention(), number, say or _unheard)
    except Stopped:
        return _instead(task)


def _unheard(part: bytes) -> None:
    return


def _answer(task: bytes, attention: Attention, number: int, say: Say) -> bytes:
    try:
        attention.begin(number)
        function, arguments = pickle.loads(task)
        found = function(*arguments)
        if isinstance(found, Generator):
            _think_aloud(found, attention, number, say)
            found = None
        return DONE + msgspec.msgpack.encode(found)
    except AsobibaError as error:
        return _refused(error)
    finally:
        attention.task = 0


def _think_aloud(parts: Generator[Any, None, None], attention: Attention, number: int, say: Say) -> None:
    with closing(parts):
        for part in parts:
            attention.task = 0  # half a frame would be the end of all of them
            say(PART + msgspec.msgpack.encode(part))
            attention.begin(number)


def _instead(task: bytes) -> bytes:
    function, arguments = pickle.loads(task)
    try:
        if function is not choose:
            raise TooSlow
        return QUICK + msgspec.msgpack.encode(choose_quickly(*arguments))
    except AsobibaError as error:
        return _refused(error)


def _refused(error: AsobibaError) -> bytes:
    return REFUSED + msgspec.msgpack.encode((error.code, str(error)))


def framed(body: bytes) -> bytes:
    return LENGTH.pack(len(body)) + body


def main() -> None:
    """Serve the socket that the server has put in the place of stdin.

    Who plays comes before what thinks: a nice bot gets a processor when the server does not want it. The scheduler's
    idle class would starve it on a busy machine and makes no player's answer come sooner.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    attention = Attention()
    signal.signal(signal.SIGUSR1, attention.interrupt)
    server = socket.socket(fileno=0)
    tasks: SimpleQueue[tuple[int, bytes]] = SimpleQueue()
    threading.Thread(target=_listen, args=(server.makefile("rb"), tasks, attention), daemon=True).start()
    every_game()  # now, not while somebody waits for the first move of one
    with suppress(ConnectionError):  # a server that was killed is told nothing, nor is its log
        server.sendall(framed(DONE))
        while True:
            number, task = tasks.get()
            server.sendall(framed(performed(task, attention, number, lambda part: server.sendall(framed(part)))))


def _listen(stream: BinaryIO, tasks: "SimpleQueue[tuple[int, bytes]]", attention: Attention) -> None:
    """A thread of its own, so that a worker deep in thought still notices that it should stop, or that its server is
    gone."""
    number = 0
    try:
        while header := stream.read(LENGTH.size):
            if (body := stream.read(*LENGTH.unpack(header))) == STOP:
                attention.stop(number)
            else:
                number += 1
                tasks.put((number, body))
    finally:
        os._exit(0)
