"""The legal actions as a menu a person can read: long lists are asked in two questions."""

from __future__ import annotations

from dataclasses import dataclass, field

from smallworld.engine import actions
from smallworld.engine.actions import (
    pieces_of,
    region_of,
    swap_of,
    trait_of,
    verb_of,
    via_of,
    ways_of,
)
from smallworld.engine.game import NOBODY, Empire, State
from smallworld.engine.notation import to_text
from smallworld.engine.query import BIT, DEFENDERS, READY, each, to_deploy
from smallworld.game.narration.words import counted, describe, region_words
from smallworld.game.planning.prices import price_of

MANY = 8  # actions of one kind beyond this many share one line
MOST = 16  # plain conquests are what the game is about, so more of them are listed
FEW = 3  # ... and if they are by some special way, of which there may be many


@dataclass
class MenuItem:
    """One line of the menu.

    It stands for its actions, done one after another; or for an amount that is asked next; or for
    a menu of its own.
    """

    label: str
    actions: list[int] = field(default_factory=list)
    amounts: dict[int, int] = field(default_factory=dict)  # how many: which action
    below: list[MenuItem] = field(default_factory=list)


def build_menu(s: State, legal: list[int]) -> list[MenuItem]:
    """All legal actions, the usual ones first; the one that ends the phase is mostly last."""
    deploys = [a for a in legal if pieces_of(a)]
    conquests = [a for a in legal if verb_of(a) in (actions.CONQUER, actions.ROLL)]
    singles = [a for a in legal if a not in deploys and a not in conquests]
    endings = [a for a in singles if verb_of(a) in (actions.STOP, actions.DONE, actions.PASS)]
    menu = _conquest_items(s, conquests)
    tokens = [a for a in deploys if verb_of(a) == actions.DEPLOY]
    menu += _deploy_items(s, tokens)
    menu += _spread_items(s, tokens)
    menu += _deploy_items(s, [a for a in deploys if a not in tokens])
    menu += _single_items(s, [a for a in singles if a not in endings])
    last = [MenuItem(describe(s, a), [a]) for a in endings]
    return last + menu if s.step() == READY else menu + last


def _conquest_items(s: State, conquests: list[int]) -> list[MenuItem]:
    """Plain conquests from the cheapest, then by each way, then rolls from the likeliest."""
    items: list[MenuItem] = []
    kinds: dict[tuple[int, int, int], list[int]] = {}
    for a in conquests:
        kinds.setdefault((int(verb_of(a)), int(ways_of(a)), int(via_of(a))), []).append(a)
    for (verb, by, via), found in sorted(kinds.items()):
        found.sort(key=lambda a: _total(s, a))
        leaves = [MenuItem(describe(s, a), [a]) for a in found]
        if verb == actions.CONQUER and not by and not via:
            items += _by_price(s, found, leaves)
            continue
        if len(found) <= (FEW if by or via else MANY):
            items += leaves
            continue
        _, _, ways = to_text(s, found[0]).partition(" with ")
        for leaf in leaves:
            leaf.label = leaf.label.replace(f", with {ways}", "")
        label = "conquer a region" if verb == actions.CONQUER else "roll for a region"
        label += f" with {ways}" if ways else ""
        items.append(MenuItem(f"{label} ({len(found)} to choose from) …", below=leaves))
    return items


def _by_price(s: State, found: list[int], leaves: list[MenuItem]) -> list[MenuItem]:
    """Plain conquests one by one; if the list would be long, one line for each price."""
    if len(found) <= MOST:
        return leaves
    prices: dict[int, list[MenuItem]] = {}
    for a, leaf in zip(found, leaves, strict=True):
        prices.setdefault(_total(s, a), []).append(leaf)
    items: list[MenuItem] = []
    for price, same in prices.items():
        label = f"conquer a region for {counted(price, 'token')} ({len(same)} to choose from) …"
        items += same if len(same) <= FEW else [MenuItem(label, below=same)]
    return items


def _total(s: State, a: int) -> int:
    price = price_of(s, a)
    return 0 if price is None else price.total


def _deploy_items(s: State, deploys: list[int]) -> list[MenuItem]:
    """One line for each region (and trait, if it places pieces); the amount is asked next."""
    places: dict[tuple[int, int, int], dict[int, int]] = {}
    for a in deploys:
        key = (int(verb_of(a)), int(trait_of(a)), int(region_of(a)))
        places.setdefault(key, {})[int(pieces_of(a))] = a
    items: list[MenuItem] = []
    for (verb, number, r), amounts in places.items():
        if verb == actions.DEPLOY:
            e = s.holder(r)
            label = f"{e.race.name} to {region_words(s, r)}"
        else:
            trait = s.library.traits[number]
            label = f"{trait.word.removeprefix('use ')} in {region_words(s, r)}"
        items.append(MenuItem(f"{label}: {_guard(s, r)}", amounts=amounts))
    return items


def _guard(s: State, r: int) -> str:
    """What stands in an own region, and whose active race next door."""
    found = [counted(int(s.tokens_in(r)), "token")]
    for kind, piece in enumerate(s.library.pieces):
        if piece.stack >= 0 and s.where[kind] & BIT[r]:
            found.append(counted(int(s.stacked(piece.stack, r)), piece.name))
    holder = s.holder(r)
    near = int(s.board.neighbours[r])
    others = [
        s.options.seats[e.seat]
        for e in s.empires
        if e is not NOBODY and e.seat != holder.seat and not e.declined and e.regions & near
    ]
    words = f"{', '.join(found)} there"
    return f"{words}, next to {' and '.join(others)}" if others else words


def _spread_items(s: State, tokens_to_put: list[int]) -> list[MenuItem]:
    """A short cut: everything in hand put down in one go."""
    items: list[MenuItem] = []
    holders = {id(s.holder(region_of(a))): s.holder(region_of(a)) for a in tokens_to_put}
    for e in holders.values():
        tokens = int(e.withdrawn if s.step() == DEFENDERS else to_deploy(s, e))
        if tokens < 2 or not e.regions & (e.regions - 1):
            continue
        where = f"{tokens} {e.race.name}"
        items.append(MenuItem(f"spread all {where} evenly", _spread(s, e, int(e.regions), tokens)))
        front = int(e.regions & _beside_others(s, e))
        if front and front != e.regions:
            label = f"spread all {where} over regions next to other players"
            items.append(MenuItem(label, _spread(s, e, front, tokens)))
    return items


def _beside_others(s: State, e: Empire) -> int:
    beside = 0
    for other in s.empires:
        if other is not NOBODY and other.seat != e.seat and not other.declined:
            for r in each(other.regions):
                beside |= int(s.board.neighbours[r])
    return beside


def _spread(s: State, e: Empire, regions: int, tokens: int) -> list[int]:
    """One token after another to the region that has the fewest."""
    more = dict.fromkeys(each(regions), 0)
    for _ in range(tokens):
        poorest = min(more, key=lambda r: int(s.tokens_in(r)) + more[r])
        more[poorest] += 1
    return [int(actions.deploy(r, n)) for r, n in more.items() if n]


def _single_items(s: State, singles: list[int]) -> list[MenuItem]:
    """Everything else; where one kind has many, it is one line."""
    items: list[MenuItem] = []
    kinds: dict[tuple[int, int, int], list[int]] = {}
    for a in singles:
        trait = int(trait_of(a)) if verb_of(a) == actions.USE else 0
        kinds.setdefault((int(verb_of(a)), trait, int(via_of(a))), []).append(a)
    for (verb, trait, via), found in kinds.items():
        if verb == actions.PICK:
            found.sort(key=lambda a: int(swap_of(a)) > 0)  # numbered like the row; exchanges after
        leaves = [MenuItem(describe(s, a), [a]) for a in found]
        if verb == actions.ABANDON and len(found) > 1:
            items.append(
                MenuItem(f"abandon a region ({len(found)} to choose from) …", below=leaves)
            )
        elif len(found) > MANY and verb == actions.USE:
            word = s.library.traits[trait].word.removeprefix("use ")
            word += f" as {s.library.markers[via - 1].name}" if via else ""
            items.append(MenuItem(f"{word} ({len(found)} to choose from) …", below=leaves))
        else:
            items += leaves
    return items
