"""What the host of a table asks for beside the game, and what all are told of it."""

from __future__ import annotations

from dataclasses import dataclass

from smallworld.table.limits import RequestId, SeatName


@dataclass(frozen=True)
class HandOverRequest:
    """The host lets somebody else be host: whoever sits in that seat."""

    id: RequestId
    seat: SeatName


@dataclass(frozen=True)
class CloseTableRequest:
    """The host ends the game for all, without a result."""

    id: RequestId
    seat: SeatName


@dataclass(frozen=True)
class HostMessage:
    """Somebody else hosts the table now."""

    host: str


@dataclass(frozen=True)
class ClosedMessage:
    """The host has closed the table: nothing can be played any more, and nothing is lost."""
