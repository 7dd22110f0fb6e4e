"""The application: its routes, what stands before them, and what they share."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware

from smallworld.engine.game import GameError
from smallworld.home.new_tables import secret_dealer
from smallworld.server.app_state import AppState
from smallworld.server.base_path import BasePathMiddleware
from smallworld.server.http.access.admission import AdmissionMiddleware
from smallworld.server.http.access.security import AllowedHosts, SecurityMiddleware
from smallworld.server.http.metrics import RequestCounts
from smallworld.server.http.request_log import RequestLogMiddleware
from smallworld.server.http.routes import explain, explain_crash, routes
from smallworld.server.settings import ServerSettings
from smallworld.table.history import Deal


def make_app(settings: ServerSettings, deal: Deal = secret_dealer) -> Starlette:
    """A server for these settings; `deal` decides what luck brings."""

    counts = RequestCounts()

    @asynccontextmanager
    async def live(app: Starlette) -> AsyncIterator[None]:
        app.state.server = AppState(settings, deal, counts)
        yield
        await app.state.server.close()

    base = settings.base_path
    below = [] if base == "/" else [Middleware(BasePathMiddleware, base=base)]
    return Starlette(
        routes=routes(),
        middleware=[
            *below,
            Middleware(RequestLogMiddleware, counts=counts),
            Middleware(SecurityMiddleware, hosts=AllowedHosts(settings.host, settings.names)),
            Middleware(AdmissionMiddleware),
        ],
        exception_handlers={
            GameError: explain,
            HTTPException: explain,
            Exception: explain_crash,
        },
        lifespan=live,
    )
