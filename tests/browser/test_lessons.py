"""Lessons in a browser: played, left and come back to, on a phone and by keyboard."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.person import PHONE, Person

# Of what is marked in a step beside regions: a way to conquer, and where the die would be rolled.
RINGS = {"Fähigkeit ist ein Drache": 2, "Auch Rassen haben Gaben": 2, "eine sichere Münze": 3}


def bubble(person: Person) -> str:
    return person.page.locator("section.bubble").inner_text()


def test_a_newcomer_learns_is_refused_leaves_and_comes_back(visit: Visit) -> None:
    anna = visit()
    anna.go("/")
    anna.page.get_by_role("link", name="Learn in five minutes").click()
    anna.page.get_by_role("link", name="Your first land").click()
    page = anna.page
    expect(page.locator("[data-seat=P1] .who")).to_have_text("Player You")
    page.get_by_role("button", name="Continue").click()
    expect(page.locator("section.bubble")).to_contain_text("Take the Merchant Humans")
    page.get_by_role("button", name=re.compile("Forest Giants")).click()
    page.get_by_role("button", name="Take them").click()
    expect(page.locator("section.bubble")).to_contain_text("Gladly another day")
    page.get_by_role("button", name=re.compile("Merchant Humans")).click()
    page.get_by_role("button", name="Take them").click()
    expect(page.locator("section.bubble")).to_contain_text("Seven tokens are in your hand")
    # The bubble lies upon nothing it points at.
    ring = page.locator(".ring").first.bounding_box()
    box = page.locator("section.bubble").bounding_box()
    assert ring is not None
    assert box is not None
    assert box["x"] >= ring["x"] + ring["width"] or box["y"] >= ring["y"] + ring["height"]

    page.reload()  # where it was left
    expect(page.locator("section.bubble")).to_contain_text("Seven tokens are in your hand")
    expect(page.locator(".ring").first).to_be_visible()  # the board is there, too
    page.keyboard.press("m")
    expect(page.locator("[data-region]:focus")).to_have_count(1)
    page.keyboard.press("Enter")
    expect(page.locator("section.bubble")).to_contain_text("From here you grow")
    page.keyboard.press("Backspace")
    expect(page.locator("section.bubble")).to_contain_text("Seven tokens are in your hand")


def test_all_of_a_lesson_can_be_shown_on_a_phone_and_leads_to_a_first_game(visit: Visit) -> None:
    ben = visit(locale="de-DE", size=PHONE, touch=True)
    page = ben.page
    ben.go("/learn/last-round")
    end = page.get_by_role("button", name="Spiel deine erste Partie")
    seen: list[int] = []
    for _ in range(12):
        expect(page.locator("section.bubble")).to_be_visible()
        if end.is_visible():
            break
        before = bubble(ben)
        marks = next((n for word, n in RINGS.items() if word in before), None)
        if marks is not None:
            expect(page.locator(".ring")).to_have_count(marks)
            seen.append(marks)
            if marks == 3:  # the die that is spoken of, not any other
                _, forest, die = (ring.bounding_box() for ring in page.locator(".ring").all())
                assert forest is not None
                assert die is not None
                assert forest["x"] < die["x"] + die["width"] / 2 < forest["x"] + forest["width"]
                assert forest["y"] < die["y"] + die["height"] / 2 < forest["y"] + forest["height"]
        page.locator("section.bubble .buttons button").last.click()
        expect(page.locator("section.bubble")).not_to_have_text(before, use_inner_text=True)
    assert len(seen) == len(RINGS)
    end.click()
    page.wait_for_url(re.compile(r"/t/\w+"))
    ben.go("/learn")
    done = page.get_by_role("link", name="Fähigkeiten und die letzte Runde")
    expect(done).to_contain_text("geschafft")


def test_on_a_phone_on_its_side_the_voice_leaves_room_for_what_is_to_be_pressed(
    visit: Visit,
) -> None:
    anna = visit(size=(844, 390), touch=True)
    page = anna.page
    anna.go("/learn/hold-on")
    expect(page.locator("section.bubble")).to_contain_text("step 1 of 4")
    anna.click_region("2")
    expect(page.locator("section.bubble")).to_contain_text("step 2 of 4")
    expect(page.locator(".ring")).to_have_count(2)
    anna.click_region("9")
    page.get_by_role("button", name=re.compile("Attack with the die")).click()
    expect(page.locator("section.bubble")).to_contain_text("step 3 of 4")
