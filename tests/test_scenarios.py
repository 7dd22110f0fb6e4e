"""Every scenario file holds, and together they leave no trait and no paragraph of part A out."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from smallworld.content.library import full_library
from smallworld.scenario.reader import find_files, read_scenarios
from smallworld.scenario.runner import run
from smallworld.scenario.spec import Cost, ExpectOnly, ExpectRefusal, Scenario

FOLDER = Path(__file__).parent / "scenarios"
FILES = find_files([FOLDER])

# The numbered paragraphs of part A (docs/rules.md).
PART_A = [
    *("A1.1", "A1.2", "A1.3", "A1.4"),
    *(f"A2.{n}" for n in range(1, 10)),
    "A3",
    *("A4.1", "A4.2", "A4.3", "A4.4", "A5", "A6"),
    *(f"A7.{n}" for n in range(1, 6)),
    *(f"A8.1{letter}" for letter in "abcdefgh"),
    *(f"A8.{n}" for n in range(2, 9)),
    *("A9", "A10", "A11"),
    *(f"A12.{n}" for n in range(1, 7)),
    *(f"A13.{n}" for n in range(1, 8)),
    *("A14", "A15", "A16"),
]


read = cache(read_scenarios)  # not while tests are collected, which every process does


@cache
def all_scenarios() -> list[Scenario]:
    return [scenario for path in FILES for scenario in read(path)]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_scenarios_hold(path: Path) -> None:
    failures = [
        f"{outcome.scenario.id} ({outcome.scenario.rule}): {outcome.reason}"
        for outcome in map(run, read(path))
        if outcome.reason
    ]
    assert not failures, "\n".join(failures)


def test_ids_are_unique() -> None:
    ids = [scenario.id for scenario in all_scenarios()]
    assert len(set(ids)) == len(ids)


@pytest.mark.parametrize("paragraph", PART_A)
def test_every_paragraph_of_part_a_has_a_scenario(paragraph: str) -> None:
    assert any(scenario.rule == paragraph for scenario in all_scenarios())


@pytest.mark.parametrize("name", [trait.name for trait in full_library("mixed").traits])
def test_every_trait_has_two_scenarios_one_of_them_negative(name: str) -> None:
    own = [s for s in all_scenarios() if re.fullmatch(rf"B[1-6] {re.escape(name)}", s.rule)]
    assert len(own) >= 2
    assert any(_is_negative(scenario) or _in_decline(scenario, name) for scenario in own)


def _is_negative(scenario: Scenario) -> bool:
    """It says what is not possible."""
    for line in scenario.play:
        if isinstance(line, ExpectRefusal | ExpectOnly):
            return True
        if isinstance(line, Cost) and None in line.prices.values():
            return True
    return bool({"no", "not", "never", "without", "only", "nothing"} & set(scenario.id.split("-")))


def _in_decline(scenario: Scenario, name: str) -> bool:
    """The trait, or what it is about, stands in decline or goes into it."""
    declined = [e for seat in scenario.given.seats for e in seat.declined]
    moves = [getattr(line, "text", "") for line in scenario.play]
    return bool(declined) or any(text.startswith("decline") for text in moves)
