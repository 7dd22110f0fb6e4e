"""A folder that is filled step by step says in a file what it is filled with."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from smallworld.engine.game import GameError
from smallworld.learn.shards import write_whole


def keep_plan(
    file: Path, wanted: Mapping[str, object], holds: str, since: Mapping[str, object] = {}
) -> None:
    """Make the folder, or see that the same is wanted there; `since`: what older files lack."""
    folder = file.parent
    plan = json.loads(json.dumps(wanted))  # as it will be read
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if not file.exists():
            write_whole(file, (json.dumps(plan, indent=2) + "\n").encode())
            return
        kept = json.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise GameError(f"{folder}: it cannot be used: {error.strerror}") from None
    except ValueError:
        raise GameError(
            f"{file}: it does not say what this folder is for; take another folder"
        ) from None
    for name, value in plan.items():
        has = kept.get(name, since.get(name)) if isinstance(kept, dict) else None
        if has != value:
            raise GameError(
                f"{folder}: {holds} {name} {has!r}, not {value!r}; "
                "take another folder, or the same options"
            )
