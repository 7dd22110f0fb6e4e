"""Dataclasses as plain dicts and lists: fields that have their default are left out."""

from __future__ import annotations

from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from typing import Any, Final

_SIMPLE: Final = (str, int, float, bool, type(None))


def plain(value: object) -> object:
    """The same for whoever knows nothing of our classes, such as an encoder of JSON.

    >>> from smallworld.wire.actions import ActionView
    >>> plain(ActionView("deploy 3 2", "deploy", region="3", tokens=2))
    {'do': 'deploy 3 2', 'verb': 'deploy', 'region': '3', 'tokens': 2}
    """
    kind = type(value)
    if kind in _SIMPLE:
        return value
    if isinstance(value, tuple | list):
        return [plain(each) for each in value]
    if isinstance(value, dict):
        return {key: plain(each) for key, each in value.items()}
    if not is_dataclass(kind):
        return value
    found: dict[str, object] = {}
    for name, usual in _fields_of(kind):
        each = getattr(value, name)
        if each != usual:
            found[name] = plain(each)
    return found


@cache
def _fields_of(kind: type) -> list[tuple[str, Any]]:
    """The fields of a dataclass with their defaults; where there is none, what equals nothing."""
    assert is_dataclass(kind)
    return [
        (field.name, object() if field.default is MISSING else field.default)
        for field in fields(kind)
    ]
