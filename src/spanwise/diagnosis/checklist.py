"""How often a reader fails each test of a CheckList suite, with examples."""

import difflib
import re
from collections.abc import Mapping

import msgspec

from spanwise.diagnosis.checklist_suite import Item, Kind, Suite, SuiteTest
from spanwise.errors import PredictionError
from spanwise.predictions.prediction import Predictions
from spanwise.scoring.rules import SQUAD_1, Rules
from spanwise.stats.estimate import Estimate, mean_estimate
from spanwise.text.normalize import normalized

__all__ = ["ChecklistReport", "ChecklistRow", "Failure", "checklist_report", "with_replaced_words"]


class Failure(msgspec.Struct, frozen=True):
    """The first question on which a case fails."""

    id: str
    context: str
    question: str
    expected: tuple[str, ...]
    """The right answers, or in an invariance test the answer to the original, with the words changed that were."""
    answer: str | None
    """The reader's; None where it gives none."""


class ChecklistRow(msgspec.Struct, frozen=True):
    """One test: a case fails when any of its questions does, as in CheckList."""

    name: str
    kind: Kind
    capability: str
    cases: int
    questions: int
    missing: int
    """Questions without a prediction; their cases fail."""
    failed: int
    """Cases that fail."""
    failure_rate: Estimate
    """The share of cases that fail, with an interval over contexts; undefined where no question has a prediction."""
    examples: tuple[Failure, ...]


class ChecklistReport(msgspec.Struct, frozen=True):
    """One reader on one suite."""

    reader: str
    suite: str
    rules: str
    """By whose normal form two answers are the same."""
    rows: tuple[ChecklistRow, ...]
    extra: int
    """Predictions for no question of the suite; they count nothing."""


def checklist_report(
    suite: Suite, predictions: Predictions, *, rules: Rules = SQUAD_1, level: float = 0.95, examples: int = 3
) -> ChecklistReport:
    """Return the failure rate of every test of a suite (Ribeiro et al., 2020).

    A minimum functionality test fails where an answer is none of the right ones. An invariance test fails where the
    answer to a change is another than that to the original; where words of the context were replaced, as a name by
    another, they are replaced in the answer first. Answers are compared in normal form, where CheckList compares
    them letter by letter, so that a full stop is no failure.

    Args:
        suite: The tests.
        predictions: A reader's answers to `suite_dataset(suite)`.
        rules: Whose normal form to compare in.
        level: Of the intervals, a fraction.
        examples: How many failures to keep for each test.

    Raises:
        PredictionError: No prediction is for a question of the suite.
    """
    ids = {item.id for test in suite.tests for case in test.cases for item in case}
    known = {identity: p.text for identity, p in predictions.by_id.items() if identity in ids}
    if not known:
        theirs = next(iter(predictions.by_id), None)
        seen = "there are no predictions at all" if theirs is None else f"a prediction's id is {theirs!r}"
        raise PredictionError(
            f"0 of {len(ids):,} questions of {suite.name!r} have a prediction (a question's id is "
            f"{suite.tests[0].cases[0][0].id!r}, {seen}); the predictions are for another file or another version of "
            "the suite"
        )
    return ChecklistReport(
        reader=predictions.reader,
        suite=suite.name,
        rules=rules.name,
        rows=tuple(_row(test, known, rules, level, examples) for test in suite.tests),
        extra=len(predictions.by_id) - len(known),
    )


def _row(test: SuiteTest, known: Mapping[str, str], rules: Rules, level: float, examples: int) -> ChecklistRow:
    items = [item for case in test.cases for item in case]
    missing = sum(item.id not in known for item in items)
    failures: list[Failure | None] = []
    if missing == len(items):
        rate = Estimate.undefined(f"none of its {len(items):,} questions has a prediction")
    else:
        same = _Same(rules, items, known)
        judged = same.first_wrong if test.kind == "MFT" else same.first_changed
        failures = [judged(case) for case in test.cases]
        # Cases on one context fail together.
        contexts: dict[str, int] = {}
        clusters = [contexts.setdefault(case[0].context, len(contexts)) for case in test.cases]
        values = [float(failure is not None) for failure in failures]
        rate = mean_estimate(values, clusters, level=level, cluster_unit="context")
    found = [failure for failure in failures if failure is not None]
    return ChecklistRow(
        name=test.name,
        kind=test.kind,
        capability=test.capability,
        cases=len(test.cases),
        questions=len(items),
        missing=missing,
        failed=len(found),
        failure_rate=rate,
        examples=tuple(found[:examples]),
    )


class _Same:
    """Compares a reader's answers with what is expected, in normal form."""

    def __init__(self, rules: Rules, items: list[Item], known: Mapping[str, str]) -> None:
        self._rules = rules
        self._known = known
        texts = {text for item in items for text in item.answers}
        texts.update([known[item.id] for item in items if item.id in known])
        self._normal: dict[str, str] = {}
        self._learn(list(texts))

    def _learn(self, texts: list[str]) -> None:
        self._normal.update(zip(texts, normalized(texts, self._rules.profile), strict=True))

    def _normal_form(self, text: str) -> str:
        if text not in self._normal:
            self._learn([text])
        return self._normal[text]

    def first_wrong(self, case: tuple[Item, ...]) -> Failure | None:
        """Return the first question whose answer is none of the right ones."""
        for item in case:
            answer = self._known.get(item.id)
            right = answer is not None and self._normal[answer] in [self._normal[text] for text in item.answers]
            if not right:
                return _failure(item, item.answers, answer)
        return None

    def first_changed(self, case: tuple[Item, ...]) -> Failure | None:
        """Return the first question answered otherwise than the original, which stands first."""
        first = case[0]
        original = self._known.get(first.id)
        if original is None:
            return _failure(first, (), None)
        for item in case[1:]:
            answer = self._known.get(item.id)
            # Most changes leave both answer and context; looking for replaced words is slow.
            expected = original
            if item.context != first.context and (answer is None or not self._equal(original, answer)):
                expected = with_replaced_words(original, first.context, item.context)
            if answer is None or not self._equal(expected, answer):
                return _failure(item, (expected,), answer)
        return None

    def _equal(self, left: str, right: str) -> bool:
        return self._normal_form(left) == self._normal_form(right)


def _failure(item: Item, expected: tuple[str, ...], answer: str | None) -> Failure:
    return Failure(id=item.id, context=item.context, question=item.question, expected=expected, answer=answer)


_PIECE = re.compile(r"\w+|[^\w\s]")


def with_replaced_words(text: str, original: str, changed: str) -> str:
    """Return a text with the words replaced in it that were replaced between two contexts.

    CheckList's file does not say which name was put for which, so it is read off the contexts: "Luther" in one is
    "James" in the other. Words put in or left out replace nothing.
    """
    old, new = list(_PIECE.finditer(original)), list(_PIECE.finditer(changed))
    replaced: dict[str, str] = {}
    # Without the blanks, which are half of all pieces and make the search for what is common slow.
    matcher = difflib.SequenceMatcher(None, [piece[0] for piece in old], [piece[0] for piece in new], autojunk=False)
    for operation, i, j, k, m in matcher.get_opcodes():
        if operation == "replace":
            before = original[old[i].start() : old[j - 1].end()]
            replaced.setdefault(before, changed[new[k].start() : new[m - 1].end()])
    if not replaced:
        return text
    # The longest first, so that "New York" goes before "York".
    alternatives = "|".join(map(re.escape, sorted(replaced, key=len, reverse=True)))
    return re.sub(rf"(?<!\w)(?:{alternatives})(?!\w)", lambda match: replaced[match[0]], text)
