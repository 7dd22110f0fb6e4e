"""What is changed about the C code of mypyc before the C compiler reads it: less work for that.

It spends its time evenly on all functions, yet two thirds of the code are run once, when a module
is loaded, or stand between plain Python and a function. Games are played by the rest, which stays
as it is.
"""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

# Read, checked and explained here; nothing of it is done in a game that is searched.
SELDOM = (
    "smallworld/content/custom/",
    "smallworld/content/map_file/",
    "smallworld/engine/explain/",
)
ONCE, PLAINLY = "SMALLWORLD_ONCE ", "SMALLWORLD_PLAINLY "  # when a module is loaded; seldom
HEAD = """\
#if defined(__GNUC__) && !defined(__clang__)
#define SMALLWORLD_ONCE __attribute__((optimize("O0")))
#define SMALLWORLD_PLAINLY __attribute__((optimize("O1")))
#else
#define SMALLWORLD_ONCE
#define SMALLWORLD_PLAINLY
#endif
"""
DEFINITION = re.compile(r"[ \t]*[A-Za-z_][\w \t*]*?\b(CPy(?:Def|Py)_\w+)\([^=;]*\) \{$")
WHERE = re.compile(r'CPy_AddTraceback\("([^"]+)"')
# Windows alone asks for this one, and in several modules at once it would stand more than once.
SPARE_ENTRY = re.compile(r"^PyMODINIT_FUNC PyInit___init__\(void\).*$", re.MULTILINE)


def hurry(code: str) -> str:
    """The same code, with less asked for where it would be in vain."""
    lines = code.split("\n")
    found = [(n, match[1]) for n, line in enumerate(lines) if (match := DEFINITION.match(line))]
    ends = [n for n, _ in found[1:]] + [len(lines)]
    for (begin, name), end in zip(found, ends, strict=True):
        lines[begin] = wish_for(name, lines[begin:end]) + lines[begin]
    return HEAD + "\n".join(lines)


def wish_for(name: str, body: list[str]) -> str:
    """How much a function is to be optimized: nothing said is as much as all is."""
    if name.endswith("_____top_level__"):
        return ONCE
    if name.startswith("CPyPy_"):
        return PLAINLY
    told = next((match[1] for line in body if (match := WHERE.search(line))), "")
    return PLAINLY if told.startswith(SELDOM) else ""


def in_layers(names: Iterable[str]) -> Iterator[list[str]]:
    """Modules by their dotted names, in as few lists as can be, in none two of the same name."""
    waiting = list(names)
    while waiting:
        layer = {name.rpartition(".")[2]: name for name in reversed(waiting)}
        yield list(layer.values())
        waiting = [name for name in waiting if name not in layer.values()]


def entries(shims: Iterable[Path]) -> str:
    """One source of these small ones, of which each is how Python enters a module."""
    return "\n".join(SPARE_ENTRY.sub("", path.read_text(encoding="utf-8")) for path in shims)
