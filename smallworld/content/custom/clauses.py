"""The sentences that home-made races and powers are described by (D4).

A clause is one sentence: an effect, what it is counted by or holds for, and when it speaks. The
clauses of one trait together answer the engine's questions; nothing else is asked.
"""

from __future__ import annotations

from typing import Final

from smallworld.content.common import lost_to_enemies_only, offer_in
from smallworld.engine.actions import Actions, region_of
from smallworld.engine.board import Board
from smallworld.engine.pieces import LEAVES, OTHERS, STAYS, Piece
from smallworld.engine.regions import Regions, count
from smallworld.engine.shim import i64
from smallworld.engine.state import Empire, State
from smallworld.engine.terms import ACTIVE, ALWAYS, DECLINE, KEEPS_ALL, KEEPS_ONE, PLACEMENTS
from smallworld.engine.trait import (
    CHEAPER,
    COINS_OVERALL,
    DEARER,
    ENTERS,
    LINKS,
    ON_GAINED,
    OPTIONS,
    PAYS,
    REACHES,
    TOKENS_LOST,
    TOKENS_ON_REDEPLOY,
    Trait,
)
from smallworld.engine.verbs import lift_all, pieces_left, put_piece

WHEN: Final = {"active": ACTIVE, "decline": DECLINE, "always": ALWAYS}

# What a clause may be about, with the words for one of them.
PLACES: Final = {
    "farmland": "farmland",
    "forest": "forest",
    "hill": "hill",
    "swamp": "swamp",
    "mountain": "mountain",
    "mine": "mine",
    "magic": "magic source",
    "cavern": "cavern",
    "lost_tribe": "Lost Tribe site",
    "monster": "Monster site",
    "coast": "coastal region",
    "edge": "edge region",
    "water": "water region",
}
# The other box's words for the same (rules 0.3 and C2).
SAME_PLACE: Final = {
    "mushroom": "forest",
    "mud": "swamp",
    "crystal": "magic",
    "black_mountain": "mountain",
}
REGION: Final = "region"  # counts every region held
CONQUEST: Final = "conquest"  # counts non-empty regions conquered this turn
ANYWHERE: Final = "anywhere"


def regions_named(board: Board, place: str) -> Regions:
    """All regions of that name on a board, held or not."""
    if place in (REGION, ANYWHERE):
        return board.all
    if place == "farmland":
        return board.farmlands
    if place == "forest":
        return board.forests
    if place == "hill":
        return board.hills
    if place == "swamp":
        return board.swamps
    if place == "mountain":
        return board.mountains
    if place == "mine":
        return board.mines
    if place == "magic":
        return board.magic
    if place == "cavern":
        return board.caverns
    if place == "lost_tribe":
        return board.tribe_sites
    if place == "monster":
        return board.monster_sites
    if place == "coast":
        return board.coast
    if place == "edge":
        return board.edge
    if place == "water":
        return board.water
    raise KeyError(place)


class Clause:
    """One sentence."""

    def __init__(
        self,
        effect: str,
        when: int,
        *,
        amount: int = 0,
        places: list[str] | None = None,
        every: int = 1,
        piece: Piece | None = None,
        each_turn: bool = False,
    ) -> None:
        self.effect: Final = effect
        self.when: Final = when
        self.amount: Final = amount  # coins or tokens
        self.places: Final = places or []
        self.every: Final = every  # so many regions for one amount
        self.piece: Final = piece
        self.each_turn: Final = each_turn  # the piece comes at the end of a turn, not on conquest

    def speaks(self, e: Empire) -> bool:
        """Whether it holds for the empire now."""
        return self.when & (DECLINE if e.declined else ACTIVE) != 0

    def regions(self, board: Board) -> Regions:
        """The regions it is about."""
        found: i64 = 0
        for place in self.places:
            found |= regions_named(board, place)
        return found

    def counted(self, s: State, e: Empire) -> Regions:
        """The regions its amount is given for; those conquered count even if given up (X9)."""
        if not self.speaks(e):
            return 0
        if CONQUEST in self.places:
            return 0 if e.declined else s.now.won
        return self.regions(s.board) & e.regions

    def given(self, s: State, e: Empire) -> i64:
        """The coins or tokens it gives."""
        if self.places:
            return self.amount * (count(self.counted(s, e)) // self.every)
        # In decline only who still holds something is paid.
        pays = self.speaks(e) and (e.regions != 0 or not e.declined)
        return self.amount if pays else 0

    def pays_by_region(self) -> bool:
        """Whether its coins belong to regions, each to its own."""
        return self.effect == "coins" and self.places != [] and self.every == 1


class Clauses:
    """All sentences of one race or power, and what they answer together."""

    def __init__(self, clauses: list[Clause]) -> None:
        self.coins: Final = [c for c in clauses if c.effect == "coins"]
        self.tokens: Final = [c for c in clauses if c.effect == "tokens"]
        self.cheaper: Final = [c for c in clauses if c.effect == "cheaper"]
        self.dearer: Final = [c for c in clauses if c.effect == "dearer"]
        self.enters: Final = [c for c in clauses if c.effect == "enters"]
        self.reaches: Final = [c for c in clauses if c.effect == "reaches"]
        self.links: Final = [c for c in clauses if c.effect == "links"]
        self.loses: Final = [c for c in clauses if c.effect == "loses"]
        self.pieces: Final = [c for c in clauses if c.effect == "piece"]
        keeps = any(c.effect == "keeps" for c in clauses)
        self.keeps: Final = KEEPS_ALL if keeps else KEEPS_ONE
        # The engine asks while any of them speaks; each then looks whether it is its time.
        works = 0 if clauses else ACTIVE
        for clause in clauses:
            works |= clause.when
        self.works: Final = works
        self.hooks: Final = self._hooks()

    def _hooks(self) -> int:
        bits = 0
        for clauses, hook in (
            (self.tokens, TOKENS_ON_REDEPLOY),
            (self.cheaper, CHEAPER),
            (self.dearer, DEARER),
            (self.enters, ENTERS),
            (self.reaches, REACHES),
            (self.links, LINKS),
            (self.loses, TOKENS_LOST),
        ):
            if clauses:
                bits |= hook
        for clause in self.coins:
            if clause.pays_by_region():
                bits |= PAYS
            # A coin a region is all said by `pays`, but not where two sentences may meet.
            if not clause.pays_by_region() or clause.amount > 1 or len(self.coins) > 1:
                bits |= COINS_OVERALL
            if CONQUEST in clause.places:
                bits |= COINS_OVERALL  # for regions given up again
        for clause in self.pieces:
            bits |= OPTIONS if clause.each_turn else ON_GAINED
        return bits

    def brings(self) -> Piece | None:
        """The kind of piece it brings, if any."""
        return self.pieces[0].piece if self.pieces else None

    def word(self) -> str:
        """The text of its own action, if it has one."""
        piece = self.brings()
        return f"place {piece.name}" if piece is not None and self.pieces[0].each_turn else ""

    def all_regions(self, s: State, e: Empire, clauses: list[Clause]) -> Regions:
        """The regions that any of these clauses, if it speaks, is about."""
        found: i64 = 0
        for clause in clauses:
            if clause.speaks(e):
                found |= clause.regions(s.board)
        return found

    def linked(self, s: State, e: Empire, start: Regions) -> Regions:
        """Regions next to `start` because a clause makes its places neighbours of each other."""
        found: i64 = 0
        for clause in self.links:
            if clause.speaks(e):
                same = clause.regions(s.board) & s.board.land
                if same & start:
                    found |= same
        return found

    def paying(self, s: State, e: Empire) -> Regions:
        """Regions worth one coin more."""
        found: i64 = 0
        for clause in self.coins:
            if clause.pays_by_region():
                found |= clause.counted(s, e)
        return found

    def further_coins(self, s: State, e: Empire) -> i64:
        """All coins but the one that each paying region is already worth."""
        total: i64 = 0
        for clause in self.coins:
            total += clause.given(s, e)
        return total - count(self.paying(s, e) & e.regions)

    def new_tokens(self, s: State, e: Empire) -> i64:
        """Tokens gained at redeployment."""
        total: i64 = 0
        for clause in self.tokens:
            total += clause.given(s, e)
        return total

    def lost(self, s: State, e: Empire, usual: i64) -> i64:
        """Tokens lost with a region."""
        for clause in self.loses:
            if clause.speaks(e):
                return lost_to_enemies_only(s, e, usual)
        return usual

    def put_in(self, trait: Trait, s: State, e: Empire, r: i64) -> None:
        """A piece goes into a region just taken, if one is left."""
        for clause in self.pieces:
            due = clause.speaks(e) and not clause.each_turn
            if due and pieces_left(s, trait.piece):
                put_piece(s, trait.piece, r)

    def offer(self, trait: Trait, s: State, e: Empire, phase: i64, out: Actions) -> None:
        """One piece a turn may be placed where none of its kind stands."""
        for clause in self.pieces:
            due = clause.speaks(e) and clause.each_turn and not s.turn_note(trait)
            if phase == PLACEMENTS and due and pieces_left(s, trait.piece):
                offer_in(trait, e.regions & ~s.where[trait.piece], out)

    def place(self, trait: Trait, s: State, action: i64) -> None:
        """The piece of this turn is placed."""
        put_piece(s, trait.piece, region_of(action))
        s.set_turn_note(trait, 1)

    def take_back(self, trait: Trait, s: State) -> None:
        """A badge that was only lent leaves its defences standing, like a fortress (B7)."""
        for clause in self.pieces:
            if clause.piece is not None and clause.piece.closes == OTHERS:
                lift_all(s, trait.piece)


def make_piece(name: str, total: int, immune: bool, stays: bool) -> Piece:
    """A kind of piece: it adds one to the defence, or makes its region immune."""
    fate = STAYS if stays else LEAVES
    if immune:
        return Piece(name, total, closes=OTHERS, declined=fate)
    return Piece(name, total, defence=1, declined=fate)
