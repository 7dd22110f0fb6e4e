"""The nine Popular Places (rules B6)."""

from __future__ import annotations

from smallworld.content.common import offer_in
from smallworld.engine.actions import Actions, region_of
from smallworld.engine.pieces import BALROG, GHOST
from smallworld.engine.regions import BIT, Regions, spread
from smallworld.engine.rules.battle import drive_out, provoke
from smallworld.engine.rules.conquest import immune_to, plain_only_for, refused_to
from smallworld.engine.rules.finding import ask_for_badge
from smallworld.engine.shim import i64
from smallworld.engine.state import NOBODY, Empire, State
from smallworld.engine.terms import (
    ALWAYS,
    ASK,
    CONQUEST,
    FIND,
    PLACEMENTS,
    READY,
    REDEPLOY,
    RISEN,
)
from smallworld.engine.trait import Place, Power, Trait
from smallworld.engine.verbs import (
    add_tokens,
    ask,
    award,
    draw_tokens,
    let_go,
    lift_all,
    lift_from,
    move_piece,
    vanish_if_gone,
)


class AltarOfSouls(Place):
    """One own token in decline may be discarded each turn for three coins."""

    def __init__(self) -> None:
        super().__init__("Altar of Souls", works=ALWAYS, word="sacrifice")

    def options(self, s: State, e: Empire, phase: i64, out: Actions) -> None:
        if phase == PLACEMENTS and not s.turn_note(self):
            for other in s.declined(e.seat):
                offer_in(self, other.regions, out)

    def answer(self, s: State, e: Empire, action: i64) -> None:
        r = region_of(action)
        other = s.holder(r)
        if s.tokens_in(r) > 1:
            add_tokens(s, r, -1)
        else:
            lift_from(s, r, False)
            let_go(s, other, r)
        other.tray += 1
        s.set_turn_note(self, 1)
        award(s, self, 3)
        vanish_if_gone(s, other)


class CryptOfTheTombRaider(Place):
    """Its holder sends the Ghost, which makes a region immune to all others, in decline too."""

    def __init__(self) -> None:
        super().__init__("Crypt of the Tomb-raider", works=ALWAYS, word="place ghost", piece=GHOST)

    def options(self, s: State, e: Empire, phase: i64, out: Actions) -> None:
        if phase == PLACEMENTS and not e.declined and not s.turn_note(self):
            closed = s.board.chasms | s.where[BALROG] | s.where[GHOST] | self.region(s)
            offer_in(self, s.board.all & ~closed, out)

    def answer(self, s: State, e: Empire, action: i64) -> None:
        move_piece(s, GHOST, region_of(action))
        s.set_turn_note(self, 1)

    def exempt(self, s: State, e: Empire) -> Regions:
        if s.options.rules < 2:
            return s.where[GHOST]
        return s.where[GHOST] & ~s.where[BALROG]  # where both stand nobody may (A8.6)

    def on_released(self, s: State, e: Empire) -> None:
        lift_all(s, GHOST)


class DiamondFields(Place):
    """One coin more for its region and for the race's others of the same terrain."""

    def __init__(self) -> None:
        super().__init__("Diamond Fields", works=ALWAYS)

    def pays(self, s: State, e: Empire) -> Regions:
        return s.board.same_terrain(s.marker_region(self.index))


class GreatBrassPipe(Place):
    """For its holder all regions of its terrain are next to each other."""

    def __init__(self) -> None:
        super().__init__("Great Brass Pipe")

    def links(self, s: State, e: Empire, start: Regions) -> Regions:
        same = s.board.same_terrain(s.marker_region(self.index))
        return same if same & start else 0


class FountainOfYouth(Place):
    """One new token at the start of every turn."""

    def __init__(self) -> None:
        super().__init__("Fountain of Youth")

    def on_turn_start(self, s: State, e: Empire) -> None:
        draw_tokens(s, e, 1)


class KeepOnTheMotherland(Place):
    """One coin more, and one more to defend, whoever holds it."""

    def __init__(self) -> None:
        super().__init__("Keep on the Motherland", works=ALWAYS, defence=1)

    def pays(self, s: State, e: Empire) -> Regions:
        return self.region(s)


class MineOfTheLostDwarf(Place):
    """Two coins more."""

    def __init__(self) -> None:
        super().__init__("Mine of the Lost Dwarf", works=ALWAYS)

    def coins_overall(self, s: State, e: Empire) -> i64:
        return 2

    def undoubled(self, s: State, e: Empire) -> Regions:
        return self.region(s)


class Stonehedge(Place):
    """It is given a badge when found, and lends it to its holder."""

    def __init__(self) -> None:
        super().__init__("Stonehedge", works=ALWAYS)

    def on_found(self, s: State, seat: i64, r: i64) -> None:
        ask_for_badge(s, self.index)

    def badge(self, s: State) -> Power | None:
        """The badge it was given, if any."""
        note = s.note(self)
        return s.library.powers[note - 1] if note else None

    def lends(self, s: State, e: Empire) -> Trait | None:
        return self.badge(s)

    def on_released(self, s: State, e: Empire) -> None:
        badge = self.badge(s)
        if badge is not None:
            badge.on_released(s, e)


class WickedestPentacle(Place):
    """Its holder sends the Balrog, which empties a region and closes it to all."""

    def __init__(self) -> None:
        super().__init__("Wickedest Pentacle", word="place balrog", piece=BALROG)

    def eligible(self, s: State, e: Empire) -> Regions:
        """Regions the Balrog may enter: next to its own, or to the Pentacle if off the map."""
        here = s.where[BALROG] or self.region(s)
        closed = s.board.chasms | here | immune_to(s, e.seat)
        closed |= plain_only_for(s, e.seat) | refused_to(s, e)
        return spread(s.board.neighbours, here) & ~closed

    def on_found(self, s: State, seat: i64, r: i64) -> None:
        e = s.holder(r)
        if not e.declined and e is not NOBODY and self.eligible(s, e):
            ask(s, self, seat)

    def options(self, s: State, e: Empire, phase: i64, out: Actions) -> None:
        moving = phase in (RISEN, READY, CONQUEST, REDEPLOY, PLACEMENTS)
        if phase == ASK or (moving and not s.turn_note(self) and not s.now.declining):
            offer_in(self, self.eligible(s, e), out)

    def answer(self, s: State, e: Empire, action: i64) -> None:
        r = region_of(action)
        s.set_turn_note(self, 1)
        victim = s.holder(r)
        monsters = s.monsters & BIT[r]
        if victim is not NOBODY and victim.seat != e.seat:
            provoke(s, victim.seat, e.seat)
        drive_out(s, e.seat, r, 2, False)
        move_piece(s, BALROG, r)
        if victim is not NOBODY:
            vanish_if_gone(s, victim)
        if monsters and s.finds:
            s.push(FIND, e.seat, r)


def places() -> list[Place]:
    """All of them, in the order of the list of pieces."""
    return [
        AltarOfSouls(),
        CryptOfTheTombRaider(),
        DiamondFields(),
        GreatBrassPipe(),
        FountainOfYouth(),
        KeepOnTheMotherland(),
        MineOfTheLostDwarf(),
        Stonehedge(),
        WickedestPentacle(),
    ]
