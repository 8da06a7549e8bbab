"""The attackers in a process of their own, which reads what it is sent while honest players are measured in another.

Elsewhere they would have computers of their own; in the swarm's process their reading would count as the server's time.
"""

import asyncio
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager

import msgspec

from tools.load.attacks import Attack, Target, attack_of, attacked

END_SECONDS = 10.0
_counts = msgspec.json.Decoder(dict[str, dict[str, int]])


@asynccontextmanager
async def attacked_from_elsewhere(target: Target) -> AsyncIterator[Mapping[str, Attack]]:
    """Until the end of the block; what they did is counted then."""
    attacks = attack_of(target)
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", __name__, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE
    )
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        process.stdin.write(msgspec.json.encode(target) + b"\n")
        await process.stdout.readline()  # they have begun
        yield attacks
        process.stdin.close()
        async with asyncio.timeout(END_SECONDS):
            told = await process.stdout.read()
        for name, done in _counts.decode(told).items():
            attacks[name].done.update(done)
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


async def main() -> None:
    """Attacks the target of the first line of stdin until stdin ends, and says what was done."""
    loop, lines = asyncio.get_running_loop(), asyncio.StreamReader()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(lines), sys.stdin)
    target = msgspec.json.decode(await lines.readline(), type=Target)
    async with attacked(target) as attacks:
        sys.stdout.write("\n")
        sys.stdout.flush()
        await lines.read()
    sys.stdout.buffer.write(msgspec.json.encode({name: attack.done for name, attack in attacks.items()}))


if __name__ == "__main__":
    asyncio.run(main())
