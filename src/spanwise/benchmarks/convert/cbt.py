"""Children's Book Test: twenty sentences, and the twenty-first with a word left out."""

from collections.abc import Iterator

import msgspec

from spanwise.benchmarks.conversion import Conversion, Tally
from spanwise.benchmarks.convert.occurrence import first_occurrence
from spanwise.benchmarks.material import Material
from spanwise.data.dataset import Answer, Article, Paragraph, Question
from spanwise.errors import FormatError

__all__ = ["convert_cbt"]

_SENTENCES = 20
_BLANK = "XXXXX"
_CASE = "answers in the case of the passage, where they stand only in another"


class _Cloze(msgspec.Struct, frozen=True):
    line: int
    context: str
    question: str
    answer: str
    candidates: tuple[str, ...]


def convert_cbt(source: Material, *, name: str = "cbt") -> Conversion:
    """Return a file of the Children's Book Test with each answer at its first occurrence in the passage.

    Every occurrence is the same word, and the file does not say which one is meant; a reader that answers with another
    is right all the same, since scores compare texts. The file does not say where a book ends either, so each passage
    is an article of its own, although neighbours may share a book.

    Args:
        source: Such as ``cbtest_CN_train.txt``; the files of named entities have the same form.
        name: What to call the dataset; ids begin with it.

    Raises:
        FormatError: A passage does not have its twenty sentences, or a question line lacks a part.
    """
    tally = Tally(source.where)
    articles = []
    for number, cloze in enumerate(_clozes(source), start=1):
        identity = f"{name}-{number}"
        tally.read()
        start = first_occurrence(cloze.answer, cloze.context)
        if start is None:
            start = first_occurrence(cloze.answer, cloze.context, caseless=True)
            tally.change(_CASE, int(start is not None))
        if start is None:
            tally.drop("its answer is not in the passage", identity)
            continue
        text = cloze.context[start : start + len(cloze.answer)]
        question = Question(identity, cloze.question, (Answer(text, start),))
        articles.append(Article(f"passage {number}", (Paragraph(cloze.context, (question,)),)))
    if not articles:
        raise FormatError(f"{source.where}: there is no passage with its answer in it; is this another dataset?")
    return tally.conversion(articles, name=name)


def _clozes(source: Material) -> Iterator[_Cloze]:
    sentences: list[str] = []
    begun = 0
    for at, line in enumerate(source.text().split("\n"), start=1):
        if not line.strip():
            if sentences:
                raise FormatError(f"{source.where}: line {at}: a passage of {len(sentences)} sentences has no question")
            continue
        number, _, text = line.partition(" ")
        begun = begun or at
        if number != str(len(sentences) + 1):
            raise FormatError(
                f"{source.where}: line {at}: found {line[:30]!r} where sentence {len(sentences) + 1} must be"
            )
        if len(sentences) < _SENTENCES:
            sentences.append(text.strip())
            continue
        fields = [field.strip() for field in text.split("\t") if field.strip()]
        if len(fields) != 3 or _BLANK not in fields[0]:
            raise FormatError(
                f"{source.where}: line {at}: a question line is a sentence with {_BLANK}, its answer, its candidates, "
                f"tabs between; found {len(fields)} of the 3"
            )
        candidates = tuple(fields[2].split("|"))
        if fields[1] not in candidates:
            raise FormatError(f"{source.where}: line {at}: the answer {fields[1]!r} is none of the candidates")
        yield _Cloze(begun, " ".join(sentences), fields[0], fields[1], candidates)
        sentences, begun = [], 0
    if sentences:
        raise FormatError(f"{source.where}: ends after {len(sentences)} sentences of a passage; fetch the file again")
