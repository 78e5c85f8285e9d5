"""Spans of texts and runs of tokens."""

from spanwise.language.annotated import Annotated, Entity, TokenSpan
from spanwise.text.span import Span

TEXT = "Ada met Lord Byron in 1815."
ADA = Annotated(
    text=TEXT,
    starts=(0, 4, 8, 13, 19, 22, 26),
    ends=(3, 7, 12, 18, 21, 26, 27),
    lemmas=("Ada", "meet", "Lord", "Byron", "in", "1815", "."),
    pos=("PROPN", "VERB", "PROPN", "PROPN", "ADP", "NUM", "PUNCT"),
    tags=("NNP", "VBD", "NNP", "NNP", "IN", "CD", "."),
    dependencies=("nsubj", "ROOT", "compound", "dobj", "prep", "pobj", "punct"),
    heads=(1, 1, 3, 1, 1, 4, 1),
    entities=(Entity(0, 1, "PERSON"), Entity(2, 4, "PERSON"), Entity(5, 6, "DATE")),
    noun_chunks=(TokenSpan(0, 1), TokenSpan(2, 4)),
    sentences=(TokenSpan(0, 7),),
)


def test_tokens_and_spans_go_both_ways() -> None:
    assert ADA.span(2, 4).of(TEXT) == "Lord Byron"
    assert ADA.tokens_in(ADA.span(2, 4)) == TokenSpan(2, 4)


def test_a_token_counts_when_any_of_it_is_in_the_span() -> None:
    assert ADA.tokens_in(Span(14, 24)) == TokenSpan(3, 6)


def test_a_span_between_tokens_touches_none() -> None:
    assert ADA.tokens_in(Span(3, 4)) is None
    assert ADA.tokens_in(Span(25, 26)) == TokenSpan(5, 6)


def test_entities_are_told_token_by_token() -> None:
    assert ADA.entity_types == ("PERSON", "", "PERSON", "PERSON", "", "DATE", "")
    assert ADA.words[3] == "Byron"
    assert ADA.sentence_index == (0,) * 7
