"""What version 0.1 wrote is still read: see tests/legacy/README.md.

It goes in by the doors that people use, the command line and the server, so that it need not
change when modules do.
"""

from __future__ import annotations

import json
import shutil
import sqlite3
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner
from websockets.sync.client import ClientConnection, connect

from smallworld.cli import app
from smallworld.learn.shards import collate, read_decisions
from tests.browser.live_server import LiveServer

LEGACY = Path(__file__).parent / "legacy"
RECORDS: dict[str, Any] = json.loads((LEGACY / "records.json").read_text("utf-8"))
GAMES: dict[str, Any] = json.loads((LEGACY / "games.json").read_text("utf-8"))
CUSTOMS = ("beavers.toml", "otters.py")  # of the server
PATIENCE = 60  # seconds

Json = dict[str, Any]


@pytest.fixture(autouse=True)
def _here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Records name files of one's own by their paths, and these were written here."""
    monkeypatch.chdir(LEGACY)


def run(*words: object, typed: str | None = None) -> str:
    """What the command line prints."""
    done = CliRunner().invoke(app, [*map(str, words)], input=typed, env={"COLUMNS": "100"})
    assert done.exit_code == 0, done.output
    return done.stdout


def named(option: str, values: list[str]) -> list[str]:
    return [word for value in values for word in (option, value)]


# ---- records ----


def test_all_records_are_listed() -> None:
    assert {path.name for path in Path("records").iterdir()} == set(RECORDS)


@pytest.mark.parametrize("name", RECORDS)
def test_a_record_leads_to_the_same_game(name: str) -> None:
    wanted = RECORDS[name]
    path = Path("records", name)
    custom = named("--custom", wanted["custom"])
    moves = wanted["moves"]
    verified = run("replay", path, "--verify", *custom)
    assert f"{moves} moves and {wanted['checkpoints']} checkpoints hold" in verified
    end = json.loads(run("replay", path, "--json", *custom))
    half = json.loads(run("replay", path, "--json", "--to", moves // 2, *custom))
    assert (end["players"], end["seed"]) == (wanted["players"], wanted["seed"])
    assert [half["fingerprint"], end["fingerprint"]] == [wanted["half"], wanted["end"]]
    assert run("replay", path, *custom).rstrip().endswith(wanted["ending"])


def test_a_game_of_the_terminal_is_gone_on_with(tmp_path: Path) -> None:
    kept = Path(shutil.copy("records/terminal.record", tmp_path))
    before = kept.read_text("utf-8")
    run("play", "--resume", kept, typed="1\nq\n")
    assert kept.read_text("utf-8").startswith(before)
    after = json.loads(run("replay", kept, "--json"))
    assert len(after["moves"]) > RECORDS["terminal.record"]["moves"]


# ---- races, powers and maps of one's own ----


@pytest.mark.parametrize("file", ["badgers.py", "playful.py", "shrews.toml", "nimble.toml"])
def test_a_race_or_power_begun_with_new_race_holds_its_scenario(file: str) -> None:
    path = Path("custom", file)
    told = run("scenario", "--custom", path, path.with_suffix(".yaml"))
    assert "1 passed, 0 failed" in told


@pytest.mark.parametrize("files", [["wanderers.py", "clauses.toml"], ["beavers.toml", "otters.py"]])
def test_custom_files_are_played_with(files: list[str]) -> None:
    custom = named("--custom", [f"custom/{file}" for file in files])
    words = ("--map", "base-3", "--players", "random", "--games", 3, "--seed", 1, "--json")
    assert json.loads(run("simulate", *words, *custom))["games"] == 3


@pytest.mark.parametrize(("name", "world"), [("lagoon", "base"), ("hollow", "underground")])
def test_a_map_is_played_on(name: str, world: str) -> None:
    words = ("--map", f"maps/{name}.toml", "--players", "greedy,random", "--games", 2, "--json")
    told = json.loads(run("simulate", *words))
    assert (told["games"], told["world"]) == (2, world)


# ---- results and games to learn from ----


@pytest.mark.parametrize(
    ("name", "settings", "shares"),
    [
        ("plain", "--boards base-2 --turns 2 --seed 3", [0.0, 1.0]),
        (
            "custom",
            "--boards base-3 --turns 1 --seed 4 --cross neighbours --no-mixed "
            "--custom custom/otters.py",
            [0.3333],
        ),
    ],
)
def test_an_arena_is_gone_on_with(
    name: str, settings: str, shares: list[float], tmp_path: Path
) -> None:
    kept = Path(shutil.copy(f"arena/{name}.jsonl", tmp_path))
    before = kept.read_text("utf-8")
    games = len([line for line in before.splitlines() if '"key"' in line])
    asked = ["arena", "random", "careless", *settings.split(), "--out", str(kept), "--resume"]
    told = json.loads(run(*asked, "--games", games, "--json"))
    assert kept.read_text("utf-8") == before, "all of it was there"
    assert [cell["share"]["mean"] for cell in told["boards"][0]["cells"]] == shares
    run(*asked, "--games", 2 * games)
    after = kept.read_text("utf-8")
    assert after.startswith(before)
    assert after.count('"key"') > games
    assert '"rules":2' not in after, "by the rules it was begun with"


def test_games_to_learn_from_are_read_and_never_mixed_with_others(tmp_path: Path) -> None:
    kept = Path(shutil.copytree("selfplay", tmp_path / "games"))
    before = list(read_decisions(kept))
    assert len(before) == 16
    assert all(made.share.sum() == pytest.approx(1) for made in before)
    assert before[0].final[:2].tolist() == [13, 11]
    assert before[0].arrays["regions"].shape == (63, 84)
    batch = collate(before)
    assert batch["action_region"].max() == 62
    asked = ("selfplay", "--player", "greedy", "--turns", "1", "--shard", "1", "--out", str(kept))
    done = CliRunner().invoke(app, [*asked, "--games", "2"])
    assert done.exit_code == 2
    assert "it holds games with encoding 1, not 2" in done.stderr.replace("\n", " ")
    assert len(list(read_decisions(kept))) == 16


# ---- the database of a server ----


@contextmanager
def running(home: Path) -> Iterator[LiveServer]:
    """The server at hand, on a copy of the database."""
    (home / "games").mkdir()
    shutil.copy(LEGACY / "games.db", home / "games")
    # Open tables are listed for a day, and these files stay.
    with closing(sqlite3.connect(home / "games" / "games.db")) as db, db:
        db.execute("UPDATE tables SET moved = ? WHERE open", (time.time(),))
    live = LiveServer(home, customs=[str(LEGACY / "custom" / name) for name in CUSTOMS])
    live.start()
    try:
        yield live
    finally:
        live.stop()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    with running(tmp_path_factory.mktemp("legacy")) as live:
        yield live


class Seat:
    """A page at a table, with the secrets that were kept for it."""

    def __init__(self, server: LiveServer, game: Json) -> None:
        url = f"ws://127.0.0.1:{server.port}/ws/{game['table']}"
        self._open = ExitStack()
        self._line: ClientConnection = self._open.enter_context(connect(url, proxy=None))
        self._replies: dict[str, Json] = {}
        self.reviews: list[Json] = []
        self.welcome: Json = {}
        self.now: Json = {}  # the last view
        self._say({"t": "join", "secrets": list(game["secrets"].values()), "watch": None})
        while not self.now:
            self._hear()

    def __enter__(self) -> Seat:
        return self

    def __exit__(self, *_: object) -> None:
        self._open.close()

    def legal(self) -> list[str]:
        return [action["do"] for action in self.now["view"]["legal"]]

    def ask(self, **message: object) -> Json:
        """The answer; it must be no error."""
        name = f"request {len(self._replies)}"
        self._say({**message, "id": name})
        while name not in self._replies:
            self._hear()
        reply = self._replies[name]
        assert reply["t"] != "error", reply
        return reply

    def wait_for(self, n: int) -> None:
        """Until that version is seen."""
        while self.now["n"] < n:
            self._hear()

    def _say(self, message: Json) -> None:
        self._line.send(json.dumps(message))

    def _hear(self) -> None:
        message: Json = json.loads(self._line.recv(timeout=PATIENCE))
        assert message["t"] != "error" or message["id"], message
        if message["t"] == "welcome":
            self.welcome = message
        if message["t"] in ("welcome", "view"):
            self.now = message
        elif message["t"] == "review":
            self.reviews.append(message["review"])
        elif message.get("id"):
            self._replies[message["id"]] = message


WITHOUT_THE_ONE_THAT_MOVES = [name for name in GAMES if name != "thinking"]


def test_tables_are_listed(server: LiveServer) -> None:
    secrets = {secret for game in GAMES.values() for secret in game["secrets"].values()}
    told = server.post("/api/mine", {"secrets": sorted(secrets)})
    found = {game["table"]: game for game in told["running"] + told["finished"]}
    assert set(found) == {game["table"] for game in GAMES.values()}
    for name in ("finished", "no_places", "custom", "settings"):
        wanted, game = GAMES[name], found[GAMES[name]["table"]]
        assert game["over"] == wanted["over"], name
        assert game["result"] == wanted["result"], name
        assert game["you"] == wanted["you"], name


@pytest.mark.parametrize("name", WITHOUT_THE_ONE_THAT_MOVES)
def test_a_table_is_as_it_was_and_goes_on(server: LiveServer, name: str) -> None:
    wanted = GAMES[name]
    with Seat(server, wanted) as page:
        now, table = page.now, page.welcome["table"]
        assert (now["n"], now["line"]) == (wanted["n"], wanted["line"])
        assert (now["view"]["to_act"], now["over"]) == (wanted["acting"], wanted["over"])
        assert page.legal() == wanted["legal"]
        assert page.welcome["you"] == wanted["you"]
        for seat, before in zip(table["seats"], wanted["seats"], strict=True):
            assert {key: seat.get(key) for key in before} == before
        if "record" in wanted:
            assert server.record(wanted["table"], wanted["watch"]) == wanted["record"]
        if not wanted["over"]:
            done = page.ask(t="do", seat=wanted["acting"], at=now["n"], do=wanted["legal"][0])
            assert done["n"] == wanted["n"] + 1
            page.wait_for(done["n"])


def test_a_step_is_taken_back_and_a_guest_takes_the_free_seat(tmp_path: Path) -> None:
    """On a copy of its own, since these tables go on in the test above."""
    links, waiting = GAMES["links"], GAMES["open"]["table"]
    with running(tmp_path) as server:
        with Seat(server, links) as page:
            assert page.now["undo"] == links["undo"]
            back = links["undo"]["step"]
            done = page.ask(t="undo", seat=links["acting"], at=links["n"], to=back)
            page.wait_for(done["n"])
            assert page.now["line"] == back
        opened = server.get("/api/tables/open")["tables"]
        assert [table["table"] for table in opened] == [waiting]
        given = server.post(f"/api/tables/{waiting}/join", {"name": "Tom"})
        assert given["seat"] not in ("P1", GAMES["open"]["joined"])
        with Seat(server, {"table": waiting, "secrets": {"": given["secret"]}}) as page:
            assert page.welcome["you"] == [given["seat"]]


def test_a_computer_that_was_to_move_does(server: LiveServer) -> None:
    wanted = GAMES["thinking"]
    with Seat(server, wanted) as page:
        page.wait_for(wanted["n"] + 1)
        assert page.now["line"] > wanted["line"]


def test_a_review_that_was_made_is_kept(server: LiveServer) -> None:
    kept = GAMES["finished"]["review"]
    with Seat(server, GAMES["finished"]) as page:
        told = page.ask(t="review")["review"]
    for name in ("simulations", "start", "end", "luck", "own", "others"):
        assert told[name] == kept[name], name
    for name, figures in (("mistakes", ("move", "lost")), ("steps", ("move", "expected"))):
        assert [[each[figure] for figure in figures] for each in told[name]] == [
            [each[figure] for figure in figures] for each in kept[name]
        ]


def test_the_same_people_play_again(server: LiveServer) -> None:
    wanted = GAMES["finished"]
    with Seat(server, wanted) as page:
        assert page.welcome["table"]["rematch"] == GAMES["rematch"]["table"]
    mine = {"secrets": list(GAMES["no_places"]["secrets"].values())}
    again = server.post(f"/api/tables/{GAMES['no_places']['table']}/rematch", mine)
    assert again["table"] not in {game["table"] for game in GAMES.values()}
