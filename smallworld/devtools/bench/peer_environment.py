"""The environment of the other engines: made once, in the user's cache folder."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path

from smallworld.engine.game import GameError

PINS = ("catanatron==3.2.1", "open_spiel==2.0.2")
ENV_PINS = ("pettingzoo==1.27.0", "chess==1.11.2", "pygame==2.6.1", "open_spiel==2.0.2")


def cache_folder() -> Path:
    """Where this user's caches are kept."""
    if os.name == "nt":
        return Path(os.environ.get("LOCALAPPDATA", "~")).expanduser() / "smallworld"
    return Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache").expanduser() / "smallworld"


def scratch_python(pins: tuple[str, ...] = PINS) -> Path:
    """The Python that has the peers installed; the first call takes half a minute."""
    facts = "\0".join([sys.version, sys.base_prefix, *pins])
    folder = cache_folder() / f"peers-{hashlib.sha256(facts.encode()).hexdigest()[:12]}"
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    stamp = folder / "installed"
    if stamp.is_file():
        return python
    install = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    for command in ([sys.executable, "-m", "venv", "--clear", str(folder)], [*install, *pins]):
        answer = subprocess.run(command, capture_output=True, text=True)
        if answer.returncode:
            reason = (answer.stderr or answer.stdout).strip().splitlines()[-1:]
            raise GameError(
                f"could not install {' and '.join(pins)} in {folder}: {' '.join(reason)}; "
                "see that the network and pip's settings work, and try again"
            )
    stamp.touch()
    return python
