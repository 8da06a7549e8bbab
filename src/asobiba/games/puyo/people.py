"""Puyo for people."""

from typing import Any

from asobiba.games.puyo.exercises import EXERCISES
from asobiba.games.puyo.words import WORDS, happened
from asobiba.online.people import People

PEOPLE: People[Any, Any] = People(
    titles={"en": "Puyo", "ja": "ぷよ"},
    help={
        "en": "the column of the axis and the side of the child: 3u above, 3d below, 3l left, 3r right",
        "ja": "軸ぷよの列と子ぷよの向きを書きます。3u は上、3d は下、3l は左、3r は右です",
    },
    happened=happened,
    words=WORDS,
    exercises=EXERCISES,
)
