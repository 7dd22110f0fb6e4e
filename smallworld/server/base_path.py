"""A server whose addresses all lie below a path, as behind a proxy with other things."""

from __future__ import annotations

import re
from typing import Final

from starlette.responses import RedirectResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from smallworld.engine.game import GameError

_PATH: Final = re.compile(r"/([\w.~-]+/)*", re.ASCII)


def read_base_path(text: str) -> str:
    """The path with a slash at both ends.

    >>> read_base_path("games"), read_base_path("")
    ('/games/', '/')
    """
    path = f"/{text.strip('/')}/" if text.strip("/") else "/"
    if not _PATH.fullmatch(path) or any(part in (".", "..") for part in path.split("/")):
        raise GameError(f"--base-path {text}: name it as /games/, of letters, digits, - . _ and ~")
    return path


class BasePathMiddleware:
    """Takes the path away, so that nothing behind it need know.

    A proxy may have taken it away before: what does not begin with it is passed on as it is.
    """

    def __init__(self, app: ASGIApp, base: str) -> None:
        self._app: Final = app
        self._base: Final = base

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in ("http", "websocket"):
            path, base = scope["path"], self._base
            if scope["type"] == "http" and path == base.rstrip("/"):
                await RedirectResponse(base, 308)(scope, receive, send)
                return
            if path.startswith(base):
                short = path[len(base) - 1 :]
                scope = {**scope, "path": short, "raw_path": short.encode()}
        await self._app(scope, receive, send)
