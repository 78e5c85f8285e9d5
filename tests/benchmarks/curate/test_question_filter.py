from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spanwise.benchmarks.curate.question_filter import filtered_questions
from spanwise.data.dataset import Answer, Article, Dataset, Paragraph, Question
from spanwise.errors import DataError, OptionError


def asked(rows: list[tuple[str, str, bool]]) -> tuple[Dataset, dict[str, str]]:
    """Return a dataset and its writers from rows of article, worker and whether there is an answer."""
    articles: dict[str, list[Question]] = {}
    workers = {}
    for number, (title, worker, answered) in enumerate(rows):
        question = Question(f"q{number}", "?", (Answer("c", 0),) if answered else (), not answered)
        articles.setdefault(title, []).append(question)
        workers[question.id] = worker
    made = (Article(title, (Paragraph("context", tuple(own)),)) for title, own in articles.items())
    return Dataset(tuple(made), name="raw"), workers


ROWS = st.lists(st.tuples(st.sampled_from("AB"), st.sampled_from("xyz"), st.booleans()), min_size=1, max_size=25)


@given(ROWS, st.integers(0, 4))
def test_questions_stay_whose_worker_wrote_more_than_few_on_the_article(
    rows: list[tuple[str, str, bool]], fewest: int
) -> None:
    dataset, workers = asked(rows)
    written = Counter((title, worker) for title, worker, _ in rows)
    stay = [f"q{i}" for i, (title, worker, _) in enumerate(rows) if written[title, worker] > fewest]
    if not stay:
        with pytest.raises(DataError, match="nothing is left"):
            filtered_questions(dataset, workers, fewest=fewest)
        return
    result = filtered_questions(dataset, workers, fewest=fewest)
    assert sorted(result.dataset.question_ids) == sorted(stay)
    assert sorted(result.steps[1].removed) == sorted(set(dataset.question_ids) - set(stay))


def test_each_step_is_counted_and_the_second_follows_the_first() -> None:
    rows = [("A", "x", True)] * 3 + [("A", "y", False)] + [("B", "x", False)] * 2 + [("B", "y", True)] * 2
    dataset, workers = asked(rows)
    result = filtered_questions(dataset, workers, fewest=1, need_unanswerable=True)
    counts = [
        (s.contents.questions, s.contents.unanswerable, s.contents.articles, s.contents.workers) for s in result.steps
    ]
    # y's one question on A goes, and with it A's only unanswerable one, and with that A.
    assert counts == [(8, 3, 2, 2), (7, 2, 2, 2), (4, 2, 1, 2)]
    assert [article.title for article in result.dataset.articles] == ["B"]
    assert result.steps[0].contents.unanswerable_share == 3 / 8
    assert result.steps[0].contents.questions_of_most == 5 / 8


def test_without_workers_nothing_is_said_of_them() -> None:
    dataset, _ = asked([("A", "x", False), ("B", "x", True)])
    result = filtered_questions(dataset, need_unanswerable=True)
    assert [step.contents.workers for step in result.steps] == [None, None]
    assert result.dataset.question_ids == ("q0",)


def test_no_filter_or_one_of_fewer_than_none_is_refused() -> None:
    dataset, workers = asked([("A", "x", True)])
    with pytest.raises(OptionError, match="nothing to filter by"):
        filtered_questions(dataset)
    with pytest.raises(OptionError, match="-1 questions or fewer"):
        filtered_questions(dataset, workers, fewest=-1)
