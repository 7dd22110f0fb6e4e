"""The engine's own errors: what was tried, why not, and which rule says so.

This module is never compiled: whoever catches these reads their docstrings.
"""

from __future__ import annotations

from pathlib import PurePath
from typing import Final

from smallworld.engine.explain.reasons import REASONS, Facts, Reason, say


class GameError(ValueError):
    """Anything this project refuses; its text is meant for people.

    >>> import smallworld as sw
    >>> sw.Game("base-2", world="moon")
    Traceback (most recent call last):
    ...
    smallworld.engine.errors.GameError: the world is one of base, underground, mixed, not 'moon'
    """


class Illegal(GameError):
    """An action the rules forbid now. Nothing has changed.

    >>> import smallworld as sw
    >>> try:
    ...     sw.Game("base-2", seed=7).push("conquer 7")
    ... except sw.Illegal as error:
    ...     print(error)
    ...     print(error.code, error.rule)
    conquer 7: not possible in this phase (pick) (rules A8.1)
    wrong_phase A8.1
    """

    def __init__(self, reason: str, rule: str, why: Reason | None = None) -> None:
        super().__init__(reason, rule)
        self.reason = reason
        self.rule = rule
        self.code = "" if why is None else why.code  # one of `reasons.REASONS`, if any
        self.facts: Facts = {} if why is None else why.facts

    def __str__(self) -> str:
        return f"{self.reason} (rules {self.rule})" if self.rule else self.reason


class Unreadable(GameError):
    """A text that is no action, record, scenario, map or custom file of ours.

    >>> import smallworld as sw
    >>> try:
    ...     sw.Action("pick up")
    ... except sw.Unreadable as error:
    ...     print(error)
    'pick up': 'up' should be a number from 0 to 60
    """


class HookFailed(GameError):
    """A hook of a home-made class failed, or answered nonsense. Nothing has changed.

    >>> error = HookFailed("mine/otters.py", "Otters", "pays", "it returned 'all'")
    >>> print(error)
    mine/otters.py, class Otters, `pays`: it returned 'all'
    >>> error.code, error.facts["file"]
    ('hook_failed', 'otters.py')
    """

    code: Final = "hook_failed"

    def __init__(self, file: str, owner: str, hook: str, problem: str) -> None:
        super().__init__(file, owner, hook, problem)
        self.file = file
        self.owner = owner  # the class
        self.hook = hook
        self.problem = problem
        # Where a file lies is the business of whoever has it on their disk.
        name = PurePath(file).name
        self.facts: Facts = {"file": name, "owner": owner, "hook": hook, "problem": problem}

    def __str__(self) -> str:
        return say(REASONS[self.code], {**self.facts, "file": self.file})
