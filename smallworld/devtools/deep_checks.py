"""What must hold in every position of a game, too costly to be checked in all of them.

Each check answers with what is wrong, like `engine.check.check`; an empty list is good news.
"""

from __future__ import annotations

from typing import Final

from smallworld.devtools.invariants import check_text
from smallworld.engine.actions import Actions
from smallworld.engine.game import (
    NOBODY,
    Empire,
    Illegal,
    State,
    apply,
    is_chance,
    is_over,
    legal,
    outcomes,
    result,
)
from smallworld.engine.notation import to_text
from smallworld.engine.pack import fingerprint, from_bytes, to_bytes
from smallworld.engine.query import (
    CONQUEST,
    DEFENDERS,
    PLACEMENTS,
    READY,
    REDEPLOY,
    RISEN,
    START,
    Front,
    Trait,
    check,
    coins_of,
    explain_score,
    sum_of,
)
from smallworld.game.compiled.dealer import Dealer

_TRIED: Final = 6  # actions tried on copies in one position, and as many that must be refused
_PLAYED_ON: Final = 6  # actions a copy is played on
_PHASES: Final = (START, RISEN, READY, CONQUEST, REDEPLOY, PLACEMENTS, DEFENDERS)


def possible(s: State) -> list[int]:
    """What may come next: the legal actions, or the outcomes of luck."""
    return [outcome for outcome, _ in outcomes(s)] if is_chance(s) else legal(s)


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
        wrong += check_text(s, action, to_text(s, action))
    if len(set(offered)) < len(offered):
        wrong.append("an action is offered twice")
    return wrong


def check_copy(s: State, dealer: Dealer) -> list[str]:
    """A copy and an unpacked state play on alike, and leave the original alone."""
    before = fingerprint(s)
    copied = s.copy()
    unpacked = from_bytes(to_bytes(s), s.options, s.library)
    if fingerprint(copied) != before:
        return ["a copy differs from its original"]
    for _ in range(_PLAYED_ON):
        offered = possible(copied)
        if not offered:
            break
        if possible(unpacked) != offered:
            return ["a copy and an unpacked state were played alike and differ"]
        action = offered[dealer.pick(len(offered))]
        apply(copied, action)
        apply(unpacked, action)
    wrong: list[str] = []
    if fingerprint(s) != before:
        wrong.append("playing on with a copy changed the original")
    if fingerprint(copied) != fingerprint(unpacked):
        wrong.append("a copy and an unpacked state were played alike and differ")
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
