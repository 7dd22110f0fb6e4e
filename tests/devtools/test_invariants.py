"""The checks that games are soaked in notice what they are there for."""

import pickle
from collections.abc import Callable

import pytest

from smallworld.content.library import Custom
from smallworld.devtools.checked import CheckedGame, CheckLevel, Unsound
from smallworld.devtools.deep_checks import (
    check_accepted,
    check_bytes,
    check_copy,
    check_deeply,
    check_order,
    check_questions,
    check_refused,
    check_texts,
)
from smallworld.devtools.invariants import (
    Ledger,
    check_cards,
    check_hands,
    check_pieces,
    check_sums,
    check_text,
)
from smallworld.devtools.soak import play_checked
from smallworld.engine import actions
from smallworld.engine.actions import NO_REGION, Actions
from smallworld.engine.errors import HookFailed
from smallworld.engine.events import Event
from smallworld.engine.explain.invariants import check
from smallworld.engine.explain.parts import Part
from smallworld.engine.game import apply, is_chance, legal, outcomes, start
from smallworld.engine.notation import from_text
from smallworld.engine.pieces import BALROG, LAIR, VOLCANO
from smallworld.engine.regions import Regions
from smallworld.engine.shim import i64
from smallworld.engine.state import Empire, State
from smallworld.engine.terms import CONQUEST, PICK
from smallworld.engine.trait import NO_POWER, Power
from smallworld.engine.verbs import put_piece
from smallworld.game.compiled.dealer import Dealer
from smallworld.game.records.record import Record
from smallworld.game.setup import GameSetup, prepare


def table_with(power: Callable[[], Power]) -> GameSetup:
    return GameSetup(map="base-2", turns=3, custom=Custom([], [power]))


def plain() -> Power:
    return Power("Plain", tokens=4)


def position(power: Callable[[], Power] = plain) -> State:
    """Ratmen with that power in their first turn, two conquests made."""
    s = start(*prepare(table_with(power)))
    for text in (f"race Ratmen/power {power().name}/pick 1/conquer 4/conquer 3").split("/"):
        while is_chance(s) and from_text(s, text) not in dict(outcomes(s)):
            apply(s, outcomes(s)[0][0])
        apply(s, from_text(s, text))
    assert s.step() == CONQUEST
    assert check(s) == []
    return s


def test_a_sound_position_is_sound() -> None:
    s = position()
    assert check_sums(s) + check_cards(s) + check_pieces(s) + check_hands(s) == []
    assert check_deeply(s, [], Dealer(1)) == []
    assert Ledger(s).check(s) == []


# ---- tokens and coins ----


def test_a_token_too_many_is_noticed() -> None:
    s = position()
    s.active(0).hand += 1
    assert "tokens where there should be" in check_sums(s)[0]


def test_a_region_without_a_token_is_noticed() -> None:
    s = position()
    s.active(0).regions |= s.board.mountains
    assert "regions are held" in check_sums(s)[0]


def test_a_region_with_two_holders_is_noticed() -> None:
    s = position()
    s.active(0).regions |= s.tribes
    assert "a region is held twice" in check_sums(s)


def test_less_than_no_tokens_are_noticed() -> None:
    s = position()
    e = s.active(0)
    e.hand, e.tray = -1, e.tray + e.hand + 1
    assert "less than no tokens" in check_sums(s)[0]


def test_a_coin_nobody_told_of_is_noticed() -> None:
    s = position()
    ledger = Ledger(s)
    s.coins[1] += 1
    assert "seat 1 has 6 coins, told: 5" in ledger.check(s)


def test_a_coin_in_the_row_nobody_paid_is_noticed() -> None:
    s = position()
    ledger = Ledger(s)
    s.row_coins[2] = 1
    assert "combo 3 has 1 coins, not 0" in ledger.check(s)


def test_a_score_that_is_not_the_sum_of_its_parts_is_noticed() -> None:
    s = position()
    ledger = Ledger(s)
    ledger.hear(Event("scored", 0, amount=3, parts=[Part("regions", 2, "Ratmen")]))
    s.coins[0] += 3
    assert "the parts of a score of 3" in ledger.check(s)[0]


def test_coins_taken_from_players_are_not_counted_twice() -> None:
    s = position()
    ledger = Ledger(s)
    ledger.hear(Event("paid", 1, -1, 1, "Thieving", 0))
    parts = [Part("regions", 2, "Ratmen"), Part("trait", 1, "Thieving")]
    ledger.hear(Event("scored", 0, amount=3, parts=parts))
    s.coins[0] += 3
    s.coins[1] -= 1
    assert ledger.check(s) == []


# ---- cards, pieces, hands ----


def test_a_lost_card_is_noticed() -> None:
    s = position()
    s.race_stack &= s.race_stack - 1
    s.power_stack &= s.power_stack - 1
    assert check_cards(s) == [
        "13 banners where there should be 14",
        "20 badges where there should be 21",
    ]


def test_a_piece_without_its_race_is_noticed() -> None:
    s = position()
    put_piece(s, LAIR, s.board.number["9"])
    put_piece(s, VOLCANO, s.board.number["4"])
    put_piece(s, BALROG, s.board.number["4"])
    assert check_pieces(s) == [
        "a lair stands where no race does",
        "the balrog is not alone",
        "the volcano is not on a chasm",
    ]


def test_tokens_kept_in_hand_out_of_turn_are_noticed() -> None:
    s = position()
    s.seat = 1
    assert check_hands(s) == ["Ratmen have 7 tokens in hand out of turn"]


def test_withdrawn_tokens_between_turns_and_two_races_in_decline_are_noticed() -> None:
    s = position()
    s.empires += [Empire(1, s.library.races[0], NO_POWER), Empire(1, s.library.races[1], NO_POWER)]
    for e in s.empires[2:]:
        e.declined = True
    s.active(0).withdrawn = 1
    s.push(PICK, 0, 0)
    assert check_hands(s) == [
        "Ratmen: something withdrawn still waits between turns",
        "more than one race of a seat is in decline",
    ]


# ---- text, bytes, copies ----


def test_a_text_that_means_another_action_is_noticed() -> None:
    s = position()
    stop = int(actions.plain(actions.STOP))
    assert check_text(s, stop, "stop") == []
    assert check_text(s, stop, "done") == ["'done' is read as 'done'"]


def test_an_action_offered_twice_is_noticed() -> None:
    s = position()
    s.offered = [*legal(s), legal(s)[0]]
    assert "an action is offered twice" in check_texts(s)


def test_a_trait_that_should_speak_and_does_not_is_noticed() -> None:
    s = position()
    s.active(0).traits = []
    assert "for Ratmen speak []" in check_bytes(s)[0]


class Forgetful(Power):
    """Keeps its memory in the object, where copies share it."""

    def __init__(self) -> None:
        super().__init__("Forgetful", tokens=4)
        self.asked = 0

    def tokens_on_redeploy(self, s: State, e: Empire) -> i64:
        self.asked += 1
        return self.asked % 2


def test_memory_outside_the_state_is_noticed() -> None:
    s = position(Forgetful)
    s.active(0).tray += s.active(0).hand  # nothing is left to do but to stop, and then to deploy
    s.active(0).hand = 0
    assert check_copy(s, Dealer(1)) == ["a copy and an unpacked state were played alike and differ"]


# ---- traits that do what no trait may ----


class Acting(Power):
    """A question that acts."""

    def __init__(self) -> None:
        super().__init__("Acting", tokens=4)

    def pays(self, s: State, e: Empire) -> Regions:
        s.set_note(self, (s.note(self) + 1) % 200)
        return 0


def test_a_question_that_acts_is_noticed() -> None:
    assert check_questions(position(Acting)) == ["a question changed the state"]


class Acceptable(Power):
    """Refuses by paying: a question that acts when the reason for a refusal is looked for."""

    def __init__(self) -> None:
        super().__init__("Acceptable", tokens=4)

    def cheaper(self, s: State, e: Empire) -> Regions:
        if s.offered is not None:
            s.coins[0] += 1
        return 0


def test_a_refused_action_that_changes_something_is_noticed() -> None:
    s = position(Acceptable)
    legal(s)
    too_dear = from_text(s, "roll 9")
    assert check_refused(s, [too_dear], Dealer(1)) == [
        "an action was refused, and yet something changed"
    ]


class First(Power):
    """Works only where it is asked first."""

    def __init__(self) -> None:
        super().__init__("First", tokens=4)

    def cheaper(self, s: State, e: Empire) -> Regions:
        return s.board.all if e.traits[0] is self else 0

    def pays(self, s: State, e: Empire) -> Regions:
        return s.board.all if e.traits[0] is self else 0


def test_an_order_of_traits_that_matters_is_noticed() -> None:
    wrong = check_order(position(First))
    assert "Ratmen: prices depend on the order of traits" in wrong
    assert "Ratmen: coins depend on the order of traits" in wrong
    assert "the score of seat 0 depends on the order of traits" in wrong


class Offering(Power):
    """Offers an action it cannot carry out, and one that takes a token out of the game."""

    def __init__(self) -> None:
        super().__init__("Offering", tokens=4)

    def options(self, s: State, e: Empire, phase: i64, out: Actions) -> None:
        if phase == CONQUEST:
            out.add(actions.use(self.number, NO_REGION, 0, 0))

    def answer(self, s: State, e: Empire, action: i64) -> None:
        e.hand -= 1


def test_an_offered_action_that_breaks_something_is_noticed() -> None:
    s = position(Offering)
    noticed = [what for seed in range(9) for what in check_accepted(s, Dealer(seed))]
    assert any("after use Offering: Ratmen" in what for what in noticed)


class Failing(Power):
    """Stumbles when it scores."""

    def __init__(self) -> None:
        super().__init__("Failing", tokens=4)

    def coins_overall(self, s: State, e: Empire) -> i64:
        raise ZeroDivisionError("no coins")


def fail() -> Unsound:
    """A game that ends with the error above."""
    table = table_with(Failing)
    for seed in range(50):
        try:
            play_checked(table, seed, care=CheckLevel(deep=10_000))
        except Unsound as failure:
            return failure
    raise AssertionError("the power never came up")


def test_a_failure_has_seed_table_and_a_record_that_replays() -> None:
    failure = fail()
    [wrong] = failure.wrong
    assert "class Failing, `coins_overall`: it failed in line" in wrong
    assert wrong.endswith("with ZeroDivisionError: no coins")
    assert failure.table == table_with(Failing)
    record = Record.from_text(failure.record, table_with(Failing).custom)
    assert record.header.seed == failure.seed
    record.replay(len(record.moves) - 1)
    with pytest.raises(HookFailed, match="no coins"):
        record.replay()
    assert "after the last move: HookFailed: " in str(failure)


def test_a_failure_travels_between_processes() -> None:
    failure = Unsound(["wrong"], 3, GameSetup(map="base-4"), "record: 1")
    assert str(pickle.loads(pickle.dumps(failure))) == str(failure)


def test_a_game_that_is_not_over_does_not_pass_for_one() -> None:
    game = CheckedGame(position(), 1)
    with pytest.raises(Unsound, match="does not end as it should"):
        game.check_end()


def test_a_record_that_leads_elsewhere_is_noticed() -> None:
    table = GameSetup(map="base-2")
    s = start(*prepare(table))
    game = CheckedGame(s, 1, table)
    game.play(from_text(s, "race Elves"))
    game.check_replay()
    s.coins[0] += 1
    with pytest.raises(Unsound, match="replays to another position"):
        game.check_replay()
