"""What does not change while the server runs: the page, drawings, texts, what can be set up."""

from __future__ import annotations

import gzip
from collections.abc import Callable, Mapping
from hashlib import blake2b
from pathlib import Path
from typing import Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from smallworld.content.loader import MAPS
from smallworld.content.texts import languages
from smallworld.game.views.reference import texts_in
from smallworld.home import offline
from smallworld.home.boards import Boards
from smallworld.home.custom_files import CustomFiles
from smallworld.home.reference import art_text, drawing_of, setup_of
from smallworld.wire.plain import plain

_FOR_EVER: Final = "public, max-age=31536000, immutable"  # the names hold a hash
_ASK_AGAIN: Final = "no-cache"
ART_PATH: Final = "/api/art.svg"
# Not left to the system: some registries call scripts plain text, and browsers refuse them then.
_KINDS: Final = {
    ".css": "text/css",
    ".html": "text/html",
    ".ico": "image/x-icon",
    ".js": "text/javascript",
    ".json": "application/json",
    ".map": "application/json",
    ".mp3": "audio/mpeg",
    ".ogg": "audio/ogg",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain",
    ".webmanifest": "application/manifest+json",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
}

_PLACEHOLDER: Final = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Small World</title>
<h1>Small World</h1>
<p>The server runs, but its page has not been built. An install builds it:</p>
<pre>python3 run.py play</pre>
<p>or, in the folder <code>web</code> of the sources, with Node:</p>
<pre>npm ci
npx vite build</pre>
</html>
"""


class CachedFile:
    """A file in memory, also compressed, with a tag by which a browser knows it again."""

    def __init__(self, body: bytes, kind: str, cache: str = _ASK_AGAIN) -> None:
        self.body: Final = body
        self._kind: Final = kind
        small = gzip.compress(body, mtime=0) if len(body) > 500 else body
        self._small: Final = small if len(small) < len(body) else None
        self._tag: Final = f'"{blake2b(body, digest_size=12).hexdigest()}"'
        self._cache: Final = cache

    @property
    def digest(self) -> str:
        """What stands in the name of a file that is kept for ever."""
        return self._tag.strip('"')

    def answer(self, request: Request) -> Response:
        """The file, or that it has not changed."""
        headers = {"etag": self._tag, "cache-control": self._cache, "vary": "accept-encoding"}
        if self._tag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        if self._small is not None and "gzip" in request.headers.get("accept-encoding", ""):
            headers["content-encoding"] = "gzip"
            return Response(self._small, headers=headers, media_type=self._kind)
        return Response(self.body, headers=headers, media_type=self._kind)


class StaticFiles:
    """The built page: every file of its folder, and nothing else, by its exact name.

    Where the page names the art, it is given the name that holds the art's hash.
    """

    def __init__(
        self, folder: Path, art: str = ART_PATH, site: Path | None = None, base: str = "/"
    ) -> None:
        self._folder: Final = folder
        self._base: Final = base  # below which all of it is reached
        self._site: Final = site  # of which pages take what runs the game
        self._art: Final = art
        self._built = 0.0
        self._files: dict[str, CachedFile] = {}
        self._look()

    def index(self, request: Request) -> Response:
        """The page itself; it finds out by its address what to show."""
        self._look()
        return self._files["index.html"].answer(request)

    def file(self, name: str, request: Request) -> Response | None:
        """A file of the page; None if there is none of that name."""
        found = self._files.get(name)
        return None if found is None else found.answer(request)

    def _look(self) -> None:
        """Read the folder, if the page was built anew."""
        index = self._folder / "index.html"
        built = index.stat().st_mtime if index.is_file() else -1.0
        if built == self._built:
            return
        self._built = built
        files = {"index.html": CachedFile(_PLACEHOLDER.encode(), "text/html")}
        if built >= 0:
            for path in self._folder.rglob("*"):
                if path.is_file():
                    name = path.relative_to(self._folder).as_posix()
                    kind = _KINDS.get(path.suffix, "application/octet-stream")
                    cache = _FOR_EVER if name.startswith("assets/") else _ASK_AGAIN
                    body = path.read_bytes()
                    if name == "index.html":
                        body = body.replace(ART_PATH.encode(), self._art.encode())
                        body = self._with_spare(body.replace(b'="/', f'="{self._base}'.encode()))
                    files[name] = CachedFile(body, kind, cache)
        script = files.pop(offline.NAME, None)
        if script is not None:
            files[offline.NAME] = self._service_worker(script.body.decode(), files)
        if built >= 0 and self._site is not None:
            for path in (self._site / "engine").iterdir():
                kind = _KINDS.get(path.suffix, "application/octet-stream")
                files[f"engine/{path.name}"] = CachedFile(path.read_bytes(), kind, _FOR_EVER)
        self._files = files

    def _with_spare(self, document: bytes) -> bytes:
        """The page's document, which says what a page can go on with when this server is gone."""
        if self._site is None:
            return document
        described = offline.description_in((self._site / "index.html").read_text("utf-8"))
        return document.replace(b"<title>", f"{described}\n    <title>".encode(), 1)

    def _service_worker(self, script: str, files: Mapping[str, CachedFile]) -> CachedFile:
        """It keeps the page and what every page asks for, so that one opens without a network."""
        kept = {name: file.digest for name, file in files.items()}
        kept[""] = kept.pop("index.html")
        texts = (f"/api/texts/{lang}" for lang in languages())
        answers = (self._art, "/api/setup", *texts, *(f"/api/drawing/{name}" for name in MAPS))
        kept |= {path.removeprefix("/"): path for path in answers}
        return CachedFile(offline.fill_in(script, kept, server=True).encode(), _KINDS[".js"])


class ReferenceAnswers:
    """Answers that are the same for everybody, made when first asked for."""

    def __init__(self, customs: CustomFiles, boards: Boards) -> None:
        self._customs: Final = customs
        self._boards: Final = boards
        self._made: Final[dict[str, CachedFile]] = {}

    def setup(self) -> CachedFile:
        """What a table can be like."""
        return self._once("setup", lambda: _json(setup_of(self._customs, self._boards)))

    def drawing(self, name: str) -> CachedFile | None:
        """How a board looks, and what is printed on it; home-made ones by the map's digest."""
        boards = self._boards
        if name in MAPS or boards.is_offered(name):
            return self._once(f"drawing {name}", lambda: _json(drawing_of(name, boards)))
        found = drawing_of(name, boards)  # of anybody's map: there may be many
        return None if found is None else _json(found)

    def texts(self, lang: str) -> CachedFile | None:
        """The encyclopedia."""
        if lang not in languages():
            return None
        return self._once(f"texts {lang}", lambda: _json(texts_in(lang, self._customs.by_name)))

    def art(self) -> CachedFile:
        """Patterns, marks and symbols of the boards, and every picture of the game."""
        return self._once("art", _art)

    def art_for_ever(self) -> tuple[str, CachedFile]:
        """The same by a name that changes with it, so that browsers need not ask again."""
        made = self._once("kept art", lambda: _art(_FOR_EVER))
        return f"/api/art-{made.digest}.svg", made

    def _once(self, key: str, make: Callable[[], CachedFile]) -> CachedFile:
        if key not in self._made:
            self._made[key] = make()
        return self._made[key]


def _art(cache: str = _ASK_AGAIN) -> CachedFile:
    return CachedFile(art_text().encode(), "image/svg+xml", cache)


def _json(value: object) -> CachedFile:
    return CachedFile(msgspec.json.encode(plain(value)), "application/json")
