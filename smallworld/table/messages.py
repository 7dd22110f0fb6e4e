"""Every message between a page and a table, as plain data: requests, answers, what all are told.

Limits of the fields stand in their annotations; whoever reads messages from outside holds them to
these. Field names are those of the wire, but for a `_` behind words that Python has taken.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Final, Literal

from smallworld.engine.game import GameError, Illegal
from smallworld.engine.query import Facts
from smallworld.table.asking.host_messages import (
    ClosedMessage,
    CloseTableRequest,
    HandOverRequest,
    HostMessage,
)
from smallworld.table.limits import (
    ActionText,
    Count,
    Length,
    LevelName,
    NewSecret,
    PersonName,
    RequestId,
    SeatName,
    Secret,
)
from smallworld.table.problems import Code, kind_of, text_of, told_of
from smallworld.table.seats.orders import Orders
from smallworld.wire.answers import RegionAnswer, Trial
from smallworld.wire.forecasts import ComboForecast, DeclineForecast, ExpectedResult
from smallworld.wire.game import GameView
from smallworld.wire.log import LogEntry
from smallworld.wire.plan import TurnPlan
from smallworld.wire.quick import quick, sparse
from smallworld.wire.review import GameReview
from smallworld.wire.table import TableOptions

# ---- from a page ----

FirstTexts = Annotated[tuple[ActionText, ...], Length(0, 70)]  # a token each for every region


@dataclass(frozen=True)
class JoinRequest:
    """The first message: the seats it has, or the right to watch, and what it already knows."""

    secrets: Annotated[tuple[Secret, ...], Length(0, 10)] = ()
    watch: Secret | None = None
    after: Count | None = None
    person: NewSecret | None = None  # a personal key: opens what it owns, and owns what is opened


@dataclass(frozen=True)
class MoveRequest:
    """A decision, made looking at version `at`, after those that have to come first."""

    id: RequestId
    seat: SeatName
    at: Count
    do: ActionText
    first: FirstTexts = ()


@dataclass(frozen=True)
class UndoRequest:
    """Back to the position after line `to`."""

    id: RequestId
    seat: SeatName
    at: Count
    to: Count


@dataclass(frozen=True)
class TryRequest:
    """What an action would bring, after those that have to come first."""

    id: RequestId
    seat: SeatName
    do: ActionText
    first: FirstTexts = ()


@dataclass(frozen=True)
class RegionRequest:
    """What a region costs, or why it cannot be had."""

    id: RequestId
    seat: SeatName
    region: Annotated[str, Length(0, 40)]


@dataclass(frozen=True)
class ThreatsRequest:
    """Who could take what from the seat, where hints are allowed."""

    id: RequestId
    seat: SeatName


@dataclass(frozen=True)
class PlanRequest:
    """What would come of conquering these regions in this order, in the seat's own turn?"""

    id: RequestId
    seat: SeatName
    regions: Annotated[tuple[Annotated[str, Length(1, 40)], ...], Length(0, 24)]


@dataclass(frozen=True)
class PositionRequest:
    """The public view after a line."""

    id: RequestId
    line: Count


@dataclass(frozen=True)
class HintRequest:
    """What would a strong player do now, and why?"""

    id: RequestId
    seat: SeatName


@dataclass(frozen=True)
class ReviewRequest:
    """What was expected when, and where was it lost? For finished games."""

    id: RequestId


@dataclass(frozen=True)
class TakeoverRequest:
    """Let a computer play the seat; None: take it back."""

    id: RequestId
    seat: SeatName
    level: LevelName | None


@dataclass(frozen=True)
class HereRequest:
    """Somebody sits there: no computer need play on."""

    id: RequestId
    seat: SeatName


@dataclass(frozen=True)
class RemoveGuestRequest:
    """The host wants the guest of that seat to go; from now on it is opened by this secret."""

    id: RequestId
    seat: SeatName
    secret: NewSecret


@dataclass(frozen=True)
class RenameRequest:
    """A new name for the person in the seat."""

    id: RequestId
    seat: SeatName
    name: PersonName


@dataclass(frozen=True)
class OrdersRequest:
    """What the seat answers by itself, from now on, when it has to regroup in another's turn."""

    id: RequestId
    seat: SeatName
    orders: Orders


Phrase = Literal["hello", "luck", "well", "thinking", "hurry", "thanks", "sorry", "again", "bye"]


@dataclass(frozen=True)
class SayRequest:
    """A line for everybody at the table, or a phrase that each reads in their own language."""

    id: RequestId
    seat: SeatName
    text: Annotated[str, Length(0, 200)] = ""
    phrase: Phrase | None = None


@dataclass(frozen=True)
class ChatSwitchRequest:
    """The host lets people talk, or not."""

    id: RequestId
    seat: SeatName
    on: bool


@dataclass(frozen=True)
class PingRequest:
    """Are you there?"""


SeatedRequest = (
    MoveRequest
    | UndoRequest
    | TryRequest
    | RegionRequest
    | ThreatsRequest
    | PlanRequest
    | HintRequest
    | TakeoverRequest
    | HereRequest
    | RemoveGuestRequest
    | HandOverRequest
    | CloseTableRequest
    | RenameRequest
    | OrdersRequest
    | SayRequest
    | ChatSwitchRequest
)
PageRequest = SeatedRequest | PositionRequest | ReviewRequest

# What `t` says in a message from a page.
REQUESTS: Final[dict[str, type]] = {
    "join": JoinRequest,
    "do": MoveRequest,
    "undo": UndoRequest,
    "try": TryRequest,
    "why": RegionRequest,
    "threats": ThreatsRequest,
    "plan": PlanRequest,
    "position": PositionRequest,
    "hint": HintRequest,
    "review": ReviewRequest,
    "takeover": TakeoverRequest,
    "here": HereRequest,
    "remove": RemoveGuestRequest,
    "host": HandOverRequest,
    "close": CloseTableRequest,
    "name": RenameRequest,
    "orders": OrdersRequest,
    "say": SayRequest,
    "chat": ChatSwitchRequest,
    "ping": PingRequest,
}


# ---- to a page ----


@dataclass(frozen=True)
class TakeoverNotice:
    """A computer of that level plays on in so many seconds, unless the person of the seat acts."""

    level: str
    seconds: int


@dataclass(frozen=True)
class ClockRules:
    """How much time people have, and what happens when it is over."""

    per: Literal["turn", "game"]
    seconds: int
    bonus: int  # per game: seconds after each turn of one's own
    then: Literal["turn", "seat"]
    level: str  # of the computer that plays on


@dataclass(frozen=True)
class SeatClock:
    """The time of a seat, as it was when the message was written."""

    left: float  # seconds
    runs: bool
    late: bool  # it is over, and a computer plays this turn to its end
    lost: bool  # it was over, and a computer has the seat for good


@quick
@dataclass(frozen=True, slots=True)
class SeatStatus:
    """A seat as everybody at the table sees it."""

    seat: str
    name: str
    kind: str
    level: str | None
    connected: bool
    computer: str | None
    away: int | None
    free: bool
    guest: bool  # may be asked to go by the host
    warning: TakeoverNotice | None
    clock: SeatClock | None  # None: it has all the time there is


@dataclass(frozen=True)
class ChatLine:
    """Something that somebody said: a text, or a phrase."""

    number: int
    seat: str
    text: str
    phrase: Phrase | None


@dataclass(frozen=True)
class TableInfo:
    """What the table is, apart from the game."""

    id: str
    map: str
    drawing: str  # what the drawing of the map is asked for by
    world: str
    turns: int
    options: TableOptions
    seats: Sequence[SeatStatus]
    watch: str
    open: bool
    created: float
    begun: int  # lines that were played elsewhere, before the table began
    deal: str  # the code of its luck; empty: it is nobody's
    takeover_after: float
    takeover_levels: Sequence[str]  # that may play on for somebody else
    host: str  # the seat of whoever made the table, or was made host since
    closed: bool  # by the host: over for all, without a result
    rematch: str | None
    chat: bool  # whether people may talk
    said: Sequence[ChatLine]  # lately
    clock: ClockRules | None


@dataclass(frozen=True)
class UndoRange:
    """The lines to go back to for one step, and for the whole turn."""

    step: int | None
    turn: int | None


@dataclass(frozen=True)
class WelcomeMessage:
    """The answer to a join: all there is to know."""

    table: TableInfo
    you: Sequence[str]
    orders: Sequence[str]  # the standing orders of those seats
    n: int
    line: int
    view: GameView
    undo: UndoRange
    events: Sequence[LogEntry]
    from_: int
    over: bool


@quick
@dataclass(frozen=True, slots=True)
class ViewMessage:
    """The position after a change, and what happened."""

    n: int
    line: int
    view: GameView
    undo: UndoRange
    events: Sequence[LogEntry]
    from_: int
    seats: Sequence[SeatStatus]
    over: bool


@dataclass(frozen=True)
class SeatsMessage:
    """Somebody came, left, was renamed or replaced."""

    seats: Sequence[SeatStatus]


@dataclass(frozen=True)
class RematchMessage:
    """The same people play again at another table."""

    table: str
    watch: str


@dataclass(frozen=True)
class SaidMessage:
    """Somebody said something."""

    line: ChatLine


@dataclass(frozen=True)
class ChatMessage:
    """The host lets people talk, or not any more; then what was said is gone."""

    on: bool


@dataclass(frozen=True)
class AckMessage:
    """It is done and kept."""

    id: str
    n: int
    line: int


@dataclass(frozen=True)
class ReviewProgress:
    """So much of the review is made, in per cent."""

    percent: int


@dataclass(frozen=True)
class ReviewMessage:
    """The review of the finished game is there."""

    review: GameReview


@sparse
@dataclass(frozen=True)
class ErrorMessage:
    """It is not done, and why: in English, and by name with facts for other languages."""

    id: str | None
    code: Code
    why: str
    facts: Facts
    text: str
    rule: str | None = None


@dataclass(frozen=True)
class PongMessage:
    """Yes."""


# ---- answers to questions ----


@dataclass(frozen=True)
class PastPosition:
    """The answer to a question for a position."""

    line: int
    view: GameView


@dataclass(frozen=True)
class HintReason:
    """A reason of a hint, by a code with facts, for every reader in their words."""

    code: str
    facts: Mapping[str, int | float | str]


@dataclass(frozen=True)
class HintAnswer:
    """The answer to a question for a hint."""

    n: int  # the version it is about
    do: str
    reason: str  # in English
    gains: Sequence[HintReason]
    risks: Sequence[HintReason]
    expected: ExpectedResult | None
    others: Sequence[ExpectedResult]
    market: Sequence[ComboForecast]  # where a combo is chosen
    clock: DeclineForecast | None  # where the race could decline


@dataclass(frozen=True)
class AttackView:
    """An attack that is open to an opponent's race."""

    region: str
    seat: str
    tokens: int  # it takes, without the die
    ready: bool  # it can gather so many without giving up a region


@dataclass(frozen=True)
class ThreatsAnswer:
    """The answer to a question for threats: the cheapest attack of each opponent by region."""

    n: int  # the version it is about
    threats: Sequence[AttackView]


@dataclass(frozen=True)
class ReviewAnswer:
    """The answer to a question for a review; None: it is being made, and so far."""

    review: GameReview | None
    percent: int


AnswerBody = (
    Trial | RegionAnswer | ThreatsAnswer | TurnPlan | PastPosition | HintAnswer | ReviewAnswer
)


@dataclass(frozen=True)
class AnswerMessage:
    """The answer to the question of that id; on the wire its fields stand beside the id."""

    id: str
    body: AnswerBody


PageMessage = (
    WelcomeMessage
    | ViewMessage
    | SeatsMessage
    | RematchMessage
    | SaidMessage
    | ChatMessage
    | HostMessage
    | ClosedMessage
    | AckMessage
    | AnswerMessage
    | ReviewProgress
    | ReviewMessage
    | ErrorMessage
    | PongMessage
)

# What `t` says in a message to a page.
MESSAGES: Final[dict[type, str]] = {
    WelcomeMessage: "welcome",
    ViewMessage: "view",
    SeatsMessage: "seats",
    RematchMessage: "rematch",
    SaidMessage: "said",
    ChatMessage: "chat",
    HostMessage: "host",
    ClosedMessage: "closed",
    AckMessage: "ack",
    AnswerMessage: "answer",
    ReviewProgress: "reviewing",
    ReviewMessage: "review",
    ErrorMessage: "error",
    PongMessage: "pong",
}


def error_message(id_: str | None, error: GameError) -> ErrorMessage:
    """An error as a message."""
    why, facts = told_of(error)
    rule = error.rule or None if isinstance(error, Illegal) else None
    return ErrorMessage(id_, kind_of(error), why, facts, text_of(error), rule)
