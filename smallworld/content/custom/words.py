"""Words and pictures of home-made races and powers: in other languages, with a picture."""

from __future__ import annotations

import re
from typing import Final

LONGEST_TEXT: Final = 500
TRANSLATED: Final = ["name", "text", "piece", "action"]  # what other languages may say

_LANGUAGE: Final = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8})*")

Translations = dict[str, dict[str, str]]  # by language, then by what is translated


class Words:
    """What is said of a trait: the English text, other languages, and its picture."""

    def __init__(self, text: str, translations: Translations, emblem: str) -> None:
        self.text: Final = text
        self.translations: Final = translations
        self.emblem: Final = emblem


def why_no_translations(value: object) -> str:
    """What translations must be, if these are none; else nothing."""
    if not isinstance(value, dict):
        return 'a table by language, as in { de = { name = "…", text = "…" } }'
    for lang, said in value.items():
        if not isinstance(lang, str) or not _LANGUAGE.fullmatch(lang):
            return f"by the codes of languages, such as de or pt-BR, not {str(lang)[:20]!r}"
        if not isinstance(said, dict) or any(key not in TRANSLATED for key in said):
            return f"a table of {', '.join(TRANSLATED)} for each language, and nothing else"
        for key, text in said.items():
            if not isinstance(text, str) or not text.strip() or len(text) > LONGEST_TEXT:
                return f"a text of at most {LONGEST_TEXT} letters for `{lang}.{key}`"
    return ""
