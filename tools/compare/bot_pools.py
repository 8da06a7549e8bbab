"""Pools of processes for bots that think, side by side: python -m tools.compare.bot_pools

For docs/decisions/006-bot-processes.md. Two workers each, in a server that has an event loop. Needs pebble.
"""

import asyncio
import json
import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any, Protocol

from asobiba.core.registry import find_game
from asobiba.online.bots.queue import Job
from asobiba.online.bots.shares import Payer
from asobiba.online.bots.thinkers import Question, Thinkers
from asobiba.online.bots.thinking import NICENESS, choose, packed, performed

WORKERS, QUESTIONS, IDLE_SECONDS, PATIENCE = 2, 1000, 3.0, 15.0
DEADLINE = 0.2
LOOP = "while True: pass"
CRASH = "import os, signal; os.kill(os.getpid(), signal.SIGSEGV)"
PAUSE = "import time; time.sleep(0.5)"


class Pool(Protocol):
    async def ask(self, task: bytes, seconds: float) -> bytes:
        """The answer. Some exception if it does not come in time."""


class HandMade:
    """The pool of the server. It keeps one worker more, which may study."""

    async def start(self) -> None:
        self.thinkers = Thinkers(WORKERS - 1)
        await self.thinkers.start()

    async def ask(self, task: bytes, seconds: float) -> bytes:
        due = asyncio.get_running_loop().time() + seconds
        job = Job(task, due, Payer(), asyncio.get_running_loop().create_future(), quick=task)
        return str(await self.thinkers._ask(job, due, object)).encode()


class Executor:
    """concurrent.futures"""

    async def start(self) -> None:
        spawn = multiprocessing.get_context("spawn")
        self.pool = ProcessPoolExecutor(WORKERS, spawn, initializer=os.nice, initargs=(NICENESS,))
        await asyncio.gather(*(self.ask(packed(exec, PAUSE), PATIENCE) for _ in range(WORKERS)))

    async def ask(self, task: bytes, seconds: float) -> bytes:
        return await asyncio.wait_for(asyncio.wrap_future(self.pool.submit(performed, task)), seconds)


class Pebble:
    """pebble.ProcessPool"""

    async def start(self) -> None:
        from pebble import ProcessPool  # type: ignore[import-not-found]  # only this program needs it

        spawn = multiprocessing.get_context("spawn")
        self.pool = ProcessPool(WORKERS, initializer=os.nice, initargs=[NICENESS], context=spawn)
        await asyncio.gather(*(self.ask(packed(exec, PAUSE), PATIENCE) for _ in range(WORKERS)))

    async def ask(self, task: bytes, seconds: float) -> bytes:
        future = self.pool.schedule(performed, args=[task], timeout=seconds)
        answer: bytes = await asyncio.wrap_future(future)
        return answer


POOLS: dict[str, Callable[[], Any]] = {"by hand": HandMade, "concurrent.futures": Executor, "pebble": Pebble}


def workers() -> list[int]:
    """The children that run Python, and not multiprocessing's resource tracker."""
    found = []
    for entry in Path("/proc").iterdir():
        with suppress(OSError, ValueError):
            words = (entry / "stat").read_text().rsplit(")", 1)[1].split()
            thinks = words[0] != "Z" and b"resource_tracker" not in (entry / "cmdline").read_bytes()
            if thinks and int(words[1]) == os.getpid():
                found.append(int(entry.name))
    return found


def cpu_of(pid: int) -> float:
    words = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


async def outcome(asked: Awaitable[bytes]) -> str:
    """ok, or the kind of what went wrong."""
    try:
        await asyncio.wait_for(asked, PATIENCE)
    except Exception as error:
        return type(error).__name__
    return "ok"


async def measure(name: str) -> dict[str, object]:
    pool = POOLS[name]()
    own = time.process_time()
    await pool.start()
    found: dict[str, object] = {
        "start, CPU s of the server and of each worker": f"{time.process_time() - own:.2f} + "
        f"{max(map(cpu_of, workers())):.2f}"
    }
    found["threads in the server"] = threading.active_count() - 1
    game = find_game("othello")
    question = Question("othello", {}, "random", "bench", game.start(game.options()))
    own, children = time.process_time(), sum(map(cpu_of, workers()))
    for _ in range(QUESTIONS):
        await pool.ask(packed(choose, question), PATIENCE)
    found["a question, CPU ms of server and worker"] = (
        f"{1000 * (time.process_time() - own) / QUESTIONS:.2f} + "
        f"{1000 * (sum(map(cpu_of, workers())) - children) / QUESTIONS:.2f}"
    )
    own = time.process_time()
    await asyncio.sleep(IDLE_SECONDS)
    found["idle, CPU ms a second"] = f"{1000 * (time.process_time() - own) / IDLE_SECONDS:.1f}"
    pauses = [asyncio.ensure_future(outcome(pool.ask(packed(exec, PAUSE), PATIENCE))) for _ in range(WORKERS - 1)]
    await asyncio.sleep(0.1)
    crash = asyncio.ensure_future(outcome(pool.ask(packed(exec, CRASH), PATIENCE)))
    waiting = [asyncio.ensure_future(outcome(pool.ask(packed(exec, PAUSE), PATIENCE))) for _ in range(WORKERS)]
    found["a worker crashes: its question"] = await crash
    found["... those of other workers"] = ", ".join(await asyncio.gather(*pauses))
    found["... those that wait"] = ", ".join(sorted(set(await asyncio.gather(*waiting))))
    found["... the next one"] = await outcome(pool.ask(packed(choose, question), PATIENCE))
    if found["... the next one"] != "ok":
        pool = POOLS[name]()
        await pool.start()
    await asyncio.gather(*(pool.ask(packed(exec, PAUSE), PATIENCE) for _ in range(2 * WORKERS)))  # all are there
    begun = time.monotonic()
    slow = [outcome(pool.ask(packed(exec, LOOP), DEADLINE)) for _ in range(WORKERS)]
    found["every worker overruns 0.2 s: they are told"] = ", ".join(sorted(set(await asyncio.gather(*slow))))
    found["... after s"] = f"{time.monotonic() - begun:.1f}"
    found["... the next question"] = await outcome(pool.ask(packed(choose, question), PATIENCE))
    found["... after s, with the start of a worker"] = f"{time.monotonic() - begun:.1f}"
    return found


async def think_for_ever(name: str) -> None:
    """Says who thinks, and waits to be killed."""
    pool = POOLS[name]()
    await pool.start()
    asked = [asyncio.ensure_future(pool.ask(packed(exec, LOOP), 1000)) for _ in range(WORKERS)]
    await asyncio.sleep(0.5)
    print(json.dumps(workers()), flush=True)
    await asyncio.gather(*asked)


def left_behind(name: str) -> str:
    """How many workers think on when the server was killed, and when it was told to end."""
    counts = []
    for how in (signal.SIGKILL, signal.SIGTERM):
        server = subprocess.Popen([sys.executable, __file__, "think", name], stdout=subprocess.PIPE, text=True)
        assert server.stdout is not None
        pids = json.loads(server.stdout.readline())
        server.send_signal(how)
        server.wait()
        time.sleep(3)
        alive = [pid for pid in pids if Path(f"/proc/{pid}").exists()]
        for pid in alive:
            os.kill(pid, signal.SIGKILL)
        counts.append(f"{len(alive)} of {len(pids)}")
    return " / ".join(counts)


def main() -> None:
    match sys.argv[1:]:
        case ["think", name]:
            asyncio.run(think_for_ever(name))
        case ["measure", name]:
            print(json.dumps(asyncio.run(measure(name))), flush=True)
            for pid in workers():
                os.kill(pid, signal.SIGKILL)
            os._exit(0)
        case _:
            table = {}
            for name in POOLS:
                done = subprocess.run(
                    [sys.executable, __file__, "measure", name], stdout=subprocess.PIPE, text=True, check=True
                )
                table[name] = {**json.loads(done.stdout), "left after SIGKILL / SIGTERM": left_behind(name)}
            print("| |", " | ".join(table), "|")
            print("|---" * (len(table) + 1) + "|")
            for row in table["by hand"]:
                print(f"| {row} |", " | ".join(str(found[row]) for found in table.values()), "|")


if __name__ == "__main__":
    main()
