import math
import random

import numpy as np
import pytest

from spanwise.data.dataset import Article, Dataset, Paragraph, Question
from spanwise.errors import OptionError
from spanwise.language.annotate import Annotator
from spanwise.predictions.reader import Reader, Trainable
from spanwise.readers.log_linear.reader import LogLinearReader, annotated_paragraphs
from spanwise.readers.log_linear.settings import Settings
from spanwise.readers.log_linear.trainer import LogLinear
from tests.readers.log_linear.by_rule import ByRule
from tests.readers.log_linear.toys import asked, sales


@pytest.fixture(scope="module")
def plain() -> LogLinearReader:
    """Return a reader without null option."""
    return LogLinear(ByRule()).train(sales(6), rng=random.Random(0))


def first_articles(dataset: Dataset, number: int) -> Dataset:
    return Dataset(dataset.articles[:number], name=dataset.name)


def test_it_is_a_reader_and_what_makes_it_is_trainable(plain: LogLinearReader) -> None:
    assert isinstance(plain, Reader)
    assert isinstance(LogLinear(ByRule()), Trainable)
    assert plain.name == "log-linear"


def test_every_question_has_an_answer_that_stands_in_its_context(trained: LogLinearReader, sample_dev: Dataset) -> None:
    dataset = first_articles(sample_dev, 2)
    found = trained.predict(dataset)
    assert (found.reader, found.dataset, tuple(found.by_id)) == (
        "log-linear",
        dataset.fingerprint,
        dataset.question_ids,
    )
    for _, paragraph, question in dataset.questions():
        prediction = found.by_id[question.id]
        assert prediction.span is not None
        assert prediction.text == paragraph.context[prediction.span.start : prediction.span.end] != ""
        assert prediction.nbest[0].text == prediction.text
        assert prediction.nbest[0].span == prediction.span
        assert prediction.nbest[0].score == prediction.score
        for one in prediction.nbest:
            assert one.span is not None
            assert one.text == paragraph.context[one.span.start : one.span.end]


def test_the_list_is_sorted_and_holds_probabilities(trained: LogLinearReader, sample_dev: Dataset) -> None:
    dataset = first_articles(sample_dev, 1)
    scores = {one.question.id: one.scores for one in trained.considered(dataset)}
    for identity, prediction in trained.predict(dataset).by_id.items():
        listed = [(one.score or 0.0, one.prob or 0.0) for one in prediction.nbest]
        assert listed == sorted(listed, reverse=True)
        total = sum(math.exp(score) for score in scores[identity])
        assert [prob for _, prob in listed] == pytest.approx([math.exp(score) / total for score, _ in listed])
        assert prediction.score == max(scores[identity])
        assert len(listed) == min(5, len(scores[identity]))


def test_with_a_null_option_the_probability_of_no_answer_is_that_of_the_odds(
    trained: LogLinearReader, sample_dev: Dataset
) -> None:
    option = trained.model.null_option
    assert option is not None
    dataset = first_articles(sample_dev, 1)
    predicted = trained.predict(dataset).by_id
    for one in trained.considered(dataset):
        prediction = predicted[one.question.id]
        odds = option.log_odds(trained.null_row(one))
        assert prediction.null_odds == pytest.approx(odds)
        assert prediction.na_prob == pytest.approx(1 / (1 + math.exp(-odds)))
        assert not prediction.abstains


def test_without_one_it_abstains_only_by_the_margin_and_only_when_asked(plain: LogLinearReader) -> None:
    dataset = sales(4, first=9)
    asked_to = LogLinearReader(plain.model, ByRule(), abstain=True)
    quiet, signalled = plain.predict(dataset).by_id, asked_to.predict(dataset).by_id
    for identity, prediction in signalled.items():
        assert (quiet[identity].null_score, quiet[identity].na_prob, prediction.na_prob) == (None, None, None)
        assert (prediction.text, prediction.nbest) == (quiet[identity].text, quiet[identity].nbest)
        others = [one.score for one in prediction.nbest[1:] if one.text != prediction.text]
        assert prediction.null_score == others[0]
        assert prediction.null_odds is not None
        assert prediction.null_odds <= 0


def test_the_margin_is_that_to_another_text(plain: LogLinearReader) -> None:
    dataset = Dataset((asked("Ada sold 7 maps. Ada sold 7 maps.", ("Who sold the maps?", "Ada")),))
    (found,) = LogLinearReader(plain.model, ByRule(), abstain=True).predict(dataset).by_id.values()
    assert found.nbest[0].text == "Ada"
    assert len({one.text for one in found.nbest}) == len(found.nbest)
    assert found.null_score == found.nbest[1].score
    assert found.null_odds is not None
    assert found.null_odds < 0


def test_a_single_candidate_has_no_margin(plain: LogLinearReader) -> None:
    dataset = Dataset((asked("Ada", ("Who?", "Ada")),))
    (found,) = LogLinearReader(plain.model, ByRule(), abstain=True).predict(dataset).by_id.values()
    assert (found.text, found.null_odds, len(found.nbest)) == ("Ada", 0, 1)
    assert found.nbest[0].prob == 1


def test_an_answer_depends_on_its_question_and_context_alone(trained: LogLinearReader, sample_dev: Dataset) -> None:
    # Shuffled questions, a paragraph for each, other articles: features of a paragraph's questions are shared.
    dataset = first_articles(sample_dev, 2)
    whole = trained.predict(dataset).by_id
    rng = random.Random(4)
    alone = [Article("", (Paragraph(p.context, (q,)),)) for _, p, q in dataset.questions()]
    rng.shuffle(alone)
    turned = [
        Article(a.title, tuple(Paragraph(p.context, p.questions[::-1]) for p in a.paragraphs[::-1]))
        for a in dataset.articles[::-1]
    ]
    for other in (Dataset(tuple(alone[:25])), Dataset(tuple(turned))):
        for identity, found in trained.predict(other).by_id.items():
            expected = whole[identity]
            assert (found.text, found.span) == (expected.text, expected.span)
            assert found.score == pytest.approx(expected.score, abs=1e-4)
            assert found.null_score == pytest.approx(expected.null_score, abs=1e-3)
            assert [one.text for one in found.nbest] == [one.text for one in expected.nbest]


def blinded(paragraph: Paragraph) -> Paragraph:
    return Paragraph(paragraph.context, tuple([Question(q.id, q.text) for q in paragraph.questions]))


def test_answers_of_the_dataset_are_not_looked_at(plain: LogLinearReader) -> None:
    dataset = sales(3, first=9)
    blind = Dataset(tuple([Article(a.title, tuple([blinded(p) for p in a.paragraphs])) for a in dataset.articles]))
    assert plain.predict(blind).by_id == plain.predict(dataset).by_id


@pytest.mark.parametrize("context", ["", " ", "...", "\n\n\n", "?!"])
def test_a_context_without_candidate_gets_the_empty_text(plain: LogLinearReader, context: str) -> None:
    dataset = Dataset((asked(context, ("Who?", None), ("", None)),))
    for prediction in plain.predict(dataset).by_id.values():
        assert (prediction.text, prediction.span, prediction.nbest, prediction.score) == ("", None, (), None)


@pytest.mark.parametrize("context", ["x", "7", "Ada sold maps", " Ada\n\nsold ", "🌊 x", "e\u0301"])
@pytest.mark.parametrize("question", ["", " ", "?", "Who", "Who sold maps?", "🌊"])
def test_odd_contexts_and_questions_get_an_answer(trained: LogLinearReader, context: str, question: str) -> None:
    dataset = Dataset((Article("", (Paragraph(context, (Question("q", question),)),)),))
    found = trained.predict(dataset).by_id["q"]
    assert found.span is not None
    assert context[found.span.start : found.span.end] == found.text != ""
    assert found.na_prob is not None
    assert 0 <= found.na_prob <= 1


def test_progress_counts_paragraphs_with_questions(plain: LogLinearReader) -> None:
    told: list[tuple[int, int]] = []
    reader = LogLinearReader(plain.model, ByRule(), progress=lambda *done: told.append(done))
    reader.predict(Dataset((*sales(3).articles, Article("none", (Paragraph("Ada left.", ()),)), Article("empty", ()))))
    assert told == [(1, 3), (2, 3), (3, 3)]


@pytest.mark.parametrize("component", ["parser", "tagger", "lemmatizer", "ner"])
def test_a_pipeline_that_lacks_something_is_refused_for_training_and_prediction(
    plain: LogLinearReader, component: str
) -> None:
    lacking = ByRule(lacks=(component,))
    with pytest.raises(OptionError, match=f"the reader log-linear needs .*{component}"):
        LogLinear(lacking).train(sales(2), rng=random.Random(0))
    with pytest.raises(OptionError, match=f"the reader log-linear needs .*{component}"):
        LogLinearReader(plain.model, lacking).predict(sales(2))


def test_entities_are_needed_for_their_features_only() -> None:
    settings = Settings(without=("entity-types",))
    reader = LogLinear(ByRule(lacks=("ner",)), settings).train(sales(2), rng=random.Random(0))
    assert len(reader.predict(sales(1))) == 2


def test_an_empty_dataset_has_no_predictions(plain: LogLinearReader) -> None:
    assert len(plain.predict(Dataset(()))) == 0


def test_of_equal_candidates_the_first_is_taken(plain: LogLinearReader) -> None:
    nothing = type(plain.model)(
        **{name: getattr(plain.model, name) for name in plain.model.__struct_fields__}
        | {"values": np.zeros_like(plain.model.values), "dense": np.zeros_like(plain.model.dense)}
    )
    found = LogLinearReader(nothing, ByRule()).predict(sales(1)).by_id["a0-0"]
    assert found.span is not None
    assert found.span.start == 0


def test_paragraphs_are_given_with_their_own_annotation(annotator: Annotator) -> None:
    paragraphs = [p for a in sales(3).articles for p in a.paragraphs]
    for paragraph, context, questions in annotated_paragraphs([*paragraphs, Paragraph("None.", ())], annotator):
        assert context.text == paragraph.context
        assert [one.text for one in questions] == [question.text for question in paragraph.questions]
