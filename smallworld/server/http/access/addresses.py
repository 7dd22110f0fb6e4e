"""Whose request it is: the address every limit counts by."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable, Sequence
from typing import Final

from starlette.types import Scope

from smallworld.engine.game import GameError

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
Network = ipaddress.IPv4Network | ipaddress.IPv6Network

OWN_MACHINE: Final = ("127.0.0.1", "::1")
_HOME_NET: Final = 64  # bits of an IPv6 address that one connection to the network has to itself


def limit_key(address: str) -> str:
    """What limits count by: an IPv4 address as it is, of an IPv6 address its network.

    >>> limit_key("192.0.2.7"), limit_key("::ffff:192.0.2.7"), limit_key("2001:db8:1:2:3:4:5:6")
    ('192.0.2.7', '192.0.2.7', '2001:db8:1:2::/64')
    """
    found = _parse(address)
    if found is None:
        return "unknown"
    if found.version == 4:
        return str(found)
    return str(ipaddress.ip_network((found.packed, _HOME_NET), strict=False))


class TrustedProxies:
    """The proxies whose word is taken for the address of whoever asks through them."""

    def __init__(self, proxies: Iterable[str] = ()) -> None:
        self._networks: Final = [_network(one) for one in (*OWN_MACHINE, *proxies)]

    def trusts(self, address: str) -> bool:
        """Whether that is a proxy."""
        found = _parse(address)
        return found is not None and any(found in network for network in self._networks)

    def client(self, peer: str, forwarded: Sequence[str]) -> str:
        """The address of whoever asks; `forwarded` are the values of X-Forwarded-For.

        Every proxy adds at the end the address it was asked from, so the last one that is not a
        proxy's own is believed. What stands before it may have been made up.
        """
        client = peer
        hops = [hop.strip() for value in forwarded for hop in value.split(",")]
        while hops and self.trusts(client):
            hop = _without_port(hops.pop())
            if _parse(hop) is None:
                break
            client = hop
        return client

    def key(self, scope: Scope) -> str:
        """What limits count a request or a WebSocket by."""
        peer = scope["client"][0] if scope.get("client") else ""
        forwarded = [
            value.decode("latin-1") for name, value in scope["headers"] if name == _FORWARDED
        ]
        return limit_key(self.client(peer, forwarded))


_FORWARDED: Final = b"x-forwarded-for"


def _network(text: str) -> Network:
    try:
        return ipaddress.ip_network(text, strict=False)
    except ValueError:
        raise GameError(
            f"{text!r} is no address of a proxy: name an address (172.18.0.2) "
            "or a network (172.18.0.0/16)"
        ) from None


def _parse(text: str) -> Address | None:
    try:
        found = ipaddress.ip_address(text)
    except ValueError:
        return None
    if isinstance(found, ipaddress.IPv6Address) and found.ipv4_mapped is not None:
        return found.ipv4_mapped
    return found


def _without_port(hop: str) -> str:
    """Some proxies write `192.0.2.7:1234` or `[2001:db8::1]:1234`."""
    if hop.startswith("["):
        return hop[1:].partition("]")[0]
    return hop.partition(":")[0] if hop.count(":") == 1 else hop
