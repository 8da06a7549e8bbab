"""Libraries that come with an extra of the package, and the sentence for somebody who lacks one.

with extra("envs"):
    import gymnasium
"""

from collections.abc import Iterator
from contextlib import contextmanager

from asobiba.core.errors import ConfigError


class MissingExtra(ConfigError, ModuleNotFoundError):
    """An `except ImportError` catches it; the command line prints its sentence."""


@contextmanager
def extra(name: str) -> Iterator[None]:
    """Name the extra that brings the library which an import in this block does not find."""
    try:
        yield
    except ModuleNotFoundError as error:
        if isinstance(error, MissingExtra):
            raise
        missing = MissingExtra(f'{error.name} is not installed: pip install "asobiba[{name}]"', extra=name)
        missing.name = error.name
        raise missing from None
