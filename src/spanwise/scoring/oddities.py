"""Odd matches and odd scores: where the rules give a number that a person would not.

The strict rules equal the official scripts to the last digit, so what they get wrong stays in the number. It is
named here, with the questions it touches: "1.5 million" matched by "15 million", an answer "A" that normalises
to nothing, two texts that differ only in the kind of apostrophe.
"""

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence

import msgspec

from spanwise.data.finding import Finding, counted
from spanwise.predictions.prediction import Predictions
from spanwise.scoring.columns import Columns, Row
from spanwise.scoring.rules import Rules
from spanwise.scoring.scores import Scores
from spanwise.text.normalize import Profile, normalized_alone

__all__ = ["odd_matches", "odd_scores"]

# Patterns are left as text: most runs need few of them, and compiling all takes longer than finding the oddities.
_INVISIBLE = "[\u200b-\u200f\u2060\ufeff\u00ad\u061c\u202a-\u202e]"
_NUMBER = r"\d+(?:[.,]\d+)*"
_THOUSANDS = r",(?=\d{3}(?!\d))"
# "A construction project" begins with an article; "hepatitis A" and "A Coruña" have a letter that only looks like one.
_LETTER_A = r"\bA\b(?! [a-z])"
_CUT = "ال"
_CUT_WORD = rf"\w{_CUT}"

Sight = tuple[str, str, str]
"""A code, a question's id, and what was seen."""


def odd_matches(
    rows: Sequence[Row], predictions: Predictions, columns: Columns, normal: Mapping[str, str], rules: Rules
) -> tuple[Finding, ...]:
    """Return a finding for each kind of odd match, with the ids it touches.

    Args:
        rows: The questions that count.
        predictions: A reader's answers.
        columns: What they scored.
        normal: The normal form of every text, as `normal_forms` gives it.
        rules: How the texts were compared.
    """
    touched: dict[str, dict[str, str]] = {}
    for code, identity, sight in (
        *_empty_answers(rows, normal),
        *_false_matches(rows, predictions, columns, normal, rules),
        *_only_lenient(rows, predictions, columns, normal, rules),
    ):
        touched.setdefault(code, {}).setdefault(identity, sight)
    return tuple(_finding(code, by_id, rules) for code, by_id in sorted(touched.items()))


def _empty_answers(rows: Sequence[Row], normal: Mapping[str, str]) -> Iterator[Sight]:
    nothing = {text for text, form in normal.items() if not form}
    for row in rows:
        answers = row.question.answers
        for answer in answers:
            if answer.text in nothing:
                all_gone = all(other.text in nothing for other in answers)
                code = "gold-all-empty" if all_gone else "answer-normalises-to-nothing"
                yield code, row.question.id, repr(answer.text)
                break


def _false_matches(
    rows: Sequence[Row], predictions: Predictions, columns: Columns, normal: Mapping[str, str], rules: Rules
) -> Iterator[Sight]:
    """Give the exact matches that a person might not count as right."""
    cuts_words = rules.profile.articles == _CUT
    facts = zip(rows, columns.raw_em, columns.raw_f1, columns.reference, strict=True)
    for row, em, f1, reference in facts:
        if not em or not (answers := row.question.answers):
            continue
        identity = row.question.id
        text = predictions.by_id[identity].text
        if em > f1:
            yield "em-above-f1", identity, ""
        # Nearly all matches are to the letter, most of them with the answer that gave the F1.
        if answers[reference].text == text or not normal[text] or text in [answer.text for answer in answers]:
            continue
        matched = [answer.text for answer in answers if normal[answer.text] == normal[text]]
        sight = f"{text!r} for {matched[0]!r}"
        numbers = _numbers(text)
        if numbers and all(_numbers(answer) != numbers for answer in matched):
            yield "numbers-differ", identity, sight
        letters = re.findall(_LETTER_A, text)
        if all(re.findall(_LETTER_A, answer) != letters for answer in matched):
            yield "gold-lost-article", identity, sight
        if cuts_words and any(re.search(_CUT_WORD, written) for written in (text, *matched)):
            yield "word-cut-by-article", identity, sight


def _numbers(text: str) -> list[str]:
    """Return the numbers as they are written, save that "1,000" and "1000" are one number."""
    return [re.sub(_THOUSANDS, "", number) for number in re.findall(_NUMBER, text)]


def _only_lenient(
    rows: Sequence[Row], predictions: Predictions, columns: Columns, normal: Mapping[str, str], rules: Rules
) -> Iterator[Sight]:
    """Give the questions that are wrong under the rules and right once Unicode is unified, by what differs."""
    beyond_ascii = {text for text in normal if not text.isascii()}
    if rules.profile.fold or not beyond_ascii:
        return
    for row, em in zip(rows, columns.raw_em, strict=True):
        if em or not row.question.answers:
            continue
        prediction = predictions.by_id.get(row.question.id)
        if prediction is None or not prediction.text:
            continue
        answers = [answer.text for answer in row.question.answers]
        if prediction.text not in beyond_ascii and beyond_ascii.isdisjoint(answers):
            continue
        letters = _letters(normal[prediction.text])
        alike = [answer for answer in answers if letters and _letters(normal[answer]) == letters]
        for answer in alike[:1]:
            code = _difference(prediction.text, answer, rules)
            if code is not None:
                yield code, row.question.id, f"{prediction.text!r} for {answer!r}"


def _letters(text: str) -> str:
    """Return the letters and digits of a text, which no form of punctuation and no invisible character changes."""
    return "".join(filter(str.isalnum, unicodedata.normalize("NFKC", text).lower()))


def _difference(predicted: str, answer: str, rules: Rules) -> str | None:
    """Return what of Unicode alone makes the two differ, the least of it first; None: it is not Unicode alone."""
    profile = rules.profile

    def same(step: Callable[[str], str], by: Profile = profile) -> bool:
        return normalized_alone(step(predicted), by) == normalized_alone(step(answer), by)

    # An invisible character may stand for a space or for nothing.
    if same(lambda text: re.sub(_INVISIBLE, "", text)) or same(lambda text: re.sub(_INVISIBLE, " ", text)):
        return "differs-by-invisible"
    if same(lambda text: unicodedata.normalize("NFKC", text)):
        return "differs-by-unicode-form"
    if same(str, msgspec.structs.replace(profile, punctuation="unicode")):
        return "differs-by-unicode-punctuation"
    return None


_SAID: dict[str, tuple[str, str]] = {
    "answer-normalises-to-nothing": (
        "one of the answers (gold) is empty after normalisation",
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
        "the prediction differs from an answer only by Unicode punctuation",
        "--rules lenient counts it as right",
    ),
    "differs-by-unicode-form": (
        "the prediction and an answer are equal after Unicode normalisation",
        "--rules lenient counts it as right; write both in one form",
    ),
    "differs-by-invisible": (
        "the prediction differs from an answer only by an invisible character",
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
    return (*_tied(scores), *_floor(scores))


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
    has_answer = scores.columns.has_answer
    if best is not None and best.abstains_on_all and any(has_answer) and not all(has_answer):
        yield Finding(
            "best-is-abstain-all",
            f"the best score is the always-abstain baseline ({100 * best.score:.2f} EM): no threshold does better than "
            "abstaining on all",
            "the probabilities do not help on this data",
        )
