"""Annotated texts written by hand: "the/DET<2 keeper/NOUN<3 left/VERB" says word, part of speech, and its head."""

from spanwise.language.annotated import Annotated, Entity, TokenSpan


def tagged(*sentences: str, entities: tuple[Entity, ...] = (), chunks: tuple[TokenSpan, ...] = ()) -> Annotated:
    """Return the annotation of sentences of words parted by blanks.

    A head is counted from 1 within its sentence; a word without one is a root.
    """
    words: list[str] = []
    pos: list[str] = []
    heads: list[int] = []
    bounds: list[TokenSpan] = []
    for sentence in sentences:
        first = len(words)
        for place, token in enumerate(sentence.split()):
            rest, _, head = token.partition("<")
            word, _, part = rest.partition("/")
            words.append(word)
            pos.append(part or "NOUN")
            heads.append(first + (int(head) - 1 if head else place))
        bounds.append(TokenSpan(first, len(words)))
    text = " ".join(words)
    starts = [sum(len(word) + 1 for word in words[:place]) for place in range(len(words))]
    return Annotated(
        text=text,
        starts=tuple(starts),
        ends=tuple([start + len(word) for start, word in zip(starts, words, strict=True)]),
        lemmas=tuple(words),
        pos=tuple(pos),
        tags=("NN",) * len(words),
        dependencies=("dep",) * len(words),
        heads=tuple(heads),
        entities=entities,
        noun_chunks=chunks,
        sentences=tuple(bounds),
    )
