"""Play games whose seed is known, and print a hash of each; docs/determinism.md says what it fixes.

    seeded_games.py            games of every board and of every player that has no clock
    seeded_games.py env        what the vector environment tells of games; it takes numpy

tests/data/seeded-games.txt and seeded-env.txt hold what must come out: in both builds, in every
process, on every machine and in every version of Python.
"""

import sys
from hashlib import sha256

import smallworld as sw

BOARDS = [f"{world}-{n}" for world in ("base", "underground") for n in (2, 3, 4, 5)]
# Those who think most play the shortest games.
THINKERS = {
    "careless": 4,
    "greedy": 4,
    "planner": 1,
    "search:simulations=8,per=decision": 1,
    "master:simulations=8,per=decision": 1,
    "champion:simulations=8,per=decision": 1,
}


def of_record(game: sw.Game) -> str:
    """A whole game: every decision, every stroke of luck, and the fingerprint after each turn."""
    return sha256(str(game.record).encode()).hexdigest()[:16]


def play_games() -> None:
    """One line for each game."""
    for board in BOARDS:
        game = sw.Game(board, seed=2026)
        game.play("random")
        print(board, "random", of_record(game))
    mixed = sw.Game("base-4", world="mixed", seed=-7)  # Monsters are placed by luck
    mixed.play("random")
    print("base-4 mixed random", of_record(mixed))
    for player, turns in THINKERS.items():
        game = sw.Game("base-2", seed=11, turns=turns)
        game.play([player, "random"])
        print("base-2", player, of_record(game))


def watch_games() -> None:
    """What many games tell on the way: positions, masks, rewards, who acts and how games end."""
    import numpy as np

    from smallworld.env.vector import SmallWorldVectorEnv

    env = SmallWorldVectorEnv(4, board=["base-2", "underground-2"], turns=2, reward="coins")
    observations, infos = env.reset(seed=5)
    seen = sha256()
    for step in range(150):
        masks = observations["action_mask"]
        actions = np.array([np.flatnonzero(mask)[step % mask.sum()] for mask in masks])
        observations, _, over, _, infos = env.step(actions)
        parts = (observations["observation"], masks, over, infos["seat"], infos["rewards"])
        for part in parts:
            seen.update(str(part.tolist()).encode())
    print("vector", seen.hexdigest()[:16])


if __name__ == "__main__":
    if sys.argv[1:] == ["env"]:
        watch_games()
    else:
        play_games()
