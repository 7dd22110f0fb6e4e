"""Players with a taste: they search as `search` does, and lean towards what they like.

What they like counts as so much of a share of the result more; what is clearly worse they leave.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from smallworld.engine import actions
from smallworld.engine.actions import region_of, verb_of
from smallworld.engine.game import State
from smallworld.game.views.view import View
from smallworld.players.budget import Budget, Clock
from smallworld.players.policy.policy import Policy
from smallworld.players.search.search import SearchPlayer, Thought, seen_by


@dataclass(frozen=True)
class Style:
    """What somebody likes, in shares of the result, and how that is told to people."""

    text: str
    attack: float = 0.0  # a conquest of what another player holds
    roll: float = 0.0  # the die
    decline: float = 0.0


STYLES: Final = {
    "builder": Style(
        "Searches, and leaves others alone: takes what is free, and keeps a race for long.",
        attack=-0.05,
        roll=-0.02,
        decline=-0.03,
    ),
    "raider": Style("Searches, and likes to take from others.", attack=0.08),
    "gambler": Style("Searches, and loves the die.", roll=0.05),
}


class StyledPlayer(SearchPlayer):
    """The search, with a taste."""

    def __init__(self, style: str, budget: Budget, seed: int = 0) -> None:
        super().__init__(budget, seed, style)
        self.style: Final = STYLES[style]

    def thoughts(self, view: View, clock: Clock, seed: int, policy: Policy) -> list[Thought]:
        """What it expects of the candidates; what it likes best first."""
        found = super().thoughts(view, clock, seed, policy)
        s = seen_by(view)
        assert view.seat is not None
        likes = {
            thought.action: thought.merit + liking(s, view.seat, thought.action, self.style)
            for thought in found
        }
        return sorted(found, key=lambda thought: -likes[thought.action])


def liking(s: State, seat: int, action: int, style: Style) -> float:
    """How much that style likes the action."""
    verb = verb_of(action)
    if verb == actions.DECLINE:
        return style.decline
    if verb not in (actions.CONQUER, actions.ROLL):
        return 0.0
    found = style.roll if verb == actions.ROLL else 0.0
    r = region_of(action)
    if r != actions.NO_REGION:
        holder = s.holder(r)
        if holder.seat not in (-1, seat):
            found += style.attack
    return found
