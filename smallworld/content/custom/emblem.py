"""Pictures that home-made races and powers bring: a path, a spare character, or a whole SVG.

A file may come from anyone, so an SVG is never passed on: it is read, and written anew from the
elements, attributes and values that are allowed here. Scripts, links, styles and whatever else
is not on these lists does not get through; what was left out is told as a warning.
"""

from __future__ import annotations

import re
from typing import Final
from xml.etree import ElementTree

from smallworld.content.emblems import SPARE, spare_names

LONGEST_PATH: Final = 2000
LONGEST_DRAWING: Final = 8000
DEEPEST: Final = 12  # groups within groups

_PATH: Final = re.compile(r"[Mm][MmLlHhVvCcSsQqTtAaZz0-9eE .,+\-]*")
_SVG: Final = "{http://www.w3.org/2000/svg}"
_NUMBER: Final = r"[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?"
_LENGTH: Final = re.compile(rf"\s*({_NUMBER})(?:px)?\s*")
_NUMBERS: Final = re.compile(rf"\s*{_NUMBER}(?:[\s,]+{_NUMBER})*\s*")
_COLOUR: Final = re.compile(
    r"#[0-9a-f]{3,8}|[a-z]{3,24}|rgba?\(\s*[\d.]+%?(?:[\s,/]+[\d.]+%?){2,3}\s*\)", re.IGNORECASE
)
_TRANSFORM: Final = re.compile(
    rf"\s*(?:(?:matrix|translate|scale|rotate|skewX|skewY)\(\s*{_NUMBER}(?:[\s,]+{_NUMBER})*\s*\)"
    r"[\s,]*)+"
)
_WORD: Final = re.compile(r"[a-z]{3,10}")
_FORBIDDEN: Final = re.compile(r"<!(?:DOCTYPE|ENTITY|\[CDATA)|<\?(?!xml[\s?])", re.IGNORECASE)

_SHAPE: Final = {
    "transform": _TRANSFORM,
    "fill": _COLOUR,
    "stroke": _COLOUR,
    "color": _COLOUR,
    "opacity": _LENGTH,
    "fill-opacity": _LENGTH,
    "stroke-opacity": _LENGTH,
    "stroke-width": _LENGTH,
    "stroke-miterlimit": _LENGTH,
    "stroke-dashoffset": _LENGTH,
    "stroke-dasharray": _NUMBERS,
    "stroke-linecap": _WORD,
    "stroke-linejoin": _WORD,
    "fill-rule": _WORD,
}
# Every allowed element, with the attributes it may have beside those of all shapes.
_ELEMENTS: Final[dict[str, dict[str, re.Pattern[str]]]] = {
    "svg": {},
    "g": {},
    "path": {"d": re.compile(r"[MmLlHhVvCcSsQqTtAaZz0-9eE\s.,+\-]*")},
    "rect": dict.fromkeys(("x", "y", "width", "height", "rx", "ry"), _LENGTH),
    "circle": dict.fromkeys(("cx", "cy", "r"), _LENGTH),
    "ellipse": dict.fromkeys(("cx", "cy", "rx", "ry"), _LENGTH),
    "line": dict.fromkeys(("x1", "y1", "x2", "y2"), _LENGTH),
    "polyline": {"points": _NUMBERS},
    "polygon": {"points": _NUMBERS},
}
_PASSED_OVER: Final = ("title", "desc", "metadata", "namedview")  # drawing programs write these
_PASSED_OVER_TOO: Final = ("id", "class", "version", "viewBox", "width", "height", "x", "y", "role")


class CustomEmblem:
    """A picture as it was given, ready to be shown; one of the three."""

    def __init__(self, path: str, symbol: str, drawing: str, left_out: list[str]) -> None:
        self.path: Final = path
        self.symbol: Final = symbol
        self.drawing: Final = drawing
        self.left_out: Final = left_out  # of a drawing: what is not allowed in it


class NoEmblem(ValueError):
    """What was given is no picture; says what it must be."""


def read_emblem(given: str) -> CustomEmblem:
    """The picture that a text stands for.

    >>> read_emblem("otter").symbol
    'spare-otter'
    >>> read_emblem('<svg viewBox="0 0 8 8"><path d="M0 0h8z" onload="x"/></svg>').left_out
    ['`onload` of path']
    """
    text = given.strip()
    if text.startswith("<"):
        return _read_drawing(text)
    if text in spare_names():
        return CustomEmblem("", SPARE + text, "", [])
    if len(text) <= LONGEST_PATH and _PATH.fullmatch(text):
        return CustomEmblem(text, "", "", [])
    raise NoEmblem(
        f"the path of a drawing of at most {LONGEST_PATH} letters, as SVG writes it in `d`, "
        'in a box from -12 to 12, as in "M0-11L11 9H-11z"; or one of the spare characters '
        f"{', '.join(spare_names())}; or a whole SVG, beginning with <svg"
    )


def why_no_emblem(value: object) -> str:
    """What an emblem must be, if this is none; else nothing."""
    try:
        if not isinstance(value, str):
            value = "-"  # no picture either, and refused with the same words
        if value:
            read_emblem(value)
    except NoEmblem as error:
        return str(error)
    return ""


def left_out_of(given: str) -> list[str]:
    """A sentence about what a drawing has that is not allowed in one, if there is anything."""
    found = read_emblem(given).left_out if given else []
    if not found:
        return []
    return [f"{', '.join(dict.fromkeys(found))} is left out; a drawing has plain shapes only"]


def _read_drawing(text: str) -> CustomEmblem:
    if len(text) > LONGEST_DRAWING:
        raise NoEmblem(
            f"an SVG of at most {LONGEST_DRAWING} letters; this one has {len(text)}. Fewer "
            "decimals and fewer shapes make it shorter"
        )
    if _FORBIDDEN.search(text):
        raise NoEmblem(
            "an SVG without DOCTYPE, entities, CDATA and processing instructions: plain shapes, "
            'as in <svg viewBox="0 0 96 96"><circle cx="48" cy="48" r="40"/></svg>'
        )
    try:
        root = ElementTree.fromstring(text)
    except (ElementTree.ParseError, ValueError) as error:
        raise NoEmblem(f"an SVG that can be read; this one cannot: {error}") from None
    if _local(root) != "svg":
        raise NoEmblem(f"an SVG, whose first element is svg, not {_local(root)[:20]}")
    box = _box(root)
    left_out: list[str] = []
    shapes = "".join(_write(child, left_out, 1) for child in root)
    if not re.search(r"<(?!/?g\b)", shapes):
        known = ", ".join(name for name in _ELEMENTS if name not in ("svg", "g"))
        raise NoEmblem(f"an SVG with something to see: at least one of {known}")
    around = _attributes(root, left_out)
    drawing = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}"{around}>{shapes}</svg>'
    return CustomEmblem("", "", drawing, left_out)


def _local(element: ElementTree.Element) -> str:
    """Its name; those of other namespaces begin with a brace and are on no list."""
    return element.tag.removeprefix(_SVG)


def _box(root: ElementTree.Element) -> str:
    given = re.split(r"[\s,]+", root.get("viewBox", "").strip())
    if given == [""]:
        sizes = [_LENGTH.fullmatch(root.get(name, "")) for name in ("width", "height")]
        given = ["0", "0", *(found[1] for found in sizes if found is not None)]
    try:
        numbers = [float(word) for word in given]
    except ValueError:
        numbers = []
    if len(numbers) != 4 or not all(0 < side < 1e5 for side in numbers[2:]):
        raise NoEmblem('an SVG that says how large it is, as in <svg viewBox="0 0 96 96">')
    return " ".join(f"{number:g}" for number in numbers)


def _write(element: ElementTree.Element, left_out: list[str], depth: int) -> str:
    name = _local(element)
    plain = name.rpartition("}")[2]
    if name not in _ELEMENTS or depth > DEEPEST:
        if plain not in _PASSED_OVER:
            left_out.append(f"<{plain[:20]}>" if depth <= DEEPEST else "groups too deep")
        return ""
    inside = "".join(_write(child, left_out, depth + 1) for child in element)
    tag = "g" if name == "svg" else name
    return f"<{tag}{_attributes(element, left_out)}>{inside}</{tag}>"


def _attributes(element: ElementTree.Element, left_out: list[str]) -> str:
    name = _local(element)
    allowed = {**_SHAPE, **_ELEMENTS[name]}
    given: dict[str, str] = {}
    for key, value in element.attrib.items():
        if key == "style":
            for rule in value.split(";"):
                left, _, right = rule.partition(":")
                if left.strip():
                    given[left.strip()] = right.strip()
        elif not key.startswith("{"):  # those of drawing programs, and links
            given[key] = value
        elif key.endswith("}href"):
            left_out.append(f"`href` of {name}")
    found = ""
    for key, value in given.items():
        wanted = allowed.get(key)
        if wanted is not None and wanted.fullmatch(value):
            # Nothing that a pattern lets through needs escaping; the quote is not among it.
            found += f' {key}="{" ".join(value.split())}"'
        elif wanted is not None or key not in _PASSED_OVER_TOO:
            left_out.append(f"`{key[:20]}` of {name}")
    return found
