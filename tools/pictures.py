"""The icon of the page, and sheets of all pictures to look at after a change of them.

    python tools/pictures.py icon     # writes web/public/icon.svg and icon-180.png
    python tools/pictures.py docs     # writes docs/pictures/faces.png and spare-faces.png
    python tools/pictures.py sheet    # writes build/pictures/*.png

All need a Chromium: the one that SMALLWORLD_CHROMIUM names, or the system's.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
from pathlib import Path
from typing import Final

from smallworld.content.drawing import ART
from smallworld.content.emblems import load_symbols, sprite

ROOT: Final = Path(__file__).resolve().parent.parent
PUBLIC: Final = ROOT / "web" / "public"
DOCS: Final = ROOT / "docs" / "pictures"
SHEETS: Final = ROOT / "build" / "pictures"
FACE: Final = "race-orcs"
TOUCH: Final = 180  # pixels of the icon on the screens of phones
SIZES: Final = (96, 48, 32, 24)
KINDS: Final = {
    "races": "race-|spare-",
    "powers": "power-",
    "things": "marker-|place-|piece-|relic-",
}
GROUNDS: Final = {"light": "#f3ead6", "dark": "#16181b"}
# How thick the ink is by the size that is shown: for canvases of 96 and of 48 (docs/art.md).
_INKS: Final = ((28, 3.6, 2.3), (56, 3.0, 2.0), (110, 2.5, 1.8))


def icon() -> str:
    """A face in a frame of brass, as one small file of its own."""
    inner = re.sub(r"^<symbol[^>]*>|</symbol>$", "", load_symbols()[FACE].text)
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96">'
        '<clipPath id="a"><rect x="6" y="6" width="84" height="84" rx="15"/></clipPath>'
        '<rect x="1" y="1" width="94" height="94" rx="20" fill="#2a1d15"/>'
        f'<g clip-path="url(#a)" stroke-width="3">{inner}</g>'
        '<rect x="6" y="6" width="84" height="84" rx="15" fill="none" stroke="#d9b055"'
        ' stroke-width="6"/></svg>\n'
    )


def _picture(name: str, size: int) -> str:
    drawn = load_symbols()[name]
    face = name.startswith(("race-", "spare-"))
    _, *inks = next((row for row in _INKS if size <= row[0]), _INKS[-1])
    plate = f'<use href="#plate-{drawn.family}"/>' if drawn.family else ""
    box = 96 if face else 48
    place = (
        'x="4.8" y="4.8" width="38.4" height="38.4"' if plate else f'width="{box}" height="{box}"'
    )
    return (
        f'<svg width="{size}" height="{size}" viewBox="0 0 {box} {box}"'
        f' style="--fine:{int(size > 28)}">{plate}'
        f'<use href="#{name}" {place} stroke-width="{inks[0 if face else 1]}"/></svg>'
    )


def sheet(names: list[str], ground: str, sizes: tuple[int, ...] = SIZES) -> str:
    """A page that shows these pictures at all sizes."""
    rows = "".join(
        f"<div>{''.join(_picture(name, size) for name in names)}</div>" for size in sizes
    )
    return (
        f"<style>body{{margin:0;background:{ground}}}div{{display:flex;flex-wrap:wrap;gap:6px;"
        "padding:8px}.fine{opacity:calc(.5*var(--fine,1))}</style>"
        f"{sprite(ART.read_text(encoding='utf-8'))}{rows}"
    )


def main() -> None:
    """Write what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("what", choices=("icon", "docs", "sheet"))
    what = parser.parse_args().what
    from playwright.sync_api import sync_playwright

    chromium = os.environ.get("SMALLWORLD_CHROMIUM") or shutil.which("chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        if what == "icon":
            (PUBLIC / "icon.svg").write_text(icon(), encoding="utf-8")
            page = browser.new_page(viewport={"width": TOUCH, "height": TOUCH})
            page.set_content(f"<style>body{{margin:0;background:#2a1d15}}</style>{icon()}")
            page.screenshot(path=PUBLIC / "icon-180.png")
        elif what == "docs":
            for file, start, width in (("faces", "race-", 1024), ("spare-faces", "spare-", 628)):
                names = [name for name in load_symbols() if name.startswith(start)]
                page = browser.new_page(viewport={"width": width, "height": 100})
                page.set_content(sheet(names, GROUNDS["light"], (96,)))
                page.screenshot(path=DOCS / f"{file}.png", full_page=True)
        else:
            SHEETS.mkdir(parents=True, exist_ok=True)
            kinds = {
                "races": "race-|spare-",
                "powers": "power-",
                "things": "marker-|p[li][ae]|relic-",
            }
            for kind, starts in kinds.items():
                names = [name for name in load_symbols() if re.match(starts, name)]
                names = [name for name in names if not name.startswith("plate-")]
                for ground, colour in GROUNDS.items():
                    page = browser.new_page(viewport={"width": 1250, "height": 400})
                    page.set_content(sheet(names, colour))
                    page.screenshot(path=SHEETS / f"{kind}-{ground}.png", full_page=True)
        browser.close()


if __name__ == "__main__":
    main()
