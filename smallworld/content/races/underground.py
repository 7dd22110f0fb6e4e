"""The fifteen races of Small World Underground (rules B3)."""

from __future__ import annotations

from smallworld.content.common import offer_in
from smallworld.engine.actions import Actions, region_of
from smallworld.engine.pieces import ANCIENT, VOLCANO
from smallworld.engine.regions import BIT, Regions, connected, count, spread
from smallworld.engine.rules.conquest import adjacent
from smallworld.engine.shim import i64, mypyc_attr
from smallworld.engine.state import Empire, State
from smallworld.engine.terms import ALWAYS, ASK, DECLINE, START
from smallworld.engine.trait import Race
from smallworld.engine.verbs import ask, lift_all, move_piece, pay, put_piece


@mypyc_attr(allow_interpreted_subclasses=True)
class Cultists(Race):
    """The Great Ancient makes its region immune and the regions around it cheaper."""

    def __init__(self) -> None:
        super().__init__("Cultists", tokens=5, supply=10, word="place ancient", piece=ANCIENT)

    def cheaper(self, s: State, e: Empire) -> Regions:
        return adjacent(s, e, s.where[ANCIENT])

    def on_conquered(self, s: State, e: Empire, r: i64) -> None:
        if not s.note(self) and s.board.land & BIT[r]:
            put_piece(s, ANCIENT, r)
            s.set_note(self, 1)

    def options(self, s: State, e: Empire, phase: i64, out: Actions) -> None:
        if phase == START and s.note(self) and not e.first_turn and not s.turn_note(self):
            offer_in(self, e.regions & ~s.where[ANCIENT], out)

    def answer(self, s: State, e: Empire, action: i64) -> None:
        move_piece(s, ANCIENT, region_of(action))
        s.set_turn_note(self, 1)


@mypyc_attr(allow_interpreted_subclasses=True)
class Drow(Race):
    """One coin more for every region with no other race, Lost Tribe or Monster next to it."""

    def __init__(self) -> None:
        super().__init__("Drow", tokens=4, supply=9)

    def pays(self, s: State, e: Empire) -> Regions:
        return ~spread(s.board.neighbours, s.occupied() & ~e.regions)


@mypyc_attr(allow_interpreted_subclasses=True)
class Flames(Race):
    """Regions next to the Volcano, and to Flames linked with it, are taken as if empty."""

    def __init__(self, enter_by_volcano: bool = False) -> None:
        super().__init__("Flames", tokens=4, supply=9, word="place volcano", piece=VOLCANO)
        self.enter_by_volcano = enter_by_volcano

    def on_pick(self, s: State, e: Empire) -> None:
        if s.board.volcano_sites:
            ask(s, self, e.seat)

    def options(self, s: State, e: Empire, phase: i64, out: Actions) -> None:
        if phase == ASK:
            offer_in(self, s.board.volcano_sites, out)

    def answer(self, s: State, e: Empire, action: i64) -> None:
        put_piece(s, VOLCANO, region_of(action))

    def as_if_empty(self, s: State, e: Empire) -> Regions:
        near = spread(s.board.neighbours, s.where[VOLCANO])
        lit = connected(s.board.neighbours, near & e.regions, e.regions)
        return near | spread(s.board.neighbours, lit)

    def enters_only(self, s: State, e: Empire) -> Regions:
        if not self.enter_by_volcano:
            return 0
        return spread(s.board.neighbours, s.where[VOLCANO]) & ~s.board.chasms

    def on_decline(self, s: State, e: Empire) -> None:
        lift_all(s, VOLCANO)


@mypyc_attr(allow_interpreted_subclasses=True)
class Gnomes(Race):
    """Others conquer their regions only with plain tokens from next door."""

    def __init__(self) -> None:
        super().__init__("Gnomes", tokens=6, supply=11)

    def plain_only(self, s: State, e: Empire) -> Regions:
        return e.regions


@mypyc_attr(allow_interpreted_subclasses=True)
class IronDwarves(Race):
    """A Silver Hammer for every mine they hold, each turn."""

    def __init__(self) -> None:
        super().__init__("Iron Dwarves", tokens=7, supply=12)

    def hammers_on_redeploy(self, s: State, e: Empire) -> i64:
        return count(e.regions & s.board.mines)


@mypyc_attr(allow_interpreted_subclasses=True)
class Kraken(Race):
    """They live in the water, in decline too."""

    def __init__(self) -> None:
        super().__init__("Kraken", tokens=5, supply=10, works=ALWAYS)

    def lives_on(self, s: State, e: Empire) -> Regions:
        return s.board.water

    def enters(self, s: State, e: Empire) -> Regions:
        return s.board.seas & s.board.edge


@mypyc_attr(allow_interpreted_subclasses=True)
class Liches(Race):
    """In decline, an opponent pays one coin for every region he takes from them."""

    def __init__(self) -> None:
        super().__init__("Liches", tokens=5, supply=10, works=DECLINE)

    def refuses(self, s: State, e: Empire, attacker: Empire) -> Regions:
        return e.regions if s.coins[attacker.seat] < 1 else 0

    def on_lost(self, s: State, e: Empire, r: i64, seat: i64) -> None:
        pay(s, seat, e.seat, self.name)


@mypyc_attr(allow_interpreted_subclasses=True)
class Lizardmen(Race):
    """All shores of one water are next to each other."""

    def __init__(self) -> None:
        super().__init__("Lizardmen", tokens=7, supply=12)

    def links(self, s: State, e: Empire, start: Regions) -> Regions:
        near: i64 = 0
        for water in s.board.waters:
            if water.shore & start:
                near |= water.shore
        return near

    def enters(self, s: State, e: Empire) -> Regions:
        near: i64 = 0
        for water in s.board.waters:
            if water.edge:
                near |= water.shore
        return near


@mypyc_attr(allow_interpreted_subclasses=True)
class Mudmen(Race):
    """One new token for every mud region they hold, each turn."""

    def __init__(self) -> None:
        super().__init__("Mudmen", tokens=5, supply=12)

    def tokens_on_redeploy(self, s: State, e: Empire) -> i64:
        return count(e.regions & s.board.swamps)


@mypyc_attr(allow_interpreted_subclasses=True)
class Mummies(Race):
    """Many, but every conquest costs one token more."""

    def __init__(self) -> None:
        super().__init__("Mummies", tokens=10, supply=15)

    def dearer(self, s: State, e: Empire) -> Regions:
        return s.board.all


@mypyc_attr(allow_interpreted_subclasses=True)
class Ogres(Race):
    """Every conquest costs one token less."""

    def __init__(self) -> None:
        super().__init__("Ogres", tokens=5, supply=10)

    def cheaper(self, s: State, e: Empire) -> Regions:
        return s.board.all


@mypyc_attr(allow_interpreted_subclasses=True)
class ShadowMimes(Race):
    """When picked they may exchange their badge with that of another visible combo."""

    def __init__(self) -> None:
        super().__init__("Shadow Mimes", tokens=7, supply=12, swaps_badge=True)


@mypyc_attr(allow_interpreted_subclasses=True)
class Shrooms(Race):
    """Every mushroom forest pays one coin more."""

    def __init__(self) -> None:
        super().__init__("Shrooms", tokens=5, supply=10)

    def pays(self, s: State, e: Empire) -> Regions:
        return s.board.forests


@mypyc_attr(allow_interpreted_subclasses=True)
class Spiderines(Race):
    """Every region on a chasm is next to all of theirs."""

    def __init__(self) -> None:
        super().__init__("Spiderines", tokens=7, supply=12)

    def enters(self, s: State, e: Empire) -> Regions:
        return s.board.near_chasm

    def links(self, s: State, e: Empire, start: Regions) -> Regions:
        if not start:
            return 0
        near = s.board.near_chasm
        return near | e.regions if near & start else near


@mypyc_attr(allow_interpreted_subclasses=True)
class WillOWisps(Race):
    """In magic regions and next to theirs, the die is rolled first and lowers the price."""

    def __init__(self) -> None:
        super().__init__("Will-o'-Wisps", tokens=6, supply=11)

    def rolls_for(self, s: State, e: Empire) -> Regions:
        magic = s.board.magic
        return magic | spread(s.board.neighbours, e.regions & magic)


def underground_races(enter_by_volcano: bool = False) -> list[Race]:
    """All of them, in rulebook order."""
    return [
        Cultists(),
        Drow(),
        Flames(enter_by_volcano),
        Gnomes(),
        IronDwarves(),
        Kraken(),
        Liches(),
        Lizardmen(),
        Mudmen(),
        Mummies(),
        Ogres(),
        ShadowMimes(),
        Shrooms(),
        Spiderines(),
        WillOWisps(),
    ]
