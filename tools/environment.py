"""Virtual environments with what requirements.lock pins for some extras of pyproject.toml."""

import hashlib
import os
import re
import subprocess
import sys
import tomllib
import venv
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PROJECT = ROOT / "pyproject.toml"
LOCK = ROOT / "requirements.lock"
NAME = "smallworld"
HANDS = 2
EXTRAS: dict[str, list[str]] = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"][
    "optional-dependencies"
]


def included(extras: Iterable[str]) -> list[str]:
    """These extras, and those they include.

    >>> included(["arena"])
    ['arena', 'play', 'scenarios']
    """
    found = list(extras)
    for extra in found:
        for own in re.findall(rf"^{NAME}\[(.+)\]$", "\n".join(EXTRAS[extra]), re.MULTILINE):
            found += [name for name in own.split(",") if name not in found]
    return found


def required(extras: Iterable[str]) -> set[str]:
    """The packages these extras name, themselves or by those they include.

    >>> sorted(required(["learn"]))
    ['numpy', 'onnxruntime']
    """
    named = [requirement for extra in included(extras) for requirement in EXTRAS[extra]]
    return {re.split(r"[^\w.-]", requirement)[0].lower() for requirement in named} - {NAME}


def pins(lock: str) -> Iterator[tuple[str, str, set[str]]]:
    """Each package of the lock: its name, its lines, and which packages it is there for."""
    for block in re.findall(r"^[a-z0-9].*\n(?: .*\n)+", lock, re.MULTILINE):
        name = block.partition("==")[0]
        _, _, via = block.partition("# via")
        yield name, block, set(re.findall(r"[a-z0-9][\w.-]+", via))


def locked(extras: Iterable[str], without: Iterable[str] = ()) -> str:
    """The part of the lock that some extras need, less what others need."""
    known = list(pins(LOCK.read_text(encoding="utf-8")))
    names = _with_theirs(required(extras), known) - _with_theirs(required(without), known)
    return "".join(lines for name, lines, _ in known if name in names)


def _with_theirs(names: set[str], known: list[tuple[str, str, set[str]]]) -> set[str]:
    """These packages, and all that they bring along."""
    more = {name for name, _, via in known if via & names} - names
    return _with_theirs(names | more, known) if more else names


class Environment:
    """One virtual environment; its stamp says what is in it, so a failure is tried again."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.bin = folder / ("Scripts" if os.name == "nt" else "bin")
        self.python = str(self.bin / "python")
        self.stamp = folder / "installed"

    def fingerprint(self) -> str:
        """What it is made from, as one hash."""
        facts = [sys.version, sys.base_prefix, str(self.folder), str(ROOT)]
        found = hashlib.sha256("\0".join(facts).encode())
        for path in (PROJECT, LOCK):
            found.update(path.read_bytes())
        return found.hexdigest()

    def installed(self) -> set[str]:
        """The extras it has; none if it was made from something else than there is now."""
        words = self.stamp.read_text().split() if self.stamp.is_file() else [""]
        return set(words[1:]) if words[0] == self.fingerprint() else set()

    def noted(self) -> set[str]:
        """The extras it has or had, as far as there are such extras now."""
        words = self.stamp.read_text().split() if self.stamp.is_file() else []
        return set(words[1:]) & set(EXTRAS)

    def make(self) -> None:
        """Make it anew, with nothing in it."""
        venv.create(self.folder, clear=True, symlinks=os.name != "nt")

    def note(self, extras: Iterable[str]) -> None:
        """Write down that it has these extras from now on."""
        words = [self.fingerprint(), *sorted(self.installed() | set(extras))]
        self.stamp.write_text("\n".join(words))

    def install(self, extras: Iterable[str], without: Iterable[str] = ()) -> None:
        """Fetch what some extras need less what others need; nothing without a known hash.

        Unpacking takes longest, and pip uses one core: several of them share the work.
        """
        names = sorted(extras)
        packages = [lines for _, lines, _ in pins(locked(names, without))]
        parts = [part for n in range(HANDS) if (part := packages[n::HANDS])]

        def install_part(n: int, part: list[str]) -> None:
            wanted = self.folder / f"{'-'.join(names)}-{n}.lock"
            wanted.write_text("".join(part), encoding="utf-8")
            self.pip("--no-deps", "--require-hashes", "-r", str(wanted))

        with ThreadPoolExecutor() as pool:
            list(pool.map(install_part, range(HANDS), parts))

    def pip(self, *options: str, **variables: str) -> None:
        """`pip install`, with these environment variables."""
        # Bytecode is made when a module is first used; most never are.
        words = ["install", "--quiet", "--no-compile", "--disable-pip-version-check", *options]
        subprocess.run([*self._pip(), *words], env={**os.environ, **variables}, check=True)

    def _pip(self) -> list[str]:
        """A pip from outside, for one of its own takes seconds to make; else its own."""
        base = getattr(sys, "_base_executable", sys.executable)  # outside of any environment
        for python in dict.fromkeys([sys.executable, base]):
            outside = [python, "-m", "pip", "--python", self.python]
            if subprocess.run([*outside, "--version"], capture_output=True).returncode == 0:
                return outside
        own = [self.python, "-m", "pip"]
        if subprocess.run([*own, "--version"], capture_output=True).returncode:
            subprocess.run([self.python, "-m", "ensurepip"], stdout=subprocess.DEVNULL, check=True)
        return own
