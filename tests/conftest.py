"""What all tests share."""

from __future__ import annotations

import os
from collections.abc import Generator, Iterator
from functools import cache
from pathlib import Path
from typing import Final

import pytest
from hypothesis import settings
from typer import testing

from smallworld.engine.regions import COMPILED
from tests.compiled.build import Do, child, compile_package
from tests.time_limit import time_limit

HERE: Final = Path(__file__).parent
WITH_TORCH: Final = (HERE / "examples", HERE / "training")

# A busy machine is no fault of the code: time limits are tested where they are the subject.
settings.register_profile("smallworld", deadline=None)
settings.load_profile("smallworld")


# Typer makes its commands of our functions for each that is run: more work than most of them are.
testing._get_command = cache(testing._get_command)  # type: ignore[attr-defined]


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Each process of a run begins with other files: what one has rewritten the others find.

    To rewrite assertions is most of the work of reading tests that have never been run.
    """
    report = yield
    if collector.path == HERE and isinstance(collector, pytest.Dir) and report.result:
        count = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
        own = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
        found = report.result
        report.result = [each for n in range(count) for each in found[(own + n) % count :: count]]
    return report


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What needs the compiled build comes late: it is made while the others run.

    What needs torch is together, so that few processes read it: that takes some seconds.
    Tests in the browser come last: many, and none of them long but those of all screens, which
    come before the others, so that all processes have something to do to the end. They must agree
    on the order, whatever they read first.
    """
    if "PYTEST_XDIST_WORKER" in os.environ:
        items.sort(key=lambda item: str(item.path))
    items.sort(
        key=lambda item: (
            "built" in getattr(item, "fixturenames", ()),
            item.path.parent not in WITH_TORCH,
            item.path.parent == HERE / "browser",
            item.path.parent == HERE / "browser" and item.path.name != "test_screens.py",
        )
    )


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol() -> Generator[None, object, object]:
    """A test that never ends fails."""
    with time_limit():
        return (yield)


@pytest.fixture(scope="session")
def built() -> Path | str:
    """The folder of the compiled package, or why there is none."""
    return compile_package()


@pytest.fixture(scope="session")
def compiled(built: Path | str) -> Path:
    """The folder of the compiled package."""
    if isinstance(built, str):
        pytest.skip(built)
    return built


@pytest.fixture(scope="session")
def quickly(built: Path | str) -> Iterator[Do]:
    """Carries out functions in the compiled build: here if it is the one that is tested.

    Without a compiler it is the plain one.
    """
    if isinstance(built, str) or COMPILED:
        yield lambda function, *arguments: function(*arguments)
        return
    with child(built) as do:
        yield do
