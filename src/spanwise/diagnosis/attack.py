"""What attacks do to a reader: the originals, each attack, and the worst of them all, question by question."""

from collections.abc import Sequence

import msgspec

from spanwise.benchmarks.adversarial.variant import Adversarial, Variant, with_originals
from spanwise.data.dataset import Dataset, Question
from spanwise.diagnosis.variant_groups import VariantReport, variant_report
from spanwise.errors import DataError, PredictionError
from spanwise.predictions.prediction import Prediction, Predictions
from spanwise.predictions.reader import Reader
from spanwise.scoring.evaluate import score
from spanwise.scoring.intervals import Intervals
from spanwise.scoring.pair import f1
from spanwise.scoring.rules import SQUAD_1, Rules
from spanwise.scoring.scores import Scores

__all__ = ["Attack", "AttackReport", "attack_report", "expected_f1"]


class Attack(msgspec.Struct, frozen=True):
    """One attack: what could be made, and what it did to the reader."""

    made: Adversarial
    report: VariantReport


class AttackReport(msgspec.Struct, frozen=True):
    """A reader under several attacks; scores are fractions."""

    reader: str
    benchmark: str
    attacks: tuple[Attack, ...]
    """In the order given; without those of which nothing could be made."""
    nothing_made: tuple[Adversarial, ...]
    worst: VariantReport
    """Each question by the worst variant of any attack."""
    dataset: Dataset
    """Originals and all variants."""
    predictions: Predictions
    """Those of the reader on all of them."""
    scores: Scores

    @property
    def signature(self) -> str:
        """How the scores were made."""
        return str(self.scores.signature)


def attack_report(
    reader: Reader,
    dataset: Dataset,
    attacks: Sequence[Adversarial],
    *,
    rules: Rules | None = None,
    intervals: Intervals | None = None,
) -> AttackReport:
    """Return what attacks do to a reader; it answers originals and variants once, all together.

    Differences are paired by question and their intervals clustered by article. A question that an attack made no
    variant of counts as itself, as in the paper (Jia and Liang, 2017): an attack on few questions costs little.

    Args:
        reader: The reader.
        dataset: The questions as they were.
        attacks: What was made of them.
        rules: How answers are compared; None takes what the dataset asks for.
        intervals: How uncertainty is worked out.

    Raises:
        DataError: No attack has a variant, or two variants share an id.
        PredictionError: The reader answers nothing that was asked.
    """
    variants = [variant for attack in attacks for variant in attack.variants]
    if not variants:
        reasons = [entry.reason for attack in attacks for entry in attack.not_made]
        raise DataError(f"no variant of any question could be made: {'; '.join(reasons[:3]) or 'there is no attack'}")
    _refuse_shared_ids(dataset, variants)
    whole = with_originals(dataset, variants, _name(dataset, "attacked"))
    said = reader.predict(whole)
    if not said.by_id:
        raise PredictionError(f"the reader {reader.name!r} answers no question; mend the reader")
    found = []
    for attack in attacks:
        if attack.variants:
            part = with_originals(dataset, attack.variants, _name(dataset, attack.attack))
            own = _of(said, part)
            scores = score(part, own, rules=rules, intervals=intervals)
            found.append(Attack(attack, variant_report(part, own, scores)))
    scores = score(whole, said, rules=rules, intervals=intervals)
    return AttackReport(
        reader=reader.name,
        benchmark=dataset.name,
        attacks=tuple(found),
        nothing_made=tuple(attack for attack in attacks if not attack.variants),
        worst=variant_report(whole, said, scores),
        dataset=whole,
        predictions=said,
        scores=scores,
    )


def _name(dataset: Dataset, what: str) -> str:
    return f"{dataset.name} ({what})" if dataset.name else what


def _refuse_shared_ids(dataset: Dataset, variants: Sequence[Variant]) -> None:
    seen = set(dataset.question_ids)
    for variant in variants:
        if variant.question.id in seen:
            raise DataError(
                f"the id {variant.question.id!r} stands twice among originals and variants; name attacks once"
            )
        seen.add(variant.question.id)


def _of(predictions: Predictions, dataset: Dataset) -> Predictions:
    """Return the predictions for the questions of a part, under that part's fingerprint."""
    by_id = predictions.by_id
    kept = {identity: by_id[identity] for identity in dataset.question_ids if identity in by_id}
    return msgspec.structs.replace(predictions, by_id=kept, dataset=dataset.fingerprint)


def expected_f1(prediction: Prediction, question: Question) -> tuple[float, float]:
    """Return the F1 that a reader's answers have on average, by the probabilities it gives them, and its answer's F1.

    What AddAny lowers (Jia and Liang, 2017, section 4.3). A reader lists few answers, so that probabilities are taken
    among those listed; one that gives none has the F1 of its answer.
    """
    own = _best_f1(prediction.text, question)
    listed = [(candidate.text, candidate.prob) for candidate in prediction.nbest if candidate.prob is not None]
    total = sum(prob for _, prob in listed)
    if not total > 0:
        return own, own
    return sum(prob * _best_f1(text, question) for text, prob in listed) / total, own


def _best_f1(text: str, question: Question) -> float:
    return max((f1(text, answer.text, SQUAD_1) for answer in question.answers), default=0.0)
