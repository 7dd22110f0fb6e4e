"""By which addresses others get to a server."""

from __future__ import annotations

import asyncio
import ipaddress
from pathlib import Path

import pytest

from smallworld.server.http import reach
from smallworld.server.http.reach import Reach, find_reach, own_addresses
from tests.server.harness import running


@pytest.mark.parametrize(
    ("host", "names", "wanted"),
    [
        ("127.0.0.1", (), Reach(False, [])),
        ("localhost", (), Reach(False, [])),
        ("127.0.0.1", ("games.example",), Reach(True, ["games.example"])),
        ("192.168.1.5", (), Reach(True, ["192.168.1.5"])),
        ("2001:db8::5", (), Reach(True, ["[2001:db8::5]"])),
        ("games.lan", (), Reach(True, ["games.lan"])),
    ],
)
def test_who_listens_where_is_reached_how(host: str, names: tuple[str, ...], wanted: Reach) -> None:
    assert find_reach(host, names) == wanted


def test_who_listens_everywhere_names_addresses_that_others_can_use(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for address in own_addresses():
        found = ipaddress.ip_address(address)
        assert not found.is_loopback
        assert not found.is_link_local
    monkeypatch.setattr(reach, "own_addresses", lambda: ["192.168.1.5", "2001:db8::5"])
    assert find_reach("0.0.0.0", ()) == Reach(True, ["192.168.1.5", "[2001:db8::5]"])


def test_a_page_can_ask_for_it(tmp_path: Path) -> None:
    async def ask() -> None:
        async with running(tmp_path) as server:
            assert await server.json("/api/reach") == {"network": False, "hosts": []}

    asyncio.run(ask())
