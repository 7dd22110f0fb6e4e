"""The fourteen races of Small World (rules B1)."""

from __future__ import annotations

from smallworld.content.common import conquered_not_empty, given_up_again, lost_to_enemies_only
from smallworld.engine.pieces import HOLE, LAIR
from smallworld.engine.regions import BIT, Regions, count
from smallworld.engine.rules.conquest import adjacent, lives_on, lone_enemies
from smallworld.engine.shim import i64, mypyc_attr
from smallworld.engine.state import Empire, State
from smallworld.engine.terms import ALWAYS, KEEPS_ALL
from smallworld.engine.trait import REACHES, Race, Way
from smallworld.engine.verbs import pieces_left, put_piece


@mypyc_attr(allow_interpreted_subclasses=True)
class Amazons(Race):
    """Four more tokens, for conquests only."""

    def __init__(self) -> None:
        super().__init__("Amazons", tokens=6, supply=15, bonus=4)

    def conquest_only(self, s: State, e: Empire) -> i64:
        return 4


@mypyc_attr(allow_interpreted_subclasses=True)
class Dwarves(Race):
    """Every mine they hold pays one coin more, in decline too."""

    def __init__(self) -> None:
        super().__init__("Dwarves", tokens=3, supply=8, works=ALWAYS)

    def pays(self, s: State, e: Empire) -> Regions:
        return s.board.mines


@mypyc_attr(allow_interpreted_subclasses=True)
class Elves(Race):
    """They lose no token when an enemy takes a region from them."""

    def __init__(self) -> None:
        super().__init__("Elves", tokens=6, supply=11)

    def tokens_lost(self, s: State, e: Empire, usual: i64) -> i64:
        return lost_to_enemies_only(s, e, usual)


@mypyc_attr(allow_interpreted_subclasses=True)
class Ghouls(Race):
    """All stay on the map in decline, and go on conquering as if active."""

    def __init__(self, reenter: bool = True) -> None:
        super().__init__(
            "Ghouls",
            tokens=5,
            supply=10,
            works=ALWAYS,
            keeps=KEEPS_ALL,
            conquers_in_decline=True,
            waits_in_hand=reenter,
        )


@mypyc_attr(allow_interpreted_subclasses=True)
class Giants(Race):
    """One token less for a region next to a mountain they hold."""

    def __init__(self) -> None:
        super().__init__("Giants", tokens=6, supply=11)

    def cheaper(self, s: State, e: Empire) -> Regions:
        return adjacent(s, e, e.regions & s.board.mountains)


@mypyc_attr(allow_interpreted_subclasses=True)
class Halflings(Race):
    """They enter anywhere; the first two regions they conquer become immune by a hole."""

    def __init__(self) -> None:
        super().__init__("Halflings", tokens=6, supply=11, piece=HOLE)

    def enters(self, s: State, e: Empire) -> Regions:
        return s.board.land | lives_on(s, e)

    def on_conquered(self, s: State, e: Empire, r: i64) -> None:
        dug = s.note(self)
        if dug < 2 and s.board.land & BIT[r]:
            put_piece(s, HOLE, r)
            s.set_note(self, dug + 1)


@mypyc_attr(allow_interpreted_subclasses=True)
class Humans(Race):
    """Every farmland pays one coin more."""

    def __init__(self) -> None:
        super().__init__("Humans", tokens=5, supply=10)

    def pays(self, s: State, e: Empire) -> Regions:
        return s.board.farmlands


@mypyc_attr(allow_interpreted_subclasses=True)
class Orcs(Race):
    """Every non-empty region they conquered this turn pays one coin more."""

    def __init__(self) -> None:
        super().__init__("Orcs", tokens=5, supply=10)

    def pays(self, s: State, e: Empire) -> Regions:
        return conquered_not_empty(s, e)

    def coins_overall(self, s: State, e: Empire) -> i64:
        return count(given_up_again(s, e))


@mypyc_attr(allow_interpreted_subclasses=True)
class Ratmen(Race):
    """No benefit but their number."""

    def __init__(self) -> None:
        super().__init__("Ratmen", tokens=8, supply=13)


@mypyc_attr(allow_interpreted_subclasses=True)
class Skeletons(Race):
    """One new token for every two non-empty regions conquered this turn."""

    def __init__(self) -> None:
        super().__init__("Skeletons", tokens=6, supply=20)

    def tokens_on_redeploy(self, s: State, e: Empire) -> i64:
        return count(conquered_not_empty(s, e)) // 2


@mypyc_attr(allow_interpreted_subclasses=True)
class Sorcerers(Race):
    """Once a turn for each opponent, a lone active token becomes a Sorcerer from the tray."""

    def __init__(self) -> None:
        super().__init__("Sorcerers", tokens=5, supply=18, way=Way(swaps=True))

    def ways(self, s: State, e: Empire) -> Regions:
        if not e.tray:
            return 0
        targets = lone_enemies(s, e)
        for seat in range(s.seats):
            if s.turn_note(self) & BIT[seat]:
                targets &= ~s.active(seat).regions
        if not e.regions:
            # Nothing to be adjacent to: only who reaches from anywhere can begin with sorcery.
            anywhere: i64 = 0
            if e.hooks & REACHES:
                for trait in e.traits:
                    anywhere |= trait.reaches(s, e)
            targets &= anywhere
        return targets

    def way_taken(self, s: State, e: Empire, r: i64) -> None:
        s.set_turn_note(self, s.turn_note(self) | BIT[s.now.victim])


@mypyc_attr(allow_interpreted_subclasses=True)
class Tritons(Race):
    """One token less for a region on a coast."""

    def __init__(self) -> None:
        super().__init__("Tritons", tokens=6, supply=11)

    def cheaper(self, s: State, e: Empire) -> Regions:
        return s.board.coast


@mypyc_attr(allow_interpreted_subclasses=True)
class Trolls(Race):
    """A lair in every region they take; it stays in decline."""

    def __init__(self) -> None:
        super().__init__("Trolls", tokens=5, supply=10, piece=LAIR)

    def on_gained(self, s: State, e: Empire, r: i64) -> None:
        if pieces_left(s, LAIR):
            put_piece(s, LAIR, r)


@mypyc_attr(allow_interpreted_subclasses=True)
class Wizards(Race):
    """Every magic source pays one coin more."""

    def __init__(self) -> None:
        super().__init__("Wizards", tokens=5, supply=10)

    def pays(self, s: State, e: Empire) -> Regions:
        return s.board.magic


def base_races(ghouls_reenter: bool = True) -> list[Race]:
    """All of them, in rulebook order."""
    return [
        Amazons(),
        Dwarves(),
        Elves(),
        Ghouls(ghouls_reenter),
        Giants(),
        Halflings(),
        Humans(),
        Orcs(),
        Ratmen(),
        Skeletons(),
        Sorcerers(),
        Tritons(),
        Trolls(),
        Wizards(),
    ]
