"""Otrio in the protocols of other programs."""

from typing import Any

from asobiba.agents.files import Files, GtpBoard

FILES: Files[Any, Any] = Files(
    gtp=GtpBoard(size=lambda _: 3, margin=lambda position: position.returns()[0] - position.returns()[1])
)
