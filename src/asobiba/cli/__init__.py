"""The command `asobiba`."""

import sys


def main() -> None:
    """Run a command. Loading it is part of it: Ctrl-C ends that quietly too."""
    try:
        from asobiba.cli.app import run
    except KeyboardInterrupt:
        sys.exit(130)
    run()


__all__ = ["main"]
