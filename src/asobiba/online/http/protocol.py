"""GET /api/protocol: the messages of /ws as JSON Schema, with what each game of this server shows."""

from functools import cache
from typing import Any, get_type_hints

from asobiba.core.game import AnyGame
from asobiba.core.registry import every_game
from asobiba.online.protocol.schema import schemas
from asobiba.online.rooms.table import RoomSettings
from asobiba.online.table import Table


@cache
def protocol_schema() -> dict[str, Any]:
    return schemas(RoomSettings, {game.name: views_of(game) for game in every_game()})


def views_of(game: AnyGame) -> dict[str, Any]:
    """The type of what is shown, in turns and where it can be played so on the clock."""
    options = game.options()
    views, timed = {"turns": _shown_by(game.start(options))}, game.part(Table).timed
    return views if timed is None else {**views, "timed": _shown_by(timed.start(options, 0))}


def _shown_by(thing: Any) -> Any:
    """A game that does not say more than `dict` shows some object."""
    try:
        return get_type_hints(type(thing).view).get("return", dict)
    except (NameError, TypeError):  # a foreign game, with names that only a type checker knows
        return dict
