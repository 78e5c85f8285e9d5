"""spaCy documents as columns."""

import pytest
import spacy
from spacy.tokens import Doc

from spanwise.language import DEFAULT_PIPELINE
from spanwise.language.annotated import Entity, TokenSpan
from spanwise.language.from_spacy import annotated
from spanwise.language.pipelines import load_pipeline, pipeline_named
from spanwise.text.sentences import sentence_spans

TEXT = "Ada Lovelace met  Lord Byron in 1815.\nShe wrote (for $5.50) the first program, didn't she? 😀"


def parsed(text: str) -> Doc:
    return load_pipeline(pipeline_named(DEFAULT_PIPELINE))(text)


def test_columns_say_what_the_document_says() -> None:
    doc = parsed(TEXT)
    columns = annotated(doc)
    assert columns.text == TEXT
    assert columns.words == tuple(token.text for token in doc)
    assert columns.lemmas == tuple(token.lemma_ for token in doc)
    assert columns.pos == tuple(token.pos_ for token in doc)
    assert columns.tags == tuple(token.tag_ for token in doc)
    assert columns.dependencies == tuple(token.dep_ for token in doc)
    assert columns.heads == tuple(token.head.i for token in doc)
    assert [columns.span(e.start, e.end).of(TEXT) for e in columns.entities] == [e.text for e in doc.ents]
    assert [columns.span(c.start, c.end).of(TEXT) for c in columns.noun_chunks] == [c.text for c in doc.noun_chunks]
    assert [columns.span(s.start, s.end).of(TEXT) for s in columns.sentences] == [s.text for s in doc.sents]
    assert Entity(0, 2, "PERSON") in columns.entities


def test_tokens_and_the_single_blanks_between_them_cover_the_text() -> None:
    columns = annotated(parsed(TEXT))
    between = [TEXT[a:b] for a, b in zip((0, *columns.ends), (*columns.starts, len(TEXT)), strict=True)]
    assert set(between) == {"", " "}


@pytest.mark.parametrize("text", ["", "x", " ", "\n\n", ".", "I"])
def test_next_to_nothing_has_its_columns(text: str) -> None:
    columns = annotated(parsed(text))
    assert "".join(columns.words) == text
    assert sum(s.end - s.start for s in columns.sentences) == len(columns)


def test_without_a_parser_a_token_is_its_own_head_and_sentences_are_those_of_the_text_layer() -> None:
    text = "Dr. Ada wrote it. 無標点。第二句。Lord  Byron\n\nread it."
    columns = annotated(spacy.blank("en")(text))
    assert columns.heads == tuple(range(len(columns)))
    assert set(columns.dependencies) == {""}
    assert (columns.noun_chunks, columns.entities) == ((), ())
    assert columns.sentences[0] == TokenSpan(0, 5)
    # Where a sentence begins inside a token (spaCy does not cut Chinese here), it begins at the next.
    begins = [span.start for span in sentence_spans(text)]
    firsts = {next(n for n, start in enumerate(columns.starts) if start >= begin) for begin in begins}
    assert [sentence.start for sentence in columns.sentences] == sorted(firsts)
    assert len(firsts) >= 4
    assert sum(s.end - s.start for s in columns.sentences) == len(columns)
    assert columns.sentence_index[-1] == len(columns.sentences) - 1


def test_a_sentencizer_is_enough_for_sentences() -> None:
    language = spacy.blank("en")
    language.add_pipe("sentencizer")
    assert annotated(language("Ada wrote. Byron read.")).sentences == (TokenSpan(0, 3), TokenSpan(3, 6))


def test_a_language_without_noun_chunks_has_none() -> None:
    language = spacy.blank("hi")
    doc = Doc(language.vocab, words=["राम", "गया"], heads=[1, 1], deps=["nsubj", "ROOT"])
    assert annotated(doc).noun_chunks == ()
    assert annotated(doc).heads == (1, 1)
