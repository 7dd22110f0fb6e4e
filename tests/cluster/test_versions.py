"""A new version rolled out: two versions of the program serve at once, each knows what it can."""

from __future__ import annotations

import asyncio
import json
import random
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import smallworld
from smallworld.engine.game import RULES
from smallworld.server.storage.admin import Administration
from smallworld.server.storage.postgres import prepare_database
from smallworld.server.trials.cluster_processes import ClusterServer
from smallworld.server.trials.trial_services import TrialNats
from tests.server.harness import Http, Json, Page, bearer, legal
from tests.waiting import wait_until

PACKAGE = Path(smallworld.__file__).parent


@pytest.fixture(scope="module")
def later(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The next version of the program: the same, but for the number of its rules."""
    home = tmp_path_factory.mktemp("later")
    shutil.copytree(PACKAGE, home / "smallworld", ignore=shutil.ignore_patterns("static", "*.so"))
    file = home / "smallworld" / "engine" / "options.py"
    text, count = re.subn(
        rf"^RULES: Final = {RULES} ", f"RULES: Final = {RULES + 1} ", file.read_text(), flags=re.M
    )
    assert count == 1
    file.write_text(text)
    return home


@contextmanager
def server(database: str, nats: TrialNats, folder: Path, home: Path | None) -> Iterator[Http]:
    process = ClusterServer(database, nats.url, folder, home)
    try:
        yield Http(process.wait())
    finally:
        process.process.terminate()
        process.process.wait()
        process.kill()


async def refusal(http: Http, made: Json) -> tuple[str, int | None]:
    """Why a page is not let in, and how its line is closed."""
    secrets = [seat["secret"] for seat in made["seats"]]
    page = await Page.open(http.port, made["table"], secrets)
    assert page.table == {}
    told = (page.loose[0]["why"], page.closed)
    await page.close()
    return told


async def play(http: Http, made: Json, turns: int = 0) -> Page:
    """Play the table to its end, or a few moves; the page that did."""
    luck = random.Random(1)
    page = await Page.open(http.port, made["table"], [seat["secret"] for seat in made["seats"]])
    assert page.table, page.loose
    done = 0
    while not page.over and (not turns or done < turns):
        done += 1
        await page.reach((await page.do(luck.choice(legal(page))))["n"])
    await page.close()
    return page


def ask(http: Http, path: str, **headers: str) -> tuple[int, bytes]:
    return http.ask_now(path, headers=headers)[:2]


def test_a_game_is_finished_by_processes_of_its_own_version(
    database: str, nats: TrialNats, tmp_path: Path, later: Path
) -> None:
    asyncio.run(prepare_database(database))
    wish = {"map": "base-2", "turns": 1}
    with server(database, nats, tmp_path, None) as old:
        kinds = ("device", "device")
        begun = asyncio.run(old.create(*kinds, **wish))
        asyncio.run(play(old, begun, turns=2))
        with server(database, nats, tmp_path, later) as new:
            # What was begun before goes on at the new version, by the rules it was begun with …
            over = asyncio.run(play(new, begun))
            assert over.over
            record = ask(new, f"/api/tables/{begun['table']}/record", **bearer(begun["watch"]))
            assert (record[0], f"rules: {RULES}" in record[1].decode()) == (200, True)
            assert asyncio.run(play(old, begun)).over  # … and is the same at the old one.
            # What the new version begins is left to it, while there is one.
            made = asyncio.run(new.create(*kinds, **wish))
            lost = asyncio.run(new.create(*kinds, **wish))
            wait_until(
                lambda: asyncio.run(refusal(old, made)) == ("busy", 1013),
                "the old version sends its pages elsewhere",
            )
            asyncio.run(play(new, lost, turns=2))
            assert asyncio.run(play(new, made)).over
            text = ask(new, f"/api/tables/{made['table']}/record", **bearer(made["watch"]))[1]
            assert f"rules: {RULES + 1}" in text.decode()
        # The new version is gone: the old one says so, and changes nothing.
        wait_until(
            lambda: asyncio.run(refusal(old, lost)) == ("cannot_go_on", 4404),
            "the old version says that it cannot go on",
        )
        status, told = ask(old, f"/api/tables/{lost['table']}/record", **bearer(lost["watch"]))
        assert (status, json.loads(told)["error"]["why"]) == (503, "cannot_go_on")
        assert f"version {RULES + 1} of the rules" in json.loads(told)["error"]["text"]
        with server(database, nats, tmp_path, later) as new:  # back again: nothing was lost
            page = asyncio.run(play(new, lost, turns=1))
            assert page.n > 1
        # Nobody will come back: the host ends it, for everybody alike and without a result.
        office = Administration(database, changes=True)
        office.end(lost["table"])
        facts, _ = office.show(lost["table"])
        assert (facts.over, facts.has_result) == (True, False)
        mine = asyncio.run(old.json("/api/mine", {"secrets": [lost["seats"][0]["secret"]]}))
        assert [game["table"] for game in mine["finished"]] == [lost["table"]]
        wait_until(lambda: asyncio.run(refusal(old, lost))[1] in (4404, 1011), "it is over for all")
