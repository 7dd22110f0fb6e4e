"""A view as named arrays of numpy, in the layout of `encoding/layout.py`."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from smallworld.encoding.encoder import Encoder
from smallworld.encoding.layout import ACTIONS, POSITION, STATIC
from smallworld.engine.game import GameError
from smallworld.game.views.view import View

Bytes = NDArray[np.uint8]
Arrays = dict[str, Bytes]

OBSERVED: Final = tuple(array.name for array in POSITION)
PER_ACTION: Final = (ACTIONS.name,)
PER_GAME: Final = tuple(array.name for array in STATIC)


class ArrayMaker:
    """Makes the arrays of games at one table; those that never change are made once."""

    def __init__(self, encoder: Encoder) -> None:
        self.encoder: Final = encoder
        self.static: Final[Arrays] = {
            name: np.frombuffer(content, np.uint8).reshape(encoder.shapes[name])
            for name, content in encoder.static().items()
        }

    def encode(self, view: View) -> Arrays:
        """Everything in `layout.ARRAYS`, as the seat of the view sees it."""
        position, actions = self.encoder.encode(view)
        flat = np.frombuffer(position, np.uint8)
        found = {
            name: flat[part].reshape(self.encoder.shapes[name])
            for name, part in self.encoder.slices.items()
        }
        found[ACTIONS.name] = np.frombuffer(actions, np.uint8).reshape(-1, ACTIONS.width)
        return {**found, **self.static}


_makers: Final[list[ArrayMaker]] = []  # those used last, the last one last
_KEPT: Final = 8


def encode(view: View) -> Arrays:
    """The arrays of any view; for tables seen before all is at hand.

    >>> from smallworld.game.setup import GameSetup, start_game
    >>> table = GameSetup(map="base-3")
    >>> encode(View(start_game(table), table, seat=1))["regions"].shape
    (30, 29)
    """
    for maker in reversed(_makers):
        if _fits(maker, view):
            return maker.encode(view)
    _makers.append(ArrayMaker(Encoder.of(view.table)))
    del _makers[:-_KEPT]
    return _makers[-1].encode(view)


def _fits(maker: ArrayMaker, view: View) -> bool:
    encoder = maker.encoder
    same = (encoder.coins_open, encoder.options.turns, encoder.options.own_decline_defends)
    options = view.state.options
    wanted = (view.table.coins == "open", options.turns, options.own_decline_defends)
    if same != wanted:
        return False
    try:
        encoder.check_fits(view.state)
    except GameError:
        return False
    return True
