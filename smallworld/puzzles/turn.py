"""One turn as it was played: what was done, what the die brought, and where it led."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field

from smallworld.engine.actions import DECLINE, PICK, verb_of
from smallworld.engine.game import NOBODY, State, do, is_chance, is_over, legal, to_act
from smallworld.engine.notation import from_text, to_text
from smallworld.engine.query import DIE_ROLL
from smallworld.game.compiled.dealer import Dealer
from smallworld.players.policy.features import moment
from smallworld.players.policy.policy import Policy
from smallworld.puzzles.puzzle import Question

Chooser = Callable[[State], int]  # what the seat whose turn it is does
Outcome = tuple[str, str, tuple[tuple[str, bool, int], ...]]


@dataclass
class PlayedTurn:
    """A turn of the seat, from its first decision to the first of the next turn."""

    seat: int
    end: State
    decisions: list[int] = field(default_factory=list)  # of the seat
    texts: list[str] = field(default_factory=list)  # ... in the notation
    rolls: list[tuple[State, int]] = field(default_factory=list)  # before the die, what came

    @property
    def declined(self) -> bool:
        """Whether the seat's race went into decline in it."""
        return any(verb_of(action) == DECLINE for action in self.decisions)

    @property
    def outcome(self) -> Outcome:
        """What the seat has after it, wherever its tokens stand: equal turns have equal ones."""
        e = self.end.active(self.seat)
        race, power = ("", "") if e is NOBODY else (e.race.name, e.power.name)
        held = [
            (one.race.name, bool(one.declined), int(one.regions))
            for one in self.end.empires_of(self.seat)
        ]
        return race, power, tuple(sorted(held))


def turn_is_over(s: State, begun: int) -> bool:
    """Whether the turn that was running at that moment has ended."""
    return is_over(s) or int(moment(s)) != begun


def play_turn(s: State, choose: Chooser, others: Policy, luck: int) -> PlayedTurn:
    """Play the running turn to its end; s is left alone.

    The same `luck` brings the same dice in the same order. What other seats have to decide in this
    turn is decided by the policy.
    """
    seat, begun = int(s.seat), int(moment(s))
    dealer = Dealer(luck)
    turn = PlayedTurn(seat, s.copy())
    end = turn.end
    while not turn_is_over(end, begun):
        if is_chance(end):
            action = dealer.draw(end)
            if end.step() == DIE_ROLL:
                turn.rolls.append((end.copy(), action))
        elif to_act(end) != seat:
            action = int(others.choose(end))
        else:
            action = choose(end)
            turn.decisions.append(action)
            turn.texts.append(to_text(end, action))
        do(end, action)
    return turn


def following(plan: Sequence[int], rest: Chooser) -> Chooser:
    """Does what is planned as long as it is possible, then what the other would do."""
    left = list(plan)

    def choose(s: State) -> int:
        if left and left[0] in legal(s):
            return left.pop(0)
        left.clear()
        return rest(s)

    return choose


def repeat(s: State, texts: Sequence[str], others: Policy, luck: int) -> PlayedTurn:
    """The turn with these decisions; what is missing of it is the policy's."""
    left = list(texts)

    def choose(state: State) -> int:
        return from_text(state, left.pop(0)) if left else int(others.choose(state))

    return play_turn(s, choose, others, luck)


def asks_for_combo(s: State) -> bool:
    """Whether the turn begins with the choice of a combo."""
    return any(verb_of(action) == PICK for action in legal(s))


def kind_of(question: Question, turn: PlayedTurn) -> Hashable:
    """What the question tells turns apart by."""
    if question == "combo":
        return turn.outcome[:2]
    if question == "decline":
        return turn.declined
    return turn.outcome
