"""Play Small World, or test it.

The first run makes a virtual environment in .venv and installs the project there;
later runs start at once. Python 3.11 or newer is all it needs.
"""

import hashlib
import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path

if sys.version_info < (3, 11):  # noqa: UP036 - older ones should say so, not show a traceback
    sys.exit(f"Small World needs Python 3.11 or newer; this is Python {sys.version.split()[0]}.")

USAGE = """\
usage: python3 run.py play [options]       play in the browser (--no-open, --port, --data, ...)
       python3 run.py terminal [options]   play in the terminal
       python3 run.py test [pytest args]   check style, types and rules
       python3 run.py COMMAND [options]    one of: {commands}"""
# What two words of the README mean; all others are the command line's own.
WORDS = {"play": ["serve", "--open"], "terminal": ["play"]}
COMMANDS = [
    "play",
    "terminal",
    "serve",
    "replay",
    "hint",
    "review",
    "simulate",
    "arena",
    "rules",
    "scenario",
    "new-race",
    "selfplay",
    "perft",
    "soak",
    "bench",
    "version",
]

# Whoever asks for these wants to play now, and people are slower than the plain rules.
AT_ONCE = ["serve", "play"]
NOT_READY = 4  # says the compiling tool where it would have something to do

ADVICE = """\
Things to try: see that the network and pip's settings work (`python3 -m pip download rich`);
on Debian or Ubuntu `apt install python3-venv`; then run the same command again."""

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = str(BIN / "python")
STAMP = VENV / "installed"
LOCK = ROOT / "requirements.lock"
HOOK = ROOT / "hatch_build.py"
COMPILE = ROOT / "tools" / "compile.py"

# The build backend is in the lock too, hence no isolation: all that is installed has a known hash.
INSTALLS = {
    "install what requirements.lock names": ["--require-hashes", "-r", str(LOCK)],
    "build the page and install": ["--no-deps", "--no-build-isolation", "-e", str(ROOT)],
}
CHECKS = (["ruff", "check"], ["ruff", "format", "--check"], ["mypy"], ["pytest", "-n", "auto"])


def fingerprint() -> str:
    """What .venv is made from, and what the page is made from, as two hashes."""
    web = [path for path in sorted((ROOT / "web").rglob("*")) if "node_modules" not in path.parts]
    packages = hashlib.sha256("\0".join([sys.version, sys.base_prefix, str(ROOT)]).encode())
    page = hashlib.sha256()
    for found, paths in ((packages, [ROOT / "pyproject.toml", LOCK, HOOK]), (page, web)):
        for path in paths:
            if path.is_file():
                found.update(str(path).encode() + path.read_bytes())
    return f"{packages.hexdigest()} {page.hexdigest()}"


def make_venv() -> None:
    links = os.name != "nt"
    try:
        venv.create(VENV, clear=True, symlinks=links, with_pip=True)
    except subprocess.CalledProcessError:  # no ensurepip, as on Debian without python3-venv
        venv.create(VENV, clear=True, symlinks=links)


def pip_install() -> list[str]:
    """The command that installs into .venv, by its own pip or the one from outside."""
    own = subprocess.run([PYTHON, "-m", "pip", "--version"], capture_output=True).returncode == 0
    pip = [PYTHON, "-m", "pip"] if own else [sys.executable, "-m", "pip", "--python", PYTHON]
    return [*pip, "install", "--quiet", "--disable-pip-version-check"]


def install() -> None:
    """Bring .venv and the page up to date; the stamp comes last: a failure is tried again."""
    wanted = fingerprint()
    known = STAMP.read_text() if STAMP.is_file() else ""
    if known == wanted:
        return
    steps = list(INSTALLS.items())
    step = "make the virtual environment .venv"
    try:
        if known.split()[:1] == wanted.split()[:1]:
            steps = steps[-1:]  # only the page is older than its sources
        else:
            print("Setting up; this is done once and takes a minute or so.", flush=True)
            STAMP.unlink(missing_ok=True)
            make_venv()
        for step, options in steps:
            print(f"- {step}", flush=True)
            subprocess.run([*pip_install(), *options], check=True)
    except (OSError, subprocess.CalledProcessError) as error:
        sys.exit(f"\nCould not {step}: {error}\n{ADVICE}")
    STAMP.write_text(wanted)


def surroundings(command: str) -> dict[str, str]:
    """Where the compiled rules are found; without a compiler (it says so once) the plain ones.

    Who wants to play does not wait for the compiler: it works in the background, for the next time.
    """
    if os.environ.get("SMALLWORLD_COMPILE") == "0":
        return {**os.environ}
    words = [PYTHON, str(COMPILE), "--once"]
    ready = ["--ready"] if command in AT_ONCE else []
    compiled = subprocess.run([*words, *ready], stdout=subprocess.PIPE, text=True)
    if compiled.returncode == NOT_READY:
        print("The rules are being compiled in the background, for speed from the next start on.")
        nice = ["nice"] if shutil.which("nice") else []
        quiet = subprocess.DEVNULL
        subprocess.Popen(
            [*nice, *words], stdin=quiet, stdout=quiet, stderr=quiet, start_new_session=True
        )
    found = [compiled.stdout.strip(), os.environ.get("PYTHONPATH", "")]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, found))}


def smallworld(arguments: list[str]) -> int:
    command = [str(BIN / "smallworld"), *arguments]
    around = surroundings(arguments[0])
    if os.name == "nt":
        return subprocess.call(command, env=around)
    os.execve(command[0], command, around)  # it gets the terminal, Ctrl-C and signals


def test(arguments: list[str]) -> int:
    """Run every check, whatever the ones before it said."""
    failed = []
    for check in CHECKS:
        command = [*check, *arguments] if check[0] == "pytest" else check
        print("\n$", *command, flush=True)
        if subprocess.call([PYTHON, "-m", *command], cwd=ROOT):
            failed.append(" ".join(check))
    print("\nFailed: " + ", ".join(failed) if failed else "\nAll checks passed.")
    return 1 if failed else 0


def main(arguments: list[str]) -> int:
    if not arguments or arguments[0] not in ("test", *COMMANDS):
        print(USAGE.format(commands=", ".join(COMMANDS)), file=sys.stderr)
        return 2
    install()
    command, rest = arguments[0], arguments[1:]
    if command == "test":
        return test(rest)
    return smallworld([*WORDS.get(command, [command]), *rest])


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
