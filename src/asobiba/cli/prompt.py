"""A game at the terminal: people and agents in any seats."""

import re
import time
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from asobiba.agents.advice import Adviser
from asobiba.agents.analysis import advised
from asobiba.agents.levels import Level, levels_of
from asobiba.agents.players import Players
from asobiba.agents.spec import agents_for, agents_of, make_agent
from asobiba.cli.formats import format_of, write_files
from asobiba.cli.history import History, last_choice, way_to
from asobiba.cli.screen import Screen
from asobiba.cli.values import RANKS
from asobiba.core.agent import Agent, Ponderer
from asobiba.core.clock import CLOCK, Clocks, Now, TimeControl, clock_text
from asobiba.core.ending import out_of_time
from asobiba.core.errors import AsobibaError, ConfigError, IllegalMove, NotationError, Phrase
from asobiba.core.game import CHANCE, OVER, AnyGame, nothing_hidden
from asobiba.core.luck import Luck
from asobiba.core.match import timed_choice
from asobiba.core.options import Options
from asobiba.core.picture import Look
from asobiba.core.records import Ply, Record, write_record
from asobiba.core.setup import set_up
from asobiba.online.people import People, phrases

HUMAN = "human"
HINTS = 3
OUT = ("time", "resign")
"""Reasons of an end for which one seat is to blame."""
SHOWN_OUTCOMES = 1000
"""Luck with more outcomes than this is the seed of something secret and not announced."""


@dataclass
class Session:
    """One game: who sits where, and every position so far."""

    game: AnyGame
    options: Options
    specs: list[str]
    seed: int
    screen: Screen
    marks: bool = field(default=True, kw_only=True)
    clock: TimeControl | None = field(default=None, kw_only=True)
    now: Now = field(default=time.perf_counter, kw_only=True)
    ponders: bool = field(default=False, kw_only=True)
    """Whether computers think while a person does."""
    clocks: Clocks | None = field(init=False)
    thought: float = field(init=False, default=0.0)
    """Seconds of the person who is to move."""
    agents: dict[int, Agent] = field(init=False)
    states: list[Any] = field(init=False)
    plies: list[Ply] = field(init=False, default_factory=list)
    begun: int = field(init=False, default=0)
    """Plies that were set up with the position; the others were played here."""
    before: History | None = field(init=False, default=None)
    """The game that `setboard` has left for this one."""
    undone: list[History] = field(init=False, default_factory=list)
    """What was taken back, for `redo`: the last one last."""

    def __post_init__(self) -> None:
        people, lang = self.game.part(People), self.screen.lang
        self.names = [people.say(Phrase(name), lang) for name in self.game.seats(self.options)]
        self.look = Look(people.words.get(lang, {}), self.marks)
        self.drawn: Any = None
        if len(self.specs) != len(self.names):
            raise ConfigError(
                f"{self.game.name} has {len(self.names)} seats ({', '.join(self.names)}): "
                f"name {len(self.names)} players, each human or an agent"
            )
        self.agents = {seat: self.made(seat, spec) for seat, spec in enumerate(self.specs) if spec != HUMAN}
        self.luck = Luck(self.seed)
        self.begin([self.game.start(self.options)], [])

    def begin(self, states: Sequence[Any], plies: Sequence[Ply]) -> None:
        self.states, self.plies, self.begun = [*states], [*plies], len(plies)
        self.clocks = None if self.clock is None else Clocks(self.clock, len(self.names), self.now)

    @property
    def state(self) -> Any:
        return self.states[-1]

    @property
    def flagged(self) -> int | None:
        """The seat whose time is over."""
        return None if self.clocks is None else self.clocks.flagged

    def made(self, seat: int, spec: str) -> Agent:
        return make_agent(spec, self.game, self.options, seed=f"{self.seed}/{seat}")

    def play(self) -> None:
        """To the end of the game, or until a person leaves."""
        seats = ", ".join(f"{name}: {self.player(spec)}" for name, spec in zip(self.names, self.specs, strict=True))
        self.screen.say("play.seats", seats=seats)
        while self.state.to_play != OVER and self.flagged is None:
            seat = self.state.to_play
            if seat == CHANCE:
                self.luck_decides()
            elif self.game.must_pass(self.state):
                self.screen.say("play.pass", seat=self.names[seat])
                self.take(Ply(seat, self.state.legal()[0]))
            elif seat in self.agents:
                self.agent_moves(seat)
            elif not self.person_moves(seat):
                self.screen.say("play.left")
                return
        self.draw()
        end = self.record()
        self.announce_result(end.returns or (), end.reason, end.places)

    def player(self, spec: str) -> str:
        """A level by its number, name and rating; anybody else as he is written."""
        for level in levels_of(self.game, self.options):
            if level.agent == spec:
                return self.screen.text("play.level", number=level.number, level=self.screen.level(level))
        return spec

    def take(self, ply: Ply) -> None:
        """Play it, and say what it brought. Luck that the game does not tell of is named, unless it is a secret."""
        before, move = self.state, self.move_name(ply.action)
        self.states.append(before.apply(ply.action))
        self.plies.append(ply)
        told = phrases(self.game.part(People).happened(before, ply.action, self.state))
        if ply.seat == CHANCE and not told and len(before.legal()) <= SHOWN_OUTCOMES:
            self.screen.say("play.luck", move=move)
        for phrase in told:
            self.screen.console.print(phrase.spoken(self.look.words))

    def draw(self, seat: int | None = None) -> None:
        """The board as that seat may see it; not twice in a row."""
        shown = self.state if seat is None else self.game.conceal(self.state, seat)
        if shown is not self.drawn:
            self.screen.draw(self.game.draw(shown, self.look))
        self.drawn = shown

    def move_name(self, action: int) -> str:
        return self.game.notation.write_move(self.state, action)

    def luck_decides(self) -> None:
        self.take(Ply(CHANCE, self.luck.draw(self.state, len(self.plies))))

    def agent_moves(self, seat: int) -> None:
        history = self.states[0], [ply.action for ply in self.plies]
        ply = timed_choice(self.game, self.agents[seat], self.state, history, self.clocks)
        if self.flagged is not None:
            return
        if not self.hides_moves():
            name = self.move_name(ply.action)
            self.screen.say("play.thought", seat=self.names[seat], move=name, seconds=ply.seconds)
        self.take(ply)

    def hides_moves(self) -> bool:
        """Whether a move that was just made is a secret of its seat."""
        return self.game.conceal is not nothing_hidden and len(self.names) > 1

    def person_moves(self, seat: int) -> bool:
        """Ask until there is a move. False when the person leaves."""
        self.draw(seat)
        self.thought = 0.0
        while True:
            try:
                answer = self.heard(seat)
            except EOFError:
                return False
            if self.flagged is not None:
                return True
            word, _, rest = answer.partition(" ")
            match word.lower():
                case "":
                    continue
                case "exit" | "quit":
                    return False
                case "undo" | "redo" | "setboard" as wanted:
                    if self.went(wanted, rest.strip()):
                        return True
                case "help" | "hint" | "analyze" | "analyse" | "level" | "transcript" | "save" as wanted:
                    self.told(wanted, rest.strip())
                case _:
                    if self.tried(answer):
                        self.draw_own_move()
                        return True

    def heard(self, seat: int) -> str:
        """While a person thinks, and not while somebody answers a question of his, his clock runs."""
        left = "" if self.clocks is None else f" {clock_text(self.clocks.left[seat])}"
        with meanwhile(self):
            begun = self.now()
            answer = self.screen.ask("play.prompt", seat=f"{self.names[seat]}{left}")
            spent = self.now() - begun
        if self.clocks is not None:
            self.thought += spent
            self.clocks.spend(seat, spent)
        return answer

    def went(self, wanted: str, rest: str) -> bool:
        """Whether the position is another now."""
        try:
            return {"undo": self.undo, "redo": self.redo}[wanted]() if wanted != "setboard" else self.set_board(rest)
        except AsobibaError as error:
            self.refuse(error, rest)
            return False

    def told(self, wanted: str, rest: str) -> None:
        """What changes nothing on the board."""
        try:
            match wanted:
                case "help":
                    self.screen.say("play.help", help=self.help())
                case "hint":
                    self.hint(hints_wanted(rest))
                case "analyze" | "analyse":
                    self.screen.moves(advised(self.game, self.state, adviser(self.game, self.options)))
                case "level":
                    self.level(rest)
                case "transcript":
                    self.screen.console.print(self.transcript())
                case "save":
                    self.save(rest)
        except AsobibaError as error:
            self.refuse(error, rest)

    def draw_own_move(self) -> None:
        """Before others answer it. Alone, and where moves are secret, the next board comes at once."""
        if len(self.names) > 1 and not self.hides_moves() and self.state.to_play != OVER:
            self.draw()

    def tried(self, answer: str) -> bool:
        """Whether the answer was a move; if not, one sentence says why."""
        try:
            action = self.game.notation.read_move(self.state, answer)
        except AsobibaError as error:
            self.refuse(error, answer)
            return False
        self.undone.clear()
        seat, seconds = self.state.to_play, None
        if self.clocks is not None:
            self.clocks.press(seat)
            seconds = round(self.thought, 6)
        self.take(Ply(seat, action, seconds))
        return True

    def refuse(self, error: AsobibaError, answer: str) -> None:
        if error.phrase is not None:
            self.screen.console.print(error.phrase.spoken(self.look.words))
            return
        sentence = error.sentence if isinstance(error, IllegalMove) else str(error)
        key = f"error.{error.code}" if isinstance(error, IllegalMove | NotationError) else "error"
        self.screen.say(key, sentence=sentence, text=answer, help=self.help())

    def undo(self) -> bool:
        """Back to the last position in which a person had a choice, also of the game before `setboard`. Luck does not
        change by it, and clocks do not."""
        at = last_choice(self.game, self.states, self.agents, self.begun)
        if at is None and self.before is None:
            self.screen.say("play.nothing_to_undo")
            return False
        self.undone.append(kept(self))
        if at is not None:
            del self.states[at + 1 :], self.plies[at:]
        elif self.before is not None:
            return_to(self, self.before)
        self.screen.say("play.undone")
        return True

    def redo(self) -> bool:
        """What the last `undo` took back."""
        if not self.undone:
            self.screen.say("play.nothing_to_redo")
            return False
        return_to(self, self.undone.pop())
        self.screen.say("play.redone")
        return True

    def set_board(self, text: str) -> bool:
        """The game goes on from there, with all the time of the clocks. With moves it began as they do, with a position
        alone it begins there."""
        position = set_up(self.game, text or "start", self.options)
        if position.to_play == OVER:
            self.screen.say("analyse.over")
            return False
        left = kept(self)
        self.begin(*way_to(self.game, text, self.options, position))
        self.before = left
        self.undone.clear()
        return True

    def hint(self, count: int) -> None:
        found = advised(self.game, self.state, adviser(self.game, self.options))
        best = found.moves[: max(count, 1)]
        moves = ", ".join(f"{valued.move} {self.screen.worth(found, valued)}" for valued in best)
        self.screen.say(
            "play.hint.order" if found.unit in RANKS else "play.hint", moves=moves, unit=self.screen.unit(found.unit)
        )

    def level(self, wanted: str) -> None:
        """Of the computer, wherever it plays; without a word, which there are."""
        if not self.agents:
            self.screen.say("play.no_computer")
            return
        if wanted:
            chosen = opponent_named(self.game, self.options, wanted)
            self.agents = {seat: self.made(seat, chosen) for seat in self.agents}
            for seat in self.agents:
                self.specs[seat] = chosen
        levels = levels_of(self.game, self.options)
        for level in levels:
            mark = "*" if level.agent in self.specs else " "
            self.screen.console.print(f"{mark} {level.number}  {self.screen.level(level)}")
        for spec in dict.fromkeys(self.specs[seat] for seat in self.agents):
            if spec not in [level.agent for level in levels]:
                self.screen.console.print(f"*    {spec}")

    def transcript(self) -> str:
        """As `setboard` reads it."""
        if self.hides_moves():
            return self.screen.text("play.secret")
        moves = []
        for state, ply in zip(self.states, self.plies, strict=False):
            secret = ply.seat == CHANCE and len(state.legal()) > SHOWN_OUTCOMES
            moves.append("..." if secret else self.game.notation.write_move(state, ply.action))
        return " ".join(moves)

    def save(self, name: str) -> None:
        """In the format that the name ends in; records, .jsonl, are added to those that are there."""
        if self.hides_moves():
            self.screen.say("play.secret")
            return
        path = Path(name or "game.jsonl")
        if path.suffix == ".jsonl":
            append_record(path, self.record())
            self.screen.say("play.recorded", path=path)
            return
        for each in write_files(path, format_of(self.game, path).write([self.record()])):
            self.screen.say("play.recorded", path=each)

    def help(self) -> str:
        return self.game.part(People).how_to_move(self.screen.lang)

    def announce_result(
        self, returns: Sequence[float], reason: str | None = None, places: Sequence[int] | None = None
    ) -> None:
        """Who is out is said first, where that has ended the game."""
        if reason in OUT and places and len(places) in places:
            self.screen.say(f"end.{reason}", seat=self.names[places.index(len(places))])
        winners = [name for name, score in zip(self.names, returns, strict=True) if score == max(returns)]
        if len(self.names) == 1:
            self.screen.say("end.score", score=returns[0])
        elif len(winners) == len(self.names):
            self.screen.say("end.draw")
        elif len(winners) > 1:
            self.screen.say("end.share", seats=", ".join(winners))
        else:
            self.screen.say("end.wins", seat=winners[0])

    def record(self) -> Record:
        first, state = self.states[0], self.state
        end: dict[str, Any] = {"returns": state.returns() if state.to_play == OVER else None}
        if self.flagged is not None:
            end = vars(out_of_time(self.game, self.options, state, self.flagged))
        return Record(
            game=self.game.name,
            rules=self.game.version,
            options=self.options.chosen(),
            seats=tuple(self.specs),
            seed=self.seed,
            start=None if first == self.game.start(self.options) else self.game.notation.write_position(first),
            plies=tuple(self.plies),
            notes={} if self.clock is None else {CLOCK: str(self.clock)},
            **end,
        )


def kept(session: Session) -> History:
    return History([*session.states], [*session.plies], session.begun, session.clocks, session.before)


def return_to(session: Session, history: History) -> None:
    session.states, session.plies = [*history.states], [*history.plies]
    session.begun, session.clocks, session.before = history.begun, history.clocks, history.before


def meanwhile(session: Session) -> ExitStack:
    """While a person is asked: the computers that can think about what they may know."""
    thinking = ExitStack()
    for seat, agent in session.agents.items() if session.ponders else ():
        if isinstance(agent, Ponderer):
            thinking.enter_context(agent.pondering(session.game.conceal(session.state, seat)))
    return thinking


def level_named(game: AnyGame, options: Options, wanted: str) -> Level:
    """3, skilled or 中級; of several levels with that name the first."""
    levels = levels_of(game, options)
    for level in levels:
        if wanted.lower() in (str(level.number), *(name.lower() for name in level.names.values())):
            return level
    known = ", ".join(f"{level.number} {level.names['en']}" for level in levels)
    raise ConfigError(f"level {wanted}: {game.name} has the levels 1 to {len(levels)} ({known})")


def opponent_named(game: AnyGame, options: Options, wanted: str) -> str:
    """A level, or any agent as the command line names it: engine:level=12"""
    try:
        return level_named(game, options, wanted).agent
    except ConfigError as error:
        if wanted.partition(":")[0].strip() in agents_of(game):
            return wanted
        raise ConfigError(f"{error}, and the agents {', '.join(agents_for(game, options))}") from None


def hints_wanted(text: str) -> int:
    if re.fullmatch("([1-9][0-9]{0,5})?", text) is None:
        raise ConfigError(f"hint {text}: write how many moves to name, from 1 on, such as hint {HINTS}")
    return int(text or HINTS)


def adviser(game: AnyGame, options: Options, spec: str | None = None) -> Adviser:
    """The agent named, or the game's own adviser, as one that tells what it thinks."""
    agent = make_agent(spec or game.part(Players).agent_for("adviser", options), game, options)
    if not isinstance(agent, Adviser):
        raise ConfigError(f"agent {spec!r} gives no values; greedy does for every game")
    return agent


def append_record(path: Path, record: Record) -> None:
    """Adds the game to the file; games that are there stay."""
    try:
        with path.open("a", encoding="utf-8") as file:
            file.write(write_record(record))
    except OSError as error:
        raise ConfigError(f"cannot write the record: {error}") from None
