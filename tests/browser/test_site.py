"""The documentation in a browser, read from disk."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.built_site import built_site


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built_site(tmp_path_factory)


def open_page(browser: Browser, site: Path, name: str, **wishes: object) -> tuple[Page, list[str]]:
    """That page, and what goes wrong on it or is fetched from elsewhere."""
    page = browser.new_page(**wishes)  # type: ignore[arg-type]
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("requestfailed", lambda request: wrong.append(request.url))
    page.on("request", lambda r: wrong.append(r.url) if r.url.startswith("http") else None)
    page.goto((site / name).as_uri())
    return page, wrong


def test_the_search_works_from_disk(browser: Browser, site: Path) -> None:
    page, wrong = open_page(browser, site, "index.html")
    page.get_by_role("textbox", name="Search").press_sequentially("Dragon Master")
    found = page.locator(".md-search-result__link[href*='rules.html']").first
    found.wait_for()
    found.click()
    page.wait_for_url("**/rules.html**")
    assert wrong == []
    page.close()


@pytest.mark.parametrize(("scheme", "theme"), [("light", "default"), ("dark", "slate")])
def test_the_theme_is_the_systems_and_can_be_changed(
    browser: Browser, site: Path, scheme: str, theme: str
) -> None:
    page, wrong = open_page(browser, site, "rulings.html", color_scheme=scheme)
    body = page.locator("body")
    assert body.get_attribute("data-md-color-scheme") == theme
    page.get_by_title("Switch to the").locator("visible=true").click()
    page.wait_for_function(f"document.body.dataset.mdColorScheme !== '{theme}'")
    assert wrong == []
    page.close()


@pytest.mark.parametrize("name", ["index", "about", "players", "cli", "reference/smallworld"])
def test_nothing_is_wider_than_a_phone(browser: Browser, site: Path, name: str) -> None:
    wide = {"width": 360, "height": 740}
    page, wrong = open_page(browser, site, f"{name}.html", viewport=wide)
    assert page.evaluate("document.documentElement.scrollWidth") <= wide["width"]
    assert wrong == []
    page.close()
