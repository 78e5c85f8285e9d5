"""The first sentence."""

import spanwise as sw
from spanwise.data.dataset import Article, Dataset, Paragraph, Question
from spanwise.predictions.reader import Reader
from spanwise.readers.first_sentence import FirstSentence
from spanwise.text.span import Span


def asked(context: str) -> Dataset:
    return Dataset((Article("", (Paragraph(context, (Question("q", "Why?"),)),)),))


def test_the_answer_is_the_first_sentence_where_it_stands() -> None:
    reader: Reader = FirstSentence(abstain=True)
    made = reader.predict(asked(" Dr. Holm rowed. He sang. He slept. ")).by_id["q"]
    assert (made.text, made.span) == ("Dr. Holm rowed.", Span(1, 16))
    assert [(entry.text, entry.score) for entry in made.nbest] == [
        ("Dr. Holm rowed.", 1.0),
        ("He sang.", 1 / 2),
        ("He slept.", 1 / 3),
    ]
    assert made.null_odds == -1 / 2


def test_a_blank_context_has_no_sentence_to_answer_with() -> None:
    assert [FirstSentence().predict(asked(context)).by_id["q"].text for context in ("", " \n ")] == ["", ""]


def test_each_question_of_a_benchmark_has_an_answer() -> None:
    dev = sw.read(sw.sample_path("dev"))
    made = FirstSentence().predict(dev)
    assert list(made.by_id) == list(dev.question_ids)
    assert not any(prediction.abstains for prediction in made.by_id.values())
