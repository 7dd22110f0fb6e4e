"""Clauses in words, for races and powers whose files give no text."""

from smallworld.content.custom.reader import EFFECTS, read_custom


def text_of(clauses: str) -> str:
    file = f'[[power]]\nname = "Plain"\ntokens = 3\nclauses = [{clauses}]'
    return read_custom(file, "tiny.toml").powers[0]().text


def test_every_effect_is_put_into_words() -> None:
    examples = {
        "coins": ("{ coins = 2 }", "2 coins every turn."),
        "tokens": (
            '{ tokens = 1, per = ["mine", "hill"], every = 2, when = "always" }',
            "1 new token for every 2 mines or hills, in decline too.",
        ),
        "cheaper": ('{ cheaper = "coast" }', "Coastal regions cost one token less."),
        "dearer": ('{ dearer = "anywhere" }', "Every conquest costs one token more."),
        "enters": ('{ enters = "hill" }', "Hills are open to enter."),
        "reaches": ('{ reaches = "hill" }', "Hills are in reach from any region held."),
        "links": ('{ links = "cavern" }', "Caverns are next to each other."),
        "loses": (
            '{ loses = "none", when = "decline" }',
            "No token is lost when an enemy takes a region, in decline only.",
        ),
        "keeps": ('{ keeps = "all" }', "All tokens stay on the map in decline."),
        "piece": (
            '{ piece = "dam", count = 2, stays_in_decline = true }',
            "A dam in every region taken (2 in all) adds one to the defence and stays in decline.",
        ),
    }
    assert list(examples) == list(EFFECTS)
    for clause, words in examples.values():
        assert text_of(clause) == words
    assert text_of("") == "No benefit but their number."
