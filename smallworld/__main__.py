"""The command `smallworld`, also as `python -m smallworld`; it needs the extra `play`."""

from __future__ import annotations

import sys

from smallworld.extras import MissingExtra, needed_by_command

BROKEN = 2  # exit status of an error that has been explained


def main() -> None:
    """Run the command line, or say what to install first."""
    try:
        with needed_by_command(sys.argv[1:]):
            from smallworld.cli import main as command_line

            command_line()
    except MissingExtra as error:
        print(error, file=sys.stderr)
        sys.exit(BROKEN)


if __name__ == "__main__":
    main()
