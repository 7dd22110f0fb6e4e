"""A server from its start to Ctrl-C."""

from __future__ import annotations

import ipaddress
import socket
import threading
import webbrowser
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

import uvicorn
from starlette.applications import Starlette

from smallworld.engine.game import GameError
from smallworld.home.boards import Boards
from smallworld.home.custom_files import CustomFiles
from smallworld.server.app import make_app
from smallworld.server.app_state import DATABASE, WATCH_KEY
from smallworld.server.base_path import read_base_path
from smallworld.server.data_folder import DataFolder, FolderInUse
from smallworld.server.http.access.addresses import TrustedProxies
from smallworld.server.http.access.security import is_loopback
from smallworld.server.http.access.tcp_limits import (
    ConnectionLimits,
    limited_protocols,
    raise_file_limit,
)
from smallworld.server.http.request_log import request_id
from smallworld.server.log_limits import log_to_stderr
from smallworld.server.memory import tune_memory
from smallworld.server.notify.mail import read_mail_server
from smallworld.server.notify.settings import describe, read_public_address
from smallworld.server.settings import ServerSettings, default_data_folder
from smallworld.server.storage.checking import check_tables
from smallworld.server.storage.retention import check_days
from smallworld.server.storage.store import check_file

PORT: Final = 7457  # where it is looked for first
_LONGEST_FRAME: Final = 64 * 1024  # more closes the connection; what is a bit too long is answered

Say = Callable[[str], None]


def _print(text: str) -> None:
    """At once, also into a pipe or a log."""
    print(text, flush=True)


def serve(
    host: str = "127.0.0.1",
    port: int | None = None,
    data: Path | None = None,
    open_browser: bool = False,
    *,
    names: Sequence[str] = (),
    proxies: Sequence[str] = (),
    customs: Sequence[str] = (),
    maps: Sequence[str] = (),
    site: Path | None = None,
    workers: int = 0,
    check: bool = False,
    database: str = "",
    bus: str = "",
    metrics_token: str = "",
    json_log: bool = False,
    base_path: str = "/",
    public_address: str = "",
    smtp: str = "",
    private_hooks: bool = False,
    forget_after: float | None = None,
    say: Say = _print,
) -> None:
    """Serve until interrupted; `GameError` if that cannot even begin.

    Without a port the last one is taken again if it is free, else any that is. With
    `open_browser`, and a server for that folder already running, that one is shown.
    """
    for warning in CustomFiles(customs).warnings:
        say(warning)
    Boards(maps).draw_all()
    if site is not None and not (site / "engine").is_dir():
        raise GameError(f"{site} is no site: build one by `python3 run.py site`, or name another")
    TrustedProxies(proxies)  # here, so that a wrong one is told before anything begins
    folder_path = (data or default_data_folder()).expanduser()
    settings = ServerSettings(
        folder_path,
        host,
        tuple(names),
        tuple(proxies),
        customs=tuple(customs),
        maps=tuple(maps),
        site=site,
        database=database,
        bus=bus,
        metrics_token=metrics_token,
        json_log=json_log,
        base_path=read_base_path(base_path),
        public_address=public_address,
        smtp=smtp,
        private_hooks=private_hooks,
        forget_after=0.0 if forget_after is None else check_days(forget_after),
        workers=workers,
    )
    _check_messages(settings)
    if database or bus:
        if check:
            raise GameError("--check plays games of a folder again; see `smallworld tables --help`")
        _serve_cluster(settings, port, open_browser, say)
        return
    try:
        folder = DataFolder(folder_path)
    except FolderInUse as error:
        if not open_browser or not error.url:
            raise
        say(f"Small World is already served at {error.url}")
        webbrowser.open(error.url)
        return
    try:
        check_file(folder.path / DATABASE)
        if check:
            _check_tables(folder.path / DATABASE, customs, say)
        listener = _listen(host, port, folder.last_port)
        bound_port = listener.getsockname()[1]
        folder.remember(url_of(host, bound_port) + settings.base_path[1:], bound_port)
        _run(settings, listener, f"Games are kept in {folder.path}", open_browser, say)
    finally:
        folder.close()


def _serve_cluster(settings: ServerSettings, port: int | None, show: bool, say: Say) -> None:
    """Serve as one of many processes; the folder holds the key that all of them share."""
    if not settings.database or not settings.bus:
        raise GameError(
            "a server of many processes needs both --database postgresql://… and --bus nats://…"
        )
    # Here, because only then its packages are needed.
    from smallworld.server.cluster.parts import check_cluster
    from smallworld.server.storage.postgres import without_password

    settings.data.mkdir(mode=0o700, parents=True, exist_ok=True)
    check_cluster(settings.database, settings.bus, settings.data / WATCH_KEY)
    listener = _listen(settings.host, port, 0)
    _run(settings, listener, f"Games are kept in {without_password(settings.database)}", show, say)


def _run(
    settings: ServerSettings, listener: socket.socket, kept: str, show: bool, say: Say
) -> None:
    """Serve on that socket until Ctrl-C."""
    url = url_of(settings.host, listener.getsockname()[1]) + settings.base_path[1:]

    def begun() -> None:
        say(f"Small World is served at {url} (Ctrl-C stops it)")
        say(kept)
        messages = describe(settings.public_address, settings.smtp)
        if messages:
            say(messages)
        if show:
            threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()

    log_to_stderr(request_id.get if settings.json_log else None)
    tune_memory()
    try:
        # Within this machine the time to compress is longer than the way.
        config = config_for(make_app(settings), settings, not is_loopback(settings.host))
        UvicornServer(config, begun).run(sockets=[listener])
    except KeyboardInterrupt:
        say("Stopped; all games are kept.")


def _check_messages(settings: ServerSettings) -> None:
    """`GameError` if what is to send messages is named wrongly."""
    read_public_address(settings.public_address, settings.base_path)
    if settings.smtp:
        read_mail_server(settings.smtp)
    if (settings.smtp or settings.private_hooks) and not settings.public_address:
        raise GameError(
            "messages hold a link, so the server must know where people find it: "
            "--public-address https://games.example/"
        )


def _check_tables(file: Path, customs: Sequence[str], say: Say) -> None:
    """Say which games cannot be gone on with; all others are served as ever."""
    count, faults = check_tables(file, CustomFiles(customs))
    for fault in faults:
        say(f"{fault.table_id or file} is damaged: {fault.text}")
    told = f"{count} tables were checked"
    say(f"{told}, {len(faults)} are damaged; see `smallworld tables --help`" if faults else told)


def config_for(app: Starlette, settings: ServerSettings, compress: bool = False) -> uvicorn.Config:
    """How uvicorn runs it: no log of requests, since addresses may hold tokens."""
    http, websocket = limited_protocols(ConnectionLimits(settings, raise_file_limit()))
    return uvicorn.Config(
        app,
        http=http,
        ws=websocket,
        ws_max_size=_LONGEST_FRAME,
        ws_per_message_deflate=compress,
        ws_ping_interval=settings.ping_every,
        ws_ping_timeout=settings.ping_every,
        lifespan="on",
        proxy_headers=False,  # whose word is believed is said in http/access/addresses.py
        access_log=False,
        log_config=None,
        log_level="warning",
        server_header=False,
        timeout_graceful_shutdown=3,
    )


class UvicornServer(uvicorn.Server):
    """uvicorn, and a word when it is ready."""

    def __init__(self, config: uvicorn.Config, begun: Callable[[], None]) -> None:
        super().__init__(config)
        self._begun: Final = begun

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to listen, then say so."""
        await super().startup(sockets)
        if self.started:
            self._begun()


def url_of(host: str, port: int) -> str:
    """How a browser on this machine, or near it, gets there."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return f"http://{host}:{port}/"
    if address.is_unspecified:
        return f"http://{socket.gethostname()}:{port}/"
    return f"http://[{host}]:{port}/" if address.version == 6 else f"http://{host}:{port}/"


def _listen(host: str, port: int | None, last: int) -> socket.socket:
    """A socket that listens at that port; if none was asked for, at the first that is free."""
    if port is not None:
        try:
            return _bound(host, port)
        except (OSError, OverflowError) as error:
            raise GameError(
                f"cannot listen at {host}, port {port}: {error}; choose another --port or --host"
            ) from None
    for one in (last or PORT, PORT):
        try:
            return _bound(host, one)
        except (OSError, OverflowError):
            continue
    try:
        return _bound(host, 0)
    except OSError as error:
        raise GameError(f"cannot listen at {host}: {error}; choose another --host") from None


def _bound(host: str, port: int) -> socket.socket:
    family, kind, protocol, _, address = socket.getaddrinfo(
        host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
    )[0]
    listener = socket.socket(family, kind, protocol)
    try:
        if hasattr(socket, "SO_EXCLUSIVEADDRUSE"):  # Windows; elsewhere the other is harmless
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        else:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(1024)
    except BaseException:
        listener.close()
        raise
    return listener
