"""The ceiling of a reader that chooses among candidates: the share of answers that are candidates at all.

No such reader can score above it, so a reader's score is read against its ceiling. SQuAD's paper reports 77.3 % for
the constituents of its parser (Rajpurkar et al., 2016, section 5).
"""

from collections.abc import Iterator, Sequence

import msgspec

from spanwise.data.dataset import Dataset, Paragraph
from spanwise.errors import OptionError
from spanwise.language.annotate import Annotator
from spanwise.language.annotated import Annotated
from spanwise.language.constituents import CANDIDATE_RULES, CandidateRule, constituents
from spanwise.stats.estimate import Estimate, choose_clusters, mean_estimate
from spanwise.text.normalize import SQUAD, normalized

__all__ = ["CURVE_SIZES", "PUBLISHED_CEILING", "Ceiling", "CeilingPoint", "CeilingRow", "ceiling"]

PUBLISHED_CEILING = 0.773
"""What the constituents of SQuAD's paper reach on its development set, punctuation and articles aside."""

CURVE_SIZES = (10, 15, 20, 25, 30, 35, 40, 45, 50, 60, 80, 100)
"""Candidates a sentence at which the curve is measured."""

_NEVER = float("-inf")


class CeilingRow(msgspec.Struct, frozen=True):
    """What the candidates of one rule reach."""

    rule: str
    candidates: int
    per_sentence: float
    per_paragraph: float
    any_answer: Estimate
    """The share of questions with any of their answers among the candidates: what a perfect reader's EM would be."""
    first_answer: Estimate
    """The share of questions whose first answer is: what can be learnt from when there is one answer each."""


class CeilingPoint(msgspec.Struct, frozen=True):
    """What the best-looking candidates reach, so many of them a sentence on average."""

    per_sentence: float
    least: float
    """The lowest score among them: a `CandidateRule` with this ``least`` takes as many."""
    any_answer: float
    first_answer: float


class Ceiling(msgspec.Struct, frozen=True):
    """The ceiling of each rule, and the curve of ceiling against number of candidates."""

    benchmark: str
    fingerprint: str
    pipeline: str
    questions: int
    """Those with an answer; the others have no ceiling."""
    sentences: int
    rows: tuple[CeilingRow, ...]
    curve: tuple[CeilingPoint, ...]


class _Reached(msgspec.Struct):
    """By question, in order: the best score of a candidate that is any of the answers, and the first."""

    scores: list[float]
    any_answer: list[float]
    first_answer: list[float]


def ceiling(
    dataset: Dataset,
    annotator: Annotator,
    rules: Sequence[CandidateRule] = tuple(CANDIDATE_RULES.values()),
    *,
    level: float = 0.95,
    sizes: Sequence[float] = CURVE_SIZES,
) -> Ceiling:
    """Return the share of answers that are candidates by each rule, and by number of candidates.

    An answer is a candidate when their texts are the same by SQuAD's rules: case, punctuation and articles aside, and
    wherever in the paragraph, since exact match asks no more.

    Args:
        dataset: The benchmark; questions without an answer are left out.
        annotator: Annotates the contexts.
        rules: The rules to measure.
        level: The confidence level of the intervals over articles, a fraction.
        sizes: Candidates a sentence at which the curve is measured; those beyond the whole pool are left out.

    Raises:
        OptionError: No question has an answer.
    """
    paragraphs = [p for article in dataset.articles for p in article.paragraphs]
    units: dict[str, list[int]] = {"article": [], "paragraph": [], "question": []}
    for number, (article, paragraph, question) in enumerate(
        zip(dataset.article_index, dataset.paragraph_index, dataset.questions(), strict=True)
    ):
        if question[2].answers:
            for column, value in zip(units.values(), (article, paragraph, number), strict=True):
                column.append(value)
    if not units["question"]:
        raise OptionError(
            f"{dataset.name or 'the dataset'} has no question with an answer, so candidates can hold none"
        )
    unit, clusters = choose_clusters(units)
    texts = annotator.annotate([paragraph.context for paragraph in paragraphs])
    sentences = sum(len(text.sentences) for text in texts)
    rows = []
    for rule in rules:
        found = _reached(paragraphs, texts, rule)
        shares = [
            mean_estimate([float(best > _NEVER) for best in reached], clusters, level=level, cluster_unit=unit)
            for reached in (found.any_answer, found.first_answer)
        ]
        count = len(found.scores)
        rows.append(CeilingRow(rule.name, count, count / max(sentences, 1), count / max(len(texts), 1), *shares))
    pool = _reached(paragraphs, texts, CANDIDATE_RULES["all"])
    return Ceiling(
        benchmark=dataset.name,
        fingerprint=dataset.fingerprint,
        pipeline=annotator.identity,
        questions=len(clusters),
        sentences=sentences,
        rows=tuple(rows),
        curve=tuple(_points(pool, sizes, sentences)),
    )


def _reached(paragraphs: Sequence[Paragraph], texts: Sequence[Annotated], rule: CandidateRule) -> _Reached:
    reached = _Reached([], [], [])
    for paragraph, text in zip(paragraphs, texts, strict=True):
        found = constituents(text, rule)
        bounds = zip(found.starts.tolist(), found.ends.tolist(), strict=True)
        forms = normalized([text.text[text.starts[start] : text.ends[end - 1]] for start, end in bounds], SQUAD)
        scores = found.scores.tolist()
        reached.scores += scores
        best: dict[str, float] = {}
        for form, score in zip(forms, scores, strict=True):
            if score > best.get(form, _NEVER):
                best[form] = score
        for question in paragraph.questions:
            if question.answers:
                answers = normalized([answer.text for answer in question.answers], SQUAD)
                places = [best.get(answer, _NEVER) for answer in answers]
                reached.any_answer.append(max(places))
                reached.first_answer.append(places[0])
    return reached


def _points(pool: _Reached, sizes: Sequence[float], sentences: int) -> Iterator[CeilingPoint]:
    ranked = sorted(pool.scores, reverse=True)
    for size in sizes:
        taken = round(size * sentences)
        if not 0 < taken <= len(ranked):
            continue
        least = ranked[taken - 1]
        shares = [
            sum(best >= least for best in column) / len(column) for column in (pool.any_answer, pool.first_answer)
        ]
        yield CeilingPoint(size, least, *shares)
