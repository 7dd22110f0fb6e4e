"""Words for clauses: the text of a race or power whose file gives none."""

from __future__ import annotations

from smallworld.content.custom.clauses import ANYWHERE, CONQUEST, PLACES, REGION, Clause
from smallworld.engine.pieces import OTHERS, STAYS
from smallworld.engine.terms import ALWAYS, DECLINE


def describe(clauses: list[Clause]) -> str:
    """What the clauses say, in sentences."""
    return " ".join(_sentence(clause) for clause in clauses) or "No benefit but their number."


def _sentence(clause: Clause) -> str:
    words = _words(clause)
    if clause.effect != "keeps":
        if clause.when == ALWAYS:
            words += ", in decline too"
        elif clause.when == DECLINE:
            words += ", in decline only"
    return f"{words[0].upper()}{words[1:]}."


def _words(clause: Clause) -> str:
    effect = clause.effect
    anywhere = ANYWHERE in clause.places
    if effect == "coins":
        return _amount(clause, "coin", "every turn")
    if effect == "tokens":
        return _amount(clause, "new token", "at every redeployment")
    if effect in ("cheaper", "dearer"):
        subject = "every conquest costs" if anywhere else f"{_several(clause)} cost"
        return f"{subject} one token {'less' if effect == 'cheaper' else 'more'}"
    if effect == "enters":
        return "may enter the map anywhere" if anywhere else f"{_several(clause)} are open to enter"
    if effect == "reaches":
        return f"{'all lands' if anywhere else _several(clause)} are in reach from any region held"
    if effect == "links":
        return f"{_several(clause)} are next to each other"
    if effect == "loses":
        return "no token is lost when an enemy takes a region"
    if effect == "keeps":
        return "all tokens stay on the map in decline"
    return _piece(clause)


def _several(clause: Clause) -> str:
    return " and ".join(f"{PLACES[place]}s" for place in clause.places)


def _amount(clause: Clause, what: str, flat: str) -> str:
    amount = f"{clause.amount} {what}{'s' if clause.amount > 1 else ''}"
    if not clause.places:
        return f"{amount} {flat}"
    plural = "s" if clause.every > 1 else ""
    if CONQUEST in clause.places:
        counted = f"non-empty region{plural} conquered in the turn"
    elif REGION in clause.places:
        counted = f"region{plural}"
    else:
        counted = " or ".join(PLACES[place] + plural for place in clause.places)
    every = f"{clause.every} " if clause.every > 1 else ""
    return f"{amount} for every {every}{counted}"


def _piece(clause: Clause) -> str:
    piece = clause.piece
    assert piece is not None
    does = "makes its region immune" if piece.closes == OTHERS else "adds one to the defence"
    put = (
        f"one {piece.name} a turn" if clause.each_turn else f"a {piece.name} in every region taken"
    )
    stays = " and stays in decline" if piece.declined == STAYS else ""
    return f"{put} ({piece.total} in all) {does}{stays}"
