"""How a game is expected to end, by what is done now; coins are those at the end."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ExpectedResult:
    """An action, and how the game is expected to end for the seat after it."""

    do: str
    coins: float
    lead: float  # over the mean of the others


@dataclass(frozen=True, slots=True)
class ComboForecast:
    """A combo of the row, and how the game is expected to end if it is taken now."""

    combo: int  # counted from 1
    coins: float
    lead: float
    error: float  # the likely error of the lead


@dataclass(frozen=True, slots=True)
class DeclineForecast:
    """How the game is expected to end if the race goes on, and if it declines now."""

    expand: ExpectedResult
    decline: ExpectedResult
    error: float  # the likely error of the difference between the leads
