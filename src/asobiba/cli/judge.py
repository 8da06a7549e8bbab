"""`asobiba judge`: an agent's moves against what is proven."""

from pathlib import Path
from typing import Annotated

import typer

from asobiba.arena.judge import Answer, Judgement, answers, judgement
from asobiba.cli.interrupts import STOPPED
from asobiba.cli.parameters import GameName, Json, Lang, OptionTexts, Seed, read_options, short, write_json
from asobiba.cli.screen import Screen
from asobiba.cli.texts import language
from asobiba.core.registry import find_game


def judge(
    game: GameName,
    agent: Annotated[str, typer.Argument(metavar="AGENT", help="Who is judged: a spec such as greedy:noise=0.2.")],
    positions: Annotated[int, typer.Option(min=1, max=10_000_000, help="How many that are settled.")] = 2000,
    source: Annotated[
        str,
        typer.Option(
            "--from", metavar="random|own|FILE", help="Random games, its own, or a file: records, or a position a line."
        ),
    ] = "random",
    opening: Annotated[int, typer.Option(min=0, help="Own games begin with 0 to so many random plies.")] = 4,
    seed: Seed = 0,
    option: OptionTexts = None,
    json: Json = False,
    lang: Lang = None,
) -> None:
    """Say how often an agent's move keeps the proven result, in games that are solved. Ctrl-C judges what there is."""
    found = find_game(game)
    options = read_options(found, option)
    screen = Screen.on_stdout(language(lang))
    given: list[Answer | None] = []
    settled, stopped = 0, False
    where = source if source in ("random", "own") else Path(source)
    try:
        for each in answers(found, options, agent, positions=positions, source=where, seed=seed, opening=opening):
            given.append(each)
            settled += each is not None
            screen.count(settled, positions, "judge.position")
    except KeyboardInterrupt:
        if not settled:
            raise
        stopped = True
    result = judgement(found, options, agent, given)
    if json:
        write_json(result.as_json())
    else:
        show(result, screen)
    if stopped:
        raise typer.Exit(STOPPED)


def show(result: Judgement, screen: Screen) -> None:
    critical = result.kept_critical
    rows = {
        "positions": f"{result.positions}",
        "unsettled": f"{result.unsettled}",
        "kept": f"{result.kept.value:.1%} ({result.kept.low:.1%} – {result.kept.high:.1%})",
        "chance": f"{result.kept_by_chance:.1%}",
        "critical": f"{result.critical}",
        "kept_critical": "-"
        if critical is None
        else f"{critical.value:.1%} ({critical.low:.1%} – {critical.high:.1%})",
        "sign": "-" if result.value_sign_right is None else f"{result.value_sign_right:.1%}",
        "regret": f"{short(result.regret)} ({screen.unit(result.unit)})",
    }
    screen.table([result.game, result.agent], [[screen.text(f"judge.{key}"), value] for key, value in rows.items()])
