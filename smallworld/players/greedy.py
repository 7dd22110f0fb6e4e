"""A player of one-step greed: quick, without memory, and worth playing against.

It tries every action on a copy of what it sees and asks the engine what that would score. It
knows no race, power, place or relic by name.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from smallworld.engine import actions
from smallworld.engine.actions import pieces_of, region_of, tokens_of, verb_of, via_of, ways_of
from smallworld.engine.game import Empire, State, outcomes, state_after
from smallworld.engine.query import (
    ASK,
    BIT,
    CHOOSE,
    CONQUEST,
    DEFENDERS,
    LATE_DECLINE,
    PAYS,
    PICK,
    REDEPLOY,
    RISEN,
    START,
    conqueror,
    count,
    plain_only_for,
)
from smallworld.game.player import Player
from smallworld.game.views.deployment import worth
from smallworld.game.views.view import View
from smallworld.players.heuristics import (
    GUESSED_COINS,
    LATER,
    balance,
    best_to_reinforce,
    income,
    lasting_income,
    leave_rivers,
    outlook,
    turns_left,
)
from smallworld.players.quick_playout import DONE, EXPAND, STOP, glance, quick_playout

LOOKED_AT: Final = 12  # conquests that are tried out, the most promising at a glance
LEAST: Final = 0.01  # what an optional action must bring
COINS_A_TOKEN: Final = 0.45  # of a new race in its first turn
GROWTH: Final = 1.1  # ... and later
TOKEN: Final = 0.5  # what one more of a new race is worth in later turns
KEPT: Final = 0.8  # of a race in decline, from turn to turn
PASS: Final = int(actions.plain(actions.PASS))
ROLL_AHEAD: Final = int(actions.plain(actions.ROLL))


class GreedyPlayer(Player):
    """Takes what pays best now, with a little thought for the next turns."""

    def __init__(self) -> None:
        super().__init__("greedy")

    def choose_number(self, view: View) -> int:
        """The most promising legal action."""
        assert view.seat is not None
        if len(view.legal) == 1:
            return view.legal[0]
        s = view.state
        for other, coins in enumerate(view.coins):
            if coins is None:
                s.coins[other] = GUESSED_COINS
        return decide(s, view.seat, view.legal)


def decide(s: State, seat: int, offered: list[int]) -> int:
    """The choice in any position in which that seat is to act."""
    step = s.step()
    if step == PICK:
        return max(offered, key=lambda a: _value_of_pick(s, seat, a))
    if step == CHOOSE:
        return _expand_or_decline(s, seat, offered)
    if step in (CONQUEST, RISEN):
        return _conquer(s, seat, offered)
    if step in (REDEPLOY, DEFENDERS):
        return _redeploy(s, seat, offered)
    if step == LATE_DECLINE:
        return _decline_late(s, seat, offered)
    if step == START or (step == ASK and s.seat == seat):
        return _best(s, seat, offered, _value_of_turn)
    return _best(s, seat, offered, outlook)


def _best(s: State, seat: int, offered: list[int], value: Callable[[State, int], float]) -> int:
    """The action after which the position is worth most; `done` if nothing helps."""
    best = offered[0]
    most = float("-inf")
    if DONE in offered:
        best = DONE
        most = value(s.copy(), seat) + LEAST
    for action in offered:
        if action != DONE:
            found = value(state_after(s, action), seat)
            if found > most:
                best, most = action, found
    return best


# ---- which race ----


def _value_of_turn(s: State, seat: int) -> float:
    """What the rest of this turn will about bring, and the next ones by it; changes `s`."""
    quick_playout(s, seat)
    now = balance(s, seat)
    turns = min(turns_left(s), 2)
    return now + LATER * turns * lasting_income(s, seat) if turns else now


def _value_of_pick(s: State, seat: int, action: int) -> float:
    after = state_after(s, action)
    paid = int(s.coins[seat] - after.coins[seat])
    tokens = int(after.active(seat).hand)
    value = _value_of_turn(after, seat) - paid
    return value + TOKEN * tokens if turns_left(s) else value


def _next_race(s: State, seat: int) -> float:
    """Coins the best combo of the row may bring in its first turn, its price deducted."""
    best = 0.0
    for slot in range(min(int(s.row_size), int(s.coins[seat]) + 1)):
        race = s.library.races[int(s.row_races[slot])]
        power = s.library.powers[int(s.row_powers[slot])]
        coins = int(s.row_coins[slot]) - slot
        best = max(best, COINS_A_TOKEN * (race.tokens + race.bonus + power.tokens) + coins)
    return best


def _expand_or_decline(s: State, seat: int, offered: list[int]) -> int:
    """Go on as long as that brings more than a new race would have brought by the end."""
    turns = turns_left(s)
    held = int(count(s.active(seat).regions))
    after = state_after(s, EXPAND)
    quick_playout(after, seat)
    gained = int(income(after, seat))
    grown = int(count(after.active(seat).regions))
    best, most = EXPAND, float("-inf")
    kept = 0
    for action in offered:
        if action == EXPAND:
            continue
        declined = state_after(s, action)
        now = int(declined.coins[seat] - s.coins[seat])
        if declined.seat == s.seat:
            now = income(declined, seat)
        later = lasting_income(declined, seat)
        value = now + _kept_for(turns) * later
        if turns:
            value += _next_race(s, seat) * (GROWTH if turns > 1 else 1)
        if value > most:
            best, most, kept = action, value, later
    if turns == 1:
        staying = 2.0 * gained
    else:
        staying = gained + _kept_for(turns) * kept * grown / max(held, 1)
    return best if most > staying else EXPAND


def _kept_for(turns: int) -> float:
    """How many turns' income a race in decline will about give in so many turns."""
    return sum(KEPT**n for n in range(1, turns + 1))


def _decline_late(s: State, seat: int, offered: list[int]) -> int:
    """After scoring a decline costs no turn: do it as soon as a new race promises more."""
    if not turns_left(s):
        return PASS
    e = s.active(seat)
    free = sum(int(s.tokens_in(r)) - 1 for r in worth(s, e)) + int(e.hand)
    staying = lasting_income(s.copy(), seat) + COINS_A_TOKEN * free
    best, most = PASS, staying
    for action in offered:
        if action != PASS:
            value = lasting_income(state_after(s, action), seat) + _next_race(s, seat)
            if value > most:
                best, most = action, value
    return best


# ---- conquests ----


def _conquer(s: State, seat: int, offered: list[int]) -> int:
    """The conquest that brings most for a token; then the die; then the end."""
    e = conqueror(s)
    start = s.copy()
    leave_rivers(start, seat)
    before = balance(start, seat)
    seen = glance(s, e, offered)
    best, best_rate = STOP, LEAST
    for action in offered:
        if verb_of(action) == actions.USE:
            gain = _gain(state_after(s, action), seat, before)
            if gain > max(best_rate, 0.3):
                best, best_rate = action, gain
    conquests = [chance for chance in seen if verb_of(chance.action) == actions.CONQUER]
    for chance in conquests[:LOOKED_AT]:
        gain = _gain(state_after(s, chance.action), seat, before)
        if gain <= 0 < chance.coins < 1:
            gain = chance.coins  # a stepping stone
        rate = gain / max(chance.tokens, 0.5)
        if rate > best_rate:
            best, best_rate = chance.action, rate
    if ROLL_AHEAD in offered and (best == STOP or _die_helps(s, e, best)):
        return ROLL_AHEAD
    if best != STOP:
        # Where a die comes before the conquest and can do no harm, it is thrown.
        rolled = int(actions.roll(region_of(best), ways_of(best), via_of(best)))
        return rolled if verb_of(best) == actions.CONQUER and rolled in offered else best
    for chance in [chance for chance in seen if verb_of(chance.action) == actions.ROLL][:LOOKED_AT]:
        gain = _expected_gain(state_after(s, chance.action), seat, before)
        if gain > best_rate:
            best, best_rate = chance.action, gain
    return best


def _die_helps(s: State, e: Empire, action: int) -> bool:
    """Whether a die thrown first can only make this conquest cheaper."""
    if verb_of(action) != actions.CONQUER or ways_of(action) or via_of(action):
        return False
    return not plain_only_for(s, e.seat) & BIT[region_of(action)]


def _gain(after: State, seat: int, before: float) -> float:
    leave_rivers(after, seat)
    return balance(after, seat) - before


def _expected_gain(rolling: State, seat: int, before: float) -> float:
    """The gain of a roll, over all the faces of the die."""
    total = 0
    value = 0.0
    for outcome, weight in outcomes(rolling):
        total += weight
        value += weight * _gain(state_after(rolling, outcome), seat, before)
    return value / total


# ---- redeployment ----


def _redeploy(s: State, seat: int, offered: list[int]) -> int:
    """Tokens to where they earn, then to where attacks are likely; then pieces; then done."""
    deploys = [action for action in offered if verb_of(action) == actions.DEPLOY]
    if deploys:
        return _deploy(s, seat, deploys)
    # Pieces of which there are many go down one by one.
    return _best(s, seat, [a for a in offered if pieces_of(a) <= 1], outlook)


def _deploy(s: State, seat: int, deploys: list[int]) -> int:
    e = s.holder(region_of(deploys[0]))
    regions = 0
    tokens = 0
    for action in deploys:
        if e.regions & BIT[region_of(action)]:
            regions |= int(BIT[region_of(action)])
            tokens = max(tokens, int(tokens_of(action)))
    earning = _deploy_to_earn(s, seat, e, deploys)
    if earning:
        return earning
    r, n = best_to_reinforce(s, seat, regions, tokens)
    return int(actions.deploy(r, n))


def _deploy_to_earn(s: State, seat: int, e: Empire, deploys: list[int]) -> int:
    """A deployment of few tokens that brings a coin at once, if there is one; else 0."""
    if not e.hooks & PAYS:
        return 0
    before = income(s, seat)
    for action in sorted(deploys, key=tokens_of):
        if tokens_of(action) > 3:
            break
        if income(state_after(s, action), seat) > before:
            return action
    return 0
