"""What must hold in every position of every game, whatever was played; `soak.py` plays with it.

Each check answers with what is wrong, like `engine.check.check`; an empty list is good news.
"""

from __future__ import annotations

from typing import Final

from smallworld.engine import actions
from smallworld.engine.actions import Actions, amount_of, verb_of
from smallworld.engine.check import check
from smallworld.engine.conquest import Front
from smallworld.engine.errors import Illegal
from smallworld.engine.events import KINDS, Event, Listener
from smallworld.engine.game import apply, is_chance, is_over, legal, outcomes, result
from smallworld.engine.notation import from_text, to_text
from smallworld.engine.pack import fingerprint, from_bytes, to_bytes
from smallworld.engine.regions import at, count
from smallworld.engine.scoring import coins_of, explain_score
from smallworld.engine.state import NOBODY, Empire, State
from smallworld.engine.terms import (
    CONQUEST,
    DEFENDERS,
    PLACEMENTS,
    READY,
    REDEPLOY,
    RISEN,
    START,
)
from smallworld.engine.trait import Trait
from smallworld.play.dealer import Dealer

_TRIED: Final = 6  # actions tried on copies in one position, and as many that must be refused
_PLAYED_ON: Final = 6  # actions a copy is played on
_PHASES: Final = (START, RISEN, READY, CONQUEST, REDEPLOY, PLACEMENTS, DEFENDERS)


def possible(s: State) -> list[int]:
    """What may come next: the legal actions, or the outcomes of luck."""
    return [outcome for outcome, _ in outcomes(s)] if is_chance(s) else legal(s)


# ---- cheap enough for every action ----


def check_sums(s: State) -> list[str]:
    """Tokens over the whole board: none too many or few, none shared, no holding without one."""
    expected: int = count(s.tribes) + 2 * count(s.monsters)
    found: int = 0
    held: int = s.tribes | s.monsters
    overlap = s.tribes & s.monsters != 0
    for e in s.empires:
        if e is NOBODY:
            continue
        expected += e.race.supply
        found += e.hand + e.withdrawn + e.tray
        overlap = overlap or held & e.regions != 0
        held |= e.regions
        if e.hand < 0 or e.withdrawn < 0 or e.tray < 0:
            return [f"{e.race.name} have less than no tokens in hand, withdrawn or in the tray"]
    filled = 0
    for tokens in s.tokens:
        if tokens:
            filled += 1
            found += tokens
    wrong: list[str] = []
    if overlap:
        wrong.append("a region is held twice")
    if filled != count(held):
        wrong.append(f"{count(held)} regions are held, {filled} have tokens")
    if found != expected:
        wrong.append(f"{found} tokens where there should be {expected}")
    return wrong


def check_text(s: State, action: int) -> list[str]:
    """The text of an action means that action."""
    text = to_text(s, action)
    back = from_text(s, text)
    return [] if back == action else [f"{text!r} is read as {to_text(s, back)!r}"]


class Ledger(Listener):
    """Follows every coin by what is told, and counts the turns."""

    def __init__(self, s: State) -> None:
        self.coins: Final = [int(s.coins[seat]) for seat in range(s.seats)]
        self.row: Final = [int(at(s.row_coins, slot)) for slot in range(len(s.row_coins))]
        self.turns: Final = [0] * s.seats
        self.over = False
        self.wrong: list[str] = []
        self._collected = 0  # from other players, in the scoring that is going on

    def before(self, s: State, action: int) -> None:
        """A pick moves coins to the row and from it, and nothing tells: foresee it (A2)."""
        if verb_of(action) != actions.PICK:
            return
        slot = int(amount_of(action)) - 1
        self.coins[s.seat] += self.row[slot] - slot
        for i in range(slot):
            self.row[i] += 1
        del self.row[slot]
        self.row.append(0)

    def hear(self, event: Event) -> None:
        """Write down what was paid."""
        if event.kind == "paid":
            self.coins[event.other] += event.amount
            if event.seat >= 0:
                self.coins[event.seat] -= event.amount
                self._collected += event.amount
            return
        if event.kind == "scored":
            self.coins[event.seat] += event.amount - self._collected
            if sum(coins for _, coins in event.parts or []) != event.amount:
                self.wrong.append(f"the parts of a score of {event.amount} are {event.parts}")
        elif event.kind == "turn":
            self.turns[event.seat] += 1
        elif event.kind == "over":
            self.over = True
        elif event.kind not in KINDS:
            self.wrong.append(f"an event of no known kind: {event!r}")
        self._collected = 0

    def check(self, s: State) -> list[str]:
        """What the players and the row have is what was told."""
        wrong = self.wrong
        for seat in range(s.seats):
            if s.coins[seat] != self.coins[seat]:
                wrong.append(f"seat {seat} has {s.coins[seat]} coins, told: {self.coins[seat]}")
        for slot, coins in enumerate(self.row):
            if at(s.row_coins, slot) != coins:
                wrong.append(f"combo {slot + 1} has {at(s.row_coins, slot)} coins, not {coins}")
        return wrong


# ---- costlier: for some positions of a game ----


def check_deeply(s: State, others: list[int], dealer: Dealer) -> list[str]:
    """All that follows, in one position; `others` are actions of other positions."""
    wrong = check(s)
    wrong += check_questions(s)
    wrong += check_order(s)
    wrong += check_bytes(s)
    wrong += check_copy(s, dealer)
    wrong += check_texts(s)
    wrong += check_accepted(s, dealer)
    wrong += check_refused(s, others, dealer)
    return wrong


def check_accepted(s: State, dealer: Dealer) -> list[str]:
    """What is offered is accepted, and leads to a sound position where the game goes on."""
    offered = possible(s)
    if not offered and not is_over(s):
        return ["nothing is legal, and the game is not over"]
    wrong: list[str] = []
    for i in dealer.shuffled(len(offered))[:_TRIED]:
        trial = s.copy()
        apply(trial, offered[i])
        text = to_text(s, offered[i])
        wrong += [f"after {text}: {what}" for what in check(trial)]
        if not is_over(trial) and not possible(trial):
            wrong.append(f"after {text}: nothing is legal")
    return wrong


def check_refused(s: State, others: list[int], dealer: Dealer) -> list[str]:
    """What is not offered is refused with a reason, and changes nothing."""
    offered = possible(s)
    before = fingerprint(s)
    wrong: list[str] = []
    for action in unlikely(offered, others, dealer):
        if action in offered:
            continue
        try:
            apply(s, action)
        except Illegal as error:
            if not error.reason:
                wrong.append(f"action {action} is refused without a reason")
        else:
            return [f"action {action} is not offered, but accepted"]
    if fingerprint(s) != before:
        wrong.append("an action was refused, and yet something changed")
    return wrong


def unlikely(offered: list[int], others: list[int], dealer: Dealer) -> list[int]:
    """Actions that are most likely not legal: of other positions, altered, or plain numbers."""
    found = [dealer.pick(1 << 20), -1 - dealer.pick(99)]
    if others:
        found += [others[dealer.pick(len(others))] for _ in range(_TRIED)]
    if offered:
        found.append(offered[dealer.pick(len(offered))] ^ 1 << dealer.pick(41))
        found.append(offered[dealer.pick(len(offered))] ^ 1 << dealer.pick(20))
    return found


def check_texts(s: State) -> list[str]:
    """Every possible action has a text of its own that means it."""
    offered = possible(s)
    wrong: list[str] = []
    for action in offered:
        wrong += check_text(s, action)
    if len(set(offered)) < len(offered):
        wrong.append("an action is offered twice")
    return wrong


def check_copy(s: State, dealer: Dealer) -> list[str]:
    """Playing on with a copy leaves the original alone, and two copies play alike."""
    before = fingerprint(s)
    one = s.copy()
    two = s.copy()
    if fingerprint(one) != before:
        return ["a copy differs from its original"]
    for _ in range(_PLAYED_ON):
        offered = possible(one)
        if not offered:
            break
        action = offered[dealer.pick(len(offered))]
        apply(one, action)
        apply(two, action)
    wrong: list[str] = []
    if fingerprint(s) != before:
        wrong.append("playing on with a copy changed the original")
    if fingerprint(one) != fingerprint(two):
        wrong.append("two copies were played alike and differ")
    return wrong


def check_bytes(s: State) -> list[str]:
    """A packed state comes back the same, down to which traits speak."""
    data = to_bytes(s)
    back = from_bytes(data, s.options, s.library)
    if to_bytes(back) != data:
        return ["a state differs after packing and unpacking"]
    wrong: list[str] = []
    if back.voices != s.voices:
        wrong.append("the hooks answered on the map are not those of the traits")
    for e, unpacked in zip(s.empires, back.empires, strict=True):
        if names(e.traits) != names(unpacked.traits):
            wrong.append(
                f"for {e.race.name} speak {names(e.traits)}; should be {names(unpacked.traits)}"
            )
    return wrong


def names(traits: list[Trait]) -> list[str]:
    """The names of traits."""
    return [trait.name for trait in traits]


def check_order(s: State) -> list[str]:
    """Which trait of an empire is asked first makes no price, score or action."""
    turned = s.copy()
    for e in turned.empires:
        if e is not NOBODY:
            e.traits = e.traits[::-1]
    wrong: list[str] = []
    if not is_chance(s) and sorted(legal(turned)) != sorted(legal(s)):
        wrong.append("other actions are legal when traits are asked in another order")
    for e, other in zip(s.empires, turned.empires, strict=True):
        if e is NOBODY:
            continue
        if prices(s, e) != prices(turned, other):
            wrong.append(f"{e.race.name}: prices depend on the order of traits")
        if coins_of(s, e, None) != coins_of(turned, other, None):
            wrong.append(f"{e.race.name}: coins depend on the order of traits")
    for seat in range(s.seats):
        if sum_of(explain_score(s, seat)) != sum_of(explain_score(turned, seat)):
            wrong.append(f"the score of seat {seat} depends on the order of traits")
    return wrong


def prices(s: State, e: Empire) -> list[int]:
    """What every region would cost the race, the set it can target, and where it rolls."""
    front = Front(s, e)
    found = [int(front.price(r)) for r in range(s.board.size)]
    found += [int(front.targets), int(front.rolls())]
    return found


def sum_of(parts: list[tuple[str, int]]) -> int:
    """The coins of a score given by its parts."""
    return sum(coins for _, coins in parts)


def check_questions(s: State) -> list[str]:
    """Questions never change the state."""
    before = fingerprint(s)
    out = Actions()
    for e in s.empires:
        for trait in e.traits:
            ask_trait(s, e, trait, out)
    legal(s)
    outcomes(s)
    check(s)
    result(s)
    for seat in range(s.seats):
        explain_score(s, seat)
    return [] if fingerprint(s) == before else ["a question changed the state"]


def ask_trait(s: State, e: Empire, trait: Trait, out: Actions) -> None:
    """Put every question to a trait that speaks for the empire."""
    trait.cheaper(s, e)
    trait.dearer(s, e)
    trait.as_if_empty(s, e)
    trait.enters(s, e)
    trait.enters_only(s, e)
    trait.links(s, e, e.regions)
    trait.reaches(s, e)
    trait.lives_on(s, e)
    trait.rolls_for(s, e)
    trait.plain_only(s, e)
    trait.exempt(s, e)
    trait.pays(s, e)
    trait.coins_overall(s, e)
    trait.doubles(s, e)
    trait.undoubled(s, e)
    trait.takes_from(s, e)
    trait.tokens_on_redeploy(s, e)
    trait.conquest_only(s, e)
    trait.hammers_on_redeploy(s, e)
    trait.tokens_lost(s, e, 1)
    trait.ways(s, e)
    trait.stands_for(s, e)
    trait.lends(s, e)
    for attacker in s.empires:
        if attacker is not NOBODY and attacker is not e:
            trait.refuses(s, e, attacker)
    for phase in _PHASES:
        out.size = 0
        trait.options(s, e, phase, out)
