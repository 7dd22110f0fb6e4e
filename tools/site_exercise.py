"""Played once while a site is built: what is imported meanwhile is what a browser needs.

It runs in the Python of browsers, beside the package.
"""

import json
from collections import deque
from pathlib import Path


def play() -> None:
    """Ask the home of a browser for everything there is."""
    from smallworld.browser.home import BrowserHome, speak
    from smallworld.browser.thinker import ThinkingWorker

    home = speak(BrowserHome(Path("/tmp/files")))
    thinker = ThinkingWorker(Path("/tmp/thinker"))
    answers = {}
    told = []
    kept = []

    def put(**given: object) -> None:
        todo = deque([given])
        while todo:
            for out in json.loads(home(json.dumps(todo.popleft()), 1000.0)):
                what = out["out"]
                if what == "keep":
                    kept.extend(out["entries"])
                    todo.append({"in": "kept", "ticket": out["ticket"], "error": ""})
                elif what == "load":
                    nothing = None if "review" in out["wanted"] else {}
                    todo.append({"in": "loaded", "ticket": out["ticket"], "value": nothing})
                elif what == "think":
                    value = json.loads(thinker.think(json.dumps(out["job"])))
                    assert value is not None, out["job"]["kind"]
                    todo.append({"in": "thought", "ticket": out["ticket"], "value": value})
                elif what == "answer":
                    answers[out["id"]] = out
                elif what == "tell":
                    told.append(json.loads(out["text"]))

    def ask(path: str, body: object = None) -> dict:
        put(**{"in": "request", "id": len(answers), "path": path, "body": body, "token": ""})
        answer = answers[len(answers) - 1]
        assert answer["ok"], answer
        return answer["body"]

    put(**{"in": "start", "tables": [], "files": []})
    race = '[[race]]\nname = "Voles"\ntokens = 6\ntext = "One more coin."\n'
    put(**{"in": "request", "id": -1, "path": "/api/files", "token": "",
           "body": {"name": "voles.toml", "text": race}})  # fmt: skip
    program = "import random\nfrom smallworld.engine.trait import Race\n"
    put(**{"in": "request", "id": -1, "path": "/api/files", "token": "",
           "body": {"name": "own.py", "text": program}})  # fmt: skip
    ask("/api/setup")
    ask("/api/texts/en")
    ask("/api/lessons")
    ask("/api/puzzles")
    ask("/api/daily")
    for level in ("greedy", "search", "planner"):
        seats = [{"kind": "device"}, {"kind": "computer", "level": level}]
        made = ask("/api/tables", {"seats": seats, "turns": 1, "first": "P1"})
        put(**{"in": "open", "line": 1, "table": made["table"]})
        put(**{"in": "message", "line": 1, "text": '{"t":"join"}'})
        for number in range(200):
            state = [one for one in told if one["t"] in ("welcome", "view")][-1]
            if state["over"]:
                break
            asked = {"id": f"{level}{number}", "seat": "P1"}
            if number == 0 and level == "greedy":  # it takes as long as the game
                put(**{"in": "message", "line": 1, "text": json.dumps({"t": "hint", **asked})})
            move = {"t": "do", **asked, "at": state["n"], "do": state["view"]["legal"][0]["do"]}
            move["id"] += "m"
            put(**{"in": "message", "line": 1, "text": json.dumps(move)})
        else:
            raise AssertionError("the game does not end")
        if level == "greedy":
            put(**{"in": "message", "line": 1, "text": '{"t":"review","id":"review"}'})
            assert [one for one in told if one["t"] == "review"]
        put(**{"in": "closed", "line": 1})
    put(**{"in": "open", "line": 2, "table": "lesson-first-turn"})
    ask("/api/games")
