import pytest

from spanwise.language.annotate import Annotator
from spanwise.readers.log_linear.asked import EMPTY_WORDS, WORDLESS, Asked, lower_lemmas
from tests.readers.log_linear.by_rule import by_rule


def asked(text: str) -> Asked:
    return Asked(by_rule(text))


def test_lemmas_are_compared_in_lower_case() -> None:
    assert lower_lemmas(by_rule("Ada SOLD it")) == ["ada", "sold", "it"]


def test_words_are_without_punctuation_each_with_its_first_token() -> None:
    assert asked("Who , who sold maps ?").words == {"who": 0, "sold": 3, "maps": 4}


def test_telling_words_are_those_that_say_something() -> None:
    assert list(asked("What is the name of the maps in Paris?").telling_words) == ["is", "name", "maps", "paris"]
    assert not EMPTY_WORDS & set(asked("Why not to the maps?").telling_words)


def test_bigrams_are_pairs_of_neighbours() -> None:
    assert asked("Ada sold maps").bigrams == {("ada", "sold"), ("sold", "maps")}
    assert asked("Ada").bigrams == frozenset()


def test_the_root_is_the_first_one() -> None:
    assert asked("Ada sold maps. Ben left.").root == "sold"


@pytest.mark.parametrize(
    ("text", "token", "word", "focus"),
    [
        ("Who sold maps?", 0, "who", "maps"),
        ("How many maps did Ada do?", 0, "how many", "maps"),
        ("In which of the lamps is it?", 1, "which", "lamps"),
        ("Ada sold how", 2, "how", "none"),
        ("Name the maps.", None, "none", "none"),
        ("", None, "none", "none"),
    ],
)
def test_the_wh_word_and_the_noun_behind_it(text: str, token: int | None, word: str, focus: str) -> None:
    found = asked(text)
    assert (found.wh_token, found.wh_word, found.focus) == (token, word, focus)


def test_an_empty_question_has_nothing() -> None:
    found = asked("")
    assert (found.lemmas, found.words, found.telling_words, found.bigrams, found.root) == ([], {}, {}, frozenset(), "")


def test_a_real_pipeline_gives_lemmas_of_words(annotator: Annotator) -> None:
    (annotated,) = annotator.annotate(["How many dogs were sold by the keepers?"])
    found = Asked(annotated)
    assert (found.wh_word, found.focus, found.root) == ("how many", "dog", "sell")
    assert list(found.telling_words) == ["many", "dog", "sell", "keeper"]
    assert not {annotated.pos[token] for token in found.words.values()} & set(WORDLESS)
