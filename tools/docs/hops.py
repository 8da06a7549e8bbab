"""Which files of the package run for one move against a bot online, and for one transition of Puyo's self-play.

python -m tools.docs.hops          # the lists of docs/map.md

The server and its workers are started with a profiler that notes, for each file, when something in it was called.
"""

import ast
import asyncio
import os
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from types import FrameType

import asobiba
from asobiba.games.puyo.learning.config import SelfPlaySettings
from asobiba.games.puyo.learning.learner import PuyoLearner
from asobiba.online.client import Client

PACKAGE = Path(asobiba.__file__).parent
SERVE = "from asobiba.cli import main; main()"
# Python runs a module of this name in every process that finds one.
WATCH = """
import os, sys, threading, time
seen = {}

def watch(frame, event, argument):
    if event == "call" and "/asobiba/" in frame.f_code.co_filename:
        seen.setdefault(frame.f_code.co_filename, set()).add(round(time.time(), 2))

def tell():
    while True:
        time.sleep(0.5)
        with open(f"{os.environ['HOPS']}/{os.getpid()}", "w") as out:
            out.write(repr({name: sorted(times) for name, times in list(seen.items())}))

threading.setprofile(watch)
sys.setprofile(watch)
threading.Thread(target=tell, daemon=True).start()
"""


def main() -> None:
    told("a move of Othello against minimax, on the server and in its worker", move_files())
    told("a transition of Puyo's self-play", transition_files())


def told(what: str, files: set[str]) -> None:
    print(f"{what}: {len(files)} files", *sorted(files), sep="\n  ")


def move_files() -> set[str]:
    with tempfile.TemporaryDirectory() as folder:
        noted = Path(folder, "noted")
        noted.mkdir()
        Path(folder, "sitecustomize.py").write_text(WATCH)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        environment = {**os.environ, "PYTHONPATH": folder, "HOPS": str(noted)}
        command = [sys.executable, "-c", SERVE, "serve", "--port", str(port)]
        server = subprocess.Popen(command, cwd=folder, env=environment, stdout=subprocess.DEVNULL)
        try:
            asked, answered = asyncio.run(one_move(f"http://127.0.0.1:{port}"))
        finally:
            server.terminate()
            server.wait()
        notes = [ast.literal_eval(path.read_text() or "{}") for path in noted.iterdir()]
    return {
        str(Path(name).relative_to(PACKAGE))
        for note in notes
        for name, times in note.items()
        if Path(name).is_relative_to(PACKAGE) and any(asked - 0.01 <= at <= answered + 0.01 for at in times)
    }


async def one_move(url: str) -> tuple[float, float]:
    """When the second move was sent, and when the answer to it was here; everything is warm by then."""
    for _ in range(120):
        try:
            await asyncio.to_thread(urllib.request.urlopen, url)
            break
        except OSError:
            await asyncio.sleep(0.5)
    async with Client(url, name="hops") as client:
        ticket = await client.create_room("othello", seat=0, ready=True, bots={1: "minimax:depth=3"})
        async with client.join(ticket) as room:
            asked: list[float] = []
            async for turn in room.turns():
                if len(asked) == 2:
                    answered = time.time()
                    await asyncio.sleep(1.5)  # until it is noted
                    return asked[-1], answered
                await asyncio.sleep(2)  # so that nothing of the move before is counted
                asked.append(time.time())
                await room.move(turn.moves[0].action)
    raise RuntimeError("the game ended before the second move")


def transition_files() -> set[str]:
    engine = PuyoLearner(SelfPlaySettings(total_episodes=1_000, parallel_games=1))
    files: set[str] = set()

    def watch(frame: FrameType, event: str, argument: object) -> None:
        name = Path(frame.f_code.co_filename)
        if event == "call" and name.is_relative_to(PACKAGE):
            files.add(str(name.relative_to(PACKAGE)))

    while not engine.clock:
        engine.step()
    sys.setprofile(watch)
    while engine.clock == 1:
        engine.step()
    sys.setprofile(None)
    engine.close()
    return files


if __name__ == "__main__":
    main()
