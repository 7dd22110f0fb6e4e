"""Actions as they are shown: the text that means them, and what it says, part by part."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, get_args

from smallworld.engine.query import Part
from smallworld.wire.quick import quick, sparse

Verb = Literal[
    "pick", "expand", "decline", "abandon", "conquer", "roll", "stop", "deploy", "use", "give up",
    "pass", "done", "die", "race", "power", "find", "grant",
]  # fmt: skip
VERBS: Final[tuple[Verb, ...]] = get_args(Verb)  # in the engine's order; the last five are luck's


@sparse
@dataclass(frozen=True)
class WayTaken:
    """A trait's own means to conquer or to decline."""

    trait: str
    stands_for: str | None = None  # the relic or place in whose stead it is used


@sparse
@dataclass(frozen=True)
class ActionView:
    """A decision, or an outcome of luck."""

    do: str  # in the notation: what is sent to do it
    verb: Verb
    region: str | None = None
    tokens: int = 0  # deployed
    combo: int = 0  # picked, counted from 1
    swap: int = 0  # the combo whose badge is taken in exchange
    race: str | None = None  # picked, or turned up
    power: str | None = None
    ways: tuple[WayTaken, ...] = ()
    trait: str | None = None  # whose own action it is, whose offer is passed, or what is found
    word: str = ""  # what its own action is called in the notation
    stands_for: str | None = None  # the relic in whose stead the trait is used
    piece: str | None = None  # put down
    pieces: int = 0  # ... if any number may be
    amount: int = 0  # of something only the trait knows
    seat: str | None = None  # at whom it is aimed
    pips: int = 0


@quick
@dataclass(frozen=True, slots=True)
class DeclineOutcome:
    """What going into decline leaves and brings, tried on a copy."""

    regions: int  # the race keeps
    coins: int | None  # the turn scores; None: it has scored already
    gone: tuple[str, ...]  # races that leave the map for it


@sparse
@dataclass(frozen=True)
class LegalAction(ActionView):
    """An action that is possible now, or after others, with what it costs."""

    price: int | None = None  # of a conquest; 0: one token takes the place of another
    parts: tuple[Part, ...] = ()  # of the price
    short: int = 0  # pips the die has to bring
    odds: int = 0  # ... and how likely it does, in per cent
    final: bool = False  # it cannot be taken back
    first: tuple[str, ...] = ()  # what is to be done before it, and is sent with it
    swaps: Literal["tray", "hand"] | None = None  # whence the token comes that replaces another
    left: int | None = None  # pieces of that kind, or opponents it may still be used on
    unused: tuple[str, ...] = ()  # traits whose offers end with it, and cost nothing
    outcome: DeclineOutcome | None = None  # of a decline
    # What else has to be answered for the turn to end: sent after it, and after the pieces that are
    # put down later, with the end of their phase.
    then: tuple[str, ...] = ()
