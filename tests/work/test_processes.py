"""Work in processes of this machine: each task with its result, and nothing left when stopped."""

import multiprocessing
import time
from contextlib import closing

import pytest

from smallworld.work.processes import as_done
from smallworld.work.where import Where
from tests.waiting import wait_until


@pytest.mark.parametrize("processes", [1, 2])
def test_every_task_comes_back_with_its_result(processes: int) -> None:
    assert sorted(as_done(abs, range(-9, 0), processes)) == [(n, -n) for n in range(-9, 0)]
    assert list(Where(processes).in_order(abs, range(-9, 0))) == list(range(9, 0, -1))


def test_who_is_done_first_comes_first_and_the_rest_may_be_left() -> None:
    with closing(as_done(time.sleep, [300.0, 0.0], 2)) as ended:
        assert next(ended) == (0.0, None)
    wait_until(lambda: not multiprocessing.active_children(), "no process is left")
