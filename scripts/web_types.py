"""Writes web/src/wire.ts: the server's messages and answers as TypeScript types.

python scripts/web_types.py           write the file
python scripts/web_types.py --check   fail if it is not what the server says
"""

import argparse
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from asobiba.online.http.app import make_app
from asobiba.online.protocol import events, messages, views
from asobiba.online.settings import Settings

Json = Mapping[str, Any]

WIRE = Path(__file__).parent.parent / "web" / "src" / "wire.ts"
HEADER = "// Made from the server's schemas by scripts/web_types.py. Do not edit.\n"
PREFIXES = ("#/definitions/", "#/components/schemas/")

RAW = {
    ("Snapshot", "state"): "StateView",
    ("Events", "state"): "StateView",
    ("Events", "list"): "RoomEvent[]",
}
"""Fields that the server encodes on its own."""

PLIES = "[number, number, string][]"
TOLD = {
    "Moved": {"action": "number", "text": "string", "happened": "Record<string, unknown>[]", "revealed": PLIES},
    "Drew": {"outcome": "number", "text": "string", "happened": "Record<string, unknown>[]"},
}
"""What showing.shown adds to an event or leaves out, so that it may be missing."""


def wire() -> str:
    """The whole file."""
    said = messages.schemas()
    state = msgspec.json.schema_components([views.StateView], ref_template="#/definitions/{name}")[1]
    answers = make_app(Settings()).openapi()["components"]["schemas"]
    types = {**said["definitions"], **state}
    if twice := types.keys() & answers.keys():
        raise SystemExit(f"both a message and an answer: {', '.join(sorted(twice))}")
    return "\n".join(
        (
            HEADER,
            f'export const PROTOCOL = "{said["protocol"]}";\n',
            *_closings(),
            *(_interface(name, schema) for name, schema in sorted(types.items())),
            f"export type Said = {_type(said['said'])};\n",
            f"export type Told = {_type(said['told'])};\n",
            *_events(),
            *(_interface(name, schema) for name, schema in sorted(answers.items())),
        )
    )


def _closings() -> Iterator[str]:
    yield "/** Why the server closed a connection. */"
    yield "export const Closing = {"
    yield from (f"  {code.name}: {code.value}," for code in messages.Closing)
    yield "} as const;\n"


def _events() -> Iterator[str]:
    """The log's events as clients see them: without what showing.shown and events.public keep back."""
    definitions = msgspec.json.schema_components([events.Event], ref_template="#/definitions/{name}")[1]
    names = []
    for name, schema in sorted(definitions.items()):
        secret = {"guest", "token", *(("seed", "nonce") if name == "Started" else ())}
        fields = {key: _type(value) for key, value in schema["properties"].items() if key not in secret}
        if name == "Ended":
            fields["seed"] = "string"
        perhaps = TOLD.get(name, {})
        names.append(f"{name}Event")
        yield f"export interface {name}Event {{"
        yield from (f"  {key}: {kind};" for key, kind in fields.items() if key not in perhaps)
        yield from (f"  {key}?: {kind};" for key, kind in perhaps.items())
        yield "}\n"
    yield f"export type RoomEvent = {' | '.join(names)};\n"


def _interface(name: str, schema: Json) -> str:
    if "properties" not in schema:
        return f"export type {name} = {_type(schema)};\n"
    needed = {*schema.get("required", ()), "t"}
    lines = [f"/** {' '.join(schema['description'].split())} */"] if "description" in schema else []
    lines.append(f"export interface {name} {{")
    for key, told in schema["properties"].items():
        kind = RAW.get((name, key)) or _type(told)
        lines.append(f"  {key}{'' if key in needed else '?'}: {kind};")
    return "\n".join([*lines, "}\n"])


def _type(schema: Json) -> str:
    """`{"type": "array", "items": {"type": "string"}}` -> string[]"""
    if "$ref" in schema:
        return _named(schema["$ref"])
    for union in ("anyOf", "oneOf"):
        if union in schema:
            return " | ".join(dict.fromkeys(map(_type, schema[union])))
    if "enum" in schema or "const" in schema:
        return " | ".join(map(_literal, schema.get("enum", [schema.get("const")])))
    return _plain(schema)


def _named(reference: str) -> str:
    for prefix in PREFIXES:
        reference = reference.removeprefix(prefix)
    return reference


def _literal(value: object) -> str:
    return msgspec.json.encode(value).decode()


def _plain(schema: Json) -> str:
    match schema.get("type"):
        case "string":
            return "string"
        case "integer" | "number":
            return "number"
        case "boolean":
            return "boolean"
        case "null":
            return "null"
        case "array":
            return _array(schema)
        case "object":
            values = schema.get("additionalProperties")
            return f"Record<string, {_type(values) if isinstance(values, Mapping) else 'unknown'}>"
    return "unknown"


def _array(schema: Json) -> str:
    if "prefixItems" in schema:
        return f"[{', '.join(map(_type, schema['prefixItems']))}]"
    item = _type(schema.get("items", {}))
    return f"({item})[]" if " " in item and not item.startswith("[") else f"{item}[]"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="write nothing; fail if the file is not up to date")
    text = wire()
    if not parser.parse_args().check:
        WIRE.write_text(text)
    elif not WIRE.exists() or WIRE.read_text() != text:
        sys.exit("web/src/wire.ts is not what the server says: run python scripts/web_types.py")


if __name__ == "__main__":
    main()
