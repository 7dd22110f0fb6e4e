"""Write the tables of part B of docs/rules.md from smallworld/content/rulings.toml.

With `--check` nothing is written; the exit status is 1 if the page is stale.
"""

import json
import sys
import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
RULES = ROOT / "docs" / "rules.md"
RULINGS = ROOT / "smallworld" / "content" / "rulings.toml"
COMPONENTS = ROOT / "tests" / "data" / "components.json"

HEADS = {
    "B1": ("race", "tokens"),
    "B2": ("power", "badge"),
    "B3": ("race", "tokens"),
    "B4": ("power", "badge"),
    "B5": ("relic",),
    "B6": ("place",),
}


def printed_numbers(components: dict[str, Any]) -> dict[str, str]:
    """The number column: `6 + 4 / 15` for a banner and its supply, `5` for a badge."""
    numbers: dict[str, str] = {}
    for box in ("base", "underground"):
        for race in components[box]["races"]:
            extra = race.get("conquest_only_tokens")
            banner = f"{race['banner']} + {extra}" if extra else str(race["banner"])
            numbers[race["name"]] = f"{banner} / {race['tokens']}"
        for power in components[box]["powers"]:
            numbers[power["name"]] = str(power["badge"])
    return numbers


def anchor(name: str) -> str:
    """The place of a trait on the page, such as `will-o-wisps`."""
    return name.lower().replace("'", "").replace(" ", "-")


def table(section: str, traits: dict[str, Any], numbers: dict[str, str]) -> str:
    """One section of part B: a table of all its traits, then the rulings of each."""
    heads = (*HEADS[section], "what it does")
    lines = [f"| {' | '.join(heads)} |", "|---" * len(heads) + "|"]
    for name, trait in traits.items():
        cells = [f"[{name}](#{anchor(name)})", trait["text"]]
        if len(heads) == 3:
            cells.insert(1, numbers[name])
        lines.append(f"| {' | '.join(cells)} |")
    for name, trait in traits.items():
        lines += ["", f'#### <a id="{anchor(name)}"></a>{name}']
        lines += [f"{n}. {ruling}" for n, ruling in enumerate(trait["rulings"], 1)]
    return "\n".join(lines)


def render(page: str, rulings: dict[str, Any], numbers: dict[str, str]) -> str:
    """The page with every generated part between its two markers renewed."""
    for section in HEADS:
        begin, end = f"<!-- begin {section} -->\n", f"<!-- end {section} -->"
        before, _, rest = page.partition(begin)
        _, found, after = rest.partition(end)
        if not found:
            raise SystemExit(f"{RULES.name} has lost its markers for {section}")
        traits = {name: t for name, t in rulings.items() if t.get("section") == section}
        page = f"{before}{begin}\n{table(section, traits, numbers)}\n\n{end}{after}"
    return page


def main(arguments: list[str]) -> int:
    """Write the page, or with `--check` only compare it."""
    rulings = tomllib.loads(RULINGS.read_text(encoding="utf-8"))
    numbers = printed_numbers(json.loads(COMPONENTS.read_text(encoding="utf-8")))
    old = RULES.read_text(encoding="utf-8")
    new = render(old, rulings, numbers)
    if "--check" in arguments:
        if new != old:
            print("docs/rules.md is stale: run python tools/rules_doc.py")
        return int(new != old)
    RULES.write_text(new, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
