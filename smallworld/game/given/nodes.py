"""Values of a text that was read, each knowing where it stands and refusing what it is not.

Scenario files are YAML, tables and records say the same in JSON: both are read by one reader.
"""

from __future__ import annotations

import json
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Sequence
from typing import Any, Final, Literal, TypeVar

from smallworld.engine.game import Unreadable

T = TypeVar("T")
Kind = Literal["null", "bool", "int", "text", "list", "mapping"]

# Plain decimals only: YAML 1.1 would read 010 as 8, 1_0 as 10 and 1:30 as 90.
_NUMBER: Final = re.compile(r"-?(0|[1-9][0-9]{0,5})", re.ASCII)
_TRUTH: Final = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}
_LONGEST_SHOWN: Final = 40


class Node(ABC):
    """One value, read as the kind of thing that is wanted in its place."""

    __slots__ = ()

    # ---- what each notation says for itself ----

    @property
    @abstractmethod
    def kind(self) -> Kind:
        """What it is."""

    @property
    @abstractmethod
    def written(self) -> str:
        """A single value as it was written."""

    @property
    @abstractmethod
    def entries(self) -> Sequence[Node]:
        """Those of a list."""

    @property
    @abstractmethod
    def members(self) -> Sequence[tuple[Node, Node]]:
        """Keys and values of a mapping, in the order written."""

    @property
    @abstractmethod
    def place(self) -> str:
        """Where it stands, for whoever reads that something stands twice."""

    @property
    def line(self) -> int:
        """The line it stands in; 0 where there is only one."""
        return 0

    @abstractmethod
    def wrong(self, reason: str) -> Exception:
        """The error that says so, and where."""

    # ---- the same for all ----

    def is_null(self) -> bool:
        return self.kind == "null"

    def is_text(self) -> bool:
        return self.kind in ("text", "int")

    def is_list(self) -> bool:
        return self.kind == "list"

    def is_mapping(self) -> bool:
        return self.kind == "mapping"

    def text(self, what: str) -> str:
        """A text on one line, runs of spaces made one."""
        if self.kind == "bool":
            raise self.wrong(f"{what}: {self.shown()} is read as true or false; use another")
        if not self.is_text():
            raise self.wrong(f"{what} must be a text, not {self.shown()}")
        text = " ".join(self.written.split())
        if not text or not text.isprintable():
            raise self.wrong(f"{what} must be a plain text of one line, not {self.shown()}")
        return text

    def number(self, what: str, least: int | None = 0) -> int:
        if self.kind != "int" or not _NUMBER.fullmatch(self.written):
            raise self.wrong(f"{what} must be a whole number, not {self.shown()}")
        number = int(self.written)
        if least is not None and number < least:
            raise self.wrong(f"{what} must be at least {least}, not {number}")
        return number

    def flag(self, what: str) -> bool:
        if self.kind != "bool":
            raise self.wrong(f"{what} must be true or false, not {self.shown()}")
        return _TRUTH[self.written.lower()]

    def setting(self, what: str) -> bool | str:
        return self.flag(what) if self.kind == "bool" else self.text(what)

    def word(self, what: str, allowed: Collection[str]) -> str:
        word = self.text(what)
        if word not in allowed:
            raise self.wrong(f"unknown {what} {word!r}; one of: {', '.join(allowed)}")
        return word

    def items(self, what: str) -> Sequence[Node]:
        if not self.is_list():
            raise self.wrong(f"{what} must be a list, [...], not {self.shown()}")
        return self.entries

    def pairs(self, what: str) -> Sequence[tuple[Node, Node]]:
        """Keys and values in the order written; each key is a text and stands once."""
        if not self.is_mapping():
            raise self.wrong(f"{what} must be a mapping, {{...: ...}}, not {self.shown()}")
        pairs = self.members
        first: dict[str, str] = {}
        for key, _ in pairs:
            name = key.text(f"a key of {what}")
            if name in first:
                raise key.wrong(f"{name!r} stands twice in {what}, first {first[name]}")
            first[name] = key.place
        return pairs

    def fields(self, what: str, allowed: Collection[str]) -> MappingNode:
        """A mapping with none but the allowed keys."""
        found = MappingNode()
        for key, value in self.pairs(what):
            name = key.text(f"a key of {what}")
            if name not in allowed:
                raise key.wrong(f"unknown key {name!r} in {what}; allowed: {', '.join(allowed)}")
            found[name] = value
        return found

    def shown(self) -> str:
        """The node as an error message quotes it."""
        if self.is_null():
            return "nothing (null)"
        if self.is_list():
            return "a list"
        if self.is_mapping():
            return "a mapping"
        value = self.written
        return repr(value if len(value) <= _LONGEST_SHOWN else value[:_LONGEST_SHOWN] + "…")


class MappingNode(dict[str, Node]):
    """A mapping's values by their keys."""

    def read(self, key: str, reader: Callable[[Node], T], default: T) -> T:
        """What the reader makes of a value, or the default where the key is not written."""
        return reader(self[key]) if key in self else default

    def list_of(self, key: str) -> Sequence[Node]:
        return self[key].items(key) if key in self else []

    def pairs_of(self, key: str) -> Sequence[tuple[Node, Node]]:
        return self[key].pairs(key) if key in self else []


class JsonNode(Node):
    """A value of JSON; it stands under the keys that lead to it."""

    __slots__ = ("_path", "_value")

    def __init__(self, value: Any, path: tuple[str, ...] = ()) -> None:
        self._value = value
        self._path = path

    @property
    def kind(self) -> Kind:
        value = self._value
        if value is None:
            return "null"
        if isinstance(value, bool):
            return "bool"
        if isinstance(value, int):
            return "int"
        if isinstance(value, list | tuple):
            return "list"
        return "mapping" if isinstance(value, _Members) else "text"

    @property
    def written(self) -> str:
        return str(self._value)

    @property
    def entries(self) -> Sequence[Node]:
        return [
            JsonNode(value, (*self._path, f"number {n}")) for n, value in enumerate(self._value, 1)
        ]

    @property
    def members(self) -> Sequence[tuple[Node, Node]]:
        return [
            (JsonNode(key, (*self._path, key)), JsonNode(value, (*self._path, key)))
            for key, value in self._value.pairs
        ]

    @property
    def place(self) -> str:
        return f"in {', '.join(self._path[:-1]) or 'the text'}"

    def wrong(self, reason: str) -> Unreadable:
        return Unreadable(f"{', '.join(self._path)}: {reason}" if self._path else reason)


class _Members:
    """A mapping with its keys as they were written, the same one perhaps twice."""

    def __init__(self, pairs: list[tuple[str, Any]]) -> None:
        self.pairs = pairs


def read_json(text: str, what: str) -> JsonNode:
    """The value a text in JSON means; `what` is the name its errors begin with."""
    try:
        value = json.loads(text, object_pairs_hook=_Members)
    except (ValueError, RecursionError) as error:
        raise Unreadable(f"{what}: this is no JSON: {error or 'nested too deeply'}") from None
    return JsonNode(value, (what,))
