"""2048 for people."""

from typing import Any

from asobiba.games.twenty48.exercises import EXERCISES
from asobiba.games.twenty48.words import WORDS, happened
from asobiba.online.people import People

PEOPLE: People[Any, Any] = People(
    titles={"en": "2048", "ja": "2048"},
    help={
        "en": "up, right, down or left, or the first letter: u r d l",
        "ja": "上・右・下・左、または u r d l と書きます",
    },
    happened=happened,
    words=WORDS,
    exercises=EXERCISES,
)
