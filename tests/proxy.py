"""nginx as deploy/ has it, before servers of a test."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pytest

from smallworld.server.trials.trial_services import free_port
from tests.server.harness import Http
from tests.waiting import wait_until

DEPLOY: Final = Path(__file__).parents[1] / "deploy"
_PLACES: Final = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")


@contextmanager
def nginx(folder: Path, ports: Sequence[int], base: str = "/") -> Iterator[int]:
    """nginx with our block, before one or two servers, below that path; gives its port."""
    program = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
    if program is None:
        if os.environ.get("CI"):
            pytest.fail("nginx was not found")
        pytest.skip("nginx was not found")
    port = free_port()
    block = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
    for old, new in zip((8001, 8002), [*ports, *ports][:2], strict=True):
        block = block.replace(f"127.0.0.1:{old}", f"127.0.0.1:{new}")
    block = block.replace("listen 80;", f"listen 127.0.0.1:{port};")
    assert "location / {" in block
    block = block.replace("location / {", f"location {base} {{")
    config = folder / "nginx.conf"
    places = "".join(f"{name}_temp_path {folder}/{name};" for name in _PLACES)
    config.write_text(
        f"daemon off; pid {folder}/nginx.pid; error_log {folder}/error.log; worker_processes 1;"
        f"events {{}} http {{ access_log off; {places} {block} }}",
        encoding="utf-8",
    )
    process = subprocess.Popen([program, "-c", str(config), "-e", f"{folder}/error.log"])
    try:
        wait_until(lambda: answers(port, base), "nginx answers")
        yield port
    finally:
        process.terminate()
        process.wait()


def answers(port: int, base: str = "/") -> bool:
    """Whether a server answers there."""
    try:
        return Http(port).ask_now(f"{base}api/health")[0] == 200
    except OSError:
        return False
