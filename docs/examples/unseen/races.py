"""Six races that no player of ours has learnt from, to see how it plays what it does not know."""

from smallworld.content.common import offer_in
from smallworld.engine.regions import count, spread
from smallworld.engine.terms import ALWAYS, KEEPS_ALL, PLACEMENTS
from smallworld.engine.trait import Race
from smallworld.engine.verbs import award


class Herons(Race):
    """Paid for what they hold."""

    def __init__(self):
        super().__init__(
            "Herons", tokens=5, supply=10, text="Every coast pays one coin more.", emblem="heron"
        )

    def pays(self, s, e):
        return s.board.coast


class Jackdaws(Race):
    """Cheaper conquests, by what others do."""

    def __init__(self):
        super().__init__(
            "Jackdaws",
            tokens=6,
            supply=11,
            text="Regions of races in decline cost one token less.",
        )

    def cheaper(self, s, e):
        found = 0
        for other in s.empires:
            if other.declined and other.seat != e.seat:
                found |= other.regions
        return found


class Peddlers(Race):
    """An action of their own."""

    def __init__(self):
        super().__init__(
            "Peddlers",
            tokens=6,
            supply=11,
            text="At the end of your turn, trade in one region of yours that borders somebody "
            "else's, for two coins.",
            word="trade",
        )

    def options(self, s, e, phase, out):
        if phase == PLACEMENTS and not s.turn_note(self):
            others = 0
            for other in s.empires:
                if other.seat != e.seat:
                    others |= other.regions
            offer_in(self, e.regions & spread(s.board.neighbours, others), out)

    def answer(self, s, e, action):
        award(s, self, 2)
        s.set_turn_note(self, 1)


class Newts(Race):
    """More of them in every turn."""

    def __init__(self):
        super().__init__(
            "Newts",
            tokens=5,
            supply=15,
            text="One new token at redeployment for every three coasts they hold.",
        )

    def tokens_on_redeploy(self, s, e):
        return count(e.regions & s.board.coast) // 3


class Tortoises(Race):
    """At their best in decline."""

    def __init__(self):
        super().__init__(
            "Tortoises",
            tokens=6,
            supply=11,
            works=ALWAYS,
            keeps=KEEPS_ALL,
            text="In decline all tokens stay on the map, and every second region pays one coin.",
        )

    def coins_overall(self, s, e):
        return count(e.regions) // 2 if e.declined else 0


class Swifts(Race):
    """They come from anywhere, and go far."""

    def __init__(self):
        super().__init__(
            "Swifts",
            tokens=5,
            supply=10,
            text="They enter the map anywhere, and reach every mountain from wherever they are.",
        )

    def enters(self, s, e):
        return s.board.land

    def reaches(self, s, e):
        return s.board.mountains
