"""How uncertainty is worked out: the method, the level, and what is resampled."""

import math
from collections.abc import Mapping, Sequence
from typing import Literal

import msgspec

from spanwise.scoring.columns import Columns, Row
from spanwise.stats.estimate import Estimate, choose_clusters, difference_estimate, mean_estimate

__all__ = ["Intervals"]


class Intervals(msgspec.Struct, frozen=True):
    """Settings for intervals; the default needs no random numbers.

    Questions on one article share its paragraphs and its writer, so whole articles are the unit. Taking questions
    as independent makes an interval on SQuAD 2.0's development set more than three times too narrow.
    """

    level: float = 0.95
    method: Literal["t", "bootstrap"] = "t"
    rounds: int = 10_000
    """Bootstrap resamples."""
    seed: int = 0

    def clusters(self, columns: Columns) -> tuple[str, Sequence[int]]:
        """Return the unit that is resampled and the cluster of each question: articles where there are enough."""
        return choose_clusters(
            {"article": columns.article, "paragraph": columns.paragraph, "question": range(len(columns))}
        )

    def means(
        self, values: Mapping[str, Sequence[float]], columns: Columns, chosen: Sequence[int] | None = None
    ) -> tuple[Estimate, ...]:
        """Return the mean of each named column with its interval, over all questions or the chosen positions."""
        if chosen is not None:
            values = {name: [column[i] for i in chosen] for name, column in values.items()}
        return self.means_at(values, columns, chosen)

    def means_at(
        self, values: Mapping[str, Sequence[float]], columns: Columns, places: Sequence[int] | None
    ) -> tuple[Estimate, ...]:
        """Return the mean of each named column; its i-th value lies in the cluster of the question ``places[i]``."""
        unit, clusters = self.clusters(columns)
        return self._means(values, unit, clusters if places is None else [clusters[i] for i in places])

    def means_over(self, values: Mapping[str, Sequence[float]], rows: Sequence[Row]) -> tuple[Estimate, ...]:
        """Return the mean of each named column; its i-th value is that of the question in ``rows[i]``."""
        unit, clusters = choose_clusters(
            {
                "article": [row.article for row in rows],
                "paragraph": [row.paragraph for row in rows],
                "question": range(len(rows)),
            }
        )
        return self._means(values, unit, clusters)

    def difference(
        self,
        left: Sequence[float],
        right: Sequence[float],
        columns: Columns,
        places: Sequence[int] | None = None,
    ) -> Estimate:
        """Return by how much the mean of one column of scores is above that of another on the same questions.

        With ``places``, the i-th pair of scores lies in the cluster of the question ``places[i]``.
        """
        unit, clusters = self.clusters(columns)
        if places is not None:
            clusters = [clusters[i] for i in places]
        if self.method == "t":
            return difference_estimate(left, right, clusters, level=self.level, cluster_unit=unit)
        import numpy as np

        from spanwise.stats.bootstrap import bootstrap_difference

        return bootstrap_difference(
            [a - b for a, b in zip(left, right, strict=True)],
            clusters,
            rounds=self.rounds,
            level=self.level,
            rng=np.random.default_rng(self.seed),
            cluster_unit=unit,
        )

    def _means(self, values: Mapping[str, Sequence[float]], unit: str, clusters: Sequence[int]) -> tuple[Estimate, ...]:
        estimates = self._estimates(values, unit, clusters)
        return tuple(
            _exactly_rounded(estimate, column) for estimate, column in zip(estimates, values.values(), strict=True)
        )

    def _estimates(
        self, values: Mapping[str, Sequence[float]], unit: str, clusters: Sequence[int]
    ) -> tuple[Estimate, ...]:
        if self.method == "t":
            return tuple(
                mean_estimate(column, clusters, level=self.level, cluster_unit=unit) for column in values.values()
            )
        import numpy as np

        from spanwise.stats.bootstrap import bootstrap_estimates

        rng = np.random.default_rng(self.seed)
        estimates = bootstrap_estimates(
            values, clusters, rounds=self.rounds, level=self.level, rng=rng, cluster_unit=unit
        )
        return tuple(estimates[name] for name in values)


def _exactly_rounded(estimate: Estimate, values: Sequence[float]) -> Estimate:
    """Return the estimate with the mean summed over questions rather than over clusters.

    `math.fsum` rounds once, so neither the order of the questions nor how they are clustered moves the last digit,
    and a threshold that is applied again gives the very score it was reported with.
    """
    if estimate.value is None:
        return estimate
    return msgspec.structs.replace(estimate, value=math.fsum(values) / len(values))
