"""`run.py`: who wants to play does not wait for the compiler; what `test` runs."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import pytest

import run
from tools import checks


class Started:
    """Takes the place of processes: notes which were asked for, and how the tool answered."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, status: int, folder: str) -> None:
        self.waited: list[list[str]] = []
        self.left_alone: list[list[str]] = []

        def wait(words: list[str], **_: Any) -> subprocess.CompletedProcess[str]:
            self.waited.append(words)
            return subprocess.CompletedProcess(words, status, folder)

        def leave(words: list[str], **_: Any) -> None:
            self.left_alone.append(words)

        monkeypatch.setattr(subprocess, "run", wait)
        monkeypatch.setattr(subprocess, "Popen", leave)
        monkeypatch.delenv("SMALLWORLD_COMPILE", raising=False)
        monkeypatch.setenv("PYTHONPATH", "mine")


def test_to_play_the_compiler_works_in_the_background(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    started = Started(monkeypatch, run.NOT_READY, "")
    assert run.surroundings("serve")["PYTHONPATH"] == "mine"
    assert started.waited[0][-1] == "--ready"
    assert str(run.COMPILE) in started.left_alone[0]
    assert "--ready" not in started.left_alone[0]
    assert "in the background" in capsys.readouterr().out


@pytest.mark.parametrize(("command", "status"), [("serve", 0), ("simulate", 0), ("serve", 3)])
def test_what_is_compiled_is_used(
    command: str, status: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    started = Started(monkeypatch, status, "/home\n" if status == 0 else "")
    found = run.surroundings(command)["PYTHONPATH"].split(os.pathsep)
    assert found == (["/home", "mine"] if status == 0 else ["mine"])
    assert ("--ready" in started.waited[0]) == (command == "serve")
    assert started.left_alone == []


def test_both_files_agree_on_what_is_not_ready() -> None:
    tool = (Path(run.ROOT) / "tools" / "compile.py").read_text(encoding="utf-8")
    assert f"NOT_READY = {run.NOT_READY}\n" in tool


# ---- run.py test ----


class Checked:
    """Takes the place of the checks: notes what was run, and fails what begins like this."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *fails: str) -> None:
        self.fails = fails
        self.run: list[str] = []
        self.beside: list[str] = []
        self.compiled = 0
        self.home = "/home"  # of the compiled build
        self.paths: list[str] = []  # of PYTHONPATH, where it is set, by what was run
        self.status = 1  # of what fails

        def call(words: list[str], env: dict[str, str], **_: Any) -> int:
            self.run.append(" ".join(words[words.index("-m") + 1 :]))
            self.paths.append(env.get("PYTHONPATH", ""))
            assert ("-P" in words) == ("/home" in self.paths[-1])
            assert "PYTHONDONTWRITEBYTECODE" not in env
            return self.status * self.run[-1].startswith(tuple(fails))

        def begin(words: list[str], **options: Any) -> Checked:
            if words == ["python", str(checks.COMPILE)]:
                self.compiled += 1
            else:
                self.beside.append(" ".join(words[2:]))
                options["stdout"].write("Success: no issues found")
            return self

        monkeypatch.setattr(subprocess, "call", call)
        monkeypatch.setattr(subprocess, "Popen", begin)
        monkeypatch.delenv("PYTHONPATH", raising=False)

    def communicate(self) -> tuple[str, None]:
        """As the compiler, which is done at once."""
        return f"{self.home}\n", None

    def wait(self) -> int:
        """As what runs beside the tests, and is done at once."""
        return self.status * any(words.startswith(self.fails) for words in self.beside)


PLAIN: Final = " ".join(checks.BEFORE_COMPILED)
COMPILED: Final = " ".join(checks.COMPILED)


def test_everything_is_checked_and_the_compiler_begins_at_once(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    checked = Checked(monkeypatch, "mypy", "pytest")
    assert checks.check("python", []) == 1
    assert checked.run[:4] == ["ruff check", "ruff format --check", PLAIN, COMPILED]
    assert [words.startswith(" ".join(checks.AGAIN)) for words in checked.run[4:]] == [True, True]
    assert (checked.beside, checked.compiled) == (["mypy"], 1)
    told = capsys.readouterr().out
    assert told.count("\n$ mypy\nSuccess: no issues found\n") == 1
    assert told.index("$ mypy") < told.index(" ".join(checks.AGAIN)), "nothing runs beside these"
    assert told.rstrip().endswith(": mypy, pytest, pytest")


@pytest.mark.parametrize("home", ["/home", ""])
def test_all_but_the_rules_is_tested_in_the_compiled_build_where_there_is_one(
    home: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    checked = Checked(monkeypatch, "pytest")
    checked.home = home
    checks.check("python", [])
    first = os.pathsep.join([home, str(checks.ROOT)]) if home else ""
    assert checked.paths == ["", "", "", first, "", first]  # those that are tried again, too
    # Each test is in one of both runs, and only in one.
    left_out = [f"--ignore={path}" for path in checks.PLAIN]
    assert checks.BEFORE_COMPILED[-len(left_out) :] == list(checks.PLAIN)
    assert checks.COMPILED[-len(left_out) :] == left_out
    assert [path for path in checks.PLAIN if not (run.ROOT / path).exists()] == []


@pytest.mark.parametrize("fails", [PLAIN, COMPILED])
def test_what_failed_beside_others_may_pass_alone(
    fails: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    checked = Checked(monkeypatch, fails)
    assert checks.check("python", []) == 0
    same = fails.removeprefix(" ".join(fails.split()[: len(checks.PYTEST)]))
    assert checked.run[4:] == [" ".join(checks.AGAIN) + same]
    assert "\nAll passed in " in capsys.readouterr().out
    checked = Checked(monkeypatch, " ".join(checks.PYTEST))
    assert checks.check("python", ["-k", "decline"]) == 1  # who asks for some tests sees it at once
    assert checks.AGAIN[-1] not in checked.run[-1]


def test_what_pytest_could_not_run_is_not_tried_by_its_last_failures(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """They would be those of some run before, and tell nothing of all the others."""
    checked = Checked(monkeypatch, "pytest")
    checked.status = 3
    assert checks.check("python", []) == 1
    assert checked.run[2:] == [PLAIN, COMPILED]


# What each does the first time it is run; the second time it is as it should be.
TROUBLE: Final = """
import os
from collections.abc import Iterator
from pathlib import Path

import pytest


def first(what: str) -> bool:
    seen = Path(__file__).with_name(what)
    return not seen.exists() and seen.write_text("") == 0


@pytest.fixture
def late() -> Iterator[None]:
    yield
    assert not first("teardown")


@pytest.fixture
def early() -> None:
    assert not first("setup")


def test_call() -> None:
    assert not first("call")


def test_setup(early: None) -> None:
    pass


def test_teardown(late: None) -> None:
    pass


def test_crash() -> None:
    if first("crash"):
        os._exit(3)


def test_always() -> None:
    assert not os.environ.get("BROKEN")
"""


def test_whatever_failed_is_tried_alone_also_around_a_test_and_with_its_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "test_trouble.py").write_text(TROUBLE, encoding="utf-8")
    (tmp_path / "pyproject.toml").write_text("[tool.pytest.ini_options]\n", encoding="utf-8")
    (tmp_path / "nothing.py").write_text("", encoding="utf-8")
    monkeypatch.setattr(checks, "ROOT", tmp_path)
    monkeypatch.setattr(checks, "COMPILE", tmp_path / "nothing.py")
    monkeypatch.setattr(checks, "BEFORE", ())
    monkeypatch.setattr(checks, "BESIDE", ())
    # More than one process would do no more; and nothing is tested before.
    one = ["1" if word.isdigit() else word for word in checks.PYTEST]
    monkeypatch.setattr(checks, "COMPILED", one)
    monkeypatch.setattr(checks, "BEFORE_COMPILED", ["ruff", "--version"])
    assert checks.check(sys.executable, []) == 0
    told = capfd.readouterr().out
    assert "2 failed, 2 passed, 2 errors" in told
    assert "4 passed" in told, "only those"
    monkeypatch.setenv("BROKEN", "yes")
    assert checks.check(sys.executable, []) == 1


def test_the_quick_tests_are_there_and_compile_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    checked = Checked(monkeypatch)
    assert checks.check("python", ["--quick", "-k", "decline"]) == 0
    assert checked.run[-1].startswith(" ".join([*checks.PYTEST, "-k", "decline"]))
    assert checked.run[-1].endswith(" ".join(checks.QUICK))
    assert [path for path in checks.QUICK if not (run.ROOT / path).exists()] == []
    assert checked.compiled == 0


def test_coverage_is_measured_over_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    checked = Checked(monkeypatch, "coverage report --include")
    assert checks.check("python", ["--coverage"]) == 1
    assert [words.split()[1] for words in checked.run[2:]] == [
        *("erase", "run", "combine", "report", "report")
    ]
    assert checked.compiled == 1
