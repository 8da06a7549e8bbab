"""`asobiba nboard`: protocols that programs of one game alone speak, on stdin and stdout.

A game brings the protocol in its part `files`. The protocol hears one line after the other and may think while it waits
for the next. Lines are read meanwhile, so that it can be told to stop.
"""

import queue
import sys
import threading
from dataclasses import fields
from typing import Annotated

import typer

from asobiba.agents.advice import Adviser
from asobiba.agents.files import Dialogue, DialogueType, Files
from asobiba.agents.players import Players
from asobiba.agents.spec import agents_of, read_spec
from asobiba.cli.gtp import typed_lines
from asobiba.cli.parameters import Ponder
from asobiba.cli.prompt import adviser
from asobiba.core.game import AnyGame
from asobiba.core.registry import every_game

END = ""
"""No more lines will come; every other one has an end of its own."""
MOST_LINES = 1024
"""That wait; whoever sends more waits, too."""


def nboard(
    agent: Annotated[str | None, typer.Option(help="Who thinks; by default the game's own adviser.")] = None,
    ponder: Ponder = False,
) -> None:
    """Speak NBoard's protocol on stdin and stdout, for boards that ask an engine."""
    converse("nboard", agent, ponders=ponder)


def converse(protocol: str, agent: str | None, *, ponders: bool) -> None:
    (game,) = (each for each in every_game() if protocol in each.part(Files).dialogues)
    make: DialogueType = game.part(Files).dialogues[protocol]
    options = make.options
    spec = agent or game.part(Players).agent_for("adviser", options)
    adviser(game, options, spec)  # what is wrong with it is said before the first line
    lines: queue.Queue[str] = queue.Queue(MOST_LINES)

    def say(line: str) -> None:
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()

    def judge(depth: int | None) -> Adviser:
        return adviser(game, options, at_depth(game, spec, depth))

    def heard() -> str | None:
        with lines.mutex:
            return lines.queue[0] if lines.queue else None

    dialogue = make(judge, say, heard, ponders)
    threading.Thread(target=listen, args=(lines,), daemon=True).start()
    while (line := awaited(dialogue, lines)) != END and dialogue.hear(line):
        pass


def awaited(dialogue: Dialogue, lines: "queue.Queue[str]") -> str:
    with dialogue.waiting():
        return lines.get()


def listen(lines: "queue.Queue[str]") -> None:
    for line in typed_lines():
        lines.put(line)
    lines.put(END)


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
