"""YAML as the scenario reader wants it: nodes that know their line and refuse what they are not."""

from __future__ import annotations

from pathlib import Path
from typing import Final, cast

from smallworld.extras import needed_by
from smallworld.game.given.nodes import Kind, Node

with needed_by("reading scenarios"):
    import yaml

# The format needs eight levels; the limit keeps the recursive composer away from Python's own.
_DEEPEST = 16
_TAG = "tag:yaml.org,2002:"
_KINDS: Final[dict[str, Kind]] = {
    _TAG + kind: kind for kind in cast(tuple[Kind, ...], ("null", "bool", "int"))
}  # all else, as a date or a broken number, is taken letter by letter: rule 0.11 is a text
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


class YamlNode(Node):
    """One node of YAML."""

    __slots__ = ("_node", "file", "id")

    def __init__(self, node: yaml.Node, file: str, id: str | None = None) -> None:
        self._node = node
        self.file = file
        self.id = id

    @property
    def kind(self) -> Kind:
        if isinstance(self._node, yaml.SequenceNode):
            return "list"
        if isinstance(self._node, yaml.MappingNode):
            return "mapping"
        return _KINDS.get(self._node.tag, "text")

    @property
    def written(self) -> str:
        return str(self._node.value)

    @property
    def entries(self) -> list[YamlNode]:
        return [YamlNode(node, self.file, self.id) for node in self._node.value]

    @property
    def members(self) -> list[tuple[YamlNode, YamlNode]]:
        return [
            (YamlNode(key, self.file, self.id), YamlNode(value, self.file, self.id))
            for key, value in self._node.value
        ]

    @property
    def line(self) -> int:
        return self._node.start_mark.line + 1

    @property
    def place(self) -> str:
        return f"on line {self.line}"

    def within(self, id: str) -> YamlNode:
        """The same node, whose errors name the scenario they are in."""
        return YamlNode(self._node, self.file, id)

    def wrong(self, reason: str) -> ScenarioError:
        return ScenarioError(self.file, self.line, reason, self.id)


def compose(text: str, file: str) -> YamlNode | None:
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
    return YamlNode(node, file) if node else None


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
