from collections.abc import Mapping
from pathlib import Path

import pytest

from spanwise.data.dataset import Answer, Article, Dataset, Paragraph, Question
from spanwise.data.formats import load
from spanwise.diagnosis.variant_groups import DESTINATIONS, VariantReport, variant_report
from spanwise.errors import DataError
from spanwise.predictions.prediction import Prediction, Predictions
from spanwise.scoring.evaluate import score
from spanwise.scoring.rules import SQUAD_2
from spanwise.scoring.variants import worst_case
from tests.diagnosis.overlap_reader import overlap_predictions

ADDED = {"q": "It is a red kite.", "q-a": "It is a red kite. Not a fox."}


def report_of(texts: Mapping[str, str | None], pattern: str | None = None) -> VariantReport:
    """Return the report on one article; the right answer is "red kite", and variants have "Not a fox." added."""
    paragraphs = [
        Paragraph(ADDED["q-a" if "-" in i else "q"], (Question(i, f"What is {i}?", (Answer("red kite"),)),))
        for i in texts
    ]
    data = Dataset((Article("T", tuple(paragraphs)),), name="birds")
    said = Predictions({i: Prediction(i, text) for i, text in texts.items() if text is not None}, reader="r")
    return variant_report(data, said, score(data, said, rules=SQUAD_2), pattern=pattern)


def test_a_report_counts_what_one_counts_by_hand() -> None:
    report = report_of(
        {
            "q1": "red kite",
            "q1-a": "fox",
            "q1-b": "kite",  # flips, into the added sentence
            "q2": "red kite",
            "q2-a": "red kite",  # stands
            "q3": "fox",
            "q3-a": "red kite",  # gained
            "q4": "red kite",  # no variant
            "q5-a": "red kite",  # no original
            "q6": "red kite",
            "q6-a": "kite",  # flips, but stays where it was
        }
    )
    assert (report.groups, report.variants) == (6, 6)
    assert (report.without_variants, report.without_original) == (1, 1)
    assert report.every_line.em.value == pytest.approx(7 / 11)
    assert report.original.total == 5
    assert report.original.em.value == pytest.approx(4 / 5)
    assert report.worst.em.value == pytest.approx(4 / 6)
    # By question, originals minus worst: 1, 0, -1, 0, 1 in exact match; 1, 0, -1, 0, 1/3 in F1.
    assert report.em_drop.value == pytest.approx(1 / 5)
    assert report.f1_drop.value == pytest.approx((1 + 1 / 3 - 1) / 5)
    assert (report.right, report.gained) == (3, 1)
    assert report.flip_rate.value == pytest.approx(2 / 3)
    assert [(f.id, f.variant, f.before, f.after, f.where) for f in report.flips] == [
        ("q1", "q1-a", "red kite", "fox", "added"),
        ("q6", "q6-a", "red kite", "kite", "elsewhere"),
    ]
    assert report.flips[0].question == "What is q1-a?"
    assert report.into_added.value == pytest.approx(1 / 2)


@pytest.mark.parametrize(
    ("said", "where"),
    [
        ("fox", "added"),
        ("kite", "elsewhere"),
        ("a", "both"),
        ("owl", "not found"),
        ("", "abstained"),
        (None, "missing"),
    ],
)
def test_every_flip_went_to_one_place_and_the_places_add_up(said: str | None, where: str) -> None:
    report = report_of({"q1": "red kite", "q1-a": said})
    assert report.where == {name: int(name == where) for name in DESTINATIONS}
    assert report.into_added.value == (1.0 if where == "added" else 0.0)


def test_the_threshold_abstains_too() -> None:
    data = Dataset(
        (Article("T", (Paragraph("red fox", (Question("q", "?", (Answer("red"),)), Question("q-a", "?", ()))),)),)
    )
    said = Predictions({"q": Prediction("q", "red", na_prob=0.1), "q-a": Prediction("q-a", "fox", na_prob=0.9)})
    report = variant_report(data, said, score(data, said, na_threshold=0.5))
    assert report.flips == ()  # abstaining on the unanswerable edit is right


def test_an_answer_on_an_unchanged_context_has_nowhere_to_go() -> None:
    questions = tuple(Question(i, "?", (Answer("red"),)) for i in ("q", "q-a"))
    data = Dataset((Article("T", (Paragraph("red fox", questions),)),))
    said = Predictions({"q": Prediction("q", "red"), "q-a": Prediction("q-a", "fox")})
    report = variant_report(data, said, score(data, said))
    assert report.where["no text added"] == 1
    assert report.into_added.value is None
    assert "no new failure is on a context with text added" in report.into_added.reason


def test_what_cannot_be_computed_is_undefined_with_a_reason() -> None:
    alone = report_of({"q1-a": "red kite", "q2-a": "fox"})
    assert alone.original.em.value is alone.em_drop.value is None
    assert "no original" in alone.em_drop.reason
    assert alone.worst.em.value == 0.5
    never = report_of({"q1": "fox", "q1-a": "fox"})
    assert never.flip_rate.value is never.into_added.value is None
    assert "no question with variants was answered rightly" in never.flip_rate.reason
    assert never.into_added.reason == "there are no new failures"


def test_groups_may_be_told_by_a_pattern() -> None:
    report = report_of({"q1_0": "red kite", "q1_0_9": "red kite"}, r"(q\d+_0)_\d+")
    assert (report.groups, report.variants) == (1, 1)
    assert "pattern" not in report.grouping
    assert r"(q\\d+_0)_\\d+" in report.grouping


def test_a_file_without_variants_is_refused() -> None:
    with pytest.raises(DataError, match=r"birds: .* no variants"):
        report_of({"q1": "red kite"})


@pytest.mark.parametrize(
    ("name", "variants", "shown"),
    # The figures that docs/diagnosis/robustness.md shows for this reader.
    [
        ("addsent", 2560, ("14.69", "9.24", "5.45 [4.04, 6.86]", "11.10", 72, 36, "86.11 [72.31, 99.91]")),
        ("addonesent", 787, ("14.69", "11.20", "3.50 [2.24, 4.75]", "12.89", 72, 27, "81.48 [62.30, 100.00]")),
    ],
)
def test_the_adversarial_files_are_read_and_a_simple_reader_goes_into_the_added_sentence(
    name: str, variants: int, shown: tuple[object, ...], shared: Path
) -> None:
    # Jia and Liang (2017): 1,000 questions of SQuAD; 3,560 and 1,787 lines; 213 questions have no variant in either.
    data = load(shared / f"data/adversarial/{name}.json").dataset
    said = overlap_predictions(data)
    scores = score(data, said)
    report = variant_report(data, said, scores)
    assert (report.groups, report.variants, report.without_variants) == (1000, variants, 213)
    assert report.without_original == 0
    case = worst_case(scores)
    assert (report.worst, report.original) == (case.worst, case.original)
    drop = float(case.original.f1) - float(case.worst.f1)
    assert report.f1_drop.value == pytest.approx(drop)
    assert report.f1_drop.cluster_unit == "article"
    assert (report.f1_drop.clusters, report.f1_drop.n) == (48, 1000)
    assert sum(report.where.values()) == len(report.flips) == round(float(report.flip_rate) * report.right)
    # Every variant is the original's context with one sentence behind it, and this reader's answers are spans.
    assert report.where["no text added"] == report.where["not found"] == 0
    assert float(report.into_added) > 0.8
    means = [part.f1.percent().split()[0] for part in (report.original, report.worst, report.every_line)]
    assert shown == (
        *(means[0], means[1], report.f1_drop.percent(), means[2]),
        *(report.right, len(report.flips), report.into_added.percent()),
    )
