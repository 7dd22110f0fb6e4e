"""Tables that begin at a position, at a line of a record, on a map of one's own, with luck told."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import smallworld as sw
from smallworld.engine.game import is_over, legal
from smallworld.engine.notation import to_text
from smallworld.engine.pack import fingerprint
from smallworld.game.compiled.dealer import Dealer
from smallworld.game.records.record import LUCK, Record
from smallworld.home.lessons.lesson_game import LessonGame
from smallworld.home.lessons.library import lessons
from smallworld.puzzles.puzzle import place_of, shipped
from smallworld.table.interface import PlayAgain, RematchReady
from smallworld.table.loading import load_history
from smallworld.table.messages import ErrorMessage, MoveRequest, UndoRequest, WelcomeMessage
from smallworld.table.problems import Refused
from smallworld.table.starting.start import StartRequest, check_start
from tests.table.home import MemoryHome, request_for, secret_of

GIVEN: dict[str, object] = {
    "turn": 9,
    "seats": {
        "P1": {"coins": 71, "active": {"race": "Orcs", "power": "Hill", "at": {"1": 2, "5": 1}}},
        "P2": {"coins": 72, "active": {"race": "Trolls", "power": "Flying", "at": {"14": 4}}},
    },
    "row": [["Elves", "Commando", 1], ["Humans", "Forest", 0]],
    "stack": {"races": ["Ratmen"], "powers": ["Swamp"]},
    "phase": "choose",
}
MAP = (Path(__file__).parents[2] / "smallworld/content/maps/base-2.toml").read_text()


def begin(start: StartRequest, *kinds: str, **options: Any) -> MemoryHome:
    return MemoryHome(request_for(*(kinds or ("device", "device")), start=start, **options))


def random_moves(home: MemoryHome, count: int, seed: int = 3) -> None:
    """Play on: so many decisions, or to the end."""
    dealer = Dealer(seed)
    for number in range(count):
        history = home.machine.state.history
        if history.over:
            return
        actions = [to_text(history.state, action) for action in legal(history.state)]
        text = actions[dealer.pick(len(actions))]
        seat = history.state.options.seats[history.acting]
        request = MoveRequest(f"m{seed}-{number}", seat, home.machine.state.row.n, text)
        home.ask("anna", request)


def luck_in(home: MemoryHome) -> list[str]:
    return [move.text for move in home.machine.state.history.moves if move.who == LUCK]


def refused(start: StartRequest, *kinds: str, **options: Any) -> str:
    with pytest.raises(Refused) as error:
        begin(start, *kinds, **options)
    assert error.value.why == "bad_start"
    return str(error.value)


# ---- a position ----


def test_a_table_begins_at_a_position_and_is_played_to_its_end() -> None:
    home = begin(StartRequest(given=GIVEN))
    welcome = home.join("anna", "P1", "P2")
    assert isinstance(welcome, WelcomeMessage)
    assert (welcome.line, welcome.view.turn, welcome.view.to_act) == (0, 9, "P1")
    assert welcome.table.begun == 0
    state = home.machine.state.history.state
    assert [int(coins) for coins in state.coins] == [71, 72]
    random_moves(home, 500)
    assert home.machine.state.history.over


def test_what_is_kept_of_it_leads_to_the_same_position() -> None:
    home = begin(StartRequest(given=GIVEN))
    home.join("anna", "P1", "P2")
    random_moves(home, 5)
    before = fingerprint(home.machine.state.history.state)
    home.forget()
    assert fingerprint(home.machine.state.history.state) == before


def test_its_record_begins_at_the_position_and_can_be_played_again() -> None:
    home = begin(StartRequest(given=GIVEN), coins="open")
    home.join("anna", "P1", "P2")
    random_moves(home, 6)
    text = home.machine.state.record()
    assert "\ngiven: {" in text
    again = Record.from_text(text)
    assert fingerprint(again.replay()) == fingerprint(home.machine.state.history.state)
    assert again.to_text() == text
    assert sw.Game.from_record(text).turn == again.replay().turn


def test_playing_again_begins_at_the_same_position() -> None:
    home = begin(StartRequest(given={**GIVEN, "turn": 10}))
    home.join("anna", "P1", "P2")
    random_moves(home, 500)
    home.receive(PlayAgain("call", [secret_of("P1")], "again", "watch"))
    assert home.told["call"] == [RematchReady("again")]
    history = load_history(home.store.tables["again"])
    assert [int(coins) for coins in history.state.coins] == [71, 72]


def changed(**parts: object) -> StartRequest:
    return StartRequest(given={**GIVEN, **parts})


def seat(**parts: object) -> StartRequest:
    seats = GIVEN["seats"]
    assert isinstance(seats, dict)
    return changed(seats={**seats, "P1": parts})


WRONG: Sequence[tuple[StartRequest, str]] = (
    (changed(phases="choose"), "unknown key 'phases' in given; allowed: turn, natives"),
    (changed(turn=11), "given, turn: turn 11 is beyond the last of 10 turns"),
    (changed(turn="ten"), "given, turn: turn must be a whole number, not 'ten'"),
    (changed(turn=10**9), "given, turn: turn must be a whole number"),
    (changed(map="base-3"), "'map' is said of the table itself, beside `given`"),
    (changed(to_act="P3"), "given, to_act: unknown seat 'P3'; one of: P1, P2"),
    (changed(seats={"P1": None}), "given, seats: the table has P1, P2 in this order, not P1"),
    (changed(row=[["Elves", "Commando"]]), "row, number 1: a combo is [race, power, coins on it]"),
    (changed(row=[["Elves", "Hill", 0]] * 7), "row: there is room for 6 combos, not for 7"),
    (changed(natives=["1"]), "natives: region 1 has no symbol"),
    (changed(pieces={"tent": ["1"]}), "given, pieces, tent: unknown piece 'tent'"),
    (seat(active={"race": "Imps", "power": "Hill"}), "there is no race 'Imps' in this world"),
    (seat(active={"race": "Elves", "power": "Hill", "at": {"99": 1}}), "no region '99' on this"),
    (seat(active={"race": "Elves", "power": "Hill", "at": {"1": 99}}), "such a position cannot be"),
    (seat(active={"race": "Elves", "power": "Hill", "hand": 99999}), "such a position cannot be"),
    (seat(active={"race": "Elves", "power": "Flying"}), "such a position cannot be"),
    (changed(stack={"races": ["Elves"], "powers": []}), "such a position cannot be"),
    (changed(phase="pick"), "P1 picks a combo and has an active race already"),
    (seat(coins=3), "the phase is choose, and P1 has no active race"),
    (changed(pieces={"hole": ["9"]}), "a hole is on the map, and nobody plays Halflings"),
    (changed(phase="over"), "given, phase: unknown phase 'over'"),
)


@pytest.mark.parametrize(("start", "words"), WRONG)
def test_a_position_that_cannot_be_is_refused_and_named(start: StartRequest, words: str) -> None:
    assert words in refused(start)


def test_a_position_is_bounded() -> None:
    assert "20000 are allowed" in refused(changed(natives=["1"] * 10_000))
    deep: list[object] = []
    for _ in range(100_000):
        deep = [deep]
    assert "nested too deeply" in refused(changed(row=deep))


# ---- a line of a record ----


def played(seed: int = 1, map_name: str = "base-2") -> str:
    game = sw.Game(map_name, seed=seed)
    game.play(["random", "random"])
    return str(game.record)


def test_a_table_goes_on_from_a_line_of_a_record() -> None:
    record = Record.from_text(played())
    home = begin(StartRequest(record=record.to_text(), line=40))
    welcome = home.join("anna", "P1", "P2")
    history = home.machine.state.history
    assert [move.text for move in history.moves[:40]] == [m.text for m in record.moves[:40]]
    assert fingerprint(history.position(40)) == fingerprint(record.replay(40))
    assert isinstance(welcome, WelcomeMessage)
    assert welcome.table.begun == 40
    assert welcome.events[0].line == 1  # the log tells the whole game
    random_moves(home, 8)
    home.forget()
    again = Record.from_text(home.machine.state.record())
    assert [move.text for move in again.moves[:40]] == [m.text for m in record.moves[:40]]
    random = Record.from_text(played())
    assert random.header.table == again.header.table


def test_what_was_played_elsewhere_cannot_be_taken_back() -> None:
    record = Record.from_text(played())
    for line in range(20, 60):
        s = record.replay(line)
        if record.moves[line - 1].who == LUCK or record.moves[line].who == LUCK or is_over(s):
            continue
        home = begin(StartRequest(record=record.to_text(), line=line))
        for _ in range(2):
            home.join("anna", "P1", "P2")
            state = home.machine.state
            acting = state.history.state.options.seats[state.history.acting]
            told = home.ask("anna", UndoRequest("u", acting, state.row.n, line - 1))
            assert isinstance(told, ErrorMessage)
            assert told.why == "nothing_to_undo"
            home.forget()


def test_playing_again_branches_at_the_same_line() -> None:
    record = Record.from_text(played())
    home = begin(StartRequest(record=record.to_text(), line=30))
    home.join("anna", "P1", "P2")
    random_moves(home, 1000)
    assert home.machine.state.history.over
    home.receive(PlayAgain("call", [secret_of("P1")], "again", "watch"))
    kept = home.store.tables["again"]
    assert [text for _, text in kept.lines[:30]] == [move.text for move in record.moves[:30]]
    assert load_history(kept).begun == 30
    assert kept.table.request.start == StartRequest(line=30)


@pytest.mark.parametrize(
    ("start", "words"),
    [
        (StartRequest(record="record: 1"), "record: line 1: the header ends without `map: …`"),
        (StartRequest(record=played(), line=100_000), "so there is none after 100000"),
        (
            StartRequest(record=played(), line=len(Record.from_text(played()).moves)),
            "the game is over after line",
        ),
        (
            StartRequest(record=played().replace("\n1 * race ", "\n1 * race No")),
            "record: line 1 cannot be played",
        ),
        (StartRequest(record=played().replace("rules: ", "rules: 9")), "record: it has rules 9"),
    ],
)
def test_a_record_that_cannot_be_gone_on_with_is_refused(start: StartRequest, words: str) -> None:
    assert words in refused(start)


def test_a_whole_record_makes_a_finished_table() -> None:
    record = Record.from_text(played())
    home = begin(StartRequest(record=record.to_text()))
    welcome = home.join("anna", "P1", "P2")
    assert welcome.over
    assert welcome.view.result is not None
    assert home.store.tables["table"].table.result == welcome.view.result
    home.forget()
    assert home.machine.state.history.line == len(record.moves)
    home.receive(PlayAgain("call", [secret_of("P1")], "again", "watch"))
    again = load_history(home.store.tables["again"])  # a new game, not the old one's end
    assert (again.begun, again.over, again.table.map) == (0, False, "base-2")


def test_a_branch_has_the_seats_of_its_record() -> None:
    start = StartRequest(record=played(), line=20)
    assert "the game has 2 seats, and 3 were asked for" in refused(start, *["device"] * 3)


@pytest.mark.parametrize(
    ("start", "words"),
    [
        (StartRequest(record="r", given=GIVEN), "either `given` or `record`"),
        (StartRequest(record="r", board="b"), "leave `board` out"),
        (StartRequest(line=3), "`line` is one of a `record`"),
    ],
)
def test_parts_that_do_not_go_together(start: StartRequest, words: str) -> None:
    with pytest.raises(Refused, match=words):
        check_start(start)


# ---- a map of one's own ----


def test_a_table_brings_its_own_map() -> None:
    home = begin(StartRequest(board=MAP.replace('name = "base-2"', 'name = "Home"'), given=GIVEN))
    home.join("anna", "P1", "P2")
    random_moves(home, 4)
    record = home.machine.state.record()
    assert "map: own.toml\n" in record
    home.forget()
    assert home.machine.state.record() == record
    assert Record.from_text(record).table.own_map is not None


def test_a_map_that_is_none_is_refused() -> None:
    assert "board: map own.toml: it is no TOML file" in refused(StartRequest(board="]"))
    wrong = MAP.replace('terrain = "sea"', 'terrain = "see"', 1)
    assert "terrain" in refused(StartRequest(board=wrong))


# ---- luck ----


def test_luck_comes_as_it_was_told_kind_by_kind() -> None:
    told = ("race Elves", "race Orcs", "power Hill", "race Nobody's", "die 3")
    with pytest.raises(Refused, match='luck, number 4: there is no "race Nobody\'s" here; race: '):
        begin(StartRequest(luck=told))
    home = begin(StartRequest(luck=(*told[:3], "race Trolls")))
    luck = luck_in(home)
    races = [text for text in luck if text.startswith("race")]
    assert races[:3] == ["race Elves", "race Orcs", "race Trolls"]
    assert next(text for text in luck if text.startswith("power")) == "power Hill"


def test_luck_that_cannot_come_is_passed_over() -> None:
    home = begin(StartRequest(luck=("race Elves", "race Elves", "race Orcs")))
    races = [text for text in luck_in(home) if text.startswith("race")]
    assert races[0] == "race Elves"
    assert races[2] == "race Orcs"


def test_told_luck_is_remembered_over_a_crash() -> None:
    home = begin(StartRequest(given={**GIVEN, "turn": 5}, luck=("die 3", "die 1")))
    wanted = ("roll", "expand", "conquer", "stop", "deploy", "done", "pick")
    for number in range(60):
        home.forget()
        home.join("anna", "P1", "P2")
        history = home.machine.state.history
        actions = [to_text(history.state, action) for action in legal(history.state)]
        text = next(one for word in wanted for one in actions if one.startswith(word))
        seat = history.state.options.seats[history.acting]
        home.ask("anna", MoveRequest(f"r{number}", seat, home.machine.state.row.n, text))
        dice = [text for text in luck_in(home) if text.startswith("die")]
        if len(dice) == 2:
            break
    assert dice == ["die 3", "die 1"]


def test_who_has_the_code_has_the_luck() -> None:
    def luck(code: str, seed: int) -> list[str]:
        home = MemoryHome(
            request_for("device", "device", start=StartRequest(deal=code)),
            deal=lambda: Dealer(seed),
        )
        return luck_in(home)

    assert luck("monday", 1) == luck("monday", 2)
    assert luck("monday", 1) != luck("tuesday", 1)
    assert len({luck(f"day-{n}", 1)[0] for n in range(40)}) > 8  # not always the same race


def test_shared_dice_depend_on_turn_seat_and_roll_and_are_fair() -> None:
    def dice(code: str, seed: int) -> list[str]:
        home = begin(StartRequest(given=GIVEN, deal=code))
        home.join("anna", "P1", "P2")
        random_moves(home, 200, seed)
        return [text for text in luck_in(home) if text.startswith("die")]

    rolled = [die for number in range(30) for die in dice(f"c{number}", 3)]
    assert {"die 0", "die 1", "die 2", "die 3"} == {*rolled}
    assert dice("same", 3) == dice("same", 3)


def test_a_wrong_kind_of_luck_is_named() -> None:
    assert "luck, number 1: 'dice 1' is none of die, race" in refused(
        StartRequest(luck=("dice 1",))
    )
    assert "there is no 'die 7' here; die: 0, 1, 2, 3" in refused(StartRequest(luck=("die 7",)))


def test_the_request_is_kept_without_the_record() -> None:
    home = begin(StartRequest(record=played(), line=12, deal="code"))
    kept = home.store.tables["table"].table.request.start
    assert kept == StartRequest(line=12, deal="code")
    assert kept is not None
    assert replace(kept, line=None).record == ""


# ---- what is built on it ----


@pytest.mark.parametrize("lesson", lessons())
def test_anybody_can_begin_a_table_where_a_lesson_begins(lesson: str) -> None:
    game = LessonGame(lessons()[lesson])
    table = Record.begin(game.lesson.table, ["Player", "Bodo"])
    home = begin(StartRequest(record=table.to_text(), line=0))
    home.join("anna", "P1", "P2")
    begun = home.machine.state.history
    assert fingerprint(begun.position(0)) == fingerprint(game.history.position(0))
    assert begun.table.own_map == game.lesson.table.own_map


def test_anybody_can_begin_a_table_where_a_puzzle_begins() -> None:
    places = {place_of(placed.record.table): placed for placed in shipped().values()}
    for placed in places.values():
        start = StartRequest(record=placed.record.to_text(), line=placed.puzzle.line)
        kinds = ["device"] * placed.record.table.players
        begun = begin(start, *kinds).machine.state.history
        assert fingerprint(begun.position(placed.puzzle.line)) == fingerprint(placed.position())
        assert begun.state.options.seats[begun.acting] == placed.puzzle.seat
