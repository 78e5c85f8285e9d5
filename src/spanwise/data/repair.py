"""A benchmark mended where there is exactly one right way, with a list of what was mended and what was left."""

from collections.abc import Set

import msgspec

from spanwise.data.answer_faults import trimmed
from spanwise.data.check import check, copies
from spanwise.data.dataset import Answer, Dataset, Question
from spanwise.data.finding import Finding
from spanwise.data.loaded import Loaded
from spanwise.data.offset_faults import AnswerKey, Diagnosis, QuestionKey, diagnosis

__all__ = ["Repair", "repair"]

_MENDED_BY_READING = frozenset({"id-not-text", "name-mismatch", "root-list", "title-missing"})
"""What is right in the dataset once it is read, and so in every file written from it."""


class Repair(msgspec.Struct, frozen=True):
    """A mended dataset, what was mended and what needs a person."""

    dataset: Dataset
    mended: tuple[Finding, ...] = ()
    left: tuple[Finding, ...] = ()
    """What the mended dataset still has: more than one right answer, or none; each says why."""


def repair(loaded: Loaded) -> Repair:
    """Return the dataset with everything mended that has exactly one right answer.

    That is: offsets with a named pattern that makes every faulty answer of the context or the file fit; an answer
    whose text occurs once; white space, Unicode form and HTML entities, where the context's own text takes the
    answer's place; outer white space; copies of a question under the same id; and what reading set right already.
    Scores can change only where texts do. All else is left as it is, object for object.

    Args:
        loaded: What `spanwise.data.formats.load` gives.
    """
    dataset = loaded.dataset
    findings = check(loaded)
    if any(finding.mendable for finding in findings):
        dataset = _mended(dataset, diagnosis(dataset))
    mended = tuple(finding for finding in findings if _is_mended(finding))
    left = tuple(finding for finding in findings if not _is_mended(finding))
    if mended and len(dataset.question_ids) == len(loaded.dataset.question_ids):
        # An answer that is moved to its place can turn out to be cut inside a word there: look again. Where copies of
        # questions were dropped, the places of the file no longer fit, and what was found before has to do.
        reading = tuple(finding for finding in loaded.findings if not _is_mended(finding))
        left = check(msgspec.structs.replace(loaded, dataset=dataset, findings=reading))
    return Repair(dataset, mended, left)


def _is_mended(finding: Finding) -> bool:
    return finding.mendable or finding.code in _MENDED_BY_READING


def _mended(dataset: Dataset, faults: Diagnosis) -> Dataset:
    dropped = copies(dataset)
    lost = faults.lost
    articles = []
    for a, article in enumerate(dataset.articles):
        paragraphs = []
        for p, paragraph in enumerate(article.paragraphs):
            questions = tuple(
                _question(QuestionKey(a, p, k), question, faults, lost)
                for k, question in enumerate(paragraph.questions)
                if QuestionKey(a, p, k) not in dropped
            )
            context = faults.contexts.get((a, p), paragraph.context)
            paragraphs.append(msgspec.structs.replace(paragraph, context=context, questions=questions))
        articles.append(msgspec.structs.replace(article, paragraphs=tuple(paragraphs)))
    return msgspec.structs.replace(dataset, articles=tuple(articles))


def _question(key: QuestionKey, question: Question, faults: Diagnosis, lost: Set[AnswerKey]) -> Question:
    answers = _answers(key, False, question.answers, faults, lost)
    plausible = _answers(key, True, question.plausible_answers, faults, lost)
    if answers == question.answers and plausible == question.plausible_answers:
        return question
    return msgspec.structs.replace(question, answers=answers, plausible_answers=plausible)


def _answers(
    key: QuestionKey, plausible: bool, answers: tuple[Answer, ...], faults: Diagnosis, lost: Set[AnswerKey]
) -> tuple[Answer, ...]:
    keys = [AnswerKey(*key, plausible, i) for i in range(len(answers))]
    moved = [faults.mended.get(own, answer) for own, answer in zip(keys, answers, strict=True)]
    return tuple(answer if own in lost else trimmed(answer) for own, answer in zip(keys, moved, strict=True))
