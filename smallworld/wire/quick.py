"""Frozen dataclasses that are made as quickly as others.

The `__init__` that a frozen dataclass is given goes round its own `__setattr__` for every field,
which takes most of the time of a view: with slots the fields can be written directly. Where most
fields usually have their default, it is quicker not to write those at all.
"""

from __future__ import annotations

from dataclasses import MISSING, fields, is_dataclass
from typing import Any, Final, TypeVar

T = TypeVar("T")
_SPARSE: Final = "stores_no_defaults"


def quick(kind: type[T]) -> type[T]:
    """For a frozen dataclass with slots: the same, with a quicker `__init__`.

    >>> from smallworld.wire.log import RegionCoins
    >>> RegionCoins("12", coins=2)
    RegionCoins(region='12', coins=2)
    """
    assert is_dataclass(kind)
    known = {f"_set_{field.name}": getattr(kind, field.name).__set__ for field in fields(kind)}
    lines = [f"_set_{field.name}(self, {field.name})" for field in fields(kind)]
    return _with_init(kind, lines, known)


def sparse(kind: type[T]) -> type[T]:
    """For a frozen dataclass without slots: the same, but fields with their default are not stored.

    They are read off the class, and left out by an encoder of JSON.

    >>> from smallworld.wire.actions import ActionView
    >>> vars(ActionView("deploy 3 2", "deploy", tokens=2))
    {'do': 'deploy 3 2', 'verb': 'deploy', 'tokens': 2}
    """
    assert is_dataclass(kind)
    assert not hasattr(kind, "__slots__"), f"{kind.__name__} has a place for every field"
    lines = ["_stored = self.__dict__"]
    for field in fields(kind):
        name = field.name
        lines.append(f"_stored[{name!r}] = {name}")
        if field.default is not MISSING:
            lines[-1] = f"if {name} is not _usual_{name} and {name} != _usual_{name}: {lines[-1]}"
    setattr(kind, _SPARSE, True)
    return _with_init(kind, lines, {})


def is_sparse(kind: type) -> bool:
    """Whether fields with their default are not stored.

    >>> from smallworld.wire.log import LogEntry, RegionCoins
    >>> is_sparse(LogEntry), is_sparse(RegionCoins)
    (True, False)
    """
    return hasattr(kind, _SPARSE)


def sparse_of(kind: type[T], facts: dict[str, Any]) -> T:
    """One of a sparse class whose fields are these, none of which has its default.

    >>> from smallworld.wire.actions import WayTaken
    >>> sparse_of(WayTaken, {"trait": "Magic"})
    WayTaken(trait='Magic', stands_for=None)
    """
    made = object.__new__(kind)
    object.__setattr__(made, "__dict__", facts)
    return made


def _with_init(kind: type[T], lines: list[str], known: dict[str, Any]) -> type[T]:
    """The class with an `__init__` that does those lines, its fields being the arguments."""
    assert is_dataclass(kind)
    heads: list[str] = []
    for field in fields(kind):
        assert field.default_factory is MISSING, f"{kind.__name__}.{field.name} is made anew"
        if field.default is MISSING:
            heads.append(field.name)
        else:
            known[f"_usual_{field.name}"] = field.default
            heads.append(f"{field.name}=_usual_{field.name}")
    exec(f"def __init__(self, {', '.join(heads)}):\n    " + "\n    ".join(lines), known)
    made = known["__init__"]
    made.__qualname__ = f"{kind.__qualname__}.__init__"
    made.__module__ = kind.__module__
    setattr(kind, "__init__", made)  # noqa: B010
    return kind
