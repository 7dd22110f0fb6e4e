"""All that goes into a table and comes out of it, as values.

Whoever runs a table (its home) hands every input to `TableMachine.receive`, with the time and the
luck of that moment, and does what the outputs say, in their order:

* `Keep` is always the last output of its list. The home keeps the changes as one, all or none, and
  then says `Kept` or `NotKept`. Nobody hears of a change before it is kept. Whatever comes in
  meanwhile waits in the machine.
* `Send` goes to each of the named callers, one message after another. A caller is a connection
  that has joined, or somebody who waits for one answer. Callers the home does not know any more
  are passed over.
* Where a table has several homes, `KeptElsewhere` may come in place of `Kept`, and whenever nothing
  is being kept. What led to the `Keep` is then tried again in the new position. Callers of other
  homes are named HOME/CALLER; to close one is the business of that home.
* What is asked of computers is answered, sooner or later, by the input that names the same ticket.
  After `StopComputer` and `StopHint` nobody waits for it any more, should it not have come yet.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from smallworld.table.homes.notes import HomeNote
from smallworld.table.messages import HintAnswer, JoinRequest, PageMessage, PageRequest
from smallworld.table.rows import Change, TableUpdate

Caller = str  # the home's name for a connection, or for whoever waits for one answer
CloseReason = Literal["forbidden", "crowded", "replaced", "trouble", "reload"]


# ---- in: commands of people ----


@dataclass(frozen=True)
class Join:
    """A connection wants in; the answer is a welcome, or an error and a `Close`."""

    caller: Caller
    request: JoinRequest
    address: str = ""  # what the home counts them by; empty: nothing


@dataclass(frozen=True)
class Leave:
    """A connection is gone."""

    caller: Caller


@dataclass(frozen=True)
class Ask:
    """A connection that has joined asks for something."""

    caller: Caller
    request: PageRequest


@dataclass(frozen=True)
class TakeSeat:
    """A guest wants a free seat of an open table, to be opened by the secret of that digest.

    The answer is `SeatTaken` or an error.
    """

    caller: Caller
    name: str
    digest: bytes
    address: str = ""  # what the home counts them by; empty: nothing


@dataclass(frozen=True)
class PlayAgain:
    """Whoever has these secrets wants to play again with the same people at a new table.

    The answer is `RematchReady` or an error. The new table's name and token to watch are given in
    case one is made; `gone` is a table of an earlier rematch that the home no longer has.
    """

    caller: Caller
    secrets: Sequence[str]
    table_id: str
    watch: str
    gone: str | None = None


@dataclass(frozen=True)
class OwnSeats:
    """A personal key is to open the seats that these secrets open; the answer is `SeatsOwned`."""

    caller: Caller
    secrets: Sequence[str]
    person: str


# ---- in: facts ----


@dataclass(frozen=True)
class Kept:
    """The changes of the last `Keep` are safe."""


@dataclass(frozen=True)
class NotKept:
    """None of the changes of the last `Keep` was kept."""

    text: str
    conflict: bool  # what is kept is not what the table took it to be


@dataclass(frozen=True)
class KeptElsewhere:
    """Another home has kept this; also the answer to a `Keep` that came too late for that reason.

    `watch` is the token of the table of a rematch, should there be one.
    """

    update: TableUpdate
    watch: str = ""


@dataclass(frozen=True)
class HeardFrom:
    """Another home of this table says something."""

    home: str
    note: HomeNote


@dataclass(frozen=True)
class HomeLost:
    """Another home has not been heard of for long, or is gone."""

    home: str


@dataclass(frozen=True)
class ComputerChose:
    """A computer's answer: the text of an action."""

    ticket: int
    text: str


@dataclass(frozen=True)
class ComputerFailed:
    """A computer gave no answer; it is asked again at the next `Tick`."""

    ticket: int
    busy: int = 0  # seconds until there may be room for the question; 0: for another reason


@dataclass(frozen=True)
class HintFound:
    """A hint was found."""

    ticket: int
    hint: HintAnswer


@dataclass(frozen=True)
class HintFailed:
    """No hint was found."""

    ticket: int
    busy: int = 0  # seconds until there may be room for the question; 0: for another reason


@dataclass(frozen=True)
class ReviewFound:
    """The answer to `FindReview`; None: there is none yet."""

    review: Mapping[str, Any] | None  # in the notation, as it is kept


@dataclass(frozen=True)
class ReviewGoesOn:
    """So much of the review is made."""

    percent: int


@dataclass(frozen=True)
class ReviewMade:
    """The answer to `MakeReview`; it is kept already."""

    review: Mapping[str, Any]


@dataclass(frozen=True)
class ReviewFailed:
    """The review could not be looked for, or not be made."""

    busy: int = 0  # seconds until it may be asked for again; 0: for another reason


@dataclass(frozen=True)
class Tick:
    """Time has passed; also said once when a table begins or is loaded."""


Command = Join | Leave | Ask | TakeSeat | PlayAgain | OwnSeats | ComputerChose | Tick
Fact = (
    HintFound | HintFailed | ReviewFound | ReviewGoesOn | ReviewMade | ReviewFailed | ComputerFailed
)
Input = Command | Fact | Kept | NotKept | KeptElsewhere | HeardFrom | HomeLost


# ---- out ----


@dataclass(frozen=True)
class SeatTaken:
    """The seat a guest was given."""

    seat: str


@dataclass(frozen=True)
class SeatsOwned:
    """The personal key opens the seats."""


@dataclass(frozen=True)
class RematchReady:
    """The table where the same people play again."""

    table_id: str


@dataclass(frozen=True)
class Keep:
    """Keep these changes as one, then say `Kept` or `NotKept`."""

    changes: Sequence[Change]


@dataclass(frozen=True)
class Send:
    """Tell each of these the same."""

    to: Sequence[Caller]
    message: PageMessage | SeatTaken | SeatsOwned | RematchReady


@dataclass(frozen=True)
class Close:
    """Let the connection go, once it has been told what was sent to it."""

    caller: Caller
    reason: CloseReason


@dataclass(frozen=True)
class SeatPosition:
    """A position in which a computer is to decide: what the seat to act may know, and no more."""

    header: str  # of the record: the table
    files: Sequence[str]  # of home-made races and powers, by name
    seen: bytes  # the state as the seat sees it
    tallied: Sequence[int]  # coins of every seat, as counted by who forgets nothing
    seat: int


@dataclass(frozen=True)
class AskComputer:
    """Let that level choose an action; the answer is `ComputerChose` or `ComputerFailed`."""

    ticket: int
    position: SeatPosition
    level: str
    watched: bool  # whether anybody looks at the table, and waits


@dataclass(frozen=True)
class StopComputer:
    """Nobody waits for that answer any more."""

    ticket: int


@dataclass(frozen=True)
class AskHint:
    """Find out what a strong player would do; the answer is `HintFound` or `HintFailed`."""

    ticket: int
    position: SeatPosition
    caller: Caller  # who wants to know


@dataclass(frozen=True)
class StopHint:
    """Nobody waits for that hint any more."""

    ticket: int


@dataclass(frozen=True)
class FindReview:
    """Look for the review of this game; the answer is `ReviewFound`."""


@dataclass(frozen=True)
class MakeReview:
    """Look through this game and keep the review; the answer is `ReviewMade` or `ReviewFailed`.

    Meanwhile `ReviewGoesOn` says how far it has come.
    """

    record: str
    caller: Caller  # who wants to know


@dataclass(frozen=True)
class Remind:
    """Say `Tick` after so many seconds."""

    seconds: float


@dataclass(frozen=True)
class SetAlarm:
    """Say `Tick` after so many seconds, when a clock runs out; in place of any alarm before.

    None: no clock runs.
    """

    seconds: float | None


@dataclass(frozen=True)
class TellHomes:
    """Tell the other homes of this table, if there are any."""

    note: HomeNote


@dataclass(frozen=True)
class LogError:
    """Something went wrong that the home's log should hold."""

    text: str


@dataclass(frozen=True)
class Stop:
    """The table must be loaded anew; this machine is of no more use."""


Output = (
    Keep
    | Send
    | Close
    | AskComputer
    | StopComputer
    | AskHint
    | StopHint
    | FindReview
    | MakeReview
    | Remind
    | SetAlarm
    | TellHomes
    | LogError
    | Stop
)
