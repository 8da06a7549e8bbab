"""Players of any game. An agent is named by a spec, `name:key=value,...`; see spec.py. A player that only one game has
is in that game's folder.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from asobiba.agents.spec import agents_for, agents_of, make_agent
else:

    def __getattr__(name: str) -> Any:
        """Load the agents when one is asked for: they bring numpy, and the parts of games are in this package, too."""
        if name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from asobiba.agents import spec

        return getattr(spec, name)


__all__ = ["agents_for", "agents_of", "make_agent"]
