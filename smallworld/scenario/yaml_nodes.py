"""YAML as the scenario reader wants it: nodes that know their line and refuse what they are not."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from pathlib import Path
from typing import TypeVar

from smallworld.extras import needed_by

with needed_by("reading scenarios"):
    import yaml

T = TypeVar("T")

# The format needs eight levels; the limit keeps the recursive composer away from Python's own.
_DEEPEST = 16
_TAG = "tag:yaml.org,2002:"
# A name may look like a number or a date (region 14, rule 0.11); it is taken letter by letter.
_TEXT_TAGS = {_TAG + kind for kind in ("str", "int", "float", "timestamp")}
# Plain decimals only: YAML 1.1 would read 010 as 8, 1_0 as 10 and 1:30 as 90.
_NUMBER = re.compile(r"-?(0|[1-9][0-9]{0,5})", re.ASCII)
_TRUTH = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}
_QUOTE_CHANCE = "a chance line is quoted: - '* die 2'"


class ScenarioError(Exception):
    """A scenario file that cannot be read: where, and what is wrong."""

    def __init__(self, file: str, line: int | None, reason: str, id: str | None = None) -> None:
        super().__init__(file, line, reason, id)
        self.file = file
        self.line = line
        self.reason = reason
        self.id = id

    def __str__(self) -> str:
        where = [self.file] + ([self.id] if self.id else [])
        if self.line is not None:
            where.append(f"line {self.line}")
        return ": ".join([*where, self.reason])


class _Loader(yaml.SafeLoader):
    """PyYAML's composer without the parts of YAML that the format does not use."""

    def __init__(self, text: str, file: str) -> None:
        super().__init__(text)
        self.file = file
        self.depth = 0

    def compose_node(self, parent: yaml.Node | None, index: int) -> yaml.Node | None:
        event = self.peek_event()  # type: ignore[no-untyped-call]
        if isinstance(event, yaml.AliasEvent):
            raise self._refusal(f"aliases (*{event.anchor}) are not used; {_QUOTE_CHANCE}", event)
        if event.anchor is not None:
            raise self._refusal(f"anchors (&{event.anchor}) are not used", event)
        if event.tag is not None:
            raise self._refusal(f"tags ({event.tag!r}) are not used; quote the text", event)
        if self.depth == _DEEPEST:
            raise self._refusal(f"nested more than {_DEEPEST} deep", event)
        self.depth += 1
        node = super().compose_node(parent, index)
        self.depth -= 1
        return node

    def _refusal(self, reason: str, event: yaml.Event) -> ScenarioError:
        mark = event.start_mark
        return ScenarioError(self.file, mark.line + 1 if mark else None, reason)


class Node:
    """One YAML node, read as the kind of thing the format wants in its place."""

    __slots__ = ("_node", "file", "id")

    def __init__(self, node: yaml.Node, file: str, id: str | None = None) -> None:
        self._node = node
        self.file = file
        self.id = id

    @property
    def line(self) -> int:
        return self._node.start_mark.line + 1

    def within(self, id: str) -> Node:
        """The same node, whose errors name the scenario they are in."""
        return Node(self._node, self.file, id)

    def wrong(self, reason: str) -> ScenarioError:
        return ScenarioError(self.file, self.line, reason, self.id)

    def is_null(self) -> bool:
        return self._is("null")

    def is_text(self) -> bool:
        return isinstance(self._node, yaml.ScalarNode) and self._node.tag in _TEXT_TAGS

    def is_list(self) -> bool:
        return isinstance(self._node, yaml.SequenceNode)

    def is_mapping(self) -> bool:
        return isinstance(self._node, yaml.MappingNode)

    def text(self, what: str) -> str:
        """A text on one line, runs of spaces made one."""
        if self._is("bool"):
            raise self.wrong(f"{what}: YAML reads {self.shown()} as true or false; use another")
        if not self.is_text():
            raise self.wrong(f"{what} must be a text, not {self.shown()}")
        text = " ".join(str(self._node.value).split())
        if not text or not text.isprintable():
            raise self.wrong(f"{what} must be a plain text of one line, not {self.shown()}")
        return text

    def number(self, what: str, least: int | None = 0) -> int:
        if not self._is("int") or not _NUMBER.fullmatch(self._node.value):
            raise self.wrong(f"{what} must be a whole number, not {self.shown()}")
        number = int(self._node.value)
        if least is not None and number < least:
            raise self.wrong(f"{what} must be at least {least}, not {number}")
        return number

    def flag(self, what: str) -> bool:
        if not self._is("bool"):
            raise self.wrong(f"{what} must be true or false, not {self.shown()}")
        return _TRUTH[self._node.value.lower()]

    def setting(self, what: str) -> bool | str:
        return self.flag(what) if self._is("bool") else self.text(what)

    def word(self, what: str, allowed: Collection[str]) -> str:
        word = self.text(what)
        if word not in allowed:
            raise self.wrong(f"unknown {what} {word!r}; one of: {', '.join(allowed)}")
        return word

    def items(self, what: str) -> list[Node]:
        if not isinstance(self._node, yaml.SequenceNode):
            raise self.wrong(f"{what} must be a list, [...], not {self.shown()}")
        return [Node(node, self.file, self.id) for node in self._node.value]

    def pairs(self, what: str) -> list[tuple[Node, Node]]:
        """Keys and values in the order written; each key is a text and stands once."""
        if not isinstance(self._node, yaml.MappingNode):
            raise self.wrong(f"{what} must be a mapping, {{...: ...}}, not {self.shown()}")
        pairs = [
            (Node(key, self.file, self.id), Node(value, self.file, self.id))
            for key, value in self._node.value
        ]
        first: dict[str, int] = {}
        for key, _ in pairs:
            name = key.text(f"a key of {what}")
            if name in first:
                raise key.wrong(f"{name!r} stands twice in {what}, first on line {first[name]}")
            first[name] = key.line
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
        if isinstance(self._node, yaml.ScalarNode):
            if self._is("null"):
                return "nothing (null)"
            value = self._node.value
            return repr(value if len(value) <= 40 else value[:40] + "…")
        return "a list" if self.is_list() else "a mapping"

    def _is(self, kind: str) -> bool:
        return isinstance(self._node, yaml.ScalarNode) and self._node.tag == _TAG + kind


class MappingNode(dict[str, Node]):
    """A mapping's values by their keys."""

    def read(self, key: str, reader: Callable[[Node], T], default: T) -> T:
        """What the reader makes of a value, or the default where the key is not written."""
        return reader(self[key]) if key in self else default

    def list_of(self, key: str) -> list[Node]:
        return self[key].items(key) if key in self else []

    def pairs_of(self, key: str) -> list[tuple[Node, Node]]:
        return self[key].pairs(key) if key in self else []


def compose(text: str, file: str) -> Node | None:
    """The one document of a YAML text; None when it holds nothing."""
    loader = None
    try:
        loader = _Loader(text, file)
        node = loader.get_single_node()
    except ScenarioError:
        raise
    except yaml.reader.ReaderError as error:
        line = text.count("\n", 0, error.position) + 1
        raise ScenarioError(file, line, "a character that YAML does not allow") from error
    except yaml.MarkedYAMLError as error:
        raise _syntax_error(error, file) from error
    except Exception as error:  # PyYAML lets a ValueError slip for escapes such as "\UFFFFFFFF"
        line = loader.line + 1 if loader else 1
        raise ScenarioError(file, line, f"YAML cannot be read: {error}") from error
    return Node(node, file) if node else None


def read_text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise ScenarioError(str(path), line, "not UTF-8 text") from error
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise ScenarioError(str(path), None, f"cannot be read: {reason}") from error


def _syntax_error(error: yaml.MarkedYAMLError, file: str) -> ScenarioError:
    mark = error.problem_mark or error.context_mark
    reason = ", ".join(part for part in (error.context, error.problem) if part)
    if error.context == "while scanning an alias":
        reason += f"; {_QUOTE_CHANCE}"
    return ScenarioError(file, mark.line + 1 if mark else None, reason)
