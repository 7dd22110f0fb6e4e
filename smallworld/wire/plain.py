"""Dataclasses as plain dicts and lists: fields that have their default are left out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from typing import Any, Final, get_args, get_type_hints

_SIMPLE: Final = (str, int, float, bool, type(None))
_NO_DEFAULT: Final = object()


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
    found: dict[str, object] = {}
    for name, default in _fields_of(kind):
        each = getattr(value, name)
        if each is default or (default is not _NO_DEFAULT and each == default):
            continue
        found[name] = each if type(each) in _SIMPLE else _unfold(each, knows_dataclasses)
    return found


@cache
def _fields_of(kind: type) -> list[tuple[str, object]]:
    assert is_dataclass(kind)
    return [
        (field.name, _NO_DEFAULT if field.default is MISSING else field.default)
        for field in fields(kind)
    ]


@cache
def _can_be_shorter(kind: type) -> bool:
    """Whether something in such a value may have its default."""
    if not is_dataclass(kind):
        return kind not in _SIMPLE
    if any(default is not _NO_DEFAULT for _, default in _fields_of(kind)):
        return True
    inside = (part for hint in get_type_hints(kind).values() for part in _types_in(hint))
    return any(is_dataclass(part) and _can_be_shorter(part) for part in inside)


def _types_in(hint: Any) -> Iterator[type]:
    if isinstance(hint, type):
        yield hint
    for part in get_args(hint):
        yield from _types_in(part)
