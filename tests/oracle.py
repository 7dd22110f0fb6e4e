"""Prices and scores once more, read naively from the rules: by name, region by region, in sets.

Slow and blunt on purpose: it shares no hook, mask or table with the engine, only the position.
"""

from smallworld.engine.shim import i64
from smallworld.engine.state import NOBODY, Empire, State
from smallworld.engine.terms import TERRAINS

WATER = {"sea", "lake", "river"}
MOUNTAINS = {"mountain", "black_mountain"}
CRYPT = "Crypt of the Tomb-raider"


class Oracle:
    """One position, as a person at the table sees it."""

    def __init__(self, s: State, flames_enter_by_volcano: bool = False) -> None:
        self.s = s
        self.flames_enter_by_volcano = flames_enter_by_volcano
        self.all = range(s.board.size)
        self.terrain = [TERRAINS[region.terrain] for region in s.board.regions]
        self.symbols = [set(region.symbols) for region in s.board.regions]
        self.near = [set(region.neighbours) for region in s.board.regions]
        self.places = {
            marker.name: int(s.marker_region(marker.index))
            for marker in s.library.markers
            if s.marker_region(marker.index) >= 0
        }
        self.badge = ""  # the one Stonehedge was granted
        if "Stonehedge" in self.places:
            note = int(s.note(s.library.by_name["Stonehedge"]))
            self.badge = s.library.powers[note - 1].name if note else ""

    # ---- who and what ----

    def piece(self, name: str, r: int) -> int:
        """How many pieces of that name stand there."""
        for kind, piece in enumerate(self.s.library.pieces):
            if piece.name == name and int(self.s.where[kind]) >> r & 1:
                return int(self.s.stacked(piece.stack, r)) if piece.stack >= 0 else 1
        return 0

    def with_piece(self, name: str) -> set[int]:
        return {r for r in self.all if self.piece(name, r)}

    def held(self, e: Empire) -> set[int]:
        return {r for r in self.all if int(e.regions) >> r & 1}

    def holder(self, r: int) -> Empire:
        return next((e for e in self.s.empires if r in self.held(e)), NOBODY)

    def at(self, e: Empire, place: str) -> bool:
        """Whether the race holds that place."""
        return place in self.places and self.places[place] in self.held(e)

    def badges(self, e: Empire) -> set[str]:
        """Its own badge and the one it borrows; whether they work now is another matter."""
        return {e.power.name} | ({self.badge} if self.at(e, "Stonehedge") else set())

    def is_kind(self, r: int, kind: str) -> bool:
        """The predicates of 0.3."""
        terrain = self.terrain[r]
        return {
            "mine": terrain == "mine" or "mine" in self.symbols[r],
            "magic": terrain == "crystal" or "magic" in self.symbols[r],
            "mountain": terrain in MOUNTAINS,
            "forest": terrain in ("forest", "mushroom"),
            "swamp": terrain in ("swamp", "mud"),
            "coast": self.is_land(r) and any(self.terrain[n] in WATER for n in self.near[r]),
            "cavern": "cavern" in self.symbols[r],
        }.get(kind, terrain == kind)

    def is_land(self, r: int) -> bool:
        return self.terrain[r] not in WATER | {"chasm"}

    # ---- adjacency (0.5) ----

    def adjacent(self, e: Empire, start: set[int]) -> set[int]:
        """What borders these regions for this race, by nature or by its powers."""
        found = set().union(*(self.near[r] for r in start)) if start else set()
        if e.declined or not start:
            return found
        if "Underworld" in self.badges(e) and any(self.is_kind(r, "cavern") for r in start):
            found |= {r for r in self.all if self.is_kind(r, "cavern")}
        if self.at(e, "Great Brass Pipe"):
            same = {
                r
                for r in self.all
                if self.terrain[r] == self.terrain[self.places["Great Brass Pipe"]]
            }
            found |= same if same & start else set()
        if e.race.name == "Spiderines":
            rim = self.rim()
            found |= rim | (self.held(e) if rim & start else set())
        if e.race.name == "Lizardmen":
            for shore in self.shores():
                found |= shore if shore & start else set()
        return found

    def rim(self) -> set[int]:
        """Regions that border a chasm."""
        chasms = {r for r in self.all if self.terrain[r] == "chasm"}
        return {r for r in self.all if self.near[r] & chasms} - chasms

    def shores(self, at_edge: bool = False) -> list[set[int]]:
        """The shores of each sea, lake and connected river; or only of those at the edge."""
        found: list[set[int]] = []
        rivers = {r for r in self.all if self.terrain[r] == "river"}
        waters = [{r} for r in self.all if self.terrain[r] in ("sea", "lake")]
        while rivers:
            water = grow({min(rivers)}, rivers, self.near)
            rivers -= water
            waters.append(water)
        for water in waters:
            if at_edge and not any(self.is_edge(r) for r in water):
                continue
            found.append({n for r in water for n in self.near[r] if self.is_land(n)})
        return found

    # ---- the price of an ordinary conquest (A8.3) ----

    def price(self, e: Empire, r: int) -> int:
        base = 1 if self.terrain[r] == "river" else 2
        static = int(self.is_kind(r, "mountain")) + int(
            self.places.get("Keep on the Motherland") == r
        )
        holder = self.holder(r)
        tokens = int(self.s.tokens_in(r))
        if not self.s.options.own_decline_defends and holder.seat == e.seat and holder.declined:
            tokens = 0
        pieces = sum(self.piece(name, r) for name in ("encampment", "fortress", "lair", "armor"))
        occupant = tokens + pieces
        penalty = int(e.race.name == "Mummies" and not e.declined)
        if self.are_gnomes(e, r) or e.declined:
            return max(1, base + static + occupant + penalty)
        if e.race.name == "Flames" and r in self.lit(e):
            occupant = 0
        die = max(0, int(self.s.now.die))
        return max(1, base + static + occupant + penalty - self.discount(e, r, holder) - die)

    def discount(self, e: Empire, r: int, holder: Empire) -> int:
        badges = self.badges(e)
        race = e.race.name
        mountains = {m for m in self.held(e) if self.is_kind(m, "mountain")}
        less = [
            "Commando" in badges,
            "Mounted" in badges and self.terrain[r] in ("hill", "farmland"),
            "Underworld" in badges and self.is_kind(r, "cavern"),
            race == "Giants" and r in self.adjacent(e, mountains),
            race == "Tritons" and self.is_kind(r, "coast"),
            race == "Ogres",
            race == "Cultists" and r in self.adjacent(e, self.with_piece("ancient")),
            "Vengeful" in badges
            and holder is not NOBODY
            and bool(int(self.s.note(self.s.library.by_name["Vengeful"])) >> holder.seat & 1),
        ]
        return sum(less)

    def lit(self, e: Empire) -> set[int]:
        """Next to the Volcano, or to Flames linked with it."""
        volcano = self.with_piece("volcano")
        near = set().union(*(self.near[r] for r in volcano))
        linked = grow(near & self.held(e), self.held(e), self.near)
        return near.union(*(self.near[r] for r in linked))

    # ---- whom an ordinary conquest may be aimed at (A8.1, A8.2, A8.7) ----

    def conquests(self, e: Empire) -> set[int]:
        """Regions that can be had for the tokens in hand."""
        return {r for r in self.targets(e) if self.price(e, r) <= self.force(e, r)}

    def rolls(self, e: Empire) -> set[int]:
        """Regions that can be named for a roll of the die."""
        if self.s.now.die >= 0:
            return set()
        found: set[int] = set()
        magic = {r for r in self.held(e) if self.is_kind(r, "magic")}
        near_magic = set().union(*(self.near[r] for r in magic))
        for r in self.targets(e):
            short = self.price(e, r) - self.force(e, r)
            lights = e.race.name == "Will-o'-Wisps" and not self.are_gnomes(e, r)
            if lights and (self.is_kind(r, "magic") or r in near_magic):
                if short <= 3:
                    found.add(r)
            elif 0 < short <= 3 and e.power.name != "Berserk":
                found.add(r)
        return found

    def force(self, e: Empire, r: int) -> int:
        """Tokens in hand, and hammers beside them."""
        if e.declined or self.are_gnomes(e, r) or not e.hand:
            return int(e.hand)
        return int(e.hand + e.hammers - self.s.now.hammers_used)

    def are_gnomes(self, e: Empire, r: int) -> bool:
        holder = self.holder(r)
        return holder.race.name == "Gnomes" and not holder.declined and holder.seat != e.seat

    def targets(self, e: Empire) -> set[int]:
        """Everything that may be attacked and is in reach."""
        if not e.hand:
            return set()
        sailor = not e.declined and ("Seafaring" in self.badges(e) or e.race.name == "Kraken")
        found: set[int] = set()
        reach = self.reach(e)
        plain_reach = self.entry() if not self.held(e) else self.adjacent(NOBODY, self.held(e))
        for r in self.all:
            water = self.terrain[r] in ("sea", "lake")
            if r in self.held(e) or self.terrain[r] == "chasm" or (water and not sailor):
                continue
            if self.are_gnomes(e, r):
                if e.declined or r not in plain_reach or self.s.now.die >= 0:
                    continue
            elif r not in reach:
                continue
            if not self.is_closed(e, r):
                found.add(r)
        return found

    def is_closed(self, e: Empire, r: int) -> bool:
        """Immunity, peace, and Liches whom the attacker cannot pay."""
        holder = self.holder(r)
        own = holder is not NOBODY and holder.seat == e.seat
        shields = ("hole", "hero", "dragon", "ancient", "queen")
        if not own and any(self.piece(name, r) for name in shields):
            return True
        if self.piece("balrog", r):
            return True
        if self.piece("ghost", r) and not self.sends_the_ghost(e.seat):
            return True
        if holder is NOBODY or own:
            return False
        if "Diplomat" in self.badges(holder) and not holder.declined and not e.declined:
            ally = self.s.note(self.s.library.by_name["Diplomat"]) - 1
            return bool(ally == e.seat)
        return holder.race.name == "Liches" and holder.declined and self.s.coins[e.seat] < 1

    def sends_the_ghost(self, seat: i64) -> bool:
        """Whether a race of that seat, active or in decline, holds the Crypt."""
        return any(e.seat == seat and self.at(e, CRYPT) for e in self.s.empires)

    def reach(self, e: Empire) -> set[int]:
        held = self.held(e)
        flies = not e.declined and "Flying" in self.badges(e)
        lands = {r for r in self.all if self.is_land(r)}
        if held:
            return self.adjacent(e, held) | (lands if flies else set())
        if e.declined:
            return self.entry()
        volcano = self.with_piece("volcano")
        if e.race.name == "Flames" and self.flames_enter_by_volcano and volcano:
            return set().union(*(self.near[r] for r in volcano))
        found = self.entry()
        if flies or e.race.name == "Halflings":
            found |= lands
        if e.race.name == "Halflings" and "Seafaring" in self.badges(e):
            found |= {r for r in self.all if self.terrain[r] in WATER}
        if "Seafaring" in self.badges(e) or e.race.name == "Kraken":
            found |= {r for r in self.all if self.terrain[r] == "sea" and self.is_edge(r)}
        if e.race.name == "Spiderines":
            found |= self.rim()
        if e.race.name == "Lizardmen":
            found = found.union(*self.shores(at_edge=True))
        return found

    def entry(self) -> set[int]:
        """First Conquest: land and rivers at the edge, and the shores of a sea at the edge."""
        edge = {r for r in self.all if self.is_edge(r)}
        seas = {r for r in edge if self.terrain[r] == "sea"}
        shores = {n for r in seas for n in self.near[r] if self.is_land(n)}
        return {r for r in edge if self.is_land(r) or self.terrain[r] == "river"} | shores

    def is_edge(self, r: int) -> bool:
        return self.s.board.regions[r].edge

    # ---- the score (A12) ----

    def score(self, seat: int) -> int:
        """What the bank and the other players would pay the seat now."""
        total = 0
        if seat == self.s.seat:
            total += sum(self.s.now.awards[1::2])
        for e in self.s.empires:
            if e.seat == seat:
                total += self.coins(e)
        return total + self.taken_from_others(seat)

    def coins(self, e: Empire) -> int:
        """From the bank, for one race."""
        held = self.held(e)
        by_region = {r: 1 + self.extra(e, r) for r in held}
        total = sum(by_region.values()) + self.overall(e)
        if not e.declined:
            for r in self.doubled(e) & held:
                if r != self.places.get("Mine of the Lost Dwarf"):
                    total += by_region[r]
        return total

    def extra(self, e: Empire, r: int) -> int:
        """Coins of one region beside the first."""
        coins = int(self.places.get("Keep on the Motherland") == r)
        if self.at(e, "Diamond Fields"):
            coins += self.terrain[r] == self.terrain[self.places["Diamond Fields"]]
        if e.race.name == "Dwarves":
            coins += self.is_kind(r, "mine")
        if "Muddy" in self.badges(e):
            coins += self.is_kind(r, "swamp")
        if e.declined:
            return coins
        won = bool(int(self.s.now.won) >> r & 1)
        quiet = not any(self.s.tokens_in(n) and self.holder(n) is not e for n in self.near[r])
        by_race = {
            "Humans": self.terrain[r] == "farmland",
            "Wizards": self.is_kind(r, "magic"),
            "Orcs": won,
            "Drow": quiet,
            "Shrooms": self.is_kind(r, "forest"),
        }
        by_badge = {
            "Forest": self.is_kind(r, "forest"),
            "Hill": self.terrain[r] == "hill",
            "Swamp": self.is_kind(r, "swamp"),
            "Merchant": True,
            "Pillaging": won,
            "Fortified": bool(self.piece("fortress", r)),
            "Adventurous": self.is_place(r),
            "Frightened": self.s.tokens_in(r) >= 3,
            "Mining": self.is_kind(r, "mine"),
            "Mystic": self.is_kind(r, "magic"),
            "Stone": self.is_kind(r, "mountain"),
        }
        coins += by_race.get(e.race.name, False)
        return coins + sum(by_badge.get(badge, False) for badge in self.badges(e))

    def is_place(self, r: int) -> bool:
        names = [marker.name for marker in self.s.library.markers[:9]]
        return any(self.places.get(name) == r for name in names)

    def overall(self, e: Empire) -> int:
        """Coins that belong to no region."""
        held = self.held(e)
        coins = 2 * self.at(e, "Mine of the Lost Dwarf")
        if e.declined:
            return coins + 2 * ("Wise" in self.badges(e) and bool(held))
        given_up = len([r for r in self.all if int(self.s.now.won) >> r & 1 and r not in held])
        coins += given_up * (e.race.name == "Orcs")
        badges = self.badges(e)
        coins += given_up * ("Pillaging" in badges)
        coins += 2 * ("Alchemist" in badges)
        if "Fisher" in badges:
            coins += len([r for r in held if self.is_kind(r, "coast")]) // 2
        if "Flocking" in badges and held:
            group = {min(held)}
            while more := self.adjacent(e, group) & held - group:
                group |= more
            coins += 2 * (group == held)
        if "Quarreling" in badges:
            rest = set(held)
            while rest:
                rest -= grow({min(rest)}, held, self.near)
                coins += 1
        if "Wealthy" in badges:
            own = e.power.name == "Wealthy"
            granted = bool(self.s.turn_note(self.s.library.by_name["Wealthy"]))
            coins += 7 * (e.first_turn if own else granted)
        return coins

    def doubled(self, e: Empire) -> set[int]:
        """Where the Scepter was placed this turn, and the Bag in its stead."""
        return self.used(e, "Scepter of Avarice")

    def used(self, e: Empire, relic: str) -> set[int]:
        """The regions in which that relic, or the Bag for it, was placed this turn by this race."""
        found: set[int] = set()
        traits = self.s.library.by_name
        if relic in self.places and self.s.turn_note(traits[relic]):
            found.add(self.places[relic])
        if "Magic" in self.badges(e) and "Magic" in traits and relic in traits:
            index = [marker.name for marker in self.s.library.markers].index(relic)
            if self.s.turn_note(traits["Magic"]) == index + 1:
                found |= self.with_piece("bag")
        return found & self.held(e)

    def taken_from_others(self, seat: int) -> int:
        """Thieving and Froggy's Ring: one coin from each victim that has one."""
        e = self.s.active(seat)
        if e is NOBODY:
            return 0
        claims: list[set[int]] = []  # victims, for each that takes
        if "Thieving" in self.badges(e):
            claims.append(self.victims(e, self.held(e)))
        for r in self.used(e, "Froggy's Ring"):
            claims.append(self.victims(e, {r}))
        left = [int(self.s.coins[other]) for other in range(self.s.seats)]
        taken = 0
        for claim in claims:
            for victim in claim:
                if left[victim]:
                    left[victim] -= 1
                    taken += 1
        return taken

    def victims(self, e: Empire, regions: set[int]) -> set[int]:
        """Other seats with an active token next door that is not immune."""
        found: set[int] = set()
        immune = {"hole", "hero", "dragon", "ancient", "queen"}
        if not self.sends_the_ghost(e.seat):
            immune.add("ghost")
        for r in set().union(*(self.near[q] for q in regions)) if regions else set():
            other = self.holder(r)
            if other is NOBODY or other.declined or other.seat == e.seat:
                continue
            if not any(self.piece(name, r) for name in immune):
                found.add(int(other.seat))
        return found


def grow(start: set[int], within: set[int], near: list[set[int]]) -> set[int]:
    """What can be reached from there without leaving the set."""
    group = set(start)
    while more := {n for r in group for n in near[r]} & within - group:
        group |= more
    return group
