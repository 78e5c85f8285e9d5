"""One row a question: the columns that every number, interval, test and picture is made from.

Each question is compared with its answers once, here. What comes after reads these columns, never the texts again.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Literal

import msgspec

from spanwise.data.dataset import Dataset, Question
from spanwise.errors import DataError
from spanwise.predictions.prediction import Prediction, Predictions
from spanwise.scoring.pair import best_match
from spanwise.scoring.rules import Rules
from spanwise.text.normalize import normalized

__all__ = ["Columns", "Duplicates", "Row", "kept_rows", "normal_forms", "score_columns"]

Duplicates = Literal["refuse", "first", "last", "all"]
"""What to do about different questions with one id; SQuAD 1.1's script counts "all", 2.0's keeps the "last"."""


class Row(msgspec.Struct, frozen=True):
    """A question with the article and paragraph it belongs to, counted from 0."""

    question: Question
    article: int
    paragraph: int


class Columns(msgspec.Struct, frozen=True):
    """Per-question facts, one tuple of length n a fact, in file order."""

    ids: tuple[str, ...]
    article: tuple[int, ...]
    paragraph: tuple[int, ...]
    has_answer: tuple[bool, ...]
    """Whether the file gives any answer: the official scripts' HasAns."""
    predicted: tuple[bool, ...]
    """Whether there is a prediction; a missing one scores 0 and is no abstention."""
    answered: tuple[bool, ...]
    """Whether the prediction's text is not empty."""
    abstains: tuple[bool, ...]
    """Whether the reader gives no answer, by an empty text or by the threshold; a missing one does not abstain."""
    raw_em: tuple[float, ...]
    raw_f1: tuple[float, ...]
    """Scores of the reader's own text, before any threshold."""
    em: tuple[float, ...]
    f1: tuple[float, ...]
    """Scores at the threshold, fractions in [0, 1]."""
    reference: tuple[int, ...]
    """The position, among the question's answers, of the one that gave the F1 or the exact match; -1: none did."""
    na_prob: tuple[float, ...] | None = None
    """The no-answer probability of each question; None where the reader gives none. What stands where a prediction is
    missing is never read."""
    na_rank: tuple[int, ...] | None = None
    """Where the probability stands in its file: the official sweep goes through equal ones in that order."""

    def __len__(self) -> int:
        """Return n."""
        return len(self.ids)

    def arrays(self) -> dict[str, Any]:
        """Return the columns as read-only numpy arrays of shape (n,), by name."""
        import numpy as np

        columns = {}
        for name in self.__struct_fields__:
            values = getattr(self, name)
            if values is not None:
                array = np.array(values)
                array.flags.writeable = False
                columns[name] = array
        return columns

    def rows(self) -> list[dict[str, Any]]:
        """Return one dictionary a question: its ``id``, and the other columns by name."""
        names = [name for name in self.__struct_fields__ if getattr(self, name) is not None]
        columns = [getattr(self, name) for name in names]
        names[0] = "id"
        return [dict(zip(names, row, strict=True)) for row in zip(*columns, strict=True)]


def kept_rows(dataset: Dataset, duplicates: Duplicates = "refuse") -> tuple[tuple[Row, ...], tuple[str, ...]]:
    """Return the questions that count, and the ids that stand more than once.

    The same question twice on the same context with the same answers is counted once. Two different questions with
    one id have no right score: SQuAD 1.1's script counts both, 2.0's the last, with different results.

    Raises:
        DataError: Different questions share an id, and no rule for it was chosen.
    """
    rows = []
    paragraph_number = 0
    for article_number, article in enumerate(dataset.articles):
        for paragraph in article.paragraphs:
            rows += [Row(question, article_number, paragraph_number) for question in paragraph.questions]
            paragraph_number += 1
    if len(set(dataset.question_ids)) == len(rows):
        return tuple(rows), ()
    if duplicates == "all":
        times = Counter(dataset.question_ids)
        return tuple(rows), tuple(identity for identity, count in times.items() if count > 1)
    return _without_duplicates(rows, dataset, duplicates)


def _without_duplicates(
    rows: Sequence[Row], dataset: Dataset, duplicates: Duplicates
) -> tuple[tuple[Row, ...], tuple[str, ...]]:
    contexts = [paragraph.context for article in dataset.articles for paragraph in article.paragraphs]
    kept: dict[str, Row] = {}
    repeated: dict[str, None] = {}
    for row in rows:
        first = kept.setdefault(row.question.id, row)
        if first is row:
            continue
        same = row.question == first.question and contexts[row.paragraph] == contexts[first.paragraph]
        if not same and duplicates == "refuse":
            raise DataError(
                f"the id {row.question.id!r} stands twice, for different questions ({first.question.text!r} and "
                f"{row.question.text!r}): with duplicate ids no score is right; mend the file, or choose "
                "--duplicates first, last (as SQuAD 2.0's script) or all (as 1.1's) when scoring"
            )
        repeated[row.question.id] = None
        if duplicates == "last":
            kept[row.question.id] = row
    return tuple(kept.values()), tuple(repeated)


def normal_forms(rows: Sequence[Row], predictions: Predictions, rules: Rules) -> dict[str, str]:
    """Return the normal form of every answer and of every prediction to one of the questions, by text."""
    questions = [row.question for row in rows]
    found = map(predictions.by_id.get, [question.id for question in questions])
    # Lists and not generators here: they are half the time on a million questions.
    texts = {answer.text for question in questions for answer in question.answers}
    texts.update([prediction.text for prediction in found if prediction is not None])
    distinct = list(texts)
    return dict(zip(distinct, normalized(distinct, rules.profile), strict=True))


def score_columns(rows: Sequence[Row], predictions: Predictions, rules: Rules, normal: Mapping[str, str]) -> Columns:
    """Return the columns of a reader's own texts, no threshold applied.

    Args:
        rows: The questions that count.
        predictions: A reader's answers.
        rules: How texts are compared.
        normal: Their normal forms, as `normal_forms` gives them.

    Raises:
        DataError: A question has no answer and the rules have no meaning for that.
    """
    if rules.unanswerable == "refused":
        _refuse_unanswerable(rows, rules)
    questions = [row.question for row in rows]
    ids = [question.id for question in questions]
    predicted = list(map(predictions.by_id.get, ids))
    scored = _score(questions, predicted, rules, normal)
    em, f1, reference = (tuple(column) for column in zip(*scored, strict=True)) if scored else ((), (), ())
    return Columns(
        ids=tuple(ids),
        article=tuple([row.article for row in rows]),
        paragraph=tuple([row.paragraph for row in rows]),
        has_answer=tuple([bool(question.answers) for question in questions]),
        predicted=tuple([p is not None for p in predicted]),
        answered=tuple([p is not None and p.text != "" for p in predicted]),
        abstains=tuple([p is not None and p.text == "" for p in predicted]),
        raw_em=em,
        raw_f1=f1,
        em=em,
        f1=f1,
        reference=reference,
    )


def _refuse_unanswerable(rows: Sequence[Row], rules: Rules) -> None:
    for row in rows:
        if not row.question.answers:
            raise DataError(
                f"question {row.question.id!r} has no gold answer, and the rules {rules.name!r} have no meaning for "
                "that; use the SQuAD 2.0 metric (--rules squad2)"
            )


def _score(
    questions: Sequence[Question], predicted: Sequence[Prediction | None], rules: Rules, normal: Mapping[str, str]
) -> list[tuple[float, float, int]]:
    """Return (exact match, F1, reference) of each question, the greatest over its answers."""
    drop_empty = rules.empty_answers == "dropped"
    # Many questions have the same answer texts and prediction; the pairs are worked out once.
    f1_of: dict[tuple[str, str], float] = {}
    scored: list[tuple[float, float, int]] = []
    for question, prediction in zip(questions, predicted, strict=True):
        if prediction is None:
            scored.append(_WRONG)
            continue
        text = normal[prediction.text]
        if not question.answers:
            scored.append(_WRONG if text else _RIGHT)
            continue
        golds = [normal[answer.text] for answer in question.answers]
        if text and text in golds:
            scored.append((1.0, 1.0, golds.index(text)))
        elif drop_empty and not (text and any(golds)):
            # Where no answer is left after normalisation, the empty text is the right one. Where one is left, those
            # that are not are dropped, so that an abstention does not hit them.
            scored.append(_WRONG if text or any(golds) else _RIGHT)
        else:
            scored.append(best_match(text, golds, f1_of))
    return scored


_WRONG = (0.0, 0.0, -1)
_RIGHT = (1.0, 1.0, -1)
