"""The browser app: the files that `make web` has built into `static`, at the addresses of its router.

Files under /assets are named by their content and kept for ever; the page itself is asked for each time. Where a file
has been compressed beforehand and the browser takes it, that is what is sent.
"""

from pathlib import Path
from typing import Final

from fastapi import FastAPI
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

STATIC: Final = Path(__file__).parents[1] / "static"

PAGES: Final = (
    "/",
    "/room/{room}",
    "/replay/{room}/{round}",
    "/how/{game}",
    "/learn/{game}",
    "/practice/{game}",
    "/settings",
    "/training",
    "/mine",
)
"""The addresses that the app's router knows; web/src/app/router.ts has the same."""

A_DAY: Final = "max-age=86400"
PUBLIC: Final = {
    "logo.svg": A_DAY,
    **{f"icon-{name}.png": A_DAY for name in ("180", "192", "512", "maskable-512")},
    "app.webmanifest": "no-cache",
    "sw.js": "no-cache",
    **{f"offline.{ending}": "no-cache" for ending in ("html", "css", "js")},
}
"""Files of web/public, each at its own address, and how long they are kept."""

TYPES: Final = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
ENCODINGS: Final = {"br": ".br", "gzip": ".gz"}
"""The best first."""

LONGEST_NAME: Final = 200
"""No file of ours has a longer one, and not every system can look for it."""
FOR_EVER: Final = "public, max-age=31536000, immutable"
NOT_BUILT: Final = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Asobiba</title>
<h1>The browser app is not built</h1>
<p>The server runs, but the page is missing. Say <code>make web</code> in the source tree, and load this again.</p>
<p>Programs can play already: <a href="/docs">the HTTP interface</a>.</p>
"""


def add_pages(app: FastAPI, static: Path = STATIC) -> None:
    """Serve the app. Call it last: what no route takes gets a page that says so."""

    async def page(request: Request) -> Response:
        return _page(request.headers, static)

    async def asset(request: Request) -> Response:
        return _file(static / "assets" / request.path_params["name"], request.headers, FOR_EVER)

    async def public(request: Request) -> Response:
        name = request.url.path[1:]
        return _file(static / name, request.headers, PUBLIC[name])

    for path in PAGES:
        app.add_route(path, page, include_in_schema=False)
    app.add_route("/assets/{name}", asset, include_in_schema=False)
    for name in PUBLIC:
        app.add_route(f"/{name}", public, include_in_schema=False)
    app.router.default = _Nowhere(app.router.default, static)


class _Nowhere:
    """For people the page itself, which says that nothing is here; for programs the error that they get everywhere."""

    def __init__(self, otherwise: ASGIApp, static: Path) -> None:
        self.otherwise, self.static = otherwise, static

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = Headers(scope=scope) if scope["type"] == "http" else Headers({})
        if "text/html" in headers.get("accept", "") and scope["method"] == "GET" and scope["path"][:5] != "/api/":
            await _page(headers, self.static, 404)(scope, receive, send)
        else:
            await self.otherwise(scope, receive, send)


def _page(headers: Headers, static: Path, status: int = 200) -> Response:
    if not (static / "index.html").is_file():
        return HTMLResponse(NOT_BUILT, 503)
    return _file(static / "index.html", headers, "no-cache", status)


def _file(file: Path, headers: Headers, cache: str, status: int = 200) -> Response:
    if len(file.name) > LONGEST_NAME or not file.is_file():
        raise HTTPException(404, "there is no such file")
    told = {"cache-control": cache, "vary": "accept-encoding"}
    kind = TYPES.get(file.suffix, "application/octet-stream")
    for encoding, ending in ENCODINGS.items():
        smaller = file.with_name(file.name + ending)
        if encoding in _accepted(headers) and smaller.is_file():
            return FileResponse(smaller, status, {**told, "content-encoding": encoding}, kind)
    return FileResponse(file, status, told, kind)


def _accepted(headers: Headers) -> set[str]:
    """`br;q=1, gzip;q=0` -> {"br"}"""
    words = [word.partition(";") for word in headers.get("accept-encoding", "").lower().split(",")]
    return {name.strip() for name, _, quality in words if quality.strip() not in ("q=0", "q=0.0")}
