"""How messages show what was given or returned."""

from __future__ import annotations


def shown(value: object) -> str:
    """A value, short enough for a message."""
    try:
        text = value if isinstance(value, str) else repr(value)
    except (ValueError, RecursionError):  # numbers with thousands of digits, tables without end
        return "something far too large"
    except Exception:  # a __repr__ that fails
        return f"a {type(value).__name__} that cannot be shown"
    quoted = ascii(text) if isinstance(value, str) and not text.isprintable() else text
    return quoted if len(quoted) <= 60 else quoted[:57] + "..."
