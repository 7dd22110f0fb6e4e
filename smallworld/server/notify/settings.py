"""What a host has set up for messages, and what it takes to send them."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Final
from urllib.parse import urlsplit

from smallworld.engine.game import GameError
from smallworld.extras import EXTRA_OF

PUSH_KEY: Final = "push.key"
_PACKAGE: Final = "cryptography"


def read_public_address(text: str, base_path: str = "/") -> str:
    """The address by which people reach the server, with a slash at its end; empty: unknown.

    >>> read_public_address("https://games.example", "/small/")
    'https://games.example/small/'
    """
    if not text:
        return ""
    try:
        parts = urlsplit(text)
        _ = parts.port
    except ValueError:
        parts = urlsplit("")
    plain = not (parts.query or parts.fragment or parts.username or parts.password)
    if parts.scheme not in ("http", "https") or not parts.hostname or not plain:
        raise GameError(f"--public-address {text}: name it as https://games.example/")
    path = parts.path.rstrip("/") + "/"
    if path not in ("/", base_path):
        raise GameError(
            f"--public-address {text} leads to {path}, and --base-path says {base_path}: "
            "give both alike"
        )
    return f"{parts.scheme}://{parts.netloc}{base_path}"


def can_push() -> bool:
    """Whether the package for Web Push is there."""
    return find_spec(_PACKAGE) is not None


def describe(public_address: str, smtp: str) -> str:
    """What is sent, in a sentence for the host."""
    if not public_address:
        return ""
    ways = ["push"] * can_push() + ["e-mail"] * bool(smtp) + ["web hooks"]
    text = f"Messages are sent by {', '.join(ways)}"
    if not can_push():
        text += f"; for push: pip install 'smallworld[{EXTRA_OF[_PACKAGE]}]'"
    if not smtp:
        text += "; for e-mail: --smtp"
    return text
