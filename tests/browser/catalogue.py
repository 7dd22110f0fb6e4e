"""The page's texts, read from their source."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Final

TEXTS: Final = Path(__file__).parents[2] / "web" / "src" / "texts"
MORE: Final = TEXTS / "more"
_ENTRY: Final = re.compile(r'^  (?:"([^"]+)"|(\w+)):\s*("(?:[^"\\]|\\.)*"),?\s*$', re.MULTILINE)
_GAP: Final = re.compile(r"\{(\w+)((?:\|[^|}]*)*)\}")
LANGUAGES: Final = sorted(path.stem for path in TEXTS.glob("*.ts"))


def read_catalogue(lang: str, folder: Path = TEXTS) -> dict[str, str]:
    """All texts of a language by their keys; those of `MORE` are fetched when they are wanted."""
    source = (folder / f"{lang}.ts").read_text(encoding="utf-8")
    return {quoted or bare: json.loads(text) for quoted, bare, text in _ENTRY.findall(source)}


def lines_of(lang: str) -> int:
    """How many lines of the file should be texts."""
    source = (TEXTS / f"{lang}.ts").read_text(encoding="utf-8")
    return len(re.findall(r'^  (?:"[^"]+"|\w+):', source, re.MULTILINE))


def gaps(text: str) -> set[str]:
    """What is filled into a text."""
    return {found[0] for found in _GAP.findall(text)}


def as_pattern(text: str) -> re.Pattern[str]:
    """What a text looks like when its gaps are filled."""
    parts = _GAP.split(text)
    pattern = re.escape(parts[0])
    for i in range(1, len(parts), 3):
        _, forms, rest = parts[i : i + 3]
        choice = "|".join(re.escape(form) for form in forms.split("|")[1:])
        pattern += f"(?:{choice})" if forms else ".+?"
        pattern += re.escape(rest)
    return re.compile(pattern)
