"""Runs scenarios: rules as files that play (the format is described in docs/scenarios.md)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from smallworld.content.library import Custom
from smallworld.engine import actions
from smallworld.engine.game import (
    Event,
    GameError,
    Listener,
    State,
    apply,
    is_chance,
    is_over,
    legal,
    outcomes,
    to_act,
)
from smallworld.engine.notation import from_text, phase_name, to_text
from smallworld.engine.query import BIT, RISEN, Front
from smallworld.game.given.position import set_up_scenario
from smallworld.scenario import spec
from smallworld.scenario.facts import PositionFacts
from smallworld.scenario.plainest import plainest
from smallworld.scenario.reader import find_files, read_scenarios
from smallworld.scenario.spec import Scenario

_PASSES = [int(actions.plain(verb)) for verb in (actions.PASS, actions.DONE, actions.STOP)]
_TOO_LONG = 100_000  # a turn that has not ended after so many actions never will


class StepFailed(GameError):
    """A scenario that does not hold: where, and what was found instead."""


@dataclass(frozen=True)
class ScenarioOutcome:
    """How a scenario went; `reason` is empty when it holds."""

    scenario: Scenario
    reason: str = ""


class _ScoreListener(Listener):
    """Remembers what each seat gained in its last scoring."""

    def __init__(self) -> None:
        self.last: dict[int, int] = {}

    def hear(self, event: Event) -> None:
        if event.kind == "scored":
            self.last[event.seat] = event.amount


def run_files(paths: Iterable[Path], custom: Custom | None = None) -> list[ScenarioOutcome]:
    """Run every scenario of these files and folders; a malformed file raises ScenarioError."""
    found = [scenario for path in find_files(paths) for scenario in read_scenarios(path)]
    return [run(scenario, custom) for scenario in found]


def run(scenario: Scenario, custom: Custom | None = None) -> ScenarioOutcome:
    """Play one scenario; the races and powers of `custom` are in the box with the others."""
    try:
        state = set_up_scenario(scenario.given, custom)
    except GameError as error:
        return ScenarioOutcome(scenario, f"line {scenario.line}: {error}")
    runner = _Runner(state)
    for line in scenario.play:
        try:
            runner.play(line)
        except GameError as error:
            return ScenarioOutcome(scenario, f"line {line.line}: {error}")
    return ScenarioOutcome(scenario)


class _Runner:
    def __init__(self, s: State) -> None:
        self.s = s
        self.scores = _ScoreListener()
        s.listener = self.scores

    def play(self, line: spec.Line) -> None:
        """Carry out or judge one line."""
        match line:
            case spec.Act():
                self.act(line.seat, line.text)
            case spec.ScriptedLuck():
                self.chance(line.text)
            case spec.Finish():
                self.finish(line.seat)
            case spec.ExpectLegal():
                for text in line.actions:
                    if not self.reachable(text):
                        raise StepFailed(f"{text!r} should be legal; {self.situation()}")
            case spec.ExpectRefusal():
                for text in line.actions:
                    if self.reachable(text):
                        raise StepFailed(f"{text!r} should be illegal; {self.situation()}")
            case spec.ExpectOnly():
                self.only(line.actions)
            case spec.Cost():
                self.cost(line.prices)
            case spec.Expect():
                PositionFacts(self.s, self.scores.last).expect(line.facts)

    def situation(self) -> str:
        """Who is to act, and what is legal."""
        s = self.s
        if is_chance(s):
            possible = ", ".join(to_text(s, a) for a, _ in outcomes(s))
            return f"luck is next: {possible}"
        if is_over(s):
            return "the game is over"
        seat = s.options.seats[to_act(s)]
        return f"{seat} may ({phase_name(s)}): {', '.join(to_text(s, a) for a in legal(s))}"

    # ---- moves ----

    def act(self, seat: str, text: str) -> None:
        """Take the action, passing optional steps that stand before it."""
        s = self.s
        action = from_text(s, text)
        if not pass_until(s, s.options.seats.index(seat), action):
            raise StepFailed(f"{seat} cannot {text}; {self.situation()}")
        apply(s, action)

    def chance(self, text: str) -> None:
        """Luck brings this."""
        action = from_text(self.s, text)
        if action not in [a for a, _ in outcomes(self.s)]:
            raise StepFailed(f"luck cannot bring {text!r} now; {self.situation()}")
        apply(self.s, action)

    def finish(self, seat: str) -> None:
        """Bring the seat's turn, or the game, to its end by the plainest choices."""
        s = self.s
        turn = (int(s.turn), int(s.seat))
        if seat != "game" and s.options.seats[s.seat] != seat:
            return
        for _ in range(_TOO_LONG):
            if is_over(s) or (seat != "game" and (int(s.turn), int(s.seat)) != turn):
                return
            apply(s, plainest(s))
        raise StepFailed(f"the turn does not end; {self.situation()}")

    # ---- judgements ----

    def reachable(self, text: str) -> bool:
        """Whether the seat to act may do it now, or after passing optional steps."""
        trial = self.s.copy()
        action = from_text(trial, text)
        return pass_until(trial, to_act(trial), action)

    def only(self, texts: tuple[str, ...]) -> None:
        """Exactly these actions are legal."""
        wanted = {from_text(self.s, text) for text in texts}
        if wanted != set(legal(self.s)):
            raise StepFailed(f"only {', '.join(texts)} should be legal; {self.situation()}")

    def cost(self, prices: dict[str, int | None]) -> None:
        """Prices of ordinary conquests for the race whose conquests are running."""
        s = self.s
        e = s.empire_of_race(s.step_arg()) if s.step() == RISEN else s.active(s.seat)
        if e.seat < 0:
            raise StepFailed("nobody has a race to conquer with")
        front = Front(s, e)
        for name, wanted in prices.items():
            if name not in s.board.number:
                raise StepFailed(f"there is no region {name!r} on {s.board.name}")
            r = s.board.number[name]
            found = int(front.price(r)) if front.targets & BIT[r] else None
            if found != wanted:
                raise StepFailed(f"{name} should cost {wanted}, but costs {found}")


def pass_until(s: State, seat: int, action: int) -> bool:
    """Pass optional steps of whoever is to act until the seat may do it; within this turn only."""
    turn = (int(s.turn), int(s.seat))
    while True:
        if is_chance(s) or is_over(s) or (int(s.turn), int(s.seat)) != turn:
            return False
        possible = legal(s)
        if to_act(s) == seat and action in possible:
            return True
        passing = [a for a in _PASSES if a in possible]
        if not passing:
            return False
        apply(s, passing[0])
