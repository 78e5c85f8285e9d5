"""What was odd about a predictions file, gathered by kind, so that a million numeric ids make one finding."""

from spanwise.data.finding import Finding

__all__ = ["KINDS", "Oddities"]

KINDS: dict[str, tuple[str, str, str, str]] = {
    "null": (
        "prediction-null",
        "prediction is null",
        "predictions are null",
        'null is left out and counts as missing; to abstain, write the empty text ""',
    ),
    "id-not-text": ("id-not-text", "id is a number", "ids are numbers", "converted to text"),
    "key-twice": (
        "prediction-duplicate",
        "id stands twice",
        "ids stand twice",
        "the last one counts, as JSON decoders have it",
    ),
    "row-twice": ("prediction-duplicate", "id stands twice", "ids stand twice", "the rows agree; one is kept"),
    "span": (
        "prediction-span-disagrees",
        "prediction has a start and an end that do not fit its text",
        "predictions have a start and an end that do not fit their text",
        "start and end are left out, the text counts",
    ),
    "nbest-without-empty": (
        "na-prob-missing",
        "n-best list has no empty entry with a probability",
        "n-best lists have no empty entry with a probability",
        "none is taken from any list, since to fill in the rest would move the threshold curve",
    ),
    "na-prob-extra": (
        "na-prob-extra",
        "no-answer probability is for an id without a prediction",
        "no-answer probabilities are for ids without a prediction",
        "left out",
    ),
    "na-prob-twice": (
        "prediction-duplicate",
        "id has two no-answer probabilities",
        "ids have two no-answer probabilities",
        "the last one counts, as JSON decoders have it",
    ),
    "abstention": (
        "abstention-mapped",
        "prediction says in declared words that there is no answer",
        "predictions say in declared words that there is no answer",
        "read as abstaining, as declared",
    ),
}
"""For each kind: the code of its finding, how one of it is told, how many are, and what was done about it."""


class Oddities:
    """The ids of each kind of oddity, in the order met, with one example in words."""

    def __init__(self) -> None:
        """Begin with none."""
        self._ids: dict[str, list[str]] = {}
        self._examples: dict[str, str] = {}

    def note(self, kind: str, identity: str, example: str = "") -> None:
        """Add an id to a kind; the first example given is the one told."""
        self._ids.setdefault(kind, []).append(identity)
        if example:
            self._examples.setdefault(kind, example)

    def ids(self, kind: str) -> tuple[str, ...]:
        """Return the ids noted for a kind."""
        return tuple(self._ids.get(kind, ()))

    def findings(self) -> tuple[Finding, ...]:
        """Return one finding for each kind that occurred, holding all its ids."""
        findings = []
        for kind, ids in self._ids.items():
            code, one, many, remedy = KINDS[kind]
            example = self._examples.get(kind)
            found = f"{len(ids):,} {one if len(ids) == 1 else many}" + (f" ({example})" if example else "")
            findings.append(Finding(code, found, remedy, ids=tuple(ids)))
        return tuple(findings)
