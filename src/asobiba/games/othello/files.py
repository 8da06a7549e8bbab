"""Othello in the formats and protocols of other programs."""

from typing import Any

from asobiba.agents.files import Files, GtpBoard
from asobiba.games.othello.ggf import GGF
from asobiba.games.othello.nboard import NBoard
from asobiba.games.othello.replays import margin
from asobiba.games.othello.transcripts import TRANSCRIPT
from asobiba.games.othello.wthor import WTHOR

FILES: Files[Any, Any] = Files(
    formats={"transcript": TRANSCRIPT, "ggf": GGF, "wthor": WTHOR},
    gtp=GtpBoard(size=lambda _: 8, margin=margin),
    dialogues={"nboard": NBoard},
)
