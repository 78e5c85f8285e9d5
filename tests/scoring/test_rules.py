import msgspec
import pytest

from spanwise.data.dataset import Answer, Article, Dataset, Paragraph, Question
from spanwise.errors import OptionError
from spanwise.scoring.rules import LENIENT, MRQA, RULES, SQUAD_1, SQUAD_2, mlqa, rules_for, rules_named
from spanwise.text.normalize import MLQA_LANGUAGES


def dataset(version: str, *, unanswerable: bool) -> Dataset:
    questions = [Question("q1", "?", (Answer("x"),))]
    questions += [Question("q2", "?")] if unanswerable else []
    return Dataset((Article("T", (Paragraph("x", tuple(questions)),)),), version=version)


def test_every_name_gives_the_rules_of_that_name() -> None:
    assert {name: rules_named(name).name for name in RULES} == {name: name for name in RULES}
    assert rules_named("squad1") is SQUAD_1
    assert rules_named("mrqa") is MRQA
    assert rules_named("lenient") is LENIENT
    assert [rules_named(f"mlqa:{language}") for language in MLQA_LANGUAGES] == [mlqa(lang) for lang in MLQA_LANGUAGES]


def test_mlqa_has_the_seven_languages_of_its_script() -> None:
    assert set(MLQA_LANGUAGES) == {"en", "es", "hi", "vi", "de", "ar", "zh"}


def test_unknown_rules_are_refused_with_the_list_of_those_there_are() -> None:
    with pytest.raises(OptionError) as caught:
        rules_named("squad3")
    assert "'squad3'" in str(caught.value)
    assert all(name in str(caught.value) for name in RULES)


def test_an_unknown_language_is_refused_with_the_list_of_those_there_are() -> None:
    with pytest.raises(OptionError) as caught:
        mlqa("fr")
    assert "'fr'" in str(caught.value)
    assert all(language in str(caught.value) for language in MLQA_LANGUAGES)


@pytest.mark.parametrize(
    ("version", "unanswerable", "name"),
    [
        ("1.1", False, "squad1"),
        ("", False, "squad1"),
        ("2.0", False, "squad2"),
        ("v2.0", False, "squad2"),
        ("V2", False, "squad2"),
        ("1.1", True, "squad2"),
        ("", True, "squad2"),
    ],
)
def test_a_dataset_gets_the_rules_it_asks_for(version: str, unanswerable: bool, name: str) -> None:
    assert rules_for(dataset(version, unanswerable=unanswerable)).name == name


def test_rules_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        SQUAD_2.name = "mine"  # type: ignore[misc]
    assert msgspec.structs.replace(SQUAD_2, name="mine").profile is SQUAD_2.profile
