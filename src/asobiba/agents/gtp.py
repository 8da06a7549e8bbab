"""Other programs as players, by GTP, the Go Text Protocol: `gtp:command=gtp-rhino -l 3`.

For games of two seats without luck and secrets whose `text.gtp` says how such programs see them. The program is
started when it is first asked, told every move that it has not made itself, and ended with the agent. What goes wrong,
be it silence, an early end or an illegal move, is a ConfigError that names the program.

Some programs pass by themselves and do not know a pass as a move: one that refuses to hear of a forced pass is told of
no other. So it is with the clock: `time_left` has whole seconds and knows of no increment.
"""

import contextlib
import os
import random
import selectors
import shlex
import shutil
import signal
import subprocess
import time
import weakref
from collections.abc import Sequence
from dataclasses import dataclass

from asobiba.agents.files import Files
from asobiba.core.errors import AsobibaError, ConfigError, IllegalMove
from asobiba.core.game import AnyGame, State, nothing_hidden
from asobiba.core.options import Options, option

COLOURS = ("black", "white")
LONGEST = 1 << 20
"""Bytes of an answer."""
GRACE = 0.5
"""Seconds in which a program ends by itself when its work is done."""


@dataclass(frozen=True)
class GtpSettings(Options):
    command: str = option("", "the program and its words; without commas", local=lambda _: True)
    seconds: float = option(60.0, "in which it must answer", low=0.1, high=86_400)


class Gtp:
    settings = GtpSettings

    def __init__(self, game: AnyGame, options: Options, settings: GtpSettings, generator: random.Random) -> None:
        self.game, self.options = game, options
        self.peer = Peer(settings.command, settings.seconds)
        self.start: State = game.start(options)
        self.actions: list[int] = []
        """What the program knows of the game."""
        self.begun = False
        self.hears_passes = self.hears_clock = True
        self.clock: tuple[float, int | None] | None = None
        self.recalled: list[int] | None = None

    @staticmethod
    def refuses(game: AnyGame, options: Options, settings: GtpSettings) -> str | None:
        if (why := no_gtp(game, options)) is not None:
            return why
        try:
            program = shlex.split(settings.command)
        except ValueError as error:
            return f"gtp:command={settings.command}: {error}"
        if not program:
            return "gtp needs a program: gtp:command=PROGRAM"
        return None if located(program[0]) else f"gtp: there is no program {program[0]!r}"

    def recall(self, start: State, actions: Sequence[int]) -> None:
        if start != self.start:
            raise ConfigError(f"{self.peer} only plays {self.game.name} from its usual start")
        self.recalled = list(actions)

    def allow(self, seconds: float, moves: int | None, increment: float) -> None:
        self.clock = seconds, moves

    def choose(self, state: State) -> int:
        clock, self.clock = self.clock, None
        if self.game.must_pass(state):
            return state.legal()[0]
        self._tell(self.recalled if self.recalled is not None else self._guessed(state))
        self.recalled = None
        colour = COLOURS[state.to_play]
        if clock is not None and self.hears_clock:
            self.hears_clock = self.peer.accepts(f"time_left {colour} {int(clock[0])} {clock[1] or 0}")
        answer = self.peer.ask(f"genmove {colour}")
        try:
            action: int = self.game.notation.read_move(state, answer)
        except AsobibaError as error:
            why = error.sentence if isinstance(error, IllegalMove) else error
            raise self.peer.gives_up(f"{self.peer} answered genmove {colour} with {answer[:40]!r}: {why}") from None
        self.actions.append(action)
        return action

    def _guessed(self, state: State) -> list[int]:
        """Of a driver that tells no history: the game so far, and what was played since it was last asked."""
        for known in (self.actions, list[int]()):
            before = self._after(known)
            for action in () if before == state else before.legal():
                if before.apply(action) == state:
                    return [*known, action]
            if before == state:
                return known
        raise ConfigError(f"{self.peer} cannot be told of this position: it knows games from the start alone")

    def _after(self, actions: Sequence[int]) -> State:
        state = self.start
        for action in actions:
            state = state.apply(action)
        return state

    def _tell(self, actions: Sequence[int]) -> None:
        """Whatever it does not know yet; from the start where it knows something else."""
        if not self.begun or self.actions != actions[: len(self.actions)]:
            size = self.game.part(Files).gtp.size(self.options)  # type: ignore[union-attr]  # refused without
            self.peer.ask(f"boardsize {size}")
            self.peer.ask("clear_board")
            self.actions, self.begun = [], True
        state = self._after(self.actions)
        for action in actions[len(self.actions) :]:
            self._play(state, action)
            self.actions.append(action)
            state = state.apply(action)

    def _play(self, state: State, action: int) -> None:
        words = f"play {COLOURS[state.to_play]} {self.game.notation.write_move(state, action)}"
        if not self.game.must_pass(state):
            self.peer.ask(words)
        elif self.hears_passes:
            self.hears_passes = self.peer.accepts(words)


def no_gtp(game: AnyGame, options: Options) -> str | None:
    """Why nobody can play it by GTP; None: one can."""
    two = len(game.seats(options)) == 2 and not game.outcomes(options)
    if game.part(Files).gtp is None or not two or game.conceal is not nothing_hidden:
        return f"gtp is for games of two seats without luck and secrets; {game.name} with these options is none"
    return None


def located(program: str) -> str | None:
    """Its path. Debian puts games where not everybody's PATH leads to."""
    return shutil.which(program) or shutil.which(program, path="/usr/games:/usr/local/games")


class Peer:
    """A program at the other end of two pipes."""

    def __init__(self, command: str, seconds: float) -> None:
        self.command, self.seconds = command, seconds
        self.process: subprocess.Popen[bytes] | None = None
        self.unread = b""

    def __str__(self) -> str:
        return f"gtp:command={self.command}"

    def ask(self, words: str) -> str:
        """What it answers; ConfigError if it refuses."""
        answer = self._exchange(words)
        if not answer.startswith("="):
            raise self.gives_up(f"{self} refused {words!r}: {answer.lstrip('?0123456789 ')[:200]}")
        return answer.lstrip("=0123456789").strip()

    def accepts(self, words: str) -> bool:
        return self._exchange(words).startswith("=")

    def _exchange(self, words: str) -> str:
        process = self._running()
        assert process.stdin is not None
        try:
            process.stdin.write(f"{words}\n".encode())
            process.stdin.flush()
        except OSError:
            raise self._ended(words) from None
        return self._answer(process, words)

    def _running(self) -> subprocess.Popen[bytes]:
        if self.process is None:
            program, *words = shlex.split(self.command)
            try:
                self.process = subprocess.Popen(
                    [located(program) or program, *words],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.DEVNULL,
                    start_new_session=True,  # Ctrl-C at our terminal is for us; the program is ended by its group
                )
            except OSError as error:
                raise ConfigError(f"{self} does not start: {error.strerror}") from None
            weakref.finalize(self, end, self.process)
        return self.process

    def _answer(self, process: subprocess.Popen[bytes], words: str) -> str:
        """Up to the empty line that ends it; empty lines before it belong to nothing."""
        assert process.stdout is not None
        until = time.monotonic() + self.seconds
        with selectors.DefaultSelector() as waiting:
            waiting.register(process.stdout, selectors.EVENT_READ)
            while True:
                self.unread = self.unread.replace(b"\r", b"").lstrip(b"\n")
                answer, end_of_answer, rest = self.unread.partition(b"\n\n")
                if end_of_answer:
                    self.unread = rest
                    return answer.decode(errors="replace")
                if len(self.unread) > LONGEST:
                    raise self.gives_up(f"{self} answered {words!r} with more than {LONGEST} bytes")
                if not waiting.select(max(0.0, until - time.monotonic())):
                    raise self.gives_up(f"{self} did not answer {words!r} in {self.seconds:g} seconds")
                piece = os.read(process.stdout.fileno(), 65536)
                if not piece:
                    raise self._ended(words)
                self.unread += piece

    def _ended(self, words: str) -> ConfigError:
        return self.gives_up(f"{self} ended at {words!r}")

    def gives_up(self, sentence: str) -> ConfigError:
        """The program is ended: it and we no longer play the same game."""
        if self.process is not None:
            end(self.process)
        return ConfigError(sentence)


def end(process: "subprocess.Popen[bytes]") -> None:
    """A program that reads the end of its pipe goes; one that does not, and all that it started, is killed."""
    for pipe in (process.stdin, process.stdout):
        with contextlib.suppress(OSError):
            if pipe is not None:
                pipe.close()
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(GRACE)
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
