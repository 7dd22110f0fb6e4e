"""What traits offer at the end of a turn, as a good player would take it: where camps, heroes, a
fortress, the Queen and relics serve best, with whom to make peace.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from smallworld.engine import actions
from smallworld.engine.actions import pieces_of, region_of, seat_of, trait_of, verb_of, via_of
from smallworld.engine.game import HookFailed, State, do, is_chance, is_over, legal, to_act
from smallworld.engine.query import PLACEMENTS, REDEPLOY, Trait, explain_score, sum_of
from smallworld.game.views.deployment import (
    Danger,
    propose_deployment,
    share_out,
    token_pools,
    worth,
)

_COIN: Final = 2.0  # what a coin more is worth beside what is made safer
_MOST_PIECES: Final = 12
_LEAST_GAIN: Final = 1e-9


@dataclass(frozen=True)
class ProposedAction:
    """A trait's own action that a good player would take."""

    state: State  # before it
    action: int
    later: bool  # in the phase after the one that runs


def propose_uses(s: State, seat: int, offered: list[int]) -> list[ProposedAction]:
    """Pieces and relics a good player would put down now, and after the redeployment, and whom he
    would name; nothing that could only be chosen by somebody who has a plan, as a Balrog.
    """
    if s.step() not in (REDEPLOY, PLACEMENTS) or not _is_asked(s, seat, offered):
        return []
    trial = s.copy()
    trial.listener = None
    try:
        _deploy(trial, seat, offered)
        found = _place(trial, seat, later=False)
        if trial.step() == REDEPLOY and int(actions.BEING_DONE) in legal(trial):
            do(trial, int(actions.BEING_DONE))
            if trial.step() == PLACEMENTS and _decides(trial, seat) and _all_proposed(trial, seat):
                found += _place(trial, seat, later=True)
    except HookFailed:  # something home-made, of which is told when it is really done
        return []
    return found


def _is_asked(s: State, seat: int, offered: list[int]) -> bool:
    """Whether there may be something to propose in this phase or in the next."""
    return bool(offered) and any(
        trait.piece >= 0 or trait.every_turn for trait in s.active(seat).traits
    )


def _decides(s: State, seat: int) -> bool:
    return not is_chance(s) and not is_over(s) and to_act(s) == seat


def _deploy(trial: State, seat: int, offered: list[int]) -> None:
    pools = token_pools(trial, offered)
    if pools:
        for r, n in propose_deployment(trial, seat, pools).items():
            if n:
                do(trial, int(actions.deploy(r, n)))


def _place(trial: State, seat: int, later: bool) -> list[ProposedAction]:
    """Take what is offered in this phase, one after another."""
    found: list[ProposedAction] = []
    step = trial.step()
    while len(found) < _MOST_PIECES and _decides(trial, seat) and trial.step() == step:
        chosen = _heaps(trial, seat) or _best(trial, seat, [each.action for each in found])
        for action in chosen:
            found.append(ProposedAction(trial.copy(), action, later))
            do(trial, action)
        if not chosen:
            break
    return found


def _candidates(s: State, seat: int) -> list[int]:
    """Actions that put a piece or relic into a region of one's own active race, or name a seat.

    What stands for something else takes a plan, unless there is but one thing to do with it.
    """
    found: list[int] = []
    offered = [action for action in legal(s) if verb_of(action) == actions.USE]
    for action in offered:
        trait = _trait(s, action)
        if via_of(action) and sum(trait_of(each) == trait_of(action) for each in offered) > 1:
            continue
        if region_of(action) == actions.NO_REGION:
            if trait.every_turn and seat_of(action) != actions.NO_SEAT:
                found.append(action)
        elif s.holder(region_of(action)) is s.active(seat) and (
            trait.piece >= 0 or (trait.every_turn and not pieces_of(action))
        ):
            found.append(action)
    return found


def _trait(s: State, action: int) -> Trait:
    return s.library.traits[trait_of(action)]


def _all_proposed(s: State, seat: int) -> bool:
    """Whether nothing else waits there for somebody to choose it."""
    ours = {trait_of(action) for action in _candidates(s, seat)}
    return all(trait_of(a) in ours for a in legal(s) if verb_of(a) == actions.USE)


def _heaps(s: State, seat: int) -> list[int]:
    """Pieces of which several may lie in one region: shared out as tokens are."""
    counted = [action for action in _candidates(s, seat) if pieces_of(action)]
    if not counted:
        return []
    danger = Danger(s, seat)
    coins = worth(s, s.active(seat))
    regions = dict.fromkeys(int(region_of(action)) for action in counted)
    heat = {r: coins[r] * (danger.of(r) + danger.from_afar(r)) for r in regions}
    if max(heat.values()) <= 0:
        return []
    placed = dict.fromkeys(regions, 0)
    share_out(s, heat, max(int(pieces_of(action)) for action in counted), placed)
    return [action for action in counted if pieces_of(action) == placed[int(region_of(action))]]


def _best(s: State, seat: int, taken: list[int]) -> list[int]:
    """The one action that makes the race safer, or richer, than any other."""
    exposed = _exposure(s, seat)
    danger = Danger(s, seat)
    best, gain = 0, 0.0
    for action in _candidates(s, seat):
        trait = _trait(s, action)
        if pieces_of(action):
            continue
        if trait.piece < 0 and any(trait_of(each) == trait_of(action) for each in taken):
            continue  # something home-made might be offered again and again
        after = s.copy()
        do(after, action)
        got = exposed - _exposure(after, seat)
        if trait.piece < 0 and region_of(action) != actions.NO_REGION:
            got -= danger.of(region_of(action))  # a relic is lost with the region it lies in
        due = trait.must_place or trait.every_turn  # it must stand somewhere, or costs nothing
        if (due or got > _LEAST_GAIN) and (not best or got > gain):
            best, gain = action, got
    return [best] if best else []


def _exposure(s: State, seat: int) -> float:
    """Coins a turn that may be lost, less those that the seat earns at once."""
    danger = Danger(s, seat)
    at_risk = sum(
        n * (danger.of(r) + danger.from_afar(r)) for r, n in worth(s, s.active(seat)).items()
    )
    return at_risk - _COIN * float(sum_of(explain_score(s, seat)))
