"""Compares a position with what a scenario expects of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from smallworld.engine.game import NOBODY, GameError, State, is_over, result, to_act
from smallworld.engine.notation import phase_name
from smallworld.engine.query import BIT, count, each
from smallworld.game.given.spec import ComboSpec
from smallworld.scenario.spec import ExpectedEmpire, Hand


class Differs(GameError):
    """A fact is not as expected."""


class PositionFacts:
    """What can be said of a position; `scored` has the last scoring of each seat."""

    def __init__(self, s: State, scored: dict[int, int], viewer: int | None = None) -> None:
        self.s = s
        self.scored = scored
        self.viewer = viewer

    def expect(self, facts: dict[str, Any]) -> None:
        """Every fact holds, or Differs says which does not."""
        for key, wanted in facts.items():
            if key.startswith("view "):
                viewer = self.s.options.seats.index(key[5:])
                PositionFacts(self.s, self.scored, viewer).expect(wanted)
                continue
            if isinstance(wanted, dict):
                found: Any = self.per_key(key, wanted)
            else:
                found = self.whole(key, wanted)
            if found != wanted:
                raise Differs(f"{key} should be {_plain(wanted)}, but is {_plain(found)}")

    def per_key(self, key: str, wanted: dict[Any, Any]) -> dict[Any, Any]:
        """The facts of a table, for the keys that are asked for."""
        if key in ("places", "relics") and not wanted:
            return self.lying()
        readers: dict[str, Callable[[Any], Any]] = {
            "at": self.standing,
            "hand": self.hand,
            "tray": self.tray,
            "stack": self.stack,
            "coins": self.coins,
            "scored": lambda seat: self.scored.get(self.seat(seat), 0),
            "hammers": self.hammers,
            "pieces": self.piece,
            "places": self.lies,
            "relics": self.lies,
            "active": self.active,
            "declined": self.declined,
        }
        one = readers[key]
        found = {k: one(k) for k in wanted}
        if key == "declined":
            found = {k: wanted[k] if _same(v, wanted[k]) else v for k, v in found.items()}
        return found

    def whole(self, key: str, wanted: Any) -> Any:
        """A fact that is one value."""
        s = self.s
        if key == "row":
            return self.row()[: len(wanted)] if wanted else self.row()
        if key == "discards":
            found = tuple(s.library.powers[p].name for p in each(s.power_discard))
            return wanted if _same(found, wanted) else found
        if key == "stack_bottom":
            names = tuple(s.library.races[race].name for race in s.race_bottom)
            return names[-len(wanted) :] if wanted else names
        if key == "immune":
            closed = s.shielded | s.barred
            return tuple(name for name in wanted if closed & BIT[s.board.number[name]])
        if key == "winner":
            names = tuple(s.options.seats[w] for w in result(s).winners) if is_over(s) else ()
            return wanted if _same(names, wanted) else names
        if key == "stonehedge":
            for marker in s.library.markers:
                lent = marker.lends(s, NOBODY)
                if lent is not None:
                    return lent.name
            return None
        if key == "phase":
            return phase_name(s)
        if key == "to_act":
            return s.options.seats[to_act(s)] if to_act(s) >= 0 else None
        assert key == "turn"
        return int(s.turn)

    # ---- one fact each ----

    def seat(self, name: str) -> int:
        return self.s.options.seats.index(name)

    def region(self, name: str) -> int:
        if name not in self.s.board.number:
            raise Differs(f"there is no region {name!r} on {self.s.board.name}")
        return self.s.board.number[name]

    def standing(self, name: str) -> ExpectedEmpire:
        s = self.s
        r = self.region(name)
        tokens = int(s.tokens_in(r))
        if s.tribes & BIT[r]:
            return ExpectedEmpire("Lost Tribe", tokens)
        if s.monsters & BIT[r]:
            return ExpectedEmpire("Monster", tokens)
        e = s.holder(r)
        return ExpectedEmpire() if e is NOBODY else ExpectedEmpire(e.race.name, tokens, e.declined)

    def hand(self, hand: Hand) -> int:
        seat = self.seat(hand.seat)
        if hand.declined:
            return sum(int(e.hand) for e in self.s.declined(seat))
        return int(self.s.active(seat).hand)

    def tray(self, name: str) -> int:
        for race in self.s.library.races:
            if race.name == name:
                e = self.s.empire_of_race(race.index)
                return race.supply if e is NOBODY else int(e.tray)
        raise Differs(f"there is no race {name!r} in this world")

    def stack(self, kind: str) -> int:
        s = self.s
        if kind == "races":
            return int(count(s.race_stack)) + len(s.race_bottom)
        return int(count(s.power_stack))

    def coins(self, name: str) -> int | None:
        seat = self.seat(name)
        if self.viewer is not None and self.viewer != seat and not is_over(self.s):
            return None
        return int(self.s.coins[seat])

    def hammers(self, name: str) -> int:
        seat = self.seat(name)
        used = int(self.s.now.hammers_used) if seat == self.s.seat else 0
        return int(self.s.active(seat).hammers) - used

    def piece(self, name: str) -> dict[str, int]:
        s = self.s
        if name == "mountain":
            return {s.board.names[r]: 1 for r in each(s.board.mountains)}
        for kind, piece in enumerate(s.library.pieces):
            if piece.name == name:
                return {
                    s.board.names[r]: int(s.stacked(piece.stack, r)) if piece.stack >= 0 else 1
                    for r in each(s.where[kind])
                }
        raise Differs(f"there is no piece {name!r}")

    def lying(self) -> dict[str, str]:
        found: dict[str, str] = {}
        for marker in self.s.library.markers:
            r = int(self.s.marker_region(marker.index))
            if r >= 0:
                found[marker.name] = self.s.board.names[r]
        return found

    def lies(self, name: str) -> str | None:
        return self.lying().get(name)

    def active(self, name: str) -> str | None:
        e = self.s.active(self.seat(name))
        return None if e is NOBODY else f"{e.race.name} {e.power.name}"

    def declined(self, name: str) -> tuple[str, ...]:
        return tuple(e.race.name for e in self.s.declined(self.seat(name)))

    def row(self) -> tuple[ComboSpec, ...]:
        s = self.s
        return tuple(
            ComboSpec(
                s.library.races[int(s.row_races[slot])].name,
                s.library.powers[int(s.row_powers[slot])].name,
                int(s.row_coins[slot]),
            )
            for slot in range(s.row_size)
        )


def _same(found: tuple[str, ...], wanted: tuple[str, ...]) -> bool:
    """Lists are complete, in any order."""
    return sorted(found) == sorted(wanted)


def _plain(value: Any) -> str:
    """A fact as people write it."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_plain(k)}: {_plain(v)}" for k, v in value.items()) + "}"
    if isinstance(value, tuple) and not isinstance(value, Hand):
        return "[" + ", ".join(_plain(v) for v in value) + "]"
    if isinstance(value, Hand):
        return f"{value.seat} declined" if value.declined else value.seat
    if isinstance(value, ExpectedEmpire):
        if value.who is None:
            return "empty"
        return f"{value.who} {value.count}{' declined' if value.declined else ''}"
    if isinstance(value, ComboSpec):
        return f"[{value.race}, {value.power}, {value.coins}]"
    return "null" if value is None else str(value)
