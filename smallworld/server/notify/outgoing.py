"""Requests to addresses that players gave: never to places that only this machine can reach.

The name of a host is looked up, every address it has is checked, and the connection goes to one of
those: a name that means another address a moment later gains nothing. Redirects are not followed,
no more than the first line of an answer is read, and all of it ends after some seconds. Whoever
gives a name decides how long it takes to look it up, so that is done in threads of its own: all
others of the server are needed to read games.
"""

from __future__ import annotations

import asyncio
import ipaddress
import socket
import ssl
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Final
from urllib.parse import urlsplit

from smallworld.table.problems import Refused

LONGEST_URL: Final = 1000
_NAT64: Final = ipaddress.IPv6Network("64:ff9b::/96")
_GIVEN_OUT: Final = ipaddress.IPv6Network("2000::/3")  # all that hosts of the Internet have
# For purposes of their own, which not every Python knows.
_SPECIAL: Final = tuple(
    ipaddress.ip_network(name)
    for name in ("192.0.0.0/24", "192.88.99.0/24", "224.0.0.0/3", "3fff::/20")
)
_LOOKS_UP: Final = ThreadPoolExecutor(4, "look up")
_LOOK_UP: Final = 5.0  # seconds
Address = ipaddress.IPv4Address | ipaddress.IPv6Address


class HostNotFound(Refused):
    """Nobody knows that host now; that may change."""

    def __init__(self, host: str) -> None:
        super().__init__("bad_target", text=f"there is no host {host}")


class NotSent(Exception):
    """Nothing has arrived; it may be tried again."""


class DeliveryUnknown(Exception):
    """It was sent, and nobody has said whether it arrived; to try again could tell it twice."""


class Rejected(Exception):
    """It was not taken, and will not be."""


class TargetGone(Rejected):
    """There is nobody any more."""


@dataclass(frozen=True)
class HookTarget:
    """A place that may be asked."""

    secure: bool
    host: str
    port: int
    path: str
    address: str  # what the host's name means, checked

    @property
    def host_header(self) -> str:
        """As the request names it."""
        name = f"[{self.host}]" if ":" in self.host else self.host
        return name if self.port == (443 if self.secure else 80) else f"{name}:{self.port}"


def is_public(address: Address) -> bool:
    """Whether that is an address of the whole Internet, and of nothing nearer.

    >>> is_public(ipaddress.ip_address("9.9.9.9"))
    True
    >>> is_public(ipaddress.ip_address("::ffff:10.0.0.1"))
    False
    """
    if isinstance(address, ipaddress.IPv6Address):
        if address in _NAT64:
            return is_public(ipaddress.IPv4Address(int(address) & 0xFFFFFFFF))
        within = [address.sixtofour, *(address.teredo or ())]
        if any(one is not None and not is_public(one) for one in within):
            return False
        if address not in _GIVEN_OUT:
            return False
    return address.is_global and not any(address in network for network in _SPECIAL)


async def find_target(url: str, allow_private: bool) -> HookTarget:
    """Where that URL leads; `Refused` says why nothing is sent there.

    `allow_private`: the host of this server lets it ask his own network, also without TLS.
    """
    try:
        parts = urlsplit(url)
        port, host = parts.port, parts.hostname
    except ValueError:
        raise Refused("bad_target", text="that is no address of the web") from None
    if len(url) > LONGEST_URL or not url.isascii() or any(c <= " " or c == "\x7f" for c in url):
        raise Refused("bad_target", text="it is too long, or holds letters that belong to none")
    if parts.scheme not in (("https", "http") if allow_private else ("https",)):
        raise Refused("bad_target", text="it must begin with https://")
    if not host or parts.username is not None or parts.password is not None or port == 0:
        raise Refused("bad_target", text="name it as https://HOST/PATH, without a password")
    secure = parts.scheme == "https"
    where = port or (443 if secure else 80)
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    addresses = await _look_up(host, where)
    if not allow_private and not all(is_public(ipaddress.ip_address(one)) for one in addresses):
        raise Refused("bad_target", text=f"{host} is no host of the Internet")
    return HookTarget(secure, host, where, path, addresses[0])


async def _look_up(host: str, port: int) -> list[str]:
    """The addresses of that host; `HostNotFound` if it has none, or nobody says so in time."""
    look_up = partial(
        socket.getaddrinfo, host, port, type=socket.SOCK_STREAM, proto=socket.IPPROTO_TCP
    )
    try:
        async with asyncio.timeout(_LOOK_UP):
            found = await asyncio.get_running_loop().run_in_executor(_LOOKS_UP, look_up)
    except (OSError, UnicodeError):  # TimeoutError is one
        raise HostNotFound(host) from None
    addresses = [str(one[4][0]).partition("%")[0] for one in found]
    if not addresses:
        raise HostNotFound(host)
    return addresses


async def post(
    target: HookTarget, headers: Mapping[str, str], body: bytes, seconds: float = 10.0
) -> int:
    """The status of the answer; `NotSent` or `DeliveryUnknown` if there is none."""
    sent = False
    try:
        async with asyncio.timeout(seconds):
            context = ssl.create_default_context() if target.secure else None
            reader, writer = await asyncio.open_connection(
                target.address,
                target.port,
                ssl=context,
                server_hostname=target.host if target.secure else None,
            )
            try:
                named = {
                    "Host": target.host_header,
                    "Content-Length": str(len(body)),
                    "Connection": "close",
                    "User-Agent": "smallworld",
                    **headers,
                }
                lines = [f"POST {target.path} HTTP/1.1", *(f"{k}: {v}" for k, v in named.items())]
                sent = True
                writer.write("\r\n".join([*lines, "", ""]).encode("ascii") + body)
                await writer.drain()
                return _status(await reader.readline())
            finally:
                writer.close()
    except (OSError, ValueError, asyncio.IncompleteReadError) as error:  # TimeoutError is one
        text = f"{target.host}: {str(error) or type(error).__name__}"
        raise (DeliveryUnknown if sent else NotSent)(text) from None


def _status(line: bytes) -> int:
    version, _, rest = line.partition(b" ")
    if not version.startswith(b"HTTP/1.") or not rest[:3].isdigit():
        raise ValueError("the answer is none of HTTP")
    return int(rest[:3])


def judge(status: int) -> None:
    """What an answer means for what was sent: nothing if it was taken."""
    if 200 <= status < 300:
        return
    if status in (404, 410):
        raise TargetGone(f"answered {status}")
    if status in (408, 425, 429) or status >= 500:
        raise NotSent(f"answered {status}")
    raise Rejected(f"answered {status}")
