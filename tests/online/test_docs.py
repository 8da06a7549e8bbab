"""What docs/online.md and its twin in Japanese say is so, and the programs run; tests/test_readme.py compares them."""

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from asobiba.online.client import REFUSED, Client
from asobiba.online.protocol import messages as say
from asobiba.online.protocol.views import StateView
from asobiba.online.settings import describe_settings
from tests.online.playing import Served, served
from tests.processes import run

DOCS = Path(__file__).parents[2] / "docs"
PAGES = [DOCS / "online.md", DOCS / "online.ja.md"]
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("server")) as running:
        yield running


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
    table = [row[0] for row in rows(page, "`(?:GET|POST) ")]

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
        for row in rows(page, "`[a-z_]+`(?:[,、]|` )") + rows(page, "`")
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


@pytest.mark.parametrize("number", range(3))
def test_the_programs_run(server: Served, number: int) -> None:
    programs = [text for kind, text in BLOCK.findall(PAGES[0].read_text(encoding="utf-8")) if kind == "python"]
    assert len(programs) == 3
    program = programs[number].replace("http://127.0.0.1:8000", server.url)

    done = run([sys.executable, "-W", "error", "-c", program])

    assert done.returncode == 0, done.stderr
    assert re.search(r"\d+ rolls, all as promised|ResultView\(reason='rules'", done.stdout)
