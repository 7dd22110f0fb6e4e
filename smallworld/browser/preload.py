"""What the first game needs, imported and read once, before the memory of a Python is kept.

A browser keeps that memory (`web/src/worker/engine.ts`) and goes on from it when the page is opened
again: so nothing may happen here that belongs to somebody, or to a day.
"""

from __future__ import annotations

from collections import deque
from pathlib import Path
from typing import Any, Final

from smallworld.browser.home import BrowserHome

_TABLE: Final = {
    "seats": [{"kind": "device"}, {"kind": "computer", "level": "greedy"}],
    "first": "P2",
}
_LINE: Final = 1


def preload() -> None:
    """Let a computer begin a game that nobody will ever see, and ask for what a page asks for."""
    home = BrowserHome(Path("/home/nobody"))
    answers: list[dict[str, Any]] = []
    todo: deque[dict[str, Any]] = deque(
        [
            {"in": "start", "tables": [], "files": []},
            {"in": "request", "id": 1, "path": "/api/mine", "body": {"secrets": []}},
            {"in": "request", "id": 2, "path": "/api/tables", "body": _TABLE},
        ]
    )
    while todo:
        for out in home.receive(todo.popleft(), 0.0):
            if out["out"] == "keep":
                todo.append({"in": "kept", "ticket": out["ticket"]})
            elif out["out"] == "answer":
                answers.append(out)
        if len(answers) == 2:
            table = answers.pop()["body"]["table"]
            todo.append({"in": "open", "line": _LINE, "table": table})
            todo.append({"in": "message", "line": _LINE, "text": '{"t":"join"}'})
