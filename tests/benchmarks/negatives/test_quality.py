"""How good negatives are: relevance, and a span of the type that is asked for."""

from pathlib import Path

import pytest

from spanwise.benchmarks.negatives.made import Resources
from spanwise.benchmarks.negatives.quality import asked_type, negative_quality
from spanwise.benchmarks.negatives.result import negatives
from spanwise.data.dataset import Answer, Article, Dataset, Origin, Paragraph, Question
from spanwise.data.formats import read
from spanwise.data.samples import sample_path
from spanwise.language.annotate import Annotator


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Who opened the mill?", "Person"),
        ("By whom was it opened?", "Person"),
        ("When was it opened?", "Date"),
        ("In what year was it opened?", "Date"),
        ("Where was it?", "Location"),
        ("How many wheels had it?", "Other Numeric"),
        ("What percentage of them burned?", "Other Numeric"),
        ("How did it burn?", None),
        ("Why did it burn when Ada came?", None),
        ("What was opened where the mill stood?", None),
        ("Name the mill.", None),
    ],
)
def test_the_first_question_word_tells_what_is_asked_for(annotator: Annotator, text: str, kind: str | None) -> None:
    [asked] = annotator.annotate([text])
    assert asked_type(asked) == kind


def test_the_figures_are_those_counted_by_hand(annotator: Annotator) -> None:
    context = "Ada King opened a mill in Paris. The mill burned in 1913."
    negative = Origin("q", "negative-rules", 0)
    questions = (
        # opened, mill, Paris: all there, in one sentence. A person is there beside the words of the question.
        Question("q", "Who opened a mill in Paris?", (Answer("Ada King", 0),)),
        # opened and mill of three, in one sentence; "Ada King" and "Paris" are asked with or no date.
        Question("h", "When was the mill opened again by Bob?", (), True),
        # Both are there, in two sentences.
        Question("n", "Where did King's house burn?", (), True, (Answer("Paris", 26),), origin=negative),
    )
    rows = negative_quality([Dataset((Article("a", (Paragraph(context, questions),)),))], annotator).rows
    found = {row.group: row for row in rows}
    assert list(found) == ["answerable", "human", "rules"]
    assert [found[group].overlap.value for group in found] == pytest.approx([1, 2 / 4, 2 / 3])
    assert [found[group].sentence_overlap.value for group in found] == pytest.approx([1, 2 / 4, 1 / 3])
    assert [found[group].typed.value for group in found] == [1, 1, 1]
    assert [found[group].plausible.value for group in found] == [None, 0, 1]
    assert found["rules"].overlap_above_human.value == pytest.approx(2 / 3 - 2 / 4)
    assert found["human"].overlap_above_human.reason == "these are the human negatives"


def test_an_id_that_stands_in_two_datasets_counts_once(annotator: Annotator) -> None:
    sample = read(sample_path("dev"))
    made = negatives(sample, "tfidf", Resources(annotator)).dataset
    rows = {row.group: row.questions for row in negative_quality([sample, made], annotator).rows}
    assert rows == {"answerable": 108, "human": 54, "tfidf": 108}


def test_random_paragraphs_share_less_with_a_question_than_human_ones(shared: Path, annotator: Annotator) -> None:
    whole = read(shared / "data" / "squad" / "dev-v2.0.json")
    part = Dataset(tuple(Article(a.title, a.paragraphs[:4]) for a in whole.articles[:4]))
    made = negatives(part, "random", Resources(annotator)).dataset
    rows = {row.group: row for row in negative_quality([part, made], annotator).rows}
    above = rows["random"].overlap_above_human
    assert above.high is not None
    assert above.high < 0


def test_without_human_negatives_there_is_nothing_to_compare_with(annotator: Annotator) -> None:
    question = Question("q", "Who opened a mill?", (Answer("Ada", 0),))
    [row] = negative_quality([Dataset((Article("a", (Paragraph("Ada did.", (question,)),)),))], annotator).rows
    assert row.overlap_above_human.value is None
    assert row.overlap_above_human.reason == "the benchmark has no human negatives"
    assert row.plausible.reason == "every question has an answer"
