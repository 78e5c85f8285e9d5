"""Guessing."""

import random
from collections import Counter

import msgspec
import pytest

import spanwise as sw
from spanwise.data.dataset import Article, Dataset, Paragraph, Question
from spanwise.errors import OptionError
from spanwise.language.annotate import Annotator
from spanwise.predictions.reader import Reader
from spanwise.readers.random_guess import RandomGuess


@pytest.fixture(scope="module")
def dev() -> Dataset:
    whole = sw.read(sw.sample_path("dev"))
    return msgspec.structs.replace(whole, articles=whole.articles[:2])


def test_an_answer_is_the_same_whatever_else_is_in_the_file(annotator: Annotator, dev: Dataset) -> None:
    reader: Reader = RandomGuess(annotator, seed=3)
    every = reader.predict(dev).by_id
    turned = msgspec.structs.replace(dev, articles=dev.articles[::-1])
    assert reader.predict(turned).by_id == every
    one = msgspec.structs.replace(dev, articles=dev.articles[1:2])
    assert reader.predict(one).by_id == {identity: every[identity] for identity in one.question_ids}


def test_another_seed_gives_other_answers(annotator: Annotator, dev: Dataset) -> None:
    first, second = (RandomGuess(annotator, seed=seed).predict(dev).by_id for seed in (0, 1))
    assert sum(first[i].text != second[i].text for i in first) > len(first) / 2


def test_every_candidate_is_as_likely_as_any_other(annotator: Annotator) -> None:
    asked = tuple(Question(str(number), "Who?") for number in range(3000))
    drawn = RandomGuess(annotator).predict(Dataset((Article("", (Paragraph("Ada met Byron.", asked),)),)))
    counts = Counter(prediction.text for prediction in drawn.by_id.values())
    assert set(counts) == {"Ada", "met", "Byron", "Ada met Byron"}
    # Four equal chances: each count is binomial, 750 and a standard deviation of 23.7; 4.5 of those is one in 10,000.
    assert max(abs(count - 750) for count in counts.values()) < 107


def test_the_answer_stands_where_it_says_and_scores_above_those_listed_behind_it(
    annotator: Annotator, dev: Dataset
) -> None:
    made = RandomGuess(annotator, abstain=True).predict(dev)
    for _, paragraph, question in dev.questions():
        prediction = made.by_id[question.id]
        assert prediction.span is not None
        assert prediction.span.of(paragraph.context) == prediction.text
        scores = [entry.score or 0.0 for entry in prediction.nbest]
        assert scores == sorted(scores, reverse=True)
        assert (prediction.score, prediction.null_score) == (scores[0], scores[1])


def test_nothing_of_the_gold_side_is_looked_at(annotator: Annotator, dev: Dataset) -> None:
    bare = [
        msgspec.structs.replace(
            article,
            paragraphs=tuple(
                msgspec.structs.replace(p, questions=tuple([Question(q.id, q.text) for q in p.questions]))
                for p in article.paragraphs
            ),
        )
        for article in dev.articles
    ]
    blind = msgspec.structs.replace(dev, articles=tuple(bare))
    assert RandomGuess(annotator).predict(blind).by_id == RandomGuess(annotator).predict(dev).by_id


def test_the_seed_is_no_global_one(annotator: Annotator, dev: Dataset) -> None:
    random.seed(1)
    first = RandomGuess(annotator).predict(dev).by_id
    random.seed(2)
    assert RandomGuess(annotator).predict(dev).by_id == first


def test_a_pipeline_without_a_parser_is_refused(annotator: Annotator, dev: Dataset) -> None:
    class Parserless(Annotator):
        def require(self, *components: str, what: str) -> None:
            raise OptionError(f"{what} needs {' and '.join(components)}")

    with pytest.raises(OptionError, match="the reader random-guess needs parser and tagger"):
        RandomGuess(Parserless()).predict(dev)


def test_progress_counts_paragraphs(annotator: Annotator, dev: Dataset) -> None:
    seen: list[tuple[int, int]] = []
    RandomGuess(annotator, progress=lambda done, total: seen.append((done, total))).predict(dev)
    n = sum(len(article.paragraphs) for article in dev.articles)
    assert seen == [(done, n) for done in range(1, n + 1)]
