"""What hints and reviews expect of the actions worth a thought: the best that we know to tell.

Which combo, and whether to decline, is played on to the end of the game, since people are told
what each is worth. Everything else is played on as far as the champion does, by the quick policy,
and the judge of such games says how it will end.
"""

from __future__ import annotations

from dataclasses import replace

from smallworld.engine.game import State
from smallworld.players.budget import Budget, Clock, StopCheck, never
from smallworld.players.judge.judge_file import shipped_judge
from smallworld.players.policy.evaluation import BIG
from smallworld.players.policy.judge import Judge
from smallworld.players.search.champion import ChampionPlayer
from smallworld.players.search.search import SCOPE, Scope, Thought, policy_for, search


def look_ahead(
    s: State, seat: int, budget: Budget, seed: int, stopped: StopCheck = never
) -> list[Thought]:
    """What is expected of the actions worth thinking about, the best first; s is left alone."""
    policy = policy_for(s)
    clock = Clock(budget, stopped)
    if s.step() in BIG:
        return search(s, seat, clock, seed, policy, SCOPE)
    judge = Judge(shipped_judge().numbers_for(s.library), policy)
    return search(s, seat, clock, seed, policy, scope_for(int(s.seats)), judge)


def scope_for(seats: int) -> Scope:
    """The champion's, but quick; the next best actions are told too, so none is left out early."""
    champion = ChampionPlayer.OF_FEW.get(seats, ChampionPlayer.SCOPE)
    return replace(champion, hasty=False, combos=0, unsure=0.0)
