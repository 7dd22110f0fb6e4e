"""The page without a network: its service worker is told which files to keep."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from hashlib import blake2b
from typing import Final

from smallworld.engine.game import GameError

NAME: Final = "sw.js"
_DESCRIPTION: Final = re.compile(r"<meta name=\"home\" (content='[^']*') />")


def fill_in(script: str, files: Mapping[str, str], server: bool) -> str:
    """The service worker for these files, by their place and a digest of what they hold.

    The document itself has the empty place. What the script says before counts as well, so that
    every change is a new version.
    """
    known = json.dumps([script, sorted(files.items()), server])
    version = blake2b(known.encode(), digest_size=8).hexdigest()
    for line, value in {
        'const VERSION = "none";': f"const VERSION = {json.dumps(version)};",
        "const FILES = [];": f"const FILES = {json.dumps(sorted(files))};",
        "const SERVER = false;": f"const SERVER = {json.dumps(server)};",
    }.items():
        if line not in script:
            raise ValueError(f"{NAME} has no line {line}")
        script = script.replace(line, value)
    return script


def description_in(document: str) -> str:
    """What the document of a site says it has, as a server's page says it has it in reserve."""
    found = _DESCRIPTION.search(document)
    if found is None:
        raise GameError("that is no site: build one by `python3 run.py site`")
    return f'<meta name="spare" {found[1]} />'
