"""Pictures of home-made races: paths, spare characters, and drawings in which nothing can hide."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from smallworld.content.custom.classes import custom_of_classes
from smallworld.content.custom.emblem import NoEmblem, read_emblem
from smallworld.content.custom.reader import read_custom
from smallworld.content.emblems import load_symbols, spare_names
from smallworld.engine.trait import Race
from smallworld.game.views.reference import custom_texts

SHAPE = '<circle cx="4" cy="4" r="3" fill="#c33"/>'
ALLOWED = {"svg", "g", "path", "rect", "circle", "ellipse", "line", "polyline", "polygon"}


def svg(inside: str, around: str = "") -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"{around}>{inside}</svg>'


ATTACKS = {
    "script": svg(f"{SHAPE}<script>alert(1)</script>"),
    "script of no namespace": f'<svg viewBox="0 0 8 8">{SHAPE}<script>alert(1)</script></svg>',
    "script in capitals": svg(f"{SHAPE}<SCRIPT>alert(1)</SCRIPT>"),
    "onload": svg(SHAPE, ' onload="alert(1)"'),
    "onclick": svg('<path d="M0 0h8v8z" onclick="alert(1)"/>'),
    "foreignObject": svg(
        f"{SHAPE}<foreignObject><body xmlns='http://www.w3.org/1999/xhtml'>"
        "<img src='x' onerror='alert(1)'/></body></foreignObject>"
    ),
    "link": svg(f'<a href="javascript:alert(1)">{SHAPE}</a>{SHAPE}'),
    "image from elsewhere": svg(f'{SHAPE}<image href="https://evil.example/spy.png"/>'),
    "use from elsewhere": svg(
        f'{SHAPE}<use xmlns:xlink="http://www.w3.org/1999/xlink" '
        'xlink:href="https://evil.example/a.svg#x"/>'
    ),
    "href of a shape": svg(
        '<path xmlns:xlink="http://www.w3.org/1999/xlink" xlink:href="//evil.example" d="M0 0h8"/>'
    ),
    "style element": svg(f"<style>*{{background:url(//evil.example)}}</style>{SHAPE}"),
    "style with url": svg('<path d="M0 0h8v8z" style="fill:url(//evil.example);stroke:red"/>'),
    "fill with url": svg('<path d="M0 0h8v8z" fill="url(https://evil.example#a)"/>'),
    "fill with an escape": svg('<path d="M0 0h8v8z" fill="u\\72l(//evil.example)"/>'),
    "filter": svg('<path d="M0 0h8v8z" filter="url(#x)" mask="url(#x)"/>'),
    "animation": svg(f'{SHAPE}<animate attributeName="href" to="javascript:alert(1)"/>'),
    "set within a shape": svg('<path d="M0 0h8v8z"><set attributeName="onclick" to="x"/></path>'),
    "quote in a value": svg("<path d='M0 0h8v8z' fill='red\" onload=\"alert(1)'/>"),
    "markup in a value": svg('<path d="M0 0h8v8z" fill="&lt;script&gt;"/>'),
    "text": svg(f"{SHAPE}<text>alert(1)</text>"),
}
REFUSED = {
    "entities": '<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>' + svg("&b;" + SHAPE),
    "file as entity": '<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>' + svg("&x;"),
    "entity in small letters": f'<!doctype svg [<!entity a "b">]>{svg(SHAPE)}',
    "stylesheet": f'<?xml-stylesheet href="//evil.example/a.css"?>{svg(SHAPE)}',
    "cdata": svg("<![CDATA[<script>alert(1)</script>]]>" + SHAPE),
    "not well formed": "<svg onload=alert(1)>",
    "another document": f'<html xmlns="http://www.w3.org/1999/xhtml">{svg(SHAPE)}</html>',
    "nothing to see": svg("<g><g/></g>"),
    "only what is not allowed": svg("<script>alert(1)</script>"),
    "no size": f'<svg xmlns="http://www.w3.org/2000/svg">{SHAPE}</svg>',
    "no size either": f'<svg viewBox="0 0 0 8">{SHAPE}</svg>',
    "too long": svg(SHAPE * 300),
}


@pytest.mark.parametrize("attack", ATTACKS.values(), ids=ATTACKS)
def test_only_plain_shapes_get_through(attack: str) -> None:
    read = read_emblem(attack)
    for bad in ("script", "alert", "evil", "url", "href", "onload", "style", "&lt;", "javascript"):
        assert bad not in read.drawing.lower()
    root = ElementTree.fromstring(read.drawing)
    assert {element.tag.rpartition("}")[2] for element in root.iter()} <= ALLOWED
    assert read.left_out


@pytest.mark.parametrize("drawing", REFUSED.values(), ids=REFUSED)
def test_what_cannot_be_made_safe_is_refused(drawing: str) -> None:
    with pytest.raises(NoEmblem, match="an SVG"):
        read_emblem(drawing)


def test_groups_go_only_so_deep() -> None:
    read = read_emblem(svg("<g>" * 40 + SHAPE + "</g>" * 40 + SHAPE))
    assert read.drawing.count("<g>") < 20
    assert read.left_out == ["groups too deep"]


def test_an_honest_drawing_stays_as_it_is() -> None:
    """As drawing programs write it: a style, a transform, names and their own remarks."""
    read = read_emblem(
        '<?xml version="1.0"?><!-- mine --><svg xmlns="http://www.w3.org/2000/svg" '
        'xmlns:ink="http://example.org/ink" width="96px" height="96" id="a" ink:zoom="2">'
        "<title>Otter</title><ink:namedview/>"
        '<g id="b" transform="translate(2,3) scale(.5)" style="fill:#a35;stroke-width:2px">'
        '<path d="M1 2\n C3-4 5e1 6 7 8z" fill-rule="evenodd"/><polygon points="1,2 3,4 5,6"/>'
        '</g><ellipse cx="1" cy="2" rx="3" ry="4" fill="rgb(1, 2, 3)" opacity=".5"/></svg>'
    )
    assert read.left_out == []
    assert read.drawing == (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96">'
        '<g transform="translate(2,3) scale(.5)" fill="#a35" stroke-width="2px">'
        '<path d="M1 2 C3-4 5e1 6 7 8z" fill-rule="evenodd"></path>'
        '<polygon points="1,2 3,4 5,6"></polygon></g>'
        '<ellipse cx="1" cy="2" rx="3" ry="4" fill="rgb(1, 2, 3)" opacity=".5"></ellipse></svg>'
    )


def test_spare_characters() -> None:
    assert len(spare_names()) >= 4
    for name in spare_names():
        assert read_emblem(name).symbol in load_symbols()
    with pytest.raises(NoEmblem, match=f"spare characters {spare_names()[0]}, "):
        read_emblem("unicorn")


def race(emblem: str) -> str:
    return f"[[race]]\nname = 'Ferrets'\ntokens = 5\nstand_in = 'Orcs'\nemblem = '''{emblem}'''\n"


def test_a_file_brings_its_drawing_and_is_told_what_was_left_out() -> None:
    custom = read_custom(race(ATTACKS["onload"]), "ferrets.toml")
    assert custom.warnings[0] == (
        "ferrets.toml, race Ferrets, `emblem`: `onload` of svg is left out; "
        "a drawing has plain shapes only"
    )
    emblem = custom_texts(custom, "en").traits["Ferrets"].emblem
    assert emblem is not None
    assert "<circle" in emblem.drawing
    assert "onload" not in emblem.drawing
    assert (emblem.symbol, emblem.fill, emblem.plate) == ("", "", "")


def test_a_class_brings_its_drawing_and_is_told_what_was_left_out() -> None:
    class Ferrets(Race):
        def __init__(self) -> None:
            super().__init__("Ferrets", tokens=6, supply=11, emblem=ATTACKS["script"])

    custom = custom_of_classes([Ferrets], "here", "")
    assert "`emblem`: <script> is left out" in custom.warnings[0]
    emblem = custom_texts(custom, "en").traits["Ferrets"].emblem
    assert emblem is not None
    assert "script" not in emblem.drawing
