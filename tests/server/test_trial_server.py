"""The server that is tried out tells what it uses, also when several threads ask at once."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor, wait

from smallworld.server.trials.trial_server import TrialServer

ASKED = 400


def test_every_thread_that_asks_is_answered() -> None:
    with ThreadPoolExecutor(8) as pool, TrialServer() as server:
        asked = [pool.submit(server.tell) for _ in range(ASKED)]
        _, unanswered = wait(asked, timeout=60)
        # On the way out the server ends, and with it all waiting for its answers.
        assert len(unanswered) == 0
        assert all(one.result().memory > 10 for one in asked)
