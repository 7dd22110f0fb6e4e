"""Count the paths of the positions in tests/perft again and write them down.

`python -m tools.perft`: each file is a record whose last comment holds the counts for one, two and
three decisions. With `--check` nothing is written; the exit status is 1 if a count has changed.
"""

import sys
from pathlib import Path

from smallworld.devtools.perft import perft
from smallworld.game.records.record import Comment, Record

FOLDER = Path(__file__).resolve().parent.parent / "tests" / "perft"
DEPTHS = (1, 2, 3)


def count(text: str) -> str:
    """The record with its counts anew."""
    record = Record.from_text(text)
    if record.entries and isinstance(record.entries[-1], Comment):
        record.entries.pop()
    s = record.replay()
    record.comment("perft: " + " ".join(str(perft(s, depth)) for depth in DEPTHS))
    return record.to_text()


def main() -> int:
    """Bring every file up to date, or see whether it is."""
    stale = []
    for path in sorted(FOLDER.glob("*.txt")):
        old = path.read_text(encoding="utf-8")
        new = count(old)
        if new != old:
            stale.append(path.name)
            if "--check" not in sys.argv:
                path.write_text(new, encoding="utf-8")
    print(f"changed: {', '.join(stale)}" if stale else "all counts hold")
    return 1 if stale and "--check" in sys.argv else 0


if __name__ == "__main__":
    sys.exit(main())
