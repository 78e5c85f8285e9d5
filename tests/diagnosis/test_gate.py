from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings

import spanwise as sw
from spanwise.data.dataset import Dataset
from spanwise.data.subset import filtered
from spanwise.diagnosis.abstention import outcomes
from spanwise.diagnosis.gate import Gate, Limits, gate
from spanwise.errors import OptionError
from spanwise.predictions.prediction import Prediction, Predictions
from spanwise.scoring.scores import Scores
from spanwise.stats.permutation import sign_flip_test
from tests.scoring.drawn import benchmarks_with_predictions

Scored = Callable[[str], Scores]


@pytest.fixture(scope="module")
def dev() -> Dataset:
    return sw.read(sw.sample_path("dev"))


@pytest.fixture(scope="module")
def scored(dev: Dataset) -> Scored:
    return lambda reader: sw.score(dev, sw.read_predictions(sw.sample_predictions_path(reader)))


def abstaining(dataset: Dataset) -> Scores:
    said = {identity: Prediction(identity, "") for identity in dataset.question_ids}
    return sw.score(dataset, Predictions(said, reader="always abstain"))


def answering(dataset: Dataset) -> Scores:
    """Score the best reader that never abstains: right wherever there is an answer."""
    said = {q.id: Prediction(q.id, q.answers[0].text if q.answers else "x") for _, _, q in dataset.questions()}
    return sw.score(dataset, Predictions(said, reader="always answer"))


def failed(found: Gate) -> list[str]:
    return [check.name for check in found.checks if not check.passed]


def test_docqa_may_not_follow_bert_and_bert_may_follow_itself(shared: Path) -> None:
    folder = shared / "data" / "squad"
    dataset = sw.read(folder / "dev-v2.0.json")
    bert = sw.score(dataset, sw.read_predictions(folder / "predictions" / "v2.0-bert-single.json"))
    docqa = sw.score(dataset, sw.read_predictions(folder / "predictions" / "v2.0-docqa-elmo-single.json"))
    assert failed(gate(bert, docqa)) == ["EM", "F1", "HasAns F1", "false answers", "over-refusals"]
    # The official script's digits: 65.70369746483618 / 67.8764892145134 against 78.74168280973637 / 81.77528052374727.
    assert gate(bert, docqa).checks[1].change.value == pytest.approx(0.678764892145134 - 0.8177528052374727, abs=1e-12)
    assert gate(bert, bert).passed
    assert gate(docqa, bert).passed
    assert "over-refusals" in failed(gate(bert, abstaining(dataset)))
    assert "false answers" in failed(gate(bert, answering(dataset)))


def test_a_worse_reader_fails_and_the_same_file_passes(scored: Scored) -> None:
    found = gate(scored("balanced"), scored("eager"))
    assert not found.passed
    assert found.sentence.startswith("eager fails against balanced: EM fell by ")
    same = gate(scored("balanced"), scored("balanced"))
    assert same.passed
    assert same.sentence == "balanced passes against balanced: every question has the same scores and abstentions."
    assert all(check.change.value == 0.0 for check in same.checks)


@pytest.mark.parametrize("base", ["balanced", "eager", "cautious"])
def test_no_reader_passes_by_abstaining_always_or_answering_always(dev: Dataset, scored: Scored, base: str) -> None:
    assert "over-refusals" in failed(gate(scored(base), abstaining(dev)))
    assert "false answers" in failed(gate(scored(base), answering(dev)))


def test_a_base_that_answers_always_is_no_licence_for_another_that_does(dev: Dataset) -> None:
    base = answering(dev)
    some = next(q for _, _, q in dev.questions() if not q.answers)
    said = {q.id: Prediction(q.id, q.answers[0].text if q.answers else "x") for _, _, q in dev.questions()}
    other = sw.score(dev, Predictions(said | {some.id: Prediction(some.id, "")}, reader="almost always"))
    assert failed(gate(base, other)) == ["false answers"]
    assert gate(base, other, Limits(ceiling=1.0)).passed
    assert gate(base, base).passed


def test_leaving_predictions_out_fails(dev: Dataset, scored: Scored) -> None:
    whole = sw.read_predictions(sw.sample_predictions_path("eager"))
    base = scored("eager")
    # The questions on which the base is wrong: leaving them out changes no score.
    wrong = [i for i, f1 in zip(base.columns.ids, base.columns.f1, strict=True) if f1 == 0.0][:3]
    fewer = Predictions({i: p for i, p in whole.by_id.items() if i not in wrong}, reader="fewer")
    found = gate(base, sw.score(dev, fewer))
    assert failed(found) == ["missing"]
    assert found.sentence == "fewer fails against eager: 3 predictions are missing, 0 were before."


def by_article(rights: list[int], reader: str) -> Scores:
    """Score a reader that has so many of each article's ten questions right."""
    articles = [
        sw.Article(f"T{a}", (sw.Paragraph("k", tuple(sw.Question(f"q{a}.{i}", "?", (KITE,)) for i in range(10))),))
        for a in range(len(rights))
    ]
    said = {
        f"q{a}.{i}": Prediction(f"q{a}.{i}", "kite" if i < right else "hawk")
        for a, right in enumerate(rights)
        for i in range(10)
    }
    return sw.score(Dataset(tuple(articles), name="made"), Predictions(said, reader=reader))


KITE = sw.Answer("kite")


def test_a_drop_fails_only_where_it_is_larger_than_allowed_and_real() -> None:
    base = by_article([5] * 10, "base")
    steady, noisy = by_article([4] * 10, "steady"), by_article([0, 0, 0, 0, 0, 8, 8, 8, 8, 8], "noisy")
    # Both lose ten points. All articles agree on the first drop; the second is five articles against five.
    check = gate(base, steady).checks[1]
    assert check.change.value == pytest.approx(-0.1)
    assert (check.p_value, check.passed) == (2 / 2**10, False)
    check = gate(base, noisy).checks[1]
    _, groups = base.intervals.clusters(base.columns)
    assert check.change.value == pytest.approx(-0.1)
    assert check.p_value == sign_flip_test(noisy.columns.f1, base.columns.f1, groups).p_value
    assert check.passed
    assert gate(base, noisy).passed
    assert gate(base, steady, Limits(max_drop=0.1)).passed
    assert not gate(base, steady, Limits(max_drop=0.0999)).passed


def test_rates_are_those_of_the_table_of_outcomes(scored: Scored) -> None:
    new = scored("eager")
    found = gate(scored("balanced"), new)
    happened = outcomes(new.columns)
    unanswerable = new.columns.has_answer.count(False)
    assert found.checks[3].new == happened.count("false_answer") / unanswerable
    assert found.checks[4].new == happened.count("over_refusal") / (new.total - unanswerable)


def test_without_unanswerable_questions_false_answers_are_undefined_and_say_why(dev: Dataset) -> None:
    only = filtered(dev, lambda question: bool(question.answers))
    scores = sw.score(only, sw.read_predictions(sw.sample_predictions_path("eager")))
    check = gate(scores, scores).checks[3]
    assert (check.new, check.change.value, check.passed) == (None, None, True)
    assert check.change.reason == "the benchmark has no unanswerable question"


def test_with_too_few_questions_to_test_the_size_alone_decides() -> None:
    questions = tuple(sw.Question(f"q{i}", "?", (sw.Answer("kite"),)) for i in range(3))
    tiny = Dataset((sw.Article("T", (sw.Paragraph("kite", questions),)),), name="tiny")
    right, wrong = (
        sw.score(tiny, Predictions({q.id: Prediction(q.id, text) for q in questions}, reader=text))
        for text in ("kite", "hawk")
    )
    found = gate(right, wrong)
    assert failed(found) == ["EM", "F1", "HasAns F1"]
    assert "EM fell by 100.00 points (which is too few questions to test), where 1 is allowed" in found.sentence


@given(benchmarks_with_predictions())
@settings(max_examples=25)
def test_any_file_passes_against_itself(drawn: tuple[Dataset, Predictions]) -> None:
    scores = sw.score(*drawn)
    assert gate(scores, scores, rounds=50).passed


@pytest.mark.parametrize("limits", [{"max_drop": -0.01}, {"ceiling": 1.2}, {"max_false_answers": float("nan")}])
def test_limits_that_mean_nothing_are_refused(limits: dict[str, float]) -> None:
    with pytest.raises(OptionError, match="has no meaning; 0 to 100 would do"):
        Limits(**limits)


def test_readers_scored_on_different_questions_are_refused(dev: Dataset, scored: Scored) -> None:
    fewer = msgspec.structs.replace(dev, articles=dev.articles[:-1])
    other = sw.score(fewer, sw.read_predictions(sw.sample_predictions_path("eager")))
    with pytest.raises(OptionError, match="different questions"):
        gate(scored("balanced"), other)
