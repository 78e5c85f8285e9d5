"""Why the log-linear reader answers what it does: the features of a candidate, each with its weight."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import msgspec
import numpy as np

from spanwise.data.dataset import Article, Dataset, Paragraph, Question
from spanwise.errors import OptionError
from spanwise.readers.log_linear.considered import Considered
from spanwise.readers.log_linear.keys import Keys
from spanwise.readers.log_linear.measures import MEASURES, ROOTS
from spanwise.readers.log_linear.null_features import NULL_FEATURES
from spanwise.readers.log_linear.reader import LogLinearReader
from spanwise.readers.log_linear.scores import Held
from spanwise.text.span import Span

if TYPE_CHECKING:
    from spanwise.readers.log_linear.context import ContextFacts

__all__ = ["Difference", "Explanation", "NullReason", "Weighed", "candidate_texts", "explain", "explanation_of"]


class Weighed(msgspec.Struct, frozen=True):
    """A candidate with its score, and what of it each group of features gave."""

    text: str
    span: Span
    score: float
    prob: float
    """The probability among all candidates of the context."""
    by_group: dict[str, float]
    """The sum of the weights of each group, the largest first; together they are the score."""


class Difference(msgspec.Struct, frozen=True):
    """A feature that one of two candidates has more of than the other."""

    feature: str
    group: str
    weight: float
    """What the feature adds to the lead of the first."""


class NullReason(msgspec.Struct, frozen=True):
    """A measure of the null option and what it adds to the log odds of "no answer"."""

    measure: str
    value: float
    weight: float


class Explanation(msgspec.Struct, frozen=True):
    """One question: the best candidates, and what put the first before the second."""

    question: str
    candidates: tuple[Weighed, ...]
    """The best, each text once, and where asked for the one that the answer is held against, wherever it stands."""
    against: str | None
    """The text of the candidate that `differences` compare the best with; None where there is no other."""
    differences: tuple[Difference, ...]
    """Largest first; above 0 speaks for the best candidate."""
    null_log_odds: float | None
    """The log odds of "no answer"; None without a null option."""
    null_reasons: tuple[NullReason, ...]
    """Largest first; above 0 speaks for "no answer"."""


def explain(
    reader: LogLinearReader, question: str, context: str, *, against: str | None = None, most: int = 12
) -> Explanation:
    """Return why a reader answers a question as it does.

    Args:
        reader: A trained reader.
        question: The question's text.
        context: The text to answer from.
        against: The text of a candidate to hold the answer against, such as the right answer; the second best by
            default.
        most: The most differences, and the most reasons for no answer, to give.

    Raises:
        OptionError: No candidate of the context has the text of `against`.
    """
    asked = Dataset((Article("", (Paragraph(context, (Question("question", question),)),)),))
    (one,) = reader.considered(asked)
    return explanation_of(reader, one, against=against, most=most)


def explanation_of(
    reader: LogLinearReader, one: Considered, *, against: str | None = None, most: int = 12
) -> Explanation:
    """Return why a reader answers a question that it has considered as it does.

    Args:
        reader: The reader that considered it.
        one: The question with the scores of its candidates.
        against: As of `explain`.
        most: As of `explain`.

    Raises:
        OptionError: No candidate of the context has the text of `against`.
    """
    if one.context is None:
        return Explanation(one.question.text, (), None, (), None, ())
    places = _ranked(one)
    texts, order = tuple(places), tuple(places.values())
    rival = _rival(texts, against)
    keys = Keys(named=True)
    weigh = _Weigher(reader, reader.held(one.context, [one.annotated], keys), keys)
    shown = [*range(min(5, len(order))), *([rival] if rival is not None and rival >= 5 else [])]
    listed = tuple([weigh.weighed(one, order[place]) for place in shown])
    differences = weigh.differences(order[0], order[rival]) if rival is not None else []
    odds, reasons = _null(reader, one)
    return Explanation(
        question=one.question.text,
        candidates=listed,
        against=None if rival is None else texts[rival],
        differences=tuple(differences[:most]),
        null_log_odds=odds,
        null_reasons=tuple(reasons[:most]),
    )


def candidate_texts(one: Considered) -> tuple[str, ...]:
    """Return the texts of all candidates of a question, the best first; none where the context has no candidate."""
    return tuple(_ranked(one))


def _ranked(one: Considered) -> dict[str, int]:
    """Return the best candidate of each text, the best first: a name may stand in every sentence."""
    best: dict[str, int] = {}
    if one.context is not None:
        for place in np.argsort(-one.scores, kind="stable").tolist():
            best.setdefault(_text(one.context, place), place)
    return best


def _text(context: "ContextFacts", candidate: int) -> str:
    return _span(context, candidate).of(context.annotated.text)


def _span(context: "ContextFacts", candidate: int) -> Span:
    return context.annotated.span(int(context.candidates.starts[candidate]), int(context.candidates.ends[candidate]))


def _rival(texts: tuple[str, ...], against: str | None) -> int | None:
    """Return the place, by score, of the candidate to hold the best against."""
    if against is None:
        return 1 if len(texts) > 1 else None
    if against not in texts:
        raise OptionError(f"no candidate of the context is {against!r}; the best are {', '.join(map(repr, texts[:5]))}")
    return texts.index(against)


class _Weigher:
    """The weights of single candidates' features for the one question of `held`."""

    def __init__(self, reader: LogLinearReader, held: Held, keys: Keys) -> None:
        self._model = reader.model
        self._held = held
        self._names = keys.names or {}
        self._weights = self._model.weights_of(held.features.keys)
        groups = self._model.settings.groups
        self._dense_groups = [g for g in MEASURES if g in groups for _ in MEASURES[g]]

    def weighed(self, one: Considered, candidate: int) -> Weighed:
        by_group: dict[str, float] = {}
        for (_, group), weight in self._features(candidate).items():
            by_group[group] = by_group.get(group, 0.0) + weight
        assert one.context is not None, "who has candidates has a context"
        shifted = np.exp(one.scores - one.scores.max())
        return Weighed(
            text=_text(one.context, candidate),
            span=_span(one.context, candidate),
            score=float(one.scores[candidate]),
            prob=float(shifted[candidate] / shifted.sum()),
            by_group=dict(sorted(by_group.items(), key=lambda item: -abs(item[1]))),
        )

    def differences(self, best: int, rival: int) -> list[Difference]:
        ours, theirs = self._features(best), self._features(rival)
        found = {name: ours.get(name, 0.0) - theirs.get(name, 0.0) for name in {**ours, **theirs}}
        largest = sorted(found.items(), key=lambda item: (-abs(item[1]), item[0]))
        return [Difference(name, group, weight) for (name, group), weight in largest if weight]

    def _features(self, candidate: int) -> dict[tuple[str, str], float]:
        """Return the features of a candidate, by name and group, with what each adds to its score."""
        found: dict[tuple[str, str], float] = {}
        for name, group, weight in (*self._dense(candidate), *self._keyed(candidate)):
            found[name, group] = found.get((name, group), 0.0) + weight
        return found

    def _dense(self, candidate: int) -> Iterator[tuple[str, str, float]]:
        buckets = self._model.buckets
        for column, place in enumerate(self._held.dense[0, candidate].tolist()):
            if place < buckets.size:
                yield buckets.name(place), self._dense_groups[column], float(self._model.dense[place])
            elif place - buckets.size < len(ROOTS):
                yield ROOTS[place - buckets.size], "root-match", float(self._model.dense[place])

    def _keyed(self, candidate: int) -> Iterator[tuple[str, str, float]]:
        features = self._held.features
        for table, of_question, of_candidate, group in features.crossings:
            yield self._named(int(table[of_question[0], of_candidate[candidate]]), group)
        if features.paths is not None:
            for row in np.flatnonzero(features.paths.rows == candidate):
                for place in features.paths.places[row].tolist():
                    yield self._named(place, "dependency-paths")
        if features.lexical is not None:
            block = next(b for b in features.context.blocks if b.candidates.start <= candidate < b.candidates.stop)
            row = candidate - block.candidates.start
            kinds = features.context.kind_of[block.tokens]
            for table, has in ((features.lexical.near, block.near), (features.lexical.inside, block.inside)):
                for place in table[:, kinds[has[row]]].ravel().tolist():
                    yield self._named(place, "lexicalised")

    def _named(self, place: int, group: str) -> tuple[str, str, float]:
        return self._names[int(self._held.features.keys[place])], group, float(self._weights[place])


def _null(reader: LogLinearReader, one: Considered) -> tuple[float | None, list[NullReason]]:
    option = reader.model.null_option
    if option is None:
        return None, []
    row = reader.null_row(one)
    places = option.buckets.places(row).tolist()
    reasons = [
        NullReason(measure, float(value), option.weights[place])
        for measure, value, place in zip(NULL_FEATURES, row, places, strict=True)
    ]
    return option.log_odds(row), sorted(reasons, key=lambda reason: -abs(reason.weight))
