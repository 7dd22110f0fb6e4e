"""What is told of a position: views with marks, prices, and what an action would do."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, replace
from typing import Any, Final

from smallworld.engine import actions
from smallworld.engine.actions import NO_REGION, region_of, verb_of
from smallworld.engine.game import (
    NOBODY_ACTS,
    Illegal,
    State,
    apply,
    do,
    is_chance,
    is_over,
    legal,
    to_act,
)
from smallworld.engine.notation import from_text
from smallworld.engine.query import (
    Parts,
    Reason,
    because,
    explain_price,
    sum_of,
    why_not_conquer,
)
from smallworld.game.planning.prices import front_of
from smallworld.game.planning.threats import threats_to
from smallworld.game.planning.turn_plan import plan_turn
from smallworld.game.setup import GameSetup
from smallworld.game.views.action_view import Offers, show_action
from smallworld.game.views.finality import Finality, ends_undo, is_final, moment_of
from smallworld.game.views.game_view import RegionViews, show_score
from smallworld.game.views.turn_end import try_turn
from smallworld.game.views.view import View
from smallworld.table.messages import AttackView
from smallworld.table.problems import Refused
from smallworld.table.publishing.log import EventRecorder
from smallworld.wire.actions import LegalAction
from smallworld.wire.answers import RegionAnswer, Trial
from smallworld.wire.game import GameView, ScorePreview
from smallworld.wire.log import LogEntry
from smallworld.wire.plan import TurnPlan
from smallworld.wire.review import GameReview, ReviewMistake, ReviewStep

# Most regions look as they did before the last move, and as at other tables.
_SEEN: Final = RegionViews(4_000)


class Views:
    """The views of one position; what everybody sees alike is made once."""

    def __init__(self, s: State, table: GameSetup) -> None:
        self._state: Final = s
        self._table: Final = table
        self._made: Final[dict[int | None, GameView]] = {}

    def show(self, seat: int | None) -> GameView:
        """The view of that seat, or of a spectator, with final actions marked."""
        if seat not in self._made:
            self._made[seat] = self._make(seat)
        return self._made[seat]

    def _make(self, seat: int | None) -> GameView:
        view = View(self._state, self._table, seat)
        if seat is None:
            return view.show(seen=_SEEN)
        return view.show(Finality(True, self._table.custom is not None), public=self.show(None))


def show_past(s: State, table: GameSetup, over: bool) -> GameView:
    """A position of the log as everybody may see it; coins are open once the game has ended."""
    shown = View(s, replace(table, coins="open") if over else table, None).show()
    return replace(shown, coins="open" if table.coins == "open" else "hidden")


def try_out(s: State, table: GameSetup, seat: int, line: int, texts: Sequence[str]) -> Trial:
    """What would happen up to the next luck or decision, as far as the seat can know."""
    state = View(s, table, seat).state_to_try()
    told: list[LogEntry] = []
    final = False
    with EventRecorder(state) as recorder:
        for number, text in enumerate(texts, 1):
            if number > 1 and ends_undo(moment_of(s), state):
                raise Refused("cut_short", text=texts[number - 2])
            action = from_text(state, text)
            if action not in legal(state):
                apply(state, action)  # says why not
                raise Illegal(f"{text}: not possible now", "", because("not_now", ""))
            final = is_final(state, action, table.custom is not None)
            recorder.begin(line + number, s.options.seats[seat], show_action(state, action))
            do(state, action)
            told += recorder.end()
    return Trial(texts[-1], tuple(told), final, _score_after(s, state, seat, told))


def _score_after(s: State, after: State, seat: int, told: list[LogEntry]) -> ScorePreview | None:
    """What the running turn of the seat has just scored, or would score if it ended now."""
    if seat != int(s.seat):
        return None
    for entry in told:
        if entry.kind == "scored":
            return ScorePreview(entry.coins, entry.parts)
    return None if is_over(after) or after.seat != s.seat else show_score(try_turn(after))


def explain_region(s: State, table: GameSetup, seat: int, name: str) -> RegionAnswer:
    """Why the seat can or cannot conquer that region now."""
    view = View(s, table, seat)
    state = view.state
    if name not in state.board.number:
        raise Refused("no_region", region=name, known=list(state.board.names))
    r = state.board.number[name]
    front = front_of(state, seat)
    if front is None or is_chance(state):
        return _answer(name, None, [], 0, because("no_race", "A8"))
    parts = explain_price(front, r)
    price, force = sum_of(parts), int(front.force(r))
    if any(_conquers(action, r) for action in view.legal):
        return _answer(name, price, parts, force, None)
    return _answer(name, price, parts, force, why_not_conquer(state, front.e, r, False, False))


def plan(s: State, table: GameSetup, seat: int, regions: Sequence[str]) -> TurnPlan:
    """What would come of these conquests; `Refused` if one of the regions is none."""
    for name in regions:
        if name not in s.board.number:
            raise Refused("no_region", region=name, known=list(s.board.names))
    return plan_turn(s, table, seat, regions)


def show_threats(s: State, seat: int) -> list[AttackView]:
    """Who could attack which regions of the seat; everything it is made of lies open."""
    names, seats = s.board.names, s.options.seats
    return [
        AttackView(names[threat.region], seats[threat.seat], threat.tokens, threat.ready)
        for threat in threats_to(s, seat)
    ]


def _answer(
    name: str, price: int | None, parts: Parts, force: int, why: Reason | None
) -> RegionAnswer:
    if why is None:
        return RegionAnswer(name, price, tuple(parts), force, None, None, None, {})
    return RegionAnswer(name, price, tuple(parts), force, why.text, why.rule, why.code, why.facts)


def show_review(
    told: Mapping[str, Any], position: Callable[[int], State], home_made: bool
) -> GameReview:
    """A review as it is kept, in the notation, with its mistakes shown part by part."""

    def offer(move: int, text: str) -> LegalAction:
        before = position(move - 1)
        action = from_text(before, text)
        return Offers(before).show(action, is_final(before, action, home_made))

    def pick(kind: type, row: Mapping[str, Any], **more: object) -> Any:
        names = {field.name for field in fields(kind)}
        return kind(**{name: row[name] for name in names - set(more)}, **more)

    steps = tuple(pick(ReviewStep, step) for step in told["steps"])
    mistakes = tuple(
        pick(
            ReviewMistake,
            mistake,
            done=offer(mistake["move"], mistake["do"]),
            better=offer(mistake["move"], mistake["better"]),
        )
        for mistake in told["mistakes"]
    )
    review: GameReview = pick(GameReview, told, steps=steps, mistakes=mistakes)
    return review


def _conquers(action: int, r: int) -> bool:
    if verb_of(action) not in (actions.CONQUER, actions.ROLL) or region_of(action) == NO_REGION:
        return False
    return int(region_of(action)) == r


def acting(s: State) -> str | None:
    """The name of the seat to act; None when luck is next or the game is over."""
    seat = to_act(s)
    return None if seat == NOBODY_ACTS else s.options.seats[seat]
