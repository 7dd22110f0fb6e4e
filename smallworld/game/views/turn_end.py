"""The running turn carried out to its end on a copy: what it scores, what there is on the way."""

from __future__ import annotations

from typing import Final

from smallworld.engine import actions
from smallworld.engine.actions import region_of, trait_of, verb_of, via_of, ways_of
from smallworld.engine.game import (
    Event,
    HookFailed,
    Listener,
    State,
    do,
    is_chance,
    is_over,
    legal,
    state_after,
    to_act,
)
from smallworld.engine.notation import stand_in, to_text
from smallworld.engine.query import (
    BIT,
    PICK,
    Parts,
    Trait,
    count,
    explain_score,
    pieces_left,
    sum_of,
)
from smallworld.game.views.deployment import propose_deployment, token_pools, worth
from smallworld.wire.actions import DeclineOutcome

# How whoever wants nothing more goes on, whichever of them is offered.
_GOING_ON: Final = (
    int(actions.BEING_DONE),
    int(actions.STOPPING),
    int(actions.PASSING),
    int(actions.EXPANDING),
)
_MOST_STEPS: Final = 200  # a home-made question might be asked again and again


class TurnStep:
    """A decision on the way to the end of the turn."""

    def __init__(self, state: State, offered: list[int], action: int, own: bool) -> None:
        self.state: Final = state  # before it
        self.offered: Final = offered
        self.action: Final = action
        self.own: Final = own  # of the seat whose turn it is
        self._text = ""

    def text(self) -> str:
        """What is decided, in the notation; written once, as several parts of a view tell it."""
        if not self._text:
            self._text = to_text(self.state, self.action)
        return self._text


class TurnTrial:
    """How the running turn would go on if nothing more were done in it than has to be."""

    def __init__(self, steps: tuple[TurnStep, ...], parts: Parts | None) -> None:
        self.steps: Final = steps
        # Of the score; None: it has scored already, or luck would come before.
        self.parts: Final = parts


class _Scores(Listener):
    """Hears what the turn scores."""

    def __init__(self) -> None:
        super().__init__()
        self.parts: Parts | None = None

    def hear(self, event: Event) -> None:
        """Keep the parts of the score."""
        if event.kind == "scored" and self.parts is None:
            self.parts = event.parts


def try_turn(s: State) -> TurnTrial:
    """Carry the running turn out to its scoring, on a copy.

    No more conquests, tokens where a good player would put them, no optional action.
    """
    trial = s.copy()
    scores = _Scores()
    trial.listener = scores
    steps: list[TurnStep] = []
    waiting: list[int] = []  # the rest of a deployment that was thought of
    turn, seat = int(s.turn), int(s.seat)
    try:
        while scores.parts is None and len(steps) < _MOST_STEPS:
            if is_chance(trial) or is_over(trial) or trial.step() == PICK:
                break
            if (int(trial.turn), int(trial.seat)) != (turn, seat):
                break
            offered = legal(trial)
            own = to_act(trial) == seat
            action = waiting.pop(0) if waiting and own else 0
            if not action:
                action, *waiting = _go_on(trial, offered, seat if own else None)
            steps.append(TurnStep(trial.copy(), offered, action, own))
            do(trial, action)
    except HookFailed:
        # Something home-made, of which is told when it is really done. But where coins could not be
        # counted as things stand, no turn could ever end: that fails here and now.
        explain_score(s, seat)
        return TurnTrial(tuple(steps), None)
    return TurnTrial(tuple(steps), scores.parts)


def _go_on(s: State, offered: list[int], seat: int | None) -> list[int]:
    """What has to be done next; the seat is None for others, whose tokens may go anywhere."""
    pools = token_pools(s, offered)
    if pools and seat is None:
        return [int(actions.deploy(pools[0].regions[0], pools[0].tokens))]
    if pools:
        assert seat is not None
        proposed = propose_deployment(s, seat, pools)
        return [int(actions.deploy(r, n)) for r, n in proposed.items() if n]
    for action in _GOING_ON:
        if action in offered:
            return [action]
    if verb_of(offered[0]) == actions.GIVE_UP:
        coins = worth(s, s.holder(region_of(offered[0])))
        return [min(offered, key=lambda action: coins[int(region_of(action))])]
    return [offered[0]]


# ---- what would be lost ----


def unused_after(trial: TurnTrial, last: int) -> tuple[str, ...]:
    """What traits offer up to that step, for nothing, and do not offer any more after it."""
    found: dict[str, None] = {}
    for step in trial.steps[: last + 1]:
        if step.own:
            found.update(dict.fromkeys(_free_offers(step)))
    for step in trial.steps[last + 1 :]:
        if step.own:
            for name in _free_offers(step):
                found.pop(name, None)
    return tuple(found)


def _free_offers(step: TurnStep) -> list[str]:
    """The traits whose offers it would be a loss to leave out."""
    s = step.state
    found: dict[str, None] = {}
    for action in step.offered:
        verb = verb_of(action)
        if verb == actions.USE:
            trait = s.library.traits[trait_of(action)]
            if _is_worth_using(s, trait):
                found[trait.name] = None
        elif verb == actions.CONQUER and (ways_of(action) or via_of(action)):
            ways = int(ways_of(action))
            for trait in s.library.ways:
                if ways & int(BIT[trait.way_number]):
                    found[trait.name] = None
            if via_of(action):
                found[stand_in(s).name] = None
    return list(found)


def _is_worth_using(s: State, trait: Trait) -> bool:
    """Whether it brings something for nothing, or has a piece that is not on the map."""
    return trait.every_turn or (trait.piece >= 0 and pieces_left(s, trait.piece) > 0)


# ---- decline ----


def try_decline(s: State, action: int) -> DeclineOutcome | None:
    """What a decline leaves and brings; None if something home-made stands in the way."""
    seat = int(s.seat)
    race = s.active(seat).race
    before = {e.race.name for e in s.empires_of(seat)}
    try:
        after = state_after(s, action)
    except HookFailed:
        return None
    kept = {e.race.name: int(count(e.regions)) for e in after.empires if e.seat == seat}
    running = (int(after.turn), int(after.seat)) == (int(s.turn), seat)
    parts = try_turn(after).parts if running else _score_of(s, action)
    return DeclineOutcome(
        regions=kept.get(race.name, 0),
        coins=None if parts is None else sum_of(parts),
        gone=tuple(sorted(before - set(kept) - {race.name})),
    )


def _score_of(s: State, action: int) -> Parts | None:
    """What an action scores that ends the turn."""
    trial = s.copy()
    scores = _Scores()
    trial.listener = scores
    do(trial, action)
    return scores.parts
