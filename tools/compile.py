"""Compile engine, content, luck, views, encoding and policy with mypyc, into a copy of the package.

    python tools/compile.py                 # prints a folder of its own for these very sources
    PYTHONPATH=$(python tools/compile.py) python your_script.py
    python tools/compile.py --out FOLDER    # into this folder

Nothing in the source tree changes. The copy holds every .py, for the compiled ones the extension
module that takes its place, and what those import. The modules only work together: all are built,
or none. Without --out mypyc is fetched into build/compiler if this Python does not have it.
The exit status is 3 if there is no C compiler, 1 if something else went wrong, and with --ready
4 if there is something to compile.
"""

import argparse
import hashlib
import inspect
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from importlib.metadata import PackageNotFoundError, files, version
from pathlib import Path
from typing import Any

import c_code

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "smallworld"
SHIM = "smallworld/engine/shim.py"
GROUP = (
    "engine",
    "content",
    "game/compiled",
    "game/views",
    "encoding/compiled",
    "players/policy",
)  # whole folders
# A compiled __init__ breaks packages; shim is the bridge; compiling would lose the docstrings of
# errors, parts and views, which are for everybody; guard wraps methods of plain Python, best in
# plain; reference is read once.
NEVER = {
    "__init__.py", "shim.py", "errors.py", "parts.py", "guard.py", "view.py", "reference.py",
}  # fmt: skip
SUFFIX = sysconfig.get_config_var("EXT_SUFFIX")
LEVELS = ("0", "1", "2", "3")
NO_COMPILER = 3
NOT_READY = 4
WRONG_USE = 2
CACHE = ROOT / "build" / "compiled"
LOCK = ROOT / "requirements.lock"
TOOLS = ROOT / "build" / "compiler"  # an environment with mypyc, where this one has none
RUNTIME = "smallworld/runtime_packages"  # smallworld/runtime.py imports what is there
IMPORTED = {"librt": "librt/vecs.", "mypy-extensions": "mypy_extensions.py"}  # by the modules
ENTRIES = "smallworld_entries"
KEPT = 4  # copies in the cache
SHORT = 16  # letters of a hash in a name

CHECK = "from smallworld.engine import game, regions; raise SystemExit(not regions.COMPILED)"


class Failed(Exception):
    """What went wrong, for people, and the exit status that says so."""

    def __init__(self, reason: str, status: int = 1) -> None:
        super().__init__(reason)
        self.status = status


def modules(root: Path) -> list[Path]:
    """The sources under that folder that are compiled, as one group."""
    found = {path for name in GROUP for path in (root / "smallworld" / name).rglob("*.py")}
    return sorted(path for path in found if path.name not in NEVER)


def package_files(root: Path) -> list[Path]:
    """Everything in the package but what builds and runs leave behind."""
    return sorted(
        path
        for path in (root / "smallworld").rglob("*")
        if path.is_file()
        and path.suffix not in (".so", ".pyd", ".pyc")
        and root / RUNTIME not in path.parents
    )


def digest(root: Path, paths: Iterable[Path], *facts: str) -> str:
    """One hash for the names and contents of these files and for these facts."""
    found = hashlib.sha256("\0".join(facts).encode())
    for path in paths:
        found.update(f"\0{path.relative_to(root).as_posix()}\0".encode())
        found.update(path.read_bytes())
    return found.hexdigest()


def version_of_mypy() -> str:
    """The one installed, or else the one that would be fetched."""
    try:
        return version("mypy")
    except PackageNotFoundError:
        return re.findall(r"^mypy==([\w.]+)", LOCK.read_text(encoding="utf-8"), re.MULTILINE)[0]


def python_with_mypyc(fetch: bool) -> str:
    """This Python if it has all that compiling takes, or one of its own made for that."""
    try:
        version("mypy"), version("setuptools")
        return sys.executable
    except PackageNotFoundError as error:
        if not fetch:
            raise Failed(f"{error.name} is missing: pip install 'smallworld[compile]'") from None
    from environment import Environment

    tools = Environment(TOOLS)
    if not tools.installed():
        try:
            tools.make()
            tools.install(["compile"])
            tools.note(["compile"])
        except (OSError, subprocess.CalledProcessError) as error:
            raise Failed(f"What compiling takes could not be fetched: {error}") from None
    return tools.python


def check_compiler() -> None:
    """See that there is a C compiler, and the header it will ask for."""
    if os.name == "nt":  # there setuptools looks for Microsoft's compiler itself
        return
    compiler = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()[0]
    if not shutil.which(compiler):
        raise Failed(
            f"There is no C compiler ({compiler}); the project works without, only slower.\n"
            "On Debian or Ubuntu: apt install gcc; on macOS: xcode-select --install.",
            NO_COMPILER,
        )
    header = Path(sysconfig.get_path("include"), "Python.h")
    if not header.is_file():
        raise Failed(
            f"The C compiler has no header of this Python ({header}).\n"
            "On Debian or Ubuntu: apt install python3-dev.",
            NO_COMPILER,
        )


@contextmanager
def alone(out: Path) -> Iterator[None]:
    """Let one process at a time build into that folder; the others wait."""
    out.parent.mkdir(parents=True, exist_ok=True)
    with out.with_name(out.name + ".lock").open("w") as lock:
        if sys.platform != "win32":
            import fcntl

            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def build(out: Path, opt_level: str) -> str:
    """Bring the folder up to date; answer with what was done."""
    check_compiler()
    python = python_with_mypyc(fetch=False)
    with alone(out):
        start = time.monotonic()
        fresh = copy_package(out.with_name(out.name + ".new"))
        wanted = stamps(fresh, opt_level)
        there = stamp_in(out)
        if there == wanted:
            shutil.rmtree(fresh)
            return f"{out} is up to date."
        if there[:1] == wanted[:1]:
            take_modules(out, fresh)
            done = f"Copied what had changed into {out}; the compiled modules had not."
        else:
            compile_in(fresh, opt_level, python)
            seconds = time.monotonic() - start
            done = f"Compiled {len(modules(fresh))} modules in {seconds:.0f} s into {out}."
        finish(fresh, out, wanted)
        return done


def build_in_cache(cache: Path, opt_level: str) -> Path:
    """The folder of these very sources; an edit leads to another, so nothing stale is ever run."""
    check_compiler()
    out = cache / stamps(ROOT, opt_level)[1][:SHORT]
    if stamp_in(out):
        out.touch()  # those used last are kept
        return out
    with alone(cache / "building"):
        fresh = copy_package(cache / "building.new")
        wanted = stamps(fresh, opt_level)
        out = cache / wanted[1][:SHORT]
        if stamp_in(out):  # by another process, while this one waited
            shutil.rmtree(fresh)
            return out
        alike = [path for path in cache.iterdir() if stamp_in(path)[:1] == wanted[:1]]
        if alike:
            take_modules(alike[0], fresh)
        else:
            compile_once(fresh, opt_level, cache / f"{wanted[0][:SHORT]}.failed")
        finish(fresh, out, wanted)
        forget_old(cache)
    return out


def show_ready(cache: Path, opt_level: str) -> int:
    """Print the folder of these very sources if it is there already, or could be had by copying."""
    if not is_ready(cache, opt_level):
        return NOT_READY
    print(build_in_cache(cache, opt_level))
    return 0


def is_ready(cache: Path, opt_level: str) -> bool:
    """Whether nothing would have to be compiled."""
    check_compiler()
    wanted = stamp_of_compiled(ROOT, opt_level)
    return cache.is_dir() and any(stamp_in(path)[:1] == [wanted] for path in cache.iterdir())


def compile_once(fresh: Path, opt_level: str, failed: Path) -> None:
    """Compile, unless these sources are known to fail: nobody wants to wait for that twice."""
    if failed.is_file():
        shutil.rmtree(fresh)
        raise Failed(f"Compiling these sources failed before; {failed} says why.")
    print("Compiling the rules for speed; done once, in a minute or two.", file=sys.stderr)
    python = python_with_mypyc(fetch=True)
    try:
        compile_in(fresh, opt_level, python)
    except Failed as error:
        failed.write_text(str(error), encoding="utf-8")
        raise


def copy_package(fresh: Path) -> Path:
    """A new copy of the package: someone may be editing the sources while they are compiled."""
    shutil.rmtree(fresh, ignore_errors=True)
    for path in package_files(ROOT):
        copy = fresh / path.relative_to(ROOT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(path, copy)
    return fresh


def stamp_in(folder: Path) -> list[str]:
    """What a finished copy was made of; nothing if there is none."""
    stamp = folder / "stamp"
    return stamp.read_text().split() if stamp.is_file() else []


def take_modules(old: Path, fresh: Path) -> None:
    """Copy the compiled modules of an older copy whose compiled sources were the same."""
    shutil.copytree(old / RUNTIME, fresh / RUNTIME)
    for path in old.rglob(f"*{SUFFIX}"):
        shutil.copy2(path, fresh / path.relative_to(old))


def finish(fresh: Path, out: Path, stamp: list[str]) -> None:
    """Put a finished copy in its place."""
    (fresh / "stamp").write_text("\n".join(stamp))
    shutil.rmtree(out, ignore_errors=True)
    fresh.rename(out)


def forget_old(cache: Path) -> None:
    """Keep the copies used last; one of them may still be running."""
    copies = sorted((path for path in cache.iterdir() if stamp_in(path)), key=os.path.getmtime)
    for path in copies[:-KEPT]:
        shutil.rmtree(path)


def stamps(root: Path, opt_level: str) -> list[str]:
    """One hash for the compiled modules, and one for the whole copy."""
    compiled = stamp_of_compiled(root, opt_level)
    return [compiled, digest(root, package_files(root), compiled)]


def stamp_of_compiled(root: Path, opt_level: str) -> str:
    """All that the compiled modules depend on, as one hash."""
    steps = (compile_here, eased, c_code, copy_imported)
    recipe = "".join(inspect.getsource(step) for step in steps)
    facts = (sys.version, sysconfig.get_platform(), version_of_mypy(), opt_level, recipe)
    return digest(root, [*modules(root), root / SHIM], *facts)


def compile_in(folder: Path, opt_level: str, python: str) -> None:
    """Compile the copy in that folder by a child process with mypyc, and try it."""
    names = [path.relative_to(folder).as_posix() for path in modules(folder)]
    program = [python, str(Path(__file__).resolve()), "--here", opt_level, *names]
    answer = subprocess.run(program, cwd=folder, capture_output=True, text=True)
    if answer.returncode:
        shutil.rmtree(folder)
        raise Failed(f"{answer.stdout}{answer.stderr}\nCompiling failed; nothing was changed.")
    shutil.rmtree(folder / "work")
    # Without site (-S) it finds nothing that is installed: it must work alone.
    trial = subprocess.run(
        [sys.executable, "-S", "-c", CHECK],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder)},
        capture_output=True,
        text=True,
    )
    if trial.returncode:
        shutil.rmtree(folder)
        raise Failed(f"{trial.stderr}\nThe compiled modules do not work; nothing was changed.")


def compile_here(opt_level: str, names: list[str]) -> None:
    """The child: mypyc and the C compiler, in the working directory."""
    # Not at the top: the parent says in its own words if these are missing.
    from mypyc.build import mypycify
    from setuptools import setup

    # No settings of a user or of the project: the same sources must give the same modules.
    # Silent about modules that are only imported, and blind to installed packages: what is compiled
    # needs none, and to read those that the others import (torch!) would take longer than the rest.
    flags = ["--config-file=", "--cache-dir=work/mypy", "--follow-imports=silent"]
    flags += ["--no-site-packages", "--ignore-missing-imports"]
    # To look for warnings about code that nobody wrote would take as long as to compile it.
    variables = sysconfig.get_config_vars()
    variables["CFLAGS"] = str(variables.get("CFLAGS") or "").replace("-Wall", "")
    copies: dict[str, list[str]] = {}
    extensions = mypycify(
        [*flags, *names],
        opt_level=opt_level,
        debug_level="0",
        target_dir="work",
        group_name="smallworld",
    )
    if os.name != "nt":
        extensions, copies = eased(extensions)
    setup(
        name="smallworld",
        packages=[],
        ext_modules=extensions,
        script_args=["--quiet", "build", "--build-base", "work", "build_ext", "--inplace"],
    )
    for made, names in copies.items():
        for name in names:
            shutil.copy2(made + SUFFIX, name.replace(".", "/") + SUFFIX)
        Path(made + SUFFIX).unlink()
    copy_imported()


def eased(extensions: list[Any]) -> tuple[list[Any], dict[str, list[str]]]:
    """The same with less work for the C compiler; and which to copy for which modules."""
    from setuptools import Extension

    shims = {each.name: each for each in extensions if not each.name.endswith("__mypyc")}
    made = [each for each in extensions if each.name not in shims]
    for extension in made:
        # Nothing outside calls these functions by name; knowing that, the C compiler may put
        # one into another (a fifth faster, and quicker to compile).
        extension.extra_compile_args.append("-fvisibility=hidden")
        for path in (Path(source) for source in extension.sources if source.startswith("work")):
            path.write_text(c_code.hurry(path.read_text(encoding="utf-8")), encoding="utf-8")
    # Every module is a file of its own, by which Python enters the one that holds all code. To
    # compile and link nearly a hundred takes longer than to copy one that has all entries.
    copies = {}
    for n, names in enumerate(c_code.in_layers(shims)):
        source = Path("work", f"{ENTRIES}{n}.c")
        source.write_text(c_code.entries(Path(shims[name].sources[0]) for name in names))
        options = [*shims[names[0]].extra_compile_args, "-Os"]
        made.append(Extension(source.stem, [str(source)], extra_compile_args=options))
        copies[source.stem] = names
    return made, copies


def copy_imported() -> None:
    """Copy what the modules import into the package, with its licences."""
    for package, wanted in IMPORTED.items():
        for file in files(package) or ():
            if file.name == "LICENSE":
                copy = Path(RUNTIME, "licences", package)
            elif file.as_posix().startswith(wanted) and file.suffix != ".pyi":
                copy = Path(RUNTIME, file)
            else:
                continue
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(file.locate(), copy)


def main(arguments: list[str]) -> int:
    """Build, and say what was done."""
    if arguments[:1] == ["--here"]:
        compile_here(arguments[1], arguments[2:])
        return 0
    parser = argparse.ArgumentParser(description="Compile the rules with mypyc.")
    parser.add_argument("--out", type=Path, metavar="DIR", help="into this folder")
    parser.add_argument("--opt", choices=LEVELS, default="3", help="the C compiler's -O level")
    parser.add_argument("--once", action="store_true", help="say only once why it is impossible")
    parser.add_argument("--ready", action="store_true", help="do nothing, only say if it is done")
    options = parser.parse_args(arguments)
    try:
        if options.ready:
            return show_ready(CACHE, options.opt)
        if options.out is None:
            print(build_in_cache(CACHE, options.opt))
        else:
            out = options.out.resolve()
            check_folder(out)
            print(build(out, options.opt))
    except Failed as error:
        if not options.once or not is_told(str(error)):
            print(error, file=sys.stderr)
        return error.status
    return 0


def is_told(reason: str) -> bool:
    """Whether this was said last time, too; from now on it is."""
    told = CACHE / "told"
    if told.is_file() and told.read_text(encoding="utf-8") == reason:
        return True
    CACHE.mkdir(parents=True, exist_ok=True)
    told.write_text(reason, encoding="utf-8")
    return False


def check_folder(out: Path) -> None:
    """Refuse a folder in which something would be lost."""
    if out == ROOT or PACKAGE in (out, *out.parents) or out in ROOT.parents:
        raise Failed(f"{out} would overwrite the sources; name another folder", WRONG_USE)
    if out.exists() and not stamp_in(out) and any(out.iterdir()):
        raise Failed(f"{out} holds something else; name a new or empty folder", WRONG_USE)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
