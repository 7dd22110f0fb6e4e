"""Reads scenario files: YAML text becomes plain data, or an error that names its line."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from pathlib import Path

from smallworld.game.given.nodes import Node
from smallworld.game.given.reader import Names, given
from smallworld.scenario.fact_reader import read_facts
from smallworld.scenario.spec import (
    Act,
    Cost,
    Expect,
    ExpectLegal,
    ExpectOnly,
    ExpectRefusal,
    Finish,
    Line,
    Scenario,
    ScriptedLuck,
)
from smallworld.scenario.yaml_nodes import ScenarioError, YamlNode, compose, read_text

_ID = re.compile(r"\w[\w.'+-]*")


def find_files(paths: Iterable[Path]) -> list[Path]:
    """The files named, and the *.yaml and *.yml files in the folders named, each once."""
    found: dict[Path, None] = {}
    for path in paths:
        try:
            if path.is_dir():
                inside = (p for p in path.rglob("*") if p.suffix in (".yaml", ".yml"))
                found |= dict.fromkeys(sorted(p for p in inside if p.is_file()))
            elif path.exists():
                found[path] = None
            else:
                raise ScenarioError(str(path), None, "no such file or folder")
        except OSError as error:
            raise ScenarioError(str(path), None, error.strerror or str(error)) from error
    return list(found)


def read_scenarios(path: Path) -> list[Scenario]:
    """The scenarios of one file."""
    return parse_scenarios(read_text(path), str(path))


def parse_scenarios(text: str, file: str) -> list[Scenario]:
    """The scenarios in a YAML text; `file` is the name they and their errors carry.

    >>> [scenario] = parse_scenarios('''
    ... - id: a-first-conquest
    ...   rule: A8
    ...   given:
    ...     board: {A: {edge: true}}
    ...     seats: {P1: {active: {race: Orcs, power: Hill, hand: 9, first_turn: true}}}
    ...   play: [P1 conquer A]
    ... ''', "first.yaml")
    >>> scenario.play
    (Act(line=7, seat='P1', text='conquer A'),)
    """
    document = compose(text, file)
    if document is None or document.is_null():
        raise ScenarioError(file, 1, "holds no scenario; a file is a list of scenarios")
    scenarios: dict[str, Scenario] = {}
    document.items("a file")
    for item in document.entries:
        scenario = _scenario(item)
        if scenario.id in scenarios:
            first = scenarios[scenario.id].line
            raise item.within(scenario.id).wrong(f"the id stands twice, first on line {first}")
        scenarios[scenario.id] = scenario
    return list(scenarios.values())


def _scenario(item: YamlNode) -> Scenario:
    name = _id(item)
    item = item.within(name)
    fields = item.fields("a scenario", ("id", "rule", "given", "play"))
    for key in ("rule", "given", "play"):
        if key not in fields:
            raise item.wrong(f"a scenario needs `{key}`")
    rule = fields["rule"].text("rule")
    position, names = given(fields["given"])
    play = tuple(_line(line, names) for line in fields["play"].items("play"))
    return Scenario(name, rule, item.file, item.line, position, play)


def _id(item: YamlNode) -> str:
    # Read ahead of the rest, so that every later error can name the scenario.
    for key, value in item.pairs("a scenario"):
        if key.text("a key") == "id":
            name = value.text("id")
            if not _ID.fullmatch(name):
                raise value.wrong(f"id must be words with dashes, not {name!r}")
            return name
    raise item.wrong("a scenario needs `id`")


def _line(item: Node, names: Names) -> Line:
    if not item.is_mapping():
        return _move(item, names)
    checks: dict[str, Callable[[int, tuple[str, ...]], Line]] = {
        "legal": ExpectLegal,
        "illegal": ExpectRefusal,
        "only": ExpectOnly,
    }
    fields = item.fields("a line of play", (*checks, "cost", "expect"))
    if len(fields) != 1:
        raise item.wrong(f"a line of play has one key, not {len(fields)}; begin each with a dash")
    [(key, value)] = fields.items()
    if key == "cost":
        return Cost(item.line, _prices(value, names))
    if key == "expect":
        return Expect(item.line, read_facts(value, names, view=False))
    return checks[key](item.line, _actions(value, names))


def _move(item: Node, names: Names) -> Line:
    text = item.text("a line of play")
    first, _, rest = text.partition(" ")
    if first == "*" and rest:
        return ScriptedLuck(item.line, rest)
    if first == "finish" and (rest == "game" or rest in names.seats):
        return Finish(item.line, rest)
    if first in names.seats and rest:
        return Act(item.line, first, rest)
    seats = ", ".join(names.seats)
    raise item.wrong(
        f"{item.shown()} is no line of play; write a seat ({seats}) and its action, '* outcome', "
        "finish SEAT, finish game, or legal:, illegal:, only:, cost:, expect:"
    )


def _actions(item: Node, names: Names) -> tuple[str, ...]:
    actions: list[str] = []
    for entry in item.items("actions"):
        action = entry.text("an action")
        # With its seat no text is an action, so `illegal` would hold whatever it says.
        if action.split()[0] in (*names.seats, "*"):
            raise entry.wrong(f"{action!r}: the seat to act is meant; write the action alone")
        actions.append(action)
    return tuple(actions)


def _prices(item: Node, names: Names) -> dict[str, int | None]:
    return {
        names.region(key): None if value.is_null() else value.number("a cost")
        for key, value in item.pairs("cost")
    }
