"""Playful, a power of your own.

Save this as playful.py; play with it: smallworld play --custom playful.py
"""

from smallworld.engine.trait import Power


class Playful(Power):
    """Every hill pays one coin more."""

    def __init__(self):
        super().__init__(
            "Playful",
            tokens=4,
            text="Every hill this race holds pays one coin more.",
        )

    def pays(self, s, e):
        return s.board.hills
