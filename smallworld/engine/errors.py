"""The engine's own errors: what was tried, why not, and which rule says so."""

from __future__ import annotations

from smallworld.engine.explain.reasons import Facts, Reason


class GameError(Exception):
    """Anything this project refuses; its text is meant for people."""


class Illegal(GameError):
    """An action the rules forbid now. Nothing has changed."""

    def __init__(self, reason: str, rule: str, why: Reason | None = None) -> None:
        super().__init__(reason, rule)
        self.reason = reason
        self.rule = rule
        self.code = "" if why is None else why.code  # one of `reasons.REASONS`, if any
        self.facts: Facts = {} if why is None else why.facts

    def __str__(self) -> str:
        return f"{self.reason} (rules {self.rule})" if self.rule else self.reason


class Unreadable(GameError):
    """A text that is no action, record, scenario, map or custom file of ours."""
