"""Races and powers that do what their clauses say; they hand every question on to them.

The two classes say the same twice, as a class that both share would not compile.
"""

from __future__ import annotations

from typing import Final

from smallworld.content.custom.clauses import Clauses
from smallworld.content.custom.words import Words
from smallworld.engine.actions import Actions
from smallworld.engine.regions import Regions
from smallworld.engine.shim import i64
from smallworld.engine.state import Empire, State
from smallworld.engine.terms import DECLINE
from smallworld.engine.trait import Power, Race


class DataRace(Race):
    """A race that does what its clauses say."""

    def __init__(self, name: str, tokens: int, supply: int, words: Words, said: Clauses) -> None:
        super().__init__(
            name,
            tokens=tokens,
            supply=supply,
            text=words.text,
            translations=words.translations,
            emblem=words.emblem,
            works=said.works,
            keeps=said.keeps,
            word=said.word(),
            brings=said.brings(),
        )
        self.said: Final = said

    def answered(self) -> int:
        return self.said.hooks

    def cheaper(self, s: State, e: Empire) -> Regions:
        return self.said.all_regions(s, e, self.said.cheaper)

    def dearer(self, s: State, e: Empire) -> Regions:
        return self.said.all_regions(s, e, self.said.dearer)

    def enters(self, s: State, e: Empire) -> Regions:
        return self.said.all_regions(s, e, self.said.enters) & s.board.land

    def reaches(self, s: State, e: Empire) -> Regions:
        return self.said.all_regions(s, e, self.said.reaches) & s.board.land

    def links(self, s: State, e: Empire, start: Regions) -> Regions:
        return self.said.linked(s, e, start)

    def pays(self, s: State, e: Empire) -> Regions:
        return self.said.paying(s, e)

    def coins_overall(self, s: State, e: Empire) -> i64:
        return self.said.further_coins(s, e)

    def tokens_on_redeploy(self, s: State, e: Empire) -> i64:
        return self.said.new_tokens(s, e)

    def tokens_lost(self, s: State, e: Empire, usual: i64) -> i64:
        return self.said.lost(s, e, usual)

    def on_gained(self, s: State, e: Empire, r: i64) -> None:
        self.said.put_in(self, s, e, r)

    def options(self, s: State, e: Empire, phase: i64, out: Actions) -> None:
        self.said.offer(self, s, e, phase, out)

    def answer(self, s: State, e: Empire, action: i64) -> None:
        self.said.place(self, s, action)


class DataPower(Power):
    """A power that does what its clauses say; while one speaks in decline the badge stays."""

    def __init__(self, name: str, tokens: int, words: Words, said: Clauses) -> None:
        super().__init__(
            name,
            tokens=tokens,
            text=words.text,
            translations=words.translations,
            emblem=words.emblem,
            works=said.works,
            keeps=said.keeps,
            kept=said.works & DECLINE != 0,
            word=said.word(),
            brings=said.brings(),
        )
        self.said: Final = said

    def answered(self) -> int:
        return self.said.hooks

    def cheaper(self, s: State, e: Empire) -> Regions:
        return self.said.all_regions(s, e, self.said.cheaper)

    def dearer(self, s: State, e: Empire) -> Regions:
        return self.said.all_regions(s, e, self.said.dearer)

    def enters(self, s: State, e: Empire) -> Regions:
        return self.said.all_regions(s, e, self.said.enters) & s.board.land

    def reaches(self, s: State, e: Empire) -> Regions:
        return self.said.all_regions(s, e, self.said.reaches) & s.board.land

    def links(self, s: State, e: Empire, start: Regions) -> Regions:
        return self.said.linked(s, e, start)

    def pays(self, s: State, e: Empire) -> Regions:
        return self.said.paying(s, e)

    def coins_overall(self, s: State, e: Empire) -> i64:
        return self.said.further_coins(s, e)

    def tokens_on_redeploy(self, s: State, e: Empire) -> i64:
        return self.said.new_tokens(s, e)

    def tokens_lost(self, s: State, e: Empire, usual: i64) -> i64:
        return self.said.lost(s, e, usual)

    def on_gained(self, s: State, e: Empire, r: i64) -> None:
        self.said.put_in(self, s, e, r)

    def options(self, s: State, e: Empire, phase: i64, out: Actions) -> None:
        self.said.offer(self, s, e, phase, out)

    def answer(self, s: State, e: Empire, action: i64) -> None:
        self.said.place(self, s, action)

    def on_released(self, s: State, e: Empire) -> None:
        self.said.take_back(self, s)
