"""Every net plays against a fixed pool, with the same luck as the one that it may replace."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

import numpy as np

from smallworld.engine.game import result
from smallworld.game.match import Match
from smallworld.learn.shards import write_whole
from smallworld.players.registry import make_player
from smallworld.training.tables import TrainingTable
from smallworld.work.where import Where

SEEDS_APART: Final = 1_000_003


@dataclass(frozen=True)
class JudgedGame:
    """One game of a net, or of whom it is compared with, against somebody in all other seats."""

    table: str
    against: str
    deal: int
    seat: int
    hero: str

    @property
    def key(self) -> str:
        """By which its result is kept."""
        return f"{self.table} {self.against} {self.deal} {self.seat}"


def learned(net: Path, simulations: int) -> str:
    """The player that searches with that net."""
    return f"learned:net={net},simulations={simulations}"


def judged_games(
    tables: Sequence[str], deals: int, hero: str, against: Sequence[str]
) -> list[JudgedGame]:
    """All games that judge a net: every deal from every seat."""
    return [
        JudgedGame(table, other, deal, seat, hero)
        for deal in range(deals)
        for table in tables
        for other in against
        for seat in range(TrainingTable.from_text(table).seats)
    ]


def play_judged(seed: int, game: JudgedGame) -> float:
    """How often it won, as parts of a fair share: 1 is as often as anybody."""
    table = TrainingTable.from_text(game.table)
    luck = seed * SEEDS_APART + game.deal
    specs = [game.hero if n == game.seat else game.against for n in range(table.seats)]
    players = [make_player(spec, luck * 8 + n) for n, spec in enumerate(specs)]
    match = Match(table.setup, players, seed=luck)
    match.run()
    winners = result(match.state).winners
    return table.seats / len(winners) if game.seat in winners else 0.0


def play_all_judged(
    file: Path,
    games: Sequence[JudgedGame],
    seed: int,
    where: Where,
    tell: Callable[[str], None],
    check_time: Callable[[], None],
) -> dict[str, float]:
    """The results of these games by their keys; those that were played are kept in the file."""
    found: dict[str, float] = {}
    if file.is_file():
        found = json.loads(file.read_text(encoding="utf-8"))
    due = [game for game in games if game.key not in found]
    if due:
        tell(f"{len(due)} of {len(games)} games to judge the net by")
        with closing(where.as_done(partial(play_judged, seed), due)) as played:
            for game, share in played:
                found[game.key] = share
                write_whole(file, json.dumps(found).encode())
                check_time()
    return {game.key: found[game.key] for game in games}


@dataclass(frozen=True)
class Verdict:
    """What the games say of a net."""

    score: float  # against the pool, in fair shares
    error: float  # likely error of that
    against_best: float | None  # in fair shares; None: there is no other yet
    best_score: float | None  # of the net that it may replace, against the pool with the same luck
    replaces: bool

    def words(self) -> str:
        """The verdict in a line."""
        said = f"{self.score:.2f} ± {self.error:.2f} of a fair share against the pool"
        if self.best_score is not None and self.against_best is not None:
            said += f" (the best so far: {self.best_score:.2f})"
            said += f", {self.against_best:.2f} against the best so far"
        return said + ("; it is the best now" if self.replaces else "; the best stays")


def verdict(
    pool: dict[str, float], best_pool: dict[str, float] | None, duel: dict[str, float] | None
) -> Verdict:
    """A net replaces another that it is not behind of: against the pool, and against that net."""
    scores = np.array([*pool.values()])
    score = float(scores.mean())
    error = float(scores.std() / max(len(scores) - 1, 1) ** 0.5)
    if best_pool is None or duel is None:
        return Verdict(score, error, None, None, True)
    best_score = float(np.mean([best_pool[key] for key in pool]))
    against_best = float(np.mean([*duel.values()]))
    replaces = score >= best_score and against_best >= 1
    return Verdict(score, error, against_best, best_score, replaces)
