"""What a spaCy document says, column by column."""

from typing import TYPE_CHECKING

from spanwise.language.annotated import Annotated, Entity, TokenSpan
from spanwise.text.sentences import sentence_spans

if TYPE_CHECKING:
    from spacy.tokens import Doc

__all__ = ["annotated"]


def annotated(doc: "Doc") -> Annotated:
    """Return the columns of a document.

    Of a pipeline without parser every token is its own head and there are no noun chunks; where none of its components
    finds sentences they are those of `spanwise.text.sentences`.
    """
    tokens = list(doc)
    starts = tuple([token.idx for token in tokens])
    return Annotated(
        text=doc.text,
        starts=starts,
        ends=tuple([token.idx + len(token) for token in tokens]),
        lemmas=tuple([token.lemma_ for token in tokens]),
        pos=tuple([token.pos_ for token in tokens]),
        tags=tuple([token.tag_ for token in tokens]),
        dependencies=tuple([token.dep_ for token in tokens]),
        heads=tuple([token.head.i for token in tokens]),
        entities=tuple([Entity(e.start, e.end, e.label_) for e in doc.ents]),
        noun_chunks=_noun_chunks(doc),
        sentences=_sentences(doc, starts),
    )


def _noun_chunks(doc: "Doc") -> tuple[TokenSpan, ...]:
    if not doc.has_annotation("DEP") or doc.vocab.get_noun_chunks is None:
        return ()
    return tuple([TokenSpan(chunk.start, chunk.end) for chunk in doc.noun_chunks])


def _sentences(doc: "Doc", starts: tuple[int, ...]) -> tuple[TokenSpan, ...]:
    if not starts:
        return ()
    if doc.has_annotation("SENT_START"):
        return tuple([TokenSpan(sentence.start, sentence.end) for sentence in doc.sents])
    begins = [span.start for span in sentence_spans(doc.text)]
    first: list[int] = [0]
    place = 1
    for number, start in enumerate(starts[1:], 1):
        if place < len(begins) and start >= begins[place]:
            first.append(number)
            while place < len(begins) and start >= begins[place]:
                place += 1
    return tuple([TokenSpan(a, b) for a, b in zip(first, [*first[1:], len(starts)], strict=True)])
