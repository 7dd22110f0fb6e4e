"""Plain data, as JSON has it, becomes the dataclass it means, within the limits of its fields."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from smallworld.table.limits import Between, Length, Matching
from smallworld.table.problems import Refused

T = TypeVar("T")


class _Unfit(Exception):
    """A value is not what was expected."""


def read_plain(value: object, kind: type[T]) -> T:
    """The dataclass that plain data mean; `Refused` says what is wrong with them.

    Bytes are written as hexadecimal digits.
    """
    try:
        found: T = _read(value, kind, "")
    except _Unfit as error:
        raise Refused("bad_message", text=str(error)) from None
    return found


def _read(value: Any, hint: Any, place: str) -> Any:
    origin, parts = get_origin(hint), get_args(hint)
    if origin is Annotated:
        found = _read(value, parts[0], place)
        for limit in parts[1:]:
            _check(found, limit, place)
        return found
    if origin in (Union, UnionType):
        return _read_one_of(value, parts, place)
    if origin is Literal:
        return (
            value
            if value in parts
            else _unfit(value, f"one of {', '.join(map(str, parts))}", place)
        )
    if origin in (tuple, list) or origin is Sequence:
        if not isinstance(value, list):
            return _unfit(value, "a list", place)
        if origin is tuple and parts[-1] is not Ellipsis:
            if len(value) != len(parts):
                return _unfit(value, f"a list of {len(parts)}", place)
            inner = zip(value, parts, strict=True)
            return tuple(_read(one, part, f"{place}[{n}]") for n, (one, part) in enumerate(inner))
        return tuple(_read(one, parts[0], f"{place}[{n}]") for n, one in enumerate(value))
    if origin is dict or origin is Mapping:
        if not isinstance(value, dict):
            return _unfit(value, "an object", place)
        return {key: _read(one, parts[1], f"{place}.{key}") for key, one in value.items()}
    if is_dataclass(hint):
        return _read_dataclass(value, hint, place)
    return _read_simple(value, hint, place)


def _read_one_of(value: Any, kinds: Sequence[Any], place: str) -> Any:
    wrong: list[_Unfit] = []
    for kind in kinds:
        try:
            return _read(value, kind, place)
        except _Unfit as error:
            wrong.append(error)
    raise wrong[0]


def _read_simple(value: Any, kind: Any, place: str) -> Any:
    if kind is NoneType and value is None:
        return None
    if kind is bytes and isinstance(value, str):
        try:
            return bytes.fromhex(value)
        except ValueError:
            return _unfit(value, "hexadecimal digits", place)
    if kind is float and type(value) is int:
        return float(value)
    if type(value) is kind:  # a bool is no number here
        return value
    return _unfit(value, getattr(kind, "__name__", str(kind)), place)


def _read_dataclass(value: Any, kind: Any, place: str) -> Any:
    if not isinstance(value, dict):
        return _unfit(value, "an object", place)
    hints, needed = _shape(kind)
    unknown = [key for key in value if key not in hints]
    if unknown:
        raise _Unfit(f"{place or 'it'} has no {unknown[0]!r}")
    missing = [name for name in needed if name not in value]
    if missing:
        raise _Unfit(f"{place or 'it'} lacks {missing[0]!r}")
    found = {name: _read(one, hints[name], f"{place}.{name}") for name, one in value.items()}
    return kind(**found)


@cache
def _shape(kind: Any) -> tuple[dict[str, Any], list[str]]:
    """The types of the fields, and the fields that have no default."""
    hints = get_type_hints(kind, include_extras=True)
    parts = fields(kind)
    needed = [
        part.name for part in parts if part.default is MISSING and part.default_factory is MISSING
    ]
    return {part.name: hints[part.name] for part in parts}, needed


def _check(value: Any, limit: object, place: str) -> None:
    if isinstance(limit, Length):
        if not limit.least <= len(value) <= limit.most:
            _unfit(value, f"{limit.least} to {limit.most} long", place)
    elif isinstance(limit, Between):
        if not limit.least <= value <= limit.most:
            _unfit(value, f"{limit.least} to {limit.most}", place)
    elif isinstance(limit, Matching) and not re.search(limit.pattern, value):
        _unfit(value, f"like {limit.pattern}", place)


def _unfit(value: Any, wanted: str, place: str) -> Any:
    shown = repr(value)
    raise _Unfit(f"{place or 'it'} should be {wanted}, not {shown[:60]}")
