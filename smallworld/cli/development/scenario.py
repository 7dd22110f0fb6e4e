"""`smallworld scenario`: run rules that are written as files."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from smallworld.cli.console import say, say_json
from smallworld.cli.home_made import load_home_made
from smallworld.cli.options import CUSTOM, JSON
from smallworld.engine.game import GameError
from smallworld.scenario.runner import ScenarioOutcome, run_files
from smallworld.scenario.yaml_nodes import ScenarioError

FAILED = 1  # exit status when a scenario does not hold


def scenario(
    paths: Annotated[list[Path], typer.Argument(metavar="PATH...", help="Files or folders.")],
    custom: Annotated[list[str] | None, CUSTOM] = None,
    as_json: Annotated[bool, JSON] = False,
) -> None:
    """Run scenarios: a position, some moves, and what must be true after each.

    One line is printed for each that does not hold, then how many did. The exit status is 0 only
    if all of them hold, 1 if some do not, and 2 if a file cannot be read as scenarios.

    Examples:
    smallworld scenario tests/scenarios
    smallworld scenario --custom otters.py otters.yaml
    """
    home_made = load_home_made(custom)
    try:
        outcomes = run_files(paths, home_made)
    except ScenarioError as error:
        raise GameError(str(error)) from None
    failed = [outcome for outcome in outcomes if outcome.reason]
    if as_json:
        passed = len(outcomes) - len(failed)
        failures = [as_data(outcome) for outcome in failed]
        say_json({"passed": passed, "failed": len(failed), "failures": failures})
    else:
        for outcome in failed:
            say(line_for(outcome), style="red")
        say(f"{len(outcomes) - len(failed)} passed, {len(failed)} failed")
    if failed:
        raise typer.Exit(FAILED)


def line_for(outcome: ScenarioOutcome) -> str:
    """File, id, rule, line and reason."""
    s = outcome.scenario
    return f"{s.file}: {s.id} ({s.rule}): {' '.join(outcome.reason.split())}"


def as_data(outcome: ScenarioOutcome) -> dict[str, object]:
    """A scenario that does not hold, as JSON."""
    s = outcome.scenario
    return {"file": s.file, "id": s.id, "rule": s.rule, "reason": outcome.reason}
