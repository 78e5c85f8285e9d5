from collections.abc import Iterator

import pytest

from spanwise.benchmarks.convert.cnn import convert_cnn
from spanwise.benchmarks.material import Material
from spanwise.errors import FormatError


def story(name: str, answer: str = "@entity1", address: str = "http://cnn.example/a") -> Material:
    # The form of the published files: five parts with blank lines between.
    text = (
        f"{address}\n\n( @entity12 ) -- @entity1 met @entity2 and @entity1 .\n\n"
        f"@placeholder met someone\n\n{answer}\n\n"
        "@entity1:Ann\n@entity2:Bob\n@entity12:CNN\n"
    )
    return Material(f"cnn/questions/training/{name}.question", text.encode())


def test_the_answer_is_its_first_occurrence_and_no_longer_entity() -> None:
    conversion = convert_cnn([story("ab12")])
    ((article, paragraph, question),) = conversion.dataset.questions()
    assert (question.id, question.text) == ("ab12", "@placeholder met someone")
    assert question.answers[0].start == paragraph.context.index("@entity1 met")
    assert article.title == "http://cnn.example/a"


def test_questions_on_one_story_are_one_article() -> None:
    stories = [story("b"), story("a"), story("c", address="http://cnn.example/b")]
    assert [len(article.paragraphs) for article in convert_cnn(stories).dataset.articles] == [2, 1]


def test_an_answer_that_is_not_in_the_story_is_dropped() -> None:
    report = convert_cnn([story("a"), story("b", answer="@entity7")]).report
    assert (report.questions_in, report.questions_out, report.dropped[0].examples) == (2, 1, ("b",))


def test_the_draw_is_the_same_in_any_order_of_the_archive() -> None:
    stories = [story(f"s{i}") for i in range(20)]
    drawn = convert_cnn(iter(stories), n=5)
    assert drawn.report.questions_in == 20
    assert [(entry.questions, entry.examples) for entry in drawn.report.dropped] == [(15, ())]
    assert convert_cnn(reversed(stories), n=5).dataset == drawn.dataset
    assert set(drawn.dataset.question_ids) < set(convert_cnn(stories, n=9).dataset.question_ids)
    assert convert_cnn(stories, n=5, seed=1).dataset != drawn.dataset


def test_a_draw_of_more_than_there_are_takes_all() -> None:
    assert convert_cnn([story("a")], n=100).report.dropped == ()


@pytest.mark.parametrize(
    "content", ["", "one\n\ntwo", "a\n\nb\n\nno blank\n\n@entity1", "a\n\nb\n\n@placeholder\n\nAnn"]
)
def test_a_file_of_another_form_is_named(content: str) -> None:
    with pytest.raises(FormatError, match=r"x\.question: not a question of CNN"):
        convert_cnn([Material("x.question", content.encode())])


def test_no_file_at_all_is_refused() -> None:
    def none() -> Iterator[Material]:
        yield from ()

    with pytest.raises(FormatError, match=r"there is no \.question file"):
        convert_cnn(none())
