"""Writes the page's types of all that crosses the wire, from the classes that describe it.

`python -m tools.wire_types` writes web/src/lib/wire/wire.gen.ts; with `--check` it only says
whether that file is as it should be.
"""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import sys
import types
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import MISSING, dataclass, fields, is_dataclass
from pathlib import Path
from typing import Annotated, Any, Final, Literal, Union, get_args, get_origin, get_type_hints

import smallworld.wire
from smallworld.engine.explain.parts import Part
from smallworld.home import schemas
from smallworld.home.lessons import messages as lesson_messages
from smallworld.puzzles import messages as puzzle_messages
from smallworld.server.http import reach
from smallworld.server.notify import schemas as notify_schemas
from smallworld.table import messages, problems
from smallworld.table.asking import host_messages
from smallworld.table.clocks import clock
from smallworld.table.starting import start, table_request

FILE: Final = Path(__file__).resolve().parents[1] / "web" / "src" / "lib" / "wire" / "wire.gen.ts"
HEAD: Final = """\
// What crosses the wire. Written by tools/wire_types.py from smallworld/wire and the server's
// messages: do not edit, run `python -m tools.wire_types`.
"""

# What the page says: fields with a default may be left out. What it is told is always there.
SAID: Final = (
    *messages.REQUESTS.values(),
    clock.ClockRequest,
    start.StartRequest,
    lesson_messages.LearnRequest,
    lesson_messages.StepRequest,
    puzzle_messages.PuzzleRequest,
    puzzle_messages.SolveRequest,
    table_request.SeatRequest,
    table_request.TableRequest,
    schemas.GuestRequest,
    schemas.RecordRequest,
    schemas.SecretsRequest,
    notify_schemas.NotifyRequest,
)
TAGS: Final = {
    **{kind: tag for tag, kind in messages.REQUESTS.items()},
    **messages.MESSAGES,
    lesson_messages.LessonMessage: "lesson",
    puzzle_messages.PuzzleMessage: "puzzle",
}
_PLAIN: Final = {str: "string", int: "number", float: "number", bool: "boolean", object: "unknown"}


@dataclass(frozen=True)
class Field:
    """A field of an interface."""

    name: str
    kind: str
    optional: bool


def text() -> str:
    """The whole file."""
    writer = _Writer()
    parts = [HEAD, *writer.aliases()]
    parts += [writer.interface(kind) for kind in (Part, *_wire_classes())]
    parts += ["// ---- requests, and what is told to pages ----\n"]
    parts += [writer.interface(kind) for kind in _message_classes()]
    parts += [_unions()]
    return "\n".join(parts)


def _wire_modules() -> Iterator[types.ModuleType]:
    for module in pkgutil.iter_modules(smallworld.wire.__path__):
        yield importlib.import_module(f"smallworld.wire.{module.name}")


def _wire_classes() -> list[type]:
    return [kind for module in _wire_modules() for kind in _dataclasses_of(module)]


def _message_classes() -> list[type]:
    found = [
        *_dataclasses_of(messages),
        *_dataclasses_of(host_messages),
        *_dataclasses_of(schemas),
        *_dataclasses_of(lesson_messages),
        *_dataclasses_of(puzzle_messages),
        *_dataclasses_of(reach),
        *_dataclasses_of(notify_schemas),
    ]
    found.remove(messages.AnswerMessage)  # its body lies beside its id
    asked = [clock.ClockRequest, start.StartRequest, table_request.SeatRequest]
    return [*found, *asked, table_request.TableRequest]


def _dataclasses_of(module: types.ModuleType) -> list[type]:
    """In the order in which they are written down."""
    return [
        kind
        for kind in vars(module).values()
        if inspect.isclass(kind) and kind.__module__ == module.__name__ and is_dataclass(kind)
    ]


class _Writer:
    """Puts types of Python into TypeScript."""

    def __init__(self) -> None:
        self._aliases: Final[dict[Any, str]] = {}
        modules = [sys.modules[Part.__module__], *_wire_modules(), problems]
        for module in modules:
            for name, value in vars(module).items():
                if get_origin(value) is Literal and value not in self._aliases:
                    self._aliases[value] = "PartCode" if module.__name__.endswith("parts") else name

    def aliases(self) -> list[str]:
        """Words of which a field is one."""
        return [
            f"export type {name} =\n  | {' | '.join(_quoted(word) for word in get_args(value))};\n"
            for value, name in self._aliases.items()
        ]

    def interface(self, kind: type) -> str:
        """One class."""
        base = next((each for each in kind.__bases__ if is_dataclass(each)), None)
        known = {field.name for field in fields(base)} if base else set()
        head = f"export interface {kind.__name__}{f' extends {base.__name__}' if base else ''} {{"
        rows = [
            f"  {field.name}{'?' if field.optional else ''}: {field.kind};"
            for field in self._fields(kind)
            if field.name not in known
        ]
        doc = (inspect.getdoc(kind) or "").split("\n")[0]
        return "\n".join([f"/** {doc} */", head, *self._tag(kind), *rows, "}", ""])

    def _tag(self, kind: type) -> list[str]:
        tag = TAGS.get(kind)
        return [] if tag is None else [f'  t: "{tag}";']

    def _fields(self, kind: type) -> Iterator[Field]:
        hints = get_type_hints(kind, include_extras=True)
        omits = kind.__module__.startswith("smallworld.wire") or kind is Part
        assert is_dataclass(kind)
        for field in fields(kind):
            name = field.name.removesuffix("_")
            shown = self.kind(hints[field.name])
            has_default = field.default is not MISSING or field.default_factory is not MISSING
            # What has its default is left out, so None is never written where it is that.
            if omits and field.default is None:
                shown = shown.removesuffix(" | null")
            yield Field(name, shown, has_default and (omits or kind in SAID))

    def kind(self, hint: Any) -> str:
        """A type."""
        if hint in self._aliases:
            return self._aliases[hint]
        if hint is type(None):
            return "null"
        if hint in _PLAIN:
            return _PLAIN[hint]
        if inspect.isclass(hint) and is_dataclass(hint):
            return hint.__name__
        origin, args = get_origin(hint), get_args(hint)
        if origin is Annotated:
            return self.kind(args[0])
        if origin is Literal:
            return " | ".join(_quoted(word) for word in args)
        if origin in (Union, types.UnionType):
            return " | ".join(dict.fromkeys(self.kind(each) for each in args))
        if origin in (tuple, list, Sequence) and (origin is not tuple or args[-1] is ...):
            inner = self.kind(args[0])
            return f"({inner})[]" if "|" in inner else f"{inner}[]"
        if origin is tuple:
            return f"[{', '.join(self.kind(each) for each in args)}]"
        if origin in (dict, Mapping):
            return f"Record<{self.kind(args[0])}, {self.kind(args[1])}>"
        raise TypeError(f"{hint!r} has no place on the wire")


def _unions() -> str:
    alone = (
        *(lesson_messages.LearnRequest, lesson_messages.StepRequest),
        *(puzzle_messages.PuzzleRequest, puzzle_messages.SolveRequest),
    )
    requests = [kind.__name__ for kind in (*messages.REQUESTS.values(), *alone)]
    answers = [kind.__name__ for kind in get_args(messages.AnswerBody)]
    told_alone = (lesson_messages.LessonMessage, puzzle_messages.PuzzleMessage)
    told = [kind.__name__ for kind in (*messages.MESSAGES, *told_alone)]
    return "\n".join(
        [
            "export type PageRequest =",
            f"  | {' | '.join(requests)};",
            "",
            "export type AnswerBody =",
            f"  | {' | '.join(answers)};",
            "",
            "/** The answer to the question of that id. */",
            'export type AnswerMessage = { t: "answer"; id: string } & AnswerBody;',
            "",
            "export type ServerMessage =",
            f"  | {' | '.join(told)};",
            "",
        ]
    )


def _quoted(word: object) -> str:
    return f'"{word}"' if isinstance(word, str) else str(word).lower()


def main() -> int:
    """Write the file, or say whether it is right."""
    wanted = text()
    if "--check" in sys.argv[1:]:
        right = FILE.read_text(encoding="utf-8") == wanted
        print("as it should be" if right else f"{FILE} is stale: python -m tools.wire_types")
        return 0 if right else 1
    FILE.write_text(wanted, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
