"""Runs the browser's home as its page would: dicts keep, one thinker thinks, nothing waits."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import Any

from smallworld.browser.home import BrowserHome, speak
from smallworld.browser.thinker import ThinkingWorker
from smallworld.table.history import Deal
from tests.table.home import dealers

Plain = dict[str, Any]


class FakeStore:
    """The database of a browser: what it has survives its page."""

    def __init__(self) -> None:
        self.stores: dict[str, dict[Any, Plain]] = {
            "tables": {},
            "changes": {},
            "reviews": {},
            "files": {},
        }
        self.broken = ""

    def write(self, entries: list[Plain]) -> tuple[str, bool]:
        """What went wrong, and whether something else was kept in its place."""
        if self.broken:
            return self.broken, False
        copies = {name: dict(store) for name, store in self.stores.items()}
        for entry in entries:
            store = copies[entry["store"]]
            if entry["op"] == "delete":
                store.pop(entry["key"], None)
                continue
            value = json.loads(json.dumps(entry["value"]))
            key = _key(entry["store"], value)
            if entry["op"] == "add" and key in store:
                return "there is such a key", True
            store[key] = value
        self.stores = copies
        return "", False

    def read(self, wanted: Plain) -> Any:
        """What the home wants to know."""
        if "changes" in wanted:
            found = self.stores["changes"]
            return [found[key] for key in sorted(found) if key[0] == wanted["changes"]]
        if "review" in wanted:
            kept = self.stores["reviews"].get(wanted["review"])
            return None if kept is None else kept["review"]
        return {name: list(store.values()) for name, store in self.stores.items()}


def _key(store: str, value: Plain) -> Any:
    keys = {"tables": "id", "reviews": "table", "files": "name"}
    return (value["table"], value["n"]) if store == "changes" else value[keys[store]]


class HomeRunner:
    """A page's worker, and what its page hears."""

    def __init__(self, store: FakeStore, folder: Path, deal: Deal | None = None) -> None:
        self.store = store
        self.home = BrowserHome(folder / "home", deal or dealers(1))
        self.answers: dict[int, Plain] = {}
        self.told: dict[int, list[Plain]] = {}
        self.closed: dict[int, int] = {}
        self.storage: list[Plain] = []
        self.reminded: list[str] = []
        self.thinks = True
        self.keeps = True  # else what is to be kept waits in `unkept`
        self.unkept: deque[Plain] = deque()
        self.unthought: dict[int, Plain] = {}
        self.now = 1000.0
        self._receive = speak(self.home)
        self._thinker = ThinkingWorker(folder / "thinker")
        self._numbers = 0
        stores = store.stores
        self.put("start", tables=[*stores["tables"].values()], files=[*stores["files"].values()])

    def put(self, what: str, **fields: Any) -> None:
        """Hand something to the home, and do all that comes of it."""
        todo = deque([{"in": what, **fields}])
        while todo:
            for out in json.loads(self._receive(json.dumps(todo.popleft()), self.now)):
                answer = self._perform(out)
                if answer is not None:
                    todo.append(answer)

    def _perform(self, out: Plain) -> Plain | None:
        what = out["out"]
        if what == "keep":
            if self.keeps:
                return self.keep(out)
            self.unkept.append(out)
        elif what == "load":
            value = self.store.read(out["wanted"])
            return {"in": "loaded", "ticket": out["ticket"], "value": value}
        elif what == "think":
            if not self.thinks:
                self.unthought[out["ticket"]] = out
                return None
            value = json.loads(self._thinker.think(json.dumps(out["job"])))
            return {"in": "thought", "ticket": out["ticket"], "value": value}
        elif what == "stop":
            self.unthought.pop(out["ticket"], None)
        elif what == "answer":
            self.answers[out["id"]] = out
        elif what == "tell":
            self.told.setdefault(out["line"], []).append(json.loads(out["text"]))
        elif what == "close":
            self.closed[out["line"]] = out["code"]
        elif what == "storage":
            self.storage.append(out)
        else:
            assert what == "remind"
            self.reminded.append(out["table"])
        return None

    def keep(self, out: Plain) -> Plain:
        """Write into the store, and say how that went."""
        error, conflict = self.store.write(out["entries"])
        return {"in": "kept", "ticket": out["ticket"], "error": error, "conflict": conflict}

    # ---- as a page ----

    def ask(self, path: str, body: Any = None, token: str = "") -> Any:
        """The answer to a request; an AssertionError shows an error."""
        answer = self.reply(path, body, token)
        assert answer["ok"], answer
        return answer["body"]

    def reply(self, path: str, body: Any = None, token: str = "") -> Plain:
        """The answer to a request, whatever it is."""
        self._numbers += 1
        self.put("request", id=self._numbers, path=path, body=body, token=token)
        return self.answers[self._numbers]

    def line(self, table: str, **join: Any) -> Line:
        """A line that has joined a table."""
        self._numbers += 1
        number = self._numbers
        self.put("open", line=number, table=table)
        line = Line(self, number)
        if number not in self.closed:
            line.say({"t": "join", **join})
        return line


class Line:
    """A page at a table."""

    def __init__(self, runner: HomeRunner, number: int) -> None:
        self.runner = runner
        self.number = number
        self._asked = 0

    @property
    def told(self) -> list[Plain]:
        """All it was told."""
        return self.runner.told.get(self.number, [])

    @property
    def state(self) -> Plain:
        """The last welcome or view."""
        return [one for one in self.told if one["t"] in ("welcome", "view")][-1]

    def say(self, message: Plain) -> None:
        """Say something."""
        self.runner.put("message", line=self.number, text=json.dumps(message))

    def request(self, what: str, **fields: Any) -> Plain:
        """What is told about a request."""
        self._asked += 1
        id_ = f"r{self.number}-{self._asked}"
        self.say({"t": what, "id": id_, **fields})
        return next(one for one in self.told if one.get("id") == id_)

    def move(self, choose: Callable[[list[Plain]], Plain] = lambda legal: legal[0]) -> Plain:
        """Do something that is legal."""
        view = self.state["view"]
        text = choose(view["legal"])["do"]
        return self.request("do", seat=view["to_act"], at=self.state["n"], do=text)

    def close(self) -> None:
        """Go."""
        self.runner.put("closed", line=self.number)
