"""SQuAD-form benchmarks: nothing to convert, everything to check."""

import msgspec

from spanwise.benchmarks.conversion import Conversion, Tally
from spanwise.benchmarks.material import Material
from spanwise.data.content import loaded_from_content
from spanwise.data.dataset import Article, Dataset, Paragraph, Question
from spanwise.data.loaded import Loaded
from spanwise.data.repair import repair
from spanwise.data.subset import sample
from spanwise.data.typed_squad import decode_squad
from spanwise.errors import FormatError

__all__ = ["convert_squad", "convert_squad_sample"]

_WANDERED = "no answer stands where the file says, and there is no one right way to mend it"
_AGAIN = "its id stands before it in the file"


def convert_squad(source: Material, *, name: str = "", answerable: bool = False) -> Conversion:
    """Return a SQuAD-form file as it is, faults mended where there is one right way, what cannot be mended left out.

    Args:
        source: SQuAD JSON 1.1 or 2.0, or any other form that `spanwise.data.formats.load` reads.
        name: What to call the dataset.
        answerable: Refuse a file with unanswerable questions: that of another benchmark under this one's name.

    Raises:
        FormatError: The file is no SQuAD-form file, or holds unanswerable questions where there must be none.
    """
    loaded = _loaded(source)
    tally = Tally(source.where)
    dataset = loaded.dataset
    tally.read(len(dataset.question_ids))
    if answerable and dataset.has_unanswerable:
        raise FormatError(f"{source.where}: there are unanswerable questions; this benchmark has none: another file?")
    if not _all_stand(dataset):
        mended = repair(msgspec.structs.replace(loaded, dataset=dataset))
        for finding in mended.mended:
            tally.change(f"mended: {finding.code}")
        _count_copies(dataset, mended.dataset, tally)
        dataset = mended.dataset
    seen: set[str] = set()
    articles = tuple(_article(article, tally, seen) for article in dataset.articles)
    return tally.conversion((a for a in articles if a.paragraphs), name=name or dataset.name, version=dataset.version)


def convert_squad_sample(source: Material, *, n: int, seed: int = 0, name: str = "") -> Conversion:
    """Return n questions of a SQuAD-form file, drawn by a seed; smaller samples are parts of larger ones.

    The concurrence study draws at random and publishes no seed, so that its own subsamples cannot be had again; these
    are the same for everybody.

    Raises:
        OptionError: The file has fewer than n questions.
    """
    whole = convert_squad(source, name=name)
    kept = sample(whole.dataset, n, seed=seed)
    tally = Tally(source.where)
    tally.carry(whole.report)
    chosen = frozenset(kept.question_ids)
    left = (identity for identity in whole.dataset.question_ids if identity not in chosen)
    tally.drop(f"not drawn into the sample of {n:,} (seed {seed})", *left)
    return tally.conversion(kept.articles, name=name or whole.dataset.name, version=kept.version)


def _loaded(source: Material) -> Loaded:
    clean = decode_squad(source.content)
    return (
        Loaded(clean, "squad")
        if clean is not None
        else loaded_from_content(source.content, source.where, lenient=False)[0]
    )


def _all_stand(dataset: Dataset) -> bool:
    return len(set(dataset.question_ids)) == len(dataset.question_ids) and all(
        answer.text and answer.start is not None and paragraph.context.startswith(answer.text, answer.start)
        for _, paragraph, question in dataset.questions()
        for answer in (*question.answers, *question.plausible_answers)
    )


def _count_copies(before: Dataset, after: Dataset, tally: Tally) -> None:
    """Account for the copies of questions that the repair left out."""
    left = list(after.question_ids)
    position = 0
    for question_id in before.question_ids:
        if position < len(left) and left[position] == question_id:
            position += 1
        else:
            tally.drop(_AGAIN, question_id)


def _article(article: Article, tally: Tally, seen: set[str]) -> Article:
    paragraphs = []
    for paragraph in article.paragraphs:
        kept = tuple(q for q in (_question(paragraph.context, q, tally, seen) for q in paragraph.questions) if q)
        if kept or not paragraph.questions:
            paragraphs.append(Paragraph(paragraph.context, kept))
    return Article(article.title, tuple(paragraphs))


def _question(context: str, question: Question, tally: Tally, seen: set[str]) -> Question | None:
    if question.id in seen:
        tally.drop(_AGAIN, question.id)
        return None
    seen.add(question.id)
    answers = tuple(
        a for a in question.answers if a.text and a.start is not None and context.startswith(a.text, a.start)
    )
    if question.answers and not answers:
        tally.drop(_WANDERED, question.id)
        return None
    tally.change("answers left out that stand nowhere they say", len(question.answers) - len(answers))
    return question if len(answers) == len(question.answers) else msgspec.structs.replace(question, answers=answers)
