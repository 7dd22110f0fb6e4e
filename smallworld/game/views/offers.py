"""What a seat may do now, what it may do at once with what comes first, and what that would lose.

At the start of a turn the prices of conquests are shown although expanding comes first, and
regions could be abandoned: whoever clicks on a price means all of it.
"""

from __future__ import annotations

from typing import Final

from smallworld.engine import actions
from smallworld.engine.actions import verb_of
from smallworld.engine.game import State, state_after
from smallworld.engine.notation import to_text
from smallworld.engine.query import (
    CHOOSE,
    CONQUEST,
    LATE_DECLINE,
    PLACEMENTS,
    READY,
    REDEPLOY,
    RISEN,
    START,
    conqueror,
)
from smallworld.game.views.action_view import Offers
from smallworld.game.views.finality import Finality
from smallworld.game.views.turn_end import TurnStep, TurnTrial, try_decline, unused_after
from smallworld.wire.actions import DeclineOutcome, LegalAction

_ENDINGS: Final = (actions.STOP, actions.DONE)
_CONQUESTS: Final = (actions.CONQUER, actions.ROLL)


def show_legal(
    s: State, legal: list[int], trial: TurnTrial | None, finality: Finality, later: bool = False
) -> tuple[LegalAction, ...]:
    """The legal actions; endings with what would be lost, declines with what they leave.

    `later`: pieces are proposed that are put down after the redeployment.
    """
    offers = Offers(s, legal)
    going_on, text = 0, ""
    if trial is not None and trial.steps:
        going_on, text = trial.steps[0].action, trial.steps[0].text()
    return tuple(
        offers.show(
            action,
            finality.is_final(s, action),
            unused=unused_after(trial, 0) if trial is not None and _ends(action, going_on) else (),
            outcome=_outcome(s, action),
            do=text if action == going_on else "",
            then=_then(trial, 0, later) if trial is not None and _ends(action, going_on) else (),
        )
        for action in legal
    )


def show_ahead(
    trial: TurnTrial, finality: Finality, later: bool = False
) -> tuple[LegalAction, ...]:
    """What can be done at once although something else has to be done first."""
    found: dict[str, LegalAction] = {}
    first: list[str] = []
    for number, step in enumerate(trial.steps):
        if not step.own:
            break
        if number:
            offers = Offers(step.state, step.offered)
            for action in _worth_showing(step):
                one = offers.show(
                    action,
                    finality.is_final(step.state, action),
                    tuple(first),
                    unused_after(trial, number) if _ends(action, step.action) else (),
                    _outcome(step.state, action),
                    step.text() if action == step.action else "",
                    _then(trial, number, later) if _ends(action, step.action) else (),
                )
                found[one.do] = one
        if not _is_passed_over(step):
            break
        first.append(step.text())
    return tuple(found.values())


def _ends(action: int, going_on: int) -> bool:
    """Whether it is the end of a phase, by which the turn goes on."""
    return action == going_on and verb_of(action) in _ENDINGS


def _then(trial: TurnTrial, last: int, later: bool) -> tuple[str, ...]:
    """How the turn ends after that step if it scores there, and the race might still decline.

    Pieces that are proposed for the phase between are put down with it.
    """
    between = trial.steps[last + 1 :]
    if between and not (later and all(_places_pieces(step) for step in between)):
        return ()
    step = trial.steps[-1]
    if trial.parts is None or not step.own:
        return ()
    if not any(trait.late_decline for trait in step.state.active(int(step.state.seat)).traits):
        return ()
    scored = state_after(step.state, step.action)
    return (to_text(scored, actions.PASSING),) if scored.step() == LATE_DECLINE else ()


def _places_pieces(step: TurnStep) -> bool:
    return step.own and bool(step.state.step() == PLACEMENTS)


def _outcome(s: State, action: int) -> DeclineOutcome | None:
    return try_decline(s, action) if verb_of(action) == actions.DECLINE else None


def hand_ahead(trial: TurnTrial) -> int | None:
    """Tokens the race can conquer with that is about to; None if none is."""
    for step in trial.steps:
        if not step.own:
            break
        if not _is_passed_over(step):
            conquering = step.state.step() in (RISEN, CONQUEST)
            return int(conqueror(step.state).hand) if conquering else None
    return None


def _is_passed_over(step: TurnStep) -> bool:
    """Whether nobody need be asked here who does not ask for it."""
    kind = step.state.step()
    if kind == RISEN:
        return not any(verb_of(action) in _CONQUESTS for action in step.offered)
    if kind == REDEPLOY:
        return bool(verb_of(step.action) == actions.DEPLOY)
    return kind in (START, CHOOSE, READY)


def _worth_showing(step: TurnStep) -> list[int]:
    """All but what is passed over; of a redeployment only its end, as its regions are known."""
    kind = step.state.step()
    if _is_passed_over(step):
        return [] if kind == REDEPLOY else [a for a in step.offered if a != step.action]
    if kind == REDEPLOY:
        return [step.action] if verb_of(step.action) == actions.DONE else []
    return step.offered if kind in (RISEN, CONQUEST) else []
