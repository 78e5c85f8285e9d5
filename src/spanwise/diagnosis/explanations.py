"""Why a trained reader answers the questions of a benchmark as it does, the wrong answers first."""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import count
from typing import TYPE_CHECKING, Literal

import msgspec

from spanwise.data.dataset import Article, Dataset
from spanwise.diagnosis.scored_rows import scored_rows, scoring_rules
from spanwise.errors import OptionError
from spanwise.predictions.prediction import Prediction, Predictions
from spanwise.scoring.columns import Row
from spanwise.scoring.scores import Scores
from spanwise.text.normalize import normalized_alone

if TYPE_CHECKING:
    from spanwise.readers.log_linear.explain import Explanation
    from spanwise.readers.log_linear.reader import LogLinearReader

__all__ = ["Explained", "Standing", "explanations"]

Standing = Literal["first", "lower", "none", "unanswerable"]
"""Where the best right candidate stands: it is the first, stands lower, there is none, or nothing is right."""


class Explained(msgspec.Struct, frozen=True):
    """Why a reader answers one question as it does, with what would have been right."""

    explanation: "Explanation"
    right: tuple[bool, ...]
    """Whether each of the explanation's candidates is a right answer, by the rules of the scores."""
    standing: Standing


def explanations(
    dataset: Dataset, predictions: Predictions, scores: Scores, reader: "LogLinearReader", *, most: int = 200
) -> dict[str, Explained]:
    """Return why the reader answers as it does, for the wrong answers first, by question id.

    The best candidate is held against the best right one, where a right answer is a candidate at all; else against the
    next. Where there are more wrong answers than are wanted, they are taken at even distances through the file, so that
    every article has its share; where there are fewer, right ones fill up. A question without prediction, or whose id
    stands twice in the file, is left out.

    Args:
        dataset: The benchmark that was scored.
        predictions: The reader's.
        scores: What `score` made of the two.
        reader: The reader that made the predictions.
        most: The most questions to explain.

    Raises:
        OptionError: The reader answers otherwise than the predictions say, or the scores were made on another dataset.
    """
    from spanwise.readers.log_linear.explain import candidate_texts, explanation_of

    profile = scoring_rules(scores, None).profile
    chosen = _chosen(scored_rows(dataset, scores), dataset, scores, most)
    found = {}
    for one in reader.considered(_part(dataset, chosen)):
        row = chosen.get(one.question.id)
        if row is None:
            continue
        texts = candidate_texts(one)
        _check(predictions.by_id[one.question.id], texts, scores.reader)
        golds = {normalized_alone(answer.text, profile) for answer in row.question.answers}
        best = next((text for text in texts if normalized_alone(text, profile) in golds), None)
        explanation = explanation_of(reader, one, against=None if best in texts[:1] else best)
        found[one.question.id] = Explained(
            explanation=explanation,
            right=tuple([normalized_alone(c.text, profile) in golds for c in explanation.candidates]),
            standing=_standing(texts, best, answerable=bool(golds)),
        )
    return {identity: found[identity] for identity in scores.columns.ids if identity in found}


def _chosen(rows: Sequence[Row], dataset: Dataset, scores: Scores, most: int) -> dict[str, Row]:
    """Return the rows to explain by id, in file order."""
    seen = Counter(dataset.question_ids)
    columns = scores.columns
    can = [place for place, there in enumerate(columns.predicted) if there and seen[columns.ids[place]] == 1]
    wrong = [place for place in can if columns.em[place] < 1]
    taken = _even(wrong, most)
    taken += _even([place for place in can if columns.em[place] == 1], most - len(taken))
    return {columns.ids[place]: rows[place] for place in sorted(taken)}


def _even(places: Sequence[int], most: int) -> list[int]:
    """Return at most so many of the places, at even distances."""
    if len(places) <= most:
        return list(places)
    return [places[number * len(places) // most] for number in range(most)]


def _part(dataset: Dataset, chosen: Mapping[str, Row]) -> Dataset:
    """Return the paragraphs that hold the chosen questions, whole: as the reader saw them when it answered.

    Rounding depends on which questions are scored together, and may part candidates of equal score.
    """
    wanted = {row.paragraph for row in chosen.values()}
    number = count()
    articles = [
        Article(article.title, tuple([p for p in article.paragraphs if next(number) in wanted]))
        for article in dataset.articles
    ]
    return Dataset(tuple(articles))


def _check(prediction: Prediction, texts: Sequence[str], reader: str) -> None:
    """Refuse a reader that did not make the prediction; an abstention is held to the best of its n-best list."""
    said = prediction.text or next((other.text for other in prediction.nbest if other.text), "")
    if said and texts[:1] != (said,):
        made = f"answers {texts[0]!r}" if texts else "finds no candidate"
        raise OptionError(
            f"question {prediction.id!r}: the model {made}, and the predictions of {reader!r} say {said!r}; explain "
            "them by the model that made them"
        )


def _standing(texts: Sequence[str], best: str | None, *, answerable: bool) -> Standing:
    if not answerable:
        return "unanswerable"
    if best is None:
        return "none"
    return "first" if best == texts[0] else "lower"
