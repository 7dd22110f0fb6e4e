"""Play seeded random games and print what the compiled and the plain build must agree on.

    play_games.py SEEDS            one line for each table and seed: a hash of the whole game
    play_games.py TABLE SEED       one line for each action: its text and all that followed from it

The first line says which modules of the package are compiled, the last which hooks of a race and a
power in plain Python were called, and how often.
"""

import hashlib
import runpy
import sys
from collections.abc import Iterator
from pathlib import Path

from smallworld.content.custom.files import load_python
from smallworld.content.library import Custom
from smallworld.content.settings import HouseRules
from smallworld.engine.events import Event, Listener
from smallworld.engine.explain.invariants import check
from smallworld.engine.game import apply, is_chance, is_over, legal, outcomes, result
from smallworld.engine.notation import from_text, to_text
from smallworld.engine.pack import fingerprint, from_bytes, to_bytes
from smallworld.engine.rules.scoring import explain_score
from smallworld.engine.state import State
from smallworld.game.compiled.dealer import Dealer
from smallworld.game.setup import GameSetup, possible_monster_sites, start_game

BOARDS = [f"{world}-{n}" for world in ("base", "underground") for n in (2, 3, 4, 5)]
WANDERERS = runpy.run_path(str(Path(__file__).with_name("wanderers.py")))
# One race of that file derives from one of the box.
RAIDERS = Path(__file__).parents[1] / "legacy" / "custom" / "wanderers.py"
BROKEN = "broken:"


class Scribe(Listener):
    """Writes down every event; it, too, is a plain-Python subclass of a compiled class."""

    def __init__(self) -> None:
        self.heard: list[str] = []

    def hear(self, event: Event) -> None:
        self.heard.append(repr(event))


def tables() -> dict[str, GameSetup]:
    """Every board, both worlds mixed, settings turned the other way, and home-made traits."""
    found = {board: GameSetup(map=board) for board in BOARDS}
    sites = possible_monster_sites("base-5", range(60), 5)
    found["mixed above"] = GameSetup(map="base-5", world="mixed", monsters=sites)
    found["mixed below"] = GameSetup(map="underground-5", world="mixed")
    found["settings"] = GameSetup(
        map="underground-4",
        world="mixed",
        players=5,
        settings=HouseRules(
            {"own_decline_defends": False, "ghouls_reenter": False, "flames_entry": "volcano"}
        ),
    )
    found["custom"] = GameSetup(
        map="base-3", custom=Custom([WANDERERS["Wanderers"]], [WANDERERS["Roaming"]])
    )
    found["custom file"] = GameSetup(map="base-4", custom=load_python(str(RAIDERS)))
    return found


def play(table: GameSetup, seed: int) -> Iterator[str]:
    """One game by random choices: a line for each action; an error ends it and is a line, too."""
    s = start_game(table)
    scribe = Scribe()
    s.listener = scribe
    dealer = Dealer(seed)
    number = 0
    try:
        while not is_over(s):
            number += 1
            yield f"{number} {step(s, dealer)} {' '.join(scribe.heard)}"
            scribe.heard.clear()
            if number % 50 == 0:
                yield look_closely(s)
        yield f"{result(s).coins} {result(s).tokens} {result(s).winners}"
    except Exception as error:
        yield f"{BROKEN} {type(error).__name__} {error}"


def step(s: State, dealer: Dealer) -> str:
    """Draw or choose, apply, and tell everything that can be seen of it."""
    if is_chance(s):
        offered = str(outcomes(s))
        action = dealer.draw(s)
    else:
        choices = legal(s)
        offered = str(choices)
        action = choices[dealer.pick(len(choices))]
    text = to_text(s, action)
    assert from_text(s, text) == action
    apply(s, action)
    wrong = check(s)
    assert not wrong, f"{text}: {wrong}"
    return f"{text} from {digest(offered)} to {fingerprint(s)}"


def look_closely(s: State) -> str:
    """A position seen by what is too slow to ask after every action."""
    data = to_bytes(s)
    again = from_bytes(data, s.options, s.library)
    assert to_bytes(again) == data == to_bytes(s.copy())
    scores = [explain_score(s, seat) for seat in range(s.seats)]
    return f"{digest(data.hex())} {digest(str(scores))}"


def digest(text: str) -> str:
    """A long text in a few letters."""
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def compiled_modules() -> list[str]:
    """The modules of the package, among those loaded, that are extension modules."""
    found = {name: str(getattr(module, "__file__", "")) for name, module in sys.modules.items()}
    return sorted(
        name
        for name, file in found.items()
        if name.startswith("smallworld.") and not file.endswith(".py")
    )


def main(arguments: list[str]) -> None:
    """Play one game in full, or many in short."""
    if len(arguments) == 2:
        print(*play(tables()[arguments[0]], int(arguments[1])), sep="\n")
        return
    print("compiled", *compiled_modules())
    for name, table in tables().items():
        for seed in range(int(arguments[0])):
            lines = list(play(table, seed))
            print(name, seed, digest("\n".join(lines)), *lines[-1:] * lines[-1].startswith(BROKEN))
    print("asked", *(f"{hook}={times}" for hook, times in sorted(WANDERERS["ASKED"].items())))


if __name__ == "__main__":
    main(sys.argv[1:])
