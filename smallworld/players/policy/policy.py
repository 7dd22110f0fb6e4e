"""The quick policy: a sensible choice in any position within a few millionths of a second.

Rollouts are played with it, so it is compiled with the engine and makes as few objects as it can.
It asks the engine what regions cost and pay, and knows no race, power, place or relic by name.
"""

from __future__ import annotations

from typing import Final

from smallworld.engine import actions
from smallworld.engine.actions import Actions, combo_of, pieces_of, swap_of, verb_of
from smallworld.engine.game import Empire, State, cards_to_draw, do, legal_into
from smallworld.engine.query import (
    CHEAPER,
    CHOOSE,
    COINS_OVERALL,
    CONQUEST,
    DEFENDERS,
    DIE_ROLL,
    KEEPS_NONE,
    LATE_DECLINE,
    LOG,
    OPTIONS,
    OVER,
    PAYS,
    PICK,
    POWER_REVEAL,
    RACE_REVEAL,
    READY,
    REDEPLOY,
    RISEN,
    Trait,
    at,
    coins_of,
    count,
    first,
    must_give_up,
    offer_decline,
    table,
)
from smallworld.engine.shim import Table, i64
from smallworld.game.compiled.dealer import Dealer
from smallworld.players.policy.conquests import free_tokens, next_conquest
from smallworld.players.policy.features import Heat, Noise, moment, outlook, turns_after, weighed
from smallworld.players.policy.redeployment import least_region, next_defence, next_deployment
from smallworld.players.policy.weights import COIN, DECLINE_LINE, DECLINE_TURNS, Weights

_TELLING: Final = PAYS | CHEAPER | COINS_OVERALL
_PAYING: Final = 5  # more regions of a kind are seldom held
_LEAST: Final = 10  # what an optional action must bring
_NEVER: Final = -1000000000


class Policy:
    """Chooses quickly, by weights; `finish` plays a game on with it."""

    def __init__(self, weights: Weights) -> None:
        self.w: Final = weights
        self.heat: Final = Heat(weights)
        self.noise: Final = Noise()
        self._out: Final = Actions()

    def choose(self, s: State) -> i64:
        """What the seat to act does now."""
        step = s.step()
        if step in (CONQUEST, RISEN):
            return self._conquer(s)
        if step == REDEPLOY:
            return self._redeploy(s)
        if step == READY:
            return actions.BEING_DONE
        if step == CHOOSE:
            return self._expand_or_decline(s)
        if step == PICK:
            return self._pick(s)
        if step == DEFENDERS:
            action = next_defence(s, self.heat, self.noise)
            if action:
                return action
        elif step == LATE_DECLINE:
            return self._decline_late(s)
        return self._try_all(s)

    def finish(self, s: State, dealer: Dealer, last: i64) -> i64:
        """Play on in place until the game or that moment is over; how many decisions it took."""
        decisions: i64 = 0
        while True:
            step = s.step()
            if step == OVER or moment(s) > last:
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
        for a in out.listed():
            value = self.value_of_combo(s, combo_of(a) - 1, swap_of(a) - 1)
            value += self.noise.below(self.w.pick_noise)
            if value > most:
                most = value
                best = a
        return best

    def _try_turn(self, s: State) -> None:
        """Play the running turn to its scoring in place, with poor luck, to see what it brings."""
        seat = s.seat
        turn = s.turn
        while s.seat == seat and s.turn == turn:
            step = s.step()
            if step == DIE_ROLL:
                do(s, actions.die(0))
            elif step > OVER:
                verb = step - DIE_ROLL + actions.DIE
                do(s, actions.outcome(verb, first(cards_to_draw(s))))
            elif step in (OVER, LATE_DECLINE):
                return
            else:
                do(s, self.choose(s))

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
        if hooks & _TELLING:
            e = Empire(s.seat, race, power)
            value += self._value_of_trait(s, e, race) + self._value_of_trait(s, e, power)
        if race.keeps == KEEPS_NONE or power.keeps == KEEPS_NONE:
            value += w.all_or_none
        while hooks:
            value += w.hooks[LOG[(hooks & -hooks) % 67]]
            hooks &= hooks - 1
        return value * turns // w.full_life + w.coin * (at(s.row_coins, slot) - slot)

    def _value_of_trait(self, s: State, e: Empire, trait: Trait) -> i64:
        """What a trait's answers promise for a race that is not on the map yet."""
        w = self.w
        value: i64 = 0
        if trait.hooks & PAYS:
            paying = count(trait.pays(s, e) & s.board.land)
            if paying > _PAYING:
                paying = _PAYING
            value += w.paying * paying
        if trait.hooks & CHEAPER:
            value += w.cheap * count(trait.cheaper(s, e) & s.board.land) // count(s.board.land)
        if trait.hooks & COINS_OVERALL:
            value += w.overall * trait.coins_overall(s, e)
        return value

    # ---- decline ----

    def _expand_or_decline(self, s: State) -> i64:
        turns = turns_after(s)
        if turns <= 0:
            return actions.EXPANDING
        if turns > DECLINE_TURNS:
            turns = DECLINE_TURNS
        w = self.w
        better = weighed(w.declines, DECLINE_LINE, turns - 1, self.signs_of_decline(s))
        if better + w.urge + self.noise.below(w.urge_noise) <= 0:
            return actions.EXPANDING
        return self.best_decline(s)

    def signs_of_decline(self, s: State) -> Table:
        """What tells whether to decline, in thousandths, in the order of the weights' lines."""
        e = s.active(s.seat)
        held = count(e.regions)
        after = s.copy()
        do(after, actions.EXPANDING)
        self._try_turn(after)
        found = table(DECLINE_LINE - 1)
        found[0] = COIN * lost_by_decline(s, e)
        found[1] = COIN * (count(after.active(e.seat).regions) - held)
        found[2] = COIN * (after.coins[e.seat] - s.coins[e.seat])
        found[3] = COIN * held
        found[4] = COIN * free_tokens(s, e)
        found[5] = self._best_in_row(s)
        return found

    def _best_in_row(self, s: State) -> i64:
        """The value of the best combo that could be taken next."""
        best: i64 = 0
        slot: i64 = 0
        while slot < s.row_size:
            value = self.value_of_combo(s, slot, -1)
            if value > best:
                best = value
            slot += 1
        return best

    def _decline_late(self, s: State) -> i64:
        turns = turns_after(s)
        if turns <= 0:
            return actions.PASSING
        w = self.w
        e = s.active(s.seat)
        fresh: i64 = w.fresh + self.noise.below(w.urge_noise)
        if turns == 1:
            fresh += w.fresh_last - w.fresh
        if fresh <= COIN * lost_by_decline(s, e) + w.growth * free_tokens(s, e):
            return actions.PASSING
        return self.best_decline(s)

    def best_decline(self, s: State) -> i64:
        """Where a lent power lets the race decline in another way, the better one."""
        seat = s.seat
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
        action = next_conquest(s, self.w, self.noise)
        if action == actions.STOPPING and s.voices & OPTIONS:
            return self._try_uses(s, actions.STOPPING)
        return action

    def _redeploy(self, s: State) -> i64:
        if must_give_up(s):
            return actions.in_region(actions.GIVE_UP, least_region(s, s.seat))
        action = next_deployment(s, self.heat, self.noise)
        if action:
            return action
        if s.voices & OPTIONS:
            return self._try_uses(s, actions.BEING_DONE)
        return actions.BEING_DONE

    def _try_uses(self, s: State, rest: i64) -> i64:
        """The trait's own action that helps most, or `rest` if none does."""
        out = self._out
        legal_into(s, out)
        best: i64 = rest
        seat = s.step_seat()
        most: i64 = _NEVER
        for a in out.listed():
            # Pieces of which there are many go down one by one.
            if verb_of(a) != actions.USE or pieces_of(a) > 1:
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
            if a == actions.BEING_DONE:
                value = outlook(after, seat, self.w, self.heat) + _LEAST
            else:
                do(after, a)
                value = outlook(after, seat, self.w, self.heat)
            if value > most:
                most = value
                best = a
        return best


def lost_by_decline(s: State, e: Empire) -> i64:
    """Coins a turn that end with the race's decline: by its traits, and of races before it."""
    lost: i64 = coins_of(s, e, None) - count(e.regions)
    for other in s.empires:
        if other.seat == e.seat and other.declined and not other.lingers:
            lost += coins_of(s, other, None)
    return lost


def simulate(s: State, plan: list[int], policy: Policy, seed: int, last: i64) -> State:
    """A copy of s played on with the luck of that seed, until that moment is over.

    The first decisions are those of the plan, as far as luck lets it go on; then the policy's, with
    the whims of that seed: who always met the same answers would learn to count on them.
    """
    after = s.copy()
    dealer = Dealer(seed)
    policy.noise.begin(seed)
    for a in plan:
        while after.step() > OVER and is_reveal(after.step()):
            do(after, dealer.draw(after))
        if after.step() > OVER:
            break
        do(after, a)
    policy.finish(after, dealer, last)
    policy.noise.end()
    return after


def is_reveal(step: i64) -> bool:
    """Whether this luck only turns up a combo, which changes nothing for the running turn."""
    return step in (RACE_REVEAL, POWER_REVEAL)
