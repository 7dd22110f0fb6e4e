"""Races and powers written as Python classes: whether they are what a game can be played with."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Sequence
from difflib import get_close_matches
from types import CodeType, FunctionType, MethodDescriptorType
from typing import Final

from smallworld.content.custom.emblem import left_out_of, why_no_emblem
from smallworld.content.custom.guard import METHODS, own_classes
from smallworld.content.custom.names import check_together, why_no_name, why_no_piece_name
from smallworld.content.custom.reader import LARGEST_BADGE, POWER_VALUES, RACE_VALUES
from smallworld.content.custom.shown import shown
from smallworld.content.custom.words import why_no_translations
from smallworld.content.library import Custom
from smallworld.engine.errors import Unreadable
from smallworld.engine.pieces import PIECES, Piece
from smallworld.engine.terms import ACTIVE, ALWAYS
from smallworld.engine.trait import Power, Race, Trait

LARGEST_SUPPLY: Final = 40  # more could not be deployed by one action
MOST_PIECES: Final = 40

# What the constructors set. As a class attribute the compiled engine would not see it.
FACTS: Final = (
    "name", "tokens", "supply", "bonus", "text", "translations", "emblem", "works", "keeps",
    "rolls_ahead", "lingers", "late_decline", "conquers_in_decline", "waits_in_hand",
    "must_place", "every_turn", "swaps_badge", "kept", "word", "piece", "brings", "way",
    "number", "way_number", "hooks", "index",
)  # fmt: skip
_EXAMPLE: Final = {
    "race": 'super().__init__("Otters", tokens=6, supply=11, text="…")',
    "power": 'super().__init__("Playful", tokens=4, text="…")',
}


def custom_of_classes(classes: Sequence[object], source: str, contents: str) -> Custom:
    """A Custom of these classes; `source` is what errors call the place they come from."""
    custom = Custom([], [], {}, {source: contents}, [])
    problems: list[str] = []
    for cls in classes:
        if not isinstance(cls, type) or not issubclass(cls, (Race, Power)):
            problems.append(f"{source}: {shown(cls)} is no class that derives from Race or Power")
            continue
        where = f"{source}, class {cls.__name__}"
        wrong = _class_problems(cls)
        if not wrong:
            wrong = _trait_problems(cls, custom, where)
        problems.extend(f"{where}{what}" for what in wrong)
        if issubclass(cls, Race):
            custom.races.append(cls)
        else:
            custom.powers.append(cls)
    if problems:
        raise Unreadable("\n".join(problems))
    check_together([custom])
    return custom


def _kind(cls: type) -> str:
    return "race" if issubclass(cls, Race) else "power"


# ---- the class, before it is tried ----


def _class_problems(cls: type) -> list[str]:
    """Facts in the wrong place, and methods that the engine could not call."""
    wrong: list[str] = []
    for base in own_classes(cls):
        for name, value in vars(base).items():
            if name in FACTS:
                wrong.append(
                    f", `{name}`: {shown(value)} stands in the body of the class; "
                    f"give it to the constructor, as in {_EXAMPLE[_kind(cls)]}"
                )
            elif name in METHODS and not _is_shipped(base, value):
                wrong.extend(_method_problems(name, value))
    return wrong


def _is_shipped(base: type, value: object) -> bool:
    """Whether it is a compiled method of a race or power of the box: it has no signature to see."""
    return isinstance(value, MethodDescriptorType) and value.__objclass__ is base


def _method_problems(name: str, value: object) -> list[str]:
    """A hook takes what the engine gives it."""
    if not isinstance(value, FunctionType):
        return [f", `{name}`: {shown(value)} was given; it must be a method"]
    usual = inspect.signature(getattr(Power if name == "on_granted" else Trait, name))
    try:
        inspect.signature(value).bind(*usual.parameters)
    except TypeError as error:
        takes = ", ".join(usual.parameters)
        return [f", `{name}`: {error}; it must be written def {name}({takes})"]
    return []


# ---- the trait it makes ----


def _trait_problems(cls: type, custom: Custom, where: str) -> list[str]:
    """Try the class, and look at the facts of what it makes."""
    try:
        trait: Race | Power = cls()
    except (Exception, SystemExit) as error:
        return [
            f": {cls.__name__}() failed with {type(error).__name__}: {error}; write "
            f"__init__(self) without further arguments, and in it {_EXAMPLE[_kind(cls)]}"
        ]
    try:
        wrong = _fact_problems(trait)
    except AttributeError as error:
        return [f": {error}; call {_EXAMPLE[_kind(cls)]} in its __init__"]
    if not wrong:
        custom.warnings.extend(f"{where}{what}" for what in _doubts(trait))
    return wrong


def _fact_problems(trait: Race | Power) -> list[str]:
    wrong: list[str] = []
    name: object = trait.name
    why = why_no_name(name) if isinstance(name, str) else "a text"
    if why:
        wrong.append(f", `name`: {shown(name)} was given; it must be {why}")
    if isinstance(trait, Race):
        least, most = RACE_VALUES
        wrong += _whole("tokens", trait.tokens, least, most, "rules D1")
        if not wrong:
            wrong += _whole("bonus", trait.bonus, 0, LARGEST_SUPPLY)
            wrong += _whole(
                "supply", trait.supply, trait.tokens, LARGEST_SUPPLY, "not fewer than `tokens`"
            )
    else:
        wrong += _whole("tokens", trait.tokens, *POWER_VALUES, "rules D2")
    wrong += _whole(
        "works", trait.works, ACTIVE, ALWAYS, "ACTIVE, DECLINE or ALWAYS of engine.terms"
    )
    wrong += _whole("piece", trait.piece, -1, len(PIECES) - 1, "a constant of engine.pieces")
    if not isinstance(trait.text, str) or not isinstance(trait.word, str):
        wrong.append(", `text` and `word`: they must be texts")
    for field, value, why in (
        ("emblem", trait.emblem, why_no_emblem(trait.emblem)),
        ("translations", trait.translations, why_no_translations(trait.translations)),
    ):
        if why:
            wrong.append(f", `{field}`: {shown(value)} was given; it must be {why}")
    if trait.brings is not None:
        wrong += _piece_problems(trait.brings)
    return wrong


def _whole(field: str, value: object, least: int, most: int, note: str = "") -> list[str]:
    if isinstance(value, int) and not isinstance(value, bool) and least <= value <= most:
        return []
    after = f" ({note})" if note else ""
    return [
        f", `{field}`: {shown(value)} was given; "
        f"it must be a whole number from {least} to {most}{after}"
    ]


def _piece_problems(piece: object) -> list[str]:
    if not isinstance(piece, Piece):
        return [f", `brings`: {shown(piece)} was given; it must be a Piece of engine.pieces"]
    name: object = piece.name
    why = why_no_piece_name(name) if isinstance(name, str) else "a text"
    wrong = [f", `brings`: its name is {shown(name)}; it must be {why}"] if why else []
    wrong += _whole("brings.total", piece.total, 1, MOST_PIECES)
    wrong += _whole("brings.defence", piece.defence, 0, 5)
    if piece.stack != -1:
        wrong.append(", `brings`: a new kind of piece cannot be stacked; leave `stack` out")
    return wrong


def _doubts(trait: Race | Power) -> list[str]:
    """What is allowed, but probably not meant."""
    found = [f", `emblem`: {what}" for what in left_out_of(trait.emblem)]
    if isinstance(trait, Race) and trait.tokens + trait.bonus + LARGEST_BADGE > trait.supply:
        found.append(
            f": {trait.tokens + trait.bonus} tokens and a badge of {LARGEST_BADGE} are more than "
            f"its supply of {trait.supply}; who picks it takes what is there (rules D1)"
        )
    own = own_classes(type(trait))
    used = _names_used(own)
    for base in own:
        for name, value in vars(base).items():
            is_method = isinstance(value, (FunctionType, staticmethod, classmethod))
            if is_method and name not in METHODS and name not in used and name[0] != "_":
                near = get_close_matches(name, METHODS, 1)
                hint = f"did you mean `{near[0]}`?" if near else f"hooks are {', '.join(METHODS)}"
                found.append(f": nothing ever asks `{name}`; {hint}")
    return found


def _names_used(classes: Sequence[type]) -> set[str]:
    """Every name that the functions of these classes, or of their files, ask for."""
    waiting: list[object] = [*classes]
    for cls in classes:
        module = sys.modules.get(cls.__module__)
        waiting += [] if module is None else vars(module).values()
    found: set[str] = set()
    seen: set[int] = set()
    while waiting:
        value = waiting.pop()
        if id(value) in seen:
            continue
        seen.add(id(value))
        if isinstance(value, CodeType):
            found.update(value.co_names)
            waiting += value.co_consts  # functions within functions
        elif isinstance(value, FunctionType):
            waiting.append(value.__code__)
        elif isinstance(value, (staticmethod, classmethod)):
            waiting.append(value.__func__)
        elif isinstance(value, property):
            waiting += [value.fget, value.fset]
        elif isinstance(value, type) and value.__module__ in {cls.__module__ for cls in classes}:
            waiting += vars(value).values()
    return found
