"""Builds the page (tools/page.py) and compiles the rules when the package is built.

What SMALLWORLD_COMPILE does is told in tools/compiled_wheel.py.
"""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).resolve().parent / "tools"))

import compiled_wheel
import page


class PageHook(BuildHookInterface):  # type: ignore[type-arg]
    """The hook hatchling calls; its name there is `custom`."""

    PLUGIN_NAME = "custom"
    compiled: TemporaryDirectory[str] | None = None  # where the modules lie until they are packed

    def dependencies(self) -> list[str]:
        """Node is asked for only when it has something to do, mypyc when there is a compiler."""
        return [page.NODE] * page.is_stale() + compiled_wheel.build_requirements()

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the page, then compile."""
        page.bring_up_to_date()
        if self.target_name == "wheel":
            warn = self.app.display_warning
            self.compiled = compiled_wheel.add_compiled(version, build_data, warn)

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """The compiled modules are in the wheel by now."""
        if self.compiled is not None:
            self.compiled.cleanup()
