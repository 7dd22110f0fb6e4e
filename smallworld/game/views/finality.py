"""Which actions cannot be taken back: those after which luck or somebody else is next."""

from __future__ import annotations

from typing import Final

from smallworld.engine import actions
from smallworld.engine.actions import region_of, verb_of, via_of, ways_of
from smallworld.engine.game import HookFailed, State, do, is_chance, to_act
from smallworld.engine.query import BIT, REDEPLOY

# Never final in the shipped games, so they need not be tried out.
_HARMLESS: Final = (actions.EXPAND, actions.ABANDON, actions.GIVE_UP)


class Finality:
    """What a table says of taking back; `home_made`: it has traits that nobody knows beforehand."""

    def __init__(self, asked: bool, home_made: bool) -> None:
        self._asked: Final = asked
        self._home_made: Final = home_made

    def is_final(self, s: State, action: int) -> bool:
        """Whether the action cannot be taken back there."""
        return self._asked and is_final(s, action, self._home_made)


NOT_ASKED: Final = Finality(False, False)  # where nothing is taken back, nothing is said of it


def is_final(s: State, action: int, home_made: bool = False) -> bool:
    """Whether a legal action cannot be taken back: luck or somebody else comes after it."""
    verb = verb_of(action)
    if verb == actions.ROLL:
        return True
    if not home_made:
        if verb in _HARMLESS or (verb == actions.DEPLOY and s.step() == REDEPLOY):
            return False
        if verb == actions.CONQUER and not ways_of(action) and not via_of(action):
            bit = BIT[region_of(action)]
            if not s.monsters & bit and not s.holder(region_of(action)).declined:
                return False
    trial = s.copy()
    try:
        do(trial, action)
    except HookFailed:  # it will be refused, so there is nothing to take back
        return False
    return ends_undo(moment_of(s), trial)


def moment_of(s: State) -> tuple[int, int, int]:
    """Whose decision in whose turn it is."""
    return int(s.turn), int(s.seat), to_act(s)


def ends_undo(moment: tuple[int, int, int], after: State) -> bool:
    """Whether a decision made at that moment is final: luck, or somebody else, is next.

    The seat's own next turn counts as somebody else.
    """
    return is_chance(after) or moment_of(after) != moment
