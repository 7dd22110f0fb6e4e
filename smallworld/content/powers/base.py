"""The twenty powers of Small World (rules B2)."""

from __future__ import annotations

from typing import Final

from smallworld.content.common import (
    conquered_not_empty,
    given_up_again,
    offer_amounts_in,
    offer_in,
)
from smallworld.engine import actions
from smallworld.engine.actions import NO_REGION, Actions, pieces_of, region_of, seat_of
from smallworld.engine.pieces import DRAGON, ENCAMPMENT, FORTRESS, HERO
from smallworld.engine.regions import BIT, Regions, count, first
from smallworld.engine.shim import i64, mypyc_attr
from smallworld.engine.state import Empire, State
from smallworld.engine.terms import DEFENDERS, PLACEMENTS, REDEPLOY
from smallworld.engine.trait import Power, Way
from smallworld.engine.verbs import lift_all, lift_piece, move_piece, pieces_left, put_piece

BOTH_PLACED: Final = 255  # Heroic's note of the turn; before, the first hero's region + 1


@mypyc_attr(allow_interpreted_subclasses=True)
class Alchemist(Power):
    """Two coins every turn."""

    def __init__(self) -> None:
        super().__init__("Alchemist", tokens=4)

    def coins_overall(self, s: State, e: Empire) -> i64:
        return 2


@mypyc_attr(allow_interpreted_subclasses=True)
class Berserk(Power):
    """The die may be rolled before each conquest and lowers its price."""

    def __init__(self) -> None:
        super().__init__("Berserk", tokens=4, rolls_ahead=True)


@mypyc_attr(allow_interpreted_subclasses=True)
class Bivouacking(Power):
    """Five encampments, set up anew every turn."""

    def __init__(self) -> None:
        super().__init__("Bivouacking", tokens=5, word="place encampment", piece=ENCAMPMENT)

    def on_redeploy(self, s: State, e: Empire) -> None:
        lift_all(s, ENCAMPMENT)

    def options(self, s: State, e: Empire, phase: i64, out: Actions) -> None:
        if phase == REDEPLOY:
            # Those driven out since conquests ended come back with the defenders.
            offer_amounts_in(self, e.regions, pieces_left(s, ENCAMPMENT) - e.pieces_back, out)
        elif phase == DEFENDERS:
            offer_amounts_in(self, e.regions, e.pieces_back, out)

    def answer(self, s: State, e: Empire, action: i64) -> None:
        put_piece(s, ENCAMPMENT, region_of(action), pieces_of(action))
        if s.step() == DEFENDERS:
            e.pieces_back -= pieces_of(action)

    def on_released(self, s: State, e: Empire) -> None:
        lift_all(s, ENCAMPMENT)


@mypyc_attr(allow_interpreted_subclasses=True)
class Commando(Power):
    """Every conquest costs one token less."""

    def __init__(self) -> None:
        super().__init__("Commando", tokens=4)

    def cheaper(self, s: State, e: Empire) -> Regions:
        return s.board.all


@mypyc_attr(allow_interpreted_subclasses=True)
class Diplomat(Power):
    """One opponent not attacked this turn cannot attack this race until its next turn."""

    def __init__(self) -> None:
        super().__init__("Diplomat", tokens=5, word="ally", every_turn=True)

    def options(self, s: State, e: Empire, phase: i64, out: Actions) -> None:
        if phase == PLACEMENTS and not s.turn_note(self):
            for seat in range(s.seats):
                if seat != e.seat and not s.now.attacked & BIT[seat]:
                    out.add(actions.use(self.number, NO_REGION, seat + 1, 0))

    def answer(self, s: State, e: Empire, action: i64) -> None:
        s.set_note(self, seat_of(action) + 1)
        s.set_turn_note(self, 1)

    def refuses(self, s: State, e: Empire, attacker: Empire) -> Regions:
        return e.regions if s.note(self) == attacker.seat + 1 and not attacker.declined else 0

    def on_turn_start(self, s: State, e: Empire) -> None:
        s.set_note(self, 0)

    def on_decline(self, s: State, e: Empire) -> None:
        s.set_note(self, 0)

    def on_released(self, s: State, e: Empire) -> None:
        s.set_note(self, 0)


@mypyc_attr(allow_interpreted_subclasses=True)
class DragonMaster(Power):
    """Once a turn the Dragon conquers with one token, and makes its region immune."""

    def __init__(self) -> None:
        super().__init__("Dragon Master", tokens=5, way=Way(one_token=True), piece=DRAGON)

    def ways(self, s: State, e: Empire) -> Regions:
        return 0 if s.turn_note(self) else s.board.all

    def way_taken(self, s: State, e: Empire, r: i64) -> None:
        move_piece(s, DRAGON, r)
        s.set_turn_note(self, 1)

    def on_released(self, s: State, e: Empire) -> None:
        lift_all(s, DRAGON)


@mypyc_attr(allow_interpreted_subclasses=True)
class Flying(Power):
    """Any land is in reach, also to enter."""

    def __init__(self) -> None:
        super().__init__("Flying", tokens=5)

    def enters(self, s: State, e: Empire) -> Regions:
        return s.board.land

    def reaches(self, s: State, e: Empire) -> Regions:
        return s.board.land


@mypyc_attr(allow_interpreted_subclasses=True)
class Forest(Power):
    """Every forest pays one coin more."""

    def __init__(self) -> None:
        super().__init__("Forest", tokens=4)

    def pays(self, s: State, e: Empire) -> Regions:
        return s.board.forests


@mypyc_attr(allow_interpreted_subclasses=True)
class Fortified(Power):
    """One fortress a turn; each defends, and pays one coin while the race is active."""

    def __init__(self) -> None:
        super().__init__("Fortified", tokens=3, word="place fortress", piece=FORTRESS)

    def pays(self, s: State, e: Empire) -> Regions:
        return s.where[FORTRESS]

    def options(self, s: State, e: Empire, phase: i64, out: Actions) -> None:
        if phase == PLACEMENTS and not s.turn_note(self) and pieces_left(s, FORTRESS):
            offer_in(self, e.regions & ~s.where[FORTRESS], out)

    def answer(self, s: State, e: Empire, action: i64) -> None:
        put_piece(s, FORTRESS, region_of(action))
        s.set_turn_note(self, 1)


@mypyc_attr(allow_interpreted_subclasses=True)
class Heroic(Power):
    """Two heroes make two regions immune; they move at the end of the owner's turns."""

    def __init__(self) -> None:
        super().__init__("Heroic", tokens=5, word="place hero", piece=HERO, must_place=True)

    def placed(self, s: State) -> Regions:
        """The region of the hero placed this turn, if it is only one."""
        note = s.turn_note(self)
        return BIT[note - 1] if 0 < note < BOTH_PLACED else 0

    def options(self, s: State, e: Empire, phase: i64, out: Actions) -> None:
        if phase != PLACEMENTS:
            return
        if s.turn_note(self) < BOTH_PLACED:
            offer_in(self, e.regions & ~self.placed(s), out)
        elif pieces_left(s, HERO):  # the owner's Balrog has just driven one out
            offer_in(self, e.regions & ~s.where[HERO], out)

    def answer(self, s: State, e: Empire, action: i64) -> None:
        r = region_of(action)
        if not s.where[HERO] & BIT[r]:  # else that hero simply stays
            if not pieces_left(s, HERO):
                lift_piece(s, HERO, first(s.where[HERO] & ~self.placed(s)))
            put_piece(s, HERO, r)
        s.set_turn_note(self, BOTH_PLACED if s.turn_note(self) else r + 1)

    def on_released(self, s: State, e: Empire) -> None:
        lift_all(s, HERO)


@mypyc_attr(allow_interpreted_subclasses=True)
class Hill(Power):
    """Every hill pays one coin more."""

    def __init__(self) -> None:
        super().__init__("Hill", tokens=4)

    def pays(self, s: State, e: Empire) -> Regions:
        return s.board.hills


@mypyc_attr(allow_interpreted_subclasses=True)
class Merchant(Power):
    """Every region pays one coin more."""

    def __init__(self) -> None:
        super().__init__("Merchant", tokens=2)

    def pays(self, s: State, e: Empire) -> Regions:
        return s.board.all


@mypyc_attr(allow_interpreted_subclasses=True)
class Mounted(Power):
    """Hills and farmland cost one token less."""

    def __init__(self) -> None:
        super().__init__("Mounted", tokens=5)

    def cheaper(self, s: State, e: Empire) -> Regions:
        return s.board.hills | s.board.farmlands


@mypyc_attr(allow_interpreted_subclasses=True)
class Pillaging(Power):
    """Every non-empty region conquered this turn pays one coin more."""

    def __init__(self) -> None:
        super().__init__("Pillaging", tokens=5)

    def pays(self, s: State, e: Empire) -> Regions:
        return conquered_not_empty(s, e)

    def coins_overall(self, s: State, e: Empire) -> i64:
        return count(given_up_again(s, e))


@mypyc_attr(allow_interpreted_subclasses=True)
class Seafaring(Power):
    """Seas and lakes can be conquered and kept, in decline too."""

    def __init__(self) -> None:
        super().__init__("Seafaring", tokens=5)

    def lives_on(self, s: State, e: Empire) -> Regions:
        return s.board.water

    def enters(self, s: State, e: Empire) -> Regions:
        return s.board.seas & s.board.edge


@mypyc_attr(allow_interpreted_subclasses=True)
class Spirit(Power):
    """In decline this race does not count toward the limit of one."""

    def __init__(self) -> None:
        super().__init__("Spirit", tokens=5, lingers=True, kept=True)


@mypyc_attr(allow_interpreted_subclasses=True)
class Stout(Power):
    """May go into decline at the end of a turn, after scoring."""

    def __init__(self) -> None:
        super().__init__("Stout", tokens=4, late_decline=True)


@mypyc_attr(allow_interpreted_subclasses=True)
class Swamp(Power):
    """Every swamp pays one coin more."""

    def __init__(self) -> None:
        super().__init__("Swamp", tokens=4)

    def pays(self, s: State, e: Empire) -> Regions:
        return s.board.swamps


@mypyc_attr(allow_interpreted_subclasses=True)
class Underworld(Power):
    """Caverns cost one token less and are all next to each other."""

    def __init__(self) -> None:
        super().__init__("Underworld", tokens=5)

    def cheaper(self, s: State, e: Empire) -> Regions:
        return s.board.caverns

    def links(self, s: State, e: Empire, start: Regions) -> Regions:
        return s.board.caverns if start & s.board.caverns else 0


@mypyc_attr(allow_interpreted_subclasses=True)
class Wealthy(Power):
    """Seven coins once, at the end of the first turn."""

    def __init__(self) -> None:
        super().__init__("Wealthy", tokens=4)

    def coins_overall(self, s: State, e: Empire) -> i64:
        if e.power is self:
            return 7 if e.first_turn else 0
        return 7 if s.turn_note(self) else 0

    def on_granted(self, s: State) -> None:
        s.set_turn_note(self, 1)


def base_powers() -> list[Power]:
    """All of them, in rulebook order."""
    return [
        Alchemist(),
        Berserk(),
        Bivouacking(),
        Commando(),
        Diplomat(),
        DragonMaster(),
        Flying(),
        Forest(),
        Fortified(),
        Heroic(),
        Hill(),
        Merchant(),
        Mounted(),
        Pillaging(),
        Seafaring(),
        Spirit(),
        Stout(),
        Swamp(),
        Underworld(),
        Wealthy(),
    ]
