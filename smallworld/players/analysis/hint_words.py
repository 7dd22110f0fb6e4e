"""The reasons of a hint in English; other languages have the same codes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

# What each code says; {n:token} is that number with its noun.
REASONS: Final = {
    "only": "there is nothing else to do",
    "tokens": "brings {tokens:token}",
    "coins_on_it": "takes {coins:coin} lying on it",
    "fresh_race": "makes room for a new race, and the {race} keep paying for {regions:region}",
    "goes_on": "the {race} have more to gain than a new race would, with {turns:turn} to come",
    "last_turn": "in the last turn it is too late for a new race",
    "income": "brings {coins:coin} more this turn",
    "harms": "costs {seat} {coins:coin} a turn",
    "prepares": "prepares what comes next",
    "die_first": "the die comes first and can only help",
    "keeps_tokens": "leaves {tokens:token} to redeploy",
    "stronger": "makes {region} cost {after} instead of {before}",
    "enough": "nothing else on the list is worth it",
    "ahead": "about {coins:coin} better in the end than {other}",
    "as_good": "about as good as {other}",
    "pays": "costs {coins:coin}",
    "turn_spent": "no conquests this turn",
    "leaves": "the {race} leave the map with {regions:region}",
    "bonus_lost": "what the {race} earn beyond their regions ends",
    "may_fail": "fails in {percent} % of all rolls",
    "weak_spot": "the weakest spot is {region}, which {seat} can take for {tokens:token}",
    "exposed": "as things stand {seat} can take {region} for {tokens:token}",
}


class _Counted(str):
    """A number that can be written with its noun: f"{n:coin}"."""

    __slots__ = ()

    def __format__(self, noun: str) -> str:
        plain = str(self)
        return f"{plain} {noun if plain == '1' else noun + 's'}" if noun else plain


def say(code: str, facts: Mapping[str, int | float | str]) -> str:
    """One reason in English.

    >>> say("harms", {"seat": "P2", "coins": 1})
    'costs P2 1 coin a turn'
    """
    return REASONS[code].format(**{name: _Counted(value) for name, value in facts.items()})
