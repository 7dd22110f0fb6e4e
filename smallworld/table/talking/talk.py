"""Talk at a table: whoever asked is answered, then everybody hears it, here and elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

from smallworld.table.homes.notes import HomeNote, LineSaid, TalkSwitched
from smallworld.table.interface import Caller, Output
from smallworld.table.messages import ChatMessage, ChatSwitchRequest, SaidMessage, SayRequest

if TYPE_CHECKING:
    from smallworld.table.homes.neighbours import Neighbours
    from smallworld.table.publishing.broadcaster import Broadcaster
    from smallworld.table.state import TableState


def talk(
    state: TableState,
    broadcaster: Broadcaster,
    homes: Neighbours,
    caller: Caller,
    request: SayRequest | ChatSwitchRequest,
    now: float,
) -> list[Output]:
    """Something is said, or the host lets people talk, or not."""
    message: SaidMessage | ChatMessage
    note: HomeNote
    if isinstance(request, SayRequest):
        said = state.chat.say(request, now)
        message, note = SaidMessage(said), LineSaid(said)
    else:
        state.check_host(caller)
        state.chat.switch(request.on)
        message, note = ChatMessage(request.on), TalkSwitched(request.on)
    told = [broadcaster.acknowledge(caller, request.id), *broadcaster.send_all(message)]
    return [*told, *homes.tell(note)]
