"""/docs: the HTTP interface as one plain page, made from the OpenAPI document.

FastAPI's own page fetches scripts from elsewhere and runs one of its own inside the page. This one has no script and
asks nobody else for anything.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from html import escape
from typing import Any

from fastapi import FastAPI
from starlette.responses import Response

Json = Mapping[str, Any]

FIELD = ("Name", "Type", "", "Meaning")
METHODS = ("get", "post", "put", "patch", "delete")

STYLE = """
:root { color-scheme: light dark; --line: color-mix(in srgb, currentColor 20%, transparent); }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 60rem; margin: 0 auto; padding: 1rem; }
h2 { margin-top: 2.5rem; border-bottom: 1px solid var(--line); }
h3 { margin-top: 2rem; }
h4 { margin: 1rem 0 0.25rem; }
p { white-space: pre-line; }
code, pre { font-family: ui-monospace, monospace; font-size: 0.9em; }
pre { border: 1px solid var(--line); border-radius: 0.4rem; padding: 0.5rem; overflow-x: auto; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: 0.25rem 0.75rem 0.25rem 0; border-top: 1px solid var(--line); }
.method { text-transform: uppercase; font-weight: bold; }
"""


def add_reference(app: FastAPI, path: str = "/docs") -> None:
    """Serve the page at `path`. The app is made with docs_url=None and redoc_url=None."""

    @cache
    def text() -> str:
        return page(app.openapi(), f"{path}/style.css", app.openapi_url)

    async def reference() -> Response:
        return Response(text(), media_type="text/html")

    async def style() -> Response:
        return Response(STYLE, media_type="text/css")

    app.add_api_route(path, reference, include_in_schema=False)
    app.add_api_route(f"{path}/style.css", style, include_in_schema=False)


def page(document: Json, style: str, source: str | None = None) -> str:
    """The whole page."""
    info = document["info"]
    operations = list(_operations(document))
    schemas = document.get("components", {}).get("schemas", {})
    return "\n".join(
        (
            "<!doctype html>",
            f'<html lang="en"><head><meta charset="utf-8"><title>{escape(info["title"])}: reference</title>',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f'<link rel="stylesheet" href="{escape(style)}"></head><body>',
            f"<h1>{escape(info['title'])} <small>{escape(info['version'])}</small></h1>",
            _paragraph(info.get("description")),
            f'<p>For programs: <a href="{escape(source)}">the OpenAPI document</a>.</p>' if source else "",
            "<nav><ul>",
            *(f"<li>{_link(method, path)} {escape(_headline(told))}</li>" for method, path, told in operations),
            "</ul></nav><main>",
            *(_operation(method, path, told) for method, path, told in operations),
            "<h2>What is sent</h2>" if schemas else "",
            *(_schema(name, schema) for name, schema in sorted(schemas.items())),
            "</main></body></html>",
        )
    )


def _operations(document: Json) -> Iterator[tuple[str, str, Json]]:
    for path, item in document.get("paths", {}).items():
        for method in METHODS:
            if method in item:
                yield method, path, item[method]


def _anchor(method: str, path: str) -> str:
    return escape(method + path.replace("/", "-").replace("{", "").replace("}", ""))


def _link(method: str, path: str) -> str:
    return f'<a href="#{_anchor(method, path)}"><code>{_named(method, path)}</code></a>'


def _named(method: str, path: str) -> str:
    return f'<span class="method">{escape(method)}</span> {escape(path)}'


def _operation(method: str, path: str, told: Json) -> str:
    body = told.get("requestBody", {}).get("content", {})
    return "\n".join(
        (
            f'<section id="{_anchor(method, path)}"><h2><code>{_named(method, path)}</code></h2>',
            _paragraph(_meaning(told)),
            _parameters(told.get("parameters", [])),
            f"<h3>Body</h3><p>{_content(body)}</p>" if body else "",
            *map(_example, _examples_of(body)),
            _answers(told.get("responses", {})),
            "</section>",
        )
    )


def _meaning(told: Json) -> str:
    return str(told.get("description") or told.get("summary") or "")


def _headline(told: Json) -> str:
    return _meaning(told).partition("\n")[0]


def _parameters(parameters: list[Json]) -> str:
    rows = (
        (
            f"<code>{escape(each['name'])}</code> in {escape(each['in'])}",
            _type(each.get("schema", {})),
            "needed" if each.get("required") else _default(each.get("schema", {})),
            escape(each.get("description") or each.get("schema", {}).get("description", "")),
        )
        for each in parameters
    )
    return f"<h3>Parameters</h3>{_table(FIELD, rows)}" if parameters else ""


def _answers(answers: Mapping[str, Json]) -> str:
    rows = (
        (escape(status), _content(answer.get("content", {})), escape(answer.get("description", "")))
        for status, answer in answers.items()
    )
    examples = (_example(value) for answer in answers.values() for value in _examples_of(answer.get("content", {})))
    return f"<h3>Answers</h3>{_table(('Status', 'What', 'Meaning'), rows)}{''.join(examples)}"


def _content(content: Mapping[str, Json]) -> str:
    return "<br>".join(
        f"{_type(told.get('schema', {}))} as <code>{escape(media)}</code>" for media, told in content.items()
    )


def _schema(name: str, schema: Json) -> str:
    needed = schema.get("required", ())
    rows = (
        (
            f"<code>{escape(field)}</code>",
            _type(told),
            "needed" if field in needed else _default(told),
            escape(told.get("description", "")),
        )
        for field, told in schema.get("properties", {}).items()
    )
    fields = _table(FIELD, rows) if schema.get("properties") else f"<p>{_type(schema)}</p>"
    examples = "".join(map(_example, _examples(schema)))
    return (
        f'<section id="schema-{escape(name)}"><h3>{escape(name)}</h3>'
        f"{_paragraph(schema.get('description'))}{fields}{examples}</section>"
    )


def _type(schema: Json) -> str:
    """`{"type": "array", "items": {"$ref": "#/components/schemas/Seat"}}` -> list of Seat, with a link."""
    if "$ref" in schema:
        name = escape(str(schema["$ref"]).rsplit("/", 1)[-1])
        return f'<a href="#schema-{name}">{name}</a>'
    for union in ("anyOf", "oneOf", "allOf"):
        if union in schema:
            return " or ".join(map(_type, schema[union]))
    if "const" in schema or "enum" in schema:
        return " or ".join(
            f"<code>{escape(json.dumps(word))}</code>" for word in schema.get("enum", [schema.get("const")])
        )
    if schema.get("type") == "array":
        return f"list of {_type(schema.get('items', {}))}"
    return escape(str(schema.get("type", "anything"))) + _bounds(schema)


def _bounds(schema: Json) -> str:
    words = {"minimum": "≥", "maximum": "≤", "minLength": "length ≥", "maxLength": "length ≤", "pattern": "matches"}
    told = [f"{word} {schema[key]}" for key, word in words.items() if key in schema]
    return escape(f" ({', '.join(told)})") if told else ""


def _default(schema: Json) -> str:
    return (
        f"default <code>{escape(json.dumps(schema['default'], ensure_ascii=False))}</code>"
        if "default" in schema
        else ""
    )


def _examples_of(content: Mapping[str, Json]) -> list[Any]:
    return [value for told in content.values() for value in _examples(told) or _examples(told.get("schema", {}))]


def _examples(told: Json) -> list[Any]:
    """Both forms: `example`, and `examples` as a list or as named values."""
    examples = told.get("examples", [])
    values = [each.get("value") for each in examples.values()] if isinstance(examples, Mapping) else list(examples)
    return [*values, told["example"]] if "example" in told else values


def _example(value: Any) -> str:
    return f"<pre>{escape(json.dumps(value, indent=2, ensure_ascii=False))}</pre>"


def _paragraph(text: str | None) -> str:
    return f"<p>{escape(text)}</p>" if text else ""


def _table(headings: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """Cells are HTML already."""
    lines = ("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows)
    return "<table><tr>" + "".join(f"<th>{word}</th>" for word in headings) + "</tr>" + "".join(lines) + "</table>"
