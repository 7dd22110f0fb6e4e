"""What all tests share."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from tests.compiled.build import Do, child, compile_package
from tests.time_limit import time_limit

# A busy machine is no fault of the code: time limits are tested where they are the subject.
settings.register_profile("smallworld", deadline=None)
settings.load_profile("smallworld")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What needs the compiled build comes last: it is made while the others run."""
    items.sort(key=lambda item: "built" in getattr(item, "fixturenames", ()))


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
    """Carries out functions in the compiled build; without a compiler, here in the plain one."""
    if isinstance(built, str):
        yield lambda function, *arguments: function(*arguments)
        return
    with child(built) as do:
        yield do
