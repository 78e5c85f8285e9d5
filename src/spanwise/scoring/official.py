"""The official scripts' JSON: the same keys, the same numbers in percent, their faults included.

For people who must hand in what the script prints. `Scores` holds the right values beside them.
"""

import math
from collections.abc import Sequence

from spanwise.scoring.scores import Scores

__all__ = ["official_scores"]


def official_scores(scores: Scores) -> dict[str, float | int]:
    """Return what the official script of the rules prints, in percent.

    Under SQuAD 2.0's rules: exact, f1, total, HasAns_*, NoAns_*, and best_* where there are probabilities. Under
    the others: exact_match and f1. Where the official script would die (a missing prediction), the question
    counts as 0.
    """
    columns = scores.columns
    if scores.signature.rules not in ("squad2", "lenient"):
        return {"exact_match": _percent(columns.em), "f1": _percent(columns.f1)}
    out: dict[str, float | int] = {
        "exact": _percent(columns.em),
        "f1": _percent(columns.f1),
        "total": len(columns),
    }
    for name, wanted in (("HasAns", True), ("NoAns", False)):
        chosen = [i for i, has_answer in enumerate(columns.has_answer) if has_answer is wanted]
        if chosen:
            out[f"{name}_exact"] = _percent([columns.em[i] for i in chosen])
            out[f"{name}_f1"] = _percent([columns.f1[i] for i in chosen])
            out[f"{name}_total"] = len(chosen)
    if scores.best_em is not None and scores.best_f1 is not None:
        out["best_exact"] = 100 * scores.best_em.official_score
        out["best_exact_thresh"] = scores.best_em.official_threshold
        out["best_f1"] = 100 * scores.best_f1.official_score
        out["best_f1_thresh"] = scores.best_f1.official_threshold
    return out


def _percent(values: Sequence[float]) -> float:
    return 100 * math.fsum(values) / len(values)
