"""A race with an action of its own, an emblem, and its words in another language."""

from smallworld.content.common import offer_in
from smallworld.engine.terms import PLACEMENTS
from smallworld.engine.trait import Race
from smallworld.engine.verbs import award


class Moles(Race):
    """Once a turn they dig for a coin, in a hill or a mountain."""

    def __init__(self):
        super().__init__(
            "Moles",
            tokens=6,
            supply=11,
            text="At the end of your turn, dig in one hill or mountain you hold for one coin.",
            word="dig",
            emblem="mole",
            translations={
                "de": {
                    "name": "Maulwürfe",
                    "text": "Am Ende deines Zuges in einem eigenen Hügel oder Gebirge "
                    "nach einer Münze graben.",
                    "action": "graben",
                },
            },
        )

    def options(self, s, e, phase, out):
        if phase == PLACEMENTS and not s.turn_note(self):
            offer_in(self, e.regions & (s.board.hills | s.board.mountains), out)

    def answer(self, s, e, action):
        award(s, self, 1)
        s.set_turn_note(self, 1)
