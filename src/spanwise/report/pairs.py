"""The comparison of every two readers in words and numbers: by how much, how surely, and on which questions."""

from collections.abc import Sequence

import msgspec

from spanwise.report.page_input import ShownReader
from spanwise.scoring.compare import Difference, Matrix

__all__ = ["SIGNIFICANT", "Pair", "Verdict", "matrix_rows", "pairs"]

SIGNIFICANT = 0.05
"""The level at which a pair is called different, after Holm's correction."""


class Verdict(msgspec.Struct, frozen=True):
    """A difference in one score, a minus b, in points of percent."""

    metric: str
    value: str
    interval: str
    p_value: str
    holm: str
    smallest: str
    better: ShownReader | None
    """Which reader is better at 5 %; None where the data do not say."""


class Pair(msgspec.Struct, frozen=True):
    """Two readers, and the links to the questions on which they part."""

    a: ShownReader
    b: ShownReader
    f1: Verdict
    em: Verdict
    won: int
    lost: int
    only_a: int
    only_b: int
    both_right: int
    both_wrong: int
    mcnemar: str


def pairs(matrix: Matrix, readers: Sequence[ShownReader]) -> tuple[Pair, ...]:
    """Return one pair for each comparison, in its order: a with b, a with c, ..., b with c."""
    both = [(a, b) for i, a in enumerate(readers) for b in readers[i + 1 :]]
    found = []
    for (a, b), comparison, em, f1 in zip(both, matrix.comparisons, matrix.holm_em, matrix.holm_f1, strict=True):
        found.append(
            Pair(
                a=a,
                b=b,
                f1=_verdict("F1", comparison.f1, f1, a, b),
                em=_verdict("EM", comparison.em, em, a, b),
                won=comparison.won,
                lost=comparison.lost,
                only_a=comparison.only_a,
                only_b=comparison.only_b,
                both_right=comparison.both_right,
                both_wrong=comparison.both_wrong,
                mcnemar=_p_text(comparison.mcnemar),
            )
        )
    return tuple(found)


def matrix_rows(
    found: Sequence[Pair], readers: Sequence[ShownReader]
) -> tuple[tuple[ShownReader, tuple[Pair | None, ...]], ...]:
    """Return the pairs as the upper half of a square: each row is a, each column b, None below the diagonal.

    The last row and the first column would be empty, so they are left out.
    """
    by_place = {(pair.a.index, pair.b.index): pair for pair in found}
    return tuple((a, tuple(by_place.get((a.index, b.index)) for b in readers[1:])) for a in readers[:-1])


def _verdict(metric: str, difference: Difference, holm: float, a: ShownReader, b: ShownReader) -> Verdict:
    estimate = difference.estimate
    value, _, interval = estimate.percent().partition(" ")
    ahead = estimate.value or 0.0
    better = None if holm >= SIGNIFICANT or ahead == 0.0 else (a if ahead > 0 else b)
    return Verdict(
        metric=metric,
        value=value.replace("-", "−") if value.startswith("-") else f"+{value}",
        interval=interval.replace("-", "−"),
        p_value=_p_text(difference.p_value),
        holm=_p_text(holm),
        smallest="" if difference.smallest is None else f"{100 * difference.smallest:.2f}",
        better=better,
    )


def _p_text(p_value: float) -> str:
    """Return a p-value with four decimals; one that would round to nothing says that it is less."""
    return "< 0.0001" if p_value < 0.00005 else f"{p_value:.4f}"
