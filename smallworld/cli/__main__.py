"""`python -m smallworld.cli` is `smallworld`."""

from smallworld.cli import main

main()
