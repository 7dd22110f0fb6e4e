"""Who sits at a table: anything that looks at a view and answers with a legal action."""

from __future__ import annotations

from smallworld.game.views.view import View


class Player:
    """Derive from this and write `choose`; the name stands in the record's header."""

    def __init__(self, name: str) -> None:
        self.name = name

    def choose(self, view: View) -> int:
        """One of `view.legal`; the view is the player's own and may be changed at will."""
        raise NotImplementedError(f"{self.name} does not know how to choose")

    def remarks(self) -> list[str]:
        """What the record should say about the last choice; each is told once."""
        return []

    def close(self) -> None:
        """Let go of what it holds outside this program; it may still be asked to choose again."""
