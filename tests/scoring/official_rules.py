"""The rules of the official scripts in our own words, slowly: text by text, question by question, sum by sum.

Nothing here is shared with the package, and nothing is the scripts' own code; what it is made from is what they do.
Where floats are added, the package may add them in another order, so numbers are compared to 1e-12.
"""

import unicodedata
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import groupby

ARTICLES: dict[str, frozenset[str]] = {
    "en": frozenset({"a", "an", "the"}),
    "es": frozenset({"un", "una", "unos", "unas", "el", "la", "los", "las"}),
    "hi": frozenset(),
    "vi": frozenset({"của", "là", "cái", "chiếc", "những"}),
    "de": frozenset(["ein", "eine", "einen", "einem", "eines", "einer", "der", "die", "das", "den", "dem", "des"]),
    "ar": frozenset(),
    "zh": frozenset(),
}
"""The words that each language's rules drop. Arabic drops alef-lam anywhere, see `tokens`."""

Question = tuple[str, Sequence[str]]
"""An id and the texts of the answers."""


def is_ascii_punctuation(character: str) -> bool:
    """Tell the 32 printable ASCII characters that are neither letter, digit nor space."""
    return "!" <= character <= "~" and not character.isalnum()


def is_word_character(character: str) -> bool:
    return character.isalnum() or character == "_"


def tokens(text: str, rules: str = "squad") -> list[str]:
    """Return what is left of a text under "squad" or "mlqa:<language>"."""
    language = rules.partition(":")[2]
    kept = [
        c for c in text.lower() if not is_ascii_punctuation(c) and not (language and unicodedata.category(c)[0] == "P")
    ]
    if language == "ar":
        return "".join(kept).replace("ال", " ").split()
    runs = ["".join(run) for _, run in groupby(kept, is_word_character)]
    without = "".join(" " if run in ARTICLES[language or "en"] else run for run in runs)
    if language == "zh":
        without = "".join(f" {c} " if "一" <= c <= "龥" else c for c in without)
    return without.split()


def f1(predicted: Sequence[str], gold: Sequence[str]) -> Fraction:
    """Return twice the shared tokens over all tokens, which is the harmonic mean of precision and recall."""
    left = list(gold)
    shared = 0
    for token in predicted:
        if token in left:
            left.remove(token)
            shared += 1
    return Fraction(2 * shared, len(predicted) + len(gold)) if shared else Fraction(0)


def pair_1(prediction: str, answers: Sequence[str], rules: str = "squad") -> tuple[int, Fraction]:
    """Return exact match and F1 as SQuAD 1.1's and MLQA's scripts have them: empty texts are equal, with F1 0."""
    said = tokens(prediction, rules)
    golds = [tokens(answer, rules) for answer in answers]
    return max(int(said == gold) for gold in golds), max(f1(said, gold) for gold in golds)


def pair_2(prediction: str, answers: Sequence[str]) -> tuple[int, Fraction]:
    """Return exact match and F1 as SQuAD 2.0's script has them.

    Answers of which nothing is left do not count. Where none counts, the empty text is right.
    """
    said = tokens(prediction)
    golds = [gold for gold in map(tokens, answers) if gold]
    if not golds:
        return int(not said), Fraction(int(not said))
    return max(int(said == gold) for gold in golds), max(f1(said, gold) for gold in golds)


def mean(values: Sequence[Fraction | int]) -> Fraction:
    return Fraction(sum(values, Fraction(0)), len(values))


def scores_1(
    questions: Sequence[Question], predictions: Mapping[str, str], rules: str = "squad"
) -> dict[str, Fraction]:
    """Return what the 1.1 and MLQA scripts print, as fractions; a question without a prediction counts 0."""
    pairs = [
        pair_1(predictions[i], answers, rules) if i in predictions else (0, Fraction(0)) for i, answers in questions
    ]
    return {"exact_match": mean([em for em, _ in pairs]), "f1": mean([f for _, f in pairs])}


def scores_2(
    questions: Sequence[Question],
    predictions: Mapping[str, str],
    na_probs: Mapping[str, float] | None,
    threshold: float,
) -> dict[str, Fraction | float]:
    """Return what the 2.0 script prints with ``-n`` and ``-t``, as fractions.

    Args:
        questions: All with a prediction, for the script dies on a missing one.
        predictions: The texts.
        na_probs: By id in the order of their file, which settles ties.
        threshold: What a probability must exceed to abstain.
    """
    raw = {i: pair_2(predictions[i], answers) for i, answers in questions}
    answerable = {i: bool(answers) for i, answers in questions}
    out: dict[str, Fraction | float] = {}
    applied = {
        i: (int(not answerable[i]), Fraction(int(not answerable[i])))
        if na_probs and na_probs[i] > threshold
        else raw[i]
        for i in raw
    }
    parts = {
        "": list(raw),
        "HasAns_": [i for i in raw if answerable[i]],
        "NoAns_": [i for i in raw if not answerable[i]],
    }
    for name, ids in parts.items():
        if ids:
            out[f"{name}exact"] = mean([applied[i][0] for i in ids])
            out[f"{name}f1"] = mean([applied[i][1] for i in ids])
            out[f"{name}total"] = Fraction(len(ids))
    if na_probs is not None:
        for place, name in ((0, "exact"), (1, "f1")):
            out[f"best_{name}"], out[f"best_{name}_thresh"] = sweep(
                [i for i in sorted(na_probs, key=na_probs.__getitem__) if i in raw],
                {i: Fraction(raw[i][place]) for i in raw},
                answerable,
                predictions,
                na_probs,
            )
    return out


def sweep(
    order: Sequence[str],
    raw: Mapping[str, Fraction],
    answerable: Mapping[str, bool],
    predictions: Mapping[str, str],
    na_probs: Mapping[str, float],
) -> tuple[Fraction, float]:
    """Return the best mean and its threshold as the script finds them.

    It begins with abstaining on all, at a threshold called 0. Then it lets one question after the other answer, the
    least probability first: an answerable one adds its score, an unanswerable one costs 1 if any text was given.
    """
    total = Fraction(sum(not answerable[i] for i in raw))
    best, threshold = total, 0.0
    for i in order:
        total += raw[i] if answerable[i] else -int(bool(predictions[i]))
        if total > best:
            best, threshold = total, na_probs[i]
    return best / len(raw), threshold


def average_precision(
    questions: Sequence[Question], gains: Mapping[str, Fraction], na_probs: Mapping[str, float]
) -> Fraction:
    """Return the area under precision and recall over all thresholds that can be set, as the 2.0 script defines it.

    At a threshold the questions with no greater probability are answered. Precision is what the answerable ones among
    them score, over how many there are; recall is the same over all answerable questions.
    """
    answerable = {i for i, answers in questions if answers}
    area, reached = Fraction(0), Fraction(0)
    for threshold in sorted(set(na_probs.values())):
        answered = [i for i, _ in questions if na_probs[i] <= threshold]
        found = sum((gains[i] for i in answered if i in answerable), Fraction(0))
        recall = found / len(answerable)
        area += found / len(answered) * (recall - reached)
        reached = recall
    return area
