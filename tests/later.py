"""Modules that take long to read, read by the tests that use them and not by all who list tests.

Every process of a run reads all test modules; torch takes each of them more than a second.
"""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Any


class Later:
    """Stands for a module, which is read when something of it is first asked for."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):  # pytest looks for its marks at all that a module has
            raise AttributeError(name)
        module = import_module(self._name)
        if "torch" in sys.modules:
            # More threads wait for each other where tests run side by side.
            sys.modules["torch"].set_num_threads(1)
        return getattr(module, name)
