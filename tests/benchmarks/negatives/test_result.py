"""Benchmarks with negatives, and the account of how they were made."""

import math
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from spanwise.benchmarks.negatives.made import Resources
from spanwise.benchmarks.negatives.occurrence import holds_any
from spanwise.benchmarks.negatives.result import (
    KINDS,
    NegativeKind,
    NegativesResult,
    kind_of,
    negatives,
    only_negatives,
)
from spanwise.data.check import check
from spanwise.data.dataset import Answer, Article, Dataset, Origin, Paragraph, Question
from spanwise.data.formats import load, read
from spanwise.data.samples import sample_path
from spanwise.data.subset import merge
from spanwise.data.writers import write
from spanwise.errors import OptionError, SpanwiseError
from spanwise.language.annotate import Annotator
from spanwise.language.lexicon import Lexicon
from spanwise.language.vectors import WordVectors
from tests.wordnet_database import EXCEPTIONS, write_database


@pytest.fixture(scope="module")
def resources(annotator: Annotator, tmp_path_factory: pytest.TempPathFactory) -> Resources:
    return Resources(annotator, Lexicon(write_database(tmp_path_factory.mktemp("wordnet"), exceptions=EXCEPTIONS)))


@pytest.fixture(scope="module")
def sample() -> Dataset:
    return read(sample_path("dev"))


@pytest.fixture(scope="module")
def made(sample: Dataset, resources: Resources) -> dict[NegativeKind, NegativesResult]:
    return {kind: negatives(sample, kind, resources) for kind in KINDS}


@pytest.mark.parametrize("kind", KINDS)
def test_the_file_passes_every_check(
    made: dict[NegativeKind, NegativesResult], kind: NegativeKind, tmp_path: Path
) -> None:
    write(made[kind].dataset, tmp_path / "made.json")
    loaded = load(tmp_path / "made.json")
    assert check(loaded) == ()
    assert loaded.dataset.articles == made[kind].dataset.articles


@pytest.mark.parametrize("kind", KINDS)
def test_each_negative_is_impossible_and_says_where_it_comes_from(
    made: dict[NegativeKind, NegativesResult], sample: Dataset, kind: NegativeKind
) -> None:
    parents = {q.id: (a.title, p.context, q) for a, p, q in sample.questions()}
    result = made[kind]
    found = [row for row in result.dataset.questions() if row[2].id not in parents]
    assert len(found) == result.report.made > 40
    for article, paragraph, question in found:
        assert question.origin == Origin(question.id.removesuffix(f"-{kind}"), f"negative-{kind}", 0)
        title, context, parent = parents[question.origin.parent_id]
        assert article.title == title
        assert question.is_impossible
        assert not question.answers
        for answer in question.plausible_answers:
            assert answer.start is not None
            assert paragraph.context.startswith(answer.text, answer.start)
        if kind == "rules":
            assert paragraph.context == context
            assert question.text != parent.text
            assert question.plausible_answers == tuple(dict.fromkeys(parent.answers))
        else:
            assert question.text == parent.text
            assert not holds_any(paragraph.context, parent.answers)
            assert not holds_any(" ".join(a.text for a in question.plausible_answers), parent.answers)


@pytest.mark.parametrize("kind", KINDS)
def test_the_account_adds_up(made: dict[NegativeKind, NegativesResult], sample: Dataset, kind: NegativeKind) -> None:
    report = made[kind].report
    questions = [q for _, _, q in made[kind].dataset.questions()]
    assert report.tried == report.answerable == report.made + sum(entry.questions for entry in report.left_out)
    assert report.answerable + report.unanswerable_before == len(sample.question_ids)
    assert report.kept == sum(bool(q.answers) for q in questions) == report.answerable
    assert report.with_plausible == sum(bool(q.plausible_answers) for q in questions)
    assert Counter(map(kind_of, questions)) == {None: report.kept, kind: report.made}


def test_one_for_one_leaves_out_what_has_no_negative(sample: Dataset, resources: Resources) -> None:
    result = negatives(sample, "rules", resources, paired=True)
    questions = [q for _, _, q in result.dataset.questions()]
    answerable = {q.id for q in questions if q.answers}
    assert answerable == {q.origin.parent_id for q in questions if q.origin}
    assert result.report.kept == result.report.made == len(answerable) < result.report.answerable


@pytest.mark.parametrize(("ratio", "count"), [(0.25, 27), (1.5, 162), (2, 216)])
def test_a_ratio_makes_so_many(sample: Dataset, resources: Resources, ratio: float, count: int) -> None:
    result = negatives(sample, "tfidf", resources, ratio=ratio)
    found = [q for _, _, q in result.dataset.questions() if kind_of(q)]
    # The 108 answerable questions all have two other paragraphs, of which some hold the answer.
    assert result.report.made == len(found)
    assert len(found) == (count if ratio < 1 else min(count, len(found)))
    assert len(found) > (0 if ratio < 1 else 108)
    assert len({q.id for q in found}) == len(found)
    times = Counter(q.origin.parent_id for q in found if q.origin)
    assert max(times.values()) == (1 if ratio < 1 else 2)


def test_the_seed_decides_and_nothing_else(sample: Dataset, resources: Resources) -> None:
    def drawn(dataset: Dataset, seed: int) -> dict[str, str]:
        result = negatives(dataset, "random", resources, seed=seed)
        return {q.id: p.context for _, p, q in result.dataset.questions() if kind_of(q)}

    whole = drawn(sample, 0)
    assert whole == drawn(sample, 0)
    assert whole != drawn(sample, 1)
    # Other articles do not matter.
    part = drawn(Dataset(sample.articles[2:4]), 0)
    assert part.items() <= whole.items()


def test_negatives_alone_merge_with_the_benchmark_they_came_from(
    made: dict[NegativeKind, NegativesResult], sample: Dataset
) -> None:
    alone = [only_negatives(made[kind].dataset) for kind in ("tfidf", "rules")]
    merged = merge([sample, *alone])
    assert len(merged.question_ids) == len(sample.question_ids) + sum(made[kind].report.made for kind in made) - sum(
        made[kind].report.made for kind in ("random", "removed")
    )
    assert len(merged.articles) == len(sample.articles)


def dataset(*questions: Question, context: str = "Ada came in 1843. Bob came later.") -> Dataset:
    return Dataset((Article("a", (Paragraph(context, questions),)),), name="tiny")


ADA = Question("q", "Who came?", (Answer("Ada", 0),))


@pytest.mark.parametrize(
    ("given", "kind", "ratio", "says"),
    [
        (dataset(ADA), "tf-idf", 1, "there are no negatives 'tf-idf'; one of tfidf, rules, random"),
        (dataset(ADA), "random", 0, "ratio: 0 negatives to a question cannot be made"),
        (dataset(ADA), "random", math.nan, "ratio: nan negatives"),
        (dataset(Question("q", "Who?")), "random", 1, "tiny: no question has an answer"),
        (dataset(ADA, ADA), "random", 1, "tiny: the id 'q' stands twice"),
        (
            dataset(ADA),
            "tfidf",
            1,
            r"no negative could be made: its article has no other paragraph \(1\); try another kind",
        ),
    ],
)
def test_what_makes_no_sense_is_said(
    given: Dataset, kind: NegativeKind, ratio: float, says: str, resources: Resources
) -> None:
    with pytest.raises(SpanwiseError, match=says):
        negatives(given, kind, resources, ratio=ratio)


def test_rules_without_a_lexicon_are_refused(annotator: Annotator) -> None:
    with pytest.raises(OptionError, match="negatives by rule need antonyms"):
        negatives(dataset(ADA), "rules", Resources(annotator))


def test_words_without_a_vector_are_named_and_counted(resources: Resources) -> None:
    vectors = WordVectors(("paris", "rome"), np.eye(2, dtype=np.float32))
    question = Question("q", "Did Quxley leave Paris in 1843?", (Answer("Ada", 0),))
    report = negatives(
        dataset(question, context="Ada came. Rome is far."),
        "rules",
        Resources(resources.annotator, resources.lexicon, vectors),
    ).report
    assert (report.words_without_vector, report.without_vector) == (1, ("quxley",))


def test_a_question_without_text_is_counted(resources: Resources) -> None:
    report = negatives(dataset(ADA, Question("blank", " ", (Answer("Ada", 0),))), "removed", resources).report
    assert [(entry.reason, entry.examples) for entry in report.left_out] == [("the question has no text", ("blank",))]


def test_two_questions_of_one_text_are_not_put_to_one_paragraph(resources: Resources) -> None:
    report = negatives(dataset(ADA, Question("again", "who  came?", (Answer("Ada", 0),))), "removed", resources).report
    assert (report.made, report.left_out[0].examples) == (1, ("again",))


def test_an_id_that_is_taken_is_not_used_again(resources: Resources) -> None:
    result = negatives(dataset(ADA, Question("q-removed", "Why?", (Answer("Bob", 18),))), "removed", resources)
    assert sorted(result.dataset.question_ids) == ["q", "q-removed", "q-removed-new", "q-removed-removed"]


def test_negatives_of_squad_are_what_they_say(shared: Path, annotator: Annotator) -> None:
    """Ten paragraphs of SQuAD's development set, put to each other."""
    whole = read(shared / "data" / "squad" / "dev-v1.1.json")
    part = Dataset(tuple(Article(a.title, a.paragraphs[:5]) for a in whole.articles[:2]))
    result = negatives(part, "tfidf", Resources(annotator))
    parents = {q.id: q for _, _, q in part.questions()}
    assert result.report.made > 0.9 * len(parents)
    for _, paragraph, question in result.dataset.questions():
        if question.origin:
            assert not holds_any(paragraph.context, parents[question.origin.parent_id].answers)
