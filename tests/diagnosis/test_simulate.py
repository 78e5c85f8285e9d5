import random
from math import comb
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spanwise.data.dataset import Answer, Article, Dataset, Paragraph, Question
from spanwise.data.formats import read
from spanwise.diagnosis.people import People, people
from spanwise.diagnosis.simulate import SimulatedAnnotator, simulate
from spanwise.errors import OptionError
from spanwise.scoring.pair import f1
from spanwise.scoring.rules import SQUAD_2
from spanwise.stats.estimate import Estimate
from tests.strategies import datasets

LETTERS = "bcdefghijklmnopqrstuvwxyz"


def words(article: int, paragraph: int) -> list[str]:
    """Return 40 words of which no two are alike."""
    return [f"{LETTERS[article % 25]}{LETTERS[paragraph % 25]}{LETTERS[i % 25]}{i}" for i in range(40)]


def question(identity: str, text: list[str], rng: random.Random) -> Question:
    """Return a question on a text of which two thirds are answerable, with one answer of two words."""
    if rng.random() < 1 / 3:
        return Question(identity, "?", is_impossible=True, plausible_answers=(Answer(text[3]),))
    start = rng.randrange(5, 30)
    return Question(identity, "?", (Answer(" ".join(text[start : start + 2])),))


@pytest.fixture(scope="module")
def known() -> Dataset:
    """Return 25 articles of 3 paragraphs of 5 questions."""
    rng = random.Random(7)
    articles = []
    for a in range(25):
        paragraphs = []
        for p in range(3):
            text = words(a, p)
            own = tuple(question(f"{a}.{p}.{q}", text, rng) for q in range(5))
            paragraphs.append(Paragraph(" ".join(text), own))
        articles.append(Article(f"T{a}", tuple(paragraphs)))
    return Dataset(tuple(articles), version="v2.0", name="known")


HABITS = SimulatedAnnotator(error=0.15, boundary=0.3, refusal=0.08, false_answer=0.25)


def holds(estimate: Estimate, truth: float) -> bool:
    """Say whether the true value is in the interval."""
    assert estimate.low is not None
    assert estimate.high is not None
    return estimate.low <= truth <= estimate.high


@pytest.fixture(scope="module")
def runs(known: Dataset) -> list[People]:
    """Return what is found in 40 simulations: one interval at 95 % may miss, and one in twenty does."""
    return [people(known, simulate(known, [HABITS] * 5, rng=random.Random(seed))) for seed in range(40)]


def covered(estimates: list[Estimate], truth: float) -> bool:
    """Say whether 33 or more of 40 intervals hold the true value; at 95 % fewer have a chance below 1 in 1,000."""
    return sum(holds(estimate, truth) for estimate in estimates) >= 33


def test_the_habits_of_the_simulated_are_found_again(runs: list[People]) -> None:
    assert covered([run.habits.over_refusals for run in runs], HABITS.refusal)
    assert covered([run.habits.false_answers for run in runs], HABITS.false_answer)
    assert covered([run.habits.wrong for run in runs], HABITS.error)
    assert covered([run.habits.boundary for run in runs], HABITS.boundary)


def test_single_people_score_what_their_habits_say(runs: list[People]) -> None:
    exact = (1 - HABITS.refusal) * (1 - HABITS.error) * (1 - HABITS.boundary)
    assert covered([run.single.has_ans.em for run in runs], exact)
    assert covered([run.single.no_ans.em for run in runs], 1 - HABITS.false_answer)


def test_votes_on_the_unanswerable_are_right_as_often_as_the_binomial_says(runs: list[People]) -> None:
    # All who answer take the one plausible answer, so the vote abstains where three or more of the five do.
    q = 1 - HABITS.false_answer
    right = sum(comb(5, k) * q**k * (1 - q) ** (5 - k) for k in (3, 4, 5))
    assert covered([run.votes[0].split.no_ans.em for run in runs], right)


def test_agreement_is_what_the_habits_make_it(known: Dataset, runs: list[People]) -> None:
    # Two people differ with 2 p (1 - p), p the chance to abstain, which is another on the unanswerable.
    share = sum(bool(q.answers) for _, _, q in known.questions()) / len(known.question_ids)
    weighted = ((share, HABITS.refusal), (1 - share, 1 - HABITS.false_answer))
    overall = sum(weight * p for weight, p in weighted)
    truth = 1 - sum(weight * p * (1 - p) for weight, p in weighted) / (overall * (1 - overall))
    assert covered([run.agreement.alpha for run in runs], truth)
    assert covered([run.agreement.kappa for run in runs], truth)


def test_perfect_people_are_perfect_under_every_protocol(known: Dataset) -> None:
    perfect = SimulatedAnnotator(error=0, boundary=0, refusal=0, false_answer=0)
    result = people(known, simulate(known, [perfect] * 3, rng=random.Random(0)))
    splits = [result.single, result.leave_one_out, *(outcome.split for outcome in result.votes)]
    assert {split.overall.f1.value for split in splits} == {1.0}
    assert result.agreement.alpha.value == result.agreement.kappa.value == 1.0


def test_each_worker_keeps_to_habits_of_his_own(known: Dataset) -> None:
    good, bad = SimulatedAnnotator(0, 0, 0, 0), SimulatedAnnotator(error=1, false_answer=1)
    lines = people(known, simulate(known, [good, bad], rng=random.Random(0))).workers
    assert [(line.worker, line.line.f1.value) for line in lines] == [("w1", 1.0), ("w2", 0.0)]


@given(datasets(), st.integers(0, 3))
@settings(max_examples=60)
def test_any_dataset_can_be_simulated_and_the_seed_decides(dataset: Dataset, seed: int) -> None:
    annotators = [SimulatedAnnotator(0.5, 0.5, 0.2, 0.5)] * 2
    first, again = (simulate(dataset, annotators, rng=random.Random(seed)) for _ in range(2))
    assert first == again
    contexts = {q.id: p.context for _, p, q in dataset.questions()}
    assert len(first.answers) == 2 * len(contexts)
    assert all(a.text is None or a.text in contexts[a.id] for a in first.answers)


def test_an_error_shares_nothing_and_a_missed_boundary_something_with_every_right_answer(known: Dataset) -> None:
    answers = {q.id: q.answers for _, _, q in known.questions()}
    for habits, low, high in ((SimulatedAnnotator(1, 0, 0, 0), 0.0, 0.0), (SimulatedAnnotator(0, 1, 0, 0), 0.5, 0.9)):
        for said in simulate(known, [habits], rng=random.Random(1)).answers:
            if answers[said.id]:
                assert low <= f1(said.text or "", answers[said.id][0].text, SQUAD_2) <= high


def test_a_missed_boundary_is_never_another_right_answer() -> None:
    question = Question("q", "?", (Answer("bold cat"), Answer("bold cat dozes")))
    dataset = Dataset((Article("T", (Paragraph("A bold cat dozes.", (question,)),)),))
    texts = {a.text for a in simulate(dataset, [SimulatedAnnotator(0, 1, 0, 0)] * 50, rng=random.Random(0)).answers}
    # "A bold cat" is "bold cat" to the rules, and "bold cat dozes." is the other answer.
    assert texts == {"bold", "cat", "cat dozes."}


def test_the_plausible_answer_is_taken_where_there_is_one(known: Dataset) -> None:
    plausible = {q.id: q.plausible_answers[0].text for _, _, q in known.questions() if not q.answers}
    human = simulate(known, [SimulatedAnnotator(false_answer=1)], rng=random.Random(1))
    assert {a.text == plausible[a.id] for a in human.answers if a.id in plausible} == {True}


def test_what_is_no_chance_and_nobody_are_refused(known: Dataset) -> None:
    with pytest.raises(OptionError, match=r"error is 1\.5; a fraction from 0 to 1 would do"):
        SimulatedAnnotator(error=1.5)
    with pytest.raises(OptionError, match="boundary is nan"):
        SimulatedAnnotator(boundary=float("nan"))
    with pytest.raises(OptionError, match="there are no annotators; one or more would do"):
        simulate(known, [], rng=random.Random(0))


def test_on_squad_the_habits_are_found_again(shared: Path) -> None:
    dev = read(shared / "data" / "squad" / "dev-v2.0.json")
    habits = SimulatedAnnotator()
    found = people(dev, simulate(dev, [habits] * 3, rng=random.Random(0))).habits
    assert holds(found.over_refusals, habits.refusal)
    assert holds(found.false_answers, habits.false_answer)
    assert holds(found.wrong, habits.error)
    # A word more or less of one answer of several may be another of them, and then is no missed boundary.
    assert found.boundary.value == pytest.approx(habits.boundary, abs=0.01)
