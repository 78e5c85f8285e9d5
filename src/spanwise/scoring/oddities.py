"""Odd matches and odd scores: where the rules give a number that a person would not.

The strict rules equal the official scripts to the last digit, so what they get wrong stays in the number. It is
named here, with the questions it touches: "1.5 million" matched by "15 million", an answer "A" that normalises
to nothing, two texts that differ only in the kind of apostrophe.
"""

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence

from spanwise.data.finding import Finding, counted
from spanwise.predictions.prediction import Predictions
from spanwise.scoring.columns import Columns, Row
from spanwise.scoring.rules import Rules
from spanwise.scoring.scores import Scores
from spanwise.text.normalize import LENIENT, normalized, normalized_alone

__all__ = ["odd_matches", "odd_scores"]

_INVISIBLE = re.compile("[\u200b-\u200f\u2060\ufeff\u00ad\u061c\u202a-\u202e]")
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_LONE_ARTICLE = re.compile(r"\bA\b")
_CUT = "ال"
_CUT_WORD = re.compile(rf"\w{_CUT}")


def odd_matches(
    rows: Sequence[Row], predictions: Predictions, columns: Columns, rules: Rules
) -> tuple[Finding, ...]:
    """Return a finding for each kind of odd match, with the ids it touches."""
    touched: dict[str, dict[str, str]] = {}
    nothing = _normalise_to_nothing(rows, rules)
    cuts_words = rules.profile.articles == _CUT
    for position, row in enumerate(rows):
        prediction = predictions.by_id.get(row.question.id)
        if prediction is None:
            continue
        for code, sight in _odd(row, prediction.text, columns.raw_em[position], nothing):
            touched.setdefault(code, {})[row.question.id] = sight
        if columns.raw_em[position] > columns.raw_f1[position]:
            touched.setdefault("em-above-f1", {})[row.question.id] = ""
        if cuts_words and columns.raw_em[position] and _CUT_WORD.search(" ".join([prediction.text, *_texts(row)])):
            touched.setdefault("word-cut-by-article", {})[row.question.id] = ""
    for code, ids in _only_lenient(rows, predictions, columns, rules):
        touched.setdefault(code, {}).update(dict.fromkeys(ids, ""))
    for row in rows:
        if not nothing.isdisjoint(answer.text for answer in row.question.answers):
            all_gone = all(answer.text in nothing for answer in row.question.answers)
            code = "gold-all-empty" if all_gone else "answer-normalises-to-nothing"
            gone = next(answer.text for answer in row.question.answers if answer.text in nothing)
            touched.setdefault(code, {})[row.question.id] = repr(gone)
    return tuple(_finding(code, by_id, rules) for code, by_id in sorted(touched.items()))


def _texts(row: Row) -> list[str]:
    return [answer.text for answer in row.question.answers]


def _normalise_to_nothing(rows: Sequence[Row], rules: Rules) -> set[str]:
    # A text that normalises to nothing is short, or has no letter beyond its articles; only short ones are tried.
    texts = list({answer.text for row in rows for answer in row.question.answers if len(answer.text) <= 12})
    return {t for t, normal in zip(texts, normalized(texts, rules.profile), strict=True) if not normal}


def _odd(row: Row, text: str, em: float, nothing: set[str]) -> Iterator[tuple[str, str]]:
    if not em or not text or not row.question.answers:
        return
    answers = _texts(row)
    if text in answers:
        return
    numbers = _NUMBER.findall(text)
    if numbers and not any(_NUMBER.findall(answer) == numbers for answer in answers):
        yield "numbers-differ", f"{text!r} for {answers[0]!r}"
    if not any(_LONE_ARTICLE.findall(answer) == _LONE_ARTICLE.findall(text) for answer in answers) and not all(
        answer in nothing for answer in answers
    ):
        yield "gold-lost-article", f"{text!r} for {answers[0]!r}"


def _only_lenient(
    rows: Sequence[Row], predictions: Predictions, columns: Columns, rules: Rules
) -> Iterator[tuple[str, list[str]]]:
    """Give the questions that are wrong under the rules and right once Unicode is unified, by what differs."""
    if rules.profile.fold:
        return
    wrong = []
    for position, row in enumerate(rows):
        prediction = predictions.by_id.get(row.question.id)
        if prediction is not None and prediction.text and row.question.answers and not columns.raw_em[position]:
            answers = _texts(row)
            if not (prediction.text.isascii() and all(answer.isascii() for answer in answers)):
                wrong.append((row.question.id, prediction.text, answers))
    texts = list({text for _, predicted, answers in wrong for text in (predicted, *answers)})
    lenient = dict(zip(texts, normalized(texts, LENIENT), strict=True))
    by_code: dict[str, list[str]] = {}
    for identity, predicted, answers in wrong:
        same = [answer for answer in answers if lenient[answer] == lenient[predicted] != ""]
        if same:
            by_code.setdefault(_difference(predicted, same[0], rules), []).append(identity)
    yield from by_code.items()


def _difference(predicted: str, answer: str, rules: Rules) -> str:
    """Return which of the lenient rules made the two equal, the least of them first."""
    steps: tuple[tuple[str, Callable[[str], str]], ...] = (
        ("differs-by-invisible", lambda text: _INVISIBLE.sub("", text)),
        ("differs-by-unicode-form", lambda text: unicodedata.normalize("NFKC", text)),
    )
    for code, step in steps:
        # An invisible character may stand for a space or for nothing: both readings count.
        if normalized_alone(step(predicted), rules.profile) == normalized_alone(step(answer), rules.profile):
            return code
    if normalized_alone(_INVISIBLE.sub(" ", predicted), rules.profile) == normalized_alone(answer, rules.profile):
        return "differs-by-invisible"
    return "differs-by-unicode-punctuation"


_SAID: dict[str, tuple[str, str]] = {
    "answer-normalises-to-nothing": (
        "an answer (gold) is empty after normalisation",
        "under these rules it is {empty}",
    ),
    "gold-all-empty": (
        "the question is answerable, yet all its answers (golds) are empty after normalisation",
        "under these rules {all_empty}",
    ),
    "em-above-f1": ("EM above F1: both texts are empty after normalisation", "the official 1.1 script counts it so"),
    "numbers-differ": (
        "an exact match in which the numbers differ",
        "the official rules drop the decimal point; --rules lenient keeps numbers apart",
    ),
    "gold-lost-article": (
        'an exact match in which the gold or the prediction lost the token "a", which reads as an article',
        "the official rules count it as right",
    ),
    "word-cut-by-article": (
        "an exact match after the rules cut alef-lam out of the middle of a word",
        "MLQA's script does so for Arabic, and different words can match",
    ),
    "differs-by-unicode-punctuation": (
        "prediction and answer differ only by Unicode punctuation",
        "--rules lenient counts it as right",
    ),
    "differs-by-unicode-form": (
        "prediction and answer are equal after Unicode normalisation",
        "--rules lenient counts it as right; write both in one form",
    ),
    "differs-by-invisible": (
        "prediction and answer differ only by an invisible character",
        "--rules lenient counts it as right; the reader's decoder lets it through",
    ),
}


def _finding(code: str, by_id: dict[str, str], rules: Rules) -> Finding:
    found, remedy = _SAID[code]
    ids = tuple(by_id)
    sights = [sight for sight in by_id.values() if sight]
    sight = f" ({sights[0]})" if sights else ""
    kept = rules.empty_answers == "kept"
    remedy = remedy.format(
        empty="kept, and any prediction that is empty too matches it" if kept else "dropped",
        all_empty="any empty prediction matches with EM 1 and F1 0" if kept else "the empty prediction is right",
    )
    return Finding(code, f"{found}: {counted(ids)}{sight}", remedy, ids=ids)


def odd_scores(scores: Scores) -> tuple[Finding, ...]:
    """Return a finding for each way in which the scores as a whole are not what they seem."""
    return tuple([*_tied(scores), *_floor(scores)])


def _tied(scores: Scores) -> Iterator[Finding]:
    for name, best in (("EM", scores.best_em), ("F1", scores.best_f1)):
        if best is not None and best.official_score > best.score + 1e-12:
            yield Finding(
                "na-prob-tied",
                f"the official sweep's best {name} of {100 * best.official_score:.4f} splits tied probabilities; "
                f"no threshold gives more than {100 * best.score:.4f}",
                f"the attainable score is reported, at threshold {best.threshold!r}",
            )


def _floor(scores: Scores) -> Iterator[Finding]:
    best = scores.best_em
    if best is not None and best.abstains_on_all and not all(scores.columns.has_answer):
        yield Finding(
            "best-is-abstain-all",
            f"the best score is the always-abstain baseline ({100 * best.score:.2f} EM): no threshold does better than "
            "abstaining on all",
            "the probabilities do not help on this data",
        )
