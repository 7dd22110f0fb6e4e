"""Names for home-made races, powers and pieces: how they may look, and that each is used once."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from smallworld.content.custom.shown import shown
from smallworld.content.library import Custom, full_library
from smallworld.engine.actions import VERB_NAMES
from smallworld.engine.errors import Unreadable
from smallworld.engine.pieces import PIECES
from smallworld.engine.trait import OPTIONS, Trait

LONGEST_NAME: Final = 30
LONGEST_PIECE_NAME: Final = 20
_PIECE_NAME: Final = re.compile(r"[a-z]+(-[a-z]+)*", re.ASCII)

# Words that stand where a race, power or piece may be named.
_NOT_A_NAME: Final = ["nobody", "no power", "empty", "lost tribe", "lost tribes", "monster"]
_NOT_A_PIECE: Final = ["mountain", "hammer", "vengeance"]
# First words of actions that are not a trait's own.
VERBS: Final = [name.split(" ")[0] for name in VERB_NAMES if name != "use"]


def why_no_name(name: str) -> str:
    """What a race's or power's name must be, if this is none; else nothing."""
    words = name.split(" ")
    plain = all(
        word and all(letter.isalnum() or letter in "'.-" for letter in word) for word in words
    )
    if not plain or not name[:1].isalpha() or len(name) > LONGEST_NAME:
        return (
            f"at most {LONGEST_NAME} letters long, of words of letters, digits, ', . and -, "
            "the first one a letter"
        )
    if name != unicodedata.normalize("NFC", name):
        return "written with composed letters (Unicode NFC)"
    if name.casefold() in _NOT_A_NAME or "as" in words:
        return "something that is not a word of the notation"
    return ""


def why_no_piece_name(name: str) -> str:
    """What a piece's name must be, if this is none; else nothing."""
    if not _PIECE_NAME.fullmatch(name) or len(name) > LONGEST_PIECE_NAME:
        return f"at most {LONGEST_PIECE_NAME} small letters (a to z, parts joined by -)"
    if name in _NOT_A_PIECE:
        return "another word, since the game has such a piece"
    return ""


class _Taken:
    """What is used already, and by whom."""

    def __init__(self) -> None:
        box = full_library("mixed")
        self.names: Final = {trait.name.casefold(): "the box" for trait in box.traits}
        self.pieces: Final = {piece.name: "the box" for piece in PIECES}
        self.words: Final = {
            trait.word: trait.name for trait in box.traits if trait.hooks & OPTIONS
        }
        self.stand_ins: Final[dict[str, str]] = {}
        self.problems: Final[list[str]] = []

    def add(self, trait: Trait, what: str, source: str) -> None:
        """One more trait; what it shares with another is a problem."""
        where = f"{source}, {what} {trait.name}"
        name = trait.name.casefold()
        if name in self.names:
            self.problems.append(
                f"{where}, `name`: {self.names[name]} has a race, power, place or relic of this "
                "name; choose another (rules D3)"
            )
        self.names[name] = source
        if trait.brings is not None:
            piece = trait.brings.name
            if piece in self.pieces:
                self.problems.append(
                    f"{where}, `piece`: {self.pieces[piece]} has a piece called {piece}; "
                    "choose another name"
                )
            self.pieces[piece] = source
        if trait.answered() & OPTIONS:
            self.add_word(trait, where)

    def add_word(self, trait: Trait, where: str) -> None:
        """The text of a trait's own action must not be taken for another's."""
        word = trait.word
        if word.split(" ")[0] in VERBS:
            self.problems.append(
                f"{where}, `word`: {shown(word)} begins like another action; "
                'choose another, as in "place tower"'
            )
        for other, owner in self.words.items():
            if f"{word} ".startswith(f"{other} ") or f"{other} ".startswith(f"{word} "):
                self.problems.append(
                    f"{where}, `word`: {shown(word)} would be taken for {owner}'s {shown(other)}; "
                    "choose another"
                )
        self.words[word] = trait.name


def check_together(customs: list[Custom]) -> None:
    """Names, pieces, words and borrowed tokens are used once, in the box and in all of these."""
    taken = _Taken()
    for custom in customs:
        source = ", ".join(custom.sources)
        for race in custom.new_races():
            taken.add(race, "race", source)
        for power in custom.new_powers():
            taken.add(power, "power", source)
        for stand_in, name in custom.stand_ins.items():
            if stand_in in taken.stand_ins:
                taken.problems.append(
                    f"{source}, race {name}, `stand_in`: the tokens of {stand_in} are borrowed by "
                    f"{taken.stand_ins[stand_in]} already; choose another race (rules D1)"
                )
            taken.stand_ins[stand_in] = name
    if taken.problems:
        raise Unreadable("\n".join(taken.problems))


def join_customs(customs: list[Custom]) -> Custom:
    """All of them in one game."""
    check_together(customs)
    joined = Custom([], [], {}, {}, [])
    for custom in customs:
        joined.races.extend(custom.races)
        joined.powers.extend(custom.powers)
        joined.stand_ins.update(custom.stand_ins)
        joined.sources.update(custom.sources)
        joined.warnings.extend(custom.warnings)
    return joined
