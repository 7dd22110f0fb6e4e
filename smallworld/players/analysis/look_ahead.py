"""What hints and reviews expect of the actions worth a thought: the best that we know to tell.

Which combo, and whether to decline, is played on to the end of the game, since people are told
what each is worth. Everything else is played on as the champion does, and judged by its judge.
"""

from __future__ import annotations

from dataclasses import replace

from smallworld.engine.game import State
from smallworld.players.budget import Budget, Clock, StopCheck, never
from smallworld.players.judge.judge_file import shipped_judge
from smallworld.players.policy.evaluation import BIG
from smallworld.players.policy.judge import Judge
from smallworld.players.search.champion import ChampionPlayer
from smallworld.players.search.search import SCOPE, Thought, policy_for, search


def look_ahead(
    s: State, seat: int, budget: Budget, seed: int, stopped: StopCheck = never
) -> list[Thought]:
    """What is expected of the actions worth thinking about, the best first; s is left alone."""
    policy = policy_for(s)
    clock = Clock(budget, stopped)
    if s.step() in BIG:
        return search(s, seat, clock, seed, policy, SCOPE)
    judge = Judge(shipped_judge().numbers_for(s.library), policy)
    champion = ChampionPlayer.OF_FEW.get(int(s.seats), ChampionPlayer.SCOPE)
    # The next best actions are told too, so nobody is left out as soon as the best is certain.
    return search(s, seat, clock, seed, policy, replace(champion, hasty=False), judge)
