"""What the search looks at: trait actions that name a seat are not taken for piles of pieces."""

from smallworld.engine.game import State, legal
from smallworld.engine.notation import to_text
from smallworld.game.given.position import set_up_scenario
from smallworld.players.search.candidates import candidates
from smallworld.players.search.search import policy_for
from smallworld.scenario.reader import parse_scenarios

PEACE = """
- id: peace
  rule: B2
  given:
    board:
      A: {terrain: hill, edge: true}
      B: {terrain: forest}
      C: {terrain: swamp}
      borders: [A-B, B-C]
    seats:
      P1: {active: {race: Orcs, power: Diplomat, at: {A: 5}}}
      P2: {active: {race: Elves, power: Hill, at: {B: 3}}}
      P3: {active: {race: Trolls, power: Forest, at: {C: 3}}}
    phase: placements
  play: []
"""


def offering_peace() -> State:
    [scenario] = parse_scenarios(PEACE, "peace.yaml")
    return set_up_scenario(scenario.given)


def test_peace_with_every_seat_is_considered() -> None:
    s = offering_peace()
    offered = {to_text(s, action) for action in legal(s)}
    assert {"ally P2", "ally P3"} <= offered
    considered = {to_text(s, action) for action in candidates(s, policy_for(s))}
    assert {"ally P2", "ally P3"} <= considered
