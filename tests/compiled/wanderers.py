"""A home-made race and power in plain Python, which the compiled engine must ask like its own."""

from collections import Counter

from smallworld.engine.actions import Actions, region_of, use
from smallworld.engine.regions import BIT, Regions
from smallworld.engine.state import Empire, State
from smallworld.engine.terms import PLACEMENTS
from smallworld.engine.trait import Power, Race
from smallworld.engine.verbs import draw_tokens, gain

ASKED: Counter[str] = Counter()  # how often the engine called which hook


class Wanderers(Race):
    """Hills are cheaper; every forest pays; a token for a mountain; a coin for a rest."""

    def __init__(self) -> None:
        super().__init__("Wanderers", tokens=7, supply=14, bonus=1, word="rest")

    def cheaper(self, s: State, e: Empire) -> Regions:
        ASKED["cheaper"] += 1
        return s.board.hills

    def pays(self, s: State, e: Empire) -> Regions:
        ASKED["pays"] += 1
        return s.board.forests

    def tokens_lost(self, s: State, e: Empire, usual: int) -> int:
        ASKED["tokens_lost"] += 1
        return 0

    def on_conquered(self, s: State, e: Empire, r: int) -> None:
        ASKED["on_conquered"] += 1
        if s.board.mountains & BIT[r]:
            draw_tokens(s, e, 1)

    def options(self, s: State, e: Empire, phase: int, out: Actions) -> None:
        ASKED["options"] += 1
        if phase == PLACEMENTS and not s.turn_note(self):
            for r in range(s.board.size):
                if e.regions & s.board.farmlands & BIT[r]:
                    out.add(use(self.number, r, 0, 0))

    def answer(self, s: State, e: Empire, action: int) -> None:
        ASKED["answer"] += 1
        assert e.regions & BIT[region_of(action)]
        s.set_turn_note(self, 1)
        gain(s, e.seat, 1, self.name)


class Roaming(Power):
    """Enters anywhere on land, and keeps two tokens off the map."""

    def __init__(self) -> None:
        super().__init__("Roaming", tokens=5)

    def enters(self, s: State, e: Empire) -> Regions:
        ASKED["enters"] += 1
        return s.board.land

    def conquest_only(self, s: State, e: Empire) -> int:
        ASKED["conquest_only"] += 1
        return 2
