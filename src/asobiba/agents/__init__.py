"""Players of any game. An agent is named by a spec, `name:key=value,...`; see spec.py. A player that only one game has
is in that game's folder.
"""

from asobiba.agents.spec import agents_for, agents_of, make_agent

__all__ = ["agents_for", "agents_of", "make_agent"]
