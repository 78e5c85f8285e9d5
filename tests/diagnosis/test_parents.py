import pytest

from spanwise.data.dataset import Article, Dataset, Origin, Paragraph, Question
from spanwise.diagnosis.parents import grouping, parents_of
from spanwise.errors import DataError, OptionError


def dataset_of(*ids: str, **parents: str) -> Dataset:
    questions = tuple(Question(i, "?", origin=Origin(parents[i], "edit") if i in parents else None) for i in ids)
    return Dataset((Article("T", (Paragraph("c", questions),)),), name="some")


def test_ids_are_cut_at_the_first_hyphen_where_no_question_has_an_origin() -> None:
    data = dataset_of("q1", "q1-high-conf-turk0", "q2")
    assert parents_of(data) == {"q1-high-conf-turk0": "q1"}
    assert grouping(data) == 'ids up to the first "-"'


def test_origins_decide_where_there_are_any_and_lead_to_the_first_original() -> None:
    data = dataset_of("a-1", "b", "c", b="a-1", c="b")
    assert parents_of(data) == {"b": "a-1", "c": "a-1"}
    assert grouping(data) == "the questions' origin"


def test_a_pattern_comes_before_both() -> None:
    data = dataset_of("q1", "q1_edit1", "q-2", "q-2_edit7", q1="q-2")
    assert parents_of(data, r"(.+)_edit\d+") == {"q1_edit1": "q1", "q-2_edit7": "q-2"}


def test_a_pattern_leads_to_the_first_original_too() -> None:
    assert parents_of(dataset_of("q", "q-1", "q-1-2"), r"(.+)-\d+") == {"q-1": "q", "q-1-2": "q"}


def test_an_id_whose_group_is_all_of_it_or_nothing_is_an_original() -> None:
    data = dataset_of("q1", "q1x", "x")
    assert parents_of(data, r"(q\d)?x?") == {"q1x": "q1"}


@pytest.mark.parametrize(
    ("pattern", "said"), [("(", "no regular expression"), ("q.*", "has 0 groups"), ("(q)(1)", "has 2 groups")]
)
def test_a_pattern_must_be_a_regular_expression_with_one_group(pattern: str, said: str) -> None:
    with pytest.raises(OptionError, match=said):
        parents_of(dataset_of("q1"), pattern)


@pytest.mark.parametrize("pattern", [None, "(z)1"])
def test_a_file_without_variants_is_refused(pattern: str | None) -> None:
    with pytest.raises(DataError, match=r"some: .*holds no variants of questions"):
        parents_of(dataset_of("q1", "q2"), pattern)


def test_questions_that_come_from_each_other_are_refused() -> None:
    with pytest.raises(DataError, match="come from each other"):
        parents_of(dataset_of("a", "b", a="b", b="a"))
    with pytest.raises(DataError, match="come from each other"):
        parents_of(dataset_of("a", a="a"))
