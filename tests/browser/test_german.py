"""Somebody whose browser asks for German finds no English."""

from __future__ import annotations

import re
from typing import Final

from playwright.sync_api import expect

from tests.browser.catalogue import MORE, as_pattern, read_catalogue
from tests.browser.conftest import Visit
from tests.browser.live_server import LiveServer
from tests.browser.person import Person
from tests.browser.positions import find_positions, plant
from tests.browser.test_specials import EVERY

# All that is shown or spoken, piece by piece.
_READ: Final = """() => {
  const found = new Set();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const parent = walker.currentNode.parentElement;
    if (!parent.closest('script, style, noscript')) found.add(walker.currentNode.data.trim());
  }
  for (const element of document.querySelectorAll('[aria-label], [title], [placeholder]'))
    for (const name of ['aria-label', 'title', 'placeholder'])
      found.add(element.getAttribute(name) ?? '');
  found.add(document.title);
  return [...found].filter((text) => /[a-z]{3}/i.test(text));
}"""


def test_no_english_is_left(visit: Visit, server: LiveServer) -> None:
    patterns = english_only()
    names = english_names(server)
    person = visit(locale="de-DE")
    person.go("/")
    expect(person.page.get_by_role("button", name="Jetzt spielen")).to_be_visible()
    assert person.page.locator("html").get_attribute("lang") == "de"
    check(person, patterns, names, "start")
    person.button("Einstellungen").click()
    check(person, patterns, names, "settings")

    person.follow("/new")
    expect(person.page.get_by_role("button", name="Platz hinzufügen")).to_be_visible()
    check(person, patterns, names, "new table")

    # What the server refuses is told in German, too: somebody else was quicker.
    seats = [{"kind": "device", "name": "Ann"}, {"kind": "link", "name": "Ben"}]
    made = server.post("/api/tables", {"open": True, "seats": seats})
    person.follow("/")
    table = person.page.get_by_role("listitem").filter(has_text="Ann")
    expect(table.first).to_be_visible()
    server.post(f"/api/tables/{made['table']}/join", {"name": "Cleo"})
    table.first.get_by_role("button", name="Mitspielen").click()
    expect(person.page.get_by_role("alert")).to_contain_text("Das darfst du hier nicht: ")
    check(person, patterns, names, "a seat that is taken")
    assert all("403" in text for text in person.complaints), "the browser tells of the refusal"
    person.complaints.clear()

    person.follow("/encyclopedia")
    expect(person.page.get_by_role("heading", name="Skelette").first).to_be_visible()
    check(person, patterns, names, "encyclopedia")

    for pattern in (r"place encampment \d+ 2", r"place hero \d+", "decline", r"pick \d swap \d"):
        person.move_to(plant(server, find_positions(EVERY)[pattern]))
        person.wait_for(lambda s: bool(s.heading), "the panel")
        check(person, patterns, names, f"table: {pattern}")
        person.shoot(f"german-{re.sub('[^a-z]+', '-', pattern)}")
        if pattern == "decline":
            person.press(person.look().button(read_catalogue("de")["decline"]) or "")
            expect(person.button(re.compile("^Sicher"))).to_be_visible()
            check(person, patterns, names, "decline")
    person.page.keyboard.press("?")
    expect(person.page.get_by_role("dialog")).to_be_visible()
    check(person, patterns, names, "keys")


def english_only() -> dict[str, re.Pattern[str]]:
    """The English texts that read differently in German."""
    german = read_catalogue("de", MORE) | read_catalogue("de")
    english = read_catalogue("en", MORE) | read_catalogue("en")
    same = set(german.values())
    return {
        key: as_pattern(text)
        for key, text in english.items()
        if text not in same and re.search("[a-z]{3}", re.sub(r"\{[^}]*\}", "", text))
    }


def english_names(server: LiveServer) -> re.Pattern[str]:
    """Names of races, powers and pieces that have other names in German."""
    english, german = server.get("/api/texts/en"), server.get("/api/texts/de")
    known = {
        word.lower()
        for kind in ("traits", "pieces", "terms")
        for entry in german[kind].values()
        for word in re.findall(r"\w+", f"{entry['name']} {entry['text']}")
    }
    names = {
        entry["name"]
        for kind in ("traits", "pieces")
        for entry in english[kind].values()
        if not all(word.lower() in known for word in re.findall(r"\w+", entry["name"]))
    }
    assert len(names) > 40
    return re.compile(rf"\b({'|'.join(map(re.escape, sorted(names)))})\b")


def check(
    person: Person, patterns: dict[str, re.Pattern[str]], names: re.Pattern[str], where: str
) -> None:
    english = {}
    for text in person.page.evaluate(_READ):
        if text in ("English", "Deutsch"):
            continue
        for key, pattern in patterns.items():
            if pattern.fullmatch(text):
                english[text] = key
        if found := names.search(text):
            english[text] = found[0]
    assert english == {}, where
