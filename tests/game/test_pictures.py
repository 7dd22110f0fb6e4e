"""Pictures of positions: who holds what is told by faces, things stand there as drawn."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path
from xml.etree import ElementTree

import pytest

import smallworld as sw
from smallworld.content.emblems import load_symbols, symbol_of
from smallworld.game.display.svg_tokens import things_in
from tests.game.games import played

SVG = "{http://www.w3.org/2000/svg}"


def test_every_face_and_piece_is_drawn_and_comes_along() -> None:
    for board in ("base-3", "underground-4"):
        game = played({"board": board}, 150)
        picture = game._repr_svg_()
        root = ElementTree.fromstring(picture)
        used = [str(found.get("href")).removeprefix("#") for found in root.iter(f"{SVG}use")]
        there = {found.get("id") for found in root.iter() if found.get("id")}
        assert set(used) <= there
        races = [region.race for region in game.regions.values() if region.race]
        assert len(races) > 5
        for race in set(races):
            assert used.count(symbol_of("race", race)) == races.count(race)
        natives = [region for region in game.regions.values() if region.natives]
        assert sum(used.count(symbol_of("natives", each.natives or "")) for each in natives) > 0
        declined = [region for region in game.regions.values() if region.declined]
        assert picture.count('stroke-dasharray="11 9"') == len(declined)
        assert "seat-colour" not in picture  # not every program that draws knows variables
        things = {name for region in game.regions.values() for name, _ in things_in(region)}
        for name in things:
            assert any(symbol_of(kind, name) in used for kind in ("piece", "place", "relic"))
        kinds = tuple(there & set(load_symbols()))
        assert 5 < len(kinds) < len(load_symbols())  # only what is shown


def test_home_made_races_have_the_face_they_brought(tmp_path: Path) -> None:
    drawing = '<svg viewBox="0 0 8 8" onload="x()"><circle cx="4" cy="4" r="3"/></svg>'
    for emblem, wanted in (
        ("otter", "#spare-otter"),
        (drawing, "data:image/svg+xml,%3Csvg"),
        ("M0-9h9z", "M0-9h9z"),
        ("", ">Ot<"),
    ):
        file = tmp_path / "otters.py"
        file.write_text(
            "from smallworld.engine.trait import Race\n"
            "class Otters(Race):\n    def __init__(self):\n"
            f"        super().__init__('Otters', tokens=6, supply=11, emblem={emblem!r})\n"
            "for _n in range(30):\n"
            "    globals()[f'Folk{_n}'] = type(f'Folk{_n}', (Race,), {'__init__': "
            "lambda self, n=_n: Race.__init__(self, f'Otters{n}', tokens=6, supply=11,"
            f" emblem={emblem!r})}})\n",
            encoding="utf-8",
        )
        told = pytest.warns(UserWarning, match="`onload` of svg is left out")
        with told if emblem == drawing else nullcontext():
            game = sw.Game("base-2", seed=3, custom=file)
        slot = next(n for n, combo in enumerate(game.row, 1) if combo.race.startswith("Otters"))
        game.push(f"pick {slot}")
        conquest = next(each for each in game.legal_actions if str(each).startswith("conquer"))
        game.push(conquest)
        picture = game._repr_svg_()
        assert wanted in picture
        assert "onload" not in picture
