"""Try the examples of all that `import smallworld` offers, and keep and copy games.

It prints which build it ran in, and what went wrong; the tests run it in both builds.
"""

import copy
import doctest
import inspect
import pickle
import types
from collections.abc import Iterator

import smallworld as sw
from smallworld.engine.game import do, is_chance
from smallworld.engine.pack import fingerprint
from smallworld.engine.query import COMPILED
from smallworld.game.compiled.dealer import Dealer
from smallworld.game.setup import new_game

NAMES = [name for name in sw.__all__ if name != "__version__"]


def members(name: str) -> Iterator[tuple[str, object]]:
    """A public name and, if it is a class, its public methods and properties."""
    value = getattr(sw, name)
    yield name, value
    if not inspect.isclass(value):
        return
    for own in dir(value):
        found = inspect.getattr_static(value, own)
        if isinstance(found, (staticmethod, classmethod)):
            found = found.__func__
        if not own.startswith("_") and isinstance(found, (types.FunctionType, property)):
            yield f"{name}.{own}", found


def everything() -> dict[str, object]:
    """All public names and members of the package by their path."""
    return {path: value for name in NAMES for path, value in members(name)}


def run_examples(path: str, value: object) -> str:
    """What goes wrong in the examples of a docstring; empty if nothing does."""
    said = inspect.getdoc(value) or ""
    home = inspect.getmodule(value.fget if isinstance(value, property) else value)
    names = dict(vars(home)) if home is not None else {}
    told: list[str] = []
    examples = doctest.DocTestParser().get_doctest(said, names, path, None, None)
    doctest.DocTestRunner(verbose=False).run(examples, out=told.append)
    return "".join(told)


def keep_and_copy() -> Iterator[str]:
    """What goes wrong when games, states and dealers are copied and pickled."""
    for board in ("base-3", "underground-2"):
        game = sw.Game(board, world="mixed", seed=3)
        while game.turn < 3:
            game.push(game.legal_actions[-1])
            for again in (game.copy(), copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
                if again != game or again.record != game.record or str(again) != str(game):
                    yield f"a copy differs: {game!r} and {again!r}"
        again = sw.Game.from_record(str(game.record))
        if again != game or again.legal_actions != game.legal_actions:
            yield f"a record gives another game: {again!r}"
    for seed in (5, -(10**30)):
        s, dealer = new_game("base-2"), Dealer(seed)
        while is_chance(s):
            twin = copy.copy(s) if s.row_size % 2 else copy.deepcopy(s)
            other = copy.copy(dealer) if s.row_size % 2 else pickle.loads(pickle.dumps(dealer))
            do(twin, other.draw(twin))
            if fingerprint(twin) == fingerprint(s):
                yield "a copied state is not independent"
            do(s, dealer.draw(s))
            if fingerprint(twin) != fingerprint(s) or other.seed != seed:
                yield "a copied state, or a dealer from a pickle, goes on otherwise"


def main() -> None:
    """Say what is wrong."""
    print("compiled" if COMPILED else "plain")
    for path, value in everything().items():
        if not (inspect.getdoc(value) or "").strip():
            print(f"{path} has no docstring")
        print(run_examples(path, value), end="")
    for wrong in keep_and_copy():
        print(wrong)


if __name__ == "__main__":
    main()
