"""`asobiba nboard`: protocols that programs of one game alone speak, on stdin and stdout.

The game brings the protocol, `text.dialogues`: made with who thinks, how to say a line and whether one is waiting, it
hears one line after the other. Lines are read while it thinks, so that it can be told to stop.
"""

import queue
import sys
import threading
from collections.abc import Callable
from dataclasses import fields
from typing import Annotated, Protocol

import typer

from asobiba.agents.spec import agents_of, read_spec
from asobiba.cli.gtp import typed_lines
from asobiba.cli.play import adviser
from asobiba.core.advice import Adviser
from asobiba.core.contract import AnyGame
from asobiba.core.options import Options
from asobiba.core.registry import every_game

MOST_LINES = 1024
"""That wait; whoever sends more waits, too."""


class Dialogue(Protocol):
    def hear(self, line: str, /) -> bool:
        """False: the other side wants to end."""


class DialogueType(Protocol):
    @property
    def options(self) -> Options:
        """With which the game is played."""

    def __call__(
        self, judge: Callable[[int | None], Adviser], say: Callable[[str], None], heard: Callable[[], bool], /
    ) -> Dialogue: ...


def nboard(
    agent: Annotated[str | None, typer.Option(help="Who thinks; by default the game's own adviser.")] = None,
) -> None:
    """Speak NBoard's protocol on stdin and stdout, for boards that ask an engine."""
    converse("nboard", agent)


def converse(protocol: str, agent: str | None) -> None:
    (game,) = (each for each in every_game() if protocol in each.text.dialogues)
    make: DialogueType = game.text.dialogues[protocol]
    options = make.options
    spec = agent or game.minds.adviser_of(options)
    adviser(game, options, spec)  # what is wrong with it is said before the first line
    lines: queue.Queue[str | None] = queue.Queue(MOST_LINES)

    def say(line: str) -> None:
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()

    dialogue = make(lambda depth: adviser(game, options, at_depth(game, spec, depth)), say, lambda: not lines.empty())
    threading.Thread(target=listen, args=(lines,), daemon=True).start()
    while (line := lines.get()) is not None and dialogue.hear(line):
        pass


def listen(lines: "queue.Queue[str | None]") -> None:
    for line in typed_lines():
        lines.put(line)
    lines.put(None)


def at_depth(game: AnyGame, spec: str, depth: int | None) -> str:
    """The same agent looking so many plies ahead, if it counts in plies or has levels: minimax -> minimax:depth=6."""
    name, settings = read_spec(spec)
    limits = {each.name: each.metadata for each in fields(agents_of(game)[name].settings)}
    known = next((word for word in ("depth", "level") if word in limits), None)
    if depth is None or known is None:
        return spec
    settings.pop("level", None)
    settings[known] = str(max(limits[known]["low"], min(limits[known]["high"], depth)))
    return f"{name}:" + ",".join(f"{key}={value}" for key, value in settings.items())
