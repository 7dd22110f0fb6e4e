"""Prices, actions and events in words."""

import pytest

from smallworld.engine import actions
from smallworld.engine.actions import verb_of
from smallworld.engine.events import Event, Listener
from smallworld.engine.game import apply, is_chance, is_over, legal
from smallworld.engine.notation import from_text, to_text
from smallworld.engine.rules.conquest import Front
from smallworld.engine.state import State
from smallworld.game.compiled.dealer import Dealer
from smallworld.game.given.position import set_up_scenario
from smallworld.game.match import set_table
from smallworld.game.narration.narrator import Narrator
from smallworld.game.narration.words import describe, percent
from smallworld.game.planning.prices import chance_of_at_least, price_of
from smallworld.game.setup import GameSetup, start_game
from smallworld.scenario.reader import parse_scenarios

POSITION = """\
- id: a-position
  rule: A8.5
  given:
    board:
      A: {terrain: hill, edge: true}
      B: {terrain: farmland, symbols: [mine]}
      C: {terrain: mountain}
      D: {terrain: forest, lost_tribe: true}
      E: {terrain: swamp}
      borders: [A-B, A-C, A-D, B-E]
    seats:
      P1:
        active: {race: Ratmen, power: Commando, at: {A: 1}, hand: 6}
      P2:
        active: {race: Orcs, power: Diplomat, at: {B: 3, E: 1}}
  play:
    - finish P1
"""


@pytest.fixture
def s() -> State:
    return set_up_scenario(parse_scenarios(POSITION, "test")[0].given)


@pytest.mark.parametrize(
    ("hand", "text", "words"),
    [
        (6, "conquer B", "conquer B (farmland, mine): 4 tokens (2 farmland + 3 Orcs − 1 Commando)"),
        (6, "conquer C", "conquer C (mountain): 2 tokens (2 land + 1 mountain − 1 Commando)"),
        (6, "conquer D", "conquer D (forest): 2 tokens (2 forest + 1 Lost Tribe − 1 Commando)"),
        (6, "stop", "end the conquests of the Ratmen"),
        (
            2,
            "roll B",
            "roll for B (farmland, mine): needs 2: 33 %; costs 4 "
            "(2 farmland + 3 Orcs − 1 Commando), you have 2",
        ),
    ],
)
def test_actions_in_words(s: State, hand: int, text: str, words: str) -> None:
    s.active(0).tray += 6 - hand
    s.active(0).hand = hand
    action = from_text(s, text)
    assert action in legal(s)
    assert describe(s, action) == words


def test_the_chances_of_the_die() -> None:
    assert [percent(chance_of_at_least(pips)) for pips in range(5)] == [
        "100 %", "50 %", "33 %", "17 %", "0 %",
    ]  # fmt: skip


def test_a_conquest_is_told_with_what_it_cost_both_sides(s: State) -> None:
    for you, sentence in (
        (-1, "P1 conquers B (farmland) from P2's Orcs with 4 tokens; 1 lost; 2 withdrawn."),
        (0, "You conquer B (farmland) from P2's Orcs with 4 tokens; 1 lost; 2 withdrawn."),
        (1, "P1 conquers B (farmland) from your Orcs with 4 tokens; 1 lost; 2 withdrawn."),
    ):
        trial = s.copy()
        teller = Narrator(trial, trial.options.seats, you)
        action = from_text(trial, "conquer B")
        teller.before(action)
        apply(trial, action)
        assert [told.text for told in teller.take()] == [sentence]


def test_tokens_put_down_one_by_one_are_one_sentence(s: State) -> None:
    teller = Narrator(s, s.options.seats)
    told: list[str] = []
    for text in ("conquer D", "stop", "deploy A 1", "deploy D 2", "deploy A 2", "done"):
        action = from_text(s, text)
        teller.before(action)
        apply(s, action)
        told += [sentence.text for sentence in teller.take()]
    assert told[:3] == [
        "P1 conquers D (forest) from a Lost Tribe with 2 tokens.",
        "P1 redeploys 1 to A, 2 to D, 2 to A.",
        "P1 scores 2: 2 regions (Ratmen).",
    ]


def test_what_no_event_tells_of_is_told_all_the_same(s: State) -> None:
    s.push(7, 1, 0)  # the placements of P2, who is a Diplomat
    s.seat = 1
    s.offered = None
    teller = Narrator(s, s.options.seats)
    action = from_text(s, "ally P1")
    teller.before(action)
    apply(s, action)
    assert teller.take()[0].text == "P2 uses Diplomat: ally P1."


class Counter(Listener):
    """Counts events, and passes them on."""

    def __init__(self, teller: Narrator) -> None:
        self.teller = teller
        self.kinds: list[str] = []

    def hear(self, event: Event) -> None:
        self.kinds.append(event.kind)
        self.teller.hear(event)


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("name", ["base-3", "underground-4"])
def test_whole_games_are_told(name: str, seed: int) -> None:
    """Every conquest, score and turn has its sentence; prices agree with the engine's."""
    dealer = Dealer(seed)
    s = start_game(set_table(GameSetup(map=name, world="mixed", turns=5), dealer))
    teller = Narrator(s, s.options.seats, 0)
    counter = Counter(teller)
    s.listener = counter
    told: list[str] = []
    while not is_over(s):
        if is_chance(s):
            action = dealer.draw(s)
        else:
            offered = legal(s)
            for possible in offered:
                check_price(s, possible)
                assert describe(s, possible)
            action = offered[dealer.pick(len(offered))]
        teller.before(action)
        apply(s, action)
        for sentence in teller.take():
            told.append(sentence.kind)
            assert "None" not in sentence.text
            assert "-1" not in sentence.text
    told += [sentence.kind for sentence in teller.finish()]
    for kind in ("turn", "picked", "conquered", "rolled", "scored", "declined", "paid", "found"):
        assert told.count(kind) == counter.kinds.count(kind), kind


def check_price(s: State, action: int) -> None:
    price = price_of(s, action)
    if price is None or price.swaps:
        return
    r = int(actions.region_of(action))
    e = s.empire_of_race(s.step_arg()) if s.step() == 3 else s.active(s.seat)
    front = Front(s, e)
    if " with " not in to_text(s, action):
        assert price.total == front.price(r)
    if verb_of(action) == actions.CONQUER:
        assert price.missing == 0
    elif not front.rolls() & (1 << r):
        assert 1 <= price.missing <= 3
