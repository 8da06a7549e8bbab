"""`asobiba solve`: what a position is worth if everybody plays best, or between which bounds."""

import math
import sys
import time
from dataclasses import dataclass
from typing import Annotated, Any

import typer

from asobiba.agents.analysis import proven_json
from asobiba.agents.solver import RESULT, Limits, Solution, Solving
from asobiba.agents.solving import solving_of
from asobiba.arena.judge import nothing_proven
from asobiba.cli.interrupts import STOPPED
from asobiba.cli.parameters import GameName, Json, Lang, OptionTexts, read_options, short, write_json
from asobiba.cli.screen import Screen
from asobiba.cli.texts import language
from asobiba.core.errors import ConfigError
from asobiba.core.game import OVER, AnyGame
from asobiba.core.options import Options
from asobiba.core.picture import Look
from asobiba.core.registry import find_game
from asobiba.core.setup import set_up
from asobiba.online.people import People

GLANCE = 2.0
"""Seconds between two lines of progress, where somebody looks."""


@dataclass(frozen=True)
class Solved:
    game: AnyGame
    options: Options
    state: Any
    solution: Solution
    seconds: float

    @property
    def best(self) -> list[str]:
        return [self._written(action) for action in self.solution.best]

    def as_json(self) -> dict[str, Any]:
        found = self.solution
        return {
            "game": self.game.name,
            "position": self.game.notation.write_position(self.state),
            "to_play": self.state.to_play,
            "value": found.value,
            "plies": found.plies,
            "best": self.best,
            "nodes": found.nodes,
            "seconds": round(self.seconds, 3),
            "lower": found.lower,
            "upper": found.upper,
            "searched": found.searched,
            "unit": found.unit,
            **self._moves(),
            **({"seats": [{"value": each.value, "plies": each.plies} for each in found.seats]} if found.seats else {}),
        }

    def _moves(self) -> dict[str, Any]:
        """{"moves": {"Mb2": {"outcome": 1, "plies": 15, "value": 1}}}, where every move was asked for."""
        told = {}
        for action, end in self.solution.proven.items():
            value = self.value_of(action)
            told[self._written(action)] = proven_json(end)["proven"] | ({} if value is None else {"value": value})
        return {"moves": told} if told else {}

    def value_of(self, action: int) -> float | None:
        """In the unit of the solution; None: it does not tell."""
        found = self.solution
        if action in found.best:
            return found.value
        return found.values.get(action, found.proven[action].outcome if found.unit == RESULT else None)

    def rank(self, action: int) -> tuple[float, ...]:
        """Quick wins first, quick losses last; of those alike the one that is worth more."""
        proven, value = self.solution.proven[action], self.value_of(action)
        return proven.outcome / (1 + proven.plies), action in self.solution.best, -math.inf if value is None else value

    def _written(self, action: int) -> str:
        return str(self.game.notation.write_move(self.state, action))


def solve(
    game: GameName,
    position: Annotated[
        list[str] | None, typer.Argument(help="In the game's notation, or a list of moves; by default the start.")
    ] = None,
    moves: Annotated[bool, typer.Option("--moves", help="What every move leads to, and not just a best one.")] = False,
    nodes: Annotated[int | None, typer.Option(min=1, max=10**12, help="Positions to search, at most.")] = None,
    seconds: Annotated[float | None, typer.Option(min=0, max=10**7, help="To search, at most.")] = None,
    option: OptionTexts = None,
    json: Json = False,
    lang: Lang = None,
) -> None:
    """Say what a position is worth if everybody plays best. Ctrl-C tells between which bounds it lies so far."""
    found = find_game(game)
    options = read_options(found, option)
    state = decision(found, " ".join(position or ["start"]), options)
    solving = solving_of(found, options, state, Limits(nodes, moves))
    if solving is None:
        raise nothing_proven(found)
    screen, began = Screen.on_stdout(language(lang)), time.perf_counter()
    finished = work(solving, seconds, screen)
    result = Solved(found, options, state, solving.found(), time.perf_counter() - began)
    if json:
        write_json(result.as_json())
    else:
        show(result, screen)
    if not finished:
        raise typer.Exit(STOPPED)


def decision(game: AnyGame, text: str, options: Options) -> Any:
    state = set_up(game, text, options)
    if state.to_play < 0:
        why = "the game is over" if state.to_play == OVER else "luck decides next"
        raise ConfigError(f"there is nothing to solve in this position of {game.name}: {why}", game=game.name)
    return state


def work(solving: Solving, seconds: float | None, screen: Screen) -> bool:
    """Until it has come to its end or the time is over. False: somebody stopped it."""
    until = None if seconds is None else time.perf_counter() + seconds
    watched = sys.stderr.isatty()
    try:
        while True:
            left = None if until is None else max(0.0, until - time.perf_counter())
            if solving.work(left if not watched else GLANCE if left is None else min(GLANCE, left)) or left == 0:
                return True
            if watched:
                found = solving.found()
                line = screen.text("solve.progress", nodes=short(float(found.nodes)), plies=short(found.searched))
                sys.stderr.write(f"\r{line}")
    except KeyboardInterrupt:
        return False
    finally:
        if watched:
            sys.stderr.write("\n")


def show(result: Solved, screen: Screen) -> None:
    game, found = result.game, result.solution
    screen.draw(game.draw(result.state, Look(game.part(People).words.get(screen.lang, {}))))
    names = game.seats(result.options) if found.seats else ()
    rows = [
        ("value", worth(screen, found, found.value, found.plies)),
        ("best", ", ".join(result.best) or "-"),
        *((("searched", f"{found.searched}"),) if found.value is None and found.searched is not None else ()),
        ("nodes", f"{found.nodes:,}"),
        ("seconds", f"{result.seconds:.2f}"),
    ]
    screen.table([game.name, ""], [[screen.text(f"solve.{key}"), text] for key, text in rows])
    for name, forced in zip(names, found.seats, strict=True):
        screen.say("solve.seat", seat=name, worth=worth(screen, found, forced.value, forced.plies))
    for action in sorted(found.proven, key=result.rank, reverse=True):
        value, move = result.value_of(action), game.notation.write_move(result.state, action)
        told = "" if value is None or found.unit == RESULT else f"{value:+.4g} {screen.unit(found.unit)}  "
        screen.console.print(f"  {move}  {told}{screen.ending(found.proven[action])}")


def worth(screen: Screen, found: Solution, value: float | None, plies: int | None) -> str:
    """A win at ply 15; a draw; a number in its unit; or the bounds."""
    if value is None:
        return screen.text("solve.between", lower=short(found.lower), upper=short(found.upper))
    if found.unit != RESULT:
        return f"{short(value)} ({screen.unit(found.unit)})"
    outcome = {1: "win", 0: "draw", -1: "loss"}[round(value)]
    return screen.text(f"proven.{outcome}" if plies else f"proven.{outcome}.sometime", plies=plies)
