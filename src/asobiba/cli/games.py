"""`asobiba games`: what there is to play, and against whom."""

from asobiba.agents.files import Files
from asobiba.agents.levels import levels_of
from asobiba.agents.players import Players
from asobiba.agents.spec import agents_for
from asobiba.cli.parameters import Json, Lang, write_json
from asobiba.cli.prompt import HUMAN
from asobiba.cli.screen import Screen
from asobiba.cli.texts import language
from asobiba.core.options import describe
from asobiba.core.registry import every_game
from asobiba.online.people import People


def games(lang: Lang = None, json: Json = False) -> None:
    """List the games, their options, the levels of the computer and the agents."""
    screen = Screen.on_stdout(language(lang))
    found = every_game(People, Players, Files)
    if json:
        write_json(
            [
                {
                    "game": game.name,
                    "titles": game.part(People).titles,
                    "rules": game.version,
                    "levels": levels_of(game, game.options()),
                    "agents": agents_for(game),
                }
                for game in found
            ]
        )
        return
    for game in found:
        seats = ", ".join(game.seats(game.options()))
        screen.console.print(f"{game.name}: {screen.title(game)} ({seats})")
        for name, default, allowed, meaning in describe(game.options):
            screen.console.print(f"    {name}={default}  {meaning} [{allowed}]")
        screen.say("games.levels")
        for level in levels_of(game, game.options()):
            screen.console.print(f"        {level.number}  {screen.level(level)}")
        screen.console.print(f"    agents: {', '.join([HUMAN, *agents_for(game)])}")
        if game.part(Files).formats:
            screen.console.print(f"    formats: {', '.join(game.part(Files).formats)}")
