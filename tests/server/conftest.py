"""What tests of the server share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server import jobs
from tests.server.gate import Gate
from tests.server.shared_work import shared_work


@pytest.fixture(scope="session")
def gate_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Names the gate of the test under way, also to workers that earlier tests started."""
    return tmp_path_factory.mktemp("gates") / "gate"


@pytest.fixture(scope="package", autouse=True)
def with_shared_work(gate_file: Path) -> Iterator[None]:
    """What servers need not do each for itself."""
    with pytest.MonkeyPatch.context() as patch, shared_work():
        patch.setenv(jobs.GATE, str(gate_file))
        yield


@pytest.fixture
def gate(gate_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Gate:
    """A gate for the jobs of this test."""
    folder = tmp_path_factory.mktemp("gate")
    gate_file.write_text(str(folder), encoding="utf-8")
    return Gate(folder)
