"""What goes wrong between a program and a server."""

from collections.abc import Mapping

from asobiba.core.errors import AsobibaError


class Rejected(AsobibaError):
    """The server refuses; nothing has changed. `reason` is its code: "illegal_move", "full", "another_tab", ..."""

    code = "rejected"

    def __init__(self, reason: str, sentence: str, params: Mapping[str, object] | None = None) -> None:
        super().__init__(f"{reason}: {sentence}")
        self.reason, self.params = reason, dict(params or {})


class Unreachable(AsobibaError):
    """There is no server at the address, none that speaks this protocol, or none for longer than `patience`."""

    code = "unreachable"
