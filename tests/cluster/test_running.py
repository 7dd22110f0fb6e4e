"""Running it for others: behind nginx, watched over, backed up and restored, its files as given."""

from __future__ import annotations

import asyncio
import json
import re
import shutil
import sqlite3
import subprocess
import sys
import tomllib
from pathlib import Path

import yaml

from smallworld.server.storage.moving import MovedGames, move_games
from smallworld.server.storage.postgres import prepare_database
from smallworld.server.trials.cluster_processes import ClusterServer
from smallworld.server.trials.trial_services import (
    TrialNats,
    TrialPostgres,
    find_program,
    free_port,
)
from tests.cluster.harness import cluster, thinker
from tests.proxy import DEPLOY, answers, nginx
from tests.server.harness import Http, Page, bearer, legal, lines_of, running
from tests.waiting import until, wait_until

STRANGER = {"X-Forwarded-For": "192.0.2.1"}


def test_behind_nginx_a_server_stops_and_nobody_notices_for_long(
    database: str, nats: TrialNats, tmp_path: Path
) -> None:
    asyncio.run(prepare_database(database))
    servers = [
        ClusterServer(database, nats.url, tmp_path, metrics_token="let me see") for _ in range(2)
    ]

    async def play(port: int) -> None:
        http = Http(port)
        made = await http.create("device", "device", map="base-2")
        secrets = [seat["secret"] for seat in made["seats"]]
        page = await Page.open(port, made["table"], secrets)
        await page.reach((await page.do(legal(page)[0]))["n"])
        assert json.loads((await http.ask("/api/ready"))[1])["bus"] is True
        assert (await http.ask("/metrics", headers=bearer("let me see")))[0] == 404
        n, lines = page.n, lines_of(page)
        for _ in range(4):  # whichever it is at, and whichever comes next
            other = await Page.open(port, made["table"], secrets)
            assert (other.n, lines_of(other)) == (n, lines)
            await other.close()
        servers[0].process.terminate()  # as for a new version
        await asyncio.to_thread(servers[0].process.wait)
        for _ in range(4):
            async with asyncio.timeout(10):
                again = await Page.open(port, made["table"], secrets)
            assert (again.n, lines_of(again)) == (n, lines)
            await again.reach((await again.do(legal(again)[0]))["n"])
            n, lines = again.n, lines_of(again)
            await again.close()
        await page.close()

    try:
        with nginx(tmp_path, [server.wait() for server in servers]) as port:
            asyncio.run(play(port))
            used = Http(servers[1].port).ask_now("/metrics", headers=bearer("let me see"))
            assert used[0] == 200
            found = dict(re.findall(r"^(smallworld_\w+) (\S+)$", used[1].decode(), re.M))
            assert float(found["smallworld_statements_total"]) > 0
            assert found["smallworld_bus_connected"] == "1"
            for token in ({}, bearer("guess"), bearer("")):
                assert Http(servers[1].port).ask_now("/metrics", headers=token)[0] == 404
    finally:
        for server in servers:
            server.kill()


def test_ready_says_what_is_missing(
    postgres: TrialPostgres, nats: TrialNats, tmp_path: Path
) -> None:
    database = postgres.new_database()

    async def play() -> None:
        async with (
            cluster(database, nats.url, tmp_path, processes=1, health_within=0.5) as (server,),
            thinker(nats.url),
        ):
            assert server.state.cluster is not None
            bus, thinking = server.state.cluster.bus, server.state.cluster.thinking
            await until(lambda: bus.connected and thinking.slots == 1, "all is there")
            told = await server.json("/api/ready")
            assert told == {"ok": True, "database": True, "bus": True, "thinkers": 1}
            nats.kill()
            await until(lambda: not bus.connected, "the bus is missed")
            status, text, _ = await server.ask("/api/ready")
            assert (status, json.loads(text)["bus"]) == (503, False)
            await asyncio.to_thread(nats.start)
            await until(lambda: bus.connected, "the bus is back")

    asyncio.run(play())


def test_the_log_names_requests_and_holds_no_secrets(tmp_path: Path) -> None:
    port = free_port()
    words = ["--port", str(port), "--data", str(tmp_path / "data"), "--log", "json"]
    server = subprocess.Popen(
        [sys.executable, "-m", "smallworld.server", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        wait_until(lambda: answers(port), "the server answers")

        async def play() -> str:
            http = Http(port)
            made = await http.create("device", "device")
            secret = made["seats"][0]["secret"]
            page = await Page.open(port, made["table"], [secret])
            await page.close()
            status, _, headers = await http.ask(
                f"/api/{secret}?{secret}", headers={"X-Request-Id": "from-the-proxy"}
            )
            assert (status, headers["x-request-id"]) == (404, "from-the-proxy")
            status, _, headers = await http.ask("/", headers={"X-Request-Id": "bad id\t"})
            assert re.fullmatch(r"[0-9a-f]{16}", headers["x-request-id"])
            flood = [(await http.ask("/api/health", headers=STRANGER))[0] for _ in range(100)]
            assert flood.count(429) > 20
            return str(secret)

        secret = asyncio.run(play())
    finally:
        server.terminate()
        _, text = server.communicate()
    assert secret not in text
    lines = [json.loads(line) for line in text.splitlines()]
    found = [(line["method"], line["path"], line["status"]) for line in lines if "path" in line]
    assert ("POST", "/api/tables", 200) in found
    assert ("WEBSOCKET", "/ws/{table}", 101) in found
    assert len([line for line in lines if line.get("status") == 429]) == 10
    named = [line for line in lines if line.get("request") == "from-the-proxy"]
    assert [(line["path"], line["status"]) for line in named] == [("/api/{rest}", 404)]


def test_a_backup_is_restored_and_played_on(
    postgres: TrialPostgres, nats: TrialNats, tmp_path: Path
) -> None:
    """The drill of docs/hosting.md, for both homes."""
    here = tmp_path / "here"
    here.mkdir()

    async def begin() -> tuple[str, list[str], int]:
        async with running(here) as server:
            made = await server.create("device", "device", map="base-2")
            secrets = [seat["secret"] for seat in made["seats"]]
            page = await Page.open(server.port, made["table"], secrets)
            await page.reach((await page.do(legal(page)[0]))["n"])
            source = sqlite3.connect(here / "games.db")  # while it is served
            (tmp_path / "copy").mkdir()
            target = sqlite3.connect(tmp_path / "copy" / "games.db")
            source.backup(target)
            source.close()
            target.close()
            shutil.copy(here / "watch.key", tmp_path / "copy")
            await page.close()
            return made["table"], secrets, page.n

    table, secrets, n = asyncio.run(begin())

    async def go_on_in_a_file() -> None:
        async with running(tmp_path / "copy") as server:
            page = await Page.open(server.port, table, secrets)
            assert page.n == n
            await page.reach((await page.do(legal(page)[0]))["n"])
            await page.close()

    asyncio.run(go_on_in_a_file())
    first, second = postgres.new_database(), postgres.new_database()
    assert move_games(f"sqlite:{here}", first) == MovedGames(1, 0)
    dump, psql = find_program("pg_dump"), find_program("psql")
    assert dump is not None
    assert psql is not None
    backup = subprocess.run([dump, first], capture_output=True, check=True).stdout
    restore = [psql, "-q", "-v", "ON_ERROR_STOP=1", second]
    subprocess.run(restore, input=backup, capture_output=True, check=True)

    async def go_on_in_postgres() -> None:
        async with cluster(second, nats.url, here, processes=1) as (server,):
            page = await Page.open(server.port, table, secrets)
            assert page.n == n
            await page.reach((await page.do(legal(page)[0]))["n"])
            await page.close()

    asyncio.run(go_on_in_postgres())


def test_the_files_for_deployment_use_commands_that_there_are() -> None:
    names = ("compose.yaml", "compose.cluster.yaml")
    texts = [(DEPLOY / name).read_text(encoding="utf-8") for name in names]
    said = [
        service["command"]
        for text in texts
        for service in yaml.safe_load(text)["services"].values()
        if "smallworld" in (service.get("image"), "smallworld" if "build" in service else "")
    ]
    for name in ("smallworld.service", "smallworld-think.service"):
        line = re.search(r"^ExecStart=\S+/smallworld (.*)$", (DEPLOY / name).read_text(), re.M)
        assert line is not None
        said.append(line[1].split())
    docker = re.search(r"^CMD (\[.*\])$", (DEPLOY / "Dockerfile").read_text(), re.M)
    assert docker is not None
    said.append(json.loads(docker[1]))
    assert len(said) == 6
    known = subprocess.run(
        [sys.executable, "-m", "smallworld", "serve", "--help"], capture_output=True, text=True
    ).stdout
    for words in said:
        assert words[0] in ("serve", "think")
        if words[0] == "serve":
            for option in (word for word in words if word.startswith("--")):
                assert option in known, option
    extras = tomllib.loads((DEPLOY.parent / "pyproject.toml").read_text())["project"]
    asked = re.search(r"'\.\[(.*)\]'", (DEPLOY / "Dockerfile").read_text())
    assert asked is not None
    assert {"play", "cluster", "notify"} == {*asked[1].split(",")}
    assert {*asked[1].split(",")} <= extras["optional-dependencies"].keys()
    # In a container whoever comes through a proxy comes from its network: else all are one.
    assert all("--trust-proxy" in words for words in said[:2] if words[0] == "serve")
