"""Games that were kept, read from their files."""

from __future__ import annotations

from pathlib import Path

from smallworld.content.custom.files import files_of
from smallworld.content.library import Custom
from smallworld.engine.game import GameError
from smallworld.game.records.record import Record


def read_record(path: Path, custom: Custom | None = None) -> Record:
    """A record from a file."""
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise GameError(f"{path}: it cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise GameError(f"{path}: it is no text, so it is no record") from None
    has_custom = custom is not None and bool(custom.sources)
    record = Record.from_text(text, custom if has_custom else None)
    at_hand = [digest for _, digest in files_of(custom)] if custom is not None else []
    wanted = [(name, digest) for name, digest in record.header.files if name != record.table.map]
    for name, digest in wanted:
        if digest not in at_hand:
            raise GameError(f"{path}: the game was played with {name}; give that file by --custom")
    if has_custom and not wanted:
        raise GameError(f"{path}: the game was played without files; leave --custom out")
    return record
