"""Pictures of the five boards in the browser, for README and docs: python -m tools.pictures.web

Starts a server of its own, plays some moves of every game against bots, and photographs the page. Needs the built app
(`make web`) and chromium.
"""

import asyncio
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

from playwright.async_api import Browser, async_playwright

from asobiba.core.registry import find_game
from asobiba.online.client import Client, Ticket, play_agent

IMAGES = Path(__file__).resolve().parents[2] / "docs" / "images"
Theme = Literal["light", "dark"]
# Plies before the picture, who plays them, and the theme.
PICTURES: dict[str, tuple[int, str, Theme]] = {
    "othello": (24, "minimax:depth=2", "light"),
    "twenty48": (700, "greedy", "light"),
    "puyo": (70, "greedy", "dark"),
    "otrio": (11, "greedy", "light"),
    "coppit": (90, "greedy", "light"),
}


@contextmanager
def serving(folder: Path) -> Iterator[str]:
    settings = {"PORT": "0", "DATABASE": f"sqlite:///{folder / 'pictures.db'}", "BOT_PAUSE": "0"}
    environment = os.environ | {f"ASOBIBA_{name}": value for name, value in settings.items()}
    command = [sys.executable, "-m", "asobiba.online"]
    with subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as server:
        assert server.stdout is not None
        try:
            yield next(found[0] for line in server.stdout if (found := re.search(r"http://127\.0\.0\.1:\d+", line)))
        finally:
            server.terminate()
            server.communicate()


async def played(client: Client, name: str, plies: int, agent: str) -> Ticket:
    """A room in which a game has come that far and waits for its first seat."""
    game = find_game(name)
    bots = dict.fromkeys(range(1, len(game.seats(game.options()))), agent)
    ticket = await client.create_room(name, seat=0, ready=True, bots=bots)
    playing = asyncio.create_task(play_agent(client, ticket.room, ticket.token or "", agent))
    async with client.join(ticket.room) as room:
        await room.until(lambda state: state.plies >= plies and 0 in state.due)
    playing.cancel()
    return ticket


async def photograph(browser: Browser, url: str, name: str, ticket: Ticket, theme: Theme) -> None:
    context = await browser.new_context(viewport={"width": 1180, "height": 820}, color_scheme=theme, locale="en")
    page = await context.new_page()
    await page.goto(url)
    kept = {ticket.room: {"token": ticket.token, "game": name, "at": 0}}
    await page.evaluate("(kept) => localStorage.setItem('asobiba.seats', JSON.stringify(kept))", kept)
    await page.goto(f"{url}/room/{ticket.room}")
    await page.locator(".turn.mine, .twenty48").first.wait_for()
    await page.wait_for_timeout(2000)  # motion comes to rest
    await page.screenshot(path=IMAGES / f"browser-{name}.png")
    await context.close()


async def main() -> None:
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as url:
        async with async_playwright() as playwright, Client(url, "Hana") as client:
            browser = await playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
            for name, (plies, agent, theme) in PICTURES.items():
                ticket = await played(client, name, plies, agent)
                await photograph(browser, url, name, ticket, theme)
            await browser.close()


if __name__ == "__main__":
    asyncio.run(main())
