"""CNN: news stories with their entities made anonymous, and a highlight with one left out."""

import hashlib
import heapq
from collections.abc import Iterable, Iterator
from operator import itemgetter

import msgspec

from spanwise.benchmarks.conversion import Conversion, Tally
from spanwise.benchmarks.convert.occurrence import first_occurrence
from spanwise.benchmarks.material import Material
from spanwise.data.dataset import Answer, Article, Paragraph, Question
from spanwise.errors import FormatError
from spanwise.files import file_name

__all__ = ["convert_cnn"]

_PLACEHOLDER = "@placeholder"


class _Story(msgspec.Struct, frozen=True):
    identity: str
    address: str
    context: str
    question: str
    answer: str


def convert_cnn(stories: Iterable[Material], *, n: int | None = None, seed: int = 0, name: str = "cnn") -> Conversion:
    """Return CNN questions with each answer, an entity such as ``@entity3``, at its first occurrence in the story.

    Questions on one story are one article, told by the story's address: they share all their text. The concurrence
    study trains on 100,000 questions and does not say which; here they are drawn by a seed from the names of the
    files, so that they are the same in any order of the archive.

    Args:
        stories: The ``.question`` files.
        n: How many to draw; all where there are fewer, or where it is None.
        seed: Of the draw.
        name: What to call the dataset.

    Raises:
        FormatError: A file does not have the five parts of a question, or there is none.
    """
    tally = Tally(name)
    read = 0

    def ranked() -> Iterator[tuple[str, Material]]:
        nonlocal read
        for material in stories:
            read += 1
            yield _rank(material, seed), material

    if n is None:
        chosen = [_story(material) for _, material in ranked()]
    else:
        chosen = [_story(material) for _, material in heapq.nsmallest(n, ranked(), key=itemgetter(0))]
    if not chosen:
        raise FormatError("there is no .question file; is this another dataset?")
    tally.read(read)
    tally.drop_count(f"not drawn into the sample of {len(chosen):,} (seed {seed})", read - len(chosen))
    articles: dict[str, list[Paragraph]] = {}
    for story in sorted(chosen, key=lambda story: (story.address, story.identity)):
        start = first_occurrence(story.answer, story.context)
        if start is None:
            tally.drop("its answer is not in the story", story.identity)
            continue
        question = Question(story.identity, story.question, (Answer(story.answer, start),))
        articles.setdefault(story.address, []).append(Paragraph(story.context, (question,)))
    return tally.conversion((Article(t, tuple(ps)) for t, ps in articles.items()), name=name)


def _rank(material: Material, seed: int) -> str:
    return hashlib.sha256(f"{seed}:{file_name(material.where)}".encode()).hexdigest()


def _story(material: Material) -> _Story:
    parts = [part.strip() for part in material.text().strip().split("\n\n")]
    if len(parts) < 4 or not all(parts[:4]) or _PLACEHOLDER not in parts[2] or not parts[3].startswith("@entity"):
        raise FormatError(
            f"{material.where}: not a question of CNN: it must have an address, a story, a question with "
            f"{_PLACEHOLDER}, an answer such as @entity3 and the entities, blank lines between"
        )
    return _Story(file_name(material.where).removesuffix(".question"), *parts[:4])
