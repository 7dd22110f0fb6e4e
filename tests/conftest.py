"""What all tests share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from tests.compiled.build import Do, child, compile_package

# A busy machine is no fault of the code: time limits are tested where they are the subject.
settings.register_profile("smallworld", deadline=None)
settings.load_profile("smallworld")


@pytest.fixture(scope="session")
def compiled() -> Path:
    """The folder of the compiled package."""
    found = compile_package()
    if isinstance(found, str):
        pytest.skip(found)
    return found


@pytest.fixture(scope="session")
def quickly() -> Iterator[Do]:
    """Carries out functions in the compiled build; without a compiler, here in the plain one."""
    home = compile_package()
    if isinstance(home, str):
        yield lambda function, *arguments: function(*arguments)
        return
    with child(home) as do:
        yield do
