"""Whether false answers are the plausible ones that the question writers laid out, and what else they are."""

import msgspec

from spanwise.data.dataset import Dataset
from spanwise.diagnosis.scored_rows import scored_rows, scoring_rules
from spanwise.predictions.prediction import Predictions
from spanwise.scoring.pair import best_match
from spanwise.scoring.rules import Rules
from spanwise.scoring.scores import Scores
from spanwise.stats.estimate import Estimate
from spanwise.text.normalize import normalized

__all__ = ["Plausible", "plausible"]

_NONE = "no unanswerable question of the file has a plausible answer"


class Plausible(msgspec.Struct, frozen=True):
    """How a reader deals with plausible answers."""

    reader: str
    questions: int
    """Unanswerable questions with a plausible answer."""
    false_answers: int
    """Those of them that the reader answers."""
    em: Estimate
    """Of the false answers, the share that is the plausible answer (SQuAD 2.0, Table 5, EM)."""
    f1: Estimate
    """The mean F1 of the false answers against the plausible answer (the same, F1)."""
    taken: Estimate
    """Of the questions, the share where the plausible answer is given."""
    other: Estimate
    """The share where another answer is given."""
    resisted: Estimate
    """The share where the reader rightly abstains. With taken, other and missing predictions this makes 1."""
    twins: int
    """Answerable questions with a right answer that is the plausible answer to another question of the paragraph."""
    twins_right: Estimate
    """Of these, the share that the reader has right."""
    twins_refused: Estimate
    """Of these, the share where it abstains."""


def plausible(dataset: Dataset, predictions: Predictions, scores: Scores, *, rules: Rules | None = None) -> Plausible:
    """Return SQuAD 2.0's Table 5 for a reader, with intervals, and the two mirrors that the paper lacks.

    Table 5 looks at the false answers alone: a reader with few of them may have the same share as one with many. The
    first mirror looks at all questions with a plausible answer: taken, answered otherwise, resisted. The second looks
    at the same spans where they are right: a reader that resists the trap and gives the span to the question it
    answers has understood the difference; one that refuses both is merely shy.

    Of several plausible answers the best match counts, as for answers. Questions without one are left out.

    Args:
        dataset: The benchmark that was scored.
        predictions: The predictions that were scored.
        scores: What `score` made of the two.
        rules: The rules of the scores, where they are not Spanwise's own.

    Raises:
        OptionError: The scores were made on another dataset, or by rules that are not known by name.
    """
    rules = scoring_rules(scores, rules)
    rows = scored_rows(dataset, scores)
    columns = scores.columns
    places = [i for i, row in enumerate(rows) if row.question.plausible_answers and not row.question.answers]
    if not places:
        none = Estimate.undefined(_NONE)
        return Plausible(scores.reader, 0, 0, none, none, none, none, none, 0, none, none)
    # An answer that normalises to nothing is right where there is no answer, so it is no false one.
    false = [i for i in places if columns.predicted[i] and not columns.abstains[i] and columns.em[i] == 0.0]
    given = normalized([predictions.by_id[columns.ids[i]].text for i in false], rules.profile)
    golds = [normalized([answer.text for answer in rows[i].question.plausible_answers], rules.profile) for i in false]
    matches = {i: best_match(text, own, {}) for i, text, own in zip(false, given, golds, strict=True)}
    if false:
        found = {"em": [matches[i][0] for i in false], "f1": [matches[i][1] for i in false]}
        em, f1 = scores.intervals.means_at(found, columns, false)
    else:
        em = f1 = Estimate.undefined("the reader answers none of the questions with a plausible answer")
    taken = [float(i in matches and matches[i][0] == 1.0) for i in places]
    shares = {
        "taken": taken,
        "other": [float(i in matches) - own for i, own in zip(places, taken, strict=True)],
        "resisted": [float(columns.em[i] == 1.0) for i in places],
    }
    twins = _twins(dataset, scores, rules)
    right = refused = Estimate.undefined("no right answer is the plausible answer to another question of its paragraph")
    if twins:
        asked = {"em": [columns.em[i] for i in twins], "refused": [float(columns.abstains[i]) for i in twins]}
        right, refused = scores.intervals.means_at(asked, columns, twins)
    all_taken, other, resisted = scores.intervals.means_at(shares, columns, places)
    return Plausible(
        reader=scores.reader,
        questions=len(places),
        false_answers=len(false),
        em=em,
        f1=f1,
        taken=all_taken,
        other=other,
        resisted=resisted,
        twins=len(twins),
        twins_right=right,
        twins_refused=refused,
    )


def _twins(dataset: Dataset, scores: Scores, rules: Rules) -> list[int]:
    """Return the answerable questions with a right answer that is a plausible answer in the same paragraph."""
    rows = scored_rows(dataset, scores)
    traps = list(
        {
            (row.paragraph, a.text): None
            for row in rows
            for a in row.question.plausible_answers
            if not row.question.answers
        }
    )
    forms = normalized([text for _, text in traps], rules.profile)
    known = {(paragraph, form) for (paragraph, _), form in zip(traps, forms, strict=True) if form}
    paragraphs = {paragraph for paragraph, _ in known}
    near = [i for i, row in enumerate(rows) if row.paragraph in paragraphs and row.question.answers]
    texts = list({answer.text: None for i in near for answer in rows[i].question.answers})
    normal = dict(zip(texts, normalized(texts, rules.profile), strict=True))
    return [i for i in near if any((rows[i].paragraph, normal[a.text]) in known for a in rows[i].question.answers)]
