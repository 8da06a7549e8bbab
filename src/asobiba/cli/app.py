"""The command line: every command with the module that holds it, loaded when somebody runs it or asks for its help."""

import os
import sys
import warnings
from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import Any, NamedTuple

import typer
from typer.core import TyperCommand, TyperGroup

from asobiba.cli.parameters import Lang
from asobiba.core.errors import AsobibaError, GameWarning, IllegalMove


class Place(NamedTuple):
    """Where a command is."""

    module: str
    function: str
    help: str
    """Its line in the list of commands."""
    kind: str | None = None
    """The class that parses the command's arguments, if it has a way of its own: `module:Class`."""


COMMANDS = {
    "play": Place("play", "play", "Play at the terminal, or watch agents play."),
    "games": Place("games", "games", "List the games, their options, levels and agents."),
    "match": Place("match", "match", "Let agents play against each other."),
    "rate": Place("rate", "rate", "Rate agents by a tournament."),
    "check": Place("check", "check", "List what a game lacks, and the commands that make it."),
    "new": Place("new", "new", "Write a package with a new game that plays at once."),
    "analyse": Place("analysis", "analyse", "Evaluate every move of a position or a game.", "dashes:TakesDashes"),
    "solve": Place("solve", "solve", "Solve a position: its value if everybody plays best.", "dashes:TakesDashes"),
    "judge": Place("judge", "judge", "Count how often an agent keeps the proven result."),
    "train": Place("train", "train", "Train an agent.", "train:TakesSettings"),
    "replay": Place("play", "replay", "Show every move of recorded games."),
    "import": Place("formats", "import_", "Convert games of other programs to records."),
    "export": Place("formats", "export", "Convert records to the format of another program."),
    "gtp": Place("gtp", "gtp", "Speak GTP on stdin and stdout."),
    "nboard": Place("nboard", "nboard", "Speak NBoard's protocol on stdin and stdout."),
    "serve": Place("serve", "serve", "Serve the games to browsers and programs."),
    "backup": Place("serve", "backup", "Copy the games of a server, even while it runs."),
    "perft": Place("perft", "perft", "Count the move sequences of every length up to a depth."),
    "bench": Place("bench", "bench", "Measure kernels, environments and search."),
}
"""In the order of the list."""


class LazyCommand(TyperCommand):
    """Stands in the list of commands for a command whose module is not loaded."""

    def __init__(self, name: str, place: Place) -> None:
        super().__init__(name, help=place.help)
        self.place = place

    def make_context(self, info_name: Any, args: list[str], parent: Any = None, **extra: Any) -> Any:
        function = _named(self.place.module, self.place.function)
        kind = None if self.place.kind is None else _named(*self.place.kind.split(":"))
        alone = typer.Typer(add_completion=False, rich_markup_mode=None)
        alone.command(self.name, cls=kind)(function)
        return typer.main.get_command(alone).make_context(info_name, args, parent, **extra)


def _named(module: str, name: str) -> Any:
    return getattr(import_module(f"asobiba.cli.{module}"), name)


class LazyGroup(TyperGroup):
    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        for name, place in COMMANDS.items():
            self.add_command(LazyCommand(name, place))


app = typer.Typer(
    cls=LazyGroup,
    help="Asobiba 遊び場: Othello, 2048, Puyo, Otrio and Coppit.",
    add_completion=False,
    invoke_without_command=True,
    rich_markup_mode=None,  # loading the boxes around a help text takes longer than all the rest
)


@app.callback()
def first(context: typer.Context, lang: Lang = None) -> None:
    """Without a command: choose a game and play."""
    if context.invoked_subcommand is None:
        from asobiba.cli.menu import menu
        from asobiba.cli.screen import Screen
        from asobiba.cli.texts import language

        menu(Screen.on_stdout(language(lang)))


def run() -> None:
    """Run a command. Whatever goes wrong is one line on stderr, never a traceback."""
    warnings.formatwarning = partial(format_warning, warnings.formatwarning)
    try:
        code = app(standalone_mode=False)
        sys.stdout.flush()
        sys.exit(code if isinstance(code, int) else 0)
    except AsobibaError as error:
        fail(error.sentence if isinstance(error, IllegalMove) else str(error))
    except typer.TyperException as error:
        fail(error.format_message())
    except (KeyboardInterrupt, typer.Abort, EOFError):
        sys.exit(130)
    except BrokenPipeError:
        # Nobody reads any more. Python would complain once again when it closes stdout, so close it on nothing.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(141)


def format_warning(usual: Callable[..., str], message: Warning | str, category: type[Warning], *place: Any) -> str:
    """Write a game that could not be loaded as one line, other warnings as usual."""
    return f"asobiba: {message}\n" if issubclass(category, GameWarning) else usual(message, category, *place)


def fail(sentence: str) -> None:
    sys.stderr.write(f"asobiba: {' '.join(sentence.split())}\n")
    sys.exit(2)
