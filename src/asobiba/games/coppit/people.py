"""Coppit for people."""

from typing import Any

from asobiba.games.coppit.exercises import EXERCISES
from asobiba.games.coppit.words import WORDS, happened
from asobiba.online.people import People

PEOPLE: People[Any, Any] = People(
    titles={"en": "Coppit", "ja": "コピット"},
    help={
        "en": "from and to: 7>10, box>3, 45>box; n0 n1 e0 ... c is the cross; pass when you cannot move",
        "ja": "7>10、box>3、45>box のように書きます。n0 n1 e0 ... c は中央の十字、動けないときは pass です",
    },
    happened=happened,
    words=WORDS,
    exercises=EXERCISES,
)
