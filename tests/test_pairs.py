"""Every race with every power plays: three turns, decline, and a new race beside it.

In the compiled build, where there is a compiler.
"""

import pytest

from smallworld.content.library import NOT_ABOVE, NOT_BELOW, full_library
from smallworld.content.loader import load_map
from smallworld.devtools.checked import CheckedGame, CheckLevel
from smallworld.devtools.soak import choose_verb
from smallworld.engine import actions
from smallworld.engine.game import is_chance, is_over, legal, start, to_act
from smallworld.engine.notation import from_text
from smallworld.engine.options import Library, Options
from smallworld.engine.regions import BIT
from smallworld.engine.state import State
from smallworld.engine.terms import CHOOSE, LATE_DECLINE, PICK, RACE_REVEAL, READY
from smallworld.game.compiled.dealer import Dealer
from smallworld.game.setup import GameSetup, possible_monster_sites, prepare
from tests.compiled.build import Do

BOX = full_library("mixed")
RACES = [race.name for race in BOX.races]
POWERS = [power.name for power in BOX.powers]
TURNS = 6
CARE = CheckLevel(check=1, deep=25)


def boxes() -> list[tuple[Options, Library]]:
    """The mixed game above ground with places and below; and all there is, for what C2 removes."""
    sites = possible_monster_sites("base-2", list(range(load_map("base-2").board.size)), 2)
    above = prepare(GameSetup(map="base-2", world="mixed", turns=TURNS, monsters=sites))
    below = prepare(GameSetup(map="underground-2", world="mixed", turns=TURNS))
    return [above, below, (below[0], full_library("mixed"))]


def board_for(race: str, power: str) -> int:
    """Which of the boxes holds both: either board where both do."""
    below = race not in NOT_BELOW and power not in NOT_BELOW
    above = race not in NOT_ABOVE and power not in NOT_ABOVE
    if above and below:
        return (RACES.index(race) + POWERS.index(power)) % 2
    return 0 if above else 1 if below else 2


def reveal(s: State, race: str, power: str, dealer: Dealer) -> int:
    """Luck that puts the wanted pair on top of the row; later it is the dealer's."""
    if s.row_size:
        return dealer.draw(s)
    return from_text(s, f"race {race}" if s.step() == RACE_REVEAL else f"power {power}")


def choose(s: State, offered: list[int], dealer: Dealer) -> int:
    """Random, but the first seat takes the pair, keeps it for three turns, and then declines."""
    if to_act(s) == 0:
        if s.step() == PICK and s.turn == 1:
            return int(actions.pick(1, 0))
        if s.step() == CHOOSE:
            declines = s.turn == 4
            return next(a for a in offered if (actions.verb_of(a) == actions.DECLINE) == declines)
        if s.step() == LATE_DECLINE and s.turn < 4:
            return int(actions.plain(actions.PASS))
        if s.step() == READY and dealer.pick(3):
            return int(actions.plain(actions.DONE))
    return choose_verb(s, offered, dealer)


@pytest.mark.parametrize("race", RACES)
def test_every_race_plays_with_every_power(race: str, quickly: Do) -> None:
    quickly(play_with_every_power, race)


def play_with_every_power(race: str) -> None:
    tables = boxes()
    for power in POWERS:
        options, library = tables[board_for(race, power)]
        s = start(options, library)
        seed = RACES.index(race) * 100 + POWERS.index(power)
        game = CheckedGame(s, seed, care=CARE)
        dealer = Dealer(seed)
        had = 0
        while not is_over(s):
            if is_chance(s):
                game.play(reveal(s, race, power, dealer))
                continue
            pair = s.active(0)
            if s.turn <= 3 and to_act(s) == 0 and s.step() != PICK:
                assert (pair.race.name, pair.power.name) == (race, power)
                had |= int(BIT[s.turn])
            game.play(choose(s, legal(s), dealer))
        game.check_end()
        assert had == 0b1110, "three turns of its own"


def test_there_are_twenty_nine_races_and_forty_one_powers() -> None:
    assert (len(RACES), len(POWERS)) == (29, 41)
    assert {board_for(race, power) for race in RACES for power in POWERS} == {0, 1, 2}
