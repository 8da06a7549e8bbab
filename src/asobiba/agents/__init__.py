"""Players. An agent is named by a spec, `name:key=value,...`; see spec.py."""

from asobiba.agents.spec import AGENTS, make_agent

__all__ = ["AGENTS", "make_agent"]
