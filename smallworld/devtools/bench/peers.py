"""The child process of another engine, run by the Python of the scratch environment.

It needs nothing of this project, and answers like worker.py: after each line with a number of
seconds, uniformly random legal play for so much processor time. A decision is one action applied,
its legal actions computed before; luck is sampled and not counted.
"""

import importlib
import json
import random
import sys
import time
from collections.abc import Callable
from typing import Any

LONGEST = 1000  # turns after which Catanatron itself calls a game a draw


def catanatron_game(seats: int) -> Callable[[], int]:
    """Settlers by Catanatron, with its own random players; a decision is one `play_tick`."""
    module: Any = importlib.import_module("catanatron")
    colors = list(module.Color)[:seats]

    def play() -> int:
        game = module.Game([module.RandomPlayer(color) for color in colors])
        ticks = 0
        while game.winning_color() is None and game.state.num_turns < LONGEST:
            game.play_tick()
            ticks += 1
        return ticks

    return play


def openspiel_game(name: str) -> Callable[[], int]:
    """A game of OpenSpiel driven from Python, the choice made as cheaply as ours."""
    pyspiel: Any = importlib.import_module("pyspiel")
    game = pyspiel.load_game(name)
    chance = random.random

    def play() -> int:
        state = game.new_initial_state()
        decisions = 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(random.choices(outcomes, weights)[0])
                continue
            actions = state.legal_actions()
            state.apply_action(actions[int(chance() * len(actions))])
            decisions += 1
        return decisions

    return play


def openspiel_inside(name: str) -> Callable[[], int]:
    """A game of OpenSpiel with its own loop and random players in C++."""
    pyspiel: Any = importlib.import_module("pyspiel")
    game = pyspiel.load_game(name)
    seeds = iter(range(1, 10**9))

    def play() -> int:
        state = game.new_initial_state()
        seed = next(seeds)
        bots = [pyspiel.make_uniform_random_bot(i, seed + i) for i in range(game.num_players())]
        pyspiel.evaluate_bots(state, bots, seed)
        return int(state.move_number())

    return play


def pettingzoo_game(name: str) -> Callable[[], int]:
    """A game of PettingZoo as its own pages play it, with observations and masks."""
    module: Any = importlib.import_module(f"pettingzoo.classic.{name}")
    env = module.env()
    seeds = iter(range(1, 10**9))

    def play() -> int:
        env.reset(seed=next(seeds))
        decisions = 0
        for agent in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
            else:
                env.step(env.action_space(agent).sample(observation["action_mask"]))
                decisions += 1
        return decisions

    return play


def observed_game(name: str) -> Callable[[], int]:
    """A game of OpenSpiel driven from Python, with an observation and a mask at each decision."""
    pyspiel: Any = importlib.import_module("pyspiel")
    game = pyspiel.load_game(name)
    chance = random.random

    def play() -> int:
        state = game.new_initial_state()
        decisions = 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(random.choices(outcomes, weights)[0])
                continue
            state.observation_tensor(state.current_player())
            state.legal_actions_mask()
            actions = state.legal_actions()
            state.apply_action(actions[int(chance() * len(actions))])
            decisions += 1
        return decisions

    return play


GAMES: dict[str, Callable[[], Callable[[], int]]] = {
    "catanatron": lambda: catanatron_game(4),
    "backgammon": lambda: openspiel_game("backgammon"),
    "hex": lambda: openspiel_game("hex"),
    "hex inside": lambda: openspiel_inside("hex"),
    "pettingzoo chess": lambda: pettingzoo_game("chess_v6"),
    "pettingzoo connect four": lambda: pettingzoo_game("connect_four_v3"),
    "backgammon observed": lambda: observed_game("backgammon"),
}


def main(name: str) -> None:
    """Say hello, then answer until the wishes end."""
    play = GAMES[name]()
    play()
    print(json.dumps({"python": sys.version.split()[0]}), flush=True)
    for line in sys.stdin:
        seconds = float(json.loads(line)["seconds"])
        decisions = 0
        begin = time.process_time()
        spent = 0.0
        while spent < seconds:
            decisions += play()
            spent = time.process_time() - begin
        found = {"rate": decisions / spent, "decisions": decisions, "seconds": spent}
        print(json.dumps(found), flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
