"""Secrets, limits, names, and whose request it is."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from smallworld.engine.errors import GameError
from smallworld.home.new_tables import new_secret, new_table_id
from smallworld.server.http.access.addresses import TrustedProxies, limit_key
from smallworld.server.http.access.rate_limits import AddressLimits
from smallworld.server.http.access.security import AllowedHosts
from smallworld.table.limits import TokenBucket
from smallworld.table.seats.credentials import clean_name, digest, fits, same
from tests.server.harness import running


def test_secrets_are_long_and_different_and_fit_only_themselves() -> None:
    secrets = [new_secret() for _ in range(100)]
    assert len(set(secrets)) == 100
    assert min(len(secret) for secret in secrets) == 32
    kept = digest(secrets[0])
    assert secrets[0].encode() not in kept
    assert fits(secrets[0], kept)
    assert not any(fits(other, kept) for other in [*secrets[1:], "", secrets[0][:-1], "\ud800"])
    assert not fits(secrets[0], None)
    assert same("a", "a")
    assert not same("a", "b")
    assert len({new_table_id() for _ in range(100)}) == 100


def test_a_bucket_lets_a_burst_through_and_then_its_rate() -> None:
    bucket = TokenBucket(3, 2, 0.0)
    assert [bucket.take(0.0) for _ in range(5)] == [True] * 3 + [False] * 2
    assert [bucket.take(0.5) for _ in range(2)] == [True, False]
    assert [bucket.take(100.5) for _ in range(5)] == [True] * 3 + [False] * 2
    assert not bucket.take(0.0)  # a clock that is set back
    assert bucket.take(0.5)


def test_every_address_has_a_bucket_of_its_own_and_old_ones_are_forgotten() -> None:
    buckets = AddressLimits(1, 0.0, most=3)
    assert [buckets.take(address) for address in "aabb"] == [True, False, True, False]
    for address in "cdef":
        assert buckets.take(address)
    assert buckets.take("a")
    assert not buckets.take("f")


@given(st.text(max_size=60))
def test_names_have_one_line_and_nothing_invisible(text: str) -> None:
    name = clean_name(text)
    assert name == clean_name(name)
    assert name == name.strip()
    assert "\n" not in name
    assert name.replace("\u200d", "").isprintable()


def test_names_keep_what_people_are_called() -> None:
    for name in ("Anna", "Bjørn Ågård", "李小龍", "O'Neill-Smith", "👩‍🚀 Sally"):
        assert clean_name(name) == name
    assert clean_name("  a \t b\u202e\u0007 ") == "a b"


@pytest.mark.parametrize(
    ("host", "good", "bad"),
    [
        ("127.0.0.1", ["127.0.0.1:80", "localhost:5", "LOCALHOST", "[::1]"], ["10.0.0.1", "a.b"]),
        ("0.0.0.0", ["10.0.0.1:80", "[fe80::1]:80", "localhost"], ["evil.example", "10.0.0.1.x"]),
        ("games.example", ["games.example", "games.example:8000"], ["x.games.example"]),
    ],
)
def test_hosts_by_where_the_server_listens(host: str, good: list[str], bad: list[str]) -> None:
    hosts = AllowedHosts(host)
    assert [name for name in good if not hosts.allow(name)] == []
    always_bad = ["", ":", "a b", "x@127.0.0.1", "127.0.0.1:x", "[::1", "localhost/", "[x]"]
    assert [name for name in [*bad, *always_bad] if hosts.allow(name)] == []


@given(st.text(max_size=30))
def test_any_host_is_allowed_or_not(text: str) -> None:
    assert AllowedHosts("127.0.0.1").allow(text) in (True, False)
    assert AllowedHosts("0.0.0.0").allow_origin(text, text) in (True, False)


@pytest.mark.parametrize(
    ("address", "key"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),  # as a socket for both kinds of addresses says it
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", "unknown"),
        ("somewhere", "unknown"),
    ],
)
def test_limits_count_by_address_or_home_network(address: str, key: str) -> None:
    assert limit_key(address) == key


@pytest.mark.parametrize(
    ("peer", "forwarded", "client"),
    [
        ("198.51.100.1", [], "198.51.100.1"),
        ("198.51.100.1", ["192.0.2.1"], "198.51.100.1"),  # no proxy of ours: not believed
        ("127.0.0.1", ["192.0.2.1"], "192.0.2.1"),
        ("172.18.0.9", ["192.0.2.1"], "192.0.2.1"),  # a proxy in another container
        ("::ffff:172.18.0.9", ["192.0.2.1"], "192.0.2.1"),
        ("172.18.0.9", ["10.1.1.1, 192.0.2.1"], "192.0.2.1"),  # the first was made up
        ("172.18.0.9", ["10.1.1.1", "192.0.2.1, 172.18.0.3"], "192.0.2.1"),  # two proxies
        ("172.18.0.9", ["192.0.2.1:4711"], "192.0.2.1"),
        ("172.18.0.9", ["[2001:db8::1]:4711"], "2001:db8::1"),
        ("172.18.0.9", ["192.0.2.1, unknown"], "172.18.0.9"),
        ("172.18.0.9", [""], "172.18.0.9"),
    ],
)
def test_proxies_are_believed_if_they_are_trusted(
    peer: str, forwarded: list[str], client: str
) -> None:
    assert TrustedProxies(["172.18.0.0/16"]).client(peer, forwarded) == client


def test_a_proxy_that_is_none_is_explained() -> None:
    with pytest.raises(GameError, match=r"'proxy' is no address .* or a network"):
        TrustedProxies(["proxy"])


def test_limits_hold_by_whoever_asks_through_a_proxy(tmp_path: Path) -> None:
    async def ask() -> None:
        wish = {"seats": [{"kind": "device"}, {"kind": "device"}]}
        async with running(tmp_path, new_tables_burst=1, new_tables_rate=0.0) as server:

            async def asked(*forwarded: str) -> int:
                headers = {"X-Forwarded-For": ", ".join(forwarded)}
                return (await server.ask("/api/tables", wish, headers))[0]

            assert await asked("192.0.2.1") == 200
            assert await asked("192.0.2.1") == 429
            assert await asked("192.0.2.9", "192.0.2.1") == 429  # whatever it says before
            assert await asked("2001:db8::1") == 200
            assert await asked("2001:db8::2") == 429
            assert await asked("2001:db8:0:1::2") == 200

    asyncio.run(ask())
