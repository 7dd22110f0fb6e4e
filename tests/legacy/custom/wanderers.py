"""Races and powers as Python classes, with all that such a file may import."""

from dataclasses import dataclass

from smallworld.content.common import (
    conquered_not_empty,
    given_up_again,
    offer_amounts_in,
    offer_in,
    seats_bordering,
)
from smallworld.content.races.base import Orcs
from smallworld.engine.actions import Actions, amount_of, region_of, use
from smallworld.engine.pieces import Piece
from smallworld.engine.regions import BIT, Regions, count, first, spread
from smallworld.engine.state import Empire, State
from smallworld.engine.terms import ALWAYS, PLACEMENTS
from smallworld.engine.trait import Power, Race
from smallworld.engine.verbs import draw_tokens, gain, lift_piece, pieces_left, put_piece


@dataclass
class Toll:
    """What a lodge asks for."""

    coins: int = 1


class _Walkers(Race):
    """What two races share; a name that begins with _ is not in the game."""

    def cheaper(self, s: State, e: Empire) -> Regions:
        return s.board.hills


class Wanderers(_Walkers):
    """Hills are cheaper; every forest pays; a token for a mountain; a coin for a rest."""

    def __init__(self) -> None:
        super().__init__("Wanderers", tokens=7, supply=14, bonus=1, word="rest")

    def pays(self, s: State, e: Empire) -> Regions:
        return s.board.forests

    def tokens_lost(self, s: State, e: Empire, usual: int) -> int:
        return 0

    def on_conquered(self, s: State, e: Empire, r: int) -> None:
        if s.board.mountains & BIT[r]:
            draw_tokens(s, e, 1)

    def options(self, s: State, e: Empire, phase: int, out: Actions) -> None:
        if phase == PLACEMENTS and not s.turn_note(self):
            for r in range(s.board.size):
                if e.regions & s.board.farmlands & BIT[r]:
                    out.add(use(self.number, r, 0, 0))

    def answer(self, s: State, e: Empire, action: int) -> None:
        s.set_turn_note(self, region_of(action) + 1)
        gain(s, e.seat, Toll().coins, self.name)


class Raiders(Orcs):
    """As a race of the box, and a coin more for neighbours."""

    def __init__(self) -> None:
        Race.__init__(self, "Raiders", tokens=5, supply=10, text="Orcs with neighbours.")

    def coins_overall(self, s, e):
        near = seats_bordering(s, e, e.regions, 0)
        return count(near) + count(given_up_again(s, e))

    def pays(self, s, e):
        return conquered_not_empty(s, e)


class Roaming(Power):
    """Enters anywhere on land, and keeps two tokens off the map."""

    def __init__(self) -> None:
        super().__init__("Roaming", tokens=5)

    def enters(self, s: State, e: Empire) -> Regions:
        return s.board.land

    def conquest_only(self, s: State, e: Empire) -> int:
        return 2


class Lodging(Power):
    """Lodges pay, in decline too; one may be moved from region to region."""

    def __init__(self):
        super().__init__(
            "Lodging",
            tokens=3,
            kept=True,
            works=ALWAYS,
            text="Two lodges; each pays a coin, in decline too.",
            word="place lodge",
            brings=Piece("lodge", 2),
        )

    def pays(self, s, e):
        return s.where[self.piece] & e.regions

    def options(self, s, e, phase, out):
        free = e.regions & ~s.where[self.piece]
        if phase == PLACEMENTS and not s.turn_note(self) and e is s.active(e.seat):
            if pieces_left(s, self.piece):
                offer_in(self, free, out)
            elif s.note(self) < 2:
                offer_amounts_in(self, free, 2, out)

    def answer(self, s, e, action):
        s.set_turn_note(self, 1)
        if not pieces_left(s, self.piece):
            lift_piece(s, self.piece, first(s.where[self.piece]))
            s.set_note(self, s.note(self) + max(1, amount_of(action)))
        put_piece(s, self.piece, region_of(action))

    def cheaper(self, s, e):
        return spread(s.board.neighbours, s.where[self.piece] & e.regions)
