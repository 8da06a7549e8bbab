"""How the server serves the app, whatever is in it."""

import asyncio
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI

from asobiba.online.http.headers import guard
from asobiba.online.http.pages import PAGES, PUBLIC, add_pages
from asobiba.online.settings import Settings
from tests.web.node import WEB


@pytest.fixture
def static(tmp_path: Path) -> Path:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<title>the app</title>")
    for name in PUBLIC:
        (tmp_path / name).write_text(f"this is {name}")
    (tmp_path / "assets" / "room-1a2b.js").write_text("plain")
    (tmp_path / "assets" / "room-1a2b.js.gz").write_bytes(b"gzip")
    (tmp_path / "assets" / "room-1a2b.js.br").write_bytes(b"brotli")
    (tmp_path.parent / "secret.txt").write_text("secret")
    return tmp_path


@dataclass(frozen=True)
class Client:
    app: FastAPI

    def ask(self, method: str, path: str, **headers: str) -> httpx.Response:
        """The answer with its body as it was sent, perhaps compressed."""

        async def asked() -> httpx.Response:
            transport = httpx.ASGITransport(self.app)
            async with httpx.AsyncClient(transport=transport, base_url="http://test", headers={"accept": ""}) as client:
                named = {name.replace("_", "-"): value for name, value in headers.items()}
                async with client.stream(method, path, headers={"accept-encoding": "", **named}) as answer:
                    body = b"".join([part async for part in answer.aiter_raw()])
            plain = [(name, value) for name, value in answer.headers.items() if name != "content-encoding"]
            told = httpx.Response(answer.status_code, headers=plain, content=body)
            told.extensions["encoding"] = answer.headers.get("content-encoding")
            return told

        return asyncio.run(asked())


@pytest.fixture
def client(static: Path) -> Client:
    app = FastAPI()
    guard(app, Settings())

    @app.get("/api/thing")
    def thing() -> str:
        return "thing"

    add_pages(app, static)
    return Client(app)


@pytest.mark.parametrize("path", ["/", "/room/abc", "/replay/abc/1", "/how/othello", "/settings", "/training"])
def test_the_router_s_addresses_are_the_page(client: Client, path: str) -> None:
    answer = client.ask("GET", path)
    assert (answer.status_code, answer.text) == (200, "<title>the app</title>")
    assert answer.headers["cache-control"] == "no-cache"
    assert answer.headers["content-type"].startswith("text/html")
    assert "script-src 'self'" in answer.headers["content-security-policy"]
    assert client.ask("HEAD", path).status_code == 200


@pytest.mark.parametrize("name", PUBLIC)
def test_what_an_installed_app_needs(client: Client, name: str) -> None:
    answer = client.ask("GET", f"/{name}")
    assert (answer.status_code, answer.text) == (200, f"this is {name}")
    kinds = {"png": "image/png", "webmanifest": "application/manifest+json", "js": "text/javascript"}
    assert answer.headers["content-type"].startswith(kinds.get(name.rpartition(".")[2], ""))
    kept = "no-cache" if "icon" not in name and "logo" not in name else "max-age=86400"
    assert answer.headers["cache-control"] == kept  # a worker that is kept would keep an update away


def test_everything_that_is_public_has_an_address() -> None:
    assert {file.name for file in (WEB / "public").iterdir()} == set(PUBLIC)


def test_they_are_those_of_the_app() -> None:
    router = (WEB / "src" / "app" / "router.ts").read_text()
    assert router.count("[/^\\/") == len(PAGES)
    for path in PAGES:
        assert f"\\/{path.split('/')[1]}" in router


@pytest.mark.parametrize(
    ("accepts", "sent", "encoding"),
    [
        ("gzip, deflate, br", "brotli", "br"),
        ("gzip", "gzip", "gzip"),
        ("br;q=0, gzip;q=0.5", "gzip", "gzip"),
        ("identity", "plain", None),
        ("", "plain", None),
    ],
)
def test_what_is_compressed_beforehand_is_sent_so(
    client: Client, accepts: str, sent: str, encoding: str | None
) -> None:
    answer = client.ask("GET", "/assets/room-1a2b.js", accept_encoding=accepts)
    assert (answer.text, answer.extensions["encoding"]) == (sent, encoding)
    assert answer.headers["content-type"].startswith("text/javascript")
    assert "immutable" in answer.headers["cache-control"]
    assert answer.headers["vary"] == "accept-encoding"


@pytest.mark.parametrize(
    "path",
    [
        "/assets/other.js",
        "/assets/",
        f"/assets/{'a' * 300}.js",
        "/assets/..%2fsecret.txt",
        "/assets/..%2f..%2fsecret.txt",
        "/assets/%2e%2e",
    ],
)
def test_nothing_else_is_served(client: Client, path: str) -> None:
    answer = client.ask("GET", path)
    assert answer.status_code == 404
    assert answer.json()["code"] == "not_found"


def test_unknown_addresses(client: Client) -> None:
    """People get the page, which says that nothing is there; programs get the error that they get everywhere."""
    browser = client.ask("GET", "/nothing", accept="text/html,*/*")
    assert (browser.status_code, browser.text) == (404, "<title>the app</title>")
    assert client.ask("GET", "/nothing").json()["code"] == "not_found"
    assert client.ask("GET", "/api/nothing", accept="text/html").json()["code"] == "not_found"
    assert client.ask("POST", "/nothing", accept="text/html").json()["code"] == "not_found"
    assert client.ask("POST", "/").status_code == 405
    assert client.ask("GET", "/api/thing").json() == "thing"


def test_an_app_that_is_not_built_says_so(tmp_path: Path) -> None:
    app = FastAPI()
    add_pages(app, tmp_path / "nothing")
    client = Client(app)
    answer = client.ask("GET", "/")
    assert answer.status_code == 503
    assert "make web" in answer.text
    assert client.ask("GET", "/nothing", accept="text/html").status_code == 503
