"""What a page asks of a position and is answered at once: nothing changes by it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from smallworld.table import messages
from smallworld.table.problems import Refused
from smallworld.table.publishing import views
from smallworld.table.state import TableState
from smallworld.wire.review import GameReview

SeatQuestion = (
    messages.RegionRequest | messages.ThreatsRequest | messages.PlanRequest | messages.TryRequest
)


def past_position(state: TableState, line: int) -> messages.PastPosition:
    """The public view after a line."""
    history = state.history
    shown = views.show_past(history.position(line), history.table, history.over)
    return messages.PastPosition(line, shown)


def kept_review(state: TableState, review: Mapping[str, Any] | None) -> GameReview | None:
    """A review as it is kept, for pages; None if there is none."""
    if review is None:
        return None
    history = state.history
    return views.show_review(review, history.position, history.table.custom is not None)


def answer_of(state: TableState, request: SeatQuestion, seat: int) -> messages.AnswerBody:
    """The answer to a question of that seat; `Refused` if it may not know."""
    history = state.history
    if isinstance(request, messages.RegionRequest):
        return views.explain_region(history.state, history.table, seat, request.region)
    if isinstance(request, messages.ThreatsRequest):
        if not state.hints:
            raise Refused("hints_off")
        return messages.ThreatsAnswer(state.row.n, views.show_threats(history.state, seat))
    state.check_turn(seat)
    if isinstance(request, messages.PlanRequest):
        return views.plan(history.state, history.table, seat, request.regions)
    texts = (*request.first, request.do)
    return views.try_out(history.state, history.table, seat, history.line, texts)
