"""A refused action names what was tried, why not, and the rule; nothing changes."""

from __future__ import annotations

import pytest

from smallworld.engine.errors import Illegal
from smallworld.engine.game import apply
from smallworld.engine.notation import from_text
from smallworld.engine.pack import fingerprint
from smallworld.game.given.position import set_up_scenario
from smallworld.scenario.reader import parse_scenarios

RATMEN = "        active: {race: Ratmen, power: Commando, at: {A: 1}, hand: 3}\n"
POSITION = """
- id: a-position
  rule: A8.1
  given:
    world: mixed
    board:
      A: {terrain: hill, edge: true}
      B: {terrain: hill}
      C: {terrain: mountain}
      D: {terrain: hill}
      F: {terrain: hill}
      G: {terrain: hill}
      S: {terrain: sea, edge: true}
      V: {terrain: chasm}
      Z: {terrain: hill}
      borders: [A-B, A-C, A-D, A-F, A-G, A-S, A-V, B-Z]
    seats:
      P1:
        coins: 0
        active: {race: Ratmen, power: Commando, at: {A: 1}, hand: 3}
      P2:
        active: {race: Orcs, power: Diplomat, at: {B: 1}}
        declined: [{race: Liches, at: {F: 1}}]
      P3:
        active: {race: Halflings, power: Swamp, at: {C: 5, D: 2, G: 4}}
    pieces: {hole: [D]}
    peace: {P1: P2}
    phase: %s
  play: [finish game]
"""


HEROES = """
- id: heroes-in-hand
  rule: A10
  given:
    board:
      A: {terrain: hill, edge: true}
      B: {terrain: hill}
      borders: [A-B]
    seats:
      P1:
        active: {race: Ratmen, power: Heroic, at: {A: 1, B: 1}}
      P2: {}
    pieces: {hero: [A]}
    phase: placements
  play: [finish game]
"""


def test_a_hero_in_hand_is_named_by_its_power() -> None:
    (scenario,) = parse_scenarios(HEROES, "heroes.yaml")
    s = set_up_scenario(scenario.given)
    with pytest.raises(Illegal, match="what Heroic has in hand must be placed first") as refused:
        apply(s, from_text(s, "done"))
    assert refused.value.rule == "A10"
    assert (refused.value.code, refused.value.facts) == ("must_place", {"trait": "Heroic"})


BERSERK = """
- id: berserk
  rule: B2 Berserk
  given:
    board:
      A: {terrain: hill, edge: true}
      B: {terrain: hill}
      borders: [A-B]
    seats:
      P1:
        active: {race: Ratmen, power: Berserk, at: {A: 1}, hand: %d}
      P2: {}
  play: [finish game]
"""


def test_a_second_roll_is_told_that_the_first_one_waits() -> None:
    (scenario,) = parse_scenarios(BERSERK % 3, "berserk.yaml")
    s = set_up_scenario(scenario.given)
    for text in ("roll", "die 1"):
        apply(s, from_text(s, text))
    with pytest.raises(Illegal, match="a roll waits to be used") as refused:
        apply(s, from_text(s, "roll"))
    assert (refused.value.code, refused.value.rule) == ("roll_waits", "A8.7")


def test_a_roll_with_an_empty_hand_is_told_so() -> None:
    (scenario,) = parse_scenarios(BERSERK % 0, "berserk.yaml")
    s = set_up_scenario(scenario.given)
    with pytest.raises(Illegal, match="no token of Ratmen is in hand") as refused:
        apply(s, from_text(s, "roll"))
    assert (refused.value.code, refused.value.rule) == ("no_hand", "A8.1g")


GNOMES = """
- id: gnomes
  rule: B3 Gnomes
  given:
    world: mixed
    board:
      A: {terrain: hill, edge: true}
      B: {terrain: hill}
      Z: {terrain: hill}
      borders: [A-B, B-Z]
    seats:
      P1:
        active: {race: Ratmen, power: %s, at: {A: 1}, hand: 4}
      P2:
        active: {race: Gnomes, power: Commando, at: {B: 1, Z: 1}}
    phase: conquest
  play: [finish game]
"""


@pytest.mark.parametrize(
    ("power", "text", "code"),
    [
        ("Dragon Master", "conquer B with Dragon Master", "only_tokens"),
        ("Flying", "conquer Z", "only_bordering"),
    ],
)
def test_gnomes_are_taken_by_tokens_from_next_door(power: str, text: str, code: str) -> None:
    (scenario,) = parse_scenarios(GNOMES % power, "gnomes.yaml")
    s = set_up_scenario(scenario.given)
    with pytest.raises(Illegal) as refused:
        apply(s, from_text(s, text))
    assert (refused.value.code, refused.value.facts) == (code, {"race": "Gnomes"})
    assert refused.value.rule == "A8.3"
    apply(s, from_text(s, "conquer B"))


@pytest.mark.parametrize(
    ("phase", "text", "reason", "rule"),
    [
        ("conquest", "conquer A", "hold it already", "A8.1a"),
        ("conquest", "conquer S", "seas and lakes", "A8.1b"),
        ("conquest", "conquer V", "chasm", "0.5"),
        ("conquest", "conquer D", "immune (hole)", "A8.6"),
        ("conquest", "conquer B", "Diplomat", "A8.1d"),
        ("conquest", "conquer F", "Liches", "A8.1d"),
        ("conquest", "conquer Z", "no region of Ratmen is adjacent", "A8.1e"),
        ("conquest", "conquer C", "it costs 7, 3 can be sent", "A8.1h"),
        ("conquest", "roll C", "the die adds 3 at most", "A8.7"),
        ("conquest", "roll", "does not roll before", "A8.7"),
        ("conquest", "conquer G with Sorcerers", "not open", "A8.1"),
        ("conquest", "deploy A 1", "not possible in this phase (conquest)", "A9"),
        ("conquest", "decline", "not possible in this phase", "A13.1"),
        ("conquest", "place hero A", "Heroic does not work for P1 now", "A10"),
        ("conquest", "die 2", "P1 decides", "0.9"),
        ("redeploy", "deploy C 1", "P1 holds no tokens there", "A9"),
        ("redeploy", "deploy A 4", "3 tokens of Ratmen can be placed", "A9"),
        ("redeploy", "done", "tokens in hand must be placed first", "A9"),
        ("pick", "pick 3", "it costs 2 coins, 0 are there", "A2.2"),
        ("pick", "pick 9", "the row has 6 combos", "A2"),
        ("choose", "conquer C", "not possible in this phase (choose)", "A8.1"),
    ],
)
def test_the_reason_and_the_rule(phase: str, text: str, reason: str, rule: str) -> None:
    given = POSITION % phase
    if phase == "pick":  # for who has no race yet
        given = given.replace(RATMEN, "")
    (scenario,) = parse_scenarios(given, "position.yaml")
    s = set_up_scenario(scenario.given)
    before = fingerprint(s)
    with pytest.raises(Illegal) as refused:
        apply(s, from_text(s, text))
    assert text in refused.value.reason
    assert reason in refused.value.reason
    assert refused.value.rule == rule
    assert fingerprint(s) == before
