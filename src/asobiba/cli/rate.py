"""`asobiba rate`: everybody against everybody, and a table of ratings."""

from typing import Annotated

import typer

from asobiba.arena.ratings import Meeting, ratings, round_robin, score_against, seconds_per_move
from asobiba.cli.screen import Screen
from asobiba.cli.texts import language
from asobiba.cli.words import GameName, Json, Lang, Opening, OptionTexts, Seed, read_options, short, write_json
from asobiba.core.registry import find_game


def rate(
    game: GameName,
    agents: Annotated[list[str] | None, typer.Argument(help="Who plays; by default the game's levels.")] = None,
    games: Annotated[int, typer.Option(min=2, help="Of every two; an even number.")] = 20,
    processes: Annotated[int, typer.Option(min=1, max=256, help="Games side by side.")] = 1,
    seed: Seed = 0,
    opening: Opening = 0,
    option: OptionTexts = None,
    json: Json = False,
    lang: Lang = None,
) -> None:
    """Let every two agents meet, and rate them all."""
    found = find_game(game)
    options = read_options(found, option)
    screen = Screen.on_stdout(language(lang))
    specs = agents or list(found.minds.levels(options))
    all_games, played = games * len(specs) * (len(specs) - 1) // 2, 0

    def watch(meeting: Meeting) -> None:
        nonlocal played
        played += len(meeting.points)
        screen.count(played, all_games)

    meetings = round_robin(
        found, specs, options, games=games, seed=seed, opening=opening, processes=processes, watch=watch
    )
    rows = [
        {
            "agent": each.agent,
            "rating": each.rating,
            "low": each.low,
            "high": each.high,
            "games": each.games,
            "seconds_per_move": seconds_per_move(meetings, specs.index(each.agent)),
            "against": {
                other: score_against(meetings, specs.index(each.agent), at)
                for at, other in enumerate(specs)
                if other != each.agent
            },
        }
        for each in ratings(game, specs, meetings)
    ]
    if json:
        write_json({"game": game, "options": options.chosen(), "games": games, "seed": seed, "agents": rows})
        return
    columns = ("agent", "rating", "low", "high", "games", "seconds_per_move")
    screen.table(
        [screen.text(f"rate.header.{column}") for column in columns],
        [[short(row[column]) for column in columns] for row in rows],
    )
