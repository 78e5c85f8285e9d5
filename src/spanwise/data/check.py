"""Every fault of a benchmark in one pass: what reading it brought up, what concerns the file, then place by place."""

from collections.abc import Iterator, Mapping, Set

from spanwise.data.answer_faults import answer_faults, shown
from spanwise.data.dataset import Dataset, Paragraph, Question
from spanwise.data.file_faults import file_findings
from spanwise.data.finding import Finding
from spanwise.data.loaded import Loaded
from spanwise.data.offset_faults import AnswerKey, Diagnosis, QuestionKey, diagnosis
from spanwise.data.places import Places, below

__all__ = ["check", "copies"]


_Placed = tuple[tuple[int, ...], Finding]
"""A finding with its position in the dataset, to sort by."""


def check(loaded: Loaded) -> tuple[Finding, ...]:
    """Return every fault of a benchmark, as findings with a code, the place, what was found and what would do.

    First comes what reading brought up, then what concerns the whole file, then all else in the file's order. What a
    finding says is `mendable` is what `spanwise.data.repair.repair` mends.

    Args:
        loaded: What `spanwise.data.formats.load` gives.
    """
    dataset, places = loaded.dataset, loaded.places
    faults = diagnosis(dataset)
    copied = copies(dataset)
    found = [*_offsets(faults, places, copied), *_contexts(dataset, faults, places), *_ids(dataset, places, copied)]
    lost = faults.lost
    for a, article in enumerate(dataset.articles):
        for p, paragraph in enumerate(article.paragraphs):
            repeated = _repeated(paragraph)
            for k, question in enumerate(paragraph.questions):
                key = QuestionKey(a, p, k)
                if key not in copied:
                    found += _question(key, question, repeated.get(k), places)
                    found += _answers(key, paragraph.context, question, lost, places)
    found.sort(key=lambda placed: placed[0])
    return (*loaded.findings, *file_findings(dataset, faults), *(finding for _, finding in found))


def copies(dataset: Dataset) -> Mapping[QuestionKey, QuestionKey]:
    """Return where a question stands again, the same in every respect, its context too, and where it stands first."""
    again: dict[QuestionKey, QuestionKey] = {}
    if len(set(dataset.question_ids)) == len(dataset.question_ids):
        return again
    first: dict[str, tuple[QuestionKey, str, Question]] = {}
    for key, paragraph, question in _questions(dataset):
        before, context, same = first.setdefault(question.id, (key, paragraph.context, question))
        if before != key and context == paragraph.context and same == question:
            again[key] = before
    return again


def _questions(dataset: Dataset) -> Iterator[tuple[QuestionKey, Paragraph, Question]]:
    for a, article in enumerate(dataset.articles):
        for p, paragraph in enumerate(article.paragraphs):
            for k, question in enumerate(paragraph.questions):
                yield QuestionKey(a, p, k), paragraph, question


def _answer_place(places: Places, key: AnswerKey) -> str:
    path = f"{'plausible_answers' if key.plausible else 'answers'}[{key.answer}]"
    return below(places.question(key.article, key.paragraph, key.question), path)


def _offsets(faults: Diagnosis, places: Places, copied: Mapping[QuestionKey, QuestionKey]) -> Iterator[_Placed]:
    for fault in faults.faults:
        if QuestionKey(*fault.key[:3]) not in copied:
            place, mendable = _answer_place(places, fault.key), fault.mended is not None
            yield fault.key, Finding(fault.code, fault.found, fault.remedy, place, (fault.id,), mendable)


def _contexts(dataset: Dataset, faults: Diagnosis, places: Places) -> Iterator[_Placed]:
    for a, article in enumerate(dataset.articles):
        for p, paragraph in enumerate(article.paragraphs):
            ids = tuple(question.id for question in paragraph.questions)
            if not paragraph.context or paragraph.context.isspace():
                found, remedy = "the context has no text", "give it its text, or leave the paragraph out"
                yield (a, p), Finding("context-empty", found, remedy, places.paragraph(a, p), ids)
            if (a, p) in faults.contexts:
                found = "the context holds HTML entities that the answers do not"
                remedy = "spanwise check --repair unescapes context and answers together and moves every offset"
                yield (a, p), Finding("html-entities", found, remedy, places.paragraph(a, p), ids, mendable=True)


def _ids(dataset: Dataset, places: Places, copied: Mapping[QuestionKey, QuestionKey]) -> Iterator[_Placed]:
    if len(set(dataset.question_ids)) == len(dataset.question_ids):
        return
    first: dict[str, QuestionKey] = {}
    for key, _, question in _questions(dataset):
        before = first.setdefault(question.id, key)
        if before == key:
            continue
        found = f"the id {question.id!r} is a duplicate: it stands twice, first at {places.question(*before)}"
        if key in copied:
            found += ", with the same question, context and answers"
            remedy = "spanwise check --repair removes the copy"
        else:
            found += ", with another question" if question.text != _at(dataset, before).text else ", with a difference"
            remedy = "give each question an id of its own, or remove one"
        place = places.question(*key)
        yield key, Finding("id-duplicate", found, remedy, place, (question.id,), mendable=key in copied)


def _at(dataset: Dataset, key: QuestionKey) -> Question:
    return dataset.articles[key.article].paragraphs[key.paragraph].questions[key.question]


def _repeated(paragraph: Paragraph) -> dict[int, Question]:
    """Return the questions that ask what an earlier one of the paragraph asks, by number, with that earlier one."""
    first: dict[str, int] = {}
    repeated: dict[int, Question] = {}
    for k, question in enumerate(paragraph.questions):
        # White space and letter case do not make another question.
        before = first.setdefault(" ".join(question.text.casefold().split()), k)
        if before != k:
            repeated[k] = paragraph.questions[before]
    return repeated


def _question(key: QuestionKey, question: Question, same: Question | None, places: Places) -> list[_Placed]:
    faults: list[tuple[str, str, str]] = []
    if not question.text or question.text.isspace():
        faults.append(("question-empty", "the question has no text", "give it its text, or leave it out"))
    elif same is not None:
        found = f"the question {shown(question.text)} stands twice on this paragraph, first as {same.id!r}"
        faults.append(("question-duplicate", found, "leave one of them out, or merge their answers"))
    if question.is_impossible and question.answers:
        found = f"is_impossible is true, yet there are answers ({shown(question.answers[0].text)})"
        faults.append(("flag-contradicts", found, "correct one of the two; scores go by the answers"))
    elif not question.is_impossible and not question.answers:
        found = "there are no answers, yet is_impossible is not true"
        faults.append(("flag-contradicts", found, "correct one of the two; scores go by the answers"))
    if question.plausible_answers and question.answers:
        found = f"an answerable question has plausible answers ({shown(question.plausible_answers[0].text)})"
        remedy = "they are for unanswerable questions (SQuAD 2.0): leave them out, or move them to the answers"
        faults.append(("plausible-on-answerable", found, remedy))
    if not faults:
        return []
    place = places.question(*key)
    return [(key, Finding(code, found, remedy, place, (question.id,))) for code, found, remedy in faults]


def _answers(
    key: QuestionKey, context: str, question: Question, lost: Set[AnswerKey], places: Places
) -> Iterator[_Placed]:
    for plausible, answers in ((False, question.answers), (True, question.plausible_answers)):
        for i, answer in enumerate(answers):
            faults = answer_faults(answer, context, placed=True)
            if faults:
                own = AnswerKey(*key, plausible, i)
                if own in lost:
                    faults = answer_faults(answer, context, placed=False)
                place = _answer_place(places, own)
                for code, found, remedy, mendable in faults:
                    yield own, Finding(code, found, remedy, place, (question.id,), mendable)
