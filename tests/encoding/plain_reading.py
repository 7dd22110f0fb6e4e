"""A position read off its view, number by number, with nothing shared with the encoder.

Slow and plain on purpose: what the encoder writes must be the same.
"""

from __future__ import annotations

from smallworld.encoding.layout import PIECE_NAMES, TRAIT_ROW
from smallworld.engine.actions import (
    CONQUER,
    DECLINE,
    NO_REGION,
    PICK,
    ROLL,
    USE,
    combo_of,
    keeper_of,
    pieces_of,
    region_of,
    seat_of,
    swap_of,
    trait_of,
    verb_of,
    via_of,
    ways_of,
)
from smallworld.engine.game import NOBODY, Empire, State, to_act, tokens_on_map
from smallworld.engine.query import (
    ACTIVE,
    BIT,
    CONQUEST,
    RISEN,
    Front,
    Race,
    Relic,
    Trait,
    at,
    awards,
    coins_of,
    combo_tokens,
    conqueror,
    conquest_plans,
    each,
    entry,
    lives_on,
)
from smallworld.game.views.view import View

Numbers = dict[str, int | tuple[int, ...]]


class PlainReading:
    """Everything a view says, by array, row and field."""

    def __init__(self, view: View) -> None:
        assert view.seat is not None
        self.view = view
        self.own = view.seat
        self.s = view.state.copy()
        for seat, coins in enumerate(view.coins):
            if coins is None:
                self.s.coins[seat] = 99
        self.order = [(self.own + n) % self.s.seats for n in range(self.s.seats)]
        home_made = [t.name for t in self.s.library.traits if t.name not in TRAIT_ROW]
        last = max(TRAIT_ROW.values())
        self.rows = {**TRAIT_ROW, **{name: last + 1 + n for n, name in enumerate(home_made)}}
        active = [self.s.active(seat) for seat in self.order]
        self.empires = [e for e in active if e is not NOBODY]
        for seat in self.order:
            self.empires += reversed(self.s.declined(seat))

    def row(self, trait: Trait) -> int:
        return self.rows[trait.name] if trait.number >= 0 else 0

    def globals(self) -> Numbers:
        s = self.s
        acting = to_act(s)
        return {
            "turn": int(s.turn),
            "turns left": int(s.options.turns - s.turn),
            "phase": int(s.step()),
            "current": self.order.index(int(s.seat)),
            "acting": 0 if acting < 0 else self.order.index(acting) + 1,
            "die": int(s.now.die) + 1,
            "races in the stack": len(each(s.race_stack)) + len(s.race_bottom),
            "powers in the stack": len(each(s.power_stack)),
            "finds": len(each(s.finds)),
        }

    def seat(self, n: int) -> Numbers:
        s, seat = self.s, self.order[n]
        coins = self.view.coins[seat]
        first = int(s.options.first)
        done = (seat - first) % s.seats < (int(s.seat) - first) % s.seats
        income = int(awards(s, None)) if seat == s.seat else 0
        for e in s.empires_of(seat):
            income += int(coins_of(s, e, None))
            for trait in e.traits:
                income += len(each(trait.takes_from(s, e) & ~BIT[seat]))
        return {
            "coins known": int(coins is not None),
            "coins": coins or 0,
            "plays first": int(seat == first),
            "turns to come": int(s.options.turns - s.turn) + (0 if done else 1),
            "active": int(s.active(seat) is not NOBODY),
            "regions": len(each(s.regions_of(seat))),
            "tokens": tokens_on_map(s, seat),
            "income": income,
        }

    def empire(self, e: Empire) -> Numbers:
        s = self.s
        attacks = s.step() in (CONQUEST, RISEN) and conqueror(s) is e
        used = int(s.now.hammers_used) if e.seat == s.seat and not e.declined else 0
        also = [self.row(t) for t in e.traits if t is not e.race and t is not e.power]
        return {
            "here": 1,
            "seat": self.order.index(int(e.seat)),
            "declined": int(e.declined),
            "conquering": int(attacks),
            "first turn": int(e.first_turn),
            "lingers": int(e.lingers),
            "hand": int(e.hand),
            "withdrawn": int(e.withdrawn),
            "tray": int(e.tray),
            "hammers": int(e.hammers) - used,
            "pieces back": int(e.pieces_back),
            "regions": len(each(e.regions)),
            "coins": int(coins_of(s, e, None)),
            "race": self.row(e.race),
            "power": self.row(e.power),
            "race speaks": int(e.race in e.traits),
            "power speaks": int(e.power in e.traits),
            "also speak": tuple((also + [0] * 4)[:4]),
        }

    def combo(self, slot: int) -> Numbers:
        s = self.s
        race = s.library.races[at(s.row_races, slot)]
        power = s.library.powers[at(s.row_powers, slot)]
        return {
            "here": 1,
            "coins": int(at(s.row_coins, slot)),
            "tokens": combo_tokens(race, power),
            "race": self.row(race),
            "power": self.row(power),
        }

    def combo_region(self, slot: int, r: int) -> Numbers:
        s, bit = self.s, BIT[r]
        race = s.library.races[at(s.row_races, slot)]
        power = s.library.powers[at(s.row_powers, slot)]
        e = Empire(self.own, race, power)
        e.traits = [trait for trait in (race, power) if trait.works & ACTIVE]
        for trait in e.traits:
            e.hooks |= trait.hooks
        opens = entry(s, e) & bit != 0
        printed = s.board.entry & bit != 0
        return {
            "pays": self._would_pay(e, r),
            "cheaper": sum(t.cheaper(s, e) & bit != 0 for t in e.traits),
            "dearer": sum(t.dearer(s, e) & bit != 0 for t in e.traits),
            "enters": 0 if opens == printed else 1 if opens else 2,
            "lives on": int(lives_on(s, e) & bit != 0),
            "as if empty": int(any(t.as_if_empty(s, e) & bit for t in e.traits)),
        }

    def _would_pay(self, e: Empire, r: int) -> int:
        trial = e.copy()
        trial.regions = self.s.board.all
        return sum(trait.pays(self.s, trial) & BIT[r] != 0 for trait in e.traits)

    def region(self, r: int) -> Numbers:
        s, bit = self.s, BIT[r]
        e = s.holder(r)
        held = e is not NOBODY
        markers = [m for m in s.library.markers if s.marker_region(m.index) == r]
        relics = [self.row(m) for m in markers if isinstance(m, Relic)]
        places = [self.row(m) for m in markers if not isinstance(m, Relic)]
        pieces = [0] * len(PIECE_NAMES)
        for kind, piece in enumerate(s.library.pieces):
            if s.where[kind] & bit:
                found = int(s.stacked(piece.stack, r)) if piece.stack >= 0 else 1
                pieces[min(kind, len(pieces) - 1)] += found
        return {
            "empire": self.empires.index(e) + 1 if held else 0,
            "seat": self.order.index(int(e.seat)) + 1 if held else 0,
            "declined": int(held and e.declined),
            "tokens": int(s.tokens_in(r)),
            "strength": int(s.strength(r)),
            "coins": 1 + sum(t.pays(s, e) & bit != 0 for t in e.traits) if held else 0,
            "tribe": int(s.tribes & bit != 0),
            "monsters": int(s.monsters & bit != 0),
            "shielded": int(s.shielded & bit != 0),
            "barred": int(s.barred & bit != 0),
            "taken": int(s.now.taken & bit != 0),
            "won": int(s.now.won & bit != 0),
            "place": places[0] if places else 0,
            "relic": relics[0] if relics else 0,
            "relics": len(relics),
            "pieces": tuple(pieces),
        }

    def front(self, n: int, r: int) -> Numbers:
        e = self.s.active(self.order[n])
        if e is NOBODY:
            return {"price": 0, "bonus": 0}
        front = Front(self.s, e)
        price = int(front.price(r)) if front.targets & BIT[r] else 0
        return {"price": price, "bonus": self._would_pay(e, r)}

    def trait(self, trait: Trait) -> Numbers:
        s = self.s
        stack = s.race_stack if isinstance(trait, Race) else s.power_stack
        index = int(getattr(trait, "index", -1))
        marker = trait in s.library.markers
        in_stack = not marker and stack & BIT[index] != 0
        bottom = s.race_bottom.index(index) + 1 if self._at_bottom(trait, index) else 0
        discarded = trait in s.library.powers and s.power_discard & BIT[index] != 0
        return {
            "in the stack": int(in_stack),
            "at the bottom": bottom,
            "discarded": int(discarded),
            "to be found": int(marker and s.finds & BIT[index] != 0),
            "lies in": int(s.marker_region(index)) + 1 if marker else 0,
            "remembers": int(s.note(trait) > 0),
            "remembers now": int(s.turn_note(trait) > 0),
        }

    def _at_bottom(self, trait: Trait, index: int) -> bool:
        return isinstance(trait, Race) and index in self.s.race_bottom

    def action(self, a: int) -> Numbers:
        s, verb = self.s, verb_of(a)
        named: list[Trait] = []
        if verb == USE:
            named.append(s.library.traits[trait_of(a)])
        elif verb == DECLINE and keeper_of(a):
            named.append(s.library.traits[keeper_of(a) - 1])
        elif verb in (CONQUER, ROLL):
            named += [t for t in s.library.ways if ways_of(a) & BIT[t.way_number]]
        price, missing = self._price(s, a)
        seat = int(seat_of(a)) if verb == USE else -1
        via = int(via_of(a))
        rows = [self.row(trait) for trait in named]
        return {
            "verb": int(verb),
            "region": 0 if region_of(a) == NO_REGION else int(region_of(a)) + 1,
            "amount": int(pieces_of(a)),
            "combo": int(combo_of(a)) if verb == PICK else 0,
            "swap": int(swap_of(a)) if verb == PICK else 0,
            "seat": self.order.index(seat) + 1 if seat >= 0 else 0,
            "price": price,
            "missing": missing,
            "traits": tuple((rows + [0] * 4)[:4]),
            "via": self.row(s.library.markers[via - 1]) if via else 0,
        }

    def _price(self, s: State, a: int) -> tuple[int, int]:
        if verb_of(a) not in (CONQUER, ROLL) or region_of(a) == NO_REGION:
            return 0, 0
        e = conqueror(s)
        front = Front(s, e)
        price = int(front.price(region_of(a)))
        for plan in conquest_plans(s, e):
            if (plan.ways, plan.via) == (ways_of(a), via_of(a)):
                price = 0 if plan.swaps else int(plan.price(front, region_of(a)))
        missing = max(0, price - int(front.force(region_of(a)))) if verb_of(a) == ROLL else 0
        return price, missing
