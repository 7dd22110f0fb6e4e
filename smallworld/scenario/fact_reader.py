"""Reads what is expected of a position, from YAML or from any other nodes."""

from __future__ import annotations

import re
from collections.abc import Callable

from smallworld.game.given.nodes import Node
from smallworld.game.given.reader import Names, discards, row, texts
from smallworld.scenario.spec import EXPECTED_PHASES, ExpectedEmpire, Hand

_STANDING = re.compile(r"(.+?) ([1-9][0-9]{0,2})( declined)?", re.ASCII)
_NEUTRAL = ("Lost Tribe", "Monster")


def read_facts(item: Node, names: Names, view: bool) -> dict[str, object]:
    """The facts by their names, as `PositionFacts.expect` compares them."""
    readers = _fact_readers(names, view)
    facts: dict[str, object] = {}
    for key, value in item.pairs("expect"):
        name = key.text("a key of expect")
        if name not in readers:
            allowed = ", ".join(readers)
            raise key.wrong(f"unknown key {name!r} in expect; allowed: {allowed}")
        facts[name] = readers[name](value)
    return facts


def _fact_readers(names: Names, view: bool) -> dict[str, Callable[[Node], object]]:
    """How the value of each key of expect is read; a view may hide coins and holds no view."""

    def per_seat(item: Node) -> dict[str, int]:
        pairs = item.pairs("numbers by seat")
        return {names.seat(key): value.number("this", least=None) for key, value in pairs}

    def coins(item: Node) -> dict[str, int | None]:
        return {
            names.seat(key): None if view and value.is_null() else value.number("coins", least=None)
            for key, value in item.pairs("coins by seat")
        }

    def active(item: Node) -> dict[str, str | None]:
        return {
            names.seat(key): None if value.is_null() else value.text("race and power")
            for key, value in item.pairs("active")
        }

    def seen(item: Node) -> dict[str, object]:
        return read_facts(item, names, view=True)

    readers: dict[str, Callable[[Node], object]] = {
        "at": lambda i: {names.region(k): _standing(v) for k, v in i.pairs("at")},
        "hand": lambda i: {_hand(k, names): v.number("hand") for k, v in i.pairs("hand")},
        "tray": lambda i: {k.text("a race"): v.number("tokens") for k, v in i.pairs("tray")},
        "stack": _stack_counts,
        "discards": discards,
        "coins": coins,
        "scored": coins,
        "hammers": per_seat,
        "stonehedge": lambda i: i.text("stonehedge"),
        "pieces": names.pieces,
        "places": names.lying,
        "relics": names.lying,
        "row": row,
        "stack_bottom": texts,
        "immune": names.region_list,
        "phase": lambda i: i.word("phase", EXPECTED_PHASES),
        "to_act": names.seat,
        "active": active,
        "declined": lambda i: {names.seat(k): texts(v) for k, v in i.pairs("declined")},
        "turn": lambda i: i.number("turn", least=1),
        "winner": names.seat_list,
    }
    if view:
        return readers
    return readers | {f"view {seat}": seen for seat in names.seats}


def _standing(item: Node) -> ExpectedEmpire:
    text = item.text("who stands in a region")
    if text == "empty":
        return ExpectedEmpire()
    match = _STANDING.fullmatch(text)
    if not match or (match[3] and match[1] in _NEUTRAL):
        raise item.wrong(
            f"{text!r} does not say who stands there; write `Ratmen 5`, `Elves 1 declined`, "
            "`Lost Tribe 1`, `Monster 2` or `empty`"
        )
    return ExpectedEmpire(match[1], int(match[2]), declined=match[3] is not None)


def _hand(key: Node, names: Names) -> Hand:
    text = key.text("a hand")
    seat = text.removesuffix(" declined")
    if seat not in names.seats:
        raise key.wrong(f"no hand {text!r}; write a seat ({', '.join(names.seats)}) or P1 declined")
    return Hand(seat, declined=seat != text)


def _stack_counts(item: Node) -> dict[str, int]:
    fields = item.fields("stack", ("races", "powers"))
    return {key: value.number(f"{key} left") for key, value in fields.items()}
