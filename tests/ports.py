"""Ports for servers that tests start, and start again on the same port."""

import random
import socket
from pathlib import Path

_luck = random.SystemRandom()
"""Not a seeded one: the tests of other processes look for ports, too."""


def free_port() -> int:
    """Return a port that nobody uses and that no outgoing connection takes while its server is down."""
    lowest = lowest_ephemeral()
    for _ in range(1000):
        port = _luck.randrange(lowest // 2, lowest)
        with socket.socket() as free:
            try:
                free.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
    raise AssertionError(f"no port from {lowest // 2} to {lowest - 1} is free")


def lowest_ephemeral() -> int:
    """Return the first port that the system gives to outgoing connections."""
    try:
        return int(Path("/proc/sys/net/ipv4/ip_local_port_range").read_text().split()[0])
    except OSError:
        return 32_768
