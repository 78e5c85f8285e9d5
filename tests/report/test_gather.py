import msgspec
import pytest

import spanwise as sw
from spanwise.errors import OptionError
from spanwise.report.gather import gathered, with_facts
from spanwise.report.page_input import PageInput


@pytest.fixture(scope="module")
def dev() -> sw.Dataset:
    return sw.read(sw.sample_path("dev"))


def page_of(dataset: sw.Dataset, *readers: str) -> PageInput:
    predictions = [sw.read_predictions(sw.sample_predictions_path(reader)) for reader in readers]
    return gathered(dataset, predictions, [sw.score(dataset, p) for p in predictions], title="t")


def test_everything_is_what_scoring_gives(dev: sw.Dataset) -> None:
    page = page_of(dev, "eager", "balanced")
    assert page.human == sw.human_line(dev)
    assert page.comparison == sw.compare_all(page.scores)
    assert page.matched == tuple(sw.matched(dev, p) for p in page.predictions)
    assert page.curves == tuple(sw.answer_curve(dev, p) for p in page.predictions)
    assert page.title == "t"


def test_one_reader_is_compared_with_nobody(dev: sw.Dataset) -> None:
    assert page_of(dev, "eager").comparison is None


def test_single_answers_have_no_human_line_and_no_answers_no_curve(dev: sw.Dataset) -> None:
    def cut(question: sw.Question, most: int) -> sw.Question:
        return msgspec.structs.replace(question, answers=question.answers[:most])

    def dataset(most: int) -> sw.Dataset:
        articles = tuple(
            msgspec.structs.replace(
                article,
                paragraphs=tuple(
                    msgspec.structs.replace(p, questions=tuple(cut(q, most) for q in p.questions))
                    for p in article.paragraphs
                ),
            )
            for article in dev.articles
        )
        return sw.Dataset(articles=articles, version="v2.0", name="cut")

    single, none = page_of(dataset(1), "eager"), page_of(dataset(0), "eager")
    assert (single.human, single.matched) == (None, ())
    assert len(single.curves) == 1
    assert none.curves == ()


def test_scores_by_different_rules_are_refused(dev: sw.Dataset) -> None:
    predictions = [sw.read_predictions(sw.sample_predictions_path("eager"))] * 2
    scores = [sw.score(dev, predictions[0]), sw.score(dev, predictions[1], rules=sw.LENIENT)]
    with pytest.raises(OptionError, match="lenient"):
        gathered(dev, predictions, scores)


def test_other_facts_bring_their_own_slices(dev: sw.Dataset) -> None:
    page = page_of(dev, "eager")
    facts = sw.question_facts(dev).only(["answerable"])
    changed = with_facts(page, facts)
    assert changed.facts == facts
    assert changed.slices == (sw.slices(page.scores[0], facts),)
    assert msgspec.structs.replace(changed, facts=page.facts, slices=page.slices) == page
