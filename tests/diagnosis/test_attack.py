"""A reader under attack, on answers that are counted by hand."""

import pytest

from spanwise.benchmarks.adversarial.variant import Adversarial, Variant, added_variant, changed_question
from spanwise.data.dataset import Answer, Article, Dataset, Origin, Paragraph, Question
from spanwise.diagnosis.attack import attack_report, expected_f1
from spanwise.errors import DataError, PredictionError
from spanwise.predictions.prediction import Candidate, Prediction, Predictions

TEXT = "Ann lit the old lamp at dusk."
ASKED = tuple(Question(f"q{i}", f"Who lit lamp {i}?", (Answer("Ann", 0),)) for i in range(4))
PARAGRAPH = Paragraph(TEXT, ASKED)
DATA = Dataset((Article("Lamps", (PARAGRAPH,)),), name="lamps")


class LastWord:
    """Answers with the last word of the context where the question is one of those named, else with "Ann"."""

    name = "last-word"

    def __init__(self, *misled: str) -> None:
        self.misled = misled
        self.calls = 0

    def predict(self, dataset: Dataset) -> Predictions:
        self.calls += 1
        found = {}
        for _, paragraph, question in dataset.questions():
            word = paragraph.context.split()[-1].strip(".")
            wrong = question.id.startswith(self.misled) and question.id != question.id.split("-")[0]
            found[question.id] = Prediction(question.id, word if wrong else "Ann")
        return Predictions(found, reader=self.name, dataset=dataset.fingerprint)


def sentences(attack: str, *ids: int, name: str = "Zed") -> Adversarial:
    made = []
    for i in ids:
        origin = Origin(f"q{i}", attack, 0)
        found = added_variant(
            PARAGRAPH, ASKED[i], f"The new lamp was lit by {name}.", number=0, origin=origin, place="end"
        )
        assert isinstance(found, Variant)
        made.append(found)
    return Adversarial.of(attack, 4, made, {q.id: "none" for q in ASKED if int(q.id[1]) not in ids})


def typos(*ids: int) -> Adversarial:
    made = [changed_question(PARAGRAPH, ASKED[i], f"Who ilt lamp {i}?", Origin(f"q{i}", "typos", 0)) for i in ids]
    return Adversarial.of("typos", 4, made, {})


def test_each_attack_and_the_worst_of_them_are_counted_by_question() -> None:
    reader = LastWord("q0-add", "q1-add", "q2-typos")
    report = attack_report(reader, DATA, [sentences("add-sent", 0, 1, 2), typos(2, 3)])
    assert reader.calls == 1
    assert [(one.made.attack, one.report.worst.em.value) for one in report.attacks] == [
        ("add-sent", 0.5),
        ("typos", 0.75),
    ]
    assert report.worst.original.em.value == 1.0
    assert report.worst.worst.em.value == 0.25
    assert report.worst.em_drop.value == 0.75
    assert report.attacks[0].report.without_variants == 1


def test_new_failures_are_told_by_where_their_answer_lies() -> None:
    report = attack_report(LastWord("q0-add", "q1-add"), DATA, [sentences("add-sent", 0, 1, 2)])
    [one] = report.attacks
    assert one.report.where["added"] == 2
    assert one.report.into_added.value == 1.0
    assert {flip.after for flip in one.report.flips} == {"Zed"}


def test_an_attack_without_variants_stands_apart() -> None:
    nothing = Adversarial.of("add-any", 4, [], dict.fromkeys(DATA.question_ids, "no words"))
    report = attack_report(LastWord(), DATA, [typos(1), nothing])
    assert [one.made.attack for one in report.attacks] == ["typos"]
    assert report.nothing_made == (nothing,)
    with pytest.raises(DataError, match="no variant of any question could be made: no words"):
        attack_report(LastWord(), DATA, [nothing])


def test_what_is_written_belongs_together() -> None:
    report = attack_report(LastWord("q0-add"), DATA, [sentences("add-sent", 0), typos(1)])
    assert set(report.predictions.by_id) == set(report.dataset.question_ids)
    assert report.predictions.dataset == report.dataset.fingerprint
    assert report.dataset.question_ids == ("q0", "q1", "q2", "q3", "q0-add-sent0", "q1-typos0")
    assert "n:6" in report.signature


def test_two_variants_of_one_id_are_refused() -> None:
    with pytest.raises(DataError, match="'q0-add-sent0' stands twice"):
        attack_report(LastWord(), DATA, [sentences("add-sent", 0), sentences("add-sent", 0, name="Max")])


def test_a_reader_that_answers_nothing_is_named() -> None:
    class Silent:
        name = "silent"

        def predict(self, dataset: Dataset) -> Predictions:
            return Predictions({}, reader=self.name, dataset=dataset.fingerprint)

    with pytest.raises(PredictionError, match="'silent' answers no question"):
        attack_report(Silent(), DATA, [typos(1)])


def test_the_expected_f1_weighs_the_listed_answers_by_their_probability() -> None:
    question = Question("q", "Who?", (Answer("the old lamp", 8), Answer("lamp", 16)))
    listed = (Candidate("Ann", prob=0.3), Candidate("lamp", prob=0.1), Candidate("old tree", prob=0.2), Candidate("x"))
    # F1: "Ann" 0, "lamp" 1, "old tree" 1/2 (one of two tokens, one of two): (0.1 + 0.2 / 2) / 0.6.
    expected, own = expected_f1(Prediction("q", "Ann", nbest=listed), question)
    assert (expected, own) == pytest.approx((1 / 3, 0.0))
    assert expected_f1(Prediction("q", "old lamp"), question) == (1.0, 1.0)
    assert expected_f1(Prediction("q", ""), question) == (0.0, 0.0)
    assert expected_f1(Prediction("q", "lamp", nbest=(Candidate("lamp", prob=0.0),)), question) == (1.0, 1.0)
