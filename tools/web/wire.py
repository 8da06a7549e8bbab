"""Writes web/src/wire.ts: the server's messages and answers as TypeScript types.

python -m tools.web.wire           write the file
python -m tools.web.wire --check   fail if it is not what the server says
"""

import argparse
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from asobiba.online.http.app import make_app
from asobiba.online.protocol import messages
from asobiba.online.protocol.schema import schemas
from asobiba.online.rooms.table import RoomSettings
from asobiba.online.settings import Settings

Json = Mapping[str, Any]

WIRE = Path(__file__).parents[2] / "web" / "src" / "wire.ts"
HEADER = "// Made from the server's schemas by tools/web/wire.py. Do not edit.\n"
PREFIXES = ("#/definitions/", "#/components/schemas/")


def wire() -> str:
    """The whole file."""
    said = schemas(RoomSettings, {})  # each board has types of its own for what its game shows
    answers = make_app(Settings()).openapi()["components"]["schemas"]
    types = said["definitions"]
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
            *(_interface(name, schema) for name, schema in sorted(answers.items())),
        )
    )


def _closings() -> Iterator[str]:
    yield "/** Why the server closed a connection. */"
    yield "export const Closing = {"
    yield from (f"  {code.name}: {code.value}," for code in messages.Closing)
    yield "} as const;\n"


def _interface(name: str, schema: Json) -> str:
    if "properties" not in schema:
        return f"export type {name} = {_type(schema)};\n"
    needed = {*schema.get("required", ()), "t"}
    lines = [f"/** {' '.join(schema['description'].split())} */"] if "description" in schema else []
    lines.append(f"export interface {name} {{")
    for key, told in schema["properties"].items():
        lines.append(f"  {key}{'' if key in needed else '?'}: {_type(told)};")
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
        sys.exit("web/src/wire.ts is not what the server says: run python -m tools.web.wire")


if __name__ == "__main__":
    main()
