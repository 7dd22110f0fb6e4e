"""A view as arrays, in the layout of `layout.py`.

It asks the engine what traits answer, so home-made ones fit as well; it is given a view, so
nothing hidden can get into it; and it turns the seats so that the viewer's own comes first.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from smallworld.engine.game import (
    NOBODY,
    NOBODY_ACTS,
    Empire,
    GameError,
    State,
    to_act,
    tokens_on_map,
)
from smallworld.engine.query import (
    ACTIVE,
    AS_IF_EMPTY,
    BIT,
    CHEAPER,
    CONQUEST,
    DEARER,
    DECLINE,
    HOOKS,
    KEEPS_ALL,
    KEEPS_CHOICE,
    KEEPS_NONE,
    NOT,
    PAYS,
    PIECES,
    RISEN,
    ROLLS_AHEAD,
    TAKES_FROM,
    Front,
    Power,
    Race,
    Regions,
    Trait,
    awards,
    coins_of,
    conqueror,
    count,
    each,
    entry,
    lives_on,
)
from smallworld.game.views.view import View
from smallworld.learn.layout import (
    COMBO,
    COMBO_REGION,
    COMBOS,
    EMPIRE,
    EMPIRES,
    GLOBALS,
    HOME_MADE,
    PLACES_AND_RELICS,
    REGION,
    REGIONS,
    SEAT,
    SEATS,
    TRAIT,
    TRAIT_ROW,
    TRAITS,
    Array,
)

Numbers = NDArray[np.int16]
Arrays = dict[str, Numbers]

_HOOKS: Final = (*HOOKS.values(), ROLLS_AHEAD)
# Taken for coins that are not known where the engine asks whether somebody can pay.
_ENOUGH: Final = 99


def encode_view(view: View) -> Arrays:
    """The position as the view's seat sees it; `encode_actions` adds what it may do."""
    if view.seat is None:
        raise GameError("a position is encoded for a seat; a spectator's view has none")
    s = view.state.copy()
    for other, coins in enumerate(view.coins):
        if coins is None:
            s.coins[other] = _ENOUGH
    order = [(view.seat + n) % s.seats for n in range(s.seats)]  # seats by row
    empires = _empires(s, order)
    return {
        "globals": _encode_globals(s, view, order),
        "seats": _encode_seats(s, view, order),
        "empires": _encode_empires(s, order, empires),
        "holdings": _encode_holdings(empires),
        "combos": _encode_combos(s),
        "combo_regions": _encode_combo_regions(s, view.seat),
        "regions": _encode_regions(s, order),
        "borders": encode_borders(s),
        "traits": _encode_traits(s),
    }


def encode_borders(s: State) -> Numbers:
    """Which regions are neighbours; the same throughout a game."""
    found = np.zeros((REGIONS, REGIONS), np.int16)
    for r in range(s.board.size):
        found[r] = bits(s.board.neighbours[r])
    return found


def bits(regions: Regions) -> Numbers:
    """A set of regions as a column: 1 for each that is in it."""
    packed = np.array([int(regions)], "<u8").view(np.uint8)
    return np.unpackbits(packed, bitorder="little")[:REGIONS].astype(np.int16)


def row_of(trait: Trait) -> int:
    """The trait's row in `traits`, and its column wherever there is one for each."""
    return TRAIT_ROW.get(trait.name, TRAIT_ROW[HOME_MADE])


def describe_traits(row: Numbers, array: Array, traits: list[Trait]) -> None:
    """Write what any of these traits answer and say of themselves."""
    hooks = 0
    for trait in traits:
        hooks |= trait.hooks
        row[array.at["facts"] : array.at["facts"] + len(_facts(trait))] |= _facts(trait)
    for n, hook in enumerate(_HOOKS):
        row[array.at["hooks"] + n] = hooks & hook != 0


def _facts(trait: Trait) -> Numbers:
    """In the order of `layout.FACTS`."""
    way = trait.way
    pieces = ([trait.brings] if trait.brings else []) + (
        [PIECES[trait.piece]] if 0 <= trait.piece < len(PIECES) else []
    )
    said = [
        trait.works & ACTIVE != 0,
        trait.works & DECLINE != 0,
        trait.keeps == KEEPS_ALL,
        trait.keeps == KEEPS_CHOICE,
        trait.keeps == KEEPS_NONE,
        trait.lingers,
        trait.late_decline,
        trait.conquers_in_decline,
        trait.waits_in_hand,
        isinstance(trait, Race) and trait.swaps_badge,
        isinstance(trait, Power) and trait.kept,
        bool(pieces),
        any(piece.defence for piece in pieces),
        any(piece.closes != NOT for piece in pieces),
    ]
    if way is None:
        said += [False] * 8
    else:
        said += [way.anywhere, way.as_if_empty, way.less > 0, way.one_token]
        said += [way.swaps, way.swaps_from_hand, way.spares, way.joins]
    return np.array(said, np.int16)


# ---- the table ----


def _encode_globals(s: State, view: View, order: list[int]) -> Numbers:
    found = np.zeros(GLOBALS.width, np.int16)
    at_ = GLOBALS.at
    found[at_["turn"]] = s.turn
    found[at_["turns left"]] = s.options.turns - s.turn
    found[at_["seats"] + s.seats - 2] = 1
    found[at_["phase"] + s.step()] = 1
    found[at_["current"] + order.index(int(s.seat))] = 1
    acting = to_act(s)
    if acting != NOBODY_ACTS:
        found[at_["acting"] + order.index(acting)] = 1
    if s.now.die >= 0:
        found[at_["die"] + s.now.die] = 1
    found[at_["own decline defends"]] = s.options.own_decline_defends
    found[at_["coins open"]] = view.table.coins == "open"
    found[at_["races in the stack"]] = count(s.race_stack) + len(s.race_bottom)
    found[at_["powers in the stack"]] = count(s.power_stack)
    found[at_["finds"]] = count(s.finds)
    return found


def _encode_seats(s: State, view: View, order: list[int]) -> Numbers:
    found = np.zeros((SEATS, SEAT.width), np.int16)
    first = int(s.options.first)
    running = (int(s.seat) - first) % s.seats
    for row, seat in enumerate(order):
        coins = view.coins[seat]
        moved = (seat - first) % s.seats < running  # this turn of the game
        found[row] = [
            1,
            coins is not None,
            coins or 0,
            seat == first,
            s.options.turns - s.turn + (0 if moved else 1),
            s.active(seat) is not NOBODY,
            count(s.regions_of(seat)),
            tokens_on_map(s, seat),
            _income(s, seat),
        ]
    return found


def _income(s: State, seat: int) -> int:
    """What the seat would score as things stand, if everybody can pay."""
    total = int(awards(s, None)) if seat == s.seat else 0
    for e in s.empires_of(seat):
        total += int(coins_of(s, e, None))
        if e.hooks & TAKES_FROM:
            for trait in e.traits:
                total += int(count(trait.takes_from(s, e) & ~BIT[seat]))
    return total


def _encode_traits(s: State) -> Numbers:
    found = np.zeros((len(TRAITS), TRAIT.width), np.int16)
    for trait in s.library.traits:
        found[row_of(trait), TRAIT.at["in the game"]] += 1
        found[row_of(trait), TRAIT.at["remembers"]] += s.note(trait) > 0
        found[row_of(trait), TRAIT.at["remembers now"]] += s.turn_note(trait) > 0
    races, powers, markers = s.library.races, s.library.powers, s.library.markers
    for index in each(s.race_stack):
        found[row_of(races[index]), TRAIT.at["in the stack"]] += 1
    for index in s.race_bottom:
        found[row_of(races[index]), TRAIT.at["at the bottom"]] += 1
    for index in each(s.power_stack):
        found[row_of(powers[index]), TRAIT.at["in the stack"]] += 1
    for index in each(s.power_discard):
        found[row_of(powers[index]), TRAIT.at["discarded"]] += 1
    for marker in markers:
        found[row_of(marker), TRAIT.at["to be found"]] += s.finds & BIT[marker.index] != 0
        found[row_of(marker), TRAIT.at["on the map"]] += s.marker_region(marker.index) >= 0
    return found


# ---- races on the map and on offer ----


def _empires(s: State, order: list[int]) -> list[Empire]:
    """As the rows have them."""
    found = [s.active(seat) for seat in order if s.active(seat) is not NOBODY]
    declined = list(reversed(s.empires[s.seats :]))
    declined.sort(key=lambda e: order.index(int(e.seat)))  # stable: the youngest of a seat first
    return (found + declined)[:EMPIRES]


def _encode_empires(s: State, order: list[int], empires: list[Empire]) -> Numbers:
    found = np.zeros((EMPIRES, EMPIRE.width), np.int16)
    at_ = EMPIRE.at
    conquering = conqueror(s) if s.step() in (CONQUEST, RISEN) else NOBODY
    for row, e in zip(found, empires, strict=False):
        row[at_["here"]] = 1
        row[at_["seat"] + order.index(int(e.seat))] = 1
        row[at_["declined"]] = e.declined
        row[at_["conquering"]] = e is conquering
        row[at_["first turn"]] = e.first_turn
        row[at_["lingers"]] = e.lingers
        row[at_["hand"]] = e.hand
        row[at_["withdrawn"]] = e.withdrawn
        row[at_["tray"]] = e.tray
        running = e.seat == s.seat and not e.declined
        row[at_["hammers"]] = e.hammers - (s.now.hammers_used if running else 0)
        row[at_["pieces back"]] = e.pieces_back
        row[at_["regions"]] = count(e.regions)
        row[at_["coins"]] = coins_of(s, e, None)
        _write_names(row, at_["is"], [e.race, e.power])
        _write_names(row, at_["speaks"], e.traits)
        describe_traits(row, EMPIRE, e.traits)
    return found


def _encode_holdings(empires: list[Empire]) -> Numbers:
    found = np.zeros((EMPIRES, REGIONS), np.int16)
    for n, e in enumerate(empires):
        found[n] = bits(e.regions)
    return found


def _write_names(row: Numbers, first: int, traits: list[Trait]) -> None:
    for trait in traits:
        if trait.number >= 0:  # not the stand-ins for no race and no power
            row[first + row_of(trait)] = 1


def _combo(s: State, slot: int) -> tuple[Race, Power]:
    race = s.library.races[int(s.row_races[slot])]
    return race, s.library.powers[int(s.row_powers[slot])]


def _encode_combos(s: State) -> Numbers:
    found = np.zeros((COMBOS, COMBO.width), np.int16)
    for slot in range(min(int(s.row_size), COMBOS)):
        race, power = _combo(s, slot)
        row = found[slot]
        row[COMBO.at["here"]] = 1
        row[COMBO.at["price"]] = slot
        row[COMBO.at["coins"]] = int(s.row_coins[slot])
        row[COMBO.at["tokens"]] = min(race.supply, race.tokens + race.bonus + power.tokens)
        _write_names(row, COMBO.at["is"], [race, power])
        describe_traits(row, COMBO, [race, power])
    return found


def _encode_combo_regions(s: State, seat: int) -> Numbers:
    found = np.zeros((COMBOS, REGIONS, COMBO_REGION.width), np.int16)
    for slot in range(min(int(s.row_size), COMBOS)):
        race, power = _combo(s, slot)
        e = Empire(seat, race, power)  # as if picked: in no region yet
        e.traits = [trait for trait in (race, power) if trait.works & ACTIVE]
        for trait in e.traits:
            e.hooks |= trait.hooks
        columns = found[slot].T
        columns[0] = _bonus(s, e)
        for trait in e.traits:
            if trait.hooks & CHEAPER:
                columns[1] += bits(trait.cheaper(s, e) & s.board.all)
            if trait.hooks & DEARER:
                columns[2] += bits(trait.dearer(s, e) & s.board.all)
            if trait.hooks & AS_IF_EMPTY:
                columns[5] |= bits(trait.as_if_empty(s, e) & s.board.all)
        columns[3] = bits(entry(s, e) & s.board.all)
        columns[4] = bits(lives_on(s, e) & s.board.all)
    return found


# ---- regions ----


def _encode_regions(s: State, order: list[int]) -> Numbers:
    columns = np.zeros((REGION.width, REGIONS), np.int16)
    at_ = REGION.at
    board = s.board
    columns[at_["here"]] = bits(board.all)
    for n in range(len(board.by_terrain)):
        columns[at_["terrain"] + n] = bits(board.by_terrain[n])
    symbols = next(field for field in REGION.fields if field.name == "symbols").of
    for r, region in enumerate(board.regions):
        for symbol in region.symbols:
            columns[at_["symbols"] + symbols.index(symbol), r] = 1
    columns[at_["edge"]] = bits(board.edge)
    columns[at_["entry"]] = bits(board.entry)
    columns[at_["coast"]] = bits(board.coast)
    for row, seat in enumerate(order):
        columns[at_["holder"] + row] = bits(s.regions_of(seat))
    for e in s.empires:
        columns[at_["declined" if e.declined else "active"]] |= bits(e.regions)
        columns[at_["coins"]] += _coins(s, e)
    columns[at_["tribe"]] = bits(s.tribes)
    columns[at_["monsters"]] = bits(s.monsters)
    for r in range(board.size):
        columns[at_["tokens"], r] = s.tokens_in(r)
        columns[at_["strength"], r] = int(s.strength(r))
    columns[at_["shielded"]] = bits(s.shielded)
    columns[at_["barred"]] = bits(s.barred)
    _write_pieces(s, columns)
    for marker in s.library.markers:
        r = int(s.marker_region(marker.index))
        if r >= 0:
            columns[at_["markers"] + PLACES_AND_RELICS.index(marker.name), r] = 1
    columns[at_["taken"]] = bits(s.now.taken)
    columns[at_["won"]] = bits(s.now.won)
    for row, seat in enumerate(order):
        if s.active(seat) is not NOBODY:
            _write_front(s, s.active(seat), row, columns)
    return np.ascontiguousarray(columns.T)


def _coins(s: State, e: Empire) -> Numbers:
    """Coins each of its regions brings it, before anything is doubled."""
    found = bits(e.regions)
    if e.hooks & PAYS:
        for trait in e.traits:
            found += bits(trait.pays(s, e) & e.regions)
    return found


def _bonus(s: State, e: Empire) -> Numbers:
    """Coins beyond the first of each region, if it held that one as well."""
    found = np.zeros(REGIONS, np.int16)
    if not e.hooks & PAYS:
        return found
    trial = e.copy()  # one region at a time: a trait may answer for held ones only
    for r in range(s.board.size):
        trial.regions = e.regions | BIT[r]
        for trait in e.traits:
            if trait.hooks & PAYS and trait.pays(s, trial) & BIT[r]:
                found[r] += 1
    return found


def _write_pieces(s: State, columns: Numbers) -> None:
    first = REGION.at["pieces"]
    for kind, piece in enumerate(s.library.pieces):
        column = columns[first + min(kind, len(PIECES))]  # the last: home-made ones together
        for r in each(s.where[kind]):
            column[r] += s.stacked(piece.stack, r) if piece.stack >= 0 else 1


def _write_front(s: State, e: Empire, row: int, columns: Numbers) -> None:
    """Where that race could attack, for how much, and what a region would bring it."""
    front = Front(s, e)
    columns[REGION.at["target"] + row] = bits(front.targets & s.board.all)
    price = columns[REGION.at["price"] + row]
    for r in each(front.targets & s.board.all):
        price[r] = front.price(r)
    columns[REGION.at["bonus"] + row] = _bonus(s, e)
