"""/docs: one plain page about everything that the OpenAPI document holds."""

import asyncio
import re
from html.parser import HTMLParser
from typing import Annotated, Any, Literal

import httpx
import pytest
from fastapi import Body, FastAPI, Path, Query
from pydantic import BaseModel, Field

from asobiba.online.http.headers import guard
from asobiba.online.http.reference import add_reference, page
from asobiba.online.settings import Settings


class Seat(BaseModel):
    """Where somebody sits."""

    kind: Literal["human", "bot"] = "human"
    name: str = Field(max_length=20, description="as the others see it & <b>not</b> more")
    bot: str | None = None


class Room(BaseModel):
    id: Annotated[str, Field(pattern="^[a-z]+$", examples=["kbcdf"])]
    seats: list[Seat]
    numbers: dict[str, float] = {}


def documented() -> FastAPI:
    app = FastAPI(title="Games <script>alert(1)</script>", version="1", docs_url=None, redoc_url=None)
    app.description = "Play.\n\nAnd learn."

    @app.get("/api/rooms/{room}")
    async def room(
        room: Annotated[str, Path(description="its id")], after: Annotated[int, Query(ge=0, le=99)] = 3
    ) -> Room:
        """All that may be <i>seen</i> of it."""
        return Room(id=room, seats=[])

    @app.post("/api/rooms", summary="One more room")
    async def create(room: Annotated[Room, Body(examples=[{"id": "花", "seats": []}])]) -> Room:
        return room

    guard(app, Settings())
    add_reference(app)
    return app


def get(path: str) -> httpx.Response:
    async def ask() -> httpx.Response:
        transport = httpx.ASGITransport(documented())
        async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as client:
            return await client.get(path)

    return asyncio.run(ask())


class Tags(HTMLParser):
    """Names of the tags, links and ids; complains about a tag that is not closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: list[tuple[str, str]] = []
        self.open: list[str] = []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes += [(name, value or "") for name, value in attrs]
        if tag not in ("meta", "link", "br"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def values(self, name: str) -> list[str]:
        return [value for key, value in self.attributes if key == name]


@pytest.fixture(scope="module")
def text() -> str:
    answer = get("/docs")
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    return answer.text


def test_the_page_has_no_script_and_asks_nobody_else(text: str) -> None:
    tags = Tags(text)

    assert not tags.tags & {"script", "style", "iframe", "img", "form", "object", "b", "i"}
    assert not [name for name, _ in tags.attributes if name == "style" or name.startswith("on")]
    assert all(re.match(r"^(#|/(?!/))", link) for link in tags.values("href") + tags.values("src"))
    assert "&lt;script&gt;" in text


def test_every_link_leads_somewhere(text: str) -> None:
    tags = Tags(text)
    ids = tags.values("id")

    assert len(ids) == len(set(ids))
    assert {link[1:] for link in tags.values("href") if link.startswith("#")} <= set(ids)
    for link in {link.partition("#")[0] or "/docs" for link in tags.values("href")}:
        assert get(link).status_code == 200


@pytest.mark.parametrize(
    "words",
    [
        "/api/rooms/{room}",
        "One more room",
        "All that may be &lt;i&gt;seen&lt;/i&gt; of it.",
        "its id",
        "integer (≥ 0, ≤ 99)",
        'list of <a href="#schema-Seat">Seat</a>',
        "<code>&quot;human&quot;</code> or <code>&quot;bot&quot;</code>",
        "string (length ≤ 20)",
        "string or null",
        "as the others see it &amp; &lt;b&gt;not&lt;/b&gt; more",
        "default <code>&quot;human&quot;</code>",
        "&quot;id&quot;: &quot;花&quot;",
        "string (matches ^[a-z]+$)",
        "Where somebody sits.",
        "<td>422</td>",
        "/openapi.json",
    ],
)
def test_the_page_tells(text: str, words: str) -> None:
    assert words in text


def test_the_style_is_our_own_file() -> None:
    answer = get("/docs/style.css")

    assert answer.headers["content-type"] == "text/css; charset=utf-8"
    assert "url(" not in answer.text
    assert "@import" not in answer.text


def test_the_page_is_not_part_of_what_it_describes(text: str) -> None:
    assert "/docs<" not in text


@pytest.mark.parametrize(
    "schema",
    [{}, {"type": "array"}, {"type": ["string", "null"]}, {"enum": [1, None]}, {"allOf": [{}]}, {"const": "a"}],
)
def test_odd_schemas_do_no_harm(schema: dict[str, Any]) -> None:
    document = {
        "info": {"title": "a", "version": "1"},
        "paths": {"/a": {"get": {"responses": {"200": {"content": {"a/b": {"schema": schema, "example": 3}}}}}}},
        "components": {"schemas": {"Odd": schema}},
    }
    Tags(page(document, "/style.css"))
