"""What tests of the server share."""

from __future__ import annotations

import pytest

from tests.server import jobs
from tests.server.gate import Gate


@pytest.fixture
def gate(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Gate:
    """A gate for the jobs of workers that are started from now on."""
    folder = tmp_path_factory.mktemp("gate")
    monkeypatch.setenv(jobs.GATE, str(folder))
    return Gate(folder)
