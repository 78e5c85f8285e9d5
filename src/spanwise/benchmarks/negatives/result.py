"""A benchmark with negatives: its answerable questions, unanswerable ones made of them, and an account of both."""

import math
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Literal

import msgspec

from spanwise.benchmarks.conversion import Change, Dropped
from spanwise.benchmarks.negatives.made import (
    Made,
    Maker,
    NotMade,
    Place,
    Resources,
    Texts,
    annotation_of,
    question_key,
)
from spanwise.benchmarks.negatives.other_paragraph import RandomParagraphs, TfIdfParagraphs
from spanwise.benchmarks.negatives.plausible import PlausibleAnswers
from spanwise.benchmarks.negatives.removed_sentence import RemovedSentences
from spanwise.benchmarks.negatives.rules import ReplacedWords
from spanwise.benchmarks.negatives.similar_names import SimilarWords
from spanwise.data.dataset import Article, Dataset, Origin, Paragraph, Question
from spanwise.data.subset import filtered
from spanwise.errors import DataError, OptionError

__all__ = ["KINDS", "NegativeKind", "NegativesReport", "NegativesResult", "kind_of", "negatives", "only_negatives"]

NegativeKind = Literal["tfidf", "rules", "random", "removed"]

KINDS: dict[NegativeKind, str] = {
    "tfidf": "the paragraph of the article that overlaps most with the question by TF-IDF and lacks the answer",
    "rules": "names and numbers replaced by similar ones, nouns and adjectives by their antonyms",
    "random": "any other paragraph of the article that lacks the answer",
    "removed": "the paragraph without the sentences that hold an answer",
}
"""The kinds of negatives, with what each is."""

_EXAMPLES = 5
_PREFIX = "negative-"


class NegativesReport(msgspec.Struct, frozen=True):
    """The account of making negatives: every question that was tried has one or is counted under a reason."""

    kind: NegativeKind
    seed: int
    answerable: int
    """Answerable questions of the source; in the result those that are kept beside the negatives."""
    tried: int
    """Attempts; at a ratio below 1 not every question is needed, above 1 several are made of one."""
    made: int
    with_plausible: int
    """Those that have a plausible answer."""
    kept: int
    """Answerable questions of the result: all, or those with a negative where it is one for one."""
    left_out: tuple[Dropped, ...] = ()
    """Why attempts made nothing, with how many, most frequent first."""
    changes: tuple[Change, ...] = ()
    """What was done to make them, and how often."""
    unanswerable_before: int = 0
    """Questions of the source that had no answer already; they are not in the result."""
    words_without_vector: int | None = None
    """Different words of names in questions that the word vectors lack; None where none were used."""
    without_vector: tuple[str, ...] = ()
    """The first few of them."""


class NegativesResult(msgspec.Struct, frozen=True):
    """A dataset of answerable questions and their negatives, with the account of how it was made."""

    dataset: Dataset
    report: NegativesReport


def negatives(
    dataset: Dataset,
    kind: NegativeKind,
    resources: Resources,
    *,
    ratio: float = 1.0,
    paired: bool = False,
    seed: int = 0,
) -> NegativesResult:
    """Return the answerable questions of a benchmark with unanswerable ones that were made of them.

    SQuAD 2.0's Table 4 compares two kinds of machine-made negatives with human ones, as many as there are answerable
    questions. A negative is a question of its own: new id, `is_impossible`, its `Origin`, and a plausible answer where
    the paragraph has a span of the type that is asked for. It stands in the article it came from, so that a split by
    article parts no negative from its parent.

    What a question gets depends on its article, its id and the seed, never on the number of processes. Questions that
    were unanswerable before are left out, so that the result has negatives of one kind.

    Args:
        dataset: The benchmark.
        kind: One of `KINDS`.
        resources: The annotator; for "rules" a lexicon as well, and word vectors if names are to be replaced by the
            nearest words.
        ratio: Negatives to an answerable question, above 0. 0.5 makes them of a half drawn at random; 2 makes two of
            each where that is possible.
        paired: Leave out the answerable questions of which no negative could be made: one for one at ratio 1.
        seed: Same seed, same negatives.

    Raises:
        OptionError: There is no such kind, the ratio is not above 0, or the lexicon is missing.
        DataError: The dataset has no answerable question, two questions of one id, or no negative could be made.
    """
    _check(dataset, kind, ratio)
    places = [place for place in _places(dataset) if place.question.answers]
    if not places:
        raise DataError(
            f"{dataset.name or 'the dataset'}: no question has an answer, so there is nothing to make of it"
        )
    makers = _makers(dataset, places, kind, resources, seed)
    made, reasons, tried = _made(places, makers.maker, ratio, seed)
    if not made:
        why = "; ".join(f"{entry.reason} ({entry.questions:,})" for entry in reasons)
        raise DataError(f"{dataset.name or 'the dataset'}: no negative could be made: {why}; try another kind")
    ids = _ids(dataset, made, kind)
    parents = {place.question.id for place, _, _ in made}
    kept = {place.question.id for place in places if not paired or place.question.id in parents}
    questions = [
        (place.article, one, _question(one, identity, Origin(place.question.id, _PREFIX + kind, seed)))
        for (place, one, _), identity in zip(made, ids, strict=True)
    ]
    changes = Counter(change for _, one, _ in made for change in one.changes)
    report = NegativesReport(
        kind=kind,
        seed=seed,
        answerable=len(places),
        tried=tried,
        made=len(made),
        with_plausible=sum(bool(one.plausible) for _, one, _ in made),
        kept=len(kept),
        left_out=reasons,
        changes=tuple(Change(what, count) for what, count in sorted(changes.items())),
        unanswerable_before=len(dataset.question_ids) - len(places),
        words_without_vector=None if makers.without_vector is None else len(makers.without_vector),
        without_vector=(makers.without_vector or ())[:_EXAMPLES],
    )
    return NegativesResult(_assembled(dataset, questions, kept, kind), report)


def only_negatives(dataset: Dataset) -> Dataset:
    """Return the made negatives of a dataset alone, to be merged with other questions on the same articles."""
    return filtered(dataset, lambda question: kind_of(question) is not None)


def kind_of(question: Question) -> str | None:
    """Return the kind of negative that a question was made as, or None."""
    transform = question.origin.transform if question.origin else ""
    return transform.removeprefix(_PREFIX) if transform.startswith(_PREFIX) else None


def _check(dataset: Dataset, kind: str, ratio: float) -> None:
    if kind not in KINDS:
        raise OptionError(f"there are no negatives {kind!r}; one of {', '.join(KINDS)} would do")
    if not 0 < ratio < math.inf:
        raise OptionError(f"ratio: {ratio} negatives to a question cannot be made; give a number above 0, such as 1")
    if len(set(dataset.question_ids)) < len(dataset.question_ids):
        twice = next(identity for identity, count in Counter(dataset.question_ids).items() if count > 1)
        raise DataError(
            f"{dataset.name or 'the dataset'}: the id {twice!r} stands twice, and a negative names its parent by it; "
            "spanwise check says where"
        )


def _places(dataset: Dataset) -> Iterator[Place]:
    for article in dataset.articles:
        for number, paragraph in enumerate(article.paragraphs):
            for question in paragraph.questions:
                yield Place(article, number, question)


class _Makers(msgspec.Struct, frozen=True):
    maker: Maker
    without_vector: tuple[str, ...] | None = None
    """Words of names that have no vector; None where no vectors are used."""


def _contexts(dataset: Dataset) -> list[str]:
    return [paragraph.context for article in dataset.articles for paragraph in article.paragraphs]


def _annotated(dataset: Dataset, resources: Resources, more: Sequence[str] = ()) -> Texts:
    resources.annotator.require("parser", "tagger", "ner", what="making negatives")
    return annotation_of(resources.annotator, [*_contexts(dataset), *more])


def _makers(dataset: Dataset, places: Sequence[Place], kind: str, resources: Resources, seed: int) -> _Makers:
    if kind == "rules":
        return _rules(dataset, places, resources)
    plausible = PlausibleAnswers(_annotated(dataset, resources))
    if kind == "tfidf":
        return _Makers(TfIdfParagraphs(plausible))
    return _Makers(RandomParagraphs(plausible, seed) if kind == "random" else RemovedSentences(plausible))


def _rules(dataset: Dataset, places: Sequence[Place], resources: Resources) -> _Makers:
    if resources.lexicon is None:
        raise OptionError("negatives by rule need antonyms; pass Resources(annotator, lexicon=Lexicon())")
    asked = [place.question.text for place in places]
    texts = _annotated(dataset, resources, asked)
    if resources.vectors is None:
        return _Makers(ReplacedWords(texts, resources.lexicon, None))
    similar = SimilarWords(resources.vectors, texts.annotated.values(), [texts.of(text) for text in asked])
    return _Makers(ReplacedWords(texts, resources.lexicon, similar), similar.without_vector)


def _made(
    places: Sequence[Place], maker: Maker, ratio: float, seed: int
) -> tuple[list[tuple[Place, Made, int]], tuple[Dropped, ...], int]:
    """Return what could be made, in file order, why the rest could not, and how many attempts that were."""
    wanted = max(1, round(ratio * len(places)))
    found: dict[tuple[int, int], Made] = {}
    reasons: dict[str, list[str]] = {}
    asked: set[tuple[int, str, str]] = set()
    tried = 0
    for attempt in range(math.ceil(ratio)):
        for number in _order(len(places), ratio - attempt, seed + attempt):
            if len(found) == wanted:
                break
            place = places[number]
            one = maker.make(place, attempt) if place.question.text.strip() else NotMade("the question has no text")
            tried += 1
            if isinstance(one, Made):
                # Two questions of an article may have one text, and go to one paragraph.
                key = (id(place.article), one.context, question_key(one.text))
                if key not in asked:
                    asked.add(key)
                    found[number, attempt] = one
                    continue
                one = NotMade("another negative puts the same question to the same paragraph")
            reasons.setdefault(one.reason, []).append(place.question.id)
    made = [(places[number], found[number, attempt], attempt) for number, attempt in sorted(found)]
    left_out = [Dropped(why, len(ids), tuple(ids[:_EXAMPLES])) for why, ids in reasons.items()]
    return made, tuple(sorted(left_out, key=lambda entry: -entry.questions)), tried


def _order(n: int, ratio: float, seed: int) -> Sequence[int]:
    """Return the questions in the order they are tried: that of the file where all are wanted, else a draw."""
    if ratio >= 1:
        return range(n)
    rng = random.Random(seed)
    drawn = [rng.random() for _ in range(n)]
    return sorted(range(n), key=drawn.__getitem__)


def _ids(dataset: Dataset, made: Sequence[tuple[Place, Made, int]], kind: str) -> list[str]:
    """Return a new id for each negative: its parent's, its kind, and a number from the second on."""
    taken = set(dataset.question_ids)
    ids = []
    for place, _, attempt in made:
        identity = f"{place.question.id}-{kind}" + (f"-{attempt + 1}" if attempt else "")
        while identity in taken:
            identity += "-new"
        taken.add(identity)
        ids.append(identity)
    return ids


def _question(made: Made, identity: str, origin: Origin) -> Question:
    return Question(id=identity, text=made.text, is_impossible=True, plausible_answers=made.plausible, origin=origin)


def _assembled(
    dataset: Dataset, questions: Sequence[tuple[Article, Made, Question]], kept: set[str], kind: str
) -> Dataset:
    """Return the dataset with each negative in the paragraph it was put to, a new context behind its old one."""
    placed: dict[tuple[int, int], dict[str, list[Question]]] = {}
    for article, one, question in questions:
        placed.setdefault((id(article), one.number), {}).setdefault(one.context, []).append(question)
    articles = []
    for article in dataset.articles:
        paragraphs = []
        for number, paragraph in enumerate(article.paragraphs):
            mine = placed.get((id(article), number), {})
            own = tuple(question for question in paragraph.questions if question.id in kept)
            contexts = {paragraph.context: own} | {c: () for c in mine if c != paragraph.context}
            for context, answered in contexts.items():
                both = (*answered, *mine.get(context, ()))
                if both:
                    paragraphs.append(Paragraph(context, both))
        if paragraphs:
            articles.append(Article(article.title, tuple(paragraphs)))
    name = f"{dataset.name}+{kind}" if dataset.name else kind
    return Dataset(tuple(articles), version="v2.0", name=name)
