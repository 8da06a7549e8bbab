"""NBoard's protocol, version 2: how the board of that name and others like it talk with an engine, in lines.

    nboard 2                          set myname Asobiba
    set depth 6                       set myname Asobiba 6
    set game (;GM[Othello]...;)
    move F5/0.00/1.2
    hint 2                            search F5D6 1.50 0 6          and so on, better and better
    go                                === D6/-1.50/0.31             it is not played: `move` follows
    move D6/-1.50/0.31                                              with `ponders` it thinks on until a line comes
    ping 3                            pong 3                        the search before it has ended
    learn                             learned                       nothing is kept

What it does not know is ignored, as the protocol asks; what it cannot do is told as a `status`.
"""

import re
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, field
from typing import ClassVar

from asobiba.agents.advice import SIDES, Advice, Adviser, Deepener
from asobiba.agents.files import Source
from asobiba.core.agent import Agent, Ponderer, Stoppable
from asobiba.core.errors import AsobibaError, FormatError, IllegalMove, NotationError
from asobiba.core.game import OVER
from asobiba.games.othello.ggf import read_games, read_move
from asobiba.games.othello.replays import MOVES, replay
from asobiba.games.othello.rules import PASS, OthelloOptions, Position

OPTIONS = OthelloOptions(score="discs")
LOOKS = 0.01
"""Seconds between two looks for a line that ends a search."""
MOST = 64.0
"""Discs: a sure win in units that have no discs, and the most that is ever shown."""


@dataclass
class NBoard:
    options: ClassVar[OthelloOptions] = OPTIONS
    judge: Callable[[int | None], Adviser]
    """Who thinks so many plies ahead; None: as it likes."""
    say: Callable[[str], None]
    heard: Callable[[], str | None]
    """The next line, if one is waiting; an empty one when no more will come."""
    ponders: bool = False
    """Whether it thinks while the other side does."""
    name: str = "Asobiba"
    depth: int | None = field(init=False, default=None)
    thinker: Adviser | None = field(init=False, default=None)
    """Who thinks at this depth; what he remembers serves him from move to move."""
    answered: Position | None = field(init=False, default=None)
    """After the move that it named last: once that is played, the other side is to answer."""
    position: Position = field(init=False, default_factory=lambda: Position(options=OPTIONS))

    def hear(self, line: str) -> bool:
        """False: the other side wants to end."""
        word, _, rest = line.strip().partition(" ")
        try:
            match word:
                case "quit":
                    return False
                case "nboard":
                    self.say(f"set myname {self.name}")
                case "set":
                    self._set(*rest.strip().partition(" ")[::2])
                case "move":
                    self._move(rest)
                case "hint":
                    self._hint(_count("hint", rest.strip() or "1"))
                case "go":
                    self._go()
                case "ping":
                    self.say(f"pong {rest.strip()[:40]}")
                case "learn":
                    self.say("learned")
                case _ if len(word) == 2 and not rest:
                    self._move(word)  # as the first version of the protocol wrote a move
        except AsobibaError as error:
            sentence = error.sentence if isinstance(error, IllegalMove) else str(error)
            self.say(f"status {' '.join(sentence.split())}")
        return True

    def waiting(self) -> AbstractContextManager[None]:
        """Until the next line: it ponders when the move that it named has been played."""
        is_answer_due = self.position == self.answered and self.position.to_play != OVER
        ponderer = _ponderer(self.thinker) if self.ponders and is_answer_due and self.heard() is None else None
        return nullcontext() if ponderer is None else ponderer.pondering(self.position)

    def _set(self, what: str, value: str) -> None:
        if what == "depth":
            wanted = _count("set depth", value)
            self.thinker = self.thinker if wanted == self.depth else None
            self.depth = wanted
            self.say(f"set myname {self.name} {self.depth}")
        elif what == "game":
            self.position = _after(value)

    def _move(self, text: str) -> None:
        """A pass may be left out."""
        move = read_move(self.position.side, text)
        if self.position.legal() == (PASS,) and move.action != PASS:
            self.position = self.position.apply(PASS)
        self.position = self.position.apply(move.action)

    def _hint(self, count: int) -> None:
        if self.position.to_play == OVER:
            self.say("status the game is over")
            return
        self.say("status thinking")
        begun = time.perf_counter()
        for advice in self._thoughts():
            for action in sorted(advice.values, key=lambda action: -advice.values[action])[:count]:
                line = [*advice.line] if advice.line and advice.line[0] == action else [action]
                written = "".join(_written(each) for each in line)
                self.say(f"search {written} {_worth(advice, action):.2f} 0 {_depth(advice)}")
            if advice.nodes is not None:
                self.say(f"nodestats {advice.nodes} {time.perf_counter() - begun:.2f}")
        self.say("status")

    def _go(self) -> None:
        if self.position.to_play == OVER:
            self.say("status the game is over")
            return
        self.say("status thinking")
        begun, judge = time.perf_counter(), self._judge()
        forced = len(self.position.legal()) == 1
        with self._ended_by(lambda line: line.split()[:1] == ["ping"]):
            action = self.position.legal()[0] if forced else judge.choose(self.position)
        self.answered = self.position.apply(action)
        seconds = time.perf_counter() - begun
        self.say(f"=== {_written(action)}//{seconds:.2f}")
        self.say("status")

    def _judge(self) -> Adviser:
        if self.thinker is None:
            self.thinker = self.judge(self.depth)
        return self.thinker

    def _thoughts(self) -> Iterator[Advice]:
        """Until a line is waiting. What a judge that does not think aloud says is said at its end."""
        judge = self._judge()
        with self._ended_by(lambda line: True):
            if not isinstance(judge, Deepener):
                yield judge.advise(self.position)
                return
            thinking = judge.deepen(self.position)
            for advice in thinking:
                yield advice
                if self.heard() is not None:
                    break
            thinking.close()

    @contextmanager
    def _ended_by(self, is_enough: Callable[[str], bool]) -> Iterator[None]:
        """A line that is enough stops a search in the middle of a step. Whoever sends all lines of a conversation at
        once wants a whole search from `go`: that only a `ping` ends, which the protocol has for it."""
        done, judge = threading.Event(), self._judge()

        def look() -> None:
            while not done.wait(LOOKS):
                if (line := self.heard()) is not None and is_enough(line) and isinstance(judge, Stoppable):
                    judge.stop()

        looking = threading.Thread(target=look)
        looking.start()
        try:
            yield
        finally:
            done.set()
            looking.join()


def _ponderer(agent: Agent | None) -> Ponderer | None:
    return agent if isinstance(agent, Ponderer) else None


def _count(what: str, text: str) -> int:
    """hint 2"""
    if re.fullmatch("0*[1-9][0-9]{0,5}", text.strip()) is None:
        raise NotationError(f"{what} {text.strip()[:40]!r}: a whole number from 1 on is expected")
    return int(text)


def _after(text: str) -> Position:
    (game, *_) = read_games(Source("set game", text.strip().encode(errors="replace")), OPTIONS)
    if isinstance(game, FormatError):
        raise game
    (found,) = replay([game.written()], OPTIONS)
    if found.wrong is not None:
        raise FormatError(f"move {found.wrong_at + 1}: {found.wrong}", file="set game")
    return found.end


def _written(action: int) -> str:
    return "PA" if action == PASS else MOVES[action].upper()


def _worth(advice: Advice, action: int) -> float:
    """In discs."""
    if action in advice.proven:
        return advice.proven[action].score
    value = advice.values[action]
    if advice.unit in SIDES:
        low, high = SIDES[advice.unit]
        value = MOST * (2 * value - low - high) / (high - low)
    return max(-MOST, min(MOST, value))


def _depth(advice: Advice) -> int | str:
    """Plies; 100% of what is proven."""
    return "100%" if advice.exact else (advice.depth or 0)
