"""The menu: a game, the own seat, the computer's level."""

import time
from collections.abc import Sequence

from asobiba.agents.levels import levels_of
from asobiba.agents.players import Players
from asobiba.cli.prompt import HUMAN, Session, level_named
from asobiba.cli.screen import Screen
from asobiba.cli.texts import LANGUAGES
from asobiba.core.errors import ConfigError, Phrase
from asobiba.core.game import AnyGame
from asobiba.core.options import Options
from asobiba.core.registry import every_game
from asobiba.online.people import People

LEAVE = ("exit", "quit", "q")


def menu(screen: Screen, *, marks: bool = True) -> None:
    """One game after the other, until somebody leaves."""
    while True:
        games = {game.name: game for game in every_game(People)}
        names = list(games)
        screen.say("menu.title")
        for number, (name, game) in enumerate(games.items(), 1):
            screen.console.print(f"  {number}  {screen.title(game)}  ({name})")
        try:
            answer = screen.ask("menu.prompt").lower()
            if answer in LEAVE:
                return
            if answer in LANGUAGES:
                screen = Screen(screen.console, answer)
                screen.say("menu.language")
            elif answer.isdecimal() and 1 <= int(answer) <= len(names):
                play_chosen(games[names[int(answer) - 1]], screen, marks)
            elif answer in games:
                play_chosen(games[answer], screen, marks)
            else:
                screen.say("menu.wrong", text=answer, count=len(names))
        except EOFError:
            return


def play_chosen(game: AnyGame, screen: Screen, marks: bool) -> None:
    """Ask for seat and level where there is a choice, then play."""
    options = game.options()
    seats, levels = seat_names(game, options, screen.lang), levels_of(game, options)
    agents = [level.agent for level in levels]
    seat, opponent = 0, game.part(Players).agent_for("opponent", options)
    if len(seats) > 1:
        chosen = choose(screen, "menu.seats", seats, seat)
        if chosen is None:
            return
        seat = chosen
        names, about = [level.names[screen.lang] for level in levels], [screen.level(level) for level in levels]
        chosen = choose(screen, "menu.levels", names, agents.index(opponent), about)
        if chosen is None:
            return
        opponent = agents[chosen]
    specs = seated(seats, seat, opponent)
    Session(game, options, specs, int(time.time()), screen, marks=marks).play()


def choose(
    screen: Screen, title: str, choices: Sequence[str], default: int, about: Sequence[str] | None = None
) -> int | None:
    """The place of what was chosen; None: back."""
    screen.say(title)
    for number, line in enumerate(about or choices, 1):
        screen.console.print(f"  {number}  {line}")
    while True:
        answer = screen.ask("menu.choose", default=choices[default]).lower()
        if answer in LEAVE:
            return None
        if not answer:
            return default
        if answer.isdecimal() and 1 <= int(answer) <= len(choices):
            return int(answer) - 1
        named = [place for place, choice in enumerate(choices) if choice.lower() == answer]
        if named:
            return named[0]
        screen.say("menu.no_choice", text=answer, count=len(choices))


def seat_names(game: AnyGame, options: Options, lang: str) -> list[str]:
    return [game.part(People).say(Phrase(name), lang) for name in game.seats(options)]


def seated(seats: Sequence[str], seat: int, agent: str) -> list[str]:
    """A person in one seat, the agent in all others."""
    return [HUMAN if each == seat else agent for each in range(len(seats))]


def seats_wanted(game: AnyGame, options: Options, seat: str | None, level: str | None, lang: str) -> list[str]:
    """By `--seat` and `--level`: a person in the first seat against the level in the middle if nothing is said."""
    agent = (
        game.part(Players).agent_for("opponent", options) if level is None else level_named(game, options, level).agent
    )
    own = 0 if seat is None else seat_named(game, options, seat, lang)
    return seated(game.seats(options), own, agent)


def seat_named(game: AnyGame, options: Options, seat: str, lang: str) -> int:
    """white, 白 or 2 -> 1"""
    names = [name.lower() for name in game.seats(options)]
    for known in (names, seat_names(game, options, lang), [str(number + 1) for number in range(len(names))]):
        if seat.lower() in known:
            return known.index(seat.lower())
    raise ConfigError(f"--seat {seat}: allowed is {', '.join(names)}, or a number from 1 to {len(names)}")
