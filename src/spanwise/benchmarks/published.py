"""Exact match of 20 approaches on 44 benchmarks, as the appendix of the concurrence study prints it.

Liu, Lee, Jia, Liang: Do Question Answering Modeling Improvements Hold Across Benchmarks? (arXiv 2102.01065, version 3).
Where its tables disagree with each other (one figure of CNN), this is the appendix.
"""

from functools import cache
from importlib.resources import files

__all__ = ["published_em"]


@cache
def _columns() -> dict[str, dict[str, float]]:
    import csv

    text = files("spanwise.benchmarks").joinpath("published_em.csv").read_text("utf-8")
    columns: dict[str, dict[str, float]] = {}
    for row in csv.DictReader(text.splitlines()):
        columns.setdefault(row["benchmark"], {})[row["approach"]] = round(float(row["em"]) / 100, 6)
    return columns


def published_em(column: str) -> dict[str, float]:
    """Return the published exact match on a benchmark by approach, fractions, in the study's order of approaches.

    Args:
        column: The study's name of the benchmark, `Benchmark.column`; an unknown one, as "", has no figures.
    """
    return dict(_columns().get(column, {}))
