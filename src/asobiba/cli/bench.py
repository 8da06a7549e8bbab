"""`asobiba bench`: what is measured, beside bars and other libraries."""

import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Annotated

import typer

from asobiba.bench.measure import Row
from asobiba.cli.parameters import Json, Lang, short, write_json
from asobiba.cli.screen import Screen
from asobiba.cli.texts import language
from asobiba.core.errors import ConfigError


def bench(
    what: Annotated[str, typer.Argument(help="kernels, envs, search, selfplay, beam, or a game with an engine")],
    peers: Annotated[bool, typer.Option("--peers", help="Other libraries in the same run, where installed.")] = False,
    ray: Annotated[
        bool, typer.Option("--ray", help="Of selfplay: a Ray cluster of this machine beside threads.")
    ] = False,
    seconds: Annotated[float, typer.Option(min=1, max=3600, help="How long selfplay is measured.")] = 30.0,
    seeds: Annotated[int, typer.Option(min=1, max=65536, help="How many games beam plays alone.")] = 20,
    level: Annotated[int | None, typer.Option(min=1, help="Of beam; by default all.")] = None,
    long: Annotated[bool, typer.Option("--long", help="Of an engine: the hardest problems too, some minutes.")] = False,
    json: Json = False,
    lang: Lang = None,
) -> None:
    """Measure how fast we are, in CPU seconds; selfplay, how fast AlphaZero learns; beam, how long its chains are;
    a game, how quick its engine is."""
    from asobiba.bench.adaptors.beam import beam_rows
    from asobiba.bench.adaptors.engines import ENGINES
    from asobiba.bench.kernels import kernel_rows
    from asobiba.bench.search import search_rows
    from asobiba.bench.selfplay import ray_rows, selfplay_rows

    rows: list[Row] = []
    measured: dict[str, Callable[[], Iterator[Row]]] = {
        "kernels": kernel_rows,
        "envs": lambda: bench_envs(peers),
        "search": search_rows,
        "selfplay": lambda: ray_rows(seconds) if ray else selfplay_rows(seconds),
        "beam": lambda: beam_rows(level, seeds),
        **{name: partial(engine_rows, long) for name, engine_rows in ENGINES.items()},
    }
    if what not in measured:
        raise ConfigError(f"bench {what}: allowed is {', '.join(measured)}")
    for row in measured[what]():
        rows.append(row)
        sys.stderr.write(f"{row.what}: {row.ours:,.{row.digits}g} {row.unit}\n")
    if json:
        write_json([row.as_json() for row in rows])
    else:
        show_rows(rows, Screen.on_stdout(language(lang)))


def bench_envs(with_peers: bool) -> Iterator[Row]:
    from asobiba.bench.envs import env_rows  # Gymnasium is an extra, and takes a second to load

    return env_rows(with_peers)


def show_rows(rows: Sequence[Row], screen: Screen) -> None:
    screen.table(
        [screen.text(f"bench.header.{column}") for column in ("what", "ours", "unit", "peer", "theirs", "ratio")],
        [
            [row.what, short(row.ours, row.digits), row.unit, row.peer or "-", missing(row), short(row.ratio)]
            for row in rows
        ],
    )


def missing(row: Row) -> str:
    if row.theirs is None and row.peer not in (None, "bar"):
        return "not installed"
    return short(row.theirs, row.digits)
