"""A drop-in for code that calls an `evaluate`-style metric: the same arguments, the same keys."""

import warnings
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from spanwise.data.dataset import Answer, Dataset, Paragraph
from spanwise.data.formats import loaded_from_value
from spanwise.errors import SpanwiseWarning
from spanwise.predictions.formats import predictions_from_value
from spanwise.scoring.evaluate import OFFICIAL_THRESHOLD, score
from spanwise.scoring.official import official_scores
from spanwise.scoring.rules import SQUAD_1, SQUAD_2
from spanwise.scoring.scores import Scores

__all__ = ["squad", "squad_v2"]

Records = Sequence[Mapping[str, Any]]


def squad_v2(
    *, predictions: Records, references: Records, no_answer_threshold: float = OFFICIAL_THRESHOLD
) -> dict[str, float | int]:
    """Return the SQuAD 2.0 scores, in percent, under the official script's keys.

    The ``best_*`` values are the attainable ones: where the official sweep splits tied probabilities it reports
    what no threshold gives. Oddities are raised as `SpanwiseWarning`.

    Args:
        predictions: Records with ``id``, ``prediction_text`` and, if known, ``no_answer_probability``.
        references: Records with ``id`` and ``answers``, a dictionary of the lists ``text`` and ``answer_start``.
        no_answer_threshold: Abstain where the probability is greater.

    Raises:
        InputError: As `score` does.
    """
    read = predictions_from_value([dict(record) for record in predictions])
    threshold = no_answer_threshold if read.predictions.has_na_probs else None
    scores = score(_dataset(references), read.predictions, rules=SQUAD_2, na_threshold=threshold)
    _say(scores)
    result = official_scores(scores)
    for name, best in (("exact", scores.best_em), ("f1", scores.best_f1)):
        if best is not None:
            result[f"best_{name}"] = 100 * best.score
            result[f"best_{name}_thresh"] = best.threshold
    return result


def squad(*, predictions: Records, references: Records) -> dict[str, float | int]:
    """Return ``exact_match`` and ``f1`` of SQuAD 1.1, in percent.

    Args:
        predictions: Records with ``id`` and ``prediction_text``.
        references: Records with ``id`` and ``answers``, a dictionary of the lists ``text`` and ``answer_start``.

    Raises:
        InputError: As `score` does.
    """
    read = predictions_from_value([dict(record) for record in predictions])
    scores = score(_dataset(references), read.predictions, rules=SQUAD_1)
    _say(scores)
    return official_scores(scores)


def _dataset(references: Records) -> Dataset:
    rows = [{"context": "", "question": ""} | dict(record) for record in references]
    dataset = loaded_from_value(rows, "the references").dataset
    articles = (
        msgspec.structs.replace(article, paragraphs=tuple(map(_without_lost_starts, article.paragraphs)))
        for article in dataset.articles
    )
    return msgspec.structs.replace(dataset, articles=tuple(articles))


def _without_lost_starts(paragraph: Paragraph) -> Paragraph:
    """Return the paragraph without the starts of its answers where there is no context that they could be right in."""
    if paragraph.context:
        return paragraph
    questions = (
        msgspec.structs.replace(question, answers=tuple(Answer(answer.text) for answer in question.answers))
        for question in paragraph.questions
    )
    return msgspec.structs.replace(paragraph, questions=tuple(questions))


def _say(scores: Scores) -> None:
    for finding in scores.findings:
        warnings.warn(str(finding), SpanwiseWarning, stacklevel=3)
