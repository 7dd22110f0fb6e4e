"""Why something cannot be done, as a code with facts, so that every reader gets it in their words.

The English words stand here once; a page has those of other languages under the same codes.
"""

from __future__ import annotations

from typing import Final

Fact = int | str | list[str]
Facts = dict[str, Fact]

REASONS: Final = {
    # whose turn, which phase
    "game_over": "the game is over",
    "luck_next": "luck is next ({phase}), and it cannot bring that",
    "no_luck_due": "no luck is due now; {seat} decides ({phase})",
    "wrong_phase": "not possible in this phase ({phase})",
    "not_now": "not possible now",
    "nothing_to_finish": "there is nothing to be done with",
    # combos
    "row_size": "the row has {n} combos",
    "pick_price": "it costs {price} coins, {coins} are there",
    "no_exchange": "this race cannot exchange its badge with that combo",
    # conquests
    "no_race": "there is no race to conquer with",
    "held": "{race} hold it already",
    "chasm": "nobody ever enters a chasm",
    "no_seas": "this race cannot take seas and lakes",
    "immune": "it is immune ({pieces})",
    "attack_refused": "{race} refuse this attacker ({trait})",
    "only_tokens": "{race} can be attacked only with tokens, by an active race",
    "only_bordering": "{race} can be attacked only from a bordering region",
    "not_adjacent": "no region of {race} is adjacent to it",
    "no_entry": "a First Conquest cannot begin there",
    "no_hand": "no token of {race} is in hand",
    "way_closed": "that way is not open now, or not there",
    "too_dear": "it costs {price}, {force} can be sent",
    # the die
    "name_region": "this race does not roll before naming a region",
    "no_final_attempt": "this race has no final attempt",
    "roll_waits": "a roll waits to be used",
    "no_die_needed": "it costs {price} and {force} can be sent: no die is needed",
    "beyond_die": "it costs {price}, {force} can be sent, and the die adds {die} at most",
    # tokens
    "place_first": "tokens in hand must be placed first",
    "must_place": "what {trait} has in hand must be placed first",
    "give_up_first": "first give up regions until {n} tokens are in hand",
    "holds_none": "{seat} holds no tokens there",
    "withdrawn": "{n} withdrawn tokens of {race} wait to be placed",
    "to_place": "{n} tokens of {race} can be placed",
    "abandon": "only a region this race holds, before its conquests, can be abandoned",
    # traits
    "trait_not_now": "{trait} does not allow that now, or not there",
    "trait_silent": "{trait} does not work for {seat} now",
    # home-made classes
    "hook_failed": "{file}, class {owner}, `{hook}`: {problem}",
}


def say(template: str, facts: Facts) -> str:
    """The words with the facts in their places; lists are joined by commas.

    >>> say("it is immune ({pieces})", {"pieces": ["dragon", "hero"]})
    'it is immune (dragon, hero)'
    """
    told = template
    for name, fact in facts.items():
        told = told.replace(
            "{" + name + "}", ", ".join(fact) if isinstance(fact, list) else str(fact)
        )
    return told


class Reason:
    """What stands in the way, and the section of the rules that says so."""

    def __init__(self, code: str, rule: str, facts: Facts) -> None:
        self.code = code
        self.rule = rule
        self.facts = facts

    @property
    def text(self) -> str:
        """The reason in English."""
        return say(REASONS[self.code], self.facts)


def because(code: str, rule: str, **facts: Fact) -> Reason:
    """A reason by its code."""
    return Reason(code, rule, facts)
