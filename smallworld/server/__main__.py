"""`python -m smallworld.server`: serve without the command line's other parts."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from smallworld.engine.game import GameError
from smallworld.extras import needed_by


def main() -> None:
    """Serve as the words of the command say."""
    parser = argparse.ArgumentParser(prog="python -m smallworld.server", description=main.__doc__)
    parser.add_argument("--host", default="127.0.0.1", help="0.0.0.0: the whole network")
    parser.add_argument("--port", type=int, help="default: the last one, or any that is free")
    parser.add_argument("--data", type=Path, help="the folder the games are kept in")
    parser.add_argument("--name", action="append", default=[], help="a host name it is called by")
    parser.add_argument("--trust-proxy", action="append", default=[], help="a proxy's address")
    parser.add_argument("--custom", action="append", default=[], help="a file of races and powers")
    parser.add_argument("--map", action="append", default=[], help="a file of a map")
    parser.add_argument("--site", type=Path, help="a built site, for pages to go on without us")
    parser.add_argument("--workers", type=int, default=0, help="processes for computer seats")
    parser.add_argument("--database", default="", help="postgresql://…, for many processes")
    parser.add_argument("--bus", default="", help="nats://…, for many processes")
    parser.add_argument("--base-path", default="/", help="the path below which it is reached")
    parser.add_argument("--public-address", default="", help="https://…, for links in messages")
    parser.add_argument("--private-hooks", action="store_true", help="hooks into our own network")
    parser.add_argument("--forget-after", type=float, help="days tables are kept")
    parser.add_argument("--log", choices=("text", "json"), default="text", help="how it is written")
    parser.add_argument("--check", action="store_true", help="play all games again first")
    parser.add_argument("--open", action="store_true", help="open a browser")
    words = parser.parse_args()
    try:
        with needed_by("the server"):
            from smallworld.server.run import serve
        serve(
            words.host,
            words.port,
            words.data,
            words.open,
            names=words.name,
            proxies=words.trust_proxy,
            customs=words.custom,
            maps=words.map,
            site=words.site,
            workers=words.workers,
            check=words.check,
            database=words.database,
            bus=words.bus,
            metrics_token=os.environ.get("SMALLWORLD_METRICS_TOKEN", ""),
            json_log=words.log == "json",
            base_path=words.base_path,
            public_address=words.public_address,
            smtp=os.environ.get("SMALLWORLD_SMTP", ""),
            private_hooks=words.private_hooks,
            forget_after=words.forget_after,
        )
    except GameError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
