"""The files of deploy/, as far as they can be run without their systems: what they say is done."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import yaml

from smallworld.server.trials.trial_services import free_port
from tests.proxy import DEPLOY, answers
from tests.server.harness import Http
from tests.waiting import wait_until


def in_compose() -> list[str]:
    services = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))["services"]
    return [str(word) for word in services["smallworld"]["command"]]


def in_dockerfile() -> list[str]:
    return list(json.loads(line_of("Dockerfile", r"^CMD (\[.*\])$")))


def in_unit() -> list[str]:
    return line_of("smallworld.service", r"^ExecStart=\S+/smallworld (.*)$").split()


def line_of(name: str, pattern: str) -> str:
    found = re.search(pattern, (DEPLOY / name).read_text(encoding="utf-8"), re.M)
    assert found is not None
    return found[1]


@contextmanager
def served(words: list[str], folder: Path) -> Iterator[int]:
    """A server started by these words, but for where it listens and keeps its games."""
    port = free_port()
    for option, value in (("--port", str(port)), ("--data", str(folder))):
        words[words.index(option) + 1] = value
    server = subprocess.Popen([sys.executable, "-m", "smallworld", *words])
    try:
        wait_until(lambda: answers(port), "the server answers")
        yield port
    finally:
        server.terminate()
        server.wait()


@pytest.mark.parametrize("words", [in_compose(), in_dockerfile(), in_unit()], ids=str)
def test_what_is_to_be_started_serves_and_is_healthy(words: list[str], tmp_path: Path) -> None:
    named = "games.example" in words
    with served(words, tmp_path) as port:
        status, _, _ = Http(port).ask_now("/api/setup", headers={"Host": "games.example"})
        assert status == (200 if named else 403)
        check = json.loads(line_of("Dockerfile", r"^\s+CMD (\[.*\])$"))
        check = [sys.executable, *(word.replace(":8000/", f":{port}/") for word in check[1:])]
        assert subprocess.run(check).returncode == 0
    assert subprocess.run(check, stderr=subprocess.DEVNULL).returncode != 0  # it is gone


@pytest.mark.parametrize("name", ["smallworld.service", "smallworld-think.service"])
def test_units_hold_nothing_that_systemd_does_not_know(name: str, tmp_path: Path) -> None:
    program = shutil.which("systemd-analyze")
    if program is None:
        pytest.skip("systemd-analyze was not found")
    text = (DEPLOY / name).read_text(encoding="utf-8")
    unit = tmp_path / name
    unit.write_text(text.replace("/opt/smallworld/bin/smallworld", shutil.which("true") or ""))
    told = subprocess.run([program, "verify", "--man=no", unit], capture_output=True, text=True)
    assert (told.returncode, told.stderr) == (0, "")
