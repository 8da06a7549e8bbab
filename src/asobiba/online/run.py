"""`asobiba serve` and `python -m asobiba.online`."""

import gc
import logging
import sys
from typing import Any

SWITCH_SECONDS = 0.0005
"""How long a thread that works, such as the archive's, lets the event loop wait. With Python's own 5 ms a move, which
goes to the thread of the database and back, takes 6 ms longer while somebody reads old games."""


def run(**chosen: Any) -> None:
    """Serve until told to stop. Settings that are None come from the environment or have their defaults.

    What is loaded stays: to look for garbage in it again and again would take a sixth of the start. http/tidying.py
    begins to collect when all is there.
    """
    gc.disable()
    try:
        _run({name: value for name, value in chosen.items() if value is not None})
    finally:
        gc.enable()


def _run(chosen: dict[str, Any]) -> None:
    import structlog

    from asobiba.agents.players import Players
    from asobiba.core.registry import every_game
    from asobiba.online.http.app import make_app
    from asobiba.online.http.listen import serve
    from asobiba.online.people import People
    from asobiba.online.settings import Settings
    from asobiba.online.table import Table

    settings = Settings(**chosen)
    level = logging.getLevelNamesMapping()[settings.log_level.upper()]
    logging.basicConfig(level=level, format="%(levelname)s %(name)s: %(message)s")
    logging.getLogger("alembic").setLevel(logging.WARNING)
    structlog.configure(
        wrapper_class=structlog.make_filtering_bound_logger(level),
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso"),
            # Tracebacks without the values of variables: tokens and cookies are among them.
            structlog.dev.ConsoleRenderer(colors=False, exception_formatter=structlog.dev.plain_traceback),
        ],
    )
    sys.setswitchinterval(SWITCH_SECONDS)
    every_game(Players, People, Table)  # now, not while somebody waits for the first move of one
    serve(make_app(settings), settings)
