"""Deals that several people play: what they are, and how each of them fared."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class DealTurn:
    """One turn of a seat: with whom it was played, and what it brought."""

    turn: int
    race: str  # the active one at its end; empty: none
    power: str
    picked: bool  # it was taken in this turn
    declined: bool  # a race went into decline in it
    coins: int  # scored
    total: int  # scored so far


@dataclass(frozen=True, slots=True)
class DealSeat:
    """A seat in a game that is over."""

    seat: str
    name: str
    level: str  # of a computer; empty: a person
    coins: int
    place: int  # 1: won
    turns: tuple[DealTurn, ...]


@dataclass(frozen=True, slots=True)
class DealGame:
    """A game of a deal that is over."""

    table: str
    ended: float  # seconds since 1970
    seats: tuple[DealSeat, ...]


@dataclass(frozen=True, slots=True)
class DealInfo:
    """A deal by its code, and who has played it here, the best first."""

    code: str
    map: str
    players: int
    turns: int
    first: str  # the seat that begins
    games: tuple[DealGame, ...]


@dataclass(frozen=True, slots=True)
class DailyGame:
    """The game of a day: the same for everybody."""

    day: str  # 2026-11-16
    code: str  # of its deal
    map: str
    players: int
    level: str  # of all opponents
