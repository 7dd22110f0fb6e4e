"""The documentation as a site: whole, all links lead somewhere, nothing is from elsewhere."""

from __future__ import annotations

import json
import re
import shutil
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

import smallworld
from tests.built_site import ROOT, built_site, mkdocs
from tests.effort import only_long

FETCHED = {"script": "src", "img": "src", "link": "href", "iframe": "src", "source": "src"}


class Html(HTMLParser):
    """What a page links to, what it fetches, and the places in it that can be linked to."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.links: set[str] = set()
        self.fetched: set[str] = set()
        self.places: set[str] = {""}
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        self.places |= {found[name] for name in ("id", "name") if name in found}
        if tag == "a" and "href" in found:
            self.links.add(found["href"])
        if FETCHED.get(tag) in found and found.get("rel") not in ("canonical", "prev", "next"):
            self.fetched.add(found[FETCHED[tag]])


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built_site(tmp_path_factory)


@pytest.fixture(scope="session")
def pages(site: Path) -> dict[Path, Html]:
    return {path: Html(path) for path in site.rglob("*.html") if path.name != "404.html"}


@pytest.mark.parametrize(
    "page", sorted((ROOT / "docs").glob("**/*.md")), ids=lambda path: path.stem
)
def test_every_page_is_there_and_in_the_navigation(site: Path, page: Path) -> None:
    place = page.relative_to(ROOT / "docs").with_suffix(".html")
    assert (site / place).is_file()
    start = (site / "index.html").read_text(encoding="utf-8")
    navigation = start[start.index('data-md-level="0"') : start.index("md-content")]
    assert f'href="{place.as_posix()}"' in navigation or page.stem == "index"


@pytest.mark.parametrize("name", ["about", "changelog", "contributing"])
def test_pages_from_outside_of_docs_are_there(
    pages: dict[Path, Html], site: Path, name: str
) -> None:
    assert f"{name}.html" in pages[site / "index.html"].links


def test_every_link_leads_somewhere(pages: dict[Path, Html]) -> None:
    wrong = []
    checked = 0
    for path, page in pages.items():
        for link in page.links | page.fetched:
            parts = urlsplit(link)
            if parts.scheme in ("http", "https", "mailto", "data"):
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            known = pages[target].places if target in pages else {""}
            checked += 1
            if not target.is_file() or unquote(parts.fragment) not in known:
                wrong.append(f"{path.name}: {link}")
    assert wrong == []
    assert checked > 1000


def test_nothing_is_fetched_from_elsewhere(pages: dict[Path, Html], site: Path) -> None:
    outside = {link for page in pages.values() for link in page.fetched if "//" in link}
    assert outside == set()
    for style in site.rglob("*.css"):
        assert not re.search(r"(@import|url\()\s*[\"']?(https?:)?//", style.read_text("utf-8"))
    drawn = [path.name for path in pages if 'class="mermaid"' in path.read_text("utf-8")]
    assert drawn == []  # the theme would fetch a program for these: draw them as SVG


@pytest.mark.parametrize("name", smallworld.__all__)
def test_the_reference_has_every_public_name(
    pages: dict[Path, Html], site: Path, name: str
) -> None:
    if not name.startswith("_"):
        assert f"smallworld.{name}" in pages[site / "reference" / "smallworld.html"].places


def test_examples_in_the_reference_are_code(site: Path) -> None:
    texts = {path.stem: path.read_text(encoding="utf-8") for path in site.glob("reference/*.html")}
    assert [name for name, text in texts.items() if "<blockquote>" in text] == []
    assert texts["smallworld"].count('<span class="gp">') > 20  # prompts


def test_both_themes_can_be_chosen(site: Path) -> None:
    start = (site / "index.html").read_text(encoding="utf-8")
    for scheme, preference in (("default", "light"), ("slate", "dark")):
        assert f'data-md-color-scheme="{scheme}"' in start
        assert f'data-md-color-media="(prefers-color-scheme: {preference})"' in start


def test_the_search_knows_rules_and_code_but_no_listings(site: Path) -> None:
    found = json.loads((site / "search" / "search_index.json").read_text(encoding="utf-8"))
    places = {entry["location"] for entry in found["docs"]}
    assert {"rules.html#dragon-master", "reference/smallworld.html#smallworld.Game"} <= places
    assert [place for place in places if place.startswith("source/")] == []


def test_files_that_are_linked_to_are_shown(site: Path) -> None:
    shown = (site / "source/docs/examples/beavers.toml.html").read_text(encoding="utf-8")
    assert "Beavers" in shown
    assert "<code>" in shown


@only_long
def test_a_mistake_is_an_error(tmp_path: Path) -> None:
    """A page that the index does not name, a link to nowhere, and one to a place that is none."""
    for name in ("mkdocs.yml", "README.md", "CHANGELOG.md", "CONTRIBUTING.md"):
        (tmp_path / name).write_text("# Title\n")
    shutil.copy2(ROOT / "mkdocs.yml", tmp_path)
    shutil.copytree(ROOT / "tools" / "site", tmp_path / "tools" / "site")
    for name in ("web/public", "smallworld"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).symlink_to(ROOT / name)
    docs = tmp_path / "docs"
    docs.mkdir()
    (docs / "index.md").write_text("# Index\n\n## All\n\n- [One](one.md)\n")
    (docs / "one.md").write_text("# One\n\n[two](two.md) [three](three.md) [part](two.md#part)\n")
    (docs / "two.md").write_text("# Two\n")
    answer = mkdocs(tmp_path / "mkdocs.yml", tmp_path / "site")
    assert answer.returncode != 0
    assert 'not included in the "nav" configuration:\n  - two.md' in answer.stderr
    assert "'three.md'" in answer.stderr
    assert "does not contain an anchor '#part'" in answer.stderr
