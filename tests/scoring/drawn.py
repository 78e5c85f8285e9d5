"""Hypothesis strategies for scoring: small benchmarks with awkward answers, and what readers might say to them."""

from collections.abc import Sequence

from hypothesis import strategies as st

from spanwise.data.dataset import Answer, Article, Dataset, Paragraph, Question
from spanwise.predictions.prediction import Prediction, Predictions

__all__ = ["awkward_texts", "benchmarks", "benchmarks_with_predictions", "golds", "na_probs", "predictions_for"]

# Words and signs at which rules part ways: articles of several languages, what reads as one, final sigma, letters that
# change length in lower case, composed and decomposed forms, spaces of all kinds, NUL, numbers, all sorts of marks.
PIECES = (
    *("a", "A", "an", "The", "the", "El", "los", "der", "Die", "của", "những", "ال", "المال", "مال", "un"),
    *("red", "kite", "Red", "ΟΔΟΣ", "οδός", "Σ", "İstanbul", "ı", "STRASSE", "straße", "ﬁn", "fin"),
    *("é", "e\u0301", "山", "海经", "한글", "हिंदी", "।", "🌊", "1.5", "15", "1,000", "1000", "-3", "3", "10²", "½"),
    *(" ", " ", " ", " ", "\u00a0", "\u3000", "\u2028", "\t", "\n", "\x1c", "\x00", "\x07", "\u200b", "\ufeff"),
    *(".", ",", "'", "’", '"', "“", "-", "–", "−", "_", "$", "^", "《", "》", "·", "/", "(", "%", "\ue000"),
)


def awkward_texts(max_pieces: int = 5) -> st.SearchStrategy[str]:
    """Draw a text, often one of which nothing is left."""
    return st.one_of(
        st.lists(st.sampled_from(PIECES), max_size=max_pieces).map("".join),
        st.sampled_from(("", "the", ".", " ", "A", "red kite", "kite", "kite red", "1.5 million", "15 million")),
    )


def na_probs() -> st.SearchStrategy[float]:
    """Draw a no-answer probability or log odds; equal ones are frequent."""
    return st.one_of(
        st.sampled_from((0.0, -0.0, 0.1, 0.5, 1.0, -1.0, 3.5)),
        st.floats(0, 1),
        st.floats(allow_nan=False, allow_infinity=False),
    )


@st.composite
def benchmarks(draw: st.DrawFn, *, unanswerable: bool = True, least_answers: int = 1) -> Dataset:
    """Draw a benchmark of a few questions; with ``unanswerable`` some may have no answers."""
    given = st.lists(awkward_texts(), min_size=least_answers, max_size=4)
    answers = st.one_of(st.just([]), given) if unanswerable else given
    paragraphs = st.lists(st.lists(answers, min_size=1, max_size=3), min_size=1, max_size=2)
    drawn = draw(st.lists(paragraphs, min_size=1, max_size=3))
    articles = [
        Article(
            f"T{a}",
            tuple(
                Paragraph("", tuple(_question(f"q{a}.{p}.{q}", texts) for q, texts in enumerate(questions)))
                for p, questions in enumerate(paragraphs)
            ),
        )
        for a, paragraphs in enumerate(drawn)
    ]
    return Dataset(tuple(articles), name="drawn")


def _question(identity: str, texts: Sequence[str]) -> Question:
    return Question(identity, "?", tuple(Answer(text) for text in texts), is_impossible=not texts)


@st.composite
def predictions_for(
    draw: st.DrawFn, dataset: Dataset, *, missing: bool = True, probs: bool | None = None, reader: str = "drawn"
) -> Predictions:
    """Draw predictions, often an answer or one in another guise, in any order; ``probs`` None leaves that open."""
    with_probs = draw(st.booleans()) if probs is None else probs
    made = []
    for _, _, question in dataset.questions():
        texts = [answer.text for answer in question.answers]
        text = draw(st.one_of(awkward_texts(), st.sampled_from([*texts, *map(_guise, texts)] or [""])))
        made.append(Prediction(question.id, text, na_prob=draw(na_probs()) if with_probs else None))
    made = draw(st.permutations(made))
    kept = made[draw(st.integers(0, len(made) - 1)) :] if missing else made
    return Predictions({p.id: p for p in kept}, reader=reader)


def _guise(text: str) -> str:
    return f"The {text.upper()}."


@st.composite
def benchmarks_with_predictions(
    draw: st.DrawFn, *, unanswerable: bool = True, missing: bool = True, probs: bool | None = None
) -> tuple[Dataset, Predictions]:
    """Draw a benchmark and a reader's predictions."""
    dataset = draw(benchmarks(unanswerable=unanswerable))
    return dataset, draw(predictions_for(dataset, missing=missing, probs=probs))


def golds(dataset: Dataset) -> list[tuple[str, list[str]]]:
    """Return each question's id with the texts of its answers."""
    return [(q.id, [answer.text for answer in q.answers]) for _, _, q in dataset.questions()]
