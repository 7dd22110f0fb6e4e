"""Examples in docstrings become blocks of code: Markdown would take `>>>` for a quotation."""

import re
from typing import Any

import griffe

EXAMPLE = re.compile(r"^>>> .*\n?(?:^[^\n].*\n?)*", re.MULTILINE)


class Doctests(griffe.Extension):
    """Puts a fence around each example."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        """Change the docstring, if there is one."""
        if obj.docstring is not None:
            obj.docstring.value = EXAMPLE.sub(fenced, obj.docstring.value)

    def on_package(self, *, pkg: griffe.Module, **_: Any) -> None:
        """A package itself is not told of as an object."""
        self.on_object(obj=pkg)


def fenced(found: re.Match[str]) -> str:
    """An example as a block of code."""
    return f"```pycon\n{found[0].rstrip()}\n```\n"
