"""Otrio for people."""

from typing import Any

from asobiba.games.otrio.exercises import EXERCISES
from asobiba.games.otrio.words import WORDS, happened
from asobiba.online.people import People

PEOPLE: People[Any, Any] = People(
    titles={"en": "Otrio", "ja": "オートリオ"},
    help={
        "en": "size and space such as Mb2: S small, M medium, L large, a1 is top left; with a choice of colour R:Mb2",
        "ja": "Mb2 のように大きさ（S 小、M 中、L 大）とマス（a1 は左上）を書きます。色を選べるときは R:Mb2",
    },
    happened=happened,
    words=WORDS,
    exercises=EXERCISES,
)
