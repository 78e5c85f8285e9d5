"""Exact match and F1 of one prediction against one answer."""

from collections.abc import Sequence

from spanwise.scoring.rules import Rules
from spanwise.text.normalize import normalized_alone

__all__ = ["best_match", "exact_match", "f1", "token_f1"]


def exact_match(prediction: str, answer: str, rules: Rules) -> float:
    """Return 1.0 where prediction and answer are the same text after normalisation, else 0.0."""
    return float(normalized_alone(prediction, rules.profile) == normalized_alone(answer, rules.profile))


def f1(prediction: str, answer: str, rules: Rules) -> float:
    """Return the harmonic mean of token precision and recall after normalisation, a fraction.

    Two texts with no token left have F1 1 under the SQuAD 2.0 rules and 0 under 1.1's, as in the official scripts.
    """
    predicted = normalized_alone(prediction, rules.profile).split()
    gold = normalized_alone(answer, rules.profile).split()
    if rules.empty_answers == "dropped" and not (predicted and gold):
        return float(predicted == gold)
    return token_f1(predicted, gold)


def token_f1(predicted: Sequence[str], gold: Sequence[str]) -> float:
    """Return F1 over two bags of tokens; 0 where they share none, also where both are empty."""
    left: dict[str, int] = {}
    for token in gold:
        left[token] = left.get(token, 0) + 1
    same = 0
    for token in predicted:
        count = left.get(token, 0)
        if count:
            left[token] = count - 1
            same += 1
    if not same:
        return 0.0
    precision = same / len(predicted)
    recall = same / len(gold)
    # Written as the official scripts have it, so that the last binary digit agrees.
    return (2 * precision * recall) / (precision + recall)


def best_match(text: str, golds: Sequence[str], f1_of: dict[tuple[str, str], float]) -> tuple[float, float, int]:
    """Return the greatest exact match and F1 of a text over answers, and which answer gave the F1 (-1: none did).

    Args:
        text: A prediction in normal form.
        golds: The answers in normal form.
        f1_of: F1 of the pairs met so far, added to here: benchmarks repeat both answers and mistakes.
    """
    if text in golds:
        # Equal texts share all their tokens, of which the empty text has none: F1 0 beside exact match 1.
        return 1.0, 1.0 if text else 0.0, golds.index(text)
    best, reference = 0.0, -1
    if text:
        for position, gold in enumerate(golds):
            value = f1_of.get((text, gold))
            if value is None:
                value = f1_of[text, gold] = token_f1(text.split(), gold.split())
            if value > best:
                best, reference = value, position
    return 0.0, best, reference
