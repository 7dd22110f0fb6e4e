"""Dataclasses as plain dicts and lists: fields that have their default are left out."""

from __future__ import annotations

from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from typing import Final

_SIMPLE: Final = (str, int, float, bool, type(None))
_NO_DEFAULT: Final = object()


def plain(value: object) -> object:
    """The same for whoever knows nothing of our classes, such as an encoder of JSON.

    >>> from smallworld.wire.actions import ActionView
    >>> plain(ActionView("deploy 3 2", "deploy", region="3", tokens=2))
    {'do': 'deploy 3 2', 'verb': 'deploy', 'region': '3', 'tokens': 2}
    """
    kind = type(value)
    if kind in _SIMPLE:
        return value
    if kind is tuple or kind is list:
        assert isinstance(value, (tuple, list))
        return [plain(each) for each in value]
    if kind is dict:
        assert isinstance(value, dict)
        return {key: plain(each) for key, each in value.items()}
    if not is_dataclass(kind):
        return value  # the encoder's own, such as what is encoded already
    found: dict[str, object] = {}
    for name, default in _fields_of(kind):
        each = getattr(value, name)
        if each is default or (default is not _NO_DEFAULT and each == default):
            continue
        found[name] = each if type(each) in _SIMPLE else plain(each)
    return found


@cache
def _fields_of(kind: type) -> list[tuple[str, object]]:
    assert is_dataclass(kind)
    return [
        (field.name, _NO_DEFAULT if field.default is MISSING else field.default)
        for field in fields(kind)
    ]
