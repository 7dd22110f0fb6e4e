"""How others get here: the addresses of this machine in its networks."""

from __future__ import annotations

import ipaddress
import socket
from dataclasses import dataclass
from typing import Final

from smallworld.server.http.access.security import is_loopback

# Nothing is sent there: asking for the way is enough to learn the own address on it.
_SOMEWHERE: Final = ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1"))


@dataclass(frozen=True)
class Reach:
    """Whether others can come, and by which hosts; the port is the one the page knows."""

    network: bool  # else only this machine is served
    hosts: list[str]


def find_reach(host: str, names: tuple[str, ...]) -> Reach:
    """How a server that listens there is reached from other machines."""
    if is_loopback(host):
        return Reach(bool(names), list(names))
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return Reach(True, [*names, host])
    if not address.is_unspecified:
        return Reach(True, [*names, _written(host)])
    return Reach(True, [*names, *map(_written, own_addresses())])


def own_addresses() -> list[str]:
    """The addresses of this machine that others may know, those of the way outside first."""
    found: list[str] = []
    for family, far in _SOMEWHERE:
        try:
            with socket.socket(family, socket.SOCK_DGRAM) as line:
                line.connect((far, 9))
                found.append(line.getsockname()[0])
        except OSError:  # there is no such network
            continue
    try:
        infos = socket.getaddrinfo(socket.gethostname(), None, type=socket.SOCK_STREAM)
    except OSError:
        infos = []
    found += [str(info[4][0]) for info in infos]
    usable = [one for one in dict.fromkeys(found) if _is_shared(one)]
    return sorted(usable, key=lambda one: ":" in one)


def _is_shared(text: str) -> bool:
    try:
        address = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return False
    return not (address.is_loopback or address.is_link_local or address.is_unspecified)


def _written(host: str) -> str:
    return f"[{host}]" if ":" in host else host
