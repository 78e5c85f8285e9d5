"""What kind of mistake each answer is: one class a question, so that the counts add up to n."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import msgspec

from spanwise.data.dataset import Dataset, Question
from spanwise.diagnosis.answer_form import form_key
from spanwise.diagnosis.placement import answer_places, places, relation
from spanwise.diagnosis.scored_rows import scored_rows, scoring_rules
from spanwise.predictions.prediction import Prediction, Predictions
from spanwise.scoring.columns import Row, normal_forms
from spanwise.scoring.rules import Rules
from spanwise.scoring.scores import Scores
from spanwise.stats.estimate import Estimate
from spanwise.text.normalize import normalized

__all__ = ["MISTAKES", "MistakeClass", "MistakeCount", "Mistakes", "mistakes"]


class MistakeClass(msgspec.Struct, frozen=True):
    """One thing an answer can be."""

    key: str
    label: str
    meaning: str


MISTAKES = (
    MistakeClass("missing", "missing", "there is no prediction"),
    MistakeClass("right", "right", "exact match is 1: an answer is hit, or rightly none is given"),
    MistakeClass("over_refusal", "over-refusal", "the reader abstains, and the context holds an answer"),
    MistakeClass("plausible_taken", "plausible answer taken", "unanswerable, and the plausible answer is given"),
    MistakeClass("form", "form only", "only punctuation, Unicode form, number format or an article differs"),
    MistakeClass("not_a_span", "not a span", "the text does not stand in the context"),
    MistakeClass("false_answer", "false answer elsewhere", "unanswerable, and another text of the context is given"),
    MistakeClass("longer", "longer", "holds a right answer and more"),
    MistakeClass("shorter", "shorter", "a part of a right answer"),
    MistakeClass(
        "overlapping", "overlapping", "shares some of its place with a right answer, neither holding the other"
    ),
    MistakeClass("same_sentence", "same sentence", "lies in the sentence of a right answer, beside it"),
    MistakeClass("other_sentence", "other sentence", "lies in another sentence than every right answer"),
    MistakeClass("unplaced", "unplaced", "wrong, and the file does not say where the right answers stand"),
)
"""In order of precedence: a question is of the first class that fits it."""


class MistakeCount(msgspec.Struct, frozen=True):
    """How many questions are of a class, and their share of all."""

    key: str
    count: int
    share: Estimate


class Mistakes(msgspec.Struct, frozen=True):
    """The mistakes of one reader."""

    reader: str
    ids: tuple[str, ...]
    keys: tuple[str, ...]
    """The class of each question, shape (n,)."""
    counts: tuple[MistakeCount, ...]
    """One for each of `MISTAKES`, in that order; the counts add up to n."""

    def ids_of(self, key: str) -> tuple[str, ...]:
        """Return the ids of the questions of a class, in file order."""
        return tuple([identity for identity, own in zip(self.ids, self.keys, strict=True) if own == key])


def mistakes(dataset: Dataset, predictions: Predictions, scores: Scores, *, rules: Rules | None = None) -> Mistakes:
    """Return the class of each question and how many there are of each, which adds up to n.

    Exact match decides what is right, by the rules and at the threshold of the scores. Predictions files seldom say
    where an answer was taken from; the places of its text nearest in kind to a right answer count, to the reader's
    advantage: one that overlaps a right answer before one in its sentence, one in its sentence before another.

    Args:
        dataset: The benchmark that was scored.
        predictions: The predictions that were scored.
        scores: What `score` made of the two.
        rules: The rules of the scores, where they are not Spanwise's own.

    Raises:
        OptionError: The scores were made on another dataset, or by rules that are not known by name.
    """
    rules = scoring_rules(scores, rules)
    rows = scored_rows(dataset, scores)
    contexts = [paragraph.context for article in dataset.articles for paragraph in article.paragraphs]
    normal = _all_forms(rows, predictions, rules)
    columns = scores.columns
    keys = []
    for row, predicted, abstains, em in zip(rows, columns.predicted, columns.abstains, columns.em, strict=True):
        question = row.question
        if not predicted:
            keys.append("missing")
        elif em == 1.0:
            keys.append("right")
        elif abstains:
            keys.append("over_refusal")
        else:
            case = _Case(row.question, predictions.by_id[question.id], contexts[row.paragraph], normal)
            keys.append(_wrong_answer(case) if question.answers else _false_answer(case))
    values = {kind.key: [1.0 if key == kind.key else 0.0 for key in keys] for kind in MISTAKES}
    shares = scores.intervals.means(values, columns)
    counts = tuple(
        MistakeCount(kind.key, keys.count(kind.key), share) for kind, share in zip(MISTAKES, shares, strict=True)
    )
    return Mistakes(reader=scores.reader, ids=columns.ids, keys=tuple(keys), counts=counts)


class _Case(NamedTuple):
    """An answer that is not right, with all it takes to say why."""

    question: Question
    prediction: Prediction
    context: str
    normal: Mapping[str, str]
    """The normal forms of answers, plausible answers and predictions, by their text."""


def _all_forms(rows: Sequence[Row], predictions: Predictions, rules: Rules) -> dict[str, str]:
    plausible = list({answer.text: None for row in rows for answer in row.question.plausible_answers})
    forms = zip(plausible, normalized(plausible, rules.profile), strict=True)
    return normal_forms(rows, predictions, rules) | dict(forms)


def _false_answer(case: _Case) -> str:
    given = case.normal[case.prediction.text]
    if any(given == case.normal[answer.text] for answer in case.question.plausible_answers):
        return "plausible_taken"
    return "false_answer" if places(case.prediction, case.context) else "not_a_span"


def _wrong_answer(case: _Case) -> str:
    question, prediction, context, normal = case
    key = form_key(prediction.text)
    if key and any(key == form_key(answer.text) for answer in question.answers):
        return "form"
    given = places(prediction, context)
    if not given:
        return "not_a_span"
    right = answer_places(question.answers, context)
    where = relation(given, right, context) if right else "unplaced"
    if where == "same":
        return "form"
    if where in ("longer", "shorter", "overlapping"):
        return where
    # Elsewhere in the context, but the same words: "the Norman kings" where "Norman kings of Sicily" is right.
    text = normal[prediction.text]
    golds = [normal[answer.text] for answer in question.answers]
    if any(gold and f" {gold} " in f" {text} " for gold in golds):
        return "longer"
    if text and any(f" {text} " in f" {gold} " for gold in golds):
        return "shorter"
    return where
