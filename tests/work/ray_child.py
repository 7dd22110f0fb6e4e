"""Plays on a Ray cluster of two nodes, one of which is killed in the middle; run by test_ray.py.

What the commands find with `--on ray` and without is written as JSON: {name: [here, there]}, and
which pieces of work were begun, in their order.
"""

import json
import os
import socket
import sys
import threading
from functools import partial
from pathlib import Path

import ray
from ray._private.node import Node
from ray.cluster_utils import Cluster
from typer.testing import CliRunner

from smallworld.arena.plan import ArenaTable, Rules
from smallworld.arena.results import read_results
from smallworld.balance.games_file import GamesFolder, play_piece, read_board
from smallworld.balance.plan import BalancePiece, BalancePlan
from smallworld.cli import app
from smallworld.work.where import Where
from tests.effort import LONG
from tests.waiting import wait_until

STORE = 80 * 1024 * 1024  # bytes; the least that Ray takes is 75 MiB
# As little as possible beside what works: a node has half a minute to start.
NODE = {
    "num_cpus": 1,
    "object_store_memory": STORE,
    "no_monitor": True,
    "include_log_monitor": False,
}
RACES = "races.toml"
STARTS = 4


def command(*words: str) -> str:
    answer = CliRunner().invoke(app, list(words))
    assert answer.exit_code == 0, (words, answer.output, answer.exception)
    return answer.stdout


def patiently(*words: str) -> str:
    """The same over a client's connection: Ray gives the process for it half a minute to start."""
    for _ in range(STARTS - 1):
        try:
            return command(*words)
        except AssertionError as error:
            if "Starting Ray client server failed" not in str(error):
                raise
            print(error, file=sys.stderr)
            ray.shutdown()
    return command(*words)


def main(folder: Path) -> dict[str, object]:
    os.chdir(folder)  # files are named from here
    cluster, second, port = two_nodes()
    os.environ["RAY_ADDRESS"] = cluster.address
    found: dict[str, object] = {}
    try:
        plan = BalancePlan((ArenaTable("base-2", 2),), "greedy", rules=Rules(turns=4))
        kept = GamesFolder(plan, folder / "there")
        log = folder / "begun.txt"
        killer = threading.Thread(target=kill_during_a_piece, args=(cluster, second, log))
        work = partial(noted, plan, log, second.node_id)
        for piece, content in Where(on="ray").as_done(work, kept.due(80)):
            kept.add(piece, content)
            if not killer.ident:
                killer.start()
        killer.join()
        found["begun"] = begun(log)

        words = ["balance", "--player", "greedy", "--turns", "4", "--games", "100", "--out"]
        command(*words, "there", "--on", "ray")  # goes on where the other has ended
        command(*words, "here")
        boards = [read_board(Path(name, "base-2.jsonl.gz"))[0] for name in ("here", "there")]
        found["balance"] = [repr(sorted(board.games.items())) for board in boards]

        words = ["simulate", "--players", "greedy,random", "--games", "6", "--turns", "2", "--json"]
        words += ["--custom", RACES]
        address = f"ray://127.0.0.1:{port}" if LONG else "ray"
        found["simulate"] = [command(*words), patiently(*words, "--on", address)]

        if not LONG:
            return found
        words = ["arena", "random", "careless", "--games", "4", "--turns", "2", "--out"]
        command(*words, "here.jsonl")
        command(*words, "there.jsonl", "--on", "ray")
        results = [read_results(Path(f"{name}.jsonl"))[0].outcomes for name in ("here", "there")]
        found["arena"] = [
            repr(sorted((key, one.coins, one.winners) for key, one in outcomes.items()))
            for outcomes in results
        ]

        words = ["selfplay", "--games", "4", "--shard", "2", "--turns", "2", "--out"]
        command(*words, "shards-here")
        command(*words, "shards-there", "--on", "ray")
        found["selfplay"] = [
            {path.name: path.read_bytes().hex() for path in sorted(Path(name).glob("*.npz"))}
            for name in ("shards-here", "shards-there")
        ]
    finally:
        cluster.shutdown()
    return found


def two_nodes() -> tuple[Cluster, Node, int]:
    """A cluster, its second node, and where clients find it.

    Ray gives a node half a minute to start, which is too little now and then on a busy machine.
    """
    for _ in range(STARTS):
        port = free_port()
        cluster = Cluster()
        try:
            cluster.add_node(**NODE, include_dashboard=False, ray_client_server_port=port)
            return cluster, cluster.add_node(**NODE), port
        except Exception as error:
            print(error, file=sys.stderr)
            cluster.shutdown()
    raise SystemExit(f"no cluster in {STARTS} attempts")


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def noted(plan: BalancePlan, log: Path, doomed: str, piece: BalancePiece) -> bytes:
    """Play a piece, and note on which node it was begun; on the doomed one none is ever ended."""
    node = ray.get_runtime_context().get_node_id()
    with log.open("a", encoding="utf-8") as file:
        file.write(f"{piece.games[0]} {node}\n")
    if node == doomed:
        threading.Event().wait()
    return play_piece(plan, piece)


def begun(log: Path) -> list[list[str]]:
    return [line.split() for line in log.read_text(encoding="utf-8").splitlines()]


def kill_during_a_piece(cluster: Cluster, second: Node, log: Path) -> None:
    """The second node has begun something that will not come to its end."""
    wait_until(lambda: second.node_id in {node for _, node in begun(log)}, "a piece there", 300)
    cluster.remove_node(second, allow_graceful=False)


if __name__ == "__main__":
    print(json.dumps(main(Path(sys.argv[1]))), flush=True)
    os._exit(0)  # what Ray leaves running now and then breaks a usual end
