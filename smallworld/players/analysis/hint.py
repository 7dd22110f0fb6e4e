"""A hint: what a strong player would do in a seat's place, and why, in words.

Reasons are codes with facts, so that every screen can put them into its own language; the English
is in `advice_words.py`. A hint knows what the seat sees and nothing else.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field, replace
from math import hypot
from typing import Final

from smallworld.engine import actions
from smallworld.engine.actions import NO_REGION, combo_of, pips_of, region_of, swap_of, verb_of
from smallworld.engine.game import (
    GameError,
    State,
    do,
    is_chance,
    is_over,
    legal,
    outcomes,
    state_after,
    to_act,
)
from smallworld.engine.notation import to_text
from smallworld.engine.query import (
    BIT,
    COMPILED,
    DECLINE,
    KEEPS_ALL,
    READY,
    combo_tokens,
    count,
)
from smallworld.game.planning.prices import chance_of_at_least, price_of
from smallworld.game.planning.threats import OpenAttack, threats_to, worst_threat
from smallworld.game.views.view import View
from smallworld.players.analysis.hint_words import say
from smallworld.players.analysis.look_ahead import look_ahead
from smallworld.players.budget import Budget, StopCheck, never
from smallworld.players.heuristics import income, leave_rivers, turns_left
from smallworld.players.search.search import Thought
from smallworld.wire.forecasts import ComboForecast, DeclineForecast, ExpectedResult

Fact = int | float | str

SECONDS: Final = 0.5 if COMPILED else 1.5  # of thinking that a hint takes, as a rule
CLOSE: Final = 0.5  # coins at the end: nearer than that, two actions are about as good
ENOUGH: Final = 30  # simulations of an action before it is compared with the best
OTHERS_SHOWN: Final = 2
_CLOCK: Final = (actions.EXPAND, actions.DECLINE)


@dataclass(frozen=True)
class Consideration:
    """One thing an action gains or risks: a code, and what it is about."""

    code: str
    facts: dict[str, Fact] = field(default_factory=dict)

    @property
    def text(self) -> str:
        """In English."""
        return say(self.code, self.facts)


@dataclass(frozen=True)
class Hint:
    """A suggested action, with its reasons and the next best ones."""

    seat: int
    action: int
    do: str
    gains: list[Consideration]
    risks: list[Consideration]
    expected: ExpectedResult | None = None  # None: there was nothing to think about
    others: list[ExpectedResult] = field(default_factory=list)
    market: list[ComboForecast] = field(default_factory=list)  # where a combo is chosen
    clock: DeclineForecast | None = None  # where the race could decline

    @property
    def reason(self) -> str:
        """One line in English: what it gains, what it risks."""
        gains = ", ".join(reason.text for reason in self.gains)
        risks = ", ".join(reason.text for reason in self.risks)
        words = f"{gains}; {risks}" if risks else gains
        return f"{words[:1].upper()}{words[1:]}."

    def to_dict(self) -> dict[str, object]:
        """In plain lists and dicts."""
        return {
            "do": self.do,
            "reason": self.reason,
            "gains": [{"code": reason.code, **reason.facts} for reason in self.gains],
            "risks": [{"code": reason.code, **reason.facts} for reason in self.risks],
            "expected": None if self.expected is None else _as_dict(self.expected),
            "others": [_as_dict(other) for other in self.others],
            "market": [_rounded(asdict(worth)) for worth in self.market],
            "clock": None
            if self.clock is None
            else {
                "expand": _as_dict(self.clock.expand),
                "decline": _as_dict(self.clock.decline),
                "error": round(self.clock.error, 1),
            },
        }


def _as_dict(expected: ExpectedResult) -> dict[str, Fact]:
    return _rounded(asdict(expected))


def _rounded(facts: dict[str, Fact]) -> dict[str, Fact]:
    return {name: round(n, 1) if isinstance(n, float) else n for name, n in facts.items()}


def hint(view: View, budget: Budget, seed: int = 0, stopped: StopCheck = never) -> Hint:
    """What a strong player would do in the place of the view's seat; the view is left alone.

    `stopped` is asked now and then; when it says so, `ThoughtStopped` is raised.
    """
    seat = view.seat
    if seat is None or not view.legal:
        raise GameError("a hint is for the seat that decides now, and this one does not")
    s = view.state.copy()
    for other, coins in enumerate(view.coins):
        if coins is None:  # as good a guess as any, and it gives nothing away
            s.coins[other] = s.coins[seat]
    if len(view.legal) == 1:
        action = view.legal[0]
        return Hint(seat, action, to_text(s, action), [Consideration("only")], [])
    thoughts = look_ahead(s, seat, budget, seed, stopped)
    best = thoughts[0]
    seen = [_expected(s, seat, best)]
    seen += [_expected(s, seat, other) for other in thoughts[1:] if other.simulations >= ENOUGH]
    gains, risks = reasons_for(s, seat, best.action)
    if len(seen) > 1:
        gains.append(_compared(seen[0], seen[1]))
    return Hint(
        seat,
        best.action,
        to_text(s, best.action),
        gains,
        risks,
        seen[0],
        seen[1 : 1 + OTHERS_SHOWN],
        _market(thoughts, seat),
        _clock(s, seat, thoughts),
    )


def hint_ahead(view: View, budget: Budget, seed: int = 0, stopped: StopCheck = never) -> Hint:
    """The same; where it is to expand, what to do then: whoever does that expands by it."""
    found = hint(view, budget, seed, stopped)
    s = view.state
    if view.seat is None or verb_of(found.action) != actions.EXPAND:
        return found
    after = state_after(s, found.action)
    if after.step() == READY and int(actions.BEING_DONE) in legal(after):
        after = state_after(after, int(actions.BEING_DONE))  # giving up regions is asked for
    if is_chance(after) or is_over(after) or to_act(after) != view.seat:
        return found
    # What going on is worth against declining belongs to the choice that was made first.
    return replace(
        hint(View(after, view.table, view.seat), budget, seed, stopped), clock=found.clock
    )


def _expected(s: State, seat: int, thought: Thought) -> ExpectedResult:
    return ExpectedResult(to_text(s, thought.action), thought.coins[seat], thought.lead)


def _compared(best: ExpectedResult, other: ExpectedResult) -> Consideration:
    ahead = best.lead - other.lead
    if ahead < CLOSE:
        return Consideration("as_good", {"other": other.do})
    return Consideration("ahead", {"coins": round(ahead, 1), "other": other.do})


def _market(thoughts: list[Thought], seat: int) -> list[ComboForecast]:
    """What is expected of each combo that can be taken as it lies, in the order of the row."""
    picks = [
        ComboForecast(int(combo_of(one.action)), one.coins[seat], one.lead, one.error)
        for one in thoughts
        if verb_of(one.action) == actions.PICK and not swap_of(one.action)
    ]
    return sorted(picks, key=lambda worth: worth.combo)


def _clock(s: State, seat: int, thoughts: list[Thought]) -> DeclineForecast | None:
    """The best way to decline against going on, where both are possible."""
    of = {verb: [t for t in thoughts if verb_of(t.action) == verb] for verb in _CLOCK}
    if not all(of.values()):
        return None
    expand, decline = (max(of[verb], key=lambda thought: thought.lead) for verb in _CLOCK)
    error = hypot(expand.error, decline.error)
    return DeclineForecast(_expected(s, seat, expand), _expected(s, seat, decline), error)


def reasons_for(
    s: State, seat: int, action: int
) -> tuple[list[Consideration], list[Consideration]]:
    """What the action gains and what it risks, without any search."""
    return _gains(s, seat, action), _risks(s, seat, action)


# ---- what it gains ----


def _gains(s: State, seat: int, action: int) -> list[Consideration]:
    verb = int(verb_of(action))
    if verb == actions.PICK:
        return _gains_of_pick(s, action)
    if verb == actions.DECLINE:
        return _gains_of_decline(s, seat, action)
    if verb == actions.EXPAND:
        return _gains_of_expand(s, seat)
    if verb in (actions.CONQUER, actions.ROLL) and region_of(action) == NO_REGION:
        return [Consideration("die_first")]
    if verb == actions.DEPLOY:
        return _gains_of_deploy(s, action)
    if verb == actions.STOP:
        return [Consideration("keeps_tokens", {"tokens": _hand(s, seat)})]
    if verb in (actions.DONE, actions.PASS):
        return [Consideration("enough")]
    return _gains_in_coins(s, seat, action)


def _gains_of_expand(s: State, seat: int) -> list[Consideration]:
    turns = turns_left(s)
    if not turns:
        return [Consideration("last_turn")]
    return [Consideration("goes_on", {"race": s.active(seat).race.name, "turns": turns})]


def _hand(s: State, seat: int) -> int:
    return sum(int(e.hand) for e in s.empires_of(seat))


def _gains_of_pick(s: State, action: int) -> list[Consideration]:
    slot = int(combo_of(action)) - 1
    swap = int(swap_of(action)) - 1
    race = s.library.races[int(s.row_races[slot])]
    power = s.library.powers[int(s.row_powers[swap if swap >= 0 else slot])]
    tokens = combo_tokens(race, power)
    found = [Consideration("tokens", {"tokens": tokens, "race": race.name, "power": power.name})]
    lying = int(s.row_coins[slot])
    if lying:
        found.append(Consideration("coins_on_it", {"coins": lying}))
    return found


def _gains_of_decline(s: State, seat: int, action: int) -> list[Consideration]:
    after = _done(s, action)
    kept = sum(int(count(e.regions)) for e in after.declined(seat))
    return [Consideration("fresh_race", {"race": s.active(seat).race.name, "regions": kept})]


def _gains_of_deploy(s: State, action: int) -> list[Consideration]:
    r = int(region_of(action))
    there = int(s.strength(r))
    now = int(_done(s, action).strength(r))
    return [Consideration("stronger", {"region": s.board.names[r], "before": there, "after": now})]


def _gains_in_coins(s: State, seat: int, action: int) -> list[Consideration]:
    """What the seat would score more, and whom it hurts; a roll is taken to succeed."""
    before, after = s.copy(), _done(s, action)
    if verb_of(action) == actions.ROLL and is_chance(after):
        do(after, max(outcomes(after), key=lambda outcome: pips_of(outcome[0]))[0])
    leave_rivers(before, seat)
    leave_rivers(after, seat)
    found: list[Consideration] = []
    more = income(after, seat) - income(before, seat)
    if more > 0:
        found.append(Consideration("income", {"coins": more}))
    for other in range(s.seats):
        less = income(before, other) - income(after, other)
        if other != seat and less > 0:
            found.append(Consideration("harms", {"coins": less, "seat": s.options.seats[other]}))
    return found or [Consideration("prepares")]


# ---- what it risks ----


def _risks(s: State, seat: int, action: int) -> list[Consideration]:
    verb = int(verb_of(action))
    if verb == actions.PICK:
        paid = int(combo_of(action)) - 1
        return [Consideration("pays", {"coins": paid})] if paid else []
    if verb == actions.DECLINE:
        return _risks_of_decline(s, seat)
    if verb == actions.ROLL and region_of(action) != NO_REGION:
        return _risks_of_roll(s, action)
    if verb == actions.CONQUER:
        return _risks_of_conquest(s, seat, action)
    if verb == actions.DEPLOY:
        return _weakest(s, seat, _done(s, action))
    return []


def _risks_of_decline(s: State, seat: int) -> list[Consideration]:
    found = [Consideration("turn_spent")]
    e = s.active(seat)
    if not any(trait.lingers for trait in e.traits):
        for other in s.declined(seat):
            if not other.lingers and other.regions:
                facts: dict[str, Fact] = {"race": other.race.name}
                found.append(
                    Consideration("leaves", {**facts, "regions": int(count(other.regions))})
                )
    keeps = any(trait.keeps == KEEPS_ALL for trait in (e.race, e.power))
    speaks = any(trait.works & DECLINE for trait in (e.race, e.power))
    if not keeps and not speaks and income(s, seat) > int(count(s.regions_of(seat))):
        found.append(Consideration("bonus_lost", {"race": e.race.name}))
    return found


def _risks_of_roll(s: State, action: int) -> list[Consideration]:
    price = price_of(s, action)
    if price is None or price.swaps or not price.missing:
        return []
    missing = price.missing
    chance = round(100 * (1 - chance_of_at_least(missing)))
    return [Consideration("may_fail", {"percent": chance, "pips": missing})]


def _risks_of_conquest(s: State, seat: int, action: int) -> list[Consideration]:
    """Where it could be taken from, as it stands; tokens left in hand may still reinforce it."""
    r = int(region_of(action))
    after = _done(s, action)
    if not after.regions_of(seat) & BIT[r]:
        return []
    found = worst_threat(after, seat, r)
    return [] if found is None else [Consideration("exposed", _facts_of(s, found))]


def _weakest(s: State, seat: int, after: State) -> list[Consideration]:
    """The region that is cheapest to take now."""
    found = [threat for threat in threats_to(after, seat) if threat.ready]
    if not found:
        return []
    worst = min(found, key=lambda threat: (threat.tokens, threat.region))
    return [Consideration("weak_spot", _facts_of(s, worst))]


def _facts_of(s: State, threat: OpenAttack) -> dict[str, Fact]:
    region, seat = s.board.names[threat.region], s.options.seats[threat.seat]
    return {"region": region, "seat": seat, "tokens": threat.tokens}


def _done(s: State, action: int) -> State:
    after = s.copy()
    do(after, action)
    return after
