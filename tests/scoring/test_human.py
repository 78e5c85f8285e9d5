from collections.abc import Callable, Sequence
from itertools import combinations
from statistics import fmean

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spanwise.data.dataset import Answer, Article, Dataset, Paragraph, Question
from spanwise.errors import DataError
from spanwise.predictions.prediction import Prediction, Predictions
from spanwise.scoring.evaluate import score
from spanwise.scoring.human import _expected_greatest, _expected_least, answer_curve, human_line, matched
from spanwise.scoring.intervals import Intervals
from spanwise.scoring.rules import SQUAD_1, SQUAD_2, Rules
from tests.scoring import official_rules
from tests.scoring.drawn import benchmarks, benchmarks_with_predictions, golds

Pair = tuple[float, float]
PAIR: dict[str, Callable[[str, Sequence[str]], tuple[int, object]]] = {
    "squad1": official_rules.pair_1,
    "squad2": official_rules.pair_2,
}
both_rules = pytest.mark.parametrize("rules", [SQUAD_1, SQUAD_2], ids=lambda rules: rules.name)


def pair(rules: Rules, text: str | None, answers: Sequence[str]) -> Pair:
    """Return the score of a text by the slow statement of the official rules; a missing one scores 0."""
    if text is None:
        return 0.0, 0.0
    em, f1 = PAIR[rules.name](text, answers)
    return float(em), float(f1)  # type: ignore[arg-type]


def means(pairs: Sequence[Pair]) -> Pair:
    return fmean(em for em, _ in pairs), fmean(f1 for _, f1 in pairs)


def without(answers: Sequence[str], place: int) -> list[str]:
    return [*answers[:place], *answers[place + 1 :]]


def texts_of(predictions: Predictions) -> dict[str, str]:
    return {i: p.text for i, p in predictions.by_id.items()}


def dataset(*answers: tuple[str, ...]) -> Dataset:
    questions = tuple(Question(f"q{i}", "?", tuple(map(Answer, texts))) for i, texts in enumerate(answers))
    return Dataset((Article("T", (Paragraph("c", questions),)),), name="birds")


def predictions(*texts: str) -> Predictions:
    return Predictions({f"q{i}": Prediction(f"q{i}", text) for i, text in enumerate(texts)}, reader="r")


several = benchmarks(unanswerable=False, least_answers=2)


@both_rules
@given(data=several)
def test_the_second_answer_is_scored_against_the_others(rules: Rules, data: Dataset) -> None:
    line = human_line(data, rules=rules)
    expected = means([pair(rules, answers[1], without(answers, 1)) for _, answers in golds(data)])
    assert (float(line.second.em), float(line.second.f1)) == pytest.approx(expected, abs=1e-12)


@both_rules
@given(data=several)
def test_each_answer_is_scored_against_the_others_and_averaged_by_question(rules: Rules, data: Dataset) -> None:
    line = human_line(data, rules=rules)
    expected = means(
        [
            means([pair(rules, text, without(answers, k)) for k, text in enumerate(answers)])
            for _, answers in golds(data)
        ]
    )
    assert (float(line.leave_one_out.em), float(line.leave_one_out.f1)) == pytest.approx(expected, abs=1e-12)


@given(benchmarks())
def test_the_line_says_what_it_leaves_out(data: Dataset) -> None:
    numbers = [len(answers) for _, answers in golds(data)]
    if max(numbers) < 2:
        with pytest.raises(DataError, match="'drawn' has two answers, so there is no human line"):
            human_line(data)
        return
    line = human_line(data)
    counted = [n for n in numbers if n >= 2]
    assert line.questions == len(counted) == line.second.em.n
    assert line.answers == pytest.approx(fmean(counted))
    assert line.skipped == tuple(i for i, answers in golds(data) if len(answers) == 1)
    assert line.unanswerable == numbers.count(0)


@both_rules
@given(drawn=st.data())
def test_a_reader_is_matched_to_as_many_answers_as_a_person_meets(rules: Rules, drawn: st.DataObject) -> None:
    data, said = drawn.draw(benchmarks_with_predictions(unanswerable=rules is SQUAD_2))
    rows = [(said.by_id.get(i), answers) for i, answers in golds(data) if len(answers) >= 2]
    if not rows:
        with pytest.raises(DataError, match="'drawn' has two answers, so there is no human line"):
            matched(data, said, rules=rules)
        return
    found = matched(data, said, rules=rules)
    texts = [(p.text if p else None, answers) for p, answers in rows]
    expected = {
        "all_answers": means([pair(rules, text, answers) for text, answers in texts]),
        "without_second": means([pair(rules, text, without(answers, 1)) for text, answers in texts]),
        "leave_one_out": means(
            [means([pair(rules, t, without(answers, k)) for k in range(len(answers))]) for t, answers in texts]
        ),
    }
    for name, pairs in expected.items():
        line = getattr(found, name)
        assert (float(line.em), float(line.f1)) == pytest.approx(pairs, abs=1e-12)


@both_rules
@given(drawn=st.data())
def test_the_curve_is_the_score_against_the_first_answers_and_the_mean_over_all_draws_of_them(
    rules: Rules, drawn: st.DataObject
) -> None:
    data, said = drawn.draw(benchmarks_with_predictions(unanswerable=rules is SQUAD_2))
    rows = [(said.by_id.get(i), answers) for i, answers in golds(data) if answers]
    if not rows:
        return
    curve = answer_curve(data, said, rules=rules)
    assert curve.counts == tuple(range(1, max(len(answers) for _, answers in rows) + 1))
    for k in curve.counts:
        first, expected = [], []
        for found, answers in rows:
            text = found.text if found else None
            first.append(pair(rules, text, answers[:k]))
            draws = list(combinations(answers, k)) or [tuple(answers)]
            expected.append(means([pair(rules, text, draw) for draw in draws]))
        assert (curve.em_first[k - 1], curve.f1_first[k - 1]) == pytest.approx(means(first), abs=1e-12)
        assert (curve.em_expected[k - 1], curve.f1_expected[k - 1]) == pytest.approx(means(expected), abs=1e-12)


@given(benchmarks_with_predictions(unanswerable=False, probs=False))
def test_the_curve_ends_at_the_score(drawn: tuple[Dataset, Predictions]) -> None:
    curve, scores = answer_curve(*drawn, rules=SQUAD_1), score(*drawn, rules=SQUAD_1)
    for ends in (curve.em_first[-1], curve.em_expected[-1]):
        assert ends == pytest.approx(float(scores.em), abs=1e-12)
    for ends in (curve.f1_first[-1], curve.f1_expected[-1]):
        assert ends == pytest.approx(float(scores.f1), abs=1e-12)


@given(st.lists(st.floats(0, 1), min_size=1, max_size=6), st.integers(1, 8))
def test_the_expected_greatest_and_least_of_a_draw_are_the_means_over_all_draws(values: list[float], k: int) -> None:
    draws = list(combinations(values, k)) or [tuple(values)]
    assert _expected_greatest(values, k) == pytest.approx(fmean(map(max, draws)), abs=1e-12)
    assert _expected_least(values, k) == pytest.approx(fmean(map(min, draws)), abs=1e-12)


def test_one_answer_fewer_is_the_whole_difference_between_a_person_and_a_reader_who_says_the_same() -> None:
    # Two people disagree. A reader with the second one's answers has 100 against both, the second person 0.
    data = dataset(("red kite", "fox"), ("in 1987", "1911"))
    line, reader = human_line(data), matched(data, predictions("fox", "1911"))
    assert (line.second.em.value, reader.all_answers.em.value, reader.without_second.em.value) == (0.0, 1.0, 0.0)


def test_the_rules_are_those_given_else_those_the_dataset_asks_for() -> None:
    assert human_line(dataset(("A", "the"))).rules == "squad1"
    assert human_line(dataset(("A", "the"))).second.f1.value == 0.0
    assert human_line(dataset(("A", "the")), rules=SQUAD_2).second.f1.value == 1.0


def test_intervals_are_made_as_asked() -> None:
    data = dataset(*(("kite", "kite" if i % 3 else "fox") for i in range(12)))
    bootstrap = Intervals(method="bootstrap", rounds=200, level=0.5)
    estimates = [human_line(data, intervals=bootstrap).second.em]
    estimates += [matched(data, predictions("kite", "fox"), intervals=bootstrap).all_answers.f1]
    for estimate in estimates:
        assert estimate.level == 0.5
        assert "bootstrap" in estimate.method


def test_without_answers_there_is_no_curve() -> None:
    with pytest.raises(DataError, match="no question of 'birds' has an answer, so there is no curve"):
        answer_curve(dataset((), ()), predictions("x"))
