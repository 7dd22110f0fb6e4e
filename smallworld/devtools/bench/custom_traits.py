"""Races and powers in plain Python, to see what they cost the compiled engine."""

from __future__ import annotations

from typing import TypeVar

from smallworld.content.library import Custom
from smallworld.engine.regions import BIT, Regions
from smallworld.engine.state import Empire, State
from smallworld.engine.trait import Power, Race, Trait
from smallworld.engine.verbs import draw_tokens

T = TypeVar("T", bound=Trait)


class Settlers(Race):
    """Hills are cheaper, forests pay, and a mountain brings a token: three hooks, often asked."""

    def __init__(self, name: str = "Settlers") -> None:
        super().__init__(name, tokens=6, supply=12)

    def cheaper(self, s: State, e: Empire) -> Regions:
        return s.board.hills

    def pays(self, s: State, e: Empire) -> Regions:
        return s.board.forests

    def on_conquered(self, s: State, e: Empire, r: int) -> None:
        if s.board.mountains & BIT[r]:
            draw_tokens(s, e, 1)


class Roving(Power):
    """Enters anywhere, and swamps are cheaper and pay."""

    def __init__(self, name: str = "Roving") -> None:
        super().__init__(name, tokens=4)

    def enters(self, s: State, e: Empire) -> Regions:
        return s.board.land

    def cheaper(self, s: State, e: Empire) -> Regions:
        return s.board.swamps

    def pays(self, s: State, e: Empire) -> Regions:
        return s.board.swamps


def homemade(number: int) -> Custom | None:
    """So many traits, half of them races and half powers; a single one is a race."""
    if not number:
        return None
    count = (number + 1) // 2
    races = [_numbered(Settlers, n) for n in range(count)]
    powers = [_numbered(Roving, n) for n in range(number - count)]
    return Custom([*races], [*powers])


def _numbered(base: type[T], number: int) -> type[T]:
    """A class of its own, as a file would bring it: its hooks are called with care."""

    def begin(self: T) -> None:
        base.__init__(self, f"{base.__name__}{number}")

    return type(f"{base.__name__}{number}", (base,), {"__init__": begin})
