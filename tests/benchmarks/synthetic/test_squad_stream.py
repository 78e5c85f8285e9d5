import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spanwise.benchmarks.synthetic.squad_stream import Item, SquadStream
from spanwise.data.dataset import Answer, Article, Dataset, Paragraph, Question
from spanwise.data.squad import encode_squad
from spanwise.data.typed_squad import decode_squad


def written(items: list[Item]) -> tuple[bytes, SquadStream]:
    file = io.BytesIO()
    stream = SquadStream(file)
    stream.write(items)
    stream.close()
    return file.getvalue(), stream


def item(title: str, context: str, identity: str, start: int = 0) -> Item:
    return Item(title, context, Question(identity, "which?", (Answer(context[start:], start),)))


@given(st.lists(st.tuples(st.sampled_from("ab"), st.sampled_from(("one é", "two 🌊", "three"))), max_size=12))
def test_what_is_streamed_is_what_a_whole_dataset_is_written_as(places: list[tuple[str, str]]) -> None:
    data, stream = written([item(title, context, f"q{n}") for n, (title, context) in enumerate(places)])
    read = decode_squad(data)
    assert read is not None
    assert encode_squad(read) == data
    assert [(a.title, p.context) for a, p, _ in read.questions()] == places
    assert stream.questions == len(places)
    assert stream.articles == len(read.articles)
    assert stream.contexts == sum(len(article.paragraphs) for article in read.articles)


def test_neighbours_of_one_title_are_an_article_and_of_one_context_a_paragraph() -> None:
    data, _ = written([item("t", "one", "1"), item("t", "one", "2"), item("t", "two", "3"), item("u", "two", "4")])
    read = decode_squad(data)
    expected = (
        Article("t", (Paragraph("one", (question("1", "one"), question("2", "one"))), paragraph("3", "two"))),
        Article("u", (paragraph("4", "two"),)),
    )
    assert read == Dataset(expected, version="1.1")


def question(identity: str, text: str) -> Question:
    return Question(identity, "which?", (Answer(text, 0),))


def paragraph(identity: str, context: str) -> Paragraph:
    return Paragraph(context, (question(identity, context),))


def test_an_answer_that_is_not_at_its_place_is_a_bug() -> None:
    wrong = Item("t", "one two", Question("q", "which?", (Answer("two", 3),)))
    with pytest.raises(AssertionError, match="q: 'two' is not at 3"):
        written([wrong])
