"""What is done where a script does not care: the plainest choice the rules allow."""

from __future__ import annotations

from smallworld.engine import actions
from smallworld.engine.actions import pieces_of, region_of, trait_of, verb_of
from smallworld.engine.game import State, is_chance, legal, outcomes
from smallworld.engine.query import DEFENDERS, PLACEMENTS, REDEPLOY, must_place


def plainest(s: State) -> int:
    """The plainest legal choice: stop, all into the first region, pass what is optional."""
    if is_chance(s):
        return outcomes(s)[0][0]
    possible = legal(s)
    if s.step() in (REDEPLOY, DEFENDERS):
        put = [a for a in possible if verb_of(a) in (actions.DEPLOY, actions.USE) and pieces_of(a)]
        if put:
            first = min(int(region_of(a)) for a in put)
            return max((a for a in put if region_of(a) == first), key=lambda a: int(pieces_of(a)))
    due = must_place(s) if s.step() == PLACEMENTS else None
    if due is not None:
        own = [a for a in possible if verb_of(a) == actions.USE and trait_of(a) == due.number]
        return (own or possible)[0]
    for verb in (actions.STOP, actions.DONE, actions.PASS, actions.EXPAND):
        if int(actions.plain(verb)) in possible:
            return int(actions.plain(verb))
    return possible[0]
