"""What docs/online.md and its twin in Japanese say is so, and the programs run; tests/test_readme.py compares them."""

import re
import sys
from pathlib import Path
from typing import Any, get_args

import jsonschema_rs
import msgspec
import pytest

from asobiba.core.registry import find_game
from asobiba.online.client import REFUSED, Client
from asobiba.online.http.protocol import protocol_schema, views_of
from asobiba.online.protocol import messages as say
from asobiba.online.protocol.views import StateView
from asobiba.online.settings import describe_settings
from tests.online.codes import codes
from tests.online.playing import Served
from tests.processes import run

DOCS = Path(__file__).parents[2] / "docs"
PAGES = [DOCS / "online.md", DOCS / "online.ja.md"]
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def rows(page: Path, first: str) -> list[list[str]]:
    """The rows of the tables in which some cell of the first column matches, cell by cell."""
    lines = [line for line in page.read_text(encoding="utf-8").splitlines() if re.match(rf"\| {first}", line)]
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines]


def words(cell: str) -> list[str]:
    return re.findall(r"`(\w+)`", cell)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_setting_is_in_the_table(page: Path) -> None:
    table = {words(row[0])[0]: row for row in rows(page, "`") if len(row) == 4}
    described = describe_settings()

    assert list(table) == [name for name, *_ in described]
    for name, default, allowed, meaning in described:
        assert table[name][1] == ("–" if default in ("", "None") else default)
        if page == PAGES[0]:
            assert table[name][2:] == [allowed, meaning]


@pytest.mark.asyncio
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
async def test_every_request_is_in_the_table(server: Served, page: Path) -> None:
    api = await Client(server.url)._read(dict[str, Any], "GET", "/api/openapi.json")
    served_paths = {
        f"{method.upper()} {re.sub('{.*?}', '{}', path)}" for path, found in api["paths"].items() for method in found
    }
    table = [row[0] for row in rows(page, "`(?:GET|POST|DELETE) ")]

    assert {re.sub("{.*?}", "{}", str(cell.split("`")[1])) for cell in table} == served_paths


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_message_is_in_the_tables_with_its_fields(page: Path) -> None:
    messages = {
        kind.__struct_config__.tag: set(kind.__struct_fields__)
        for union in (say.Hello | say.Message, say.Reply)
        for kind in get_args(union)
    }
    table = {
        name: set(words(row[1]))
        for row in reversed(
            rows(page, "`[a-z_]+`(?:[,、]|` )") + rows(page, "`")
        )  # reasons have names, too, further down
        if not re.fullmatch(r"\d{3}", row[1])  # a refusal
        for name in words(row[0])
    }

    assert messages.keys() <= table.keys()
    for name, fields in messages.items():
        assert fields <= table[name], name
        assert table[name] <= fields | messages["answer"], name
    closings = {int(row[0]): row[2] in ("yes", "はい") for row in rows(page, r"4\d\d\d ")}
    assert {code for code, again in closings.items() if not again} == set(REFUSED)
    assert closings.keys() == {int(closing) for closing in say.Closing}


def test_the_conversation_is_one_of_this_protocol() -> None:
    lines = [
        line
        for kind, text in BLOCK.findall(PAGES[0].read_text(encoding="utf-8"))
        if not kind
        for line in text.splitlines()
    ]
    for arrow, frame in (line.replace("{…}", "{}").split(" ", 1) for line in lines):
        read: Any = say.read_hello if '"hello"' in frame else say.read_message
        reply = read(frame) if arrow == "->" else msgspec.json.decode(frame, type=say.Reply)
        if isinstance(reply, say.Snapshot):
            assert msgspec.json.decode(reply.state, type=StateView).due == [0]

    assert len(lines) > 10


def test_the_tables_are_those_of_the_code() -> None:
    done = run([sys.executable, "-m", "tools.docs.online", "--check"], folder=DOCS.parent)
    assert done.returncode == 0, done.stderr


def tables(page: Path) -> dict[str, list[str]]:
    """The first cells of the tables that have a name."""
    text = page.read_text(encoding="utf-8")
    found = re.findall(r"<!-- table: ([\w ]+) -->\n\|[^\n]*\n\|[-|]*\n((?:\|[^\n]*\n)*)", text)
    return {name: [line.strip("|").split(" | ")[0].strip() for line in rows.splitlines()] for name, rows in found}


def test_both_languages_have_the_same_rows() -> None:
    english, japanese = map(tables, PAGES)
    assert len(english) == 8
    assert english == japanese


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_refusal_is_in_the_table_with_its_status(page: Path) -> None:
    found = rows(page, r"`\w+` \| (?:\d{3}|any|各種) ")
    listed = {words(row[0])[0]: row[1] for row in found if len(row) == 3}

    assert listed.pop("http") in ("any", "各種")
    assert listed == {code: str(status) for code, status in codes().items()}
    assert list(listed) == sorted(listed)


def examples(page: Path) -> list[str]:
    text = page.read_text(encoding="utf-8")
    return [line for kind, block in BLOCK.findall(text) if kind == "json" for line in block.splitlines()]


def test_every_event_has_an_example() -> None:
    schema = protocol_schema()
    definitions = schema["definitions"]
    closed = {
        name: {**each, "additionalProperties": False} if name.endswith("Event") and "properties" in each else each
        for name, each in definitions.items()
    }
    judge = jsonschema_rs.validator_for({"$ref": "#/definitions/RoomEvent", "definitions": closed})
    shown = [msgspec.json.decode(line) for line in examples(PAGES[0]) if '"kind"' in line]

    for event in shown:
        assert judge.is_valid(event), event
    listed = [words(cell)[0] for cell in tables(PAGES[0])["events"]]
    assert list(dict.fromkeys(event["kind"] for event in shown)) == listed
    for each in (closed[reference["$ref"].rpartition("/")[2]] for reference in closed["RoomEvent"]["anyOf"]):
        (kind,) = each["properties"]["kind"]["enum"]
        fields = {field for event in shown if event["kind"] == kind for field in event}
        assert fields == each["properties"].keys(), kind


def test_every_view_has_an_example() -> None:
    shown = iter([line for line in examples(PAGES[0]) if '"kind"' not in line])
    for name, way in VIEWS:
        view = msgspec.json.decode(next(shown))
        assert msgspec.convert(view, views_of(find_game(name))[way]) == view
    assert next(shown, None) is None


VIEWS = [*((name, "turns") for name in ("othello", "twenty48", "otrio", "coppit", "puyo")), ("puyo", "timed")]


@pytest.mark.parametrize("number", range(3))
def test_the_programs_run(server: Served, number: int) -> None:
    programs = [text for kind, text in BLOCK.findall(PAGES[0].read_text(encoding="utf-8")) if kind == "python"]
    assert len(programs) == 3
    program = programs[number].replace("http://127.0.0.1:8000", server.url)

    done = run([sys.executable, "-W", "error", "-c", program])

    assert done.returncode == 0, done.stderr
    assert re.search(r"\d+ rolls, all as promised|ResultView\(reason='rules'", done.stdout)
