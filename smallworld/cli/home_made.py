"""Home-made races and powers that a command is given."""

from __future__ import annotations

from collections.abc import Sequence

from smallworld.cli.console import warn
from smallworld.content.custom.files import load_customs
from smallworld.content.library import Custom


def load_home_made(names: Sequence[str] | None) -> Custom | None:
    """All races and powers of these files; what is probably not meant in them is told."""
    if not names:
        return None
    custom = load_customs(names)
    for warning in custom.warnings:
        warn(warning, style="yellow")
    return custom
