"""What the site has beside the pages of docs/: MkDocs calls these functions.

The navigation is read from docs/index.md. README, changelog and contributing become pages; any
other file that a page links to becomes a page that shows it. The reference is made from docstrings.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from posixpath import normpath, relpath

import griffe
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).resolve().parent.parent.parent
HERE = "tools/site"
DOCS = "docs/"
SOURCE = "source/"  # where files are shown that are no pages
# Files of the checkout, and where they are in the site.
PAGES = {
    "README.md": "about.md",
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
}
ASSETS = {
    "web/public/icon.svg": "icon.svg",
    f"{HERE}/style.css": "style.css",
    f"{HERE}/iframe-worker.js": "iframe-worker.js",
}
# Pages of reference: what they are called, and the modules they are made from.
REFERENCE = {
    "reference/smallworld.md": ("The package", ["smallworld"]),
    "reference/engine.md": (
        "The engine",
        [f"smallworld.engine.{name}" for name in ("game", "query", "notation", "pack")],
    ),
    "reference/traits.md": ("Races and powers", ["smallworld.engine.trait"]),
}
SHOWN_AS = {".py": "python", ".toml": "toml", ".js": "js", ".yaml": "yaml", ".ipynb": "json"}
LINK = re.compile(r"(?<=\]\()(?P<target>[^()\s#]+)(?P<anchor>#[^()\s]*)?(?=\))")


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Take the navigation from the lists of docs/index.md, and add the reference."""
    index = (ROOT / DOCS / "index.md").read_text(encoding="utf-8")
    nav: list[dict[str, object]] = [{"Start": "index.md"}]
    for heading, entries in re.findall(r"^## (.+)\n((?:(?!## ).*\n)+)", index, re.MULTILINE):
        links = re.findall(r"^- \[(.+?)\]\((.+?)\)", entries, re.MULTILINE)
        nav.append({heading: [{title: place_of(f"{DOCS}{link}")} for title, link in links]})
    nav.append({"Reference": [{title: page} for page, (title, _) in REFERENCE.items()]})
    config.nav = nav
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add what does not lie in docs/."""
    for path, place in (PAGES | ASSETS).items():
        files.append(File.generated(config, place, abs_src_path=str(ROOT / path)))
    code = griffe.GriffeLoader(search_paths=[ROOT])
    code.load("smallworld", try_relative_path=False)
    for place, (title, modules) in REFERENCE.items():
        text = reference(title, [code.modules_collection[name] for name in modules])
        files.append(File.generated(config, place, content=text))
    pages = [file.src_uri for file in files.documentation_pages()]
    shown = {path for page in pages if page not in REFERENCE for path in shown_by(page)}
    for path in sorted(shown):
        files.append(File.generated(config, place_of(path), content=listing(path)))
        if path.startswith(DOCS):
            files.remove(files.src_uris[path.removeprefix(DOCS)])
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Let links lead to where things are in the site."""
    own = page.file.src_uri

    def moved(found: re.Match[str]) -> str:
        path = path_of(own, found["target"])
        if not (ROOT / path).is_file():
            return found[0]
        return relpath(place_of(path), Path(own).parent.as_posix()) + (found["anchor"] or "")

    return LINK.sub(moved, markdown)


def origin_of(page: str) -> str:
    """The file of the checkout that a page of the site is made from."""
    return next((path for path, place in PAGES.items() if place == page), f"{DOCS}{page}")


def path_of(page: str, target: str) -> str:
    """The file of the checkout that a link of a page leads to, if it leads to one."""
    return normpath((Path(origin_of(page)).parent / target).as_posix())


def place_of(path: str) -> str:
    """Where a file of the checkout is in the site."""
    path = normpath(path)
    if path in PAGES:
        return PAGES[path]
    if path.startswith(DOCS) and Path(path).suffix not in SHOWN_AS:
        return path.removeprefix(DOCS)
    return f"{SOURCE}{path}.md"


def shown_by(page: str) -> Iterator[str]:
    """The files that a page links to and that are no pages themselves."""
    text = (ROOT / origin_of(page)).read_text(encoding="utf-8")
    for found in LINK.finditer(text):
        path = path_of(page, found["target"])
        if (ROOT / path).is_file() and place_of(path).startswith(SOURCE):
            yield path


def listing(path: str) -> str:
    """A page that shows a file."""
    text = (ROOT / path).read_text(encoding="utf-8").rstrip("\n")
    kind = SHOWN_AS.get(Path(path).suffix, "text")
    head = f"---\nsearch:\n  exclude: true\nhide:\n  - toc\n---\n# {path.removeprefix(DOCS)}\n"
    return f"{head}\n````{kind}\n{text}\n````\n"


def reference(title: str, modules: list[griffe.Module]) -> str:
    """A page made from the docstrings of modules."""
    text = f"# {title}\n"
    for module in modules:
        name = module.path
        text += f"\n::: {name}\n    options:\n      members: []\n      show_root_full_path: true\n"
        for member in public_names(module):
            text += f"\n::: {name}.{member}\n    options:\n      heading_level: 3\n"
    return text


def public_names(module: griffe.Module) -> list[str]:
    """What `__all__` names; without it, what is defined there and explained."""
    if module.exports is not None:
        return [str(name) for name in module.exports if not str(name).startswith("_")]
    return [
        name
        for name, member in module.members.items()
        if not (name.startswith("_") or member.is_alias or member.is_module)
        and member.has_docstring
    ]
