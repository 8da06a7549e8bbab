"""2048 in the formats of other programs."""

from typing import Any

from asobiba.agents.files import Files
from asobiba.games.twenty48.runs import RUN

FILES: Files[Any, Any] = Files(formats={"run": RUN})
