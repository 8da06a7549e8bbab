"""`asobiba rate`: everybody against everybody, or each level against the one before it, and a table of ratings."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from asobiba.agents.levels import Ladder, levels_of, read_ladders, write_ladders
from asobiba.agents.players import Players
from asobiba.arena.level_ratings import climb, opening_of
from asobiba.arena.ratings import Meeting, Terms, ratings, round_robin, score_against, seconds_per_move, tallies
from asobiba.cli.parameters import GameName, Json, Lang, OptionTexts, Seed, read_options, short, write_json
from asobiba.cli.screen import Screen
from asobiba.cli.texts import language
from asobiba.core.errors import ConfigError
from asobiba.core.game import AnyGame
from asobiba.core.options import Options
from asobiba.core.registry import find_game

AGENTS = ("agent", "rating", "low", "high", "games", "seconds_per_move")
LEVELS = ("level", "names", "rating", "low", "high", "step", "seconds_per_move", "agent")
"""Columns of the two tables."""


def rate(
    game: GameName,
    agents: Annotated[list[str] | None, typer.Argument(help="Who plays; by default the game's levels.")] = None,
    levels: Annotated[bool, typer.Option("--levels", help="Each level meets only the one before it.")] = False,
    into: Annotated[
        Path | None,
        typer.Option(help="With --levels: a file that keeps the results; those it has are not played again."),
    ] = None,
    games: Annotated[int, typer.Option(min=1, help="Of every two; a multiple of the seats.")] = 20,
    processes: Annotated[int, typer.Option(min=1, max=256, help="Games side by side.")] = 1,
    seed: Seed = 0,
    opening: Annotated[
        int | None,
        typer.Option(min=0, help="Random plies first, so that games differ; by default as in the file of --into."),
    ] = None,
    option: OptionTexts = None,
    json: Json = False,
    lang: Lang = None,
) -> None:
    """Let agents meet, and rate them all. With more than two seats the one has a single seat, the other all the rest; a
    game for one is won by the higher score with the same luck."""
    found = find_game(game)
    options = read_options(found, option)
    screen = Screen.on_stdout(language(lang))
    if levels and agents:
        raise ConfigError("--levels rates the levels of the game: leave out the agents, or --levels")
    if into is not None and not levels:
        raise ConfigError("--into keeps the results of levels: write --levels, too")
    kept = kept_in(into)
    if opening is None:
        known = ladder_in(kept, options)
        opening = 0 if known is None else opening_of(known)
    terms = Terms(games=games, seed=seed, opening=opening, processes=processes)
    told: dict[str, object]
    if levels:
        ladder = climbed(found, options, terms, kept, into, screen)
        rows = [
            {"level": level.number, "names": level.names, **asdict(rung)}
            for level, rung in zip(levels_of(found, options), ladder.levels, strict=True)
        ]
        told = {"game": game, "options": ladder.options, "levels": rows}
    else:
        rows = everybody(found, agents or list(found.part(Players).levels(options)), options, terms, screen)
        told = {"game": game, "options": options.chosen(), "games": games, "seed": seed, "agents": rows}
    if json:
        write_json(told)
    else:
        show(screen, LEVELS if levels else AGENTS, rows)


def show(screen: Screen, columns: tuple[str, ...], rows: Sequence[Mapping[str, object]]) -> None:
    screen.table(
        [screen.text(f"rate.header.{column}") for column in columns],
        [[cell(row[column], screen.lang) for column in columns] for row in rows],
        folded=columns.index("agent"),
    )


def cell(value: object, lang: str) -> str:
    """A name in this language, a step as `0.625 (0.577 – 0.671)`."""
    match value:
        case {"score": float(score), "low": float(low), "high": float(high)}:
            return f"{score:.3f} ({low:.3f} – {high:.3f})"
        case dict():
            return str(value[lang])
        case _:
            return short(value)


class Counter:
    """Tells how many of all games were played."""

    def __init__(self, screen: Screen, all_games: int) -> None:
        self.screen, self.all_games, self.played = screen, all_games, 0

    def __call__(self, meeting: Meeting) -> None:
        self.played += len(meeting.points)
        self.screen.count(self.played, self.all_games)


def everybody(
    game: AnyGame, specs: list[str], options: Options, terms: Terms, screen: Screen
) -> list[dict[str, object]]:
    """Every two agents meet; the best first."""
    watch = Counter(screen, terms.games * len(specs) * (len(specs) - 1) // 2)
    meetings = round_robin(game, specs, options, terms, watch=watch)
    met = tallies(meetings)
    return [
        {
            "agent": each.agent,
            "rating": each.rating,
            "low": each.low,
            "high": each.high,
            "games": each.games,
            "seconds_per_move": seconds_per_move(meetings, specs.index(each.agent)),
            "against": {
                other: score_against(met, specs.index(each.agent), at)
                for at, other in enumerate(specs)
                if other != each.agent
            },
        }
        for each in sorted(ratings(game.name, specs, met), key=lambda each: -each.rating)
    ]


def climbed(
    game: AnyGame, options: Options, terms: Terms, kept: tuple[Ladder, ...], into: Path | None, screen: Screen
) -> Ladder:
    """The whole ladder. A file has every step as soon as it is measured."""
    known = ladder_in(kept, options)
    watch = Counter(screen, terms.games * (len(game.part(Players).levels(options)) - 1))
    ladder = known
    for ladder in climb(game, options, terms, known=known, watch=watch):
        if into is not None:
            keep(into, kept, ladder)
    if ladder is None:
        raise ConfigError(f"{game.name} has a single level with these options: nothing to compare")
    return ladder


def ladder_in(kept: tuple[Ladder, ...], options: Options) -> Ladder | None:
    return next((ladder for ladder in kept if ladder.options == options.chosen()), None)


def kept_in(file: Path | None) -> tuple[Ladder, ...]:
    try:
        return () if file is None or not file.exists() else read_ladders(file.read_bytes())
    except (OSError, ConfigError) as error:
        raise ConfigError(f"--into {file}: {error}") from None


def keep(file: Path, kept: tuple[Ladder, ...], ladder: Ladder) -> None:
    """In the place of what was measured with the same options."""
    options = [each.options for each in kept]
    at = options.index(ladder.options) if ladder.options in options else len(kept)
    try:
        file.write_bytes(write_ladders((*kept[:at], ladder, *kept[at + 1 :])))
    except OSError as error:
        raise ConfigError(f"--into {file}: {error}") from None
