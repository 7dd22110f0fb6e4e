"""The six Righteous Relics (rules B5). Each is used once a turn and lies where it was used."""

from __future__ import annotations

from smallworld.content.common import offer_in, seats_bordering
from smallworld.engine.actions import Actions, region_of
from smallworld.engine.pieces import BAG
from smallworld.engine.regions import BIT, Regions
from smallworld.engine.rules.conquest import immune_to, lone_enemies
from smallworld.engine.shim import i64, mypyc_attr
from smallworld.engine.state import Empire, State
from smallworld.engine.terms import PLACEMENTS
from smallworld.engine.trait import STANDS_FOR, Relic, Way
from smallworld.engine.verbs import lay_marker


@mypyc_attr(allow_interpreted_subclasses=True)
class ConquestRelic(Relic):
    """A relic that helps in one conquest a turn."""

    def ways(self, s: State, e: Empire) -> Regions:
        return 0 if s.turn_note(self) else s.board.all

    def way_taken(self, s: State, e: Empire, r: i64) -> None:
        s.set_turn_note(self, 1)
        lay_marker(s, self.index, r)


@mypyc_attr(allow_interpreted_subclasses=True)
class PlacedRelic(Relic):
    """A relic that is put into an own region at the end of a turn."""

    def options(self, s: State, e: Empire, phase: i64, out: Actions) -> None:
        if phase == PLACEMENTS and not s.turn_note(self):
            offer_in(self, e.regions & ~self.stood_in(s), out)

    def stood_in(self, s: State) -> Regions:
        """The region where something stood for this relic this turn: never both in one."""
        for power in s.library.powers:
            if power.hooks & STANDS_FOR and s.turn_note(power) == self.index + 1:
                return s.where[BAG]
        return 0

    def answer(self, s: State, e: Empire, action: i64) -> None:
        s.set_turn_note(self, 1)
        lay_marker(s, self.index, region_of(action))

    def doubles(self, s: State, e: Empire) -> Regions:
        used = s.turn_note(self)
        return self.doubles_at(s, e, s.marker_region(self.index)) if used else 0

    def takes_from(self, s: State, e: Empire) -> i64:
        used = s.turn_note(self)
        return self.takes_from_at(s, e, s.marker_region(self.index)) if used else 0


class FlyingDoormat(ConquestRelic):
    """One conquest of any region, however far."""

    def __init__(self) -> None:
        super().__init__("Flying Doormat", way=Way(anywhere=True, joins=True))


class FroggysRing(PlacedRelic):
    """One coin from each other player with an active token next to it."""

    def __init__(self) -> None:
        super().__init__("Froggy's Ring", word="place Froggy's Ring", every_turn=True)

    def takes_from_at(self, s: State, e: Empire, r: i64) -> i64:
        return seats_bordering(s, e, BIT[r], immune_to(s, e.seat))


class StinkyTrollsSocks(ConquestRelic):
    """One conquest as if the region were empty; nobody dies."""

    def __init__(self) -> None:
        super().__init__("Stinky Troll's Socks", way=Way(as_if_empty=True, spares=True, joins=True))


class ScepterOfAvarice(PlacedRelic):
    """Doubles the coins its region brings."""

    def __init__(self) -> None:
        super().__init__("Scepter of Avarice", word="place Scepter of Avarice", every_turn=True)

    def doubles_at(self, s: State, e: Empire, r: i64) -> Regions:
        return BIT[r]


class ShinyOrb(ConquestRelic):
    """A lone active token of an opponent is replaced by one of the holder's race."""

    def __init__(self) -> None:
        super().__init__("Shiny Orb", way=Way(swaps=True, swaps_from_hand=True, joins=True))

    def ways(self, s: State, e: Empire) -> Regions:
        return 0 if s.turn_note(self) else lone_enemies(s, e)


class SwordOfTheKillerRabbit(ConquestRelic):
    """One conquest for two tokens less."""

    def __init__(self) -> None:
        super().__init__("Sword of the Killer Rabbit", way=Way(less=2, joins=True))


def relics() -> list[Relic]:
    """All of them, in the order of the list of pieces."""
    return [
        FlyingDoormat(),
        FroggysRing(),
        StinkyTrollsSocks(),
        ScepterOfAvarice(),
        ShinyOrb(),
        SwordOfTheKillerRabbit(),
    ]
