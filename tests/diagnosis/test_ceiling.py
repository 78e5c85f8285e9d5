"""The share of answers that are candidates."""

from pathlib import Path

import pytest

from spanwise.data.dataset import Answer, Article, Dataset, Paragraph, Question
from spanwise.data.formats import read
from spanwise.diagnosis.ceiling import PUBLISHED_CEILING, ceiling
from spanwise.errors import OptionError
from spanwise.language.annotate import Annotator
from spanwise.language.constituents import CANDIDATE_RULES, constituents
from spanwise.scoring.pair import exact_match
from spanwise.scoring.rules import SQUAD_1

CONTEXT = "Tesla moved to New York City in 1884. He was paid $18 a week there."


def asked(*answers: tuple[str, ...], context: str = CONTEXT) -> Dataset:
    questions = tuple(
        [
            Question(id=str(number), text="?", answers=tuple([Answer(text, context.index(text)) for text in texts]))
            for number, texts in enumerate(answers)
        ]
    )
    return Dataset(articles=(Article("one", (Paragraph(context, questions),)),), name="made")


def test_an_answer_counts_where_its_text_is_that_of_a_candidate(annotator: Annotator) -> None:
    data = asked(("New York City",), ("York City in 18", "1884"), ("ork City i",))
    (row,) = ceiling(data, annotator, [CANDIDATE_RULES["default"]]).rows
    assert row.any_answer.value == pytest.approx(2 / 3)
    assert row.first_answer.value == pytest.approx(1 / 3)
    (text,) = annotator.annotate([CONTEXT])
    assert row.candidates == len(constituents(text))
    assert (row.per_sentence, row.per_paragraph) == (row.candidates / 2, row.candidates)


def test_a_question_without_answer_has_no_ceiling(annotator: Annotator) -> None:
    found = ceiling(asked(("New York City",), ()), annotator)
    assert found.questions == 1
    assert [row.any_answer.value for row in found.rows] == [1.0] * len(CANDIDATE_RULES)
    with pytest.raises(OptionError, match="made has no question with an answer"):
        ceiling(asked(()), annotator)


def test_the_curve_rises_with_the_candidates_and_names_the_score_that_takes_as_many(annotator: Annotator) -> None:
    data = asked(("New York City",), ("1884",), ("paid $18 a week there",), ("moved to New York City",))
    found = ceiling(data, annotator, sizes=(1, 2, 5, 10, 20, 500))
    sizes = [point.per_sentence for point in found.curve]
    assert sizes == [1, 2, 5, 10, 20]
    for column in ("any_answer", "first_answer"):
        shares = [getattr(point, column) for point in found.curve]
        assert shares == sorted(shares)
    (text,) = annotator.annotate([CONTEXT])
    every = constituents(text, CANDIDATE_RULES["all"]).scores
    for point in found.curve:
        assert (every >= point.least).sum() >= 2 * point.per_sentence
        assert (every > point.least).sum() < 2 * point.per_sentence


def test_the_ceiling_is_the_exact_match_of_a_reader_that_always_picks_best(shared: Path, annotator: Annotator) -> None:
    whole = read(shared / "data" / "squad" / "dev-v1.1.json")
    data = Dataset(articles=(Article("part", whole.articles[12].paragraphs[:4]),), name="part")
    (row,) = ceiling(data, annotator, [CANDIDATE_RULES["default"]]).rows
    best = []
    for _, paragraph, question in data.questions():
        (text,) = annotator.annotate([paragraph.context])
        found = constituents(text)
        said = [text.span(s, e).of(text.text) for s, e in zip(found.starts.tolist(), found.ends.tolist(), strict=True)]
        best.append(max(exact_match(one, answer.text, SQUAD_1) for one in said for answer in question.answers))
    assert row.any_answer.value == pytest.approx(sum(best) / len(best))
    assert float(row.any_answer) > PUBLISHED_CEILING
