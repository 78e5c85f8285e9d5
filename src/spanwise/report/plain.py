"""Results as plain dictionaries in percent, for --json and for whoever reads it.

Percent lives at this edge; inside, scores are fractions. Every dictionary says its unit.
"""

from collections.abc import Sequence
from typing import Any

import msgspec

from spanwise.data.finding import Finding
from spanwise.scoring.compare import Comparison, Difference, Matrix
from spanwise.scoring.human import AnswerCurve, HumanLine, Line, Matched
from spanwise.scoring.scores import Part, Scores
from spanwise.scoring.threshold import Best
from spanwise.stats.estimate import Estimate

__all__ = [
    "plain_answer_curve",
    "plain_comparison",
    "plain_estimate",
    "plain_findings",
    "plain_human",
    "plain_matched",
    "plain_matrix",
    "plain_scores",
]

UNIT = "percent"


def _percent(fraction: float | None) -> float | None:
    return None if fraction is None else 100 * fraction


def plain_estimate(estimate: Estimate) -> dict[str, Any]:
    """Return an estimate in percent with all that makes it readable; what is undefined is null with its reason."""
    plain: dict[str, Any] = msgspec.to_builtins(estimate)
    for name in ("value", "low", "high"):
        plain[name] = _percent(plain[name])
    return {name: value for name, value in plain.items() if value != "" or name == "method"}


def plain_findings(findings: Sequence[Finding]) -> list[dict[str, Any]]:
    """Return findings as dictionaries."""
    return [msgspec.to_builtins(finding) | {"ids": list(finding.ids)} for finding in findings]


def _part(part: Part | None) -> dict[str, Any] | None:
    if part is None:
        return None
    return {"total": part.total, "em": plain_estimate(part.em), "f1": plain_estimate(part.f1)}


def _best(best: Best | None) -> dict[str, Any] | None:
    if best is None:
        return None
    return {
        "score": _percent(best.score),
        "threshold": best.threshold,
        "abstains_on_all": best.abstains_on_all,
        "label": "tuned on the data it is reported on: an upper bound",
        "official_score": _percent(best.official_score),
        "official_threshold": best.official_threshold,
    }


def plain_scores(scores: Scores) -> dict[str, Any]:
    """Return all that is known about one reader's scores, in percent."""
    columns = scores.columns
    plain: dict[str, Any] = {
        "reader": scores.reader,
        "benchmark": scores.benchmark,
        "unit": UNIT,
        "total": scores.total,
        "em": plain_estimate(scores.em),
        "f1": plain_estimate(scores.f1),
        "has_ans": _part(scores.has_ans),
        "no_ans": _part(scores.no_ans),
        "always_abstain": 100 * columns.has_answer.count(False) / len(columns),
        "missing": [i for i, there in zip(columns.ids, columns.predicted, strict=True) if not there],
    }
    if plain["missing"]:
        plain["predicted_only"] = _part(scores.predicted_only)
    if scores.has_na_probs:
        area = scores.average_precision
        plain["best_em"] = _best(scores.best_em)
        plain["best_f1"] = _best(scores.best_f1)
        plain["average_precision"] = area and {name: _percent(v) for name, v in msgspec.to_builtins(area).items()}
        plain["na_auroc"] = scores.na_auroc
    plain["findings"] = plain_findings(scores.findings)
    plain["signature"] = msgspec.to_builtins(scores.signature)
    return plain


def _difference(difference: Difference) -> dict[str, Any]:
    return plain_estimate(difference.estimate) | {
        "p_value": difference.p_value,
        "p_exact": difference.exact,
        "smallest_visible": _percent(difference.smallest),
    }


def plain_comparison(comparison: Comparison) -> dict[str, Any]:
    """Return a paired comparison, differences in percentage points."""
    return {
        "a": comparison.a,
        "b": comparison.b,
        "benchmark": comparison.benchmark,
        "unit": "percentage points",
        "em": _difference(comparison.em),
        "f1": _difference(comparison.f1),
        "won": comparison.won,
        "lost": comparison.lost,
        "exact_match": {
            "only_a": comparison.only_a,
            "only_b": comparison.only_b,
            "both_right": comparison.both_right,
            "both_wrong": comparison.both_wrong,
            "mcnemar_p": comparison.mcnemar,
        },
    }


def plain_matrix(matrix: Matrix) -> dict[str, Any]:
    """Return every pair, each with its p-values after Holm's correction."""
    pairs = []
    for place, comparison in enumerate(matrix.comparisons):
        plain = plain_comparison(comparison)
        plain["em"]["p_holm"] = matrix.holm_em[place]
        plain["f1"]["p_holm"] = matrix.holm_f1[place]
        pairs.append(plain)
    return {"readers": list(matrix.readers), "pairs": pairs}


def _line(line: Line) -> dict[str, Any]:
    return {"em": plain_estimate(line.em), "f1": plain_estimate(line.f1)}


def plain_human(human: HumanLine) -> dict[str, Any]:
    """Return the human line, in percent."""
    return {
        "benchmark": human.benchmark,
        "unit": UNIT,
        "rules": human.rules,
        "questions": human.questions,
        "skipped_single_answer": list(human.skipped),
        "unanswerable_left_out": human.unanswerable,
        "answers_a_question": human.answers,
        "second_answer": _line(human.second),
        "leave_one_out": _line(human.leave_one_out),
    }


def plain_matched(matched: Matched) -> dict[str, Any]:
    """Return a reader measured as people are, in percent."""
    return {
        "reader": matched.reader,
        "unit": UNIT,
        "all_answers": _line(matched.all_answers),
        "without_second": _line(matched.without_second),
        "leave_one_out": _line(matched.leave_one_out),
    }


def plain_answer_curve(curve: AnswerCurve) -> dict[str, Any]:
    """Return score by number of answers, in percent."""
    plain: dict[str, Any] = {"reader": curve.reader, "unit": UNIT, "answers": list(curve.counts)}
    for name in ("em_first", "f1_first", "em_expected", "f1_expected"):
        plain[name] = [100 * value for value in getattr(curve, name)]
    return plain
