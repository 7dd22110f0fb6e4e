"""Records: text that reads back, replays to the same state, and says where it is wrong."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from smallworld.content.library import Custom, digest_of
from smallworld.content.loader import FOLDER
from smallworld.content.settings import HouseRules
from smallworld.engine.errors import GameError, Illegal, Unreadable
from smallworld.engine.game import is_over
from smallworld.engine.pack import fingerprint
from smallworld.game.match import Match
from smallworld.game.records.record import LUCK, Checkpoint, Comment, Move, Record
from smallworld.game.setup import GameSetup, seat_names
from smallworld.players.random_player import RandomPlayer

TABLES = [
    GameSetup(map="base-2"),
    GameSetup(
        map="base-3", first=2, coins="open", settings=HouseRules({"own_decline_defends": False})
    ),
    GameSetup(map="underground-2", settings=HouseRules({"flames_entry": "volcano"})),
    GameSetup(
        map="underground-3",
        places=False,
        world="mixed",
        settings=HouseRules({"ghouls_reenter": False}),
    ),
    GameSetup(map="base-4", world="mixed"),
    GameSetup(map="base-2", players=5, turns=3),
]


def played(table: GameSetup, seed: int = 1) -> Match:
    players = [RandomPlayer(seed + n) for n in range(table.players or int(table.map[-1]))]
    match = Match(table, players, seed)
    match.run()
    return match


# Games in which something happened that the rules of today do not allow, or see otherwise.
OLD_GAMES = sorted((Path(__file__).parents[1] / "data" / "rules-1").glob("*.txt"))

GAME = played(GameSetup(map="base-2", turns=4)).record.to_text()


@pytest.mark.parametrize("table", TABLES, ids=lambda table: f"{table.map} {table.world}")
def test_a_record_reads_back_and_replays(table: GameSetup) -> None:
    match = played(table)
    text = match.record.to_text()
    read = Record.from_text(text)
    assert read.to_text() == text
    assert read.header == match.record.header
    assert read.table == match.table
    assert read.entries == match.record.entries
    assert fingerprint(read.replay()) == fingerprint(match.state)
    assert read.is_finished()


def test_every_turn_ends_with_a_checkpoint() -> None:
    record = Record.from_text(GAME)
    checkpoints = [entry for entry in record.entries if isinstance(entry, Checkpoint)]
    assert len(checkpoints) == 4 * 2
    states = [(int(s.turn), int(s.seat), fingerprint(s)) for _, s in record.positions()]
    for (_, before, _), (_, after, found) in pairwise(states):
        assert before == after or found in [checkpoint.fingerprint for checkpoint in checkpoints]


def test_the_text_is_for_people() -> None:
    lines = GAME.split("\n")
    assert lines[:3] == ["record: 1", "rules: 2", "map: base-2"]
    assert "P2: random" in lines
    assert "# turn 1, P1" in lines
    assert any(line.startswith("# over: P1 ") for line in lines)
    assert any(line.startswith("13 P1 pick ") for line in lines)


def test_settings_stand_in_the_header_only_where_they_are_unusual() -> None:
    usual = Record.begin(GameSetup()).to_text()
    assert "decline" not in usual
    assert "ghouls" not in usual
    assert "flames" not in usual
    unusual = Record.begin(
        GameSetup(
            settings=HouseRules(
                {"own_decline_defends": False, "ghouls_reenter": False, "flames_entry": "volcano"}
            )
        )
    )
    for line in ("own_decline_defends: no", "ghouls_reenter: no", "flames_entry: volcano"):
        assert line in unusual.to_text().split("\n")


def test_positions_go_one_move_at_a_time() -> None:
    record = Record.from_text(GAME)
    first, *rest = [(move, fingerprint(s)) for move, s in record.positions()]
    assert first[0] is None
    assert [move for move, _ in rest] == record.moves
    assert fingerprint(record.replay(7)) == rest[6][1]
    assert fingerprint(record.replay(0)) == first[1]
    with pytest.raises(GameError, match=r"no state after 999999"):
        record.replay(999999)


def test_an_unfinished_game_is_a_record_too() -> None:
    record = Record.from_text(GAME)
    del record.entries[20:]
    again = Record.from_text(record.to_text())
    assert not again.is_finished()
    assert not is_over(again.replay())


# ---- what a person may write by hand ----


def test_the_shortest_record() -> None:
    record = Record.from_text("record: 1\nmap: base-2\n")
    assert record.table == GameSetup("base-2", "base", 2, 10)
    assert record.players == ["", ""]
    assert record.entries == []
    record.replay()


def test_comments_and_blank_lines_may_stand_anywhere() -> None:
    text = (
        "\n# a game\n\nrecord: 1\n  # the small map\nmap: base-2\r\n\n#now\n"
        "\n1  *  race   Elves\n\n# then\n"
    )
    record = Record.from_text(text)
    comments = [entry.text for entry in record.entries if isinstance(entry, Comment)]
    assert comments == ["a game", "the small map", "now", "then"]
    assert record.moves == [Move(LUCK, "race Elves")]
    assert Record.from_text(record.to_text()).entries == record.entries
    record.replay()


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "line 1: the header ends without `record: …`"),
        ("record: 1\n", "line 1: the header ends without `map: …`"),
        ("map: base-2\n\n", "without `record: …`"),
        ("record: 2\nmap: base-2", "line 1: record is one of 1, not '2'"),
        ("record: 1\nmap: base-9", "line 2: map is one of base-2"),
        ("record: 1\nmap: my.toml", "line 2: map is not a shipped one, so `world: …`"),
        ("record: 1\nmap: base-2\nworld: moon", "line 3: world is one of base, underground"),
        ("record: 1\nmap: base-2\nplayers: 6", "line 3: players is a number from 2 to 5"),
        ("record: 1\nmap: base-2\nplayers: 9" + "9" * 5000, "line 3: players is a number"),
        ("record: 1\nmap: base-2\nturns: ٣", "line 3: turns is a number"),
        ("record: 1\nmap: base-2\nfirst: P3", "line 3: first is one of P1, P2, not 'P3'"),
        ("record: 1\nmap: base-2\nP3: Eve", "line 3: P3 does not sit at a table for 2"),
        ("record: 1\nmap: base-2\nmap: base-2", "line 3: map stands already in line 2"),
        ("record: 1\nmap: base-2\ncolour: red", "line 3: a record has no 'colour'; it has"),
        ("record: 1\nmap: base-2\nplaces: maybe", "line 3: places is one of yes, no"),
        ("record: 1\nmap: base-2\nfile: x", "line 3: a file is a name and 16 digits"),
        ("record: 1\nmap: base-2\n1 * race Elves", "line 3: a header line is `key: value`"),
        ("record: 1\nmap: base-2\n\n2 * race Elves", "line 4: the move should have the number 1"),
        ("record: 1\nmap: base-2\n\n1 P3 expand", "line 4: 'P3' is no seat; there are P1, P2"),
        ("record: 1\nmap: base-2\n\n1 P1", "line 4: '1 P1' is no move"),
        ("record: 1\nmap: base-2\n\nwhat?", "line 4: 'what?' is no move"),
        ("record: 1\nmap: base-2\n\n= 12", "line 4: a checkpoint is = and 16 digits"),
    ],
)
def test_what_is_no_record_is_refused_by_line(text: str, complaint: str) -> None:
    with pytest.raises(Unreadable) as refused:
        Record.from_text(text)
    assert complaint in str(refused.value)


# ---- what replay finds ----


def changed(start: str, line: str) -> tuple[Record, int]:
    """The game with the first line that starts so replaced, and the number of that line."""
    lines = GAME.split("\n")
    number = next(n for n, old in enumerate(lines) if old.startswith(start))
    lines[number] = line
    return Record.from_text("\n".join(lines)), number + 1


def test_an_illegal_line_is_named_with_the_reason() -> None:
    record, number = changed("13 P1 pick", "13 P1 stop")
    with pytest.raises(Illegal) as refused:
        record.replay()
    assert str(refused.value) == (
        f"line {number}, move 13 P1 stop: stop: not possible in this phase (pick) (rules A8.8)"
    )


def test_a_move_of_the_wrong_seat_is_named() -> None:
    record, number = changed("13 P1 pick", "13 P2 pick 1")
    with pytest.raises(Illegal, match=rf"line {number}, move 13 .* it is not P2's move but P1's"):
        record.replay()
    record, number = changed("12 * power", "12 P1 pick 1")
    with pytest.raises(Illegal, match=rf"line {number}, move 12 .* it is not P1's move but \*'s"):
        record.replay()


def test_luck_that_cannot_come_is_named() -> None:
    record, number = changed("12 * power", "12 * die 2")
    with pytest.raises(Illegal, match=rf"line {number}, move 12 .* it cannot bring that"):
        record.replay()


def test_a_text_that_is_no_action_is_named() -> None:
    record, number = changed("13 P1 pick", "13 P1 stroll")
    with pytest.raises(Unreadable, match=f"line {number}, move 13 .*'stroll' is no action"):
        record.replay()


def test_moves_after_the_end_are_named() -> None:
    record = Record.from_text(GAME)
    record.add("P1", "expand")
    number = record.to_text().count("\n")
    with pytest.raises(Illegal, match=f"line {number}, move .* the game is over"):
        record.replay()


def test_a_wrong_checkpoint_is_named() -> None:
    right = next(line for line in GAME.split("\n") if line.startswith("= "))
    record, number = changed("= ", "= 0123456789abcdef")
    with pytest.raises(GameError) as refused:
        record.replay()
    assert str(refused.value).startswith(f"line {number}: after move ")
    assert f"the state is {right[2:]}, not 0123456789abcdef" in str(refused.value)


def test_a_move_that_is_legal_but_was_not_played_is_found_by_the_checkpoint() -> None:
    lines = GAME.split("\n")
    number = next(n for n, line in enumerate(lines) if " * race " in line)
    names = {line.split()[-1] for line in lines if " * race " in line}
    fresh = next(name for name in ("Elves", "Trolls", "Humans", "Ratmen") if name not in names)
    lines[number] = " ".join([*lines[number].split()[:3], fresh])
    with pytest.raises(GameError, match="line "):
        Record.from_text("\n".join(lines)).replay()


def test_other_rules_are_mentioned_when_a_record_does_not_replay() -> None:
    right = next(line for line in GAME.split("\n") if line.startswith("= "))
    text = GAME.replace("rules: 2", "rules: 7").replace(right, "= 0123456789abcdef")
    with pytest.raises(GameError, match="played by rules version 7, these are 2"):
        Record.from_text(text).replay()
    Record.from_text(GAME.replace("rules: 2", "rules: 7")).replay()


@pytest.mark.parametrize("rules", [1, 7])
def test_a_game_goes_on_by_the_rules_it_was_begun_with(rules: int) -> None:
    record = Record.from_text(GAME.replace("rules: 2", f"rules: {rules}"))
    assert record.replay(0).options.rules == rules
    assert f"rules: {rules}" in record.to_text()


@pytest.mark.parametrize("path", OLD_GAMES, ids=lambda path: path.stem)
def test_a_game_played_by_older_rules_is_played_again_as_it_was(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert Record.from_text(text).is_finished()
    with pytest.raises(GameError, match="line "):
        Record.from_text(text.replace("rules: 1", "rules: 2")).replay()


def test_only_seats_and_luck_can_move() -> None:
    record = Record.begin(GameSetup())
    with pytest.raises(GameError, match="'P3' cannot move: the seats are P1, P2"):
        record.add("P3", "expand")
    with pytest.raises(GameError, match="cannot be empty"):
        record.add("P1", "  ")


def test_names_of_players_fit_in_a_line() -> None:
    record = Record.begin(GameSetup(), ["Ann\nP2: Eve", ""])
    assert record.players == ["Ann P2: Eve", ""]
    assert Record.from_text(record.to_text()).players == record.players
    with pytest.raises(GameError, match="1 names do not fit a table for 2"):
        Record.begin(GameSetup(), ["Ann"])


# ---- files of one's own ----


def own_map(tmp_path: Path) -> Path:
    file = tmp_path / "my map.toml"
    text = (FOLDER / "base-2.toml").read_text(encoding="utf-8")
    file.write_text(text.replace('name = "base-2"', 'name = "Mine"'), encoding="utf-8")
    return file


def test_a_record_holds_a_map_of_ones_own(tmp_path: Path) -> None:
    file = own_map(tmp_path)
    match = Match(GameSetup(map=str(file), turns=2), [RandomPlayer(1), RandomPlayer(2)])
    text = match.run().to_text()
    file.unlink()  # nobody needs it any more
    read = Record.from_text(text)
    assert read.to_text() == text
    assert read.table == match.table
    assert fingerprint(read.replay()) == fingerprint(match.state)
    assert read.replay().board.name == "Mine"
    other = Record.from_text(text.replace('name = "Mine"', 'name = "Yours"'))
    assert other.table != read.table


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ('terrain = "sea"', 'terrain = "see"', "line 10: .*region 1, `terrain`: see was given"),
        ("around = [2, 6, 0]", "around = [2, 0]", "line 10: .*region 6, `around`: it has 1, but"),
        ("region: {id = 1,", "region: {id = 1", "line 10: map .*my map.toml: "),
        ("region: {", "region: 3 #{", "line 10: .*region number 1: write it as a table"),
        ("board: {", "board: 3 #{", "line 10: .*the first line is a table of its name"),
        ("board: ", "# ", "line 11: region comes with a line `board: …`, which is missing"),
        ("map: ", "map: base-2\n# ", "line 11: board is said only of a map from a .toml file"),
    ],
)
def test_a_map_in_a_record_is_checked_like_any(
    tmp_path: Path, old: str, new: str, complaint: str
) -> None:
    text = Record.begin(GameSetup(map=str(own_map(tmp_path)))).to_text()
    with pytest.raises(Unreadable, match=f"(?s)^{complaint}"):
        Record.from_text(text.replace(old, new))


def test_records_from_before_read_the_file_of_the_map(tmp_path: Path) -> None:
    """They noted its name and digest only."""
    file = own_map(tmp_path)
    match = Match(GameSetup(map=str(file), turns=2), [RandomPlayer(1), RandomPlayer(2)])
    lines = match.run().to_text().split("\n")
    noted = f"file: {file} {digest_of(file.read_text(encoding='utf-8'))}"
    text = "\n".join([
        lines[0],
        noted,
        *(line for line in lines[1:] if not line.startswith(("board:", "region:"))),
    ])  # fmt: skip
    assert fingerprint(Record.from_text(text).replay()) == fingerprint(match.state)
    file.write_text(file.read_text(encoding="utf-8") + "# changed", encoding="utf-8")
    with pytest.raises(GameError, match="has changed"):
        Record.from_text(text).replay()
    file.unlink()
    read = Record.from_text(text)  # reading alone opens no file
    with pytest.raises(Unreadable, match=r"played on the map .*my map\.toml, which cannot be read"):
        read.replay()


def test_custom_files_are_asked_for_and_verified() -> None:
    custom = Custom([], [], sources={"races/my.toml": "x"})
    text = Record.begin(GameSetup(custom=custom)).to_text()
    assert f"file: races/my.toml {digest_of('x')}" in text
    with pytest.raises(GameError, match=r"played with races/my\.toml .*load that file"):
        Record.from_text(text).replay()
    Record.from_text(text, custom).replay()
    Record.from_text(text, Custom([], [], sources={"elsewhere.toml": "x"})).replay()
    changed = Custom([], [], sources={"races/my.toml": "y"})
    with pytest.raises(GameError, match=rf"{digest_of('x')}\), but loaded is .*{digest_of('y')}"):
        Record.from_text(text, changed).replay()


def test_files_can_be_noted_by_hand() -> None:
    record = Record.begin(GameSetup(), files=(("my.toml", digest_of("x")),))
    assert f"file: my.toml {digest_of('x')}" in record.to_text()
    with pytest.raises(GameError, match="a file is noted by name and digest"):
        Record.begin(GameSetup(), files=(("my.toml", "short"),))


# ---- any text ----


def read_and_replay(text: str) -> None:
    """A record or `Unreadable` that names a line; then a state or a `GameError`; nothing else."""
    try:
        record = Record.from_text(text)
    except Unreadable as refused:
        if not str(refused).startswith("line "):
            raise AssertionError("it names no line") from refused
        return
    written = record.to_text()
    assert Record.from_text(written).to_text() == written
    with suppress(GameError):
        record.replay()


@given(st.text())
def test_random_text_is_a_record_or_unreadable(text: str) -> None:
    read_and_replay(text)
    read_and_replay("record: 1\nmap: base-2\n" + text)
    read_and_replay("record: 1\nmap: base-2\n\n" + text)


NAMES = "record rules map world players turns first coins places monsters flames_entry file seed"
KEYS = st.sampled_from([*NAMES.split(), "board", "region", *seat_names(6)])
VALUES = st.one_of(
    st.sampled_from(["1", "base-2", "base-4", "underground-2", "x.toml", "mixed", "base", "yes"]),
    st.sampled_from(["{players = 2, turns = 3}", '{id = 1, terrain = "hill", around = [0, 2]}']),
    st.sampled_from(["P1", "P4", "hidden", "no", "14, 3", "volcano", "x 0123456789abcdef", "-3"]),
    st.text(max_size=8),
)


@given(st.lists(st.tuples(KEYS, VALUES), max_size=8))
def test_random_headers(fields: list[tuple[str, str]]) -> None:
    lines = [f"{key}: {value}" for key, value in fields]
    read_and_replay("\n".join(["record: 1", "map: base-2", *lines]))
    read_and_replay("\n".join(lines))


def mutations(text: str) -> Iterator[st.SearchStrategy[str]]:
    lines = text.split("\n")
    place = st.integers(0, len(text) - 1)
    row = st.integers(0, len(lines) - 1)
    yield st.builds(lambda i, c: text[:i] + c + text[i + 1 :], place, st.characters())
    yield st.builds(lambda i, n: text[:i] + text[i + n :], place, st.integers(1, 40))
    yield st.builds(lambda i: "\n".join(lines[:i] + lines[i + 1 :]), row)
    yield st.builds(lambda i, j: "\n".join([*lines[:i], lines[j], *lines[i:]]), row, row)
    yield st.builds(lambda i, j: "\n".join([*lines[:i], lines[j], *lines[i + 1 :]]), row, row)


@given(st.one_of(*mutations(GAME)))
@settings(max_examples=200)
def test_damaged_records_are_refused_in_words(text: str) -> None:
    read_and_replay(text)


def test_a_record_can_be_given_another_table() -> None:
    # The header is a value: a copy with other settings is made, never changed in place.
    header = Record.from_text(GAME).header
    assert replace(header, table=replace(header.table, turns=3)).table.turns == 3
    assert header.table.turns == 4
