import pytest

from spanwise.benchmarks.curate.wiki_templates import rendered, vanishes


@pytest.mark.parametrize("name", ["cite web", "sfn", "citation needed", "infobox island", "use dmy dates", "main"])
def test_notes_beside_the_text_vanish(name: str) -> None:
    assert vanishes(name)


@pytest.mark.parametrize("name", ["lang", "val", "convert", "nowrap", "whomever", "aboutness"])
def test_what_may_be_text_does_not_vanish(name: str) -> None:
    assert not vanishes(name)


@pytest.mark.parametrize(
    ("name", "arguments", "text"),
    [
        ("lang", ["fr", "mot"], "mot"),
        ("nowrap", ["a b"], "a b"),
        ("convert", ["5", "km", "mi"], "5 km"),
        ("convert", ["5"], None),
        ("circa", ["1790"], "c. 1790"),
        ("lang-de", ["Wort"], "Wort"),
        ("snd", [], " – "),
        ("val", ["3.1"], None),
        ("nowrap", [], None),
    ],
)
def test_templates_that_set_text_apart_give_their_text(name: str, arguments: list[str], text: str | None) -> None:
    def argument(place: int) -> str | None:
        if not arguments or place > len(arguments):
            return None
        return arguments[-1] if place < 0 else arguments[place - 1]

    assert rendered(name, argument) == text
