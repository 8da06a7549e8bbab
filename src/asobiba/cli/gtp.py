"""`asobiba gtp`: an agent as a program that speaks GTP, the Go Text Protocol, version 2.

    1 play black d3        =1
    2 genmove white        =2 c3
    3 play white a1        ?3 illegal move: black is to move

Black is the first seat, white the second; moves are written as the game writes them. A pass that is due is `pass`, and
may be left out: whoever plays or asks for the other side then means it.
"""

import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from typing import Annotated, Any

import typer

from asobiba import __version__
from asobiba.agents.files import Files, GtpBoard
from asobiba.agents.gtp import COLOURS, no_gtp
from asobiba.agents.players import Players
from asobiba.agents.spec import make_agent
from asobiba.cli.parameters import GameName, OptionTexts, Ponder, Seed, read_options
from asobiba.core.agent import Agent, Ponderer, Timekeeper
from asobiba.core.errors import AsobibaError, ConfigError, IllegalMove
from asobiba.core.game import OVER, AnyGame
from asobiba.core.match import timed_choice
from asobiba.core.options import Options
from asobiba.core.picture import picture, plain
from asobiba.core.registry import find_game
from asobiba.online.people import People

LONGEST = 1 << 16
"""Characters of a line; what is longer is read as several."""
NUMBER = re.compile(r"-?[0-9]{1,9}(\.[0-9]{1,9})?")


class Refused(Exception):
    """A command that cannot be carried out; its sentence is the answer."""


@dataclass
class Clock:
    """What time_settings and time_left told of one colour."""

    seconds: float
    stones: int = 0


@dataclass
class GtpSession:
    game: AnyGame
    options: Options
    spec: str
    seed: int = 0
    ponders: bool = False
    """Whether it thinks while the other side does."""
    states: list[Any] = field(init=False)
    plies: list[tuple[int, bool]] = field(init=False, default_factory=list)
    """Each action, and whether it is a pass that somebody left out."""
    clocks: dict[int, Clock] = field(init=False, default_factory=dict)
    generated: int = field(init=False, default=0)
    """Plies after the last move that it made."""
    ended: bool = field(init=False, default=False)

    def __post_init__(self) -> None:
        if (why := no_gtp(self.game, self.options)) is not None:
            raise ConfigError(why)
        board = self.game.part(Files).gtp
        assert board is not None
        self.board: GtpBoard[Any, Any] = board
        self.agent: Agent = make_agent(self.spec, self.game, self.options, seed=self.seed)
        self.clear_board([])
        self.commands: Mapping[str, Callable[[Sequence[str]], str]] = {
            "protocol_version": lambda _: "2",
            "name": lambda _: "Asobiba",
            "version": lambda _: __version__,
            "known_command": lambda words: "true" if words and words[0] in self.commands else "false",
            "list_commands": lambda _: "\n".join(self.commands),
            "quit": self.quit,
            "boardsize": self.boardsize,
            "clear_board": self.clear_board,
            "komi": self.komi,
            "play": self.play,
            "genmove": self.genmove,
            "reg_genmove": self.reg_genmove,
            "undo": self.undo,
            "time_settings": self.time_settings,
            "time_left": self.time_left,
            "showboard": self.showboard,
            "final_score": self.final_score,
            "list_games": lambda _: self.game.part(People).titles["en"],
            "set_game": self.set_game,
            "gogui-rules_game_id": lambda _: self.game.part(People).titles["en"],
            "gogui-rules_board": self.showboard,
            "gogui-rules_board_size": lambda _: str(self.board.size(self.options)),
            "gogui-rules_legal_moves": self.legal_moves,
            "gogui-rules_side_to_move": lambda _: COLOURS[max(self.state.to_play, 0)],
            "gogui-rules_final_result": lambda _: self.result() if self.state.to_play == OVER else "",
        }

    @property
    def state(self) -> Any:
        return self.states[-1]

    def answers(self, lines: Iterable[str]) -> Iterator[str]:
        """Each with the empty line behind it, until `quit` or the end of the lines."""
        for line in self._heard(iter(lines)):
            answer = self.answer(line)
            if answer is not None:
                yield answer
            if self.ended:
                return

    def _heard(self, lines: Iterator[str]) -> Iterator[str]:
        while True:
            with self._waiting():
                line = next(lines, None)
            if line is None:
                return
            yield line

    def _waiting(self) -> AbstractContextManager[None]:
        """While nobody says anything: it ponders where it has moved and the other side is to answer."""
        is_answer_due = self.plies and len(self.plies) == self.generated and self.state.to_play != OVER
        if self.ponders and is_answer_due and isinstance(self.agent, Ponderer):
            return self.agent.pondering(self.state)
        return nullcontext()

    def answer(self, line: str) -> str | None:
        """None where there is nothing to answer: an empty line, a remark behind #."""
        text = re.sub(r"[\x00-\x08\x0b-\x1f\x7f]", "", line.partition("#")[0].replace("\t", " ")).strip()
        words = text.lstrip("0123456789")
        number = text.removesuffix(words)
        if not words.strip():
            return None
        name, *arguments = words.split()
        try:
            if name not in self.commands:
                raise Refused("unknown command")
            return f"={number} {self.commands[name](arguments)}".rstrip() + "\n\n"
        except Refused as refusal:
            return f"?{number} {refusal}\n\n"
        except AsobibaError as error:
            return f"?{number} {_sentence(error)}\n\n"

    def quit(self, words: Sequence[str]) -> str:
        self.ended = True
        return ""

    def boardsize(self, words: Sequence[str]) -> str:
        if list(words) != [str(self.board.size(self.options))]:
            raise Refused("unacceptable size")
        return self.clear_board([])

    def clear_board(self, words: Sequence[str]) -> str:
        self.states, self.plies = [self.game.start(self.options)], []
        return ""

    def komi(self, words: Sequence[str]) -> str:
        """Every program of Go is told it; nothing depends on it here."""
        _numbers(words, 1)
        return ""

    def set_game(self, words: Sequence[str]) -> str:
        if " ".join(words).lower() not in (self.game.part(People).titles["en"].lower(), self.game.name):
            raise Refused("unsupported game")
        return ""

    def play(self, words: Sequence[str]) -> str:
        if len(words) != 2:
            raise Refused("syntax error: play black or white, then a move")
        seat = _seat(words[0])
        if self.state.to_play == OVER and words[1].lower() == "pass":
            return ""  # a program that does not see the end goes on to pass
        state = self._turn_of(seat)
        try:
            action = self.game.notation.read_move(state, words[1])
        except IllegalMove as error:
            raise Refused(f"illegal move: {error.sentence}") from None
        except AsobibaError as error:
            raise Refused(f"syntax error: {_sentence(error)}") from None
        self._take(seat, action)
        return ""

    def genmove(self, words: Sequence[str]) -> str:
        """Played as well. When the game is over, a pass that changes nothing."""
        if self.state.to_play == OVER:
            _seat(*words[:1])
            return "pass"
        seat = _seat(*words[:1])
        action = self._chosen(seat)
        name: str = self.game.notation.write_move(self._turn_of(seat), action)
        self._take(seat, action)
        self.generated = len(self.plies)
        return name

    def reg_genmove(self, words: Sequence[str]) -> str:
        if self.state.to_play == OVER:
            return "pass"
        seat = _seat(*words[:1])
        name: str = self.game.notation.write_move(self._turn_of(seat), self._chosen(seat))
        return name

    def undo(self, words: Sequence[str]) -> str:
        """One move that was told or made, and a pass before it that nobody told."""
        if not self.plies:
            raise Refused("cannot undo")
        self._forget()
        while self.plies and self.plies[-1][1]:
            self._forget()
        return ""

    def time_settings(self, words: Sequence[str]) -> str:
        main, byoyomi, stones = _numbers(words, 3)
        if min(main, byoyomi, stones) < 0:
            raise Refused("syntax error: times and stones from 0 on expected")
        times = Clock(main) if main else Clock(byoyomi, int(stones))
        self.clocks = dict.fromkeys(range(2), times) if main or stones else {}  # otherwise there is no limit
        return ""

    def time_left(self, words: Sequence[str]) -> str:
        seat = _seat(*words[:1])
        seconds, stones = _numbers(words[1:], 2)
        self.clocks[seat] = Clock(seconds, int(stones))
        return ""

    def showboard(self, words: Sequence[str]) -> str:
        """An empty line would end the answer."""
        rows = plain(picture(self.state)).split("\n")
        return "\n" + "\n".join(row for row in rows if row.strip())

    def legal_moves(self, words: Sequence[str]) -> str:
        return " ".join(self.game.notation.write_move(self.state, action) for action in self.state.legal())

    def final_score(self, words: Sequence[str]) -> str:
        if self.state.to_play != OVER:
            raise Refused("cannot score: the game is not over")
        return self.result()

    def result(self) -> str:
        """B+12, W+2, or 0"""
        margin = self.board.margin(self.state)
        return f"{'B' if margin > 0 else 'W'}+{abs(margin):g}" if margin else "0"

    def _turn_of(self, seat: int) -> Any:
        """The position in which that side moves: the next one, if the other has to pass."""
        if self.state.to_play == seat:
            return self.state
        if self.state.to_play == OVER:
            raise Refused("illegal move: the game is over")
        if not self.game.must_pass(self.state) or self.state.apply(self.state.legal()[0]).to_play != seat:
            raise Refused(f"illegal move: {COLOURS[self.state.to_play]} is to move")
        return self.state.apply(self.state.legal()[0])

    def _take(self, seat: int, action: int) -> None:
        if self.state.to_play != seat:
            self._add(self.state.legal()[0], left_out=True)
        self._add(action, left_out=False)

    def _add(self, action: int, *, left_out: bool) -> None:
        self.states.append(self.state.apply(action))
        self.plies.append((action, left_out))

    def _forget(self) -> None:
        self.states.pop()
        self.plies.pop()

    def _chosen(self, seat: int) -> int:
        state = self._turn_of(seat)
        if self.game.must_pass(state):
            return int(state.legal()[0])
        passed = [] if state is self.state else [self.state.legal()[0]]
        history = self.states[0], [*(action for action, _ in self.plies), *passed]
        clock = self.clocks.get(seat)
        if clock is not None and isinstance(self.agent, Timekeeper):
            self.agent.allow(clock.seconds, clock.stones or None, 0.0)
        return timed_choice(self.game, self.agent, state, history).action


def _seat(word: str = "") -> int:
    for seat, colour in enumerate(COLOURS):
        if word.lower() in (colour, colour[0]):
            return seat
    raise Refused("syntax error: a colour is black or white")


def _numbers(words: Sequence[str], count: int) -> list[float]:
    if len(words) != count or not all(NUMBER.fullmatch(word) for word in words):
        raise Refused(f"syntax error: numbers expected: {count}")
    return [float(word) for word in words]


def _sentence(error: AsobibaError) -> str:
    return " ".join((error.sentence if isinstance(error, IllegalMove) else str(error)).split())


def gtp(
    game: GameName,
    agent: Annotated[str | None, typer.Option(help="Who plays; by default the game's own opponent.")] = None,
    option: OptionTexts = None,
    seed: Seed = 0,
    ponder: Ponder = False,
) -> None:
    """Speak GTP on stdin and stdout, for programs that show boards or play matches."""
    found = find_game(game)
    options = read_options(found, option)
    session = GtpSession(found, options, agent or found.part(Players).agent_for("opponent", options), seed, ponder)
    for answer in session.answers(typed_lines()):
        sys.stdout.write(answer)
        sys.stdout.flush()


def typed_lines() -> Iterator[str]:
    """Of stdin, as they come; bytes that are no text are shown as what they are not. Not through sys.stdin: at its end
    Python waits for whoever still reads there, such as a thread that listens while somebody thinks, and breaks."""
    with open(sys.stdin.fileno(), "rb", closefd=False) as stdin:
        for line in iter(lambda: stdin.readline(LONGEST), b""):
            yield line.decode(errors="replace")
