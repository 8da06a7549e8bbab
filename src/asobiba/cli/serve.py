"""`asobiba serve` and `asobiba backup`: the server, and a copy of its games."""

import os
from pathlib import Path
from typing import Annotated

import typer

from asobiba.core.errors import ConfigError


def serve(
    host: Annotated[str | None, typer.Option(help="Where to listen; 127.0.0.1 is this machine alone.")] = None,
    port: Annotated[int | None, typer.Option(help="Where to listen; 0 takes a free one. [8000]")] = None,
    database: Annotated[str | None, typer.Option(help="sqlite:///file or postgresql://user@host/name")] = None,
    redis: Annotated[str | None, typer.Option(help="redis://host:port, when several processes serve together")] = None,
    weights: Annotated[
        Path | None, typer.Option(help="Own networks, FOLDER/GAME/NAME.npz: learned:weights=NAME")
    ] = None,
) -> None:
    """Serve the games to browsers and programs. Further settings are in docs/online.md."""
    if weights is not None:
        if not weights.is_dir():
            raise ConfigError(f"--weights {weights}: there is no such folder")
        os.environ["ASOBIBA_WEIGHTS"] = str(weights.absolute())  # the bots' processes read it, too
    from asobiba.online.run import run as run_server  # the server's libraries are an extra

    run_server(host=host, port=port, database=database, redis=redis)


def backup(
    file: Annotated[Path, typer.Argument(help="The copy; there must be none of that name.")],
    database: Annotated[str | None, typer.Option(help="sqlite:///file; by default the one that `serve` uses")] = None,
) -> None:
    """Copy the games of a server with SQLite, also while it runs. See docs/security.md."""
    try:
        from asobiba.online.settings import Settings
        from asobiba.online.store.backup import back_up
    except ImportError as error:
        raise ConfigError(f"backup needs {error.name}: pip install asobiba[online]") from None
    size = back_up(Settings(**({} if database is None else {"database": database})).database, file)
    typer.echo(f"{file}: {size:,} bytes")
