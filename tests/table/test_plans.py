"""A turn that is planned at a table: told to whoever decides, and nothing changes by it."""

from __future__ import annotations

from smallworld.engine.pack import fingerprint
from smallworld.table.messages import AnswerMessage, ErrorMessage, PlanRequest
from smallworld.table.starting.start import StartRequest
from smallworld.wire.plan import TurnPlan
from tests.table.home import MemoryHome
from tests.table.test_start import GIVEN, begin


def planned(home: MemoryHome, *regions: str, seat: str = "P1") -> TurnPlan | ErrorMessage:
    answer = home.ask("anna", PlanRequest("p", seat, regions))
    if isinstance(answer, AnswerMessage):
        assert isinstance(answer.body, TurnPlan)
        return answer.body
    assert isinstance(answer, ErrorMessage)
    return answer


def test_a_plan_is_told_from_the_start_of_a_turn_and_changes_nothing() -> None:
    home = begin(StartRequest(given=GIVEN))
    home.join("anna", "P1", "P2")
    before = fingerprint(home.machine.state.history.state)
    nothing = planned(home)
    assert isinstance(nothing, TurnPlan)
    sure = nothing.open[0]
    assert sure.region is not None
    plan = planned(home, sure.region)
    assert isinstance(plan, TurnPlan)
    assert plan.steps[0].first  # expanding goes without saying
    assert plan.coins is not None
    assert fingerprint(home.machine.state.history.state) == before


def test_who_does_not_decide_and_what_is_no_region_are_refused() -> None:
    home = begin(StartRequest(given=GIVEN))
    home.join("anna", "P1", "P2")
    other = planned(home, "1", seat="P2")
    assert isinstance(other, ErrorMessage)
    assert other.why == "not_your_turn"
    nowhere = planned(home, "99")
    assert isinstance(nowhere, ErrorMessage)
    assert nowhere.why == "no_region"
