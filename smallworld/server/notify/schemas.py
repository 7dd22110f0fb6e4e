"""What is asked and answered about messages by HTTP, as plain data."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Literal

from smallworld.table.limits import Length, Secret

Url = Annotated[str, Length(1, 1000)]


@dataclass(frozen=True)
class NotifyOptions:
    """How this server can reach people."""

    push: str | None  # the key that browsers subscribe by
    mail: bool
    hook: bool
    after: int  # seconds somebody must be away


@dataclass(frozen=True)
class PushTarget:
    """A browser, as its push subscription names it."""

    endpoint: Url
    p256dh: Annotated[str, Length(1, 200)]
    auth: Annotated[str, Length(1, 100)]


@dataclass(frozen=True)
class NotifyRequest:
    """Whoever has these secrets wants to be told of the table by one of these; none: only look."""

    secrets: Annotated[tuple[Secret, ...], Length(1, 10)]
    lang: Literal["en", "de"] = "en"
    push: PushTarget | None = None
    mail: Annotated[str, Length(1, 254)] | None = None
    hook: Url | None = None
    endpoint: Annotated[str, Length(0, 1000)] = ""  # of the browser that asks


@dataclass(frozen=True)
class WantedNotice:
    """Somebody is told of a table."""

    id: str
    kind: Literal["push", "mail", "hook"]
    shown: str  # enough of where it goes for its owner to know it
    confirmed: bool
    here: bool  # it is the browser that asks
    stop: str  # lets whoever has it stop it


@dataclass(frozen=True)
class WantedNotices:
    """All of them, of these seats of a table."""

    wanted: Sequence[WantedNotice]


@dataclass(frozen=True)
class NoticeDone:
    """It is stopped, or confirmed."""

    table: str
