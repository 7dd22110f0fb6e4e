"""Play with a race whose hooks fail, and print what is told and whether anything has changed.

Both builds must print the same: a compiled engine calls hooks of plain Python in ways of its own.
"""

from collections.abc import Callable

from smallworld.content.library import Custom
from smallworld.engine.actions import Actions
from smallworld.engine.errors import HookFailed
from smallworld.engine.game import apply, is_chance, legal, outcomes
from smallworld.engine.notation import from_text, to_text
from smallworld.engine.pack import fingerprint
from smallworld.engine.state import Empire, State
from smallworld.engine.terms import REDEPLOY
from smallworld.engine.trait import Race
from smallworld.engine.verbs import draw_tokens, gain
from smallworld.game.setup import new_game


def raises(self: Race, s: State, e: Empire, *more: object) -> None:
    gain(s, e.seat, 2, "nothing")
    draw_tokens(s, e, 1)
    raise LookupError("nothing there")


def returns(answer: object) -> Callable[..., object]:
    return lambda *given: answer


def offers_nonsense(self: Race, s: State, e: Empire, phase: int, out: Actions) -> None:
    out.add(12)


def takes_tokens(self: Race, s: State, e: Empire, r: int) -> None:
    e.hand -= 99


BROKEN: list[tuple[str, Callable[..., object]]] = [
    *((hook, raises) for hook in ("on_pick", "on_conquered", "on_gained", "on_redeploy")),
    ("on_turn_end", raises),
    ("on_turn_start", raises),
    ("pays", returns("all")),
    ("pays", returns(-1)),
    ("pays", returns(1 << 62)),
    ("pays", returns(1 << 70)),
    ("cheaper", returns(None)),
    ("enters", returns(2.5)),
    ("coins_overall", returns(-1)),
    ("tokens_on_redeploy", returns([])),
    ("on_conquered", returns(3)),
    ("on_conquered", takes_tokens),
    ("options", offers_nonsense),
    ("options", returns([12])),
    ("answered", returns("pays")),
]


def begin(self: Race) -> None:
    Race.__init__(self, "Otters", tokens=6, supply=11)


def play(hook: str, body: Callable[..., object]) -> str:
    """What the first hook that fails is told as, and whether the position is still the same."""
    cls = type("Otters", (Race,), {"__init__": begin, hook: body})
    try:
        s = new_game("base-2", custom=Custom([cls], []))
    except HookFailed as error:
        return f"at the start: {error.hook}: {error.problem}"
    for text in ("race Otters", "power Wealthy"):
        apply(s, from_text(s, text))
    for _ in range(60):
        before = fingerprint(s)
        text = "what is legal"
        try:
            offered = [outcomes(s)[0][0]] if is_chance(s) else legal(s)
            action = offered[-1] if s.step() == REDEPLOY else offered[0]
            text = to_text(s, action)
            apply(s, action)
        except HookFailed as error:
            same = "the same" if fingerprint(s) == before else "changed"
            return f"{text}: {error.hook}: {error.problem}; the position is {same}"
    return "nothing failed"


if __name__ == "__main__":
    for hook, body in BROKEN:
        print(hook, play(hook, body))
