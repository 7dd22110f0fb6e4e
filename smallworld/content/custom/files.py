"""Home-made races and powers from files and installed packages (part D).

Data files are read by `content.custom` and can do no harm. A Python file or an installed package
is a program: it runs when it is loaded, so load only what you trust. Nothing is loaded unless it
is asked for.
"""

from __future__ import annotations

import sys
import traceback
from collections.abc import Iterable
from hashlib import blake2b
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Final

from smallworld.content.custom.classes import custom_of_classes
from smallworld.content.custom.names import join_customs
from smallworld.content.custom.packages import entry_points_of, load_entry_point, source_of
from smallworld.content.custom.reader import load_custom, read_custom
from smallworld.content.custom.shown import shown
from smallworld.content.library import Custom, digest_of
from smallworld.engine.errors import Unreadable
from smallworld.engine.trait import Power, Race

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP: Final = "smallworld.traits"  # entry points of packages that bring races and powers


def load_customs(paths: Iterable[str] = (), entry_points: bool = False) -> Custom:
    """All races and powers of these .toml and .py files and installed packages.

    A package is named by its entry point; with `entry_points` all that are installed are loaded.

    >>> load_customs().races  # nothing is loaded unless it is named
    []
    """
    customs: list[Custom] = []
    for path in paths:
        ending = Path(path).suffix
        if ending == ".toml":
            customs.append(load_custom(path))
        elif ending == ".py":
            customs.append(load_python(path))
        else:
            customs.append(load_installed(path))
    if entry_points:
        customs.append(installed_customs())
    return join_customs(customs)


def files_of(custom: Custom) -> tuple[tuple[str, str], ...]:
    """Name and digest of every file, as the header of a record notes them."""
    return tuple((name, digest_of(text)) for name, text in custom.sources.items())


# ---- from one process to another ----

# The texts of files; or what was loaded otherwise: races, powers, stand-ins, sources, warnings.
PackedCustom = dict[str, str] | tuple[object, ...]


def pack_custom(custom: Custom) -> PackedCustom:
    """Something that can be pickled: classes of a Python file are known in this process only."""
    if custom.sources and all(Path(name).suffix in (".toml", ".py") for name in custom.sources):
        return custom.sources
    return custom.races, custom.powers, custom.stand_ins, custom.sources, custom.warnings


def unpack_custom(packed: PackedCustom) -> Custom:
    """The same races and powers again; Python files run once more."""
    if isinstance(packed, tuple):
        return Custom(*packed)  # type: ignore[arg-type]
    found: list[Custom] = []
    for name, text in packed.items():
        if name.endswith(".py"):
            found.append(read_python(text.encode(), name))
        else:
            found.append(read_custom(text, name))
    return join_customs(found)


# ---- Python files ----


def load_python(path: str) -> Custom:
    """The races and powers whose classes a Python file defines."""
    try:
        source = Path(path).read_bytes()
    except (OSError, ValueError) as error:
        raise Unreadable(f"{path}: it cannot be read: {error}") from None
    return read_python(source, path)


def read_python(source: bytes, path: str) -> Custom:
    """The same from the contents of the file."""
    classes = _classes_in(_run(path, source))
    if not classes:
        raise Unreadable(
            f"{path}: it defines no race and no power; write a class that derives from "
            "smallworld.engine.trait.Race or Power (names that begin with _ are passed over)"
        )
    return custom_of_classes(classes, path, source.decode("utf-8", "replace"))


def _run(path: str, source: bytes) -> ModuleType:
    """Run the file as a module of its own, whatever modules of its name there are."""
    name = f"custom_{blake2b(path.encode('utf-8', 'replace'), digest_size=6).hexdigest()}"
    module = ModuleType(name)
    module.__file__ = path
    sys.modules[name] = module  # dataclasses and the like look there
    try:
        exec(compile(source, path, "exec", dont_inherit=True), module.__dict__)
    except (Exception, SystemExit) as error:
        del sys.modules[name]
        raise Unreadable(
            f"{path}{_line(error, path)}: it cannot be loaded: {type(error).__name__}: {error}"
        ) from error
    return module


def _line(error: BaseException, path: str) -> str:
    """Where in the file it went wrong, as far as that is known."""
    if isinstance(error, SyntaxError):
        return f", line {error.lineno}" if error.lineno else ""
    lines = [
        frame.lineno
        for frame in traceback.extract_tb(error.__traceback__, limit=-50)
        if frame.filename == path
    ]
    return f", line {lines[-1]}" if lines else ""


def _classes_in(module: ModuleType) -> list[type]:
    """The races and powers a module or package defines, in order; not those it only imports."""
    home = module.__name__
    found: list[type] = []
    for name, value in vars(module).items():
        if not isinstance(value, type) or not issubclass(value, (Race, Power)):
            continue
        own = value.__module__ == home or value.__module__.startswith(f"{home}.")
        if own and not name.startswith("_") and value not in found:
            found.append(value)
    return found


# ---- installed packages ----


def installed_customs() -> Custom:
    """The races and powers of installed packages: entry points of the group smallworld.traits."""
    return join_customs([_load_entry_point(point) for point in entry_points_of(GROUP)])


def load_installed(name: str) -> Custom:
    """The races and powers that an installed package offers under that name."""
    points = entry_points_of(GROUP)
    named = [point for point in points if point.name == name]
    if len(named) > 1:
        raise Unreadable(
            f"{name}: several packages offer races and powers under this name: "
            f"{', '.join(source_of(point) for point in named)}; uninstall all but one"
        )
    if not named:
        known = ", ".join(point.name for point in points) or "none"
        raise Unreadable(
            f"{name}: races and powers come in files whose names end in .toml or .py, or from "
            f"installed packages by name; there are: {known}"
        )
    return _load_entry_point(named[0])


def _load_entry_point(point: EntryPoint) -> Custom:
    """An entry point names a module, a class, or a list of classes."""
    source = source_of(point)
    value = load_entry_point(point)
    if isinstance(value, ModuleType):
        classes = _classes_in(value)
    elif isinstance(value, (list, tuple)):
        classes = list(value)
    else:
        classes = [value] if isinstance(value, type) else []
    if not classes:
        raise Unreadable(
            f"{source}: {shown(value)} holds no race and no power; an entry point of {GROUP} names "
            "a module, a class or a list of classes"
        )
    return custom_of_classes(classes, source, source)
