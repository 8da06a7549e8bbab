"""The whole protocol as JSON Schema: what a client may say, what it hears, and what is inside.

States and events are written apart from the messages that carry them (they are made once for all receivers), so the
messages' own types do not tell what they hold. Here everything is put together.
"""

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from asobiba.online.protocol.events import Event, secrets_of
from asobiba.online.protocol.messages import PROTOCOL, Hello, Message, Reply
from asobiba.online.protocol.views import StateView

Json = dict[str, Any]

WHERE: Final = "#/definitions/"
PLY: Final[Json] = {
    "type": "array",
    "prefixItems": [{"type": "integer"}, {"type": "integer"}, {"type": "string"}],
    "minItems": 3,
    "maxItems": 3,
    "items": False,
}
HAPPENED: Final[Json] = {
    "type": "array",
    "items": {"type": "object", "properties": {"event": {"type": "string"}}, "required": ["event"]},
}
TOLD: Final[Mapping[str, Mapping[str, Json]]] = {
    "Moved": {
        "action": {"type": "integer"},
        "text": {"type": "string"},
        "happened": HAPPENED,
        "revealed": {"type": "array", "items": PLY},
    },
    "Drew": {
        "outcome": {"type": "integer"},
        "takebacks": {"type": "integer", "minimum": 1},
        "text": {"type": "string"},
        "happened": HAPPENED,
    },
}
"""What is added to an event when it is shown, or left out, so that it may be missing."""


def schemas(settings: type, views: Mapping[str, Mapping[str, Any]]) -> Json:
    """`settings` of a room, and the types of each game's views, by the way it is played: "turns" or "timed"."""
    types = [kind for ways in views.values() for kind in ways.values()]
    (said, told, _, _, *shown), definitions = msgspec.json.schema_components(
        [Hello | Message, Reply, StateView, settings, *types], ref_template=WHERE + "{name}"
    )
    found = iter(shown)
    by_game = {game: {way: next(found) for way in ways} for game, ways in views.items()}
    events = shown_events()
    definitions |= {**events, "RoomEvent": {"anyOf": [_ref(name) for name in events]}}
    _fill(definitions, settings.__name__, by_game)
    return {"protocol": PROTOCOL, "said": said, "told": told, "views": by_game, "definitions": definitions}


def _fill(definitions: Json, settings: str, views: Mapping[str, Mapping[str, Json]]) -> None:
    """What the types of the messages leave open."""
    turns, timed = ([ways[way] for ways in views.values() if way in ways] for way in ("turns", "timed"))
    inside = {
        ("RoomInfo", "settings"): _ref(settings),
        ("Snapshot", "state"): _ref("StateView"),
        ("Events", "state"): _ref("StateView"),
        ("Events", "list"): {"type": "array", "items": _ref("RoomEvent")},
        ("StateView", "view"): {"anyOf": [*turns, {"type": "null"}]} if turns else {},
        ("Tick", "view"): {"anyOf": timed} if timed else {},
    }
    for (name, field), schema in inside.items():
        definitions[name]["properties"][field] = schema


def shown_events() -> dict[str, Json]:
    """The log's events as clients see them, by name: a `moved` is a MovedEvent."""
    _, definitions = msgspec.json.schema_components([Event], ref_template=WHERE + "{name}")
    return {f"{name}Event": _shown(name, schema) for name, schema in sorted(definitions.items())}


def _shown(name: str, schema: Json) -> Json:
    fields = {key: value for key, value in schema["properties"].items() if key not in secrets_of(name)}
    if name == "Ended":
        fields["seed"] = {"type": "string"}  # JSON numbers of a browser are not exact above 2^53
    perhaps = TOLD.get(name, {})
    needed = [key for key in fields if key not in perhaps]
    described = {"description": schema["description"]} if "description" in schema else {}
    return {"type": "object", **described, "properties": {**fields, **perhaps}, "required": needed}


def _ref(name: str) -> Json:
    return {"$ref": WHERE + name}
