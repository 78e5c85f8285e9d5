import pytest

from spanwise.predictions.fields import layout


@pytest.mark.parametrize("name", ["id", "question_id", "qid", "qas_id", "example_id", "ID", "Question ID"])
def test_an_id_goes_by_many_names(name: str) -> None:
    assert layout((name, "text")).id == name


@pytest.mark.parametrize("name", ["prediction_text", "prediction", "answer", "text", "output", "Prediction-Text"])
def test_an_answer_goes_by_many_names(name: str) -> None:
    assert layout(("id", name)).texts == (name,)


@pytest.mark.parametrize("name", ["no_answer_probability", "na_prob", "null_odds", "No Answer Probability"])
def test_a_no_answer_probability_goes_by_many_names(name: str) -> None:
    assert layout(("id", "text", name)).na_prob == name


def test_what_can_only_be_a_prediction_outranks_what_may_be_the_right_answer() -> None:
    assert layout(("id", "answer", "text", "prediction")).texts == ("prediction",)
    assert layout(("id", "answer", "output")).texts == ("answer", "output")


def test_gold_answers_beside_a_prediction_are_no_text() -> None:
    assert layout(("id", "prediction_text", "answers", "references")).texts == ("prediction_text",)
    assert layout(("id", "answers")).texts == ()


def test_the_score_of_a_pipeline_is_a_probability_and_any_other_a_logit() -> None:
    pipeline = layout(("id", "score", "start", "end", "answer"))
    assert (pipeline.is_pipeline, pipeline.prob, pipeline.score) == (True, "score", None)
    row = layout(("id", "prediction_text", "score", "start", "end"))
    assert (row.is_pipeline, row.prob, row.score) == (False, None, "score")


def test_a_probability_of_the_answer_is_never_one_of_no_answer() -> None:
    shape = layout(("id", "text", "probability"))
    assert (shape.prob, shape.na_prob) == ("probability", None)


def test_logits_need_both_ends() -> None:
    assert layout(("text", "start_logit", "end_logit")).logits == ("start_logit", "end_logit")
    assert layout(("text", "start_logit")).logits is None


@pytest.mark.parametrize(
    "names", [("title", "paragraphs"), ("context", "qas"), ("id", "question", "context", "answers")], ids=str
)
def test_the_records_of_datasets_are_known(names: tuple[str, ...]) -> None:
    assert layout(names).is_gold


def test_a_prediction_with_its_question_and_context_is_no_gold() -> None:
    assert not layout(("id", "question", "context", "answers", "prediction_text")).is_gold
    assert not layout(("id", "question", "context", "score", "start", "end", "answer")).is_gold


@pytest.mark.parametrize(
    ("name", "plain"), [("na_prob", True), ("question", True), ("score", False), ("start", False), ("nbest", False)]
)
def test_a_plain_record_holds_nothing_more_to_read(name: str, plain: bool) -> None:
    assert layout(("id", "text", name)).is_plain is plain


def test_a_row_needs_id_and_text_and_names_need_not_be_text() -> None:
    assert layout(("id", "text")).is_row
    assert not layout(("id", 7)).is_row
    assert not layout(("text", None)).is_row
