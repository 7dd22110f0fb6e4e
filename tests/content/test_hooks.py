"""Hooks of home-made classes that fail or answer nonsense: nothing changes, all is named."""

import pickle
from pathlib import Path

import pytest

from smallworld.content.custom.files import load_customs
from smallworld.content.custom.guard import METHODS, guarded
from smallworld.content.library import Custom
from smallworld.engine.actions import Actions
from smallworld.engine.errors import HookFailed
from smallworld.engine.events import Event, Listener
from smallworld.engine.game import apply, is_chance, legal, outcomes
from smallworld.engine.notation import from_text, to_text
from smallworld.engine.pack import fingerprint, to_bytes
from smallworld.engine.state import Empire, State
from smallworld.engine.terms import PLACEMENTS, REDEPLOY
from smallworld.engine.trait import HOOKS, Power, Race, Trait
from smallworld.game.setup import new_game

HEAD = """
from smallworld.content.common import offer_in
from smallworld.engine import actions
from smallworld.engine.terms import PLACEMENTS, REDEPLOY
from smallworld.engine.trait import Power, Race
from smallworld.engine.verbs import draw_tokens, gain


class Otters(Race):
    def __init__(self):
        super().__init__("Otters", tokens=6, supply=11, word="dive")
"""
# What each hook is given beside the trait, the state and the empire.
MORE: dict[str, list[object]] = {
    "links": [1],
    "tokens_lost": [1],
    "way_taken": [1],
    "stood_for": [0, 1],
    "answer": [0],
    "on_conquered": [1],
    "on_gained": [1],
    "on_attacked": [1],
    "on_lost": [1, 1],
}


def write(folder: Path, hook: str, body: str) -> str:
    """A file with one race, which overrides one hook."""
    path = folder / "otters.py"
    lines = "".join(f"        {line}\n" for line in body.split("\n"))
    path.write_text(f"{HEAD}\n    def {hook}:\n{lines}", encoding="utf-8")
    return str(path)


def play(s: State, *texts: str) -> None:
    for text in texts:
        apply(s, from_text(s, text))


def at_the_pick(custom: Custom) -> State:
    """A game in which the first combo has the Otters."""
    s = new_game("base-2", custom=custom)
    play(s, "race Otters", "power Wealthy")
    turn_up(s)
    return s


def turn_up(s: State) -> list[int]:
    """Let luck bring what it may; what is legal then."""
    while is_chance(s):
        apply(s, outcomes(s)[0][0])
    return legal(s)


def game_with(folder: Path, hook: str, body: str) -> State:
    return at_the_pick(load_customs([write(folder, hook, body)]))


def everything(s: State) -> tuple[object, ...]:
    """All that a state holds."""
    return to_bytes(s), fingerprint(s), legal(s), s.agenda(), [int(c) for c in s.coins]


# ---- every hook by itself ----


def called(cls: type[Trait], hook: str) -> object:
    """What the engine gets if it calls that hook of that class."""
    s = new_game("underground-2", custom=Custom([], [cls]))  # type: ignore[list-item]
    trait = s.library.powers[-1]
    e = Empire(0, s.library.races[0], trait)
    arguments: list[object] = [s, e, *MORE.get(hook, [])]
    if hook == "refuses":
        arguments.append(e)
    elif hook == "options":
        arguments += [PLACEMENTS, Actions()]
    elif hook == "on_granted":
        arguments = [s]
    elif hook == "answered":
        arguments = []
    return getattr(trait, hook)(*arguments)


def power_with(hook: str, answer: object) -> type[Power]:
    """A power whose hook returns that, or raises it."""

    def speak(self: Power, *_: object) -> object:
        if isinstance(answer, BaseException):
            raise answer
        return answer

    def begin(self: Power) -> None:
        Power.__init__(self, "Odd", tokens=3)

    return type("Odd", (Power,), {"__init__": begin, hook: speak})


REGION_HOOKS = [name for name in METHODS if METHODS[name] in (METHODS["pays"], METHODS["links"])]
NUMBER_HOOKS = [name for name in METHODS if METHODS[name] is METHODS["coins_overall"]]
MOMENTS = [name for name in METHODS if METHODS[name] is METHODS["on_pick"]]


def test_every_hook_is_held_to_something() -> None:
    assert set(HOOKS) <= set(METHODS)
    others = {"takes_from", "stands_for", "lends", "answered", "options"}
    assert {*REGION_HOOKS, *NUMBER_HOOKS, *MOMENTS, *others} == set(METHODS)
    assert all(name in MOMENTS for name in METHODS if name.startswith("on_"))


@pytest.mark.parametrize("error", [ZeroDivisionError("by nothing"), SystemExit(3), KeyError("a")])
@pytest.mark.parametrize("hook", METHODS)
def test_a_hook_that_raises_is_named(hook: str, error: BaseException) -> None:
    with pytest.raises(HookFailed) as failed:
        called(power_with(hook, error), hook)
    found = failed.value
    assert (found.file, found.owner, found.hook) == (__file__, "Odd", hook)
    assert type(error).__name__ in str(found)
    assert found.__cause__ is error
    assert found.code == "hook_failed"
    assert found.facts == {
        "file": "test_hooks.py",
        "owner": "Odd",
        "hook": hook,
        "problem": found.problem,
    }
    assert str(pickle.loads(pickle.dumps(found))) == str(found)


@pytest.mark.parametrize("answer", ["all", None, 1.0, [1, 2], True, -1, 1 << 40, 1 << 80])
@pytest.mark.parametrize("hook", REGION_HOOKS)
def test_regions_are_regions_of_the_board(hook: str, answer: object) -> None:
    with pytest.raises(HookFailed, match="it must return a set of regions of the board"):
        called(power_with(hook, answer), hook)


@pytest.mark.parametrize("answer", ["3", None, 1.0, True, -1, 256, 1 << 80])
@pytest.mark.parametrize("hook", NUMBER_HOOKS)
def test_numbers_are_whole_and_not_negative(hook: str, answer: object) -> None:
    with pytest.raises(HookFailed, match="it must return a whole number from 0 to 255"):
        called(power_with(hook, answer), hook)


@pytest.mark.parametrize("answer", [True, 0, [], "done"])
@pytest.mark.parametrize("hook", [*MOMENTS, "options"])
def test_moments_answer_nothing(hook: str, answer: object) -> None:
    with pytest.raises(HookFailed, match="it must return nothing"):
        called(power_with(hook, answer), hook)


@pytest.mark.parametrize(
    ("hook", "answer", "wanted"),
    [
        ("takes_from", 4, "a set of seats"),
        ("takes_from", -1, "a set of seats"),
        ("stands_for", 1 << 40, "a set of places and relics"),
        ("lends", "Orcs", "a trait of the game, or None"),
        ("lends", Race("Moles", tokens=3, supply=8), "a trait of the game, or None"),
        ("answered", "pays", "the bits of hooks"),
    ],
)
def test_other_answers(hook: str, answer: object, wanted: str) -> None:
    with pytest.raises(HookFailed, match=f"it must return {wanted}"):
        called(power_with(hook, answer), hook)


@pytest.mark.parametrize(
    ("hook", "answer"),
    [
        *((hook, 0b1011) for hook in REGION_HOOKS),
        *((hook, 2) for hook in NUMBER_HOOKS),
        *((hook, None) for hook in MOMENTS),
        ("pays", False),  # `e.declined and s.board.hills` is a way to say it
        ("coins_overall", False),
        ("takes_from", 3),
        ("stands_for", 3),
        ("lends", None),
        ("answered", HOOKS["pays"]),
    ],
)
def test_good_answers_come_through(hook: str, answer: object) -> None:
    assert called(power_with(hook, answer), hook) == answer


def test_what_a_class_is_called_and_says_stays() -> None:
    class Moles(Race):
        """They dig."""

        def __init__(self) -> None:
            super().__init__("Moles", tokens=4, supply=9)

        def pays(self, s: State, e: Empire) -> int:
            return super().pays(s, e) | 1

    careful = guarded(Moles)
    assert (careful.__name__, careful.__doc__) == ("Moles", "They dig.")
    assert careful.__qualname__ == Moles.__qualname__
    assert issubclass(careful, Moles)
    assert "pays" in vars(careful)
    assert "cheaper" not in vars(careful)  # a silent hook still costs nothing
    library = new_game("base-2", custom=Custom([Moles], [])).library
    assert library.by_name["Moles"].hooks == HOOKS["pays"]
    assert Moles.pays is not careful.pays


def test_hooks_of_a_class_beside_it_are_guarded_too() -> None:
    class Rich:
        def coins_overall(self, s: State, e: Empire) -> int:
            return -1

    class Moles(Rich, Race):
        def __init__(self) -> None:
            super().__init__("Moles", tokens=4, supply=9)

    library = new_game("base-2", custom=Custom([Moles], [])).library
    moles = library.by_name["Moles"]
    assert moles.hooks == HOOKS["coins_overall"]
    s = new_game("base-2")
    with pytest.raises(HookFailed, match="class Moles, `coins_overall`: it returned -1"):
        moles.coins_overall(s, s.active(0))


def test_the_innermost_hook_is_named() -> None:
    class Moles(Race):
        def __init__(self) -> None:
            super().__init__("Moles", tokens=4, supply=9)

        def cheaper(self, s: State, e: Empire) -> int:
            return self.pays(s, e)

        def pays(self, s: State, e: Empire) -> int:
            return -1

    s = new_game("base-2", custom=Custom([Moles], []))
    with pytest.raises(HookFailed, match="`pays`: it returned -1"):
        s.library.by_name["Moles"].cheaper(s, s.active(0))


# ---- in a game ----


def test_the_error_names_file_class_hook_and_line(tmp_path: Path) -> None:
    s = game_with(tmp_path, "on_pick(self, s, e)", "draw_tokens(s, e, 2)\nreturn 1 // 0")
    with pytest.raises(HookFailed) as failed:
        play(s, "pick 1")
    assert str(failed.value) == (
        f"{tmp_path}/otters.py, class Otters, `on_pick`: it failed in line 15 with "
        "ZeroDivisionError: integer division or modulo by zero"
    )


@pytest.mark.parametrize("listened", [False, True])
@pytest.mark.parametrize(
    ("hook", "body", "problem"),
    [
        ("on_pick(self, s, e)", "draw_tokens(s, e, 2)\n1 / 0", "ZeroDivisionError"),
        ("on_gained(self, s, e, r)", "gain(s, e.seat, 3, 'x')\nraise OSError", "with OSError"),
        ("on_conquered(self, s, e, r)", "e.hand = -2", "it leaves -2 tokens in hand"),
        ("on_conquered(self, s, e, r)", "gain(s, e.seat, -9, 'x')", "it leaves -4 coins"),
        ("on_redeploy(self, s, e)", "exit()", "SystemExit"),
        ("on_turn_end(self, s, e)", "return e.nothing", "AttributeError"),
        ("tokens_on_redeploy(self, s, e)", "return -3", "it returned -3"),
        ("pays(self, s, e)", "return 'all'", "it returned 'all'"),
        ("coins_overall(self, s, e)", "return 2.5", "it returned 2.5"),
        ("on_turn_start(self, s, e)", "return [s]", "it must return nothing"),
    ],
)
def test_a_move_that_fails_changes_nothing(
    tmp_path: Path, hook: str, body: str, problem: str, listened: bool
) -> None:
    s = game_with(tmp_path, hook, body)
    heard = Heard()
    s.listener = heard if listened else None
    while True:  # pick, conquer, stop, deploy, be done: the first race is that of the file
        was = everything(s)
        action = outcomes(s)[0][0] if is_chance(s) else legal(s)[s.step() == REDEPLOY and -1]
        heard.kinds = []
        try:
            apply(s, action)
        except HookFailed as error:
            failed = error
            break
    assert problem in str(failed)
    assert f"class Otters, `{hook.split('(')[0]}`" in str(failed)
    assert everything(s) == was
    assert heard.kinds == []  # nobody is told of a move that comes to nothing
    assert s.listener is (heard if listened else None)
    with pytest.raises(HookFailed):
        apply(s, action)
    assert everything(s) == was


def test_a_hook_that_fails_now_and_then_changes_nothing_either(tmp_path: Path) -> None:
    body = "gain(s, e.seat, 3, 'x')\nif s.listener is not None:\n    1 / 0"
    s = game_with(tmp_path, "on_pick(self, s, e)", body)
    s.listener = Heard()
    was = everything(s)
    with pytest.raises(HookFailed):
        play(s, "pick 1")
    assert everything(s) == was


class Heard(Listener):
    """Writes down what it hears."""

    def __init__(self) -> None:
        self.kinds: list[str] = []

    def hear(self, event: Event) -> None:
        self.kinds.append(event.kind)


def test_the_game_goes_on_with_another_move(tmp_path: Path) -> None:
    s = game_with(tmp_path, "on_pick(self, s, e)", "draw_tokens(s, e, 2)\n1 / 0")
    with pytest.raises(HookFailed):
        play(s, "pick 1")
    play(s, "pick 2")
    assert s.active(0).race is s.library.races[0]
    assert s.coins[0] == 4


def test_a_question_that_fails_is_told_by_whoever_asks(tmp_path: Path) -> None:
    s = game_with(tmp_path, "cheaper(self, s, e)", "return ~s.board.hills")
    play(s, "pick 1")
    while is_chance(s):
        apply(s, outcomes(s)[0][0])
    was = to_bytes(s)
    with pytest.raises(HookFailed, match=r"write s\.board\.all & ~… for all but …"):
        legal(s)
    assert to_bytes(s) == was


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        ("return [3]", "it returned [3]; it must return nothing; actions are written by out.add"),
        ("out.add(actions.conquer(3, 0, 0))", "which is no action of its own"),
        ("out.add(actions.use(self.number + 1, 3, 0, 0))", "which is no action of its own"),
        ("out.add(actions.use(self.number, 62, 0, 0))", "in a region or for a seat of this game"),
        ("out.add(actions.use(self.number, 63, 3, 0))", "in a region or for a seat of this game"),
        ("out.add(-1)", "which is no action of its own"),
        ("offer_in(self, s.board.all, out)\n1 / 0", "ZeroDivisionError"),
        ("out.size = 0", "it takes away actions that others offer"),
    ],
)
def test_options_are_actions_of_the_trait(tmp_path: Path, body: str, problem: str) -> None:
    s = game_with(tmp_path, "options(self, s, e, phase, out)", body)
    play(s, "pick 1")
    with pytest.raises(HookFailed) as failed:
        turn_up(s)
    assert problem in str(failed.value)


def test_options_that_can_be_carried_out_are_offered(tmp_path: Path) -> None:
    body = "offer_in(self, 1, out)\nout.add(actions.use(self.number, 63, s.seats, 0))"
    s = game_with(tmp_path, "options(self, s, e, phase, out)", body)
    play(s, "pick 1")
    assert {"dive 1", "dive P2"} < {to_text(s, action) for action in turn_up(s)}


def test_all_of_a_state_is_restored() -> None:
    """A field that is forgotten in `restore` would be changed by half a move."""
    s, other = new_game("base-2"), new_game("underground-3")
    fixed = {"options", "library", "board", "seats", "listener", "offered"}
    kept = {name: getattr(s, name) for name in State.__slots__ if name not in fixed}
    for name in kept:
        setattr(s, name, getattr(other, name))
    before = new_game("base-2")
    for name, value in kept.items():
        setattr(before, name, value)
    s.restore(before)
    assert all(getattr(s, name) is value for name, value in kept.items())
