"""The same claim where there are files: people and systems question by question, paired and by article."""

from collections.abc import Mapping, Sequence

import msgspec

from spanwise.data.dataset import Article, Dataset, Paragraph, Question
from spanwise.data.subset import filtered
from spanwise.diagnosis.claims import Claim, Figure, Figures, HumanFigures, Margin, Measure, claim, judged
from spanwise.errors import DataError, OptionError
from spanwise.predictions.prediction import Prediction, Predictions
from spanwise.scoring.columns import Columns
from spanwise.scoring.evaluate import score
from spanwise.scoring.intervals import Intervals
from spanwise.scoring.rules import Rules, rules_for
from spanwise.scoring.scores import Part, Scores
from spanwise.scoring.variants import WorstCase
from spanwise.stats.distributions import student_t_quantile
from spanwise.stats.estimate import Estimate
from spanwise.stats.permutation import sign_flip_test

__all__ = ["claim_against", "claim_on", "second_answers"]


def claim_against(
    scores: Sequence[Scores],
    human: HumanFigures,
    *,
    attacked: Mapping[str, WorstCase] | None = None,
) -> Claim:
    """Return what may be said of scored readers against a human line of which only figures are known.

    The readers' intervals are over articles. People and readers cannot be paired, since only figures are known of the
    people.

    Args:
        scores: Readers on one benchmark.
        human: The line, in the measures it is known in.
        attacked: Scores under attack by the reader's name, where there are some.

    Raises:
        OptionError: There is no reader, or two have one name.
    """
    if not scores:
        raise OptionError("a claim needs at least one reader")
    level = scores[0].intervals.level
    systems = [_figures(one, (attacked or {}).get(one.reader)) for one in scores]
    return claim(systems, human, benchmark=scores[0].benchmark, level=level)


def _figures(scores: Scores, attacked: WorstCase | None) -> Figures:
    values: dict[Measure, Figure] = {"EM": _figure(scores.em), "F1": _figure(scores.f1)}
    has_ans, no_ans = scores.has_ans, scores.no_ans
    if has_ans is not None and no_ans is not None:
        values |= {"HasAns EM": _figure(has_ans.em), "HasAns F1": _figure(has_ans.f1), "NoAns": _figure(no_ans.em)}
    if attacked is not None:
        values |= _attacked(attacked.worst)
    return Figures(scores.reader, values)


def _attacked(worst: Part) -> dict[Measure, Figure]:
    return {"worst-case EM": _figure(worst.em), "worst-case F1": _figure(worst.f1)}


def _figure(estimate: Estimate) -> Figure:
    """Return the estimate with the standard error that its interval was made from."""
    if estimate.value is None or estimate.low is None or estimate.high is None or estimate.clusters < 2:
        return Figure(estimate)
    df = estimate.clusters - 1
    # One end may be cut off at 0 or 1; the other is whole.
    half = max(estimate.high - estimate.value, estimate.value - estimate.low)
    return Figure(estimate, half / student_t_quantile(0.5 + estimate.level / 2, df), df)


def claim_on(
    dataset: Dataset,
    predictions: Sequence[Predictions],
    *,
    rules: Rules | None = None,
    na_threshold: float | None = None,
    intervals: Intervals | None = None,
) -> Claim:
    """Return what may be said of readers against the people whose answers are on the benchmark's file.

    SQuAD's protocol: the second answer is scored against the others. Each reader is set against it twice, question by
    question: as usual, against all answers, and against the very answers the person was scored against. Margins are
    paired, intervals clustered by article, p-values from flipping the signs of whole articles.

    What people made of unanswerable questions is not on the file. Where there are some, the claim is about HasAns, and
    says so.

    Args:
        dataset: The benchmark, with two answers or more a question; questions with fewer are left out.
        predictions: Readers' answers.
        rules: How texts are compared; None takes what the dataset asks for.
        na_threshold: For readers with no-answer probabilities; refusing an answerable question costs them.
        intervals: How uncertainty is worked out.

    Raises:
        DataError: No question has two answers.
        OptionError: There is no reader, or two have one name.
    """
    if len({p.reader for p in predictions}) < len(predictions) or not predictions:
        raise OptionError("a claim needs at least one reader, each with a name of its own")
    rules, intervals = rules or rules_for(dataset), intervals or Intervals()
    whole, people = second_answers(dataset)
    rest = _without_second(whole)
    line = score(rest, people, rules=rules, intervals=intervals)
    em: Measure = "HasAns EM" if dataset.has_unanswerable else "EM"
    f1: Measure = "HasAns F1" if dataset.has_unanswerable else "F1"
    margins: list[Margin] = []
    for one in predictions:
        threshold = na_threshold if one.has_na_probs else None
        usual, fair = (
            score(given, one, rules=rules, na_threshold=threshold, intervals=intervals) for given in (whole, rest)
        )
        for scores, matched in ((usual, False), (fair, True)):
            margins.append(_margin(one.reader, em, scores.columns, line, matched))
            margins.append(_margin(one.reader, f1, scores.columns, line, matched))
    values: dict[Measure, Figure] = {em: _figure(line.em), f1: _figure(line.f1)}
    answers = sum(len(question.answers) for _, _, question in whole.questions()) / len(line.columns)
    human = HumanFigures(Figures("people", values), "one annotator", answers)
    unknown = ["people on NoAns"] if dataset.has_unanswerable else []
    return judged(
        margins, human, benchmark=dataset.name, level=intervals.level,
        assumptions=("articles are taken as drawn at random from those the claim is about",),
        unknown=(*unknown, "the worst case under attack"),
    )  # fmt: skip


def second_answers(dataset: Dataset) -> tuple[Dataset, Predictions]:
    """Return the questions with two answers or more, and the second answers as the predictions of one person.

    Raises:
        DataError: No question has two answers.
    """
    whole = filtered(dataset, lambda question: len(question.answers) >= 2)
    if not whole.question_ids:
        raise DataError(
            f"no question of {dataset.name!r} has two answers, so there is no human line to claim against; give one"
        )
    said = [Prediction(question.id, question.answers[1].text) for _, _, question in whole.questions()]
    return whole, Predictions({prediction.id: prediction for prediction in said}, reader="people")


def _without_second(dataset: Dataset) -> Dataset:
    articles = [
        Article(
            article.title,
            tuple(
                Paragraph(paragraph.context, tuple(map(_lacking, paragraph.questions)))
                for paragraph in article.paragraphs
            ),
        )
        for article in dataset.articles
    ]
    return msgspec.structs.replace(dataset, articles=tuple(articles))


def _lacking(question: Question) -> Question:
    return msgspec.structs.replace(question, answers=(question.answers[0], *question.answers[2:]))


def _margin(reader: str, measure: Measure, columns: Columns, people: Scores, matched: bool) -> Margin:
    """Return the paired margin on the questions of the human line, with the sign-flip p-value over its articles."""
    ours, theirs = (c.em if measure.endswith("EM") else c.f1 for c in (columns, people.columns))
    intervals = people.intervals
    _, clusters = intervals.clusters(people.columns)
    value = intervals.difference(ours, theirs, people.columns)
    import numpy as np

    test = sign_flip_test(ours, theirs, clusters, rounds=intervals.rounds, rng=np.random.default_rng(intervals.seed))
    return Margin(reader, measure, value, p_value=test.p_value, matched=matched)
