"""The tokens to watch by: told to those who sit at a table, and kept as a digest only.

A token is made from the name of its table and the key of the server, which lies in a file of its
own. So it can be told again, and a copy of the database alone opens no table.
"""

from __future__ import annotations

import base64
import hmac
import os
import secrets
from collections.abc import Callable
from pathlib import Path
from typing import Final

from smallworld.engine.game import GameError

TokenOf = Callable[[str], str]  # the token of the table of that name

_KEY: Final = 32  # bytes
_TOKEN: Final = 24  # bytes: 192 bits, as of a seat's secret


def no_token(table_id: str) -> str:
    """None: whoever only checks a database need not let anybody in."""
    return ""


def watch_tokens(file: Path) -> TokenOf:
    """The tokens of a server whose key is in that file; it is made if it is not there."""
    try:
        key = _read(file)
    except OSError as error:
        raise GameError(f"{file}: the key of the server cannot be kept: {error}") from None

    def token_of(table_id: str) -> str:
        made = hmac.digest(key, table_id.encode(), "sha256")[:_TOKEN]
        return base64.urlsafe_b64encode(made).decode()

    return token_of


def key_in_file(file: Path, new: bytes) -> bytes:
    """The key that is kept in that file, readable by its owner only; the new one if there is none.

    Several may come at once, of machines that share the folder: the first to have it whole wins.
    """
    if not file.exists():
        draft = file.with_name(f"{file.name}.{secrets.token_hex(8)}")
        with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as out:
            out.write(new)
        try:
            os.link(draft, file)
        except OSError:  # somebody was quicker, or this file system has no links
            if not file.exists():
                draft.replace(file)
        finally:
            draft.unlink(missing_ok=True)
    return file.read_bytes()


def _read(file: Path) -> bytes:
    key = key_in_file(file, secrets.token_bytes(_KEY))
    if len(key) != _KEY:
        raise GameError(
            f"{file} is no key of a server; remove it, and another is made. Links to watch that "
            "were given out before stay good"
        )
    return key
