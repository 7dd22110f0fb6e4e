"""Invariants: what must be true of every state, whatever was played."""

from __future__ import annotations

from smallworld.engine.pieces import EVERYONE, OTHERS
from smallworld.engine.regions import BIT, at, count, each
from smallworld.engine.state import NOBODY, Empire, State
from smallworld.engine.terms import POWER_REVEAL, RACE_REVEAL
from smallworld.engine.trait import NO_POWER


def check(s: State) -> list[str]:
    """Everything that is wrong with the state; an empty list is good news."""
    wrong: list[str] = []
    _check_regions(s, wrong)
    for e in s.empires:
        if e is not NOBODY:
            _check_tokens(s, e, wrong)
    _check_pieces(s, wrong)
    _check_cards(s, wrong)
    for seat in range(s.seats):
        if s.coins[seat] < 0:
            wrong.append(f"seat {seat} has {s.coins[seat]} coins")
        active = s.active(seat)
        if active is not NOBODY and (active.seat != seat or active.declined):
            wrong.append(f"seat {seat}: its active race is not its own active race")
    return wrong


def _check_regions(s: State, wrong: list[str]) -> None:
    held = int(s.tribes | s.monsters)
    if s.tribes & s.monsters:
        wrong.append("Lost Tribes and Monsters in one region")
    for e in s.empires:
        if held & e.regions:
            wrong.append(f"{e.race.name} share a region with somebody")
        held |= int(e.regions)
    if held & ~s.board.all or held & s.board.chasms:
        wrong.append("something stands off the board or in a chasm")
    defence = _defences(s)
    for r in range(s.board.size):
        tokens = at(s.tokens, r)
        if (tokens > 0) != (held & BIT[r] != 0):
            wrong.append(f"region {s.board.names[r]} has {tokens} tokens and a wrong holder")
        strength = at(s.board.ground, r) + tokens + defence[r]
        if strength != s.strength(r):
            wrong.append(f"region {s.board.names[r]} should cost {strength}, not {s.strength(r)}")


def _defences(s: State) -> list[int]:
    """What pieces and places add to the price of each region."""
    found = [0] * s.board.size
    for kind, piece in enumerate(s.library.pieces):
        if piece.defence:
            for r in each(s.where[kind]):
                n = int(s.stacked(piece.stack, r)) if piece.stack >= 0 else 1
                found[r] += piece.defence * n
    for marker in s.library.markers:
        if marker.defence and s.marker_region(marker.index) >= 0:
            found[s.marker_region(marker.index)] += marker.defence
    return found


def _check_tokens(s: State, e: Empire, wrong: list[str]) -> None:
    on_map = 0
    for r in each(e.regions):
        on_map += int(s.tokens_in(r))
    total = on_map + e.hand + e.withdrawn + e.tray
    if total != e.race.supply or min(e.hand, e.withdrawn, e.tray) < 0:
        wrong.append(
            f"{e.race.name}: {on_map} on the map, {e.hand} in hand, {e.withdrawn} withdrawn, "
            f"{e.tray} in the tray make {total}, not {e.race.supply}"
        )
    if not 0 <= e.hammers <= 7:
        wrong.append(f"{e.race.name} have {e.hammers} hammers")


def _check_pieces(s: State, wrong: list[str]) -> None:
    shielded = 0
    barred = 0
    pieced = 0
    for kind, piece in enumerate(s.library.pieces):
        where = int(s.where[kind])
        pieced |= where
        if piece.closes == OTHERS:
            shielded |= where
        elif piece.closes == EVERYONE:
            barred |= where
        on_map = int(count(where))
        if piece.stack >= 0:
            on_map = 0
            filled = 0
            first = piece.stack * s.board.size
            for r in range(s.board.size):
                n = at(s.stacks, first + r)
                if n:
                    on_map += int(n)
                    filled |= int(BIT[r])
            if filled != where:
                wrong.append(f"{piece.name}: its counts and its regions differ")
        if on_map > piece.total:
            wrong.append(f"{on_map} pieces of {piece.name} on the map, {piece.total} exist")
    if (shielded, barred, pieced) != (s.shielded, s.barred, s.pieced):
        wrong.append("immune regions differ from the pieces that make them so")


def _check_cards(s: State, wrong: list[str]) -> None:
    """Every banner and badge is in exactly one place."""
    pending = [int(step) & 31 for step in s.agenda()]
    races = each(s.race_stack) + s.race_bottom
    powers = each(s.power_stack) + each(s.power_discard)
    shown = int(s.row_size)
    if POWER_REVEAL in pending and RACE_REVEAL not in pending:
        races.append(int(at(s.row_races, shown)))
    for slot in range(shown):
        races.append(int(at(s.row_races, slot)))
        powers.append(int(at(s.row_powers, slot)))
    for e in s.empires:
        if e is not NOBODY:
            races.append(e.race.index)
            if e.power is not NO_POWER:
                powers.append(e.power.index)
    for marker in s.library.markers:
        lent = marker.lends(s, NOBODY)
        if lent is not None:
            powers.append(s.library.powers.index(lent))  # type: ignore[arg-type]
    for what, found, total in (
        ("banner", races, len(s.library.races)),
        ("badge", powers, len(s.library.powers)),
    ):
        if len(set(found)) < len(found):
            wrong.append(f"a {what} is in two places")
        if len(found) > total:
            wrong.append(f"{len(found)} {what}s of {total}")
