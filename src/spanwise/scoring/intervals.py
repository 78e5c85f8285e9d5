"""How uncertainty is worked out: the method, the level, and what is resampled."""

from collections.abc import Mapping, Sequence
from typing import Literal

import msgspec

from spanwise.scoring.columns import Columns
from spanwise.stats.estimate import Estimate, choose_clusters, mean_estimate

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
        if places is not None:
            clusters = [clusters[i] for i in places]
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
