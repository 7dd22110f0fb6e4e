"""The game as a folder of files for any web host: the page, and all of the game for the browser.

    python tools/static_site.py [FOLDER]

Nothing in it is loaded from elsewhere. What is large is compressed here, since a plain host may
not do it; the page unpacks it.
"""

from __future__ import annotations

import ast
import gzip
import hashlib
import io
import json
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tools import page  # noqa: E402

OUT: Final = ROOT / "build" / "site"
PACKAGE: Final = ROOT / "smallworld"
PYODIDE: Final = page.WEB / "node_modules" / "pyodide"
ENTRIES: Final = ("smallworld.browser.preload", "smallworld.browser.local_requests",
                  "smallworld.browser.thinker")  # fmt: skip
# Behind an import inside a function, for what browsers do not have.
LEFT_OUT: Final = ("smallworld.learn", "smallworld.encoding", "smallworld.work", "smallworld.cli")
NOT_DATA: Final = {".py", ".pyc", ".pyi", ".so", ".pyd", ".yaml", ".md"}
# Drawings and pictures lie beside the page as files.
DATA_LEFT_OUT: Final = ("content/drawings/", "static/")
# What home-made races in Python may well import, whether we do or not.
WELCOME: Final = ("abc", "array", "bisect", "calendar", "cmath", "collections", "copy",
                  "dataclasses", "datetime", "enum", "fractions", "functools", "heapq", "itertools",
                  "math",
                  "numbers", "operator", "pprint", "random", "re", "string",
                  "textwrap", "typing")  # fmt: skip
ENCODINGS: Final = ("ascii", "latin_1", "utf_8", "utf_8_sig", "cp437", "aliases", "idna")


def build(out: Path = OUT) -> Path:
    """Write the site; the folder."""
    page.bring_up_to_date(tools=True)
    with tempfile.TemporaryDirectory() as scratch:
        new = Path(scratch) / "site"
        shutil.copytree(PACKAGE / "static", new, ignore=shutil.ignore_patterns("stamp.txt"))
        answers = write_answers(new / "api")
        engine = write_engine(new / "engine", Path(scratch))
        lock = json.loads((PYODIDE / "pyodide-lock.json").read_text(encoding="utf-8"))["info"]
        described = {"engine": engine, "lock": lock, "answers": answers}
        write_index(new / "index.html", described)
        write_service_worker(new)
        shutil.rmtree(out, ignore_errors=True)
        out.parent.mkdir(parents=True, exist_ok=True)
        shutil.copytree(new, out)
    return out


def bring_up_to_date(out: Path = OUT) -> Path:
    """The site of the present sources, built if it is not there."""
    stamp = out.with_suffix(".stamp")
    wanted = fingerprint()
    if not (out.is_dir() and stamp.is_file() and stamp.read_text() == wanted):
        build(out)
        stamp.write_text(wanted)
    return out


def fingerprint() -> str:
    """All that a site is made of as one hash."""
    found = hashlib.sha256(page.fingerprint(page.WEB).encode())
    own = [path for path in PACKAGE.rglob("*") if not {"static", "__pycache__"} & {*path.parts}]
    tools = [*(ROOT / "tools").glob("*site*"), ROOT / "tools" / "engine_in_browser.mjs"]
    for path in sorted([*own, *tools]):
        if path.is_file() and path.suffix not in (".so", ".pyc"):
            found.update(f"{path.relative_to(ROOT).as_posix()}\0".encode() + path.read_bytes())
    return found.hexdigest()


def write_index(index: Path, files: dict[str, object]) -> None:
    """The page's document: everything lies beside it, and it says what there is."""
    text = index.read_text(encoding="utf-8")
    for name in ('"/assets/', '"/icon', '"/app.webmanifest', '"/api/'):
        text = text.replace(name, f'"./{name[2:]}')
    described = json.dumps(files, separators=(",", ":")).replace("&", "&amp;").replace("'", "&#39;")
    text = text.replace("<title>", f"<meta name=\"home\" content='{described}' />\n    <title>", 1)
    index.write_text(text, encoding="utf-8")


def write_service_worker(folder: Path) -> None:
    """It keeps all but the engine, which the page keeps by itself when it has loaded it."""
    from smallworld.home.offline import NAME, fill_in

    paths = [path for path in folder.rglob("*") if path.is_file() and path.parent.name != "engine"]
    files = {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in paths
        if path.name != NAME
    }
    files[""] = files.pop("index.html")
    script = folder / NAME
    script.write_text(fill_in(script.read_text("utf-8"), files, server=False), "utf-8")


# ---- answers that are the same for everybody ----


def write_answers(folder: Path) -> list[str]:
    """Write them as files; what they are called."""
    from smallworld.content.loader import MAPS
    from smallworld.content.texts import languages
    from smallworld.game.views.reference import texts_in
    from smallworld.home.boards import Boards
    from smallworld.home.custom_files import CustomFiles
    from smallworld.home.lessons.library import lesson_boards, lesson_list
    from smallworld.home.reference import art_text, drawing_of, setup_of
    from smallworld.wire.plain import plain

    files, boards = CustomFiles(()), Boards()
    boards.provide(lesson_boards())
    answers: dict[str, object] = {
        "setup": plain(setup_of(files, boards)),
        "lessons": asdict(lesson_list()),
    }
    answers |= {f"texts/{lang}": plain(texts_in(lang, {})) for lang in languages()}
    for name in (*MAPS, *(map_.digest for map_ in lesson_boards().values())):
        answers[f"drawing/{name}"] = drawing_of(name, boards)
    for name, answer in answers.items():
        path = folder / f"{name}.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(answer, ensure_ascii=False, separators=(",", ":")), "utf-8")
    (folder / "art.svg").write_text(art_text(), encoding="utf-8")
    return [*answers, "art"]


# ---- the engine ----


def write_engine(folder: Path, scratch: Path) -> dict[str, tuple[str, int]]:
    """Python and our package, compressed; by what they are for, their names and sizes."""
    folder.mkdir()
    sources, compiled = scratch / "sources", scratch / "compiled"
    copy_package(sources)
    compiled.mkdir()
    node, _ = page.node_and_npm()
    tool = ROOT / "tools" / "engine_in_browser.mjs"
    command = [*node, str(tool), str(PYODIDE), str(sources), str(compiled)]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode:
        raise RuntimeError(
            f"the package does not run in a browser's Python:\n{done.stdout[-4000:]}"
        )
    parts = {
        "pyodide": ("pyodide.mjs", (PYODIDE / "pyodide.mjs").read_bytes()),
        "asm": ("pyodide.asm.mjs", (PYODIDE / "pyodide.asm.mjs").read_bytes()),
        "wasm": ("pyodide.asm.wasm", (PYODIDE / "pyodide.asm.wasm").read_bytes()),
        "stdlib": ("python_stdlib.zip", cut_library(compiled / "library")),
        "package": ("smallworld.bin", pack(sources, compiled)),
    }
    found: dict[str, tuple[str, int]] = {}
    for part, (name, body) in parts.items():
        found[part] = _write(folder, f"{name}.gz", gzip.compress(body, 9, mtime=0))
    return found


def _write(folder: Path, name: str, body: bytes) -> tuple[str, int]:
    """A file whose name changes with what it holds, so that it can be kept for ever."""
    stem, _, ending = name.partition(".")
    named = f"{stem}-{hashlib.sha256(body).hexdigest()[:12]}.{ending}"
    (folder / named).write_bytes(body)
    return f"engine/{named}", len(body)


def copy_package(folder: Path) -> None:
    """All of the package that a browser needs, from its entries on, with its data."""
    import yaml

    modules = needed_modules(ENTRIES)
    packages = {path.parent for path in modules}
    for path in modules:
        _copy(path, folder)
    for path in sorted(PACKAGE.rglob("*")):
        inside = path.relative_to(PACKAGE).as_posix()
        near = any(parent in packages for parent in path.parents if parent != PACKAGE)
        wanted = path.is_file() and path.suffix not in NOT_DATA and near
        if wanted and "__pycache__" not in path.parts and not inside.startswith(DATA_LEFT_OUT):
            _copy(path, folder)
    lessons = PACKAGE / "home" / "lessons" / "lessons.yaml"
    read = yaml.safe_load(lessons.read_text(encoding="utf-8"))
    packed = folder / lessons.relative_to(ROOT).with_suffix(".json")
    packed.write_text(json.dumps(read, ensure_ascii=False), encoding="utf-8")
    shutil.copy(ROOT / "tools" / "site_exercise.py", folder / "exercise.py")
    welcome = [*WELCOME, *(f"encodings.{name}" for name in ENCODINGS)]
    (folder / "welcome.json").write_text(json.dumps(welcome), encoding="utf-8")


def _copy(path: Path, folder: Path) -> None:
    copied = folder / path.relative_to(ROOT)
    copied.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(path, copied)


def needed_modules(entries: Iterable[str]) -> list[Path]:
    """The files of these modules and of all they import, wherever in them."""
    found: dict[Path, None] = {}
    waiting = [*entries]
    while waiting:
        name = waiting.pop()
        if name.startswith(LEFT_OUT):
            continue
        path = _file_of(name)
        if path is None or path in found:
            continue
        found[path] = None
        waiting += [".".join(name.split(".")[:n]) for n in range(1, name.count(".") + 1)]
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                waiting += [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom) and node.module:
                waiting += [node.module, *(f"{node.module}.{one.name}" for one in node.names)]
    return sorted(found)


def _file_of(name: str) -> Path | None:
    path = ROOT.joinpath(*name.split("."))
    for file in (path.with_suffix(".py"), path / "__init__.py"):
        if name.startswith("smallworld") and file.is_file():
            return file
    return None


def cut_library(compiled: Path) -> bytes:
    """The part of the standard library that is needed, as Python reads it."""
    made = io.BytesIO()
    # Stored, not compressed: what is around it does that better.
    with zipfile.ZipFile(made, "w", zipfile.ZIP_STORED) as cut:
        for path in sorted(compiled.rglob("*.pyc")):
            entry = zipfile.ZipInfo(path.relative_to(compiled).as_posix())
            cut.writestr(entry, path.read_bytes())
    return made.getvalue()


def pack(sources: Path, compiled: Path) -> bytes:
    """All files as one: the length of an index, the index, then what they hold."""
    data = (path for path in (sources / "smallworld").rglob("*") if path.suffix != ".py")
    modules = (compiled / "smallworld").rglob("*.py*")
    files = {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for folder, paths in ((compiled, modules), (sources, data))
        for path in sorted(paths)
        if path.is_file()
    }
    index = json.dumps([(name, len(body)) for name, body in files.items()]).encode()
    return len(index).to_bytes(4, "little") + index + b"".join(files.values())


if __name__ == "__main__":
    try:
        print(build(Path(sys.argv[1]) if len(sys.argv) > 1 else OUT))
    except RuntimeError as error:
        sys.exit(str(error))
