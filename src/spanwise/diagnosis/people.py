"""What people score on a benchmark, one by one and by vote, and how far they agree, from their raw answers.

SQuAD 1.1's human line is one person's answers, SQuAD 2.0's the majority vote of 4.8; the two are no more comparable
than a reader and an ensemble. With the raw answers every protocol can be worked out on the same data.
"""

import math
import random
from collections import Counter
from collections.abc import Sequence
from itertools import combinations, product
from statistics import median

import msgspec

from spanwise.data.dataset import Dataset
from spanwise.data.finding import numbered
from spanwise.data.human_answers import HumanAnswers
from spanwise.diagnosis.asked import Asked, Split, asked_questions
from spanwise.diagnosis.judge import Judge, Pair, mean_pair
from spanwise.diagnosis.vote import SQUAD_2_VOTE, VOTE_RULES, VoteRule, vote
from spanwise.predictions.prediction import Prediction, Predictions
from spanwise.scoring.human import Line
from spanwise.scoring.rules import Rules, rules_for
from spanwise.stats.agreement import fleiss_kappa, krippendorff_alpha
from spanwise.stats.estimate import Estimate, choose_clusters

__all__ = [
    "Agreement",
    "CurvePoint",
    "Habits",
    "People",
    "VoteOutcome",
    "WorkerLine",
    "people",
    "vote_predictions",
]

MOST_DRAWS = 1_024
"""With more different draws of a question's people than this, `RANDOM_DRAWS` of each size take their place; up to ten
people have no more, whatever they say."""
RANDOM_DRAWS = 200


class VoteOutcome(msgspec.Struct, frozen=True):
    """The vote under one rule."""

    rule: VoteRule
    split: Split
    tied: int
    """Questions whose vote took a tie rule."""
    changed: int
    """Questions whose vote is another than under SQuAD 2.0's rule."""


class Agreement(msgspec.Struct, frozen=True):
    """How far people agree; no answer of the dataset plays a part."""

    alpha: Estimate
    """Krippendorff's alpha on answered or abstained."""
    kappa: Estimate
    """Fleiss' kappa on the same, over the questions with the most usual number of answers."""
    span_em: Estimate
    """The share of pairs of people, both answering, that give the same answer; by question, averaged."""
    span_f1: Estimate
    """The F1 between the two, averaged likewise."""


class Habits(msgspec.Struct, frozen=True):
    """How single people go wrong, as shares that do not overlap; by question, averaged."""

    over_refusals: Estimate
    """Abstentions, of all that was said to answerable questions."""
    false_answers: Estimate
    """Answers, of all that was said to unanswerable questions."""
    wrong: Estimate
    """Answers that share no token with a right one, of the answers to answerable questions."""
    boundary: Estimate
    """Answers that are not exact, of those that share a token with a right one."""


class WorkerLine(msgspec.Struct, frozen=True):
    """One person's answers."""

    worker: str
    abstentions: int
    line: Line
    """Over the questions this person answered: how many is ``line.em.n``. People who were shown harder questions
    score less."""


class CurvePoint(msgspec.Struct, frozen=True):
    """The score of the vote of some of the people."""

    people: int
    full: int
    """Questions that have so many; the others take part with all they have."""
    line: Line


class People(msgspec.Struct, frozen=True):
    """What people score, all of it on the same questions: those that have human answers."""

    benchmark: str
    rules: str
    questions: int
    unasked: int
    """Questions of the dataset without human answers; they are left out."""
    answers: float
    """The mean number of people a question."""
    seconds: float | None
    """The median time of an answer; None where no time is given."""
    single: Split
    """One person, any: the mean over all who answered the question."""
    leave_one_out: Split
    """Each person against the others, averaged; the dataset's answers play no part."""
    votes: tuple[VoteOutcome, ...]
    """The vote by SQuAD 2.0's rule, and with each part of it turned round."""
    agreement: Agreement
    habits: Habits
    curve: tuple[CurvePoint, ...]
    """The vote of 1, 2, ... people, drawn at random from those a question has: exactly averaged over all draws."""
    workers: tuple[WorkerLine, ...]
    """Each person, in the order in which they first appear."""
    notes: tuple[str, ...] = ()
    """What has to be known to read the numbers."""


def people(
    dataset: Dataset, answers: HumanAnswers, *, rules: Rules | None = None, level: float = 0.95, seed: int = 0
) -> People:
    """Return what people score on a benchmark, how far they agree, and what a vote of theirs scores.

    Single people and votes are scored against the dataset's answers, so these must not be the people's own: whoever
    is among those who made the key has it right. Where all human answers are answers of the dataset, a note says so;
    `votes_from_answers` is for benchmarks whose answers are all there is.

    Leaving one out scores each person against the others: where more of them abstain than answer, the abstention is
    right, else any of their answers, as if the others' answers were the file. A tie counts as answerable.

    Args:
        dataset: The questions with the right answers.
        answers: What people said; questions without are left out.
        rules: How texts are compared; None: what the dataset asks for.
        level: The confidence level of the intervals, a fraction. They are t intervals over articles.
        seed: For the draws of the curve, where a question has too many people to go through all of them.

    Raises:
        DataError: An answer is to no question of the dataset, or there is none.
    """
    asked = asked_questions(dataset, answers, rules or rules_for(dataset), level)
    by_rule = {rule: [vote(options, rule) for options in asked.options] for rule in VOTE_RULES}
    standard = by_rule[SQUAD_2_VOTE]
    outcomes = tuple(
        VoteOutcome(
            rule=rule,
            split=asked.split(asked.scored([v.option for v in votes])),
            tied=sum(v.tied for v in votes),
            changed=sum(v.option != s.option for v, s in zip(votes, standard, strict=True)),
        )
        for rule, votes in by_rule.items()
    )
    seconds = [answer.seconds for answer in answers.answers if answer.seconds is not None]
    agreement, kappa_note = _agreement(asked)
    notes = (*_notes(asked), *([kappa_note] if kappa_note else []))
    return People(
        benchmark=dataset.name,
        rules=asked.rules.name,
        questions=len(asked.rows),
        unasked=asked.unasked,
        answers=sum(map(len, asked.options)) / len(asked.rows),
        seconds=median(seconds) if seconds else None,
        single=asked.split([mean_pair(scores) for scores in asked.single]),
        leave_one_out=_leave_one_out(asked),
        votes=outcomes,
        agreement=agreement,
        habits=_habits(asked),
        curve=_curve(asked, random.Random(seed)),
        workers=_workers(asked),
        notes=notes,
    )


def vote_predictions(
    dataset: Dataset, answers: HumanAnswers, *, rule: VoteRule = SQUAD_2_VOTE, rules: Rules | None = None
) -> Predictions:
    """Return the votes as the predictions of a reader called "vote", for `score`, `compare` and reports.

    Of answers that differ only in what normalisation takes away, the shortest stands for all.

    Raises:
        DataError: An answer is to no question of the dataset, or there is none.
    """
    asked = asked_questions(dataset, answers, rules or rules_for(dataset), 0.95)
    by_id = {}
    for row, options, given in zip(asked.rows, asked.options, asked.given, strict=True):
        won = vote(options, rule).option
        alike = [a.text for a, o in zip(given, options, strict=True) if o == won and a.text is not None]
        text = min(alike, key=lambda text: (len(text), text)) if alike else ""
        by_id[row.question.id] = Prediction(row.question.id, text)
    return Predictions(by_id, reader="vote", dataset=dataset.fingerprint)


def _leave_one_out(asked: Asked) -> Split:
    pairs: list[Pair | None] = []
    for options in asked.options:
        if len(options) < 2:
            pairs.append(None)
            continue
        scores = []
        for place, option in enumerate(options):
            others = [*options[:place], *options[place + 1 :]]
            answers = [other for other in others if other is not None]
            right = answers if 2 * len(answers) >= len(others) else []
            scores.append(asked.judge.score(option, right))
        pairs.append(mean_pair(scores))
    return asked.split(pairs)


def _agreement(asked: Asked) -> tuple[Agreement, str]:
    """Return the coefficients, and a note on the questions that kappa is made of where they are not all."""
    units = [["abstained" if option is None else "answered" for option in options] for options in asked.options]
    unit, clusters = choose_clusters(
        {
            "article": [row.article for row in asked.rows],
            "paragraph": [row.paragraph for row in asked.rows],
            "question": range(len(asked.rows)),
        }
    )
    sizes = Counter(len(options) for options in asked.options if len(options) >= 2)
    # Of two sizes that are as usual, the larger says more.
    usual = max(sizes, key=lambda size: (sizes[size], size)) if sizes else 0
    chosen = [i for i, options in enumerate(asked.options) if len(options) == usual]
    places, em, f1 = [], [], []
    for place, options in enumerate(asked.options):
        answered = [option for option in options if option is not None]
        if len(answered) >= 2:
            pair = mean_pair([asked.judge.score(a, (b,)) for a, b in combinations(answered, 2)])
            places.append(place)
            em.append(pair[0])
            f1.append(pair[1])
    what = "question that two people answered"
    agreement = Agreement(
        alpha=krippendorff_alpha(units, clusters, level=asked.level, cluster_unit=unit),
        kappa=fleiss_kappa(
            [units[i] for i in chosen], [clusters[i] for i in chosen], level=asked.level, cluster_unit=unit
        ),
        span_em=asked.mean(em, places, what),
        span_f1=asked.mean(f1, places, what),
    )
    note = f"Fleiss' kappa is over the {len(chosen):,} questions with {usual} answers each" if len(sizes) > 1 else ""
    return agreement, note


def _habits(asked: Asked) -> Habits:
    refused: dict[int, float] = {}
    false: dict[int, float] = {}
    wrong: dict[int, float] = {}
    boundary: dict[int, float] = {}
    for place, (options, golds) in enumerate(zip(asked.options, asked.golds, strict=True)):
        abstained = options.count(None) / len(options)
        if not golds:
            false[place] = 1.0 - abstained
            continue
        refused[place] = abstained
        answers = [pair for pair, option in zip(asked.single[place], options, strict=True) if option is not None]
        touching = [pair for pair in answers if max(pair) > 0]
        if answers:
            wrong[place] = 1.0 - len(touching) / len(answers)
        if touching:
            boundary[place] = math.fsum(1.0 - em for em, _ in touching) / len(touching)
    return Habits(
        over_refusals=asked.mean(list(refused.values()), list(refused), "answerable question among those"),
        false_answers=asked.mean(list(false.values()), list(false), "unanswerable question among those"),
        wrong=asked.mean(list(wrong.values()), list(wrong), "answer to an answerable question"),
        boundary=asked.mean(list(boundary.values()), list(boundary), "answer that shares a token with a right one"),
    )


def _curve(asked: Asked, rng: random.Random) -> tuple[CurvePoint, ...]:
    most = max(map(len, asked.options))
    by_question = [
        _expected_by_size(options, golds, asked.judge, rng)
        for options, golds in zip(asked.options, asked.golds, strict=True)
    ]
    everything = range(len(asked.rows))
    points = []
    for size in range(1, most + 1):
        pairs = [own[min(size, len(own)) - 1] for own in by_question]
        full = sum(len(options) >= size for options in asked.options)
        points.append(CurvePoint(size, full, asked.line(pairs, everything, "question")))
    return tuple(points)


def _expected_by_size(
    options: Sequence[str | None], golds: Sequence[str], judge: Judge, rng: random.Random
) -> list[Pair]:
    """Return the expected score of the vote of 1, 2, ... of a question's people, up to all of them.

    A vote looks only at how many say what, so what is gone through is how many of each option are drawn, each weighed
    by the number of ways to draw them: far less than all sets of people where they agree.
    """
    n = len(options)
    counts = Counter(options)
    if len(counts) == 1:
        return [judge.score(options[0], golds)] * n
    if math.prod(count + 1 for count in counts.values()) > MOST_DRAWS:
        draws = (
            [rng.sample(options, size) for _ in range(RANDOM_DRAWS if size < n else 1)] for size in range(1, n + 1)
        )
        return [mean_pair([judge.score(vote(draw).option, golds) for draw in own]) for own in draws]
    em, f1 = [0.0] * n, [0.0] * n
    for drawn in product(*(range(count + 1) for count in counts.values())):
        size = sum(drawn)
        if not size:
            continue
        of_each = list(zip(counts.items(), drawn, strict=True))
        ways = math.prod(math.comb(count, k) for (_, count), k in of_each) / math.comb(n, size)
        score = judge.score(vote([option for (option, _), k in of_each for _ in range(k)]).option, golds)
        em[size - 1] += ways * score[0]
        f1[size - 1] += ways * score[1]
    return list(zip(em, f1, strict=True))


def _workers(asked: Asked) -> tuple[WorkerLine, ...]:
    places: dict[str, list[int]] = {}
    pairs: dict[str, list[Pair]] = {}
    abstentions: Counter[str] = Counter()
    for place, (given, scores) in enumerate(zip(asked.given, asked.single, strict=True)):
        for answer, pair in zip(given, scores, strict=True):
            places.setdefault(answer.worker, []).append(place)
            pairs.setdefault(answer.worker, []).append(pair)
            abstentions[answer.worker] += answer.abstains
    return tuple(
        WorkerLine(worker, abstentions[worker], asked.line(pairs[worker], own, "answer"))
        for worker, own in places.items()
    )


def _notes(asked: Asked) -> list[str]:
    notes = []
    if asked.unasked:
        notes.append(f"{numbered(asked.unasked, 'question has', 'questions have')} no human answers and are left out")
    alone = sum(len(options) == 1 for options in asked.options)
    if alone:
        notes.append(f"{numbered(alone, 'question has', 'questions have')} one person's answer: no leaving out there")
    said = [
        answer.text in {gold.text for gold in row.question.answers}
        for row, given in zip(asked.rows, asked.given, strict=True)
        for answer in given
        if row.question.answers and answer.text is not None
    ]
    if len(said) >= 20 and all(said):
        notes.append(
            "every human answer is an answer of the dataset: if these people made the dataset's answers, their scores "
            "against it mean nothing (leaving one out and agreement do)"
        )
    return notes
