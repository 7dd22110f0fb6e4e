"""What happened, for screens and statistics; nothing is built unless someone listens."""

from __future__ import annotations

from smallworld.engine.explain.parts import Parts
from smallworld.engine.shim import mypyc_attr


class Event:
    """One thing that happened: a kind, and those of the other facts that apply."""

    def __init__(
        self,
        kind: str,
        seat: int = -1,
        region: int = -1,
        amount: int = 0,
        name: str = "",
        other: int = -1,
        parts: Parts | None = None,
        power: str = "",
    ) -> None:
        self.kind = kind
        self.seat = seat
        self.region = region
        self.amount = amount
        self.name = name
        self.other = other  # a second seat: whom it befell
        self.parts = parts  # of a score, or the coins for a combo
        self.power = power  # of the race that is named

    def __repr__(self) -> str:
        facts = [self.kind]
        if self.seat >= 0:
            facts.append(f"seat={self.seat}")
        if self.region >= 0:
            facts.append(f"region={self.region}")
        if self.amount:
            facts.append(f"amount={self.amount}")
        if self.name:
            facts.append(f"name={self.name!r}")
        if self.power:
            facts.append(f"power={self.power!r}")
        if self.other >= 0:
            facts.append(f"other={self.other}")
        if self.parts is not None:
            facts.append(f"parts={self.parts}")
        return f"Event({', '.join(facts)})"


@mypyc_attr(allow_interpreted_subclasses=True)
class Listener:
    """Derive from this and set `state.listener` to hear what happens."""

    def hear(self, event: Event) -> None:
        """Take note of an event."""


KINDS = (
    "turn",  # a seat's turn begins (amount: the game turn)
    "picked",  # a combo was taken (amount: its tokens, name: the race, power, parts: coins)
    "revealed",  # a banner or badge was turned up
    "rolled",  # the die (amount: pips)
    "conquered",  # a region was taken (amount: tokens put there, other: whose it was)
    "repelled",  # a roll did not suffice
    "lost",  # tokens went back to the tray (name: their race)
    "withdrawn",  # tokens were driven out and wait
    "left",  # a region was given up
    "deployed",  # tokens were put down
    "placed",  # a piece, place or relic was put down
    "found",  # a marker was turned up
    "granted",  # a place was given a badge
    "declined",  # a race went into decline (name, power)
    "vanished",  # a race in decline is gone
    "paid",  # coins went from a seat (or the bank: -1) to another
    "scored",  # a seat scored (amount, parts)
    "over",  # the game ended
)
