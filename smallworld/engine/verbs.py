"""The verbs by which the state changes; they keep its sums true and tell what happened.

Moments of traits act only through these.
"""

from __future__ import annotations

from smallworld.engine.events import Event
from smallworld.engine.pieces import EVERYONE, LEAVES, OTHERS, WITHDRAWN
from smallworld.engine.regions import BIT, at, count, first, with_cell, with_entry
from smallworld.engine.shim import i64
from smallworld.engine.state import NOBODY, Empire, State
from smallworld.engine.terms import ACTIVE, ASK, DECLINE, FILL_ROW, POWER_REVEAL, ROW
from smallworld.engine.trait import NO_POWER, OFFERS, OPTIONS, Power, Race, Trait

# ---- cells ----


def _defend(s: State, r: i64, more: i64) -> None:
    s.defence = with_cell(s.defence, r, at(s.defence, r) + more)


def _restack(s: State, stack: i64, r: i64, pieces: i64) -> None:
    i = stack * s.board.size + r
    s.stacks = with_cell(s.stacks, i, at(s.stacks, i) + pieces)


# ---- who speaks ----


def refresh(s: State, e: Empire) -> None:
    """Find anew which traits speak for the empire: race, power, places, relics, what is lent."""
    mode = DECLINE if e.declined else ACTIVE
    traits: list[Trait] = []
    if e.race.works & mode:
        traits.append(e.race)
    if e.power.works & mode and e.power is not NO_POWER:
        traits.append(e.power)
    if s.marked & e.regions:
        for marker in s.library.markers:
            r = s.marker_region(marker.index)
            if r < 0 or not e.regions & BIT[r]:
                continue
            if marker.works & mode:
                traits.append(marker)
            lent = marker.lends(s, e)
            if lent is not None and lent.works & mode:
                traits.append(lent)
    hooks: i64 = 0
    for trait in traits:
        hooks |= trait.hooks
    e.traits = traits
    e.hooks = hooks
    refresh_voices(s)


def refresh_voices(s: State) -> None:
    """All hooks answered on the map, and which seats have options, anew."""
    voices: i64 = 0
    for e in s.empires:
        voices |= e.hooks
        if e.hooks & OPTIONS:
            voices |= BIT[OFFERS + e.seat]
    s.voices = voices


# ---- holding regions ----


def hold(s: State, e: Empire, r: i64, tokens: i64) -> None:
    """The empty region becomes the empire's, with tokens that have already left their place."""
    bit: i64 = BIT[r]
    e.regions |= bit
    n: int = tokens
    s.tokens[r] = n
    if s.marked & bit:
        refresh(s, e)


def let_go(s: State, e: Empire, r: i64) -> i64:
    """The region is no longer the empire's; its tokens, now nowhere, are returned as a number."""
    tokens = s.tokens_in(r)
    bit: i64 = BIT[r]
    e.regions &= ~bit
    s.tokens[r] = 0
    if s.marked & bit:
        refresh(s, e)
        for marker in s.library.markers:
            if s.marker_region(marker.index) == r:
                marker.on_released(s, e)
    return tokens


def add_tokens(s: State, r: i64, tokens: i64) -> None:
    """More (or fewer) tokens of the race that holds the region; where they come from is yours."""
    total: int = s.tokens_in(r) + tokens
    s.tokens[r] = total


def clear_natives(s: State, r: i64) -> None:
    """Lost Tribes and Monsters leave the game."""
    bit: i64 = BIT[r]
    if (s.tribes | s.monsters) & bit:
        s.tokens[r] = 0
        s.tribes &= ~bit
        s.monsters &= ~bit


def put_natives(s: State, r: i64, tokens: i64, monsters: bool) -> None:
    """Set up Lost Tribes or Monsters."""
    if monsters:
        s.monsters |= BIT[r]
    else:
        s.tribes |= BIT[r]
    add_tokens(s, r, tokens)


def take_up(s: State, e: Empire) -> None:
    """All tokens beyond one per region come to hand (A6)."""
    rest: i64 = e.regions
    while rest:
        r = first(rest)
        rest &= rest - 1
        more = s.tokens_in(r) - 1
        if more:
            s.tokens[r] = 1
            e.hand += more


def leave(s: State, e: Empire, r: i64) -> None:
    """Give up a region: tokens to hand, pieces as A7.2 says."""
    lift_from(s, r, False)
    e.hand += let_go(s, e, r)
    if s.listener is not None:
        s.tell(Event("left", int(e.seat), int(r), name=e.race.name))


# ---- tokens ----


def draw_tokens(s: State, e: Empire, wanted: i64) -> i64:
    """Tokens from tray to hand, as many as there are; how many came."""
    drawn: i64 = wanted if wanted < e.tray else e.tray
    e.tray -= drawn
    e.hand += drawn
    return drawn


# ---- pieces ----


def put_piece(s: State, kind: i64, r: i64, pieces: i64 = 1) -> None:
    """Put pieces of that kind into the region."""
    piece = s.library.pieces[kind]
    bit: i64 = BIT[r]
    s.where = with_entry(s.where, kind, s.where[kind] | bit)
    s.pieced |= bit
    if piece.stack >= 0:
        _restack(s, piece.stack, r, pieces)
    if piece.defence:
        _defend(s, r, piece.defence * pieces)
    if piece.closes == OTHERS:
        s.shielded |= bit
    elif piece.closes == EVERYONE:
        s.barred |= bit
    if s.listener is not None:
        s.tell(Event("placed", int(s.seat), int(r), int(pieces), piece.name))


def lift_piece(s: State, kind: i64, r: i64) -> i64:
    """Take all pieces of that kind from the region; how many there were."""
    bit: i64 = BIT[r]
    if not s.where[kind] & bit:
        return 0
    piece = s.library.pieces[kind]
    s.where = with_entry(s.where, kind, s.where[kind] & ~bit)
    pieces: i64 = 1
    if piece.stack >= 0:
        pieces = s.stacked(piece.stack, r)
        _restack(s, piece.stack, r, -pieces)
    if piece.defence:
        _defend(s, r, -piece.defence * pieces)
    close_regions(s)
    return pieces


def close_regions(s: State) -> None:
    """Find anew which regions have pieces, and which of these close them."""
    pieced: i64 = 0
    shielded: i64 = 0
    barred: i64 = 0
    for kind, piece in enumerate(s.library.pieces):
        where = s.where[kind]
        if where:
            pieced |= where
            if piece.closes == OTHERS:
                shielded |= where
            elif piece.closes == EVERYONE:
                barred |= where
    s.pieced = pieced
    s.shielded = shielded
    s.barred = barred


def lift_all(s: State, kind: i64) -> None:
    """Take every piece of that kind off the map."""
    rest: i64 = s.where[kind]
    while rest:
        lift_piece(s, kind, first(rest))
        rest &= rest - 1


def lift_from(s: State, r: i64, conquered: bool) -> i64:
    """Pieces meet their fate as r is conquered or abandoned; how many were withdrawn."""
    withdrawn: i64 = 0
    bit: i64 = BIT[r]
    if not s.pieced & bit:
        return 0
    for kind, piece in enumerate(s.library.pieces):
        if s.where[kind] & bit:
            fate = piece.conquered if conquered else piece.abandoned
            if fate == LEAVES:
                lift_piece(s, kind, r)
            elif fate == WITHDRAWN:
                withdrawn += lift_piece(s, kind, r)
    return withdrawn


def move_piece(s: State, kind: i64, r: i64) -> None:
    """A piece of which there is only one goes to r."""
    lift_all(s, kind)
    put_piece(s, kind, r)


def pieces_left(s: State, kind: i64) -> i64:
    """How many of that kind are not on the map."""
    piece = s.library.pieces[kind]
    if piece.stack < 0:
        return piece.total - count(s.where[kind])
    left: i64 = piece.total
    rest: i64 = s.where[kind]
    while rest:
        left -= s.stacked(piece.stack, first(rest))
        rest &= rest - 1
    return left


# ---- places and relics ----


def lay_marker(s: State, marker: i64, r: i64) -> None:
    """A place or relic is put face up into r, or moves there."""
    trait = s.library.markers[marker]
    old = s.marker_region(marker)
    s.markers = with_cell(s.markers, marker, r + 1)
    if old >= 0 and trait.defence:
        _defend(s, old, -trait.defence)
    if trait.defence:
        _defend(s, r, trait.defence)
    marked: i64 = 0
    for m in range(len(s.library.markers)):
        lies = s.marker_region(m)
        if lies >= 0:
            marked |= BIT[lies]
    s.marked = marked
    if old >= 0 and s.holder(old) is not NOBODY:
        refresh(s, s.holder(old))
    if s.holder(r) is not NOBODY:
        refresh(s, s.holder(r))
    if s.listener is not None:
        s.tell(Event("placed", int(s.seat), int(r), 1, trait.name))


# ---- coins ----


def gain(s: State, seat: i64, coins: i64, why: str) -> None:
    """Coins from the bank."""
    s.coins[seat] += coins
    if s.listener is not None:
        s.tell(Event("paid", -1, -1, int(coins), why, int(seat)))


def pay(s: State, giver: i64, taker: i64, why: str) -> i64:
    """One coin from a seat to another, if it has one; how many went."""
    if s.coins[giver] < 1:
        return 0
    s.coins[giver] -= 1
    s.coins[taker] += 1
    if s.listener is not None:
        s.tell(Event("paid", int(giver), -1, 1, why, int(taker)))
    return 1


def award(s: State, trait: Trait, coins: i64) -> None:
    """Coins due at the coming scoring, even if the trait no longer speaks then."""
    s.now.awards = [*s.now.awards, trait.number, int(coins)]


# ---- banners and badges ----


def discard(s: State, power: Power) -> None:
    """A badge goes to the discard."""
    if power is not NO_POWER:
        s.power_discard |= BIT[power.index]


def badge_ready(s: State) -> bool:
    """Whether a badge can be turned up; an empty stack is made anew from the discard (A2.6)."""
    if not s.power_stack:
        s.power_stack = s.power_discard
        s.power_discard = 0
    return s.power_stack != 0


def return_banner(s: State, race: Race) -> None:
    """A banner comes back: as a last combo if the row has room, else under the stack (A3)."""
    if s.awaits(POWER_REVEAL):
        # Another one is just being turned up: this one waits below it for its turn.
        s.race_bottom = [*s.race_bottom, race.index]
        steps = s.agenda()
        kinds = [step & 31 for step in steps]
        steps.insert(kinds.index(POWER_REVEAL), FILL_ROW)
        s.set_agenda(steps)
    elif s.row_size < ROW and badge_ready(s):
        s.row_races = with_cell(s.row_races, s.row_size, race.index)
        s.push(POWER_REVEAL, s.seat, 0)
    else:
        s.race_bottom = [*s.race_bottom, race.index]


def vanish(s: State, e: Empire) -> None:
    """A race in decline is gone (A3): all it had goes home, its banner under the stack."""
    rest: i64 = e.regions
    while rest:
        r = first(rest)
        rest &= rest - 1
        lift_from(s, r, False)
        e.tray += let_go(s, e, r)
    s.empires = [other for other in s.empires if other is not e]
    refresh_voices(s)
    discard(s, e.power)
    if s.listener is not None:
        s.tell(Event("vanished", int(e.seat), name=e.race.name))
    return_banner(s, e.race)


def vanish_if_gone(s: State, e: Empire) -> None:
    """A race in decline without a token anywhere vanishes at once."""
    if e.declined and not e.regions and not e.withdrawn and not e.hand:
        vanish(s, e)


# ---- questions ----


def ask(s: State, trait: Trait, seat: i64) -> None:
    """Put a trait's question to the seat before anything else goes on."""
    s.push(ASK, seat, trait.number)
