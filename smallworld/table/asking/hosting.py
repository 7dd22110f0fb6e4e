"""What the host of a table may do: close it for all, and let somebody else be host."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from smallworld.table.asking.host_messages import (
    ClosedMessage,
    CloseTableRequest,
    HandOverRequest,
    HostMessage,
)
from smallworld.table.interface import Caller
from smallworld.table.messages import TakeoverRequest
from smallworld.table.problems import Refused
from smallworld.table.rows import SaveHost, SaveSeat, SaveTable

if TYPE_CHECKING:
    from smallworld.table.state import Proposal, TableState

HostRequest = CloseTableRequest | HandOverRequest


def propose(
    state: TableState, caller: Caller, request: HostRequest, seat: int, now: float
) -> Proposal | None:
    """What the host wants, to be kept; None if it is so already."""
    if isinstance(request, CloseTableRequest):
        return _propose_close(state, caller, now)
    return _propose_host(state, caller, seat)


def told(state: TableState, request: object) -> list[ClosedMessage | HostMessage]:
    """What everybody hears once that is kept."""
    if isinstance(request, CloseTableRequest):
        return [ClosedMessage()]
    if isinstance(request, HandOverRequest):
        return [HostMessage(state.seating.rows[state.seating.host].seat)]
    return []


def stops_computers(request: object) -> bool:
    """Whether others may be to act after that, or nobody."""
    return isinstance(request, CloseTableRequest | TakeoverRequest)


def _propose_close(state: TableState, caller: Caller, now: float) -> Proposal | None:
    """The game is over for all, without a result; all that was played stays as it is."""
    state.check_host(caller)
    if state.closed:
        return None
    if state.history.over:
        raise Refused("ended")
    row = replace(state.row, over=True, acting=None, moved=now, clock=None)
    return state.propose_row([SaveTable(row)], row)


def _propose_host(state: TableState, caller: Caller, seat: int) -> Proposal | None:
    """Somebody who sits here becomes host; none of one's own seats needs that."""
    seating = state.seating
    if seat == seating.host and seat in seating.connections[caller]:
        return None
    state.check_host(caller)
    if seat in seating.connections[caller]:
        return None
    row = seating.rows[seat]
    if row.kind == "computer" or not row.claimed:
        raise Refused("cannot_host", seat=row.seat)
    # The seat is written with it, so that other homes of the table notice.
    return state.propose_row([SaveHost(state.row.id, row.seat), SaveSeat(row)], state.row)
