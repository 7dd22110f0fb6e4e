"""What stands after the colon of a player's name: "time=1s,per=turn"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from smallworld.engine.game import GameError

_SECONDS = re.compile(r"([0-9]+(?:\.[0-9]+)?|\.[0-9]+)(ms|s|min)", re.ASCII)
_FRACTION = re.compile(r"[0-9]{1,9}(?:\.[0-9]{1,9})?", re.ASCII)
_UNITS = {"ms": 0.001, "s": 1.0, "min": 60.0}
_LONGEST = 3600.0


def read_settings(owner: str, text: str, possible: Mapping[str, str]) -> dict[str, str]:
    """The settings of that player by name; `possible` says of each what it may be.

    >>> read_settings("search", "time=1s, per=turn", {"time": "2s", "per": "turn or decision"})
    {'time': '1s', 'per': 'turn'}
    """
    return read_parts(owner, text.split(",") if text.strip() else [], possible)


def read_parts(owner: str, parts: Iterable[str], possible: Mapping[str, str]) -> dict[str, str]:
    """The same for settings that are apart already."""
    found: dict[str, str] = {}
    for part in parts:
        name, equals, value = (word.strip() for word in part.partition("="))
        if not possible:
            given = part.strip()
            raise GameError(f"{owner} takes no setting, so write {owner} and not {owner}:{given}")
        if not equals or not value:
            raise GameError(f"{part.strip()!r} is no setting of {owner}; {_told(owner, possible)}")
        if name not in possible:
            raise GameError(f"{owner} has no setting {name!r}; {_told(owner, possible)}")
        if name in found:
            raise GameError(f"{owner} is given {name} twice: {found[name]} and {value}")
        found[name] = value
    return found


def read_seconds(owner: str, name: str, value: str) -> float:
    """A length of time: 300ms, 1.5s, 2min.

    >>> read_seconds("external", "time", "300ms")
    0.3
    """
    match = _SECONDS.fullmatch(value)
    seconds = float(match[1]) * _UNITS[match[2]] if match else 0.0
    if not 0 < seconds <= _LONGEST:
        raise GameError(
            f"{name} of {owner} is a time such as 300ms, 2s or 1min, up to 60min, not {value!r}"
        )
    return seconds


def read_number(owner: str, name: str, value: str, least: int, most: int) -> int:
    """A whole number in these bounds."""
    if not (value.isascii() and value.isdigit()) or not least <= int(value[:20]) <= most:
        raise GameError(f"{name} of {owner} is a number from {least} to {most}, not {value!r}")
    return int(value)


def read_fraction(owner: str, name: str, value: str, most: int) -> float:
    """A number from 0 on that need not be whole.

    >>> read_fraction("net", "temperature", "0.5", 100)
    0.5
    """
    if not _FRACTION.fullmatch(value) or float(value) > most:
        raise GameError(f"{name} of {owner} is a number from 0 to {most}, not {value!r}")
    return float(value)


def _told(owner: str, possible: Mapping[str, str]) -> str:
    return f"{owner} has " + ", ".join(f"{name}={what}" for name, what in possible.items())
