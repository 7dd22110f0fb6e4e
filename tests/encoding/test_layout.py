"""The layout of the encoding: versioned, and the page about it is true."""

from pathlib import Path

from smallworld.content.library import full_library
from smallworld.encoding.compiled.columns import PIECE_KINDS
from smallworld.encoding.layout import (
    ARRAYS,
    ENCODING_VERSION,
    PIECE_NAMES,
    TRAITS,
    describe_layout,
    digest,
)

PAGE = Path(__file__).parents[2] / "docs" / "learning.md"

# Whoever changes the layout writes a new line here and raises ENCODING_VERSION: data and models
# of the old one must not be taken for those of the new.
KNOWN = {2: "119633a578168b1f"}


def test_a_changed_layout_has_a_new_version() -> None:
    assert max(KNOWN) == ENCODING_VERSION
    assert KNOWN[ENCODING_VERSION] == digest(), "raise ENCODING_VERSION, then add its digest"


def test_the_page_shows_every_array_and_column() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert describe_layout() in page, "write what describe_layout() says into docs/learning.md"
    assert f"version {ENCODING_VERSION}" in page


def test_every_trait_of_both_boxes_has_a_row_of_its_own() -> None:
    assert set(TRAITS) >= {trait.name for trait in full_library("mixed").traits}
    assert len(set(TRAITS)) == len(TRAITS)
    assert len(PIECE_NAMES) == PIECE_KINDS


def test_columns_are_numbered_without_gaps() -> None:
    for array in ARRAYS.values():
        assert len(array.most()) == array.width
        ends = [array.at[field.name] + field.width for field in array.fields]
        assert ends == [*list(array.at.values())[1:], array.width] or not ends
        assert all(not field.means or len(field.means) == field.most + 1 for field in array.fields)
