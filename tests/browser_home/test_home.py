"""The browser's home answers as a server would, loses nothing, and says what it cannot do."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from smallworld.browser.home import BrowserHome
from smallworld.browser.local_table import write as written_here
from smallworld.browser.preload import preload
from smallworld.game.records.record import Record
from smallworld.server.http.wire import write as written_by_server
from smallworld.table.messages import MoveRequest
from tests.browser_home.home_runner import FakeStore, HomeRunner, Line
from tests.table.home import MemoryHome, request_for

SOLO = {"seats": [{"kind": "device", "name": "Ada"}, {"kind": "computer", "level": "greedy"}]}
SHORT = {**SOLO, "turns": 1, "first": "P1"}


@pytest.fixture
def runner(tmp_path: Path) -> HomeRunner:
    return HomeRunner(FakeStore(), tmp_path)


def begin(runner: HomeRunner, **wishes: Any) -> Line:
    """A table of this browser, joined."""
    made = runner.ask("/api/tables", {**SOLO, **wishes})
    return runner.line(made["table"])


def play_on(line: Line, luck: Random) -> None:
    """Until the game is over."""
    for _ in range(400):
        if line.state["over"]:
            return
        assert line.move(luck.choice)["t"] == "ack"
    raise AssertionError("it does not end")


def test_a_whole_game_against_a_computer(runner: HomeRunner) -> None:
    line = begin(runner, turns=3)
    assert line.state["table"]["id"].startswith("here-")
    play_on(line, Random(1))
    watch = line.told[0]["table"]["watch"]
    table = line.told[0]["table"]["id"]
    record = runner.ask(f"/api/tables/{table}/record", token=watch)["record"]
    assert Record.from_text(record).is_finished()
    mine = runner.ask("/api/mine", {"secrets": []})
    assert [game["table"] for game in mine["finished"]] == [table]
    assert mine["finished"][0]["you"] == ["P1"]


def test_what_pages_are_told_is_what_a_server_tells() -> None:
    home = MemoryHome(request_for("device", "greedy"))
    home.join("page", "P1")
    home.ask("page", MoveRequest("1", "P1", home.machine.state.row.n, home.legal()[0]))
    for message in home.told["page"]:
        assert json.loads(written_here(message)) == json.loads(written_by_server(message))


def test_what_was_acknowledged_survives_the_end_of_the_page_at_any_moment(tmp_path: Path) -> None:
    """The page is gone before, while and after something is kept."""
    store, luck = FakeStore(), Random(5)
    runner = HomeRunner(store, tmp_path)
    table = runner.ask("/api/tables", {**SOLO, "turns": 4, "first": "P1"})["table"]
    known = 0
    for round_ in range(60):
        runner = HomeRunner(store, tmp_path)
        line = runner.line(table)
        assert line.state["n"] >= known, "an acknowledged move is lost"
        if line.state["over"]:
            break
        runner.keeps = round_ % 3 != 0
        before = len(line.told)
        line.say(
            {
                **{"t": "do", "id": f"x{round_}", "seat": "P1", "at": line.state["n"]},
                "do": luck.choice(line.state["view"]["legal"])["do"],
            }
        )
        if round_ % 6 == 0 and runner.unkept:  # written, but nobody heard of it
            runner.keep(runner.unkept.popleft())
        known = max([known, *(one["n"] for one in line.told[before:] if one["t"] == "ack")])
    else:
        raise AssertionError("it does not end")
    assert known > 10


def test_nothing_is_acknowledged_before_it_is_kept(runner: HomeRunner) -> None:
    line = begin(runner, first="P1")
    runner.keeps = False
    heard = len(line.told)
    line.say({"t": "do", "id": "a", "seat": "P1", "at": line.state["n"], "do": "pick 0"})
    legal = line.state["view"]["legal"][0]["do"]
    line.say({"t": "do", "id": "b", "seat": "P1", "at": line.state["n"], "do": legal})
    assert [one["t"] for one in line.told[heard:]] == ["error"]
    runner.put(**_renamed(runner.keep(runner.unkept.popleft())))
    assert [one["t"] for one in line.told[heard:]] == ["error", "ack", "view"]


def _renamed(given: dict[str, Any]) -> dict[str, Any]:
    return {"what": given.pop("in"), **given}


def test_a_full_store_is_told_and_the_game_goes_on(tmp_path: Path) -> None:
    store = FakeStore()
    runner = HomeRunner(store, tmp_path)
    line = begin(runner, first="P1")
    store.broken = "the disk is full"
    assert line.move()["t"] == "ack"
    assert [one["ok"] for one in runner.storage] == [False]
    assert "full" in runner.storage[0]["text"]
    kept = len(store.stores["changes"])
    store.broken = ""
    assert line.move()["t"] == "ack"
    assert runner.storage[-1]["ok"], "there is room again"
    assert len(store.stores["changes"]) >= kept + 2, "what waited is kept as well"
    again = HomeRunner(store, tmp_path).line(line.told[0]["table"]["id"])
    assert again.state["n"] == line.state["n"]


def test_another_page_of_the_browser_was_quicker(tmp_path: Path) -> None:
    store = FakeStore()
    first = HomeRunner(store, tmp_path)
    one = begin(first, first="P1")
    table = one.told[0]["table"]["id"]
    second = HomeRunner(store, tmp_path)
    other = second.line(table)
    assert one.move()["t"] == "ack"
    other.say({"t": "do", "id": "late", "seat": "P1", "at": other.state["n"],
               "do": other.state["view"]["legal"][1]["do"]})  # fmt: skip
    assert second.closed[other.number] == 1012
    second.put("changed", tables=[store.stores["tables"][table]])
    assert second.line(table).state["n"] == one.state["n"]


def test_hints_reviews_what_if_and_replay(runner: HomeRunner) -> None:
    line = begin(runner, turns=1, first="P1")
    told = line.request("hint", seat="P1")
    assert told["t"] == "answer"
    assert told["do"]
    trial = line.request("try", seat="P1", do=line.state["view"]["legal"][0]["do"])
    assert trial["t"] == "answer"
    play_on(line, Random(2))
    table = line.told[0]["table"]["id"]
    assert line.request("review")["t"] == "answer"
    assert [one for one in line.told if one["t"] == "review"]
    assert runner.store.stores["reviews"][table]
    assert line.request("position", line=3)["view"]
    record = runner.ask(f"/api/tables/{table}/record", token=line.told[0]["table"]["watch"])
    branch = {"record": record["record"], "line": 4}
    made = runner.ask("/api/tables", {**SOLO, "start": branch})
    assert runner.line(made["table"]).state["line"] >= 4
    again = runner.ask(f"/api/tables/{table}/rematch", {"secrets": []})
    assert runner.line(again["table"]).state["line"] > 0


def test_thinking_can_be_stopped(runner: HomeRunner) -> None:
    runner.thinks = False
    line = begin(runner, seats=[{"kind": "device"}, {"kind": "computer", "level": "search"}],
                 first="P2")  # fmt: skip
    assert len(runner.unthought) == 1
    line.close()
    assert runner.unthought == {}, "nobody looks, nobody thinks"
    opened = runner.line(line.told[0]["table"]["id"])
    assert len(runner.unthought) == 1
    assert opened.state["view"]["to_act"] == "P2"


def test_lessons(runner: HomeRunner) -> None:
    lesson = runner.ask("/api/lessons")["lessons"][0]["lesson"]
    runner.put("open", line=900, table=f"lesson-{lesson}")
    line = Line(runner, 900)
    line.say({"t": "learn", "lang": "de"})
    assert [one["t"] for one in line.told] == ["welcome", "lesson"]
    assert line.request("step", act="show")["t"] == "ack"


def test_puzzles_deals_and_the_game_of_the_day(runner: HomeRunner) -> None:
    puzzles = runner.ask("/api/puzzles")["puzzles"]
    runner.put("open", line=901, table=f"puzzle-{puzzles[0]['puzzle']}")
    line = Line(runner, 901)
    line.say({"t": "puzzle", "lang": "de"})
    assert [one["t"] for one in line.told] == ["welcome", "puzzle"]
    assert line.request("solve", act="show")["t"] == "ack"
    daily = runner.ask("/api/daily")
    assert runner.ask(f"/api/deals/{daily['code']}")["map"] == daily["map"]
    table = runner.ask("/api/tables", {**SHORT, "start": {"deal": "base-2-here"}})["table"]
    assert runner.ask("/api/deals/base-2-here")["games"] == []
    play_on(runner.line(table), Random(3))
    assert [game["table"] for game in runner.ask("/api/deals/base-2-here")["games"]] == [table]
    assert runner.reply("/api/deals/nonsense")["body"]["error"]["why"] == "no_deal"


def test_what_needs_a_server_says_so(runner: HomeRunner) -> None:
    wish = {"seats": [{"kind": "device"}, {"kind": "link"}]}
    assert runner.reply("/api/tables", wish)["body"]["error"]["why"] == "needs_server"
    assert runner.reply("/api/tables/x/join", {})["body"]["error"]["why"] == "needs_server"
    assert runner.ask("/api/tables/open") == {"tables": []}
    assert runner.reply("/api/nothing")["body"]["error"]["why"] == "nothing_here"
    bad = runner.reply("/api/tables", {"seats": [{"kind": "chair"}, {"kind": "device"}]})
    assert "seats[0].kind" in bad["body"]["error"]["text"]


def test_home_made_races_and_maps(tmp_path: Path) -> None:
    store = FakeStore()
    runner = HomeRunner(store, tmp_path)
    examples = Path(__file__).parents[2] / "docs" / "examples"
    race, board = examples / "beavers.toml", next((examples / "maps").glob("*.toml"))
    for path in (race, board):
        runner.ask("/api/files", {"name": path.name, "text": path.read_text(encoding="utf-8")})
    setup = runner.ask("/api/setup")
    assert [one["file"] for one in setup["customs"]] == [race.name]
    offered = next(one for one in setup["maps"] if one["name"] == board.name)
    assert runner.ask(f"/api/drawing/{offered['drawing']}")["facts"]
    line = begin(runner, custom=[race.name], first="P1", turns=2)
    play_on(line, Random(3))
    again = HomeRunner(store, tmp_path / "other")
    assert again.line(line.told[0]["table"]["id"]).state["over"]
    wrong = again.reply("/api/files", {"name": "broken.toml", "text": "[[race]]\nname = 3"})
    assert "broken.toml" in wrong["body"]["error"]["text"]
    again.ask("/api/files", {"name": race.name, "text": None})
    assert again.ask("/api/files") == {"files": [board.name]}


def test_all_games_go_to_another_device_in_one_file(tmp_path: Path, runner: HomeRunner) -> None:
    line = begin(runner, first="P1")
    line.move()
    table = line.told[0]["table"]["id"]
    carried = json.loads(json.dumps(runner.ask("/api/games")))
    other = HomeRunner(FakeStore(), tmp_path / "other")
    assert other.ask("/api/games", carried) == {"brought": 1, "known": 0, "problems": []}
    assert other.ask("/api/games", carried) == {"brought": 0, "known": 1, "problems": []}
    there = other.line(table)
    assert there.state["n"] == line.state["n"]
    assert there.move()["t"] == "ack"
    assert other.ask("/api/games", carried)["known"] == 1, "the one that has come further stays"
    carried["changes"][0]["lines"][0][1] = "nonsense"
    third = HomeRunner(FakeStore(), tmp_path / "third")
    told = third.ask("/api/games", carried)
    assert told["brought"] == 0
    assert table in told["problems"][0]
    assert other.reply("/api/games", {"what": 1})["body"]["error"]["why"] == "refused"


def test_who_gets_ready_asks_a_computer_and_is_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    chosen: list[str] = []
    choose = BrowserHome.choose

    def noted(self: BrowserHome, position: Any, level: str, done: Any) -> int:
        chosen.append(level)
        return choose(self, position, level, done)

    monkeypatch.setattr(BrowserHome, "choose", noted)
    preload()
    assert len(chosen) > 3


# ---- clocks ----


def left(line: Line) -> float:
    seats = next(told for told in reversed(line.told) if "seats" in told or "table" in told)
    return float((seats.get("seats") or seats["table"]["seats"])[0]["clock"]["left"])


def test_a_clock_counts_while_the_table_is_open_and_then_a_computer_plays(tmp_path: Path) -> None:
    clock = {"per": "turn", "seconds": 60, "level": "random"}
    store = FakeStore()
    runner = HomeRunner(store, tmp_path)
    line = begin(runner, first="P1", clock=clock)
    table = line.told[0]["table"]["id"]
    runner.put("tick", table=table)
    assert left(line) == 60.0
    runner.now += 20.0
    assert line.move(lambda actions: actions[0])["t"] == "ack"
    assert left(line) == 40.0
    runner = HomeRunner(store, tmp_path)
    runner.now = 900_000.0  # the browser was closed for days
    line = runner.line(table)
    assert left(line) == 40.0
    mine = runner.ask("/api/mine", {"secrets": []})["running"]
    assert [game["left"] for game in mine] == [40.0]
    assert runner.reminded == [table]
    runner.put("tick", table=table)  # too early, and it will be reminded anyway
    assert runner.reminded == [table]
    runner.now += 41.0
    n = line.state["n"]
    runner.put("tick", table=table)
    assert line.state["n"] > n, "somebody has played on"
