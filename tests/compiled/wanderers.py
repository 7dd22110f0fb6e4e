"""A home-made race and power in plain Python, which the compiled engine must ask like its own."""

from smallworld.engine.actions import Actions, region_of, use
from smallworld.engine.regions import BIT, Regions
from smallworld.engine.state import Empire, State
from smallworld.engine.terms import PLACEMENTS
from smallworld.engine.trait import Power, Race
from smallworld.engine.verbs import draw_tokens, gain


class Wanderers(Race):
    """Hills are cheaper; every forest pays; a token for a mountain; a coin for a rest."""

    def __init__(self) -> None:
        super().__init__("Wanderers", tokens=7, supply=14, bonus=1, word="rest")
        self.asked: dict[str, int] = {}

    def note_asked(self, hook: str) -> None:
        """Count how often the engine called a hook."""
        self.asked[hook] = self.asked.get(hook, 0) + 1

    def cheaper(self, s: State, e: Empire) -> Regions:
        self.note_asked("cheaper")
        return s.board.hills

    def pays(self, s: State, e: Empire) -> Regions:
        self.note_asked("pays")
        return s.board.forests

    def tokens_lost(self, s: State, e: Empire, usual: int) -> int:
        self.note_asked("tokens_lost")
        return 0

    def on_conquered(self, s: State, e: Empire, r: int) -> None:
        self.note_asked("on_conquered")
        if s.board.mountains & BIT[r]:
            draw_tokens(s, e, 1)

    def options(self, s: State, e: Empire, phase: int, out: Actions) -> None:
        self.note_asked("options")
        if phase == PLACEMENTS and not s.turn_note(self):
            for r in range(s.board.size):
                if e.regions & s.board.farmlands & BIT[r]:
                    out.add(use(self.number, r, 0, 0))

    def answer(self, s: State, e: Empire, action: int) -> None:
        self.note_asked("answer")
        assert e.regions & BIT[region_of(action)]
        s.set_turn_note(self, 1)
        gain(s, e.seat, 1, self.name)


class Roaming(Power):
    """Enters anywhere on land, and keeps two tokens off the map."""

    def __init__(self) -> None:
        super().__init__("Roaming", tokens=5)

    def enters(self, s: State, e: Empire) -> Regions:
        return s.board.land

    def conquest_only(self, s: State, e: Empire) -> int:
        return 2
