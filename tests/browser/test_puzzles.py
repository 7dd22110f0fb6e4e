"""Puzzles, the game of the day and deals, in a real browser."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from smallworld.puzzles.puzzle import shipped
from tests.browser.conftest import Visit
from tests.browser.live_server import LiveServer
from tests.browser.person import PHONE


def decline_puzzle() -> str:
    """One whose best turn is a single decision: to decline."""
    return next(
        placed.puzzle.id
        for placed in shipped().values()
        if placed.puzzle.question == "decline" and placed.puzzle.best == ("decline",)
    )


def test_a_puzzle_is_solved_by_keyboard_on_a_phone(visit: Visit) -> None:
    anna = visit(locale="de-DE", size=PHONE, touch=True)
    page = anna.page
    anna.go("/puzzles")
    expect(page.get_by_role("heading", name="Aufgaben")).to_be_visible()
    page.get_by_label("Frage").select_option(label="Was machst du in diesem Zug?")
    expect(page.locator(".puzzles li").first).to_contain_text("Was machst du in diesem Zug?")
    anna.shoot("puzzles-phone")
    name = decline_puzzle()
    anna.follow(f"/puzzles/{name}")
    dialog = page.get_by_role("dialog", name="Was machst du in diesem Zug?")
    expect(dialog).to_contain_text("Du bist am Zug")
    anna.shoot("puzzle-asks-phone")
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    decline = page.locator('[data-do="decline"]').first
    decline.focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")  # the button asks back
    told = page.get_by_role("dialog", name="Gelöst")
    expect(told).to_contain_text("Das ist der beste Zug", timeout=20_000)
    expect(told).to_contain_text("1 in Folge")
    anna.shoot("puzzle-verdict-phone")
    told.get_by_role("button", name="Auf dem Brett zeigen").click()
    expect(page.get_by_role("dialog", name="Was machst du in diesem Zug?")).to_be_visible()
    anna.follow("/puzzles")
    page.get_by_role("button", name="Alle ").click()
    expect(page.locator(".puzzles li.right")).to_have_count(1)
    page.get_by_label("Rassen und Spezialfähigkeiten").select_option(label="Beide gemischt")
    expect(page.locator(".puzzles li").first).to_contain_text("Beide gemischt")


def test_a_deal_is_played_and_stands_side_by_side(visit: Visit, server: LiveServer) -> None:
    ben = visit()
    page = ben.page
    ben.go("/puzzles")
    expect(page.get_by_role("heading", name="Game of the day")).to_be_visible()
    expect(ben.button("Play today's game")).to_be_visible()
    ben.shoot("puzzles")
    seats = [{"kind": "computer", "level": "random"}, {"kind": "computer", "level": "random"}]
    code = "base-2-browser"
    asked = {"map": "base-2", "turns": 2, "seats": seats, "start": {"deal": code}}
    made = server.post("/api/tables", asked)
    ben.follow(f"/watch/{made['table']}#{made['watch']}")
    expect(page.get_by_label("To share")).to_have_value(re.compile(rf"{code}.*▁|█"), timeout=30_000)
    page.get_by_role("link", name="How others fared").click()
    page.wait_for_url(re.compile(f"/deal/{code}"))
    expect(page.get_by_role("row", name=re.compile("^Coins"))).to_contain_text("place")
    ben.shoot("deal")
    page.get_by_label("Turns of seat").select_option(label="B")
    expect(page.get_by_role("row", name=re.compile("^1 "))).to_contain_text("+")
    ben.button("Play it").first.click()
    page.wait_for_url(re.compile("/t/"))
    ben.look_until("Choose a race")
    ben.follow("/deal/nonsense")
    expect(page.get_by_role("alert")).to_contain_text("nonsense is no deal")
    ben.until(lambda: bool(ben.complaints), lambda: "the browser tells of the answer")
    ben.complaints.clear()
