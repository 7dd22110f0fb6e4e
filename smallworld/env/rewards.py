"""What a seat is rewarded with."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from smallworld.engine.game import GameError, Result, State, result

COINS: Final = "coins"
REWARDS: Final = {
    COINS: "the coins a seat has gained since it was last rewarded",
    "margin": "at the end, own coins less those of the best other seat",
    "win": "at the end 1 for the winner, an equal part where a win is shared, else 0",
    "rank": "at the end 1 for the first and 0 for the last, evenly between; equals share",
}


def check_reward(kind: str) -> str:
    """That kind of reward, if there is one."""
    if kind not in REWARDS:
        raise GameError(f"the reward is one of {', '.join(REWARDS)}, not {kind!r}")
    return kind


def final_rewards(kind: str, s: State) -> list[float]:
    """What every seat gets at the end of a game, beside what it has got before."""
    end = result(s)
    if kind == "margin":
        return [float(own - _best_other(end.coins, n)) for n, own in enumerate(end.coins)]
    if kind == "win":
        share = 1 / len(end.winners)
        return [share if seat in end.winners else 0.0 for seat in range(len(end.coins))]
    if kind == "rank":
        return _ranks(end)
    return [0.0] * len(end.coins)


def _best_other(coins: Sequence[int], seat: int) -> int:
    return max(other for n, other in enumerate(coins) if n != seat)


def _ranks(end: Result) -> list[float]:
    """From 1 for the first place down to 0 for the last; who shares places gets their mean."""
    last = len(end.places) - 1
    return [1 - (place - 1 + (end.places.count(place) - 1) / 2) / last for place in end.places]


class CoinCounter:
    """Coins gained since they were last counted; the first time nothing is."""

    def __init__(self) -> None:
        self._counted: list[int] = []

    def gained(self, s: State) -> list[float]:
        """By seat; they are counted now."""
        now = [int(s.coins[seat]) for seat in range(s.seats)]
        before = self._counted or now
        self._counted = now
        return [float(new - old) for new, old in zip(now, before, strict=True)]
