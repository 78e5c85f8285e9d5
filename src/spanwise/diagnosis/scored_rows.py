"""The questions behind a reader's scores, in the order of the columns."""

from spanwise.data.dataset import Dataset
from spanwise.errors import OptionError
from spanwise.scoring.columns import Duplicates, Row, kept_rows
from spanwise.scoring.rules import Rules, rules_named
from spanwise.scoring.scores import Scores

__all__ = ["duplicates_of", "scored_rows", "scoring_rules"]

_DUPLICATES: dict[str, Duplicates] = {"all counted": "all", "last kept": "last", "first kept": "first"}


def duplicates_of(scores: Scores) -> Duplicates:
    """Return what was done about ids that stand twice when these scores were made, as their signature says."""
    return _DUPLICATES.get(scores.signature.duplicates, "refuse")


def scored_rows(dataset: Dataset, scores: Scores) -> tuple[Row, ...]:
    """Return the question, article and paragraph of each row of the columns.

    Raises:
        OptionError: The scores were made on another dataset, whose texts would be told under the wrong numbers.
    """
    if dataset.fingerprint != scores.signature.dataset:
        raise OptionError(
            f"the scores of {scores.reader!r} were made on another dataset than {dataset.name!r}; diagnosis needs the "
            "one that was scored"
        )
    return kept_rows(dataset, duplicates_of(scores))[0]


def scoring_rules(scores: Scores, rules: Rules | None) -> Rules:
    """Return the rules that scores were made by, looked up by name where they are not given.

    Raises:
        OptionError: The rules are none of Spanwise's own, and are not given.
    """
    return rules or rules_named(scores.signature.rules)
