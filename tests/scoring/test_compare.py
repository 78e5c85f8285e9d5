from collections.abc import Sequence

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

import spanwise as sw
from spanwise.data.dataset import Answer, Article, Dataset, Paragraph, Question
from spanwise.errors import OptionError
from spanwise.predictions.prediction import Prediction, Predictions
from spanwise.scoring.compare import compare, compare_all
from spanwise.scoring.evaluate import score
from spanwise.scoring.intervals import Intervals
from spanwise.scoring.rules import LENIENT, SQUAD_1, SQUAD_2
from spanwise.scoring.scores import Scores
from spanwise.stats.multiple import holm
from tests.scoring.drawn import benchmarks, predictions_for


def dataset(articles: int, questions: int = 4) -> Dataset:
    def of(a: int) -> Article:
        asked = tuple(Question(f"q{a}.{q}", "?", (Answer("red kite"),)) for q in range(questions))
        return Article(f"T{a}", (Paragraph("c", asked),))

    return Dataset(tuple(of(a) for a in range(articles)), name="birds")


def scores_of(data: Dataset, texts: Sequence[str], reader: str, intervals: Intervals | None = None) -> Scores:
    """Return the scores of a reader that gives the texts in turn."""
    said = {i: Prediction(i, texts[place % len(texts)]) for place, i in enumerate(data.question_ids)}
    return score(data, Predictions(said, reader=reader), rules=SQUAD_1, intervals=intervals)


@st.composite
def pairs(draw: st.DrawFn) -> tuple[Scores, Scores]:
    data = draw(benchmarks())
    left, right = (score(data, draw(predictions_for(data, reader=r)), rules=SQUAD_2) for r in ("left", "right"))
    return left, right


@given(pairs())
def test_questions_are_counted_once_each(drawn: tuple[Scores, Scores]) -> None:
    comparison = compare(*drawn, rounds=200)
    assert comparison.only_a + comparison.only_b + comparison.both_right + comparison.both_wrong == drawn[0].total
    assert comparison.won + comparison.lost <= drawn[0].total
    right = sum(value == 1.0 for value in drawn[0].columns.em)
    assert comparison.only_a + comparison.both_right == right


@given(pairs())
def test_the_difference_is_that_of_the_scores_and_turns_with_the_sides(drawn: tuple[Scores, Scores]) -> None:
    there, back = compare(*drawn, rounds=200), compare(*reversed(drawn), rounds=200)
    for one, other, a, b in (
        (there.em, back.em, drawn[0].em, drawn[1].em),
        (there.f1, back.f1, drawn[0].f1, drawn[1].f1),
    ):
        assert one.estimate.value == pytest.approx(float(a) - float(b), abs=1e-12)
        assert other.estimate.value == pytest.approx(-float(one.estimate), abs=1e-12)
        assert 0.0 < one.p_value <= 1.0
        assert (one.exact, one.p_value) == (other.exact, other.p_value)
    assert (there.won, there.lost, there.only_a, there.only_b) == (back.lost, back.won, back.only_b, back.only_a)
    assert there.mcnemar == back.mcnemar
    assert (there.a, there.b) == (back.b, back.a) == ("left", "right")


@given(pairs())
def test_identical_readers_give_p_1_and_an_interval_of_0_to_0(drawn: tuple[Scores, Scores]) -> None:
    scores, _ = drawn
    comparison = compare(scores, msgspec.structs.replace(scores, reader="twin"), rounds=200)
    for difference in (comparison.em, comparison.f1):
        assert difference.p_value == 1.0
        assert difference.exact
        assert (difference.estimate.value, difference.estimate.low, difference.estimate.high) == (0.0, 0.0, 0.0)
    assert comparison.mcnemar == 1.0
    assert (comparison.won, comparison.lost, comparison.only_a, comparison.only_b) == (0, 0, 0, 0)


def test_whole_articles_are_flipped() -> None:
    # Eight articles, in each of which the first reader alone is right on every question: of the 2^8 ways to flip whole
    # articles two are as far from even, whatever the number of questions in them.
    data = dataset(8, questions=5)
    comparison = compare(scores_of(data, ["red kite"], "a"), scores_of(data, ["fox"], "b"))
    assert comparison.em.p_value == comparison.f1.p_value == 2 / 2**8
    assert comparison.em.exact
    # McNemar's test takes the forty questions as independent.
    assert comparison.mcnemar == pytest.approx(2 / 2**40)


def test_few_articles_give_way_to_paragraphs_and_questions() -> None:
    data = dataset(2, questions=4)
    comparison = compare(scores_of(data, ["red kite"], "a"), scores_of(data, ["fox", "kite"], "b"))
    assert comparison.f1.estimate.cluster_unit == "question"
    assert comparison.f1.estimate.clusters == 8


def test_too_many_ways_to_flip_are_sampled_and_the_same_seed_gives_the_same_p() -> None:
    data = dataset(20)
    a = scores_of(data, ["red kite", "fox", "kite", "fox", "red kite", "kite", "fox"], "a")
    b = scores_of(data, ["kite", "red kite", "fox", "fox", "red kite"], "b")
    first, again, other = (compare(a, b, rounds=500, seed=seed) for seed in (1, 1, 2))
    assert not first.f1.exact
    assert first == again
    assert first.f1.p_value != other.f1.p_value


def test_the_smallest_difference_that_would_show_is_about_three_standard_errors() -> None:
    data = dataset(20)
    a, b = scores_of(data, ["red kite", "fox", "kite"], "a"), scores_of(data, ["kite", "red kite", "fox", "fox"], "b")
    difference = compare(a, b, rounds=100).f1
    assert difference.estimate.high is not None
    assert difference.smallest is not None
    half_width = difference.estimate.high - float(difference.estimate)
    assert 1.3 < difference.smallest / half_width < 1.5
    assert compare(a, a, rounds=100).f1.smallest is None


def test_the_level_is_that_of_the_scores() -> None:
    data = dataset(8)
    a = scores_of(data, ["red kite", "fox", "kite"], "a", Intervals(level=0.5))
    assert compare(a, scores_of(data, ["kite"], "b"), rounds=100).em.estimate.level == 0.5


def test_every_pair_is_compared_in_order_and_corrected_for_their_number() -> None:
    data = dataset(7)
    readers = [
        scores_of(data, texts, name)
        for name, texts in (("a", ["red kite"]), ("b", ["fox", "kite", "red kite"]), ("c", ["kite", "red kite"]))
    ]
    matrix = compare_all(readers, rounds=300, seed=3)
    assert matrix.readers == ("a", "b", "c")
    assert [(c.a, c.b) for c in matrix.comparisons] == [("a", "b"), ("a", "c"), ("b", "c")]
    assert matrix.comparisons[1] == compare(readers[0], readers[2], rounds=300, seed=3)
    assert matrix.holm_em == holm([c.em.p_value for c in matrix.comparisons])
    assert matrix.holm_f1 == holm([c.f1.p_value for c in matrix.comparisons])
    assert all(after >= c.f1.p_value for after, c in zip(matrix.holm_f1, matrix.comparisons, strict=True))


def test_one_reader_cannot_be_compared() -> None:
    with pytest.raises(OptionError, match="at least two readers"):
        compare_all([scores_of(dataset(6), ["fox"], "a")])


def test_readers_scored_by_different_rules_are_refused() -> None:
    data = dataset(6)
    a = scores_of(data, ["fox"], "a")
    b = score(data, Predictions({data.question_ids[0]: Prediction("", "fox")}, reader="b"), rules=LENIENT)
    with pytest.raises(OptionError, match=r"'a' was scored by the rules 'squad1' and 'b' by 'lenient'; score both"):
        compare(a, b)


def test_readers_scored_on_different_questions_are_refused() -> None:
    with pytest.raises(OptionError, match=r"'a' and 'b' were scored on different questions"):
        compare(scores_of(dataset(6), ["fox"], "a"), scores_of(dataset(7), ["fox"], "b"))


def test_readers_scored_on_the_same_ids_with_other_answers_are_refused() -> None:
    data = dataset(6)
    other = Dataset(
        tuple(
            Article(
                a.title,
                tuple(
                    Paragraph("c", tuple(Question(q.id, "?", (Answer("fox"),)) for q in p.questions))
                    for p in a.paragraphs
                ),
            )
            for a in data.articles
        )
    )
    with pytest.raises(OptionError, match="different questions or answers"):
        compare(scores_of(data, ["fox"], "a"), scores_of(other, ["fox"], "b"))


def test_differences_are_bootstrapped_where_the_scores_are() -> None:
    dataset = sw.read(sw.sample_path("dev"))
    readers = [sw.read_predictions(sw.sample_predictions_path(reader)) for reader in ("balanced", "eager")]
    by_t = compare(*(score(dataset, p) for p in readers)).f1.estimate
    drawn = Intervals(method="bootstrap", rounds=2000)
    by_draws = compare(*(score(dataset, p, intervals=drawn) for p in readers)).f1.estimate
    assert by_draws.method == "bootstrap over articles, 2,000 rounds"
    assert by_draws.value == pytest.approx(by_t.value)
    assert by_draws.low is not None
    assert by_t.low is not None
    assert by_draws.low == pytest.approx(by_t.low, abs=0.03)
