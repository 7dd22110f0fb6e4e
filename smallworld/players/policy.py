"""The quick policy: a sensible choice in any position within a few millionths of a second.

Rollouts are played with it, so it is compiled with the engine and makes as few objects as it can.
It asks the engine what regions cost and pay, and knows no race, power, place or relic by name.
"""

from __future__ import annotations

from typing import Final

from smallworld.engine import actions
from smallworld.engine.actions import Actions, amount_of, verb_of, what_of
from smallworld.engine.decline import offer_decline
from smallworld.engine.game import do, legal_into
from smallworld.engine.redeploy import must_give_up
from smallworld.engine.regions import LOG, at, count
from smallworld.engine.scoring import coins_of
from smallworld.engine.shim import i64
from smallworld.engine.state import State
from smallworld.engine.terms import (
    CHOOSE,
    CONQUEST,
    DEFENDERS,
    LATE_DECLINE,
    OVER,
    PICK,
    READY,
    REDEPLOY,
    RISEN,
)
from smallworld.engine.trait import OPTIONS
from smallworld.play.dealer import Dealer
from smallworld.players.fight import STOP, free_tokens, next_conquest
from smallworld.players.guard import least_region, next_defence, next_deployment
from smallworld.players.quick import Heat, outlook, turns_after
from smallworld.players.weights import COIN, Weights

DONE: Final = 12 | 63 << 5
EXPAND: Final = 2 | 63 << 5
PASS: Final = 11 | 63 << 5
assert actions.plain(actions.DONE) == DONE
assert actions.plain(actions.EXPAND) == EXPAND
assert actions.plain(actions.PASS) == PASS
_LEAST: Final = 10  # what an optional action must bring
_NEVER: Final = -1000000000


class Policy:
    """Chooses quickly, by weights; `finish` plays a game on with it."""

    def __init__(self, weights: Weights) -> None:
        self.w: Final = weights
        self.heat: Final = Heat(weights)
        self._out: Final = Actions()

    def choose(self, s: State) -> i64:
        """What the seat to act does now."""
        step = s.step()
        if step in (CONQUEST, RISEN):
            return self._conquer(s)
        if step == REDEPLOY:
            return self._redeploy(s)
        if step == READY:
            return DONE
        if step == CHOOSE:
            return self._expand_or_decline(s)
        if step == PICK:
            return self._pick(s)
        if step == DEFENDERS:
            action = next_defence(s, self.heat)
            if action:
                return action
        elif step == LATE_DECLINE:
            return self._decline_late(s)
        return self._try_all(s)

    def finish(self, s: State, dealer: Dealer, last: i64) -> i64:
        """Play on in place until the game or that turn is over; how many decisions it took."""
        decisions: i64 = 0
        while True:
            step = s.step()
            if step == OVER or s.turn > last:
                return decisions
            if step > OVER:
                do(s, dealer.draw(s))
            else:
                do(s, self.choose(s))
                decisions += 1

    # ---- combos ----

    def _pick(self, s: State) -> i64:
        out = self._out
        legal_into(s, out)
        best: i64 = out.items[0]
        most: i64 = _NEVER
        i: i64 = 0
        while i < out.size:
            a = out.items[i]
            value = self.value_of_combo(s, amount_of(a) - 1, what_of(a) - 1)
            if value > most:
                most = value
                best = a
            i += 1
        return best

    def value_of_combo(self, s: State, slot: i64, swap: i64) -> i64:
        """What a combo may bring over what another would, in thousandths of a coin."""
        w = self.w
        badge = slot
        if swap >= 0:
            badge = swap
        race = s.library.races[at(s.row_races, slot)]
        power = s.library.powers[at(s.row_powers, badge)]
        turns = turns_after(s) + 1
        if turns > w.full_life:
            turns = w.full_life
        value = w.token * (race.tokens + race.bonus + power.tokens)
        hooks: i64 = race.hooks | power.hooks
        while hooks:
            value += w.hooks[LOG[(hooks & -hooks) % 67]]
            hooks &= hooks - 1
        return value * turns // w.full_life + w.coin * (at(s.row_coins, slot) - slot)

    # ---- decline ----

    def _expand_or_decline(self, s: State) -> i64:
        turns = turns_after(s)
        if turns <= 0:
            return EXPAND
        w = self.w
        e = s.active(s.seat)
        active = coins_of(s, e, None)
        held = count(e.regions)
        lost: i64 = active - held  # what its traits pay only while it is active
        for other in s.empires:
            if other.seat == s.seat and other.declined and not other.lingers:
                lost += coins_of(s, other, None)
        gain = w.growth * free_tokens(s, e)
        staying = COIN * lost + gain + gain * w.kept * (turns - 1) // COIN
        if w.fresh <= staying:
            return EXPAND
        return self._best_decline(s, e.seat)

    def _decline_late(self, s: State) -> i64:
        if turns_after(s) <= 0:
            return PASS
        w = self.w
        e = s.active(s.seat)
        lost: i64 = coins_of(s, e, None) - count(e.regions)
        for other in s.empires:
            if other.seat == s.seat and other.declined and not other.lingers:
                lost += coins_of(s, other, None)
        if w.fresh <= COIN * lost + w.growth * free_tokens(s, e):
            return PASS
        return self._best_decline(s, e.seat)

    def _best_decline(self, s: State, seat: i64) -> i64:
        """Where a lent power lets the race decline in another way, the better one."""
        out = self._out
        out.size = 0
        offer_decline(s, s.active(seat), out)
        best = out.items[0]
        if out.size == 1:
            return best
        most: i64 = _NEVER
        for a in out.listed():
            after = s.copy()
            do(after, a)
            value = outlook(after, seat, self.w, self.heat) + COIN * after.coins[seat]
            if value > most:
                most = value
                best = a
        return best

    # ---- the rest ----

    def _conquer(self, s: State) -> i64:
        action = next_conquest(s, self.w)
        if action == STOP and s.voices & OPTIONS:
            return self._try_uses(s, STOP)
        return action

    def _redeploy(self, s: State) -> i64:
        if must_give_up(s):
            return actions.in_region(actions.GIVE_UP, least_region(s, s.seat))
        action = next_deployment(s, self.heat)
        if action:
            return action
        if s.voices & OPTIONS:
            return self._try_uses(s, DONE)
        return DONE

    def _try_uses(self, s: State, rest: i64) -> i64:
        """The trait's own action that helps most, or `rest` if none does."""
        out = self._out
        legal_into(s, out)
        best: i64 = rest
        seat = s.step_seat()
        most: i64 = _NEVER
        for a in out.listed():
            # Pieces of which there are many go down one by one.
            if verb_of(a) != actions.USE or amount_of(a) > 1:
                continue
            if most == _NEVER:
                most = outlook(s, seat, self.w, self.heat) + _LEAST
            after = s.copy()
            do(after, a)
            value = outlook(after, seat, self.w, self.heat)
            if value > most:
                most = value
                best = a
        return best

    def _try_all(self, s: State) -> i64:
        """The action after which the position is worth most."""
        out = self._out
        legal_into(s, out)
        best: i64 = out.items[0]
        if out.size == 1:
            return best
        seat = s.step_seat()
        most: i64 = _NEVER
        for a in out.listed():
            after = s.copy()
            if a == DONE:
                value = outlook(after, seat, self.w, self.heat) + _LEAST
            else:
                do(after, a)
                value = outlook(after, seat, self.w, self.heat)
            if value > most:
                most = value
                best = a
        return best


def simulate(s: State, policy: Policy, seed: int, last: i64) -> State:
    """A copy of s played on by the policy with the luck of that seed, to the end of that turn."""
    after = s.copy()
    policy.finish(after, Dealer(seed), last)
    return after
