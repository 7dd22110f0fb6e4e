"""What it takes to make a position by hand, as scenarios do; playing needs none of it."""

from __future__ import annotations

from smallworld.engine.board import Board, Region
from smallworld.engine.rules.agenda import push_end_of_turn, settle
from smallworld.engine.rules.setup import bare
from smallworld.engine.terms import ENTER_READY, ENTER_REDEPLOY, TURN_START
from smallworld.engine.verbs import hold, lay_marker, put_natives, put_piece, refresh

__all__ = [
    "ENTER_READY",
    "ENTER_REDEPLOY",
    "TURN_START",
    "Board",
    "Region",
    "bare",
    "hold",
    "lay_marker",
    "push_end_of_turn",
    "put_natives",
    "put_piece",
    "refresh",
    "settle",
]
