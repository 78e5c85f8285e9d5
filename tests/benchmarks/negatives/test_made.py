"""What the makers of negatives share."""

from spanwise.benchmarks.negatives.made import Place, annotation_of, question_key, sound_answers
from spanwise.data.dataset import Answer, Article, Paragraph, Question
from spanwise.language.annotate import Annotator
from spanwise.text.span import Span


def test_an_answer_is_sound_where_it_stands_as_it_says() -> None:
    answers = (Answer("Ann", 0), Answer("Ann", 0), Answer("Bob", 1), Answer("Ann"), Answer("", 0), Answer("met Bob", 4))
    question = Question("q", "Who?", answers)
    place = Place(Article("a", (Paragraph("Ann met Bob", (question,)),)), 0, question)
    assert sound_answers(place) == ((Answer("Ann", 0), Span(0, 3)), (Answer("met Bob", 4), Span(4, 11)))


def test_each_text_is_annotated_once(annotator: Annotator) -> None:
    texts = annotation_of(annotator, ["Ann met Bob.", "Who?", "Ann met Bob."])
    assert list(texts.annotated) == ["Ann met Bob.", "Who?"]
    assert texts.of("Who?").text == "Who?"


def test_letter_case_and_white_space_make_no_other_question() -> None:
    assert question_key(" Who  met\tBOB? ") == question_key("who met Bob?") != question_key("Who met Ann?")
