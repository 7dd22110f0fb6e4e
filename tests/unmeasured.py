"""Programs whose lines are not counted where those of all others are."""

from __future__ import annotations

import os


def unmeasured() -> dict[str, str]:
    """The environment without what coverage hands to programs, which it makes import more."""
    return {name: value for name, value in os.environ.items() if not name.startswith("COVERAGE_")}
