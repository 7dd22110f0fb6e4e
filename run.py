"""Play Small World, or test it.

The first run makes a virtual environment in .venv and installs the project there;
later runs start at once. Python 3.11 or newer is all it needs.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

if sys.version_info < (3, 11):  # noqa: UP036 - older ones should say so, not show a traceback
    sys.exit(f"Small World needs Python 3.11 or newer; this is Python {sys.version.split()[0]}.")

from tools import checks, page
from tools.environment import Environment, included

USAGE = """\
usage: python3 run.py play [options]       play in the browser (--no-open, --port, --data, ...)
       python3 run.py terminal [options]   play in the terminal
       python3 run.py test [pytest args]   check style, types and rules; --quick in a minute
       python3 run.py docs                 build the documentation as a site
       python3 run.py site                 build the game as a site: a folder for any web host
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
    "results",
    "respond",
    "balance",
    "rules",
    "scenario",
    "new-race",
    "selfplay",
    "learn",
    "puzzles",
    "perft",
    "soak",
    "bench",
    "version",
]
# The extras of pyproject.toml a command needs, and whether it needs the page.
NEEDS = {"arena": ["arena"], "results": ["arena"], "respond": ["arena"],
         "selfplay": ["play", "learn"],
         "learn": ["play", "learn", "train"], "test": ["dev"], "docs": ["docs"],
         "site": ["play", "page"]}  # fmt: skip
USUAL_NEEDS = ["play"]
# What a command makes use of where it can be had, and what it does without.
WELCOME = {"test": {"train": "tests of examples/ppo.py are left out"}}
WITH_PAGE = ["play", "serve", "test"]

# Whoever asks for these wants to play now, and people are slower than the plain rules.
AT_ONCE = ["serve", "play"]
NOT_READY = 4  # says the compiling tool where it would have something to do

ADVICE = """\
Things to try: see that the network and pip's settings work (`python3 -m pip download rich`);
on Debian or Ubuntu `apt install python3-venv`; then run the same command again."""

ROOT = Path(__file__).resolve().parent
VENV = Environment(ROOT / ".venv")
PYTHON = VENV.python
PAGE = ROOT / "tools" / "page.py"
COMPILE = ROOT / "tools" / "compile.py"
STATIC_SITE = ROOT / "tools" / "static_site.py"
DOCS = ROOT / "build" / "docs"


def install(command: str) -> None:
    """Bring .venv and the page to what the command needs; packages and page side by side."""
    stale = command in WITH_PAGE and page.is_stale()
    needs = included(["build", *NEEDS.get(command, USUAL_NEEDS), *(["page"] if stale else [])])
    known = VENV.installed()
    missing = set(needs) - known
    if not known:
        missing |= VENV.noted()  # made anew, it has what it had
    jobs: dict[str, Callable[[], None]] = {}
    if missing - {"page"}:
        jobs[f"install what `{command}` needs"] = lambda: install_packages(missing, not known)
    if stale or "page" in missing:
        jobs["build the page"] = lambda: build_page("page" in missing)
    if not jobs:
        return
    welcome = {extra: why for extra, why in WELCOME.get(command, {}).items() if extra not in known}
    step = "make the virtual environment .venv"
    try:
        if not known:
            print("Setting up; this is done once and takes half a minute or so.", flush=True)
            VENV.make()
        with ThreadPoolExecutor() as pool:
            print(*(f"- {step}" for step in jobs), sep="\n", flush=True)
            running = [(step, pool.submit(job)) for step, job in jobs.items()]
            tried = {extra: pool.submit(can_install, extra) for extra in welcome}
            for step, done in running:  # noqa: B007 - the error tells which
                done.result()
            more = [extra for extra, done in tried.items() if done.result()]
    except (OSError, subprocess.CalledProcessError) as error:
        sys.exit(f"\nCould not {step}: {error}\n{ADVICE}")
    VENV.note([*missing, *more])  # last, so that a failure is tried again
    for extra in welcome.keys() - more:
        print(f"The packages of the extra `{extra}` were not found: {welcome[extra]}.", flush=True)


def can_install(extra: str) -> bool:
    """Whether an extra could be installed of which not every index has the pinned packages."""
    try:
        VENV.install([extra], without=["dev"])
    except subprocess.CalledProcessError:
        return False
    return True


def install_packages(extras: set[str], new: bool) -> None:
    """What these extras need; into a new environment this project, too."""
    VENV.install(extras, without=["page"])
    if new:
        # The build backend is in the lock too, hence no isolation: all has a known hash.
        options = ["--no-deps", "--no-build-isolation", "-e", str(ROOT)]
        VENV.pip(*options, SMALLWORLD_PAGE="skip")


def build_page(without_node: bool) -> None:
    """The page of the present sources."""
    if without_node:
        VENV.install(["page"])
    subprocess.run([PYTHON, str(PAGE)], check=True)


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
    command = [str(VENV.bin / "smallworld"), *arguments]
    around = surroundings(arguments[0])
    if os.name == "nt":
        return subprocess.call(command, env=around)
    os.execve(command[0], command, around)  # it gets the terminal, Ctrl-C and signals


def test(arguments: list[str]) -> int:
    """Run every check, or those that are asked for."""
    return checks.check(PYTHON, arguments)


def docs(arguments: list[str]) -> int:
    """Build the site; a broken link is an error."""
    command = [PYTHON, "-m", "mkdocs", "build", "--strict", *arguments]
    quiet = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}  # the version is pinned
    status = subprocess.call(command, cwd=ROOT, env=quiet)
    if not status:
        print(f"The documentation is {DOCS / 'index.html'}")
    return status


def site(arguments: list[str]) -> int:
    """Write the game as a folder of files."""
    return subprocess.call([PYTHON, str(STATIC_SITE), *arguments], cwd=ROOT)


def main(arguments: list[str]) -> int:
    own = {"test": test, "docs": docs, "site": site}
    if not arguments or arguments[0] not in (*own, *COMMANDS):
        print(USAGE.format(commands=", ".join(COMMANDS)), file=sys.stderr)
        return 2
    command, rest = arguments[0], arguments[1:]
    install(command)
    if command in own:
        return own[command](rest)
    return smallworld([*WORDS.get(command, [command]), *rest])


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
