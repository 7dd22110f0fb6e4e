"""Every place and relic is found and used; every power is granted by Stonehedge and played."""

from collections.abc import Callable

import pytest

from smallworld.content.library import full_library
from smallworld.content.loader import load_map
from smallworld.devtools.checked import CheckedGame, CheckLevel
from smallworld.devtools.soak import choose_verb
from smallworld.engine import actions
from smallworld.engine.actions import verb_of
from smallworld.engine.game import is_chance, is_over, legal, outcomes, start, to_act
from smallworld.engine.notation import from_text, to_text
from smallworld.engine.options import Options
from smallworld.engine.regions import BIT
from smallworld.engine.rules.scoring import explain_score
from smallworld.engine.state import NOBODY, State
from smallworld.engine.terms import ACTIVE, CHOOSE, DECLINE, READY, START
from smallworld.game.compiled.dealer import Dealer
from smallworld.game.setup import seat_names

MARKERS = [marker.name for marker in full_library("underground").markers]
POWERS = [power.name for power in full_library("mixed").powers]
CARE = CheckLevel(check=1, deep=15)

# Underground, for two; Monsters stand in 21, mud at the edge. 13 (black mountain), 27 (mud, edge)
# and 20 (crystal) border it; 1 is mud too, far away.
FIND = "21"


class Script:
    """A checked game in which luck does as it is told, and else as it comes."""

    def __init__(self, keep: str = "", turns: int = 4) -> None:
        """The first seat has taken the region of Monsters; the badge `keep` is still to come."""
        options = Options(load_map("underground-2").board, seat_names(2), turns)
        self.s: State = start(options, full_library("mixed"))
        self.game = CheckedGame(self.s, 1, care=CARE)
        self._keep = keep
        own, other = [name for name in ("Alchemist", "Merchant", "Hill") if name != keep][:2]
        self.play("race Ratmen", f"power {own}", "race Orcs", f"power {other}")
        self.play("pick 1", f"conquer {FIND}")

    def play(self, *lines: str) -> None:
        """Play these lines; luck that none of them names comes in between as it will."""
        for line in lines:
            while is_chance(self.s) and from_text(self.s, line) not in dict(outcomes(self.s)):
                self._draw()
            self.game.play(from_text(self.s, line))

    def _draw(self) -> None:
        """The first outcome in the library's order, but not the badge that is to come."""
        first, *others = [outcome for outcome, _ in outcomes(self.s)]
        is_kept = to_text(self.s, first) == f"power {self._keep}"
        self.game.play(others[0] if is_kept else first)

    def end_turn(self) -> None:
        """Everything in hand into the first region, no more conquests, nothing optional."""
        seat = self.s.seat
        turn = self.s.turn
        while (self.s.seat, self.s.turn) == (seat, turn) and not is_over(self.s):
            if is_chance(self.s):
                self._draw()
                continue
            offered = legal(self.s)
            verbs = [verb_of(action) for action in offered]
            for verb in (actions.DONE, actions.STOP, actions.PASS, actions.EXPAND):
                if verb in verbs:
                    self.game.play(offered[verbs.index(verb)])
                    break
            else:
                self.game.play(offered[-1])

    def may(self, text: str) -> bool:
        """Whether that is legal now."""
        return from_text(self.s, text) in legal(self.s)

    def where(self, marker: str) -> str:
        """The region in which that place or relic lies."""
        trait = self.s.library.by_name[marker]
        index = [m.number for m in self.s.library.markers].index(trait.number)
        r = int(self.s.marker_region(index))
        return self.s.board.names[r] if r >= 0 else ""

    def parts(self) -> dict[str, int]:
        """What the first seat would score now, by name."""
        return {part.text: part.amount for part in explain_score(self.s, 0)}


def meet(script: Script) -> None:
    """The second player comes next door, with one token in 27 and more in 26."""
    script.end_turn()
    script.play("pick 1", "conquer 27", "conquer 26", "stop", "deploy 26 5", "done")
    script.play("expand", "done")


def use_flying_doormat(script: Script) -> None:
    assert not script.may("conquer 1")
    script.play("conquer 1 with Flying Doormat")
    assert script.where("Flying Doormat") == "1"


def use_froggys_ring(script: Script) -> None:
    meet(script)
    before = list(script.s.coins)
    script.play("stop", f"deploy {FIND} 11", "done", f"place Froggy's Ring {FIND}")
    assert script.parts()["Froggy's Ring"] == 1
    script.play("done")
    assert script.s.coins[1] == before[1] - 1


def use_stinky_trolls_socks(script: Script) -> None:
    script.end_turn()
    script.play("pick 1", "conquer 27", "stop", "deploy 27 6", "done", "expand", "done")
    hand = script.s.active(0).hand
    script.play("conquer 27 with Stinky Troll's Socks")
    assert script.s.active(0).hand == hand - 2
    assert script.s.active(1).withdrawn == 7


def use_scepter_of_avarice(script: Script) -> None:
    script.play("stop", f"deploy {FIND} 11", "done", f"place Scepter of Avarice {FIND}")
    assert script.parts()["Scepter of Avarice"] == 1


def use_shiny_orb(script: Script) -> None:
    meet(script)
    tray = script.s.active(0).tray
    script.play("conquer 27 with Shiny Orb")
    assert script.s.active(0).tray == tray - 1
    assert script.where("Shiny Orb") == "27"


def use_sword_of_the_killer_rabbit(script: Script) -> None:
    hand = script.s.active(0).hand
    script.play("conquer 13 with Sword of the Killer Rabbit")
    assert script.s.active(0).hand == hand - 1


def use_altar_of_souls(script: Script) -> None:
    script.play("conquer 13")
    script.end_turn()
    script.end_turn()
    script.play("decline", "sacrifice 13")
    assert script.parts()["Altar of Souls"] == 3


def use_crypt_of_the_tomb_raider(script: Script) -> None:
    script.play("stop", f"deploy {FIND} 11", "done", "place ghost 27")
    script.end_turn()
    script.play("pick 1", "conquer 26")
    assert not script.may("conquer 27")


def use_diamond_fields(script: Script) -> None:
    script.play("conquer 27")
    assert script.parts()["Diamond Fields"] == 2


def use_great_brass_pipe(script: Script) -> None:
    script.play("conquer 1")
    assert script.s.active(0).regions & BIT[script.s.board.number["1"]]


def use_fountain_of_youth(script: Script) -> None:
    tray = script.s.active(0).tray
    script.end_turn()
    script.end_turn()
    assert script.s.active(0).tray == tray - 1


def use_keep_on_the_motherland(script: Script) -> None:
    assert script.parts()["Keep on the Motherland"] == 1


def use_mine_of_the_lost_dwarf(script: Script) -> None:
    assert script.parts()["Mine of the Lost Dwarf"] == 2


def use_stonehedge(script: Script) -> None:
    script.play("grant Hill")
    assert "Hill" in [trait.name for trait in script.s.active(0).traits]


def use_wickedest_pentacle(script: Script) -> None:
    script.play("place balrog 27")
    assert not script.may("conquer 27")


USES: dict[str, Callable[[Script], None]] = {
    "Altar of Souls": use_altar_of_souls,
    "Crypt of the Tomb-raider": use_crypt_of_the_tomb_raider,
    "Diamond Fields": use_diamond_fields,
    "Great Brass Pipe": use_great_brass_pipe,
    "Fountain of Youth": use_fountain_of_youth,
    "Keep on the Motherland": use_keep_on_the_motherland,
    "Mine of the Lost Dwarf": use_mine_of_the_lost_dwarf,
    "Stonehedge": use_stonehedge,
    "Wickedest Pentacle": use_wickedest_pentacle,
    "Flying Doormat": use_flying_doormat,
    "Froggy's Ring": use_froggys_ring,
    "Stinky Troll's Socks": use_stinky_trolls_socks,
    "Scepter of Avarice": use_scepter_of_avarice,
    "Shiny Orb": use_shiny_orb,
    "Sword of the Killer Rabbit": use_sword_of_the_killer_rabbit,
}


@pytest.mark.parametrize("marker", MARKERS)
def test_every_place_and_relic_is_found_and_used(marker: str) -> None:
    script = Script()
    script.play(f"find {marker}")
    assert script.where(marker) == FIND
    USES[marker](script)
    play_on(script, Dealer(MARKERS.index(marker)), idle_rival=False)


# ---- what Stonehedge grants ----

# Actions of the holder that would not be there without the granted power.
OFFERS = {
    "Berserk": "roll",
    "Bivouacking": "place encampment 21 1",
    "Diplomat": "ally P2",
    "Dragon Master": "conquer 13 with Dragon Master",
    "Flying": "conquer 1",
    "Fortified": "place fortress 21",
    "Heroic": "place hero 21",
    "Reborn": "replace 21",
    "Royal": "place queen 21",
    "Stout": "pass",
    "Vanishing": "decline with Vanishing",
}


def play_on(script: Script, dealer: Dealer, idle_rival: bool) -> set[str]:
    """Two turns at random, then decline, then a new race beside; all that was offered to P1."""
    s = script.s
    offers: set[str] = set()
    while not is_over(s):
        if is_chance(s):
            script.game.play(dealer.draw(s))
            continue
        offered = legal(s)
        if to_act(s) == 1 and idle_rival:
            script.end_turn()
            continue
        action = choose_verb(s, offered, dealer)
        if to_act(s) == 0:
            offers.update(to_text(s, offer) for offer in offered)
            if s.step() == CHOOSE:
                declines = s.turn == 3
                action = next(a for a in offered if (verb_of(a) == actions.DECLINE) == declines)
            elif s.step() in (READY, START) and s.turn < 3:
                action = int(actions.plain(actions.DONE))  # and so keeps Stonehedge
        script.game.play(action)
    script.game.check_end()
    return offers


@pytest.mark.parametrize("power", POWERS)
def test_every_power_is_granted_by_stonehedge_and_its_holder_plays(power: str) -> None:
    for idle_rival in (True, False):
        script = Script(keep=power)
        script.play("find Stonehedge", f"grant {power}")
        s = script.s
        granted = s.library.by_name[power]
        assert s.active(0).speaks(granted) == bool(granted.works & ACTIVE)
        offers = play_on(script, Dealer(POWERS.index(power)), idle_rival)
        if idle_rival:
            assert OFFERS.get(power, "done") in offers


@pytest.mark.parametrize("power", POWERS)
def test_a_granted_power_speaks_for_a_race_in_decline_if_its_text_says_so(power: str) -> None:
    script = Script(keep=power)
    script.play("find Stonehedge", f"grant {power}")
    script.end_turn()
    script.end_turn()
    script.play("decline")
    granted = script.s.library.by_name[power]
    holder = script.s.holder(script.s.board.number[FIND])
    assert holder is not NOBODY
    assert holder.declined
    assert holder.speaks(granted) == bool(granted.works & DECLINE)


def test_all_of_them_are_here() -> None:
    assert sorted(USES) == sorted(MARKERS)
    assert (len(MARKERS), len(POWERS)) == (15, 41)
