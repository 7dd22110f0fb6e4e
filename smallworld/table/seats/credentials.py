"""Secrets of seats as they are kept and compared, and names as they may be shown."""

from __future__ import annotations

import hmac
import unicodedata
from hashlib import sha256


def digest(secret: str) -> bytes:
    """What is kept of a secret.

    A plain hash is enough: the secrets are random, so there is no list of likely ones to try.
    """
    return sha256(secret.encode("utf-8", "surrogatepass")).digest()


def fits(secret: str, kept: bytes | None) -> bool:
    """Whether that is the secret of which the digest is kept."""
    return kept is not None and hmac.compare_digest(kept, digest(secret))


def same(one: str, other: str) -> bool:
    """Whether two tokens are equal; takes as long for nearly equal ones as for others."""
    return hmac.compare_digest(digest(one), digest(other))


def clean_name(name: str) -> str:
    """A name as it may be shown: one line, nothing invisible, no tricks with the direction."""
    joiner = "\u200d"  # holds composed pictures together
    letters = "".join(
        letter
        for letter in unicodedata.normalize("NFC", name)
        if letter == joiner or letter.isspace() or unicodedata.category(letter)[0] != "C"
    )
    return " ".join(letters.split()).strip(joiner)
