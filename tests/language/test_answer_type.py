"""Types of answers, on sentences that the default pipeline parses, and on trees made by hand for other labels."""

import msgspec
import pytest

from spanwise.language.annotate import Annotator
from spanwise.language.annotated import Annotated, Entity, TokenSpan
from spanwise.language.answer_type import ANSWER_TYPES, answer_type
from spanwise.text.span import Span

# Each sentence with answers in it and their types; the ten of Table 2 of the paper are among them.
SENTENCES = {
    "He was born on 19 October 1512 in Germany, and in the 1540s he met Thomas Coke.": {
        "19 October 1512": "Date",
        "1512": "Date",
        "Germany": "Location",
        "in Germany": "Location",
        "the 1540s": "Date",
        "Thomas Coke": "Person",
    },
    "The three schools had about 12 million dollars and 1,320 kilometres of road for twenty years.": {
        "three": "Other Numeric",
        "The three schools": "Other Numeric",
        "about 12 million dollars": "Other Numeric",
        "1,320 kilometres": "Other Numeric",
        "twenty years": "Other Numeric",
        "dollars": "Common Noun Phrase",
    },
    "ABC Sports quickly reported that property damage was the second-largest problem.": {
        "ABC Sports": "Other Entity",
        "quickly": "Other",
        "property damage": "Common Noun Phrase",
        "second-largest": "Adjective Phrase",
        "property damage was the second-largest problem": "Clause",
    },
    "The crew returned to Earth to avoid trivialization of the mission.": {
        "returned to Earth": "Verb Phrase",
        "to avoid trivialization": "Clause",
        "avoid trivialization": "Verb Phrase",
        "of the mission": "Other",
        "The crew": "Common Noun Phrase",
        "The crew returned": "Clause",
    },
}


@pytest.mark.parametrize(
    ("sentence", "answer", "expected"),
    [(sentence, answer, kind) for sentence, answers in SENTENCES.items() for answer, kind in answers.items()],
)
def test_an_answer_is_of_the_type_that_a_reader_would_give_it(
    annotator: Annotator, sentence: str, answer: str, expected: str
) -> None:
    [context] = annotator.annotate([sentence])
    assert answer_type(context, Span.at(sentence.index(answer), answer)) == expected


def test_quotation_marks_and_full_stops_around_an_answer_change_nothing(annotator: Annotator) -> None:
    text = 'It is called "property damage." He agreed.'
    [context] = annotator.annotate([text])
    bare = Span.at(text.index("property"), "property damage")
    assert (
        answer_type(context, bare) == answer_type(context, Span(bare.start - 1, bare.end + 2)) == "Common Noun Phrase"
    )


@pytest.mark.parametrize("text", ["?!", "   ", "x", "7", "a\n\n\nb", "、。"])
def test_any_span_of_any_text_has_one_of_the_ten_types(annotator: Annotator, text: str) -> None:
    [context] = annotator.annotate([text])
    found = {answer_type(context, Span(i, j)) for i in range(len(text)) for j in range(i + 1, len(text) + 1)}
    assert found <= set(ANSWER_TYPES)


def test_nothing_but_punctuation_is_other(annotator: Annotator) -> None:
    [context] = annotator.annotate(["What ?!"])
    assert answer_type(context, Span(5, 7)) == "Other"


def made(words: str, pos: str, relations: str, heads: list[int], entities: tuple[Entity, ...] = ()) -> Annotated:
    """Return a sentence annotated by hand; tags and lemmas say nothing."""
    tokens = words.split()
    ends = [sum(map(len, tokens[: i + 1])) + i for i in range(len(tokens))]
    n = len(tokens)
    return Annotated(
        text=words,
        starts=tuple(end - len(token) for end, token in zip(ends, tokens, strict=True)),
        ends=tuple(ends),
        lemmas=tuple(tokens),
        pos=tuple(pos.split()),
        tags=("",) * n,
        dependencies=tuple(relations.split()),
        heads=tuple(heads),
        entities=entities,
        noun_chunks=(),
        sentences=(TokenSpan(0, n),),
    )


@pytest.mark.parametrize(
    ("label", "expected"), [("PER", "Person"), ("LOC", "Location"), ("ORG", "Other Entity"), ("MISC", "Other Entity")]
)
def test_entity_types_of_conll_are_understood(label: str, expected: str) -> None:
    # German, with Universal Dependencies' relations, as spaCy's pipelines for most languages have them.
    words = made("Anna wohnt hier", "PROPN VERB ADV", "nsubj ROOT advmod", [1, 1, 1], (Entity(0, 1, label),))
    assert answer_type(words, Span(0, 4)) == expected


def test_without_entities_of_dates_a_year_is_known_by_its_form_unless_it_counts_something() -> None:
    year = made("im Jahr 1989 fiel sie", "ADP NOUN NUM VERB PRON", "case obl nummod ROOT nsubj", [1, 3, 1, 3, 3])
    assert answer_type(year, Span.at(8, "1989")) == "Other Numeric"
    alone = made("1989 fiel sie", "NUM VERB PRON", "obl ROOT nsubj", [1, 1, 1])
    assert answer_type(alone, Span(0, 4)) == "Date"
    counted = made("1989 Menschen", "NUM NOUN", "nummod ROOT", [1, 1])
    assert answer_type(counted, Span(0, 4)) == "Other Numeric"


def test_copulas_and_markers_of_universal_dependencies_make_clauses() -> None:
    copula = made("sie ist gut", "PRON AUX ADJ", "nsubj cop ROOT", [2, 2, 2])
    assert answer_type(copula, Span(0, 11)) == "Clause"
    assert answer_type(copula, Span(4, 11)) == "Verb Phrase"
    assert answer_type(copula, Span(8, 11)) == "Adjective Phrase"
    infinitive = made("zu gehen", "PART VERB", "mark ROOT", [1, 1])
    assert answer_type(infinitive, Span(0, 8)) == "Clause"
    assert answer_type(infinitive, Span(3, 8)) == "Verb Phrase"


def test_a_name_has_the_type_that_most_of_its_mentions_have() -> None:
    words = made(
        "Newton met Newton and Newton", "PROPN VERB PROPN CCONJ PROPN", "nsubj ROOT obj cc conj", [1, 1, 1, 4, 2]
    )
    wrong = msgspec.structs.replace(
        words, entities=(Entity(0, 1, "GPE"), Entity(2, 3, "PERSON"), Entity(4, 5, "PERSON"))
    )
    assert answer_type(wrong, Span(0, 6)) == "Person"
    tied = msgspec.structs.replace(words, entities=(Entity(0, 1, "GPE"), Entity(2, 3, "PERSON")))
    assert answer_type(tied, Span(0, 6)) == "Location"
