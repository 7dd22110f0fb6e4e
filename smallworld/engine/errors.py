"""The engine's own errors: what was tried, why not, and which rule says so."""

from __future__ import annotations


class GameError(Exception):
    """Anything this project refuses; its text is meant for people."""


class Illegal(GameError):
    """An action the rules forbid now. Nothing has changed."""

    def __init__(self, reason: str, rule: str) -> None:
        super().__init__(f"{reason} (rules {rule})" if rule else reason)
        self.reason = reason
        self.rule = rule


class Unreadable(GameError):
    """A text that is no action, record, scenario, map or custom file of ours."""
