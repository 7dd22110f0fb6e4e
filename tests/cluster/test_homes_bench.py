"""What `smallworld bench --server --homes` measures, in short."""

from __future__ import annotations

from smallworld.server.trials.homes_bench import HOMES, measure_homes
from tests.cluster.conftest import need_programs
from tests.effort import usually


def test_every_home_is_measured_with_as_many_sockets_at_each_server() -> None:
    need_programs()
    homes = usually((HOMES[0], HOMES[-1]), HOMES)
    for seconds in (0.5, 5.0, 30.0):  # a busy machine may do nothing at all in half a second
        found = measure_homes(sockets=4, seconds=seconds, rounds=1, homes=homes)
        if all(one.load.moves > 0 for one in found):
            break
    assert [one.load.sockets for one in found] == [4 * home.servers for home in homes]
    for one in found:
        assert one.load.moves > 0
        assert one.load.lost == 0
        assert one.server_ms > 0
    file, *clusters = found
    assert (file.postgres_ms, file.nats_ms, file.statements, file.messages) == (0, 0, 0, 0)
    assert all(one.statements > 0 and one.log_bytes > 0 for one in clusters)
    watched = found[-1]
    assert watched.watchers == 4
    assert watched.page_messages > file.page_messages + 3, "each who watches is told of each move"
    assert watched.messages < 2, "however many watch, a process is told once"
