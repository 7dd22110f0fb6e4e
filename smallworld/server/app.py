"""The application: routes, the guard before them, and the house they lead into."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware

from smallworld.engine.game import GameError
from smallworld.server.course import Deal
from smallworld.server.house import House
from smallworld.server.routes import explain, explain_crash, routes
from smallworld.server.security import Guard, Hosts
from smallworld.server.settings import Settings
from smallworld.server.wishes import secret_dealer


def make_app(settings: Settings, deal: Deal = secret_dealer) -> Starlette:
    """A server for these settings; `deal` decides what luck brings."""

    @asynccontextmanager
    async def live(app: Starlette) -> AsyncIterator[None]:
        app.state.house = House(settings, deal)
        yield
        app.state.house.close()

    return Starlette(
        routes=routes(),
        middleware=[Middleware(Guard, hosts=Hosts(settings.host, settings.names))],
        exception_handlers={
            GameError: explain,
            HTTPException: explain,
            Exception: explain_crash,
        },
        lifespan=live,
    )
