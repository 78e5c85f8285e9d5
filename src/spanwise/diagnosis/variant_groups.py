"""How a reader stands up to variants of a question: worst case, flips, paired drop, and where its answer went."""

from collections.abc import Mapping, Sequence

import msgspec

from spanwise.data.dataset import Dataset
from spanwise.diagnosis.added_text import destination
from spanwise.diagnosis.parents import grouping, parents_of
from spanwise.predictions.prediction import Predictions
from spanwise.scoring.scores import Part, Scores
from spanwise.scoring.variants import Group, WorstCase, grouped, worst_case
from spanwise.stats.estimate import Estimate

__all__ = ["DESTINATIONS", "Flip", "VariantReport", "variant_report"]

DESTINATIONS = ("added", "both", "elsewhere", "not found", "abstained", "missing", "no text added")
"""What an answer to a variant may have become; each flip is one of these, so that their counts add up."""


class Flip(msgspec.Struct, frozen=True):
    """A question that the reader has right as it was and wrong in its worst variant."""

    id: str
    variant: str
    """The id of the variant with the lowest F1 among those answered wrongly."""
    question: str
    """The variant's question."""
    before: str
    """The reader's answer to the original."""
    after: str
    """Its answer to the variant; empty where it has none."""
    where: str
    """One of `DESTINATIONS`."""


class VariantReport(msgspec.Struct, frozen=True):
    """One reader on a file of questions and their variants; scores are fractions, right means an exact match."""

    reader: str
    benchmark: str
    grouping: str
    """How variants were told from originals, in words."""
    groups: int
    variants: int
    without_variants: int
    """Originals of which the file has no variant; their worst case is themselves."""
    without_original: int
    """Groups whose original is not in the file; what compares with the original leaves them out."""
    every_line: Part
    """The mean over all lines, as the plain script has it: a question counts once for each of its variants."""
    original: Part
    """Over the originals in the file."""
    worst: Part
    """Each question by its worst variant, as Jia and Liang (2017) count."""
    em_drop: Estimate
    f1_drop: Estimate
    """Original minus worst, paired by question, over the groups that have their original."""
    right: int
    """Questions with variants that the reader has right as they were."""
    flip_rate: Estimate
    """Of those, the share with at least one variant answered wrongly."""
    gained: int
    """Questions wrong as they were and right in every variant."""
    flips: tuple[Flip, ...]
    where: Mapping[str, int]
    """How many flips went where, by `DESTINATIONS`; adds up to the number of flips."""
    into_added: Estimate
    """The share of flips whose answer lies in the added text alone."""


def variant_report(
    dataset: Dataset, predictions: Predictions, scores: Scores, *, pattern: str | None = None
) -> VariantReport:
    """Return how much a reader loses to variants of the questions, and to what.

    The share of new failures whose answer moved into the added sentence is 96.6 % over the systems of Jia and Liang
    (2017). A failure counts once a question, at its worst variant, so that a question with five variants does not
    speak five times. An answer is located verbatim, or where the reader says it stands; one that stands in the
    added text and elsewhere is counted apart, since nobody knows which was meant.

    Args:
        dataset: Originals and variants together.
        predictions: The reader's answers.
        scores: Their scores on that dataset.
        pattern: How ids tell variants, a regular expression with one group; see `parents_of`.

    Raises:
        DataError: There are no variants, or questions are each other's origin.
        OptionError: The pattern is not one regular expression with one group.
    """
    parents = parents_of(dataset, pattern)
    columns = scores.columns
    groups = grouped(columns.ids, parents)
    case: WorstCase = worst_case(scores, parents)
    whole = [group for group in groups if group.original is not None]
    em_drop, f1_drop = (_drop(scores, whole, values) for values in (columns.em, columns.f1))
    tested = [group for group in whole if group.variants]
    right = [group for group in tested if columns.em[_original(group)] == 1.0]
    turned = [(group, wrong) for group in right if (wrong := _wrong_variant(group, scores)) is not None]
    flips = _flips(dataset, predictions, scores, turned)
    flipped = {flip.id for flip in flips}
    originals = [_original(group) for group in whole]
    return VariantReport(
        reader=scores.reader,
        benchmark=scores.benchmark,
        grouping=grouping(dataset, pattern),
        groups=case.groups,
        variants=case.variants,
        without_variants=sum(not group.variants for group in groups),
        without_original=len(groups) - len(whole),
        every_line=scores.overall,
        original=_means(scores, originals),
        worst=case.worst,
        em_drop=em_drop,
        f1_drop=f1_drop,
        right=len(right),
        flip_rate=_share(
            scores,
            [float(group.id in flipped) for group in right],
            [_original(group) for group in right],
            "no question with variants was answered rightly as it was",
        ),
        gained=sum(
            columns.em[_original(group)] < 1.0 and all(columns.em[place] == 1.0 for place in group.variants)
            for group in tested
        ),
        flips=flips,
        where={name: sum(flip.where == name for flip in flips) for name in DESTINATIONS},
        into_added=_into_added(scores, flips, [wrong for _, wrong in turned]),
    )


def _original(group: Group) -> int:
    assert group.original is not None  # asked of groups that have one
    return group.original


def _means(scores: Scores, places: Sequence[int]) -> Part:
    if not places:
        none = Estimate.undefined("no original of the variants is in the file")
        return Part(total=0, em=none, f1=none)
    columns = scores.columns
    em, f1 = scores.intervals.means({"em": columns.em, "f1": columns.f1}, columns, places)
    return Part(total=len(places), em=em, f1=f1)


def _drop(scores: Scores, groups: Sequence[Group], values: Sequence[float]) -> Estimate:
    if not groups:
        return Estimate.undefined("no original of the variants is in the file")
    places = [_original(group) for group in groups]
    before = [values[place] for place in places]
    after = [values[group.worst(scores.columns.f1)] for group in groups]
    return scores.intervals.difference(before, after, scores.columns, places)


def _share(scores: Scores, values: Sequence[float], places: Sequence[int], reason: str) -> Estimate:
    if not values:
        return Estimate.undefined(reason)
    return scores.intervals.means_at({"share": values}, scores.columns, places)[0]


def _wrong_variant(group: Group, scores: Scores) -> int | None:
    """Return the wrongly answered variant with the lowest F1, or None where all are right."""
    columns = scores.columns
    wrong = [place for place in group.variants if columns.em[place] < 1.0]
    return min(wrong, key=columns.f1.__getitem__) if wrong else None


def _flips(
    dataset: Dataset, predictions: Predictions, scores: Scores, turned: Sequence[tuple[Group, int]]
) -> tuple[Flip, ...]:
    columns = scores.columns
    contexts = [paragraph.context for article in dataset.articles for paragraph in article.paragraphs]
    wanted = {columns.ids[place] for _, place in turned}
    texts = {q.id: q.text for _, _, q in dataset.questions() if q.id in wanted}
    flips = []
    for group, place in turned:
        original = _original(group)
        before = predictions.by_id.get(columns.ids[original])
        after = predictions.by_id.get(columns.ids[place])
        if after is None:
            where = "missing"
        elif columns.abstains[place]:
            where = "abstained"
        else:
            old, new = contexts[columns.paragraph[original]], contexts[columns.paragraph[place]]
            where = destination(after.text, after.span, old, new)
        flips.append(
            Flip(
                id=group.id,
                variant=columns.ids[place],
                question=texts[columns.ids[place]],
                before=before.text if before else "",
                after="" if after is None or columns.abstains[place] else after.text,
                where=where,
            )
        )
    return tuple(flips)


def _into_added(scores: Scores, flips: Sequence[Flip], places: Sequence[int]) -> Estimate:
    """Return the share over the flips whose variant has text added; a paraphrase has nowhere for the answer to go."""
    kept = [place for place, flip in enumerate(flips) if flip.where != "no text added"]
    reason = "no new failure is on a context with text added to it" if flips else "there are no new failures"
    return _share(scores, [float(flips[i].where == "added") for i in kept], [places[i] for i in kept], reason)
