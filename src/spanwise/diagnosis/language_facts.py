"""What a language pipeline says of each question: the type of its answer, and its syntactic divergence."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from spanwise.data.dataset import Dataset
from spanwise.diagnosis.question_facts import FactColumn, Facts
from spanwise.errors import OptionError
from spanwise.language.annotated import Annotated
from spanwise.language.answer_type import ANSWER_TYPES, answer_type
from spanwise.language.divergence import syntactic_divergence
from spanwise.scoring.columns import Duplicates, Row, kept_rows
from spanwise.text.span import Span

if TYPE_CHECKING:
    from spanwise.language.annotate import Annotator

__all__ = ["LANGUAGE_COLUMNS", "with_language"]

LANGUAGE_COLUMNS = ("answer_type", "divergence")
"""The columns that need texts annotated."""

_MOST_DIVERGENCE = 8
_DIVERGENCES = (*map(str, range(_MOST_DIVERGENCE)), f"{_MOST_DIVERGENCE}+")
_UNDEFINED = "undefined"


def with_language(
    facts: Facts,
    dataset: Dataset,
    annotator: "Annotator",
    *,
    columns: Sequence[str] = LANGUAGE_COLUMNS,
    duplicates: Duplicates = "refuse",
) -> Facts:
    """Return the facts with the type of the answer and the syntactic divergence behind them.

    Both go by the first answer, the question writer's own in SQuAD, and have no value for an unanswerable question or
    one whose answer's place is not known. A divergence of 8 and more is one slice, as in figures 4a and 5 of Rajpurkar
    et al. (2016); where the question and the answer's sentence share no word, or the question has no wh-word, it is a
    slice of its own, "undefined": those questions are seldom like the others.

    Args:
        facts: The facts of the benchmark's questions.
        dataset: The benchmark.
        annotator: What annotates contexts and questions; only what the columns need is annotated.
        columns: Which to add, of `LANGUAGE_COLUMNS`.
        duplicates: What to do about different questions with one id, as the facts were made.

    Raises:
        OptionError: A column is none of these; the facts are of other questions than the benchmark's; or the pipeline
            lacks what a column needs.
        MissingExtraError: spaCy is not installed.
        DataError: Different questions share an id, and no rule for it was chosen.
    """
    wanted = tuple(dict.fromkeys(columns))
    if unknown := [name for name in wanted if name not in LANGUAGE_COLUMNS]:
        raise OptionError(f"{unknown[0]!r} is no column of language; there are {', '.join(LANGUAGE_COLUMNS)}")
    rows, _ = kept_rows(dataset, duplicates)
    if facts.ids != tuple([row.question.id for row in rows]):
        raise OptionError(
            f"the facts are of {len(facts.ids):,} questions and the dataset has {len(rows):,} others; columns of "
            "language need the dataset that the facts were made of"
        )
    if "answer_type" in wanted:
        annotator.require("tagger", "parser", "ner", what="the column answer_type")
    if "divergence" in wanted:
        annotator.require("tagger", "parser", what="the column divergence")
    spans = _spans(dataset, rows)
    contexts, questions = _annotations(dataset, rows, spans, annotator, with_questions="divergence" in wanted)
    made = {
        "answer_type": lambda: _answer_types(rows, spans, contexts),
        "divergence": lambda: _divergences(rows, spans, contexts, questions),
    }
    return Facts(facts.ids, (*facts.columns, *(made[name]() for name in wanted)))


def _spans(dataset: Dataset, rows: Sequence[Row]) -> list[Span | None]:
    """Return where the first answer of each question stands; None where there is none or its place is not known."""
    contexts = [paragraph.context for article in dataset.articles for paragraph in article.paragraphs]
    found = []
    for row in rows:
        span = row.question.answers[0].span if row.question.answers else None
        found.append(span if span is not None and span.end <= len(contexts[row.paragraph]) else None)
    return found


def _annotations(
    dataset: Dataset, rows: Sequence[Row], spans: Sequence[Span | None], annotator: "Annotator", *, with_questions: bool
) -> tuple[Mapping[int, Annotated], Mapping[str, Annotated]]:
    """Return the contexts by paragraph and the questions by text, of those that have an answer somewhere."""
    paragraphs = [paragraph for article in dataset.articles for paragraph in article.paragraphs]
    placed = [row for row, span in zip(rows, spans, strict=True) if span is not None]
    numbers = list(dict.fromkeys(row.paragraph for row in placed))
    asked = list(dict.fromkeys(row.question.text for row in placed)) if with_questions else []
    # In one call, so that there is one batch and one bar.
    annotated = annotator.annotate([*(paragraphs[number].context for number in numbers), *asked])
    contexts = dict(zip(numbers, annotated[: len(numbers)], strict=True))
    return contexts, dict(zip(asked, annotated[len(numbers) :], strict=True))


def _answer_types(rows: Sequence[Row], spans: Sequence[Span | None], contexts: Mapping[int, Annotated]) -> FactColumn:
    values = [
        None if span is None else answer_type(contexts[row.paragraph], span)
        for row, span in zip(rows, spans, strict=True)
    ]
    return FactColumn("answer_type", "type of the answer", tuple(values), ANSWER_TYPES)


def _divergences(
    rows: Sequence[Row],
    spans: Sequence[Span | None],
    contexts: Mapping[int, Annotated],
    questions: Mapping[str, Annotated],
) -> FactColumn:
    values: list[str | None] = []
    for row, span in zip(rows, spans, strict=True):
        if span is None:
            values.append(None)
            continue
        found = syntactic_divergence(questions[row.question.text], contexts[row.paragraph], span).value
        values.append(_UNDEFINED if found is None else _DIVERGENCES[min(found, _MOST_DIVERGENCE)])
    return FactColumn(
        "divergence",
        "syntactic divergence",
        tuple(values),
        (*_DIVERGENCES, _UNDEFINED),
    )
