"""A decision of every kind on a board, found by playing."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Final

from smallworld.engine.game import is_chance, is_over, legal, to_act
from smallworld.engine.notation import to_text
from smallworld.engine.state import State
from smallworld.game.records.record import Move
from smallworld.game.setup import GameSetup, start_game
from smallworld.game.views.game_view import phase_of
from tests.browser.positions import Position, step

USUAL: Final = ("pick", "choose", "ready", "conquest", "die", "redeploy", "defenders")
# Some traits bring these about.
RARE: Final = ("start", "risen", "placements", "late decline", "ask")
# Usual ones, in which a trait brings a button more: by the kind of phase, the trait and the name.
CROWDED: Final = {
    ("choose", "Berserk"): "die first",
    ("redeploy", "Stout"): "decline after",
    ("redeploy", "Diplomat"): "peace",
}
GAMES: Final = 400
SETTLED: Final = 3  # the round from which there is much on the board


@cache
def find_phases(board: str, kinds: tuple[str, ...] = USUAL) -> dict[str, Position]:
    """One decision of each of these kinds, on a board that is well peopled."""
    table = GameSetup(board, coins="open")
    found: dict[str, Position] = {}
    for seed in range(GAMES):
        moves: list[Move] = []
        luck = Random(seed)
        s = start_game(table)
        while not is_over(s) and len(found) < len(kinds):
            kind = _kind_of(s)
            if kind in kinds and kind not in found:
                found[kind] = Position(table, moves[:], s.options.seats[to_act(s)], "")
            step(s, luck, moves)
        if len(found) == len(kinds):
            return found
    raise AssertionError(f"no game on {board} led to {set(kinds) - set(found)}")


def _kind_of(s: State) -> str | None:
    """What is to be decided there, if that makes a good example."""
    if is_chance(s):
        return None
    kind = phase_of(s).kind
    if kind in RARE:
        return kind
    for trait in s.active(s.seat).traits:
        if (kind, trait.name) in CROWDED:
            return CROWDED[(kind, trait.name)]
    if s.turn < SETTLED:
        return None
    texts = [to_text(s, action) for action in legal(s)]
    if kind == "conquest":
        sure = sum(text.startswith("conquer") for text in texts)
        rolls = sum(text.startswith("roll ") for text in texts)  # for a region
        return "conquest" if sure >= 4 else "die" if rolls and not sure else None
    if kind in ("redeploy", "defenders"):
        regions = {text.split()[1] for text in texts if text.startswith("deploy")}
        return kind if len(regions) >= (4 if kind == "redeploy" else 1) else None
    return kind
