"""Dataclasses as plain dicts and lists: fields that have their default are left out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from types import UnionType
from typing import Any, Final, Literal, Union, get_args, get_origin, get_type_hints

_SIMPLE: Final = (str, int, float, bool, type(None))


def plain(value: object) -> object:
    """The same for whoever knows nothing of our classes, such as an encoder of JSON.

    >>> from smallworld.wire.actions import ActionView
    >>> plain(ActionView("deploy 3 2", "deploy", region="3", tokens=2))
    {'do': 'deploy 3 2', 'verb': 'deploy', 'region': '3', 'tokens': 2}
    """
    return _unfold(value, False)


def lean(value: object) -> object:
    """The same for an encoder that knows dataclasses: those without defaults stay as they are."""
    return _unfold(value, True)


def _unfold(value: object, knows_dataclasses: bool) -> object:
    kind = type(value)
    if kind in _SIMPLE:
        return value
    if kind is tuple or kind is list:
        assert isinstance(value, (tuple, list))
        inner: type = type(value[0]) if value else str
        if knows_dataclasses and not _can_be_shorter(inner):
            return value
        return [_unfold(each, knows_dataclasses) for each in value]
    if kind is dict:
        assert isinstance(value, dict)
        return {key: _unfold(each, knows_dataclasses) for key, each in value.items()}
    if not is_dataclass(kind) or (knows_dataclasses and not _can_be_shorter(kind)):
        return value
    return _unfolder(kind, knows_dataclasses)(value)


@cache
def _unfolder(kind: type, knows_dataclasses: bool) -> Callable[[object], dict[str, object]]:
    """What unfolds a value of that class, written for its fields: views have many of them."""
    assert is_dataclass(kind)
    hints = get_type_hints(kind)
    known: dict[str, Any] = {"_unfold": _unfold}
    lines = ["def unfold(value):", "    found = {}"]
    for field in fields(kind):
        name = field.name
        each = "each" if _is_simple(hints[name]) else f"_unfold(each, {knows_dataclasses})"
        lines.append(f"    each = value.{name}")
        if field.default is MISSING:
            lines.append(f"    found[{name!r}] = {each}")
        else:
            known[f"usual_{name}"] = field.default
            lines.append(f"    if each is not usual_{name} and each != usual_{name}:")
            lines.append(f"        found[{name!r}] = {each}")
    exec("\n".join([*lines, "    return found"]), known)
    made: Callable[[object], dict[str, object]] = known["unfold"]
    return made


def _is_simple(hint: Any) -> bool:
    if get_origin(hint) in (Union, UnionType):
        return all(_is_simple(part) for part in get_args(hint))
    return get_origin(hint) is Literal or hint in _SIMPLE


@cache
def _can_be_shorter(kind: type) -> bool:
    """Whether something in such a value may have its default."""
    if not is_dataclass(kind):
        return kind not in _SIMPLE
    if any(field.default is not MISSING for field in fields(kind)):
        return True
    inside = (part for hint in get_type_hints(kind).values() for part in _types_in(hint))
    return any(is_dataclass(part) and _can_be_shorter(part) for part in inside)


def _types_in(hint: Any) -> Iterator[type]:
    if isinstance(hint, type):
        yield hint
    for part in get_args(hint):
        yield from _types_in(part)
