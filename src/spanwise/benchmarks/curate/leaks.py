"""What the parts of a benchmark share: articles, paragraphs and questions that stand in both, or nearly so.

A reader that was trained on a paragraph or question of the test is tested for memory. Splitting by article keeps most
of that out; but an encyclopedia says some things twice, and people ask the same.
"""

from collections.abc import Sequence
from itertools import combinations

import msgspec

from spanwise.benchmarks.curate.near_duplicates import SimilarPair, shingles, similar_pairs
from spanwise.data.dataset import Dataset, Question
from spanwise.data.reading import is_made_up_title
from spanwise.errors import OptionError
from spanwise.text.normalize import SQUAD, normalized

__all__ = ["KINDS", "Leak", "LeakReport", "LeakSettings", "leaks"]

KINDS = {
    "article": "articles of the same title",
    "id": "questions of the same id",
    "paragraph": "the same paragraphs",
    "near-paragraph": "nearly the same paragraphs",
    "question": "the same questions",
    "near-question": "nearly the same questions",
}
"""What parts may share, and what it is called. A pair is of one kind only: the same, or nearly the same."""

_PARAGRAPH_WIDTHS = (5,)
# Short texts have too few sequences of five words to be nearly the same by.
_QUESTION_WIDTHS = (1, 2)


class LeakSettings(msgspec.Struct, frozen=True):
    """From where on two texts are nearly the same: shared word sequences by all of both, a fraction."""

    paragraphs: float = 0.6
    """Of sequences of five words: a paragraph after some editing."""
    questions: float = 0.8
    """Of single words and pairs: a long question with a word or two changed."""


class Leak(msgspec.Struct, frozen=True):
    """One thing of an earlier part that stands in a later one too."""

    kind: str
    first: str
    """The earlier part's title, question id, or title and paragraph: "Title[3]"."""
    second: str
    """The later part's."""
    similarity: float = 1.0
    same_answer: bool = False
    """Of questions: whether an answer of one is one of the other, after normalisation."""
    text: str = ""
    """The later part's text."""
    earlier_text: str = ""


class LeakReport(msgspec.Struct, frozen=True):
    """What a later part has of an earlier one."""

    first: str
    """The earlier part's name."""
    second: str
    leaks: tuple[Leak, ...]

    def of(self, kind: str) -> tuple[Leak, ...]:
        """Return the leaks of one kind."""
        return tuple(leak for leak in self.leaks if leak.kind == kind)

    def affected(self, kind: str) -> int:
        """Return how many things of the later part are in leaks of this kind, each counted once."""
        return len({leak.second for leak in self.of(kind)})


class _Part(msgspec.Struct, frozen=True):
    """A part laid out in rows."""

    name: str
    contexts: tuple[str, ...]
    places: tuple[str, ...]
    questions: tuple[Question, ...]


def leaks(parts: Sequence[Dataset], settings: LeakSettings | None = None) -> tuple[LeakReport, ...]:
    """Return what each part shares with each one before it.

    Texts are the same when nothing but case, punctuation, English articles and blanks tells them apart. Of several
    copies in the earlier part, one is named for the same text and every one for nearly the same.

    Args:
        parts: Two or more, such as train, dev and test.
        settings: From where on texts are nearly the same.

    Raises:
        OptionError: There are fewer than two parts, or a similarity is no fraction above 0.
    """
    settings = settings or LeakSettings()
    if len(parts) < 2:
        raise OptionError("there is nothing to leak into; give two parts or more, the one to train on first")
    rows = [_part(part, number) for number, part in enumerate(parts)]
    contexts = _of_texts(
        [part.contexts for part in rows], _PARAGRAPH_WIDTHS, settings.paragraphs, ("paragraph", "near-paragraph")
    )
    questions = _of_texts(
        [tuple(q.text for q in part.questions) for part in rows],
        _QUESTION_WIDTHS,
        settings.questions,
        ("question", "near-question"),
    )
    reports = []
    for a, b in combinations(range(len(parts)), 2):
        first, second = rows[a], rows[b]
        found = [*_titles(parts[a], parts[b]), *_ids(first, second)]
        for kind, pair in contexts.get((a, b), ()):
            places = first.places[pair.first], second.places[pair.second]
            texts = second.contexts[pair.second], first.contexts[pair.first]
            found.append(Leak(kind, *places, pair.similarity, False, *texts))
        for kind, pair in questions.get((a, b), ()):
            one, other = first.questions[pair.first], second.questions[pair.second]
            same = _same_answer(one, other)
            found.append(Leak(kind, one.id, other.id, pair.similarity, same, other.text, one.text))
        reports.append(LeakReport(first.name, second.name, tuple(found)))
    return tuple(reports)


def _part(dataset: Dataset, number: int) -> _Part:
    paragraphs = [(f"{a.title}[{i}]", p.context) for a in dataset.articles for i, p in enumerate(a.paragraphs)]
    return _Part(
        dataset.name or f"part {number + 1}",
        tuple(context for _, context in paragraphs),
        tuple(place for place, _ in paragraphs),
        tuple(question for _, _, question in dataset.questions()),
    )


def _titles(first: Dataset, second: Dataset) -> list[Leak]:
    there = {article.title for article in first.articles}
    shared = [a.title for a in second.articles if a.title in there and not is_made_up_title(a.title)]
    return [Leak("article", title, title) for title in dict.fromkeys(shared)]


def _ids(first: _Part, second: _Part) -> list[Leak]:
    there = {question.id: question.text for question in first.questions}
    return [Leak("id", q.id, q.id, text=q.text, earlier_text=there[q.id]) for q in second.questions if q.id in there]


_Found = dict[tuple[int, int], list[tuple[str, SimilarPair]]]


def _of_texts(
    columns: Sequence[Sequence[str]], widths: Sequence[int], threshold: float, kinds: tuple[str, str]
) -> _Found:
    """Return the pairs of texts of different parts, the same ones and nearly the same, by the two parts' numbers.

    Each different text is compared once, however many copies a part has of it, and named with its first place.
    """
    same, near = kinds
    found: _Found = {}
    first_places: list[dict[str, int]] = []
    for column in columns:
        own: dict[str, int] = {}
        for place, text in enumerate(normalized(column, SQUAD)):
            own.setdefault(text, place)
        first_places.append(own)
    for b, column in enumerate(columns):
        for place, text in enumerate(normalized(column, SQUAD)):
            for a in range(b):
                if text and text in first_places[a]:
                    pair = SimilarPair(first_places[a][text], place, 1.0)
                    found.setdefault((a, b), []).append((same, pair))
    rows = [(number, place) for number, own in enumerate(first_places) for place in own.values()]
    texts = [text for own in first_places for text in own]
    sets = shingles(texts, widths)
    for one in similar_pairs(sets, threshold=threshold, groups=[number for number, _ in rows]):
        if texts[one.first] != texts[one.second]:
            (a, at_a), (b, at_b) = rows[one.first], rows[one.second]
            found.setdefault((a, b), []).append((near, SimilarPair(at_a, at_b, one.similarity)))
    return found


def _same_answer(first: Question, second: Question) -> bool:
    """Whether one answer is given to both, or both are said to have none."""
    if not first.answers or not second.answers:
        return not first.answers and not second.answers
    return not _forms(first).isdisjoint(_forms(second))


def _forms(question: Question) -> set[str]:
    return set(normalized([answer.text for answer in question.answers], SQUAD))
