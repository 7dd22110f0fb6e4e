"""Play Small World, or test it.

The first run makes a virtual environment in .venv and installs the project there;
later runs start at once. Python 3.11 or newer is all it needs.
"""

import hashlib
import os
import subprocess
import sys
import venv
from pathlib import Path

if sys.version_info < (3, 11):  # noqa: UP036 - older ones should say so, not show a traceback
    sys.exit(f"Small World needs Python 3.11 or newer; this is Python {sys.version.split()[0]}.")

USAGE = """\
usage: python3 run.py play [options]       play a game in the terminal
       python3 run.py test [pytest args]   check style, types and rules"""

ADVICE = """\
Things to try: see that the network and pip's settings work (`python3 -m pip download rich`);
on Debian or Ubuntu `apt install python3-venv`; then run the same command again."""

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = str(BIN / "python")
STAMP = VENV / "installed"
LOCK = ROOT / "requirements.lock"

# The build backend is in the lock too, hence no isolation: all that is installed has a known hash.
INSTALLS = {
    "install what requirements.lock names": ["--require-hashes", "-r", str(LOCK)],
    "install the project itself": ["--no-deps", "--no-build-isolation", "-e", str(ROOT)],
}
CHECKS = (["ruff", "check"], ["ruff", "format", "--check"], ["mypy"], ["pytest", "-n", "auto"])


def fingerprint() -> str:
    """All that an installation depends on, as one hash."""
    parts = [sys.version, sys.base_prefix, str(ROOT)]
    parts += [path.read_text(encoding="utf-8") for path in (ROOT / "pyproject.toml", LOCK)]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def make_venv() -> list[str]:
    """Make .venv afresh; answer with the pip command that installs into it."""
    links = os.name != "nt"
    try:
        venv.create(VENV, clear=True, symlinks=links, with_pip=True)
    except subprocess.CalledProcessError:  # no ensurepip, as on Debian without python3-venv
        venv.create(VENV, clear=True, symlinks=links)
        return [sys.executable, "-m", "pip", "--python", PYTHON]
    return [PYTHON, "-m", "pip"]


def install() -> None:
    """Bring .venv up to date; the stamp comes last, so that a failure is tried again."""
    wanted = fingerprint()
    if STAMP.is_file() and STAMP.read_text() == wanted:
        return
    print("Setting up; this is done once and takes half a minute or so.", flush=True)
    step = "make the virtual environment .venv"
    try:
        STAMP.unlink(missing_ok=True)
        pip = [*make_venv(), "install", "--quiet", "--disable-pip-version-check"]
        for step, options in INSTALLS.items():
            print(f"- {step}", flush=True)
            subprocess.run([*pip, *options], check=True)
    except (OSError, subprocess.CalledProcessError) as error:
        sys.exit(f"\nCould not {step}: {error}\n{ADVICE}")
    STAMP.write_text(wanted)


def play(arguments: list[str]) -> int:
    command = [str(BIN / "smallworld"), "play", *arguments]
    if os.name == "nt":
        return subprocess.call(command)
    os.execv(command[0], command)  # the game itself gets the terminal, Ctrl-C and signals


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
    commands = {"play": play, "test": test}
    if not arguments or arguments[0] not in commands:
        print(USAGE, file=sys.stderr)
        return 2
    install()
    return commands[arguments[0]](arguments[1:])


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
