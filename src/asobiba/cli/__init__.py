"""The command `asobiba`."""

from asobiba.cli.app import main

__all__ = ["main"]
