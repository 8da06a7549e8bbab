"""An agent that plays online: in a new room against bots of the server, or in a room that waits for players.

    python examples/online_bot.py --url http://127.0.0.1:8000 --game othello --agent minimax:depth=4
    python examples/online_bot.py --url http://127.0.0.1:8000 --room k3f9tqv2mzp7w

Without a URL it starts a server of its own for the time of the game.
"""

import argparse
import asyncio
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext

from asobiba.core.errors import AsobibaError
from asobiba.online.client import Client, Ticket, play_agent


@contextmanager
def own_server() -> Iterator[str]:
    """The address of a server that lives as long as this block."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "asobiba.online", "--port", "0", "--database", f"sqlite:///{folder}/games.db"]
        quick = {**os.environ, "ASOBIBA_BOT_PAUSE": "0", "ASOBIBA_LOG_LEVEL": "warning"}
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=quick) as server:
            assert server.stdout is not None
            try:
                *_, url = server.stdout.readline().split() or [""]  # Asobiba is ready at http://...
                yield url
            finally:
                server.terminate()


async def find_seat(client: Client, arguments: argparse.Namespace) -> Ticket:
    if arguments.room is not None:
        return await client.sit(arguments.room)
    seats = next(game["seats"] for game in await client.games() if game["name"] == arguments.game)
    bots = dict.fromkeys(range(1, len(seats)), arguments.opponent)
    return await client.create_room(arguments.game, seat=0, bots=bots)


async def play(url: str, arguments: argparse.Namespace) -> None:
    async with Client(url, arguments.name) as client:
        ticket = await find_seat(client, arguments)
        print(f"{client.name} plays seat {ticket.seat} in room {ticket.room} of {url}")
        result = await play_agent(client, ticket.room, ticket.token or "", arguments.agent)
        assert result is not None
        print(f"the game is over ({result.reason}), scores {result.returns}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--url", help="of a server; without it one is started")
    parser.add_argument("--room", help="a room that waits for players; without it one is made")
    parser.add_argument("--game", default="othello", help="of the new room")
    parser.add_argument("--agent", default="greedy")
    parser.add_argument("--opponent", default="random", help="on the other seats of the new room")
    parser.add_argument("--name", default="example bot")
    arguments = parser.parse_args()

    with own_server() if arguments.url is None else nullcontext(arguments.url) as url:
        try:
            asyncio.run(play(url, arguments))
        except AsobibaError as error:
            sys.exit(str(error))


if __name__ == "__main__":
    main()
