"""What processes of a server tell each other, as bytes."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from smallworld.table.homes import notes
from smallworld.table.rows import TableUpdate


class PageToClose(msgspec.Struct, frozen=True):
    """A page of another process must make room."""

    caller: str
    reason: str


TableWord = notes.HomeNote | TableUpdate | PageToClose

_KINDS: Final[dict[str, type[Any]]] = {
    kind.__name__: kind
    for kind in (
        *(notes.HomeGreeting, notes.HomePages, notes.HomeFarewell, notes.LineSaid),
        *(notes.TalkSwitched, notes.TalkSoFar, notes.SeatWarned, notes.SeatAnswered),
        *(notes.HintTaken, TableUpdate, PageToClose),
    )
}
_READERS: Final = {name: msgspec.msgpack.Decoder(kind) for name, kind in _KINDS.items()}
_ENVELOPE: Final = msgspec.msgpack.Decoder(tuple[str, str, msgspec.Raw])


def write_word(home: str, word: TableWord) -> bytes:
    """Something that a process says of a table."""
    return msgspec.msgpack.encode((home, type(word).__name__, word))


def read_word(data: bytes) -> tuple[str, TableWord | None]:
    """Who says what; None for what only later versions say."""
    home, kind, body = _ENVELOPE.decode(data)
    reader = _READERS.get(kind)
    return home, None if reader is None else reader.decode(body)
