"""Who is next: by urgency, in fair shares, nobody never, and not without end."""

from __future__ import annotations

from collections import Counter

import pytest

from smallworld.server.workers.job_queue import (
    PATIENCE,
    Busy,
    JobPlace,
    JobQueue,
    QueueLimits,
    Urgency,
)

PERSON, HINT = Urgency.PERSON_WAITS, Urgency.HINT


def queue(processes: int = 1, limits: QueueLimits | None = None) -> JobQueue[str]:
    return JobQueue((HINT, PERSON), processes, limits)


def served(jobs: JobQueue[str], places: dict[str, JobPlace], seconds: dict[str, float]) -> str:
    """The job that is next, done in the time that its owner's jobs take."""
    job = jobs.take()
    assert job is not None
    place = places[job.partition(" ")[0]]
    jobs.end(place, seconds.get(place.owner, 1.0))
    return job


def test_a_person_who_waits_comes_before_hints_but_hints_come_too() -> None:
    jobs = queue()
    for number in range(3):
        jobs.add(JobPlace(HINT, "a"), f"hint {number}")
    for number in range(30):
        jobs.add(JobPlace(PERSON, "b"), f"move {number}")
    places = {"hint": JobPlace(HINT, "a"), "move": JobPlace(PERSON, "b")}
    order = [served(jobs, places, {}) for _ in range(30)]
    assert order[:PATIENCE] == [f"move {number}" for number in range(PATIENCE)]
    assert order[PATIENCE] == "hint 0"
    assert [job for job in order if job.startswith("hint")] == ["hint 0", "hint 1", "hint 2"]


def test_time_is_shared_among_owners_however_much_each_wants() -> None:
    jobs = queue()
    places = {name: JobPlace(PERSON, name) for name in ("many", "few", "long")}
    for number in range(30):
        jobs.add(places["many"], f"many {number}")
        jobs.add(places["long"], f"long {number}")
    assert served(jobs, places, {}) == "many 0"
    jobs.add(places["few"], "few 0")
    jobs.add(places["few"], "few 1")
    order = [served(jobs, places, {"long": 5.0}) for _ in range(30)]
    assert order.index("few 0") < 3
    assert order.index("few 1") < 6
    counted = Counter(job.partition(" ")[0] for job in order)
    assert counted["few"] == 2
    assert 4 <= counted["many"] / counted["long"] <= 6  # five times as long, a fifth as often


def test_whoever_was_away_has_saved_nothing_and_whoever_was_alone_owes_nothing() -> None:
    jobs = queue()
    places = {name: JobPlace(PERSON, name) for name in ("first", "other")}
    jobs.add(places["other"], "other early")
    served(jobs, places, {})
    for number in range(20):  # for a long time nobody else wants anything
        jobs.add(places["first"], f"first {number}")
        served(jobs, places, {})
    for number in range(6):
        jobs.add(places["first"], f"first again {number}")
        jobs.add(places["other"], f"other {number}")
    order = [served(jobs, places, {}).split()[0] for _ in range(6)]
    assert Counter(order) == {"first": 3, "other": 3}


def test_one_owner_never_has_all_processes() -> None:
    jobs = queue(processes=3)
    for number in range(5):
        jobs.add(JobPlace(PERSON, "one"), f"one {number}")
    assert [jobs.take() for _ in range(3)] == ["one 0", "one 1", None]
    jobs.add(JobPlace(HINT, "two"), "two")
    assert jobs.take() == "two"
    jobs.end(JobPlace(PERSON, "one"), 1.0)
    assert jobs.take() == "one 2"


def test_too_much_is_refused_with_a_time_to_come_again() -> None:
    jobs = queue(limits=QueueLimits(in_all=5, of_one=3))
    for number in range(3):
        jobs.add(JobPlace(PERSON, "one"), f"one {number}")
    with pytest.raises(Busy, match="come again") as refused:
        jobs.add(JobPlace(PERSON, "one"), "one too many")
    assert 1 <= refused.value.seconds <= 60
    assert (refused.value.why, refused.value.facts) == ("busy", {"seconds": refused.value.seconds})
    jobs.add(JobPlace(HINT, "one"), "another matter")
    jobs.add(JobPlace(PERSON, "two"), "two")
    jobs.add(JobPlace(PERSON, "three"), "three")
    with pytest.raises(Busy):
        jobs.add(JobPlace(PERSON, "four"), "no room in all")
    jobs.remove(JobPlace(PERSON, "one"), "one 1")
    jobs.add(JobPlace(PERSON, "four"), "room again")
    assert jobs.waiting == 6


def test_the_time_to_come_again_grows_with_what_waits() -> None:
    told = []
    for seconds in (0.1, 4.0, 100.0):
        jobs = queue(limits=QueueLimits(in_all=10, of_one=10))
        for _ in range(100):
            jobs.add(JobPlace(PERSON, "one"), "job")
            jobs.take()
            jobs.end(JobPlace(PERSON, "one"), seconds)
        for _ in range(10):
            jobs.add(JobPlace(PERSON, "one"), "job")
        with pytest.raises(Busy) as refused:
            jobs.add(JobPlace(PERSON, "one"), "one too many")
        told.append(refused.value.seconds)
    assert told == [2, 40, 60]


def test_owners_who_are_gone_are_forgotten() -> None:
    jobs = queue(limits=QueueLimits(in_all=10, of_one=3))
    (shares, _) = jobs._shares.values()
    for number in range(200):
        jobs.add(JobPlace(PERSON, f"owner {number}"), "job")
        jobs.add(JobPlace(PERSON, f"next {number}"), "next job")
        for owner in (f"owner {number}", f"next {number}"):
            assert jobs.take() is not None
            jobs.end(JobPlace(PERSON, owner), 1.0)
            assert len(shares._used) <= 21
    assert not shares._used


def test_what_waits_and_works_elsewhere_counts_here() -> None:
    """Several processes that serve have such queues, and tell each other."""
    jobs = queue(3, QueueLimits(in_all=10, of_one=4))
    jobs.hear({PERSON: {"a": 3, "b": 2}}, {"a": 1})
    jobs.add(JobPlace(PERSON, "a"), "a 0")
    with pytest.raises(Busy):
        jobs.add(JobPlace(PERSON, "a"), "a 1")  # three wait elsewhere
    jobs.add(JobPlace(HINT, "a"), "hint")  # of another urgency
    for number in range(4):
        jobs.add(JobPlace(PERSON, f"c{number}"), f"c{number} 0")
    with pytest.raises(Busy):
        jobs.add(JobPlace(PERSON, "d"), "d 0")  # ten in all
    assert jobs.waiting_by_owner() == {
        PERSON: {"a": 1, "c0": 1, "c1": 1, "c2": 1, "c3": 1},
        HINT: {"a": 1},
    }
    assert jobs.take() == "a 0"
    jobs.hear({PERSON: {}}, {"a": 1})
    assert [jobs.take() for _ in range(5)] == ["c0 0", "c1 0", "c2 0", "c3 0", None]
    jobs.hear({PERSON: {}}, {})
    assert jobs.take() == "hint"  # one of three processes, and not two of them any more
    jobs.resize(1)
    jobs.add(JobPlace(PERSON, "a"), "a 2")
    assert jobs.take() is None


def test_time_used_elsewhere_is_paid_here() -> None:
    jobs = queue()
    places = {name: JobPlace(PERSON, name) for name in ("a", "b")}
    for number in range(6):
        for name in places:
            jobs.add(places[name], f"{name} {number}")
    assert served(jobs, places, {}) == "a 0"
    jobs.pay_elsewhere(PERSON, "b", 3.0)
    assert [served(jobs, places, {}) for _ in range(2)] == ["a 1", "a 2"]  # b has had its share
    assert "b 0" in [served(jobs, places, {}) for _ in range(2)]
