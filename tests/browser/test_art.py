"""The pictures as they are seen: no two alike when small, one file for all, a light page."""

from __future__ import annotations

import re
from itertools import combinations
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Page, Response, expect

from smallworld.content.emblems import load_symbols
from tests.browser.conftest import Visit
from tests.browser.live_server import LiveServer

SIZE: Final = 24  # pixels, as in lists; the smallest at which they must be told apart
TOO_ALIKE: Final = 0.70
FIRST_LOAD: Final = 200_000  # bytes on the way, compressed
# What stands side by side in the game and must not be taken for one another, and on what ground.
GROUPS: Final = {
    "powers": ("power-", "#4a4038"),
    "markers, places, relics": ("marker-|place-|relic-", "#c8bd9a"),
    "races": ("race-|spare-", "#c8bd9a"),
    "all on the board": ("power-|marker-|place-|relic-", "#8a7f6a"),
}
# Draws pictures in grey and compares each with each: the normalised cross-correlation (1: the same,
# 0: unrelated, -1: the opposite), the best over shifts of one pixel each way. Plates are left out,
# so that what is compared is the figure alone.
_COMPARE: Final = """async ([symbols, ground, size]) => {
  const pictures = [];
  for (const [symbol, ink] of symbols) {
    const text = symbol.replace(/^<symbol id="[^"]*"( data-family="[^"]*")?/,
      `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" ` +
      `stroke-width="${ink}"`).replace('</symbol>', '</svg>');
    const image = new Image();
    image.src = 'data:image/svg+xml,' + encodeURIComponent(text);
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = size;
    const to = canvas.getContext('2d');
    to.fillStyle = ground;
    to.fillRect(0, 0, size, size);
    to.drawImage(image, 0, 0, size, size);
    const d = to.getImageData(0, 0, size, size).data;
    const grey = new Float64Array(size * size);
    for (let i = 0; i < grey.length; i += 1)
      grey[i] = 0.299 * d[4 * i] + 0.587 * d[4 * i + 1] + 0.114 * d[4 * i + 2];
    pictures.push(grey);
  }
  const alike = (one, other) => {
    let best = -1;
    for (let dx = -1; dx <= 1; dx += 1) for (let dy = -1; dy <= 1; dy += 1) {
      let n = 0, a = 0, b = 0, aa = 0, bb = 0, ab = 0;
      for (let y = Math.max(0, dy); y < size + Math.min(0, dy); y += 1)
        for (let x = Math.max(0, dx); x < size + Math.min(0, dx); x += 1) {
          const p = one[y * size + x], q = other[(y - dy) * size + x - dx];
          n += 1; a += p; b += q; aa += p * p; bb += q * q; ab += p * q;
        }
      best = Math.max(best, (ab - a * b / n) / Math.sqrt((aa - a * a / n) * (bb - b * b / n)));
    }
    return best;
  };
  return pictures.flatMap((one, i) => pictures.slice(i + 1).map((other) => alike(one, other)));
}"""


@pytest.fixture(scope="module")
def canvas(browser: Browser) -> Page:
    """An empty page to draw on."""
    return browser.new_page()


def compare(canvas: Page, names: list[str], ground: str) -> dict[tuple[str, str], float]:
    """How alike any two of these pictures are."""
    symbols = [
        (load_symbols()[name].text, 3.6 if name.startswith(("race-", "spare-")) else 2.3)
        for name in names
    ]
    found: list[float] = canvas.evaluate(_COMPARE, [symbols, ground, SIZE])
    return dict(zip(combinations(names, 2), found, strict=True))


@pytest.mark.parametrize("group", GROUPS)
def test_no_two_pictures_are_alike_when_small(canvas: Page, group: str) -> None:
    starts, ground = GROUPS[group]
    names = [name for name in load_symbols() if re.match(starts, name)]
    found = compare(canvas, names, ground)
    assert len(found) > 400
    alike = {pair: round(value, 2) for pair, value in found.items() if value >= TOO_ALIKE}
    assert alike == {}
    assert max(found.values()) > 0.3  # the measure measures


def test_the_measure_knows_twins(canvas: Page) -> None:
    found = compare(canvas, ["power-royal", "power-royal"], "#4a4038")
    assert list(found.values()) == pytest.approx([1.0])


def is_art(answer: Response) -> bool:
    return "/api/art" in answer.url


def test_the_first_load_is_light_and_the_art_one_file_kept_for_ever(
    visit: Visit, server: LiveServer
) -> None:
    person = visit(fresh=True)
    answers: list[Response] = []
    person.page.on("response", lambda answer: answers.append(answer))
    person.go("/")
    person.page.get_by_role("button", name="Play now").click()
    expect(person.page.locator("svg.board [data-region]").first).to_be_attached()
    person.page.wait_for_load_state("networkidle")
    sizes: dict[str, Any] = {each.url: each.request.sizes() for each in answers}
    total = sum(each["responseBodySize"] + each["responseHeadersSize"] for each in sizes.values())
    told = sorted(((each["responseBodySize"], url) for url, each in sizes.items()), reverse=True)
    assert total <= FIRST_LOAD, "\n".join(f"{size:7} {url}" for size, url in told)
    art = [each for each in answers if is_art(each)]
    assert len(art) == 1
    assert re.search(r"/api/art-[0-9a-f]{24}\.svg$", art[0].url)
    assert "immutable" in art[0].headers["cache-control"]
    assert art[0].headers["content-encoding"] == "gzip"
    assert person.page.locator("use[href^='#race-']").count() > 0


def test_art_of_another_version_is_not_given_for_this_one(server: LiveServer) -> None:
    with pytest.raises(AssertionError, match="404"):
        server.get("/api/art-000000000000000000000000.svg")
