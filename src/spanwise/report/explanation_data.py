"""Why a reader answers as it does, as the JSON that the page's question browser reads.

Names of features, groups and measures stand once each, and the questions refer to them by number.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from spanwise.diagnosis.explanations import Explained

if TYPE_CHECKING:
    from spanwise.readers.log_linear.explain import Weighed

__all__ = ["explanation_data"]


def explanation_data(
    explained: Mapping[str, Explained], ids: Sequence[str], offsets: Sequence[Callable[[int], int]]
) -> dict[str, Any] | None:
    """Return the explanations of a reader by the number of the question, None where there are none.

    Texts of candidates are not given: they are the context from start to end.

    Args:
        explained: The explanations by question id.
        ids: The id of each question, shape (n,).
        offsets: Of each question what turns a code point offset in its context into one in UTF-16 units, shape (n,).
    """
    if not explained:
        return None
    groups, features, measures = _Numbers(), _Numbers(), _Numbers()
    of = {}
    for number, (identity, offset) in enumerate(zip(ids, offsets, strict=True)):
        if (one := explained.get(identity)) is None:
            continue
        why = one.explanation
        texts = [candidate.text for candidate in why.candidates]
        of[str(number)] = {
            "candidates": [_candidate(candidate, offset, groups) for candidate in why.candidates],
            "right": [place for place, right in enumerate(one.right) if right],
            "against": None if why.against is None else texts.index(why.against),
            "differences": [
                value
                for one in why.differences
                for value in (features[one.feature, groups[one.group]], round(one.weight, 2))
            ],
            "odds": None if why.null_log_odds is None else round(why.null_log_odds, 2),
            "reasons": [
                value
                for one in why.null_reasons
                for value in (measures[one.measure], round(one.value, 2), round(one.weight, 2))
            ],
        }
    return {"groups": list(groups), "features": list(features), "measures": list(measures), "of": of}


class _Numbers(dict[Any, int]):
    """Things with their numbers, in the order in which they were met."""

    def __missing__(self, key: Any) -> int:
        self[key] = len(self)
        return self[key]


def _candidate(candidate: "Weighed", offset: Callable[[int], int], groups: _Numbers) -> list[Any]:
    """Return start, end, score, probability, and the sum of the weights of each group, flat."""
    by_group = [value for name, weight in candidate.by_group.items() for value in (groups[name], round(weight, 2))]
    span = candidate.span
    return [offset(span.start), offset(span.end), round(candidate.score, 2), round(candidate.prob, 4), by_group]
