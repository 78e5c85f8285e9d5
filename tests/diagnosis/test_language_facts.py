"""The columns that need a language pipeline, on the benchmark that ships and on articles of SQuAD."""

from pathlib import Path
from statistics import fmean

import msgspec
import pytest

import spanwise as sw
from spanwise.diagnosis.language_facts import LANGUAGE_COLUMNS, with_language
from spanwise.diagnosis.question_facts import Facts, question_facts
from spanwise.errors import DataError, OptionError
from spanwise.language.annotate import Annotator
from spanwise.language.answer_type import ANSWER_TYPES, answer_type
from spanwise.language.divergence import syntactic_divergence

ARTICLE = "Oxygen"
"""Of SQuAD 1.1's development set: 247 questions on 43 paragraphs, annotated in two seconds."""


@pytest.fixture(scope="module")
def dev() -> sw.Dataset:
    return sw.read(sw.sample_path("dev"))


@pytest.fixture(scope="module")
def facts(dev: sw.Dataset, annotator: Annotator) -> Facts:
    return with_language(question_facts(dev), dev, annotator)


def test_every_question_with_an_answer_has_what_the_language_layer_says(
    dev: sw.Dataset, facts: Facts, annotator: Annotator
) -> None:
    types, divergences = facts.column("answer_type"), facts.column("divergence")
    assert types.order == ANSWER_TYPES
    expected: list[tuple[str | None, str | None]] = []
    for _, paragraph, question in dev.questions():
        [context, asked] = annotator.annotate([paragraph.context, question.text])
        span = question.answers[0].span if question.answers else None
        if span is None:
            expected.append((None, None))
            continue
        value = syntactic_divergence(asked, context, span).value
        shown = "undefined" if value is None else "8+" if value >= 8 else str(value)
        expected.append((answer_type(context, span), shown))
    assert list(zip(types.values, divergences.values, strict=True)) == expected
    assert any(kind is None for kind in types.values)


def test_the_columns_come_behind_those_that_were_there(facts: Facts, dev: sw.Dataset) -> None:
    assert [column.name for column in facts.columns[-2:]] == list(LANGUAGE_COLUMNS)
    assert facts.columns[:-2] == question_facts(dev).columns
    for column in facts.columns[-2:]:
        assert {value for value in column.values if value is not None} <= set(column.order)


class Forbidden(Annotator):
    """An annotator that must not be asked for questions."""

    def annotate(self, texts: object) -> tuple[()]:
        assert texts == [], "asked for texts that no column needs"
        return ()


def test_only_what_a_column_needs_is_annotated(dev: sw.Dataset, annotator: Annotator) -> None:
    alone = with_language(question_facts(dev), dev, annotator, columns=["answer_type"])
    assert alone.columns[-1].name == "answer_type"
    unanswerable = msgspec.structs.replace(
        dev,
        articles=tuple(
            msgspec.structs.replace(
                article,
                paragraphs=tuple(
                    msgspec.structs.replace(p, questions=tuple(q for q in p.questions if not q.answers))
                    for p in article.paragraphs
                ),
            )
            for article in dev.articles
        ),
    )
    empty = with_language(question_facts(unanswerable), unanswerable, Forbidden())
    assert set(empty.column("divergence").values) == {None}


def test_an_answer_without_a_known_place_has_no_value(annotator: Annotator) -> None:
    questions = (
        sw.Question("a", "Who is it?", (sw.Answer("Anna", None),)),
        sw.Question("b", "Who is it?", (sw.Answer("Anna", 400),)),
        sw.Question("c", "Who was here?", (sw.Answer("Anna", 0),)),
    )
    dataset = sw.Dataset((sw.Article("t", (sw.Paragraph("Anna was here.", questions),)),))
    found = with_language(question_facts(dataset), dataset, annotator)
    assert found.column("answer_type").values == (None, None, "Person")
    assert found.column("divergence").values[:2] == (None, None)


def test_an_unknown_column_and_facts_of_other_questions_are_refused(dev: sw.Dataset) -> None:
    facts = question_facts(dev)
    with pytest.raises(OptionError, match=r"^'mood' is no column of language; there are answer_type, divergence$"):
        with_language(facts, dev, Annotator(), columns=["mood"])
    with pytest.raises(OptionError, match="columns of language need the dataset that the facts were made of"):
        with_language(Facts(facts.ids[1:], ()), dev, Annotator())


def test_a_pipeline_without_entities_is_refused_for_answer_types_and_will_do_for_divergence(
    dev: sw.Dataset, tmp_path: Path
) -> None:
    import spacy

    bare = spacy.blank("en")
    bare.add_pipe("sentencizer")
    bare.to_disk(tmp_path / "bare")
    annotator = Annotator(str(tmp_path / "bare"))
    with pytest.raises(OptionError, match=r"^the column answer_type needs a tagger and a parser and an entity"):
        with_language(question_facts(dev), dev, annotator)
    with pytest.raises(OptionError, match=r"^the column divergence needs a tagger and a parser, which the pipeline"):
        with_language(question_facts(dev), dev, annotator, columns=["divergence"])


def test_duplicate_ids_are_refused_unless_a_rule_says_which_count(annotator: Annotator) -> None:
    questions = tuple(sw.Question("a", f"Who {word}?", (sw.Answer("Anna", 0),)) for word in ("sings", "dances"))
    dataset = sw.Dataset((sw.Article("t", (sw.Paragraph("Anna sings.", questions),)),))
    facts = question_facts(dataset, duplicates="first")
    with pytest.raises(DataError):
        with_language(facts, dataset, annotator)
    assert len(with_language(facts, dataset, annotator, duplicates="first").column("divergence").values) == 1


def test_on_squad_the_paper_s_reader_does_worse_on_phrases_than_on_numbers_and_falls_with_divergence(
    shared: Path, annotator: Annotator
) -> None:
    # Table 7 and figure 5 of Rajpurkar et al. (2016); the whole set's figures stand in docs/language.
    whole = sw.read(shared / "data/squad/dev-v1.1.json")
    part = msgspec.structs.replace(whole, articles=tuple(a for a in whole.articles if a.title == ARTICLE))
    predictions = sw.read_predictions(shared / "data/squad/predictions/v1.1-logistic-regression.json")
    scores = sw.score(part, predictions)
    facts = with_language(question_facts(part), part, annotator)

    def mean_f1(column: str, *values: str) -> float:
        pairs = zip(facts.column(column).values, scores.columns.f1, strict=True)
        return fmean(f1 for value, f1 in pairs if value in values)

    types = facts.column("answer_type").values
    shares = [sum(types.count(t) for t in group) / len(types) for group in (ANSWER_TYPES[:2], ANSWER_TYPES[2:5])]
    assert min(shares) > 0.1
    assert mean_f1("answer_type", "Date", "Other Numeric") > mean_f1("answer_type", *ANSWER_TYPES[6:]) + 0.1
    assert mean_f1("divergence", "0", "1", "2") > mean_f1("divergence", "5", "6", "7", "8+") > 0.2
