"""Who sits at a table: anything that looks at a view and answers with a legal action."""

from __future__ import annotations

from smallworld.game.action import Action
from smallworld.game.player_view import PlayerView
from smallworld.game.views.view import View


class Player:
    """Derive from this and write `choose`; the name stands in the record's header.

    >>> import smallworld as sw
    >>> class Hasty(sw.Player):
    ...     def choose(self, view):
    ...         return view.legal_actions[0]
    >>> game = sw.Game("base-2", seed=7)
    >>> game.play([Hasty(), "greedy"]).winners
    ('P2',)
    >>> game.record.players
    ['hasty', 'greedy']

    A player of many decisions a second writes `choose_number` instead, which is asked with the
    engine's numbers and answers with one. Whoever is asked the other way gets the same answer.
    """

    name = "player"  # of whoever forgets to call `super().__init__()`

    def __init__(self, name: str = "") -> None:
        self.name = name or type(self).__name__.lower()

    def choose(self, view: PlayerView) -> Action | str:
        """One of `view.legal_actions`, or its text.

        >>> import smallworld as sw
        >>> game = sw.Game("base-2", seed=7)
        >>> sw.make_player("greedy").choose(game.view("P1"))
        Action('pick 1')
        """
        if type(self).choose_number is Player.choose_number:
            raise NotImplementedError(f"{self.name} does not know how to choose: write `choose`")
        return view._notation.action(self.choose_number(view.numbers))

    def choose_number(self, view: View) -> int:
        """One of `view.legal`; the view is the player's own and may be changed at will."""
        if type(self).choose is Player.choose:
            raise NotImplementedError(f"{self.name} does not know how to choose: write `choose`")
        seen = PlayerView(view)
        return seen._notation.number(self.choose(seen))

    def remarks(self) -> list[str]:
        """What the record should say about the last choice; each is told once."""
        return []

    def close(self) -> None:
        """Let go of what it holds outside this program; it may still be asked to choose again."""
