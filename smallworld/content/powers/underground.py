"""The twenty-one powers of Small World Underground (rules B4)."""

from __future__ import annotations

from smallworld.content.common import (
    lost_to_enemies_only,
    offer_amounts_in,
    offer_in,
    seats_bordering,
)
from smallworld.engine import actions
from smallworld.engine.actions import Actions, pieces_of, region_of, via_of
from smallworld.engine.pieces import ARMOR, BAG, QUEEN
from smallworld.engine.regions import BIT, Regions, connected, count, each, first
from smallworld.engine.rules.conquest import adjacent, immune_to, lone_enemies
from smallworld.engine.shim import i64, mypyc_attr
from smallworld.engine.state import Empire, State
from smallworld.engine.terms import (
    ALWAYS,
    DECLINE,
    KEEPS_CHOICE,
    KEEPS_NONE,
    PLACEMENTS,
    REDEPLOY,
    START,
)
from smallworld.engine.trait import ON_GAINED, Place, Power, Relic, Way
from smallworld.engine.verbs import (
    gain,
    hold,
    let_go,
    lift_all,
    lift_from,
    move_piece,
    pieces_left,
    put_piece,
    vanish_if_gone,
)


@mypyc_attr(allow_interpreted_subclasses=True)
class Adventurous(Power):
    """Every region with a Popular Place pays one coin more."""

    def __init__(self) -> None:
        super().__init__("Adventurous", tokens=5)

    def pays(self, s: State, e: Empire) -> Regions:
        places: i64 = 0
        for marker in s.library.markers:
            if isinstance(marker, Place):
                places |= marker.region(s)
        return places


@mypyc_attr(allow_interpreted_subclasses=True)
class Fisher(Power):
    """One coin for every two regions on the water's shore."""

    def __init__(self) -> None:
        super().__init__("Fisher", tokens=4)

    def coins_overall(self, s: State, e: Empire) -> i64:
        return count(e.regions & s.board.coast) // 2


@mypyc_attr(allow_interpreted_subclasses=True)
class Flocking(Power):
    """Two coins if all regions of the race are connected."""

    def __init__(self) -> None:
        super().__init__("Flocking", tokens=5)

    def coins_overall(self, s: State, e: Empire) -> i64:
        if not e.regions:
            return 0
        group: i64 = BIT[first(e.regions)]
        fresh: i64 = group
        while fresh:
            fresh = adjacent(s, e, fresh) & e.regions & ~group
            group |= fresh
        return 2 if group == e.regions else 0


@mypyc_attr(allow_interpreted_subclasses=True)
class Frightened(Power):
    """Every region with three tokens or more pays one coin more."""

    def __init__(self) -> None:
        super().__init__("Frightened", tokens=4)

    def pays(self, s: State, e: Empire) -> Regions:
        crowded: i64 = 0
        rest: i64 = e.regions
        while rest:
            r = first(rest)
            rest &= rest - 1
            if s.tokens_in(r) >= 3:
                crowded |= BIT[r]
        return crowded


@mypyc_attr(allow_interpreted_subclasses=True)
class Immortal(Power):
    """The race loses no token when an enemy takes a region from it."""

    def __init__(self) -> None:
        super().__init__("Immortal", tokens=4)

    def tokens_lost(self, s: State, e: Empire, usual: i64) -> i64:
        return lost_to_enemies_only(s, e, usual)


@mypyc_attr(allow_interpreted_subclasses=True)
class Magic(Power):
    """The Bag stands for one relic on the map, chosen anew each turn."""

    def __init__(self) -> None:
        super().__init__("Magic", tokens=5, word="place Magic", piece=BAG, every_turn=True)

    def stands_for(self, s: State, e: Empire) -> i64:
        relics: i64 = 0
        if not s.turn_note(self):
            for marker in s.library.markers:
                if isinstance(marker, Relic) and marker.region(s):
                    relics |= BIT[marker.index]
        return relics

    def stood_for(self, s: State, e: Empire, marker: i64, r: i64) -> None:
        move_piece(s, BAG, r)
        s.set_turn_note(self, marker + 1)

    def options(self, s: State, e: Empire, phase: i64, out: Actions) -> None:
        if phase != PLACEMENTS:
            return
        for index in each(self.stands_for(s, e)):
            relic = s.library.markers[index]
            if relic.way is not None:
                continue
            # Never in the region where the relic itself was used this turn.
            used = relic.region(s) if s.turn_note(relic) else 0
            for r in each(e.regions & ~used):
                out.add(actions.use(self.number, r, 0, index + 1))

    def answer(self, s: State, e: Empire, action: i64) -> None:
        self.stood_for(s, e, via_of(action) - 1, region_of(action))

    def used_as(self, s: State) -> Relic | None:
        """The relic the Bag stood for this turn, while the Bag still lies there."""
        note = s.turn_note(self)
        if note and s.where[BAG]:
            marker = s.library.markers[note - 1]
            if isinstance(marker, Relic):
                return marker
        return None

    def doubles(self, s: State, e: Empire) -> Regions:
        relic = self.used_as(s)
        return 0 if relic is None else relic.doubles_at(s, e, first(s.where[BAG]))

    def takes_from(self, s: State, e: Empire) -> i64:
        relic = self.used_as(s)
        return 0 if relic is None else relic.takes_from_at(s, e, first(s.where[BAG]))

    def on_released(self, s: State, e: Empire) -> None:
        lift_all(s, BAG)


@mypyc_attr(allow_interpreted_subclasses=True)
class Martyr(Power):
    """One coin each time an opponent takes a region from this race."""

    def __init__(self) -> None:
        super().__init__("Martyr", tokens=4)

    def on_lost(self, s: State, e: Empire, r: i64, seat: i64) -> None:
        gain(s, e.seat, 1, self.name)


@mypyc_attr(allow_interpreted_subclasses=True)
class Mining(Power):
    """Every mine pays one coin more."""

    def __init__(self) -> None:
        super().__init__("Mining", tokens=4)

    def pays(self, s: State, e: Empire) -> Regions:
        return s.board.mines


@mypyc_attr(allow_interpreted_subclasses=True)
class Muddy(Power):
    """Every mud region pays one coin more, in decline too."""

    def __init__(self) -> None:
        super().__init__("Muddy", tokens=3, works=ALWAYS, kept=True)

    def pays(self, s: State, e: Empire) -> Regions:
        return s.board.swamps


@mypyc_attr(allow_interpreted_subclasses=True)
class Mystic(Power):
    """Every crystal region pays one coin more."""

    def __init__(self) -> None:
        super().__init__("Mystic", tokens=4)

    def pays(self, s: State, e: Empire) -> Regions:
        return s.board.magic


@mypyc_attr(allow_interpreted_subclasses=True)
class Quarreling(Power):
    """One coin for every group of regions apart from the others."""

    def __init__(self) -> None:
        super().__init__("Quarreling", tokens=3)

    def coins_overall(self, s: State, e: Empire) -> i64:
        groups: i64 = 0
        rest: i64 = e.regions
        while rest:
            groups += 1
            rest &= ~connected(s.board.neighbours, rest & -rest, e.regions)
        return groups


@mypyc_attr(allow_interpreted_subclasses=True)
class Reborn(Power):
    """In decline, up to two of its regions a turn pass to the owner's new race."""

    def __init__(self) -> None:
        super().__init__("Reborn", tokens=5, works=DECLINE, kept=True, word="replace")

    def options(self, s: State, e: Empire, phase: i64, out: Actions) -> None:
        active = s.active(e.seat)
        if phase == START and s.turn_note(self) < 2 and (active.tray or active.hand):
            offer_in(self, e.regions, out)

    def answer(self, s: State, e: Empire, action: i64) -> None:
        r = region_of(action)
        active = s.active(e.seat)
        lift_from(s, r, False)
        e.tray += let_go(s, e, r)
        if active.tray:
            active.tray -= 1
        else:
            active.hand -= 1
        hold(s, active, r, 1)
        if active.hooks & ON_GAINED:
            for trait in active.traits:
                trait.on_gained(s, active, r)
        s.set_turn_note(self, s.turn_note(self) + 1)
        vanish_if_gone(s, e)


@mypyc_attr(allow_interpreted_subclasses=True)
class Royal(Power):
    """The Queen makes a region immune; in decline she stays where she is."""

    def __init__(self) -> None:
        super().__init__("Royal", tokens=5, kept=True, word="place queen", piece=QUEEN)

    def options(self, s: State, e: Empire, phase: i64, out: Actions) -> None:
        if phase == PLACEMENTS and not s.turn_note(self):
            offer_in(self, e.regions & ~s.where[QUEEN], out)

    def answer(self, s: State, e: Empire, action: i64) -> None:
        move_piece(s, QUEEN, region_of(action))
        s.set_turn_note(self, 1)

    def on_released(self, s: State, e: Empire) -> None:
        lift_all(s, QUEEN)


@mypyc_attr(allow_interpreted_subclasses=True)
class Shield(Power):
    """An armor for every mushroom forest, each turn; they defend in decline too."""

    def __init__(self) -> None:
        super().__init__("Shield", tokens=3, word="place armor", piece=ARMOR)

    def on_redeploy(self, s: State, e: Empire) -> None:
        gained = count(e.regions & s.board.forests)
        left = pieces_left(s, ARMOR)
        s.set_turn_note(self, gained if gained < left else left)

    def options(self, s: State, e: Empire, phase: i64, out: Actions) -> None:
        if phase == REDEPLOY:
            offer_amounts_in(self, e.regions, s.turn_note(self), out)

    def answer(self, s: State, e: Empire, action: i64) -> None:
        put_piece(s, ARMOR, region_of(action), pieces_of(action))
        s.set_turn_note(self, s.turn_note(self) - pieces_of(action))


@mypyc_attr(allow_interpreted_subclasses=True)
class Stone(Power):
    """Every mountain pays one coin more."""

    def __init__(self) -> None:
        super().__init__("Stone", tokens=4)

    def pays(self, s: State, e: Empire) -> Regions:
        return s.board.mountains


@mypyc_attr(allow_interpreted_subclasses=True)
class Thieving(Power):
    """One coin from each player with an active token next to a region of this race."""

    def __init__(self) -> None:
        super().__init__("Thieving", tokens=4)

    def takes_from(self, s: State, e: Empire) -> i64:
        return seats_bordering(s, e, e.regions, immune_to(s, e.seat))


@mypyc_attr(allow_interpreted_subclasses=True)
class Tomb(Power):
    """In decline all tokens may stay, redistributed once; later losses fall back."""

    def __init__(self) -> None:
        super().__init__("Tomb", tokens=5, works=ALWAYS, keeps=KEEPS_CHOICE, kept=True)


@mypyc_attr(allow_interpreted_subclasses=True)
class Vampire(Power):
    """Once a turn for each opponent, a lone active token is replaced by one of this race."""

    def __init__(self) -> None:
        super().__init__("Vampire", tokens=5, way=Way(swaps=True, swaps_from_hand=True))

    def ways(self, s: State, e: Empire) -> Regions:
        targets = lone_enemies(s, e)
        for seat in range(s.seats):
            if s.turn_note(self) & BIT[seat]:
                targets &= ~s.active(seat).regions
        return targets

    def way_taken(self, s: State, e: Empire, r: i64) -> None:
        s.set_turn_note(self, s.turn_note(self) | BIT[s.now.victim])


@mypyc_attr(allow_interpreted_subclasses=True)
class Vanishing(Power):
    """In decline all tokens leave the map, for two coins a region."""

    def __init__(self) -> None:
        super().__init__("Vanishing", tokens=5, keeps=KEEPS_NONE)


@mypyc_attr(allow_interpreted_subclasses=True)
class Vengeful(Power):
    """Who attacks a race of the owner can be attacked for one token less on his next turn."""

    def __init__(self) -> None:
        super().__init__("Vengeful", tokens=4)

    def on_attacked(self, s: State, e: Empire, seat: i64) -> None:
        s.set_note(self, s.note(self) | BIT[seat])

    def cheaper(self, s: State, e: Empire) -> Regions:
        marked = s.note(self)
        regions: i64 = 0
        if marked:
            for seat in each(marked):
                regions |= s.regions_of(seat)
        return regions

    def on_turn_end(self, s: State, e: Empire) -> None:
        s.set_note(self, 0)

    def on_decline(self, s: State, e: Empire) -> None:
        s.set_note(self, 0)

    def on_released(self, s: State, e: Empire) -> None:
        s.set_note(self, 0)


@mypyc_attr(allow_interpreted_subclasses=True)
class Wise(Power):
    """Two coins every turn in decline."""

    def __init__(self) -> None:
        super().__init__("Wise", tokens=4, works=DECLINE, kept=True)

    def coins_overall(self, s: State, e: Empire) -> i64:
        return 2 if e.regions else 0


def underground_powers() -> list[Power]:
    """All of them, in rulebook order."""
    return [
        Adventurous(),
        Fisher(),
        Flocking(),
        Frightened(),
        Immortal(),
        Magic(),
        Martyr(),
        Mining(),
        Muddy(),
        Mystic(),
        Quarreling(),
        Reborn(),
        Royal(),
        Shield(),
        Stone(),
        Thieving(),
        Tomb(),
        Vampire(),
        Vanishing(),
        Vengeful(),
        Wise(),
    ]
