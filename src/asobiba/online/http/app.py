"""The application: everything that one server process is made of."""

import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI, Request, Response
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from starlette.routing import WebSocketRoute

from asobiba import __version__
from asobiba.core.errors import ConfigError
from asobiba.online.bots.thinkers import Thinkers
from asobiba.online.cluster.cluster import Cluster
from asobiba.online.http.api import router
from asobiba.online.http.cards import Learning
from asobiba.online.http.door import Door
from asobiba.online.http.exercises import router as exercises
from asobiba.online.http.headers import guard
from asobiba.online.http.identity import Guests
from asobiba.online.http.metered import Metered
from asobiba.online.http.mine import router as mine
from asobiba.online.http.pages import add_pages
from asobiba.online.http.pulse import felt
from asobiba.online.http.reference import add_reference
from asobiba.online.http.socket import Sockets
from asobiba.online.http.studies import Studies
from asobiba.online.http.tidying import tidied
from asobiba.online.http.trainings import Lately
from asobiba.online.rooms.decisions import Refusal
from asobiba.online.rooms.hub import Hub
from asobiba.online.settings import Settings
from asobiba.online.store.store import Store

LEARNING_SECONDS = 1.0
"""The page of trainings is at most so old."""
DESCRIPTION = "Five games for people and programs. Messages of the WebSocket at /ws: GET /api/protocol."


def make_app(settings: Settings) -> FastAPI:
    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        if settings.redis is not None and settings.database.startswith("sqlite"):
            raise ConfigError("several processes with Redis need one PostgreSQL: give --database postgresql://...")
        store = await Store.open(settings.database)
        thinkers = Thinkers(settings.bot_workers, niceness=settings.bot_niceness)
        thinkers.start_soon()
        cluster = None if settings.redis is None else await Cluster.connect(settings.redis)
        hub = Hub(settings, store, thinkers, cluster)
        guests = Guests(await store.secret("guests"))
        sockets = Sockets(hub, guests, settings, app.state.door)
        app.state.store, app.state.hub, app.state.guests, app.state.sockets = store, hub, guests, sockets
        hub.start()
        sockets.start()
        try:
            async with tidied(), felt(app.state.door.pulse):
                yield
        finally:
            await app.state.drain()
            await thinkers.close()
            await store.close()

    app = FastAPI(
        title="Asobiba",
        version=__version__,
        description=DESCRIPTION,
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    app.state.settings, app.state.door, app.state.generator = settings, Door(settings), random.Random()
    app.state.studies = Studies(settings.send_seconds)
    app.state.learning = Lately[Learning](LEARNING_SECONDS)

    async def drain() -> None:
        """Clients are told to come back; what was acknowledged is stored already."""
        app.state.studies.stop()
        await app.state.hub.drain()
        await app.state.sockets.stop()

    app.state.drain = drain
    app.add_middleware(Metered, door=app.state.door)
    guard(app, settings)
    add_reference(app)
    # Before the interface: FastAPI builds that when it first looks whether something is for it, which takes a while.
    app.router.routes.append(WebSocketRoute("/ws", endpoint=_Socket(app)))
    app.include_router(router)
    app.include_router(mine)
    app.include_router(exercises)
    _add_health(app)
    add_pages(app)
    return app


class _Socket:
    """The endpoint of /ws, which exists from the start of the server on."""

    def __init__(self, app: FastAPI) -> None:
        self.app = app

    async def __call__(self, scope, receive, send) -> None:  # type: ignore[no-untyped-def]
        await self.app.state.sockets(scope, receive, send)


def _add_health(app: FastAPI) -> None:
    @app.get("/health")
    async def health(response: Response) -> dict[str, object]:
        """200 while the store answers and every room can write."""
        alive = not app.state.hub.in_doubt and await app.state.store.alive()
        response.status_code = 200 if alive else 503
        return {
            "ok": alive,
            "version": __version__,
            "rooms": len(app.state.hub.rooms),
            "sockets": len(app.state.sockets.lines),
        }

    @app.get("/metrics", include_in_schema=False)
    def metrics(request: Request) -> Response:
        if not app.state.door.may_measure(request):
            raise Refusal("forbidden", "/metrics is for `metrics_networks` and for who has the `metrics_token`")
        return Response(generate_latest(), media_type=CONTENT_TYPE_LATEST)
