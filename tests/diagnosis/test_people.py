from collections.abc import Sequence
from itertools import combinations
from statistics import fmean

import pytest
from hypothesis import given, settings

from spanwise.data.dataset import Answer, Article, Dataset, Paragraph, Question
from spanwise.data.human_answers import HumanAnswer, HumanAnswers
from spanwise.diagnosis.people import People, people, vote_predictions
from spanwise.diagnosis.vote import VOTE_RULES, vote
from spanwise.predictions.prediction import Prediction, Predictions
from spanwise.scoring.evaluate import score
from spanwise.scoring.rules import SQUAD_2
from spanwise.stats.agreement import krippendorff_alpha
from spanwise.stats.estimate import Estimate
from spanwise.text.normalize import SQUAD, normalized_alone
from tests.diagnosis.drawn_people import asked_people
from tests.scoring import official_rules
from tests.scoring.drawn import golds

Said = Sequence[str | None]


def pair(text: str | None, answers: Sequence[str]) -> tuple[float, float]:
    """Return the score by the slow statement of the official rules of SQuAD 2.0, in which "" is an abstention."""
    em, f1 = official_rules.pair_2(text or "", answers)
    return float(em), float(f1)


def by_question(human: HumanAnswers, dataset: Dataset) -> list[tuple[list[str | None], list[str]]]:
    """Return what was said to each question that was asked, and what is right."""
    return [
        ([answer.text for answer in human.by_question[i]], answers)
        for i, answers in golds(dataset)
        if i in human.by_question
    ]


def vote_of(said: Said) -> str | None:
    """Return the vote; in normal form, which scores as the text itself does."""
    return vote([None if text is None else normalized_alone(text, SQUAD) for text in said]).option


def number(estimate: Estimate) -> float:
    return -1.0 if estimate.value is None else estimate.value


def mean_or_none(values: Sequence[float]) -> float:
    return fmean(values) if values else -1.0


@given(asked_people())
@settings(max_examples=30)
def test_single_people_are_averaged_by_question(drawn: tuple[Dataset, HumanAnswers]) -> None:
    dataset, human = drawn
    found = people(dataset, human, rules=SQUAD_2)
    asked = by_question(human, dataset)
    for metric, name in enumerate(("em", "f1")):
        scores = [(fmean(pair(text, right)[metric] for text in said), bool(right)) for said, right in asked]
        expected = (
            mean_or_none([value for value, _ in scores]),
            mean_or_none([value for value, has in scores if has]),
            mean_or_none([value for value, has in scores if not has]),
        )
        split = found.single
        lines = [number(getattr(line, name)) for line in (split.overall, split.has_ans, split.no_ans)]
        assert lines == pytest.approx(expected, abs=1e-12)
    assert found.questions == len(asked)
    assert found.unasked == len(dataset.question_ids) - len(asked)
    assert found.answers == pytest.approx(fmean(len(said) for said, _ in asked))


@given(asked_people())
@settings(max_examples=30)
def test_each_person_left_out_is_scored_against_what_the_others_say(drawn: tuple[Dataset, HumanAnswers]) -> None:
    dataset, human = drawn
    expected = []
    for said, _ in by_question(human, dataset):
        scores = []
        for place, text in enumerate(said):
            others = said[:place] + said[place + 1 :]
            answers = [other for other in others if other is not None]
            scores.append(pair(text, answers if len(answers) >= len(others) - len(answers) else [])[1])
        if len(said) > 1:
            expected.append(fmean(scores))
    found = people(dataset, human, rules=SQUAD_2).leave_one_out.overall.f1
    assert number(found) == pytest.approx(mean_or_none(expected), abs=1e-12)


@given(asked_people())
@settings(max_examples=30)
def test_the_curve_is_the_vote_averaged_over_all_draws_and_ends_at_everyones(
    drawn: tuple[Dataset, HumanAnswers],
) -> None:
    dataset, human = drawn
    found = people(dataset, human, rules=SQUAD_2)
    asked = by_question(human, dataset)
    for point in found.curve:
        values = []
        for said, right in asked:
            draws = list(combinations(said, point.people)) or [tuple(said)]
            values.append(fmean(pair(vote_of(draw), right)[1] for draw in draws))
        assert point.line.f1.value == pytest.approx(fmean(values), abs=1e-12)
        assert point.full == sum(len(said) >= point.people for said, _ in asked)
    assert number(found.curve[-1].line.em) == pytest.approx(number(found.votes[0].split.overall.em), abs=1e-12)
    assert number(found.curve[0].line.em) == pytest.approx(number(found.single.overall.em), abs=1e-12)


@given(asked_people())
@settings(max_examples=30)
def test_the_vote_is_a_reader_whose_score_is_the_votes(drawn: tuple[Dataset, HumanAnswers]) -> None:
    dataset, human = drawn
    votes = vote_predictions(dataset, human, rules=SQUAD_2)
    scores = score(dataset, votes, rules=SQUAD_2)
    split = people(dataset, human, rules=SQUAD_2).votes[0].split
    assert number(split.overall.f1) == pytest.approx(number(scores.predicted_only.f1), abs=1e-12)


@given(asked_people())
@settings(max_examples=30)
def test_agreement_looks_at_people_alone(drawn: tuple[Dataset, HumanAnswers]) -> None:
    dataset, human = drawn
    found = people(dataset, human, rules=SQUAD_2).agreement
    asked = by_question(human, dataset)
    alpha = krippendorff_alpha([[text is None for text in said] for said, _ in asked])
    assert number(found.alpha) == pytest.approx(number(alpha), abs=1e-12)
    answered = [[text for text in said if text is not None] for said, _ in asked]
    f1s = [fmean(pair(a, [b])[1] for a, b in combinations(texts, 2)) for texts in answered if len(texts) > 1]
    assert number(found.span_f1) == pytest.approx(mean_or_none(f1s), abs=1e-12)


def birds(*answers: tuple[str, ...]) -> Dataset:
    questions = tuple(
        Question(f"q{i}", "?", tuple(map(Answer, texts)), is_impossible=not texts) for i, texts in enumerate(answers)
    )
    return Dataset((Article("T", (Paragraph("c", questions),)),), name="birds")


def said(*answers: tuple[str | None, ...]) -> HumanAnswers:
    return HumanAnswers(
        tuple(HumanAnswer(f"q{i}", f"w{k}", text) for i, texts in enumerate(answers) for k, text in enumerate(texts))
    )


@pytest.fixture(scope="module")
def example() -> People:
    """Three people on two answerable questions and one that is not."""
    dataset = birds(("red kite",), ("in 1911",), ())
    human = said(("red kite", "kite", None), ("1911", "in 1911", "owl"), (None, None, "fox"))
    return people(dataset, human)


def test_habits_are_shares_that_do_not_overlap(example: People) -> None:
    # One of six abstained; one of three answered; of 2 and 3 answers 0 and 1 share nothing; of the 2 and 2 others one
    # each is not exact.
    habits = example.habits
    found = [habits.over_refusals, habits.false_answers, habits.wrong, habits.boundary]
    assert [estimate.value for estimate in found] == pytest.approx([1 / 6, 1 / 3, 1 / 6, 1 / 2])


def test_what_a_tie_rule_does_is_counted(example: People) -> None:
    # Both answerable questions are three-way ties: "kite", and of three with 1, 2 and 1 tokens, "owl".
    by_name = {outcome.rule.name: outcome for outcome in example.votes}
    assert [rule.name for rule in VOTE_RULES] == list(by_name)
    assert [outcome.tied for outcome in by_name.values()] == [2, 2, 2, 2]
    assert [outcome.changed for outcome in by_name.values()] == [0, 1, 2, 0]
    assert by_name["squad2"].split.has_ans.em.value == 0.0
    assert by_name["ties longer"].split.has_ans.em.value == 1.0
    assert by_name["ties abstain"].split.no_ans.em.value == 1.0


def test_each_worker_has_a_line(example: People) -> None:
    lines = {worker.worker: worker for worker in example.workers}
    assert {name: worker.abstentions for name, worker in lines.items()} == {"w0": 1, "w1": 1, "w2": 1}
    assert lines["w0"].line.em.value == pytest.approx(2 / 3)
    assert lines["w2"].line.f1.value == 0.0
    assert lines["w2"].line.f1.n == 3


def test_seconds_are_the_median_of_those_given() -> None:
    human = HumanAnswers((HumanAnswer("q0", "a", "kite", 4.0), HumanAnswer("q0", "b", "kite")))
    assert people(birds(("kite",)), human).seconds == 4.0
    assert people(birds(("kite",)), said(("kite",))).seconds is None


def test_what_is_undefined_says_why() -> None:
    alone = people(birds(("kite",)), said(("kite",)))
    reasons = [
        alone.single.no_ans.em.reason,
        alone.leave_one_out.overall.em.reason,
        alone.agreement.alpha.reason,
        alone.agreement.kappa.reason,
        alone.agreement.span_f1.reason,
        alone.habits.false_answers.reason,
    ]
    assert reasons == [
        "there is no unanswerable question among those",
        "there is no question to score on",
        "no unit has two ratings",
        "no unit has two ratings",
        "there is no question that two people answered",
        "there is no unanswerable question among those",
    ]
    together = people(birds(("kite",)), said(("kite", "owl")))
    assert (
        together.agreement.alpha.reason == together.agreement.kappa.reason == "all ratings are one category (answered)"
    )


def test_notes_say_what_is_left_out_and_what_kappa_is_over() -> None:
    human = said(("kite",), ("kite", None), ("kite", "kite"), ("kite", None, "owl"))
    found = people(birds(*[("kite",)] * 6), human)
    assert found.notes == (
        "2 questions have no human answers and are left out",
        "1 question has one person's answer: no leaving out there",
        "Fleiss' kappa is over the 2 questions with 2 answers each",
    )
    assert found.agreement.kappa.n == 2


def test_people_who_made_the_key_are_noticed() -> None:
    key = birds(*[("kite", "red kite")] * 20)
    assert any("mean nothing" in note for note in people(key, said(*[("kite",)] * 20)).notes)
    assert people(key, said(*[("kite",)] * 19, ("owl",))).notes == (
        "20 questions have one person's answer: no leaving out there",
    )


def test_too_many_people_are_drawn_from_at_random_with_a_seed() -> None:
    # Twelve people of whom no two of nine say the same: 4 times 2^9 different draws are more than are gone through.
    texts = (*["kite"] * 3, *(f"{animal} kite" for animal in "bcdefghij"))
    dataset, human = birds(("kite",)), said(texts)
    first, again, other = (people(dataset, human, seed=seed).curve for seed in (1, 1, 2))
    assert first == again != other
    exact = fmean(pair(vote_of(draw), ["kite"])[1] for draw in combinations(texts, 4))
    assert number(first[3].line.f1) == pytest.approx(exact, abs=0.1)


def test_of_answers_alike_the_shortest_stands_for_all() -> None:
    votes = vote_predictions(birds(("kite",), ()), said(("The kite!", "a kite", "owl"), (None, None, "owl")))
    assert votes == Predictions({"q0": Prediction("q0", "a kite"), "q1": Prediction("q1", "")}, "vote", votes.dataset)
    assert votes.dataset == birds(("kite",), ()).fingerprint
