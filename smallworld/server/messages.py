"""Every message of the wire, typed: what a page may say, and what it is told."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta, Raw, Struct

from smallworld.engine.errors import GameError, Illegal
from smallworld.engine.reasons import Facts
from smallworld.server.problems import Code, Refused, kind_of, told_of
from smallworld.server.telling import Told

LONGEST_MESSAGE = 4096
LONGEST_NAME = 40

Id = Annotated[str, Meta(min_length=1, max_length=64)]
Seat = Annotated[str, Meta(pattern="^P[1-5]$")]
Secret = Annotated[str, Meta(max_length=100)]
Name = Annotated[str, Meta(max_length=LONGEST_NAME)]
Level = Annotated[str, Meta(min_length=1, max_length=40)]
Text = Annotated[str, Meta(min_length=1, max_length=200)]
Count = Annotated[int, Meta(ge=0, le=1_000_000_000)]


# ---- from a page, by WebSocket ----


class Message(Struct, tag_field="t", tag=str.lower, forbid_unknown_fields=True):
    """What a page says; `t` names which."""


class Join(Message):
    """The first message: the seats it has, or the right to watch, and what it already knows."""

    secrets: Annotated[list[Secret], Meta(max_length=10)] = []
    watch: Secret | None = None
    after: Count | None = None


class Do(Message):
    """A decision, made looking at version `at`."""

    id: Id
    seat: Seat
    at: Count
    do: Text


class Undo(Message):
    """Back to the position after line `to`."""

    id: Id
    seat: Seat
    at: Count
    to: Count


class Try(Message):
    """What an action would bring."""

    id: Id
    seat: Seat
    do: Text


class Why(Message):
    """What a region costs, or why it cannot be had."""

    id: Id
    seat: Seat
    region: Annotated[str, Meta(max_length=40)]


class Position(Message):
    """The public view after a line."""

    id: Id
    line: Count


class Hint(Message):
    """What would a strong player do now, and why?"""

    id: Id
    seat: Seat


class Review(Message):
    """What was expected when, and where was it lost? For finished games."""

    id: Id


class Takeover(Message):
    """Let a computer play the seat; null: take it back."""

    id: Id
    seat: Seat
    level: Level | None


class Rename(Message, tag="name"):
    """A new name for the person in the seat."""

    id: Id
    seat: Seat
    name: Name


class Ping(Message):
    """Are you there?"""


Request = Do | Undo | Try | Why | Position | Hint | Review | Takeover | Rename
Incoming = Join | Request | Ping


class _Loose(Struct):
    id: str | None = None


_INCOMING = msgspec.json.Decoder(Incoming)
_LOOSE = msgspec.json.Decoder(_Loose)


def read(text: str) -> Incoming:
    """The message a text means; `Refused` says what is wrong with it."""
    if len(text) > LONGEST_MESSAGE or len(text.encode("utf-8", "replace")) > LONGEST_MESSAGE:
        raise Refused("too_long", most=LONGEST_MESSAGE)
    try:
        message: Incoming = _INCOMING.decode(text)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise Refused("bad_message", text=str(error)) from None
    return message


def id_in(text: str) -> str | None:
    """What a message that is none was called, if that can be read."""
    try:
        found = _LOOSE.decode(text).id
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return None
    return found if found is not None and len(found) <= 64 else None


# ---- to a page, by WebSocket ----


class SeatNow(Struct):
    """A seat as everybody at the table sees it."""

    seat: str
    name: str
    kind: str
    level: str | None
    connected: bool
    computer: str | None
    away: int | None
    free: bool


class TableNow(Struct):
    """What the table is, apart from the game."""

    id: str
    map: str
    drawing: str  # what the drawing of the map is asked for by
    world: str
    turns: int
    options: dict[str, object]
    seats: list[SeatNow]
    watch: str
    open: bool
    created: float
    takeover_after: float
    rematch: str | None


class Undoable(Struct):
    """The lines to go back to for one step, and for the whole turn."""

    step: int | None
    turn: int | None


class Reply(Struct, tag_field="t", tag=str.lower):
    """What a page is told; `t` names which."""


class Welcome(Reply):
    """The answer to a join: all there is to know."""

    table: TableNow
    you: list[str]
    n: int
    line: int
    view: Raw
    undo: Undoable
    events: Raw
    from_: int = msgspec.field(name="from")
    over: bool = False


class ViewNow(Reply, tag="view"):
    """The position after a change, and what happened."""

    n: int
    line: int
    view: Raw
    undo: Undoable
    events: Raw
    from_: int = msgspec.field(name="from")
    seats: list[SeatNow]
    over: bool


class Seats(Reply):
    """Somebody came, left, was renamed or replaced."""

    seats: list[SeatNow]


class Rematch(Reply):
    """The same people play again at another table."""

    table: str
    watch: str


class Ack(Reply):
    """It is done and kept."""

    id: str
    n: int
    line: int


class Past(Struct):
    """The answer to a question for a position."""

    line: int
    view: Raw


class Because(Struct):
    """A reason of a hint, by a code with facts, for every reader in their words."""

    code: str
    facts: dict[str, int | float | str]


class Hoped(Struct):
    """An action, and how the game is expected to end after it: own coins, and above the others."""

    do: str
    coins: float
    lead: float


class Hinted(Struct):
    """The answer to a question for a hint."""

    n: int  # the version it is about
    do: str
    reason: str  # in English
    gains: list[Because]
    risks: list[Because]
    expected: Hoped | None
    others: list[Hoped]


class LookedThrough(Struct):
    """The answer to a question for a review; null: it is being made."""

    review: Raw | None


class Reviewed(Reply, tag="review"):
    """The game has been looked through."""

    review: Raw


class Failure(Reply, tag="error"):
    """It is not done, and why: in English, and by name with facts for other languages."""

    id: str | None
    code: Code
    why: str
    facts: Facts
    text: str
    rule: str | None = None


class Pong(Reply):
    """Yes."""


_ENCODER = msgspec.json.Encoder()


def write(reply: Struct) -> str:
    """A message as text."""
    return _ENCODER.encode(reply).decode()


def write_answer(id_: str, body: Struct) -> str:
    """The answer to a question: its fields beside the question's id."""
    fields: dict[str, object] = {"t": "answer", "id": id_}
    for name in body.__struct_fields__:
        fields[name] = getattr(body, name)
    return _ENCODER.encode(fields).decode()


def events_of(log: list[list[Told]]) -> Raw:
    """The entries of some lines as one flat list."""
    return Raw(_ENCODER.encode([told for line in log for told in line]))


def refusal(id_: str | None, error: GameError) -> str:
    """An error as a message."""
    why, facts = told_of(error)
    if isinstance(error, Illegal):
        return write(Failure(id_, "illegal", why, facts, error.reason, error.rule or None))
    return write(Failure(id_, kind_of(error), why, facts, str(error)))
