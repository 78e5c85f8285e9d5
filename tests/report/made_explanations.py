"""Explanations made by hand, of which everything is known, for texts that trip pages up."""

from collections.abc import Sequence

from spanwise.diagnosis.explanations import Explained, Standing
from spanwise.readers.log_linear.explain import Difference, Explanation, NullReason, Weighed
from spanwise.text.span import Span

HOSTILE_FEATURE = "question </script><b> & lemma “دمشق” inside"


def weighed(context: str, text: str, lexicalised: float, lengths: float, prob: float) -> Weighed:
    """Return a candidate at the first place of its text, with two groups of features."""
    start = context.index(text)
    by_group = {"lexicalised": lexicalised, "lengths": lengths}
    ordered = dict(sorted(by_group.items(), key=lambda item: -abs(item[1])))
    return Weighed(text, Span(start, start + len(text)), lexicalised + lengths, prob, ordered)


def explained(
    context: str,
    texts: Sequence[str],
    *,
    right: str | None = None,
    standing: Standing = "lower",
    odds: float | None = None,
) -> Explained:
    """Return an explanation that lists some texts of a context, the first held against the right one or the second."""
    candidates = tuple(
        [weighed(context, text, 3.0 - place, 0.25 * -place, 0.5**place) for place, text in enumerate(texts)]
    )
    against = right if right is not None and right != texts[0] else texts[1] if len(texts) > 1 else None
    differences = (
        Difference(HOSTILE_FEATURE, "lexicalised", 1.5),
        Difference("number of words inside the span below 2", "lengths", -0.5),
    )
    reasons = (NullReason("words of the question", 4.0, 1.25), NullReason("the roots match", 1.0, -0.75))
    explanation = Explanation(
        question="?",
        candidates=candidates,
        against=against,
        differences=differences if against is not None else (),
        null_log_odds=odds,
        null_reasons=reasons if odds is not None else (),
    )
    return Explained(explanation, tuple([text == right for text in texts]), standing)
