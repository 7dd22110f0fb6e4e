"""Badgers, a race of your own.

Save this as badgers.py; play with it: smallworld play --custom badgers.py
"""

from smallworld.engine.trait import Race


class Badgers(Race):
    """Every hill pays one coin more."""

    def __init__(self):
        super().__init__(
            "Badgers",
            tokens=6,
            supply=11,
            text="Every hill they hold pays one coin more.",
        )

    def pays(self, s, e):
        return s.board.hills
