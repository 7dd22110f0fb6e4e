"""A race and a power as Python classes."""

from smallworld.content.common import offer_in
from smallworld.engine.actions import region_of
from smallworld.engine.pieces import Piece
from smallworld.engine.regions import spread
from smallworld.engine.terms import PLACEMENTS
from smallworld.engine.trait import Power, Race
from smallworld.engine.verbs import pieces_left, put_piece


class Otters(Race):
    """What borders a coast they hold costs them one token less."""

    def __init__(self):
        super().__init__(
            "Otters",
            tokens=6,
            supply=11,
            text="Regions next to a coast they hold cost one token less.",
            emblem="otter",
        )

    def cheaper(self, s, e):
        return spread(s.board.neighbours, e.regions & s.board.coast)


class Lamplit(Power):
    """One lamp a turn, and every lamp pays a coin."""

    def __init__(self):
        super().__init__(
            "Lamplit",
            tokens=3,
            text="Place one of 5 lamps at the end of your turn; each lamp pays one coin more.",
            word="place lamp",
            brings=Piece("lamp", 5),
        )

    def pays(self, s, e):
        return s.where[self.piece]

    def options(self, s, e, phase, out):
        if phase == PLACEMENTS and not s.turn_note(self) and pieces_left(s, self.piece):
            offer_in(self, e.regions & ~s.where[self.piece], out)

    def answer(self, s, e, action):
        put_piece(s, self.piece, region_of(action))
        s.set_turn_note(self, 1)
