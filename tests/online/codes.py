"""The codes of all refusals, as the source has them."""

import re
from pathlib import Path

from asobiba.online.http.headers import CODES, STATUS

SOURCE = Path(__file__).parents[2] / "src" / "asobiba"
OF_HTTP = {**{code: status for status, code in CODES.items()}, "invalid": 422, "unexpected": 500}
"""Errors that are no AsobibaError, with their status. Of all others of HTTP the code is `http`."""
OF_THE_CLIENT = frozenset({"rejected", "unreachable"})
"""Errors that the Python client raises itself."""


def codes() -> dict[str, int]:
    """Each with its status."""
    found: set[str] = set()
    for layer in ("core", "agents", "games", "online"):
        for file in (SOURCE / layer).rglob("*.py"):
            source = file.read_text(encoding="utf-8")
            found |= set(re.findall(r'Refusal\(\s*"(\w+)"', source))
            found |= set(re.findall(r'^    code(?:: str)? = "(\w+)"', source, re.MULTILINE))
    return OF_HTTP | {code: STATUS.get(code, 400) for code in found - OF_THE_CLIENT}
