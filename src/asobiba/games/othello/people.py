"""Othello for people."""

from typing import Any

from asobiba.games.othello.exercises import EXERCISES
from asobiba.games.othello.words import WORDS, happened
from asobiba.online.people import People

PEOPLE: People[Any, Any] = People(
    titles={"en": "Othello", "ja": "オセロ"},
    help={
        "en": "a square such as d3; * marks where you may place a disc",
        "ja": "d3 のようにマスを書きます。* は置けるマスです",
    },
    happened=happened,
    words=WORDS,
    exercises=EXERCISES,
)
