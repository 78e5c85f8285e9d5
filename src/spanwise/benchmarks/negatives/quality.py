"""How good negatives are, by the two things that SQuAD 2.0's makers ask of them: relevance and a plausible answer.

Rajpurkar, Jia and Liang (2018), section 2: an unanswerable question should be about the topic of the paragraph, else
word overlap alone tells it, and the paragraph should have a span of the type that the question asks for, else type
matching tells it.
"""

from collections.abc import Mapping, Sequence

import msgspec

from spanwise.benchmarks.negatives.made import Texts, annotation_of
from spanwise.benchmarks.negatives.plausible import CONTENT, PlausibleAnswers, Wanted
from spanwise.benchmarks.negatives.result import kind_of
from spanwise.data.dataset import Dataset, Question
from spanwise.language.annotate import Annotator
from spanwise.language.annotated import Annotated
from spanwise.stats.estimate import Estimate, choose_clusters, mean_estimate
from spanwise.stats.independent import independent_difference

__all__ = ["NegativeQuality", "QualityRow", "asked_type", "negative_quality"]

ANSWERABLE, HUMAN = "answerable", "human"
_NUMERIC = frozenset(
    ["many", "much", "long", "old", "far", "often", "tall", "high", "large", "big", "deep", "fast", "wide", "heavy"]
)
_DATES = frozenset(["year", "years", "date", "day", "month", "century", "decade"])
_AMOUNTS = frozenset(["percent", "percentage", "number", "amount"])


class QualityRow(msgspec.Struct, frozen=True):
    """One group of questions: the answerable ones, those that people made unanswerable, or one kind of negatives."""

    group: str
    """"answerable", "human" (unanswerable, and not made by Spanwise), or the kind."""
    questions: int
    overlap: Estimate
    """The share of a question's content words that stand in its paragraph, by form or lemma."""
    sentence_overlap: Estimate
    """The same for the sentence that has most of them."""
    typed: Estimate
    """Of the questions that tell what type of answer they want, the share with such a span in the paragraph, none of
    its words being the question's."""
    plausible: Estimate
    """The share of the questions without an answer that have a plausible answer laid out."""
    overlap_above_human: Estimate
    """The overlap less that of the human negatives; both intervals put together as if independent, so that the
    interval is too wide rather than too narrow where the articles are the same."""
    sentence_above_human: Estimate
    typed_above_human: Estimate


class NegativeQuality(msgspec.Struct, frozen=True):
    """The quality of each group of a benchmark, and what was used to measure it."""

    pipeline: str
    rows: tuple[QualityRow, ...]


class _Measured(msgspec.Struct, frozen=True):
    article: int
    paragraph: int
    overlap: float | None
    sentence: float | None
    typed: float | None
    plausible: float | None


def negative_quality(datasets: Sequence[Dataset], annotator: Annotator, *, level: float = 0.95) -> NegativeQuality:
    """Return relevance and plausibility of the negatives of datasets, beside their answerable questions.

    An id that stands in several of the datasets counts once, as in a benchmark and in what negatives were made of it.
    Intervals are over articles, which are one where their titles are the same.

    Args:
        datasets: The benchmarks, such as one with human negatives and one with made ones.
        annotator: Its pipeline says what a content word is and which spans have which type. The type that a question
            asks for is told from English question words.
        level: The level of the intervals, a fraction.
    """
    texts = _texts(datasets, annotator)
    plausible = PlausibleAnswers(texts)
    groups: dict[str, list[_Measured]] = {ANSWERABLE: [], HUMAN: []}
    articles: dict[str, int] = {}
    paragraphs: dict[str, int] = {}
    seen: set[str] = set()
    for dataset in datasets:
        for article, paragraph, question in dataset.questions():
            if question.id in seen or not question.text.strip():
                continue
            seen.add(question.id)
            where = (
                articles.setdefault(article.title, len(articles)),
                paragraphs.setdefault(paragraph.context, len(paragraphs)),
            )
            group = ANSWERABLE if question.answers else kind_of(question) or HUMAN
            groups.setdefault(group, []).append(_measured(question, paragraph.context, texts, plausible, where))
    found = {group: _estimates(measured, level) for group, measured in groups.items() if measured}
    human = found.get(HUMAN)
    rows = tuple(_row(group, len(groups[group]), own, human) for group, own in found.items())
    return NegativeQuality(annotator.identity, rows)


def _texts(datasets: Sequence[Dataset], annotator: Annotator) -> Texts:
    annotator.require("parser", "tagger", "ner", what="the quality of negatives")
    wanted = [
        text
        for dataset in datasets
        for article in dataset.articles
        for paragraph in article.paragraphs
        for text in (paragraph.context, *[question.text for question in paragraph.questions])
    ]
    return annotation_of(annotator, wanted)


def _measured(
    question: Question, context: str, texts: Texts, plausible: PlausibleAnswers, where: tuple[int, int]
) -> _Measured:
    asked, annotated = texts.of(question.text), texts.of(context)
    words = {
        (asked.words[i].casefold(), asked.lemmas[i].casefold())
        for i in range(len(asked))
        if asked.pos[i] in CONTENT and not asked.tags[i].startswith("W")
    }
    sentences = [_forms(annotated, range(*sentence)) for sentence in annotated.sentences]
    whole = frozenset().union(*sentences)
    shares = [_share(words, forms) for forms in (whole, *sentences)]
    wanted = asked_type(asked)
    typed = None if wanted is None else float(plausible.best(Wanted(question.text, wanted), context) is not None)
    laid_out = None if question.answers else float(bool(question.plausible_answers))
    article, paragraph = where
    return _Measured(
        article=article,
        paragraph=paragraph,
        overlap=shares[0] if words else None,
        sentence=max(shares[1:], default=0.0) if words else None,
        typed=typed,
        plausible=laid_out,
    )


def _forms(annotated: Annotated, tokens: range) -> frozenset[str]:
    return frozenset(
        form.casefold() for i in tokens for form in (annotated.words[i], annotated.lemmas[i]) if form.strip()
    )


def _share(words: set[tuple[str, str]], forms: frozenset[str]) -> float:
    return sum(word in forms or lemma in forms for word, lemma in words) / len(words) if words else 0.0


def asked_type(question: Annotated) -> str | None:
    """Return the type of answer that the words of an English question tell, or None where they leave it open.

    "Who" asks for a person, "when" and "what year" for a date, "where" for a place, "how many" and "what percentage"
    for a number. "What" alone asks for anything.
    """
    words = [word.casefold() for word in question.words]
    for token, word in enumerate(words):
        after = words[token + 1] if token + 1 < len(words) else ""
        if word in ("who", "whom"):
            return "Person"
        if word == "when":
            return "Date"
        if word == "where":
            return "Location"
        if word == "how":
            return "Other Numeric" if after in _NUMERIC else None
        if word in ("what", "which"):
            return "Date" if after in _DATES else "Other Numeric" if after in _AMOUNTS else None
        if word in ("why", "whose"):
            return None
    return None


def _estimates(measured: Sequence[_Measured], level: float) -> Mapping[str, Estimate]:
    return {
        name: _estimate([one for one in measured if getattr(one, name) is not None], name, level)
        for name in ("overlap", "sentence", "typed", "plausible")
    }


def _estimate(measured: Sequence[_Measured], name: str, level: float) -> Estimate:
    if not measured:
        return Estimate.undefined(_NONE[name])
    units = {"article": [one.article for one in measured], "paragraph": [one.paragraph for one in measured]}
    unit, clusters = choose_clusters(units)
    return mean_estimate([getattr(one, name) for one in measured], clusters, level=level, cluster_unit=unit)


_NONE = {
    "overlap": "no question has a content word",
    "sentence": "no question has a content word",
    "typed": "no question tells by who, when, where or how many what it asks for",
    "plausible": "every question has an answer",
}


def _row(group: str, questions: int, own: Mapping[str, Estimate], human: Mapping[str, Estimate] | None) -> QualityRow:
    def above(name: str) -> Estimate:
        if human is None:
            return Estimate.undefined("the benchmark has no human negatives")
        if group == HUMAN:
            return Estimate.undefined("these are the human negatives")
        return independent_difference(own[name], human[name])

    return QualityRow(
        group=group,
        questions=questions,
        overlap=own["overlap"],
        sentence_overlap=own["sentence"],
        typed=own["typed"],
        plausible=own["plausible"],
        overlap_above_human=above("overlap"),
        sentence_above_human=above("sentence"),
        typed_above_human=above("typed"),
    )
