"""Every case of the collection of real trouble with readers, by its id.

A case that any reader must stand up to is put to each of them. `NOT_YET` says why the others are not: what they speak
of, windows, subword tokens or networks, is not here.
"""

import json
import os
import random
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

import spanwise as sw
from spanwise.data.dataset import Article, Dataset, Paragraph, Question
from spanwise.diagnosis.signals import signal_traits, signal_values
from spanwise.errors import SpanwiseWarning
from spanwise.language.annotate import Annotator
from spanwise.predictions.prediction import Prediction
from spanwise.predictions.reader import Reader
from spanwise.readers import READERS
from spanwise.readers.candidates import candidates_of
from spanwise.readers.log_linear.trainer import LogLinear
from spanwise.readers.named import reader_named
from spanwise.text.span import Span

ROOT = Path(__file__).resolve().parents[2]
FILE = Path(os.environ.get("SPANWISE_SHARED", ROOT.parent / "shared")) / "cases" / "readers.jsonl"

Case = dict[str, Any]

NOT_YET = {
    **dict.fromkeys(
        ("stride-too-large", "max-context", "null-min-over-windows", "null-windows-in-1.1", "score-per-window-softmax"),
        "no reader cuts a context into windows",
    ),
    **dict.fromkeys(
        ("case-flag", "slow-tokeniser", "padding-to-max-slow", "onnx-parity", "memory-not-freed", "score-start-only"),
        "no reader is a network",
    ),
    **dict.fromkeys(("pool-hangs", "threads-already-borrowed"), "no reader answers over the web"),
    **dict.fromkeys(
        ("answer-not-in-context", "null-flag-missing", "resume-differs", "features-slow", "features-memory"),
        "about training, which the tests of what can be trained hold",
    ),
    **dict.fromkeys(
        ("null-only-nbest", "overlap-filter-crash", "null-confidence-order", "score-threshold-drqa"),
        "about n-best lists and confidences, which the tests of predictions and calibration hold",
    ),
    **dict.fromkeys(
        ("norm-en-dash", "norm-article-only", "mrqa-inclusive-span", "mrqa-answer-with-blank"),
        "about scores and files, which the tests of scoring and data hold",
    ),
}
"""Cases that are put to no reader here, and why."""

WITHOUT_CANDIDATE = {"no-space-language": "an English pipeline takes a Chinese sentence for one word"}
"""Cases whose right answer is no constituent by the default pipeline, and why."""


def read_cases(*, with_span: bool = False) -> list[Any]:
    if not FILE.is_file():
        reason = f"no cases at {FILE}: set SPANWISE_SHARED to the folder that holds cases/"
        return [pytest.param({}, id="absent", marks=pytest.mark.skip(reason=reason))]
    cases = [json.loads(line) for line in FILE.read_text("utf-8").splitlines()]
    applying = [case for case in cases if case["id"] not in NOT_YET]
    if with_span:
        applying = [case for case in applying if case["right_behaviour"].get("span")]
    return [pytest.param(case, id=case["id"]) for case in applying]


@pytest.fixture(scope="module")
def log_linear(annotator: Annotator) -> Reader:
    train = sw.read(sw.sample_path("train"))
    few = msgspec.structs.replace(train, articles=train.articles[:1])
    return LogLinear(annotator).train(few, rng=random.Random(0))


@pytest.fixture(scope="module", params=READERS)
def reader(request: pytest.FixtureRequest, annotator: Annotator) -> Reader:
    """Return each reader that there is, ready to predict."""
    if READERS[request.param].trainable:
        trained: Reader = request.getfixturevalue(request.param.replace("-", "_"))
        return trained
    return reader_named(request.param, annotator=annotator, seed=7, abstain=True)


def asked(case: Case) -> Dataset:
    """Return a case's question on its context among others, which must be answered all the same."""
    put = case["input"]
    question = put.get("question", "What is the weather?")
    paragraphs = (
        Paragraph("Ada met Lord Byron in 1815.", (Question("before", "Who met him?"),)),
        Paragraph(put.get("context", "Rain fell."), (Question("case", question),)),
        Paragraph("It rained.", (Question("after", "What did it do?"),)),
    )
    return Dataset((Article(case["id"], paragraphs),))


def answered(reader: Reader, dataset: Dataset) -> dict[str, Prediction]:
    with warnings.catch_warnings():
        # A context in another language than the pipeline's is told of.
        warnings.simplefilter("ignore", SpanwiseWarning)
        return dict(reader.predict(dataset).by_id)


CHECKS: dict[str, Callable[[Case, Reader, Prediction], None]] = {}


@pytest.mark.parametrize("case", read_cases())
def test_case(case: Case, reader: Reader) -> None:
    dataset = asked(case)
    made = answered(reader, dataset)
    assert list(made) == ["before", "case", "after"]
    for _, paragraph, question in dataset.questions():
        check_places(made[question.id], paragraph.context)
    check = CHECKS.get(case["id"])
    if check is not None:
        check(case, reader, made["case"])


def check_places(prediction: Prediction, context: str) -> None:
    """Check that an answer stands where it says, that none is listed twice, and that nothing else is ever an answer."""
    assert (prediction.text == "") == (prediction.span is None)
    places = [(prediction.text, prediction.span), *((entry.text, entry.span) for entry in prediction.nbest)]
    for text, span in places:
        assert text in context
        assert text == ("" if span is None else span.of(context))
    listed = [entry.span for entry in prediction.nbest if entry.span is not None]
    assert len(set(listed)) == len(listed)
    for value in signal_values(prediction).values():
        assert abs(value) < float("inf")


def no_answer(case: Case, reader: Reader, prediction: Prediction) -> None:
    assert prediction.text == case["right_behaviour"]["answer"] == ""


def one_answer(case: Case, reader: Reader, prediction: Prediction) -> None:
    # "Bo" is the only span there is.
    assert len(prediction.nbest) <= case["right_behaviour"]["answers"]
    assert prediction.text in ("", "Bo")


def first_of_equals(case: Case, reader: Reader, prediction: Prediction) -> None:
    # The same sentence ten times: by words alone, nothing tells them apart but their places.
    sentence = len(case["input"]["context"]) // 10
    if reader.name.startswith("sliding-window"):
        assert prediction.span is not None
        assert prediction.span.end <= sentence + 1


def same_again(case: Case, reader: Reader, prediction: Prediction) -> None:
    assert answered(reader, asked(case))["case"] == prediction


def tells_unknown_words_apart(case: Case, reader: Reader, prediction: Prediction) -> None:
    if reader.name.startswith("sliding-window"):
        texts = {entry.text for entry in prediction.nbest}
        assert {"@entity3", "@entity7"} <= texts


CHECKS |= {
    "context-empty": no_answer,
    "answers-more-than-spans": one_answer,
    "repeated-long-context": first_of_equals,
    "seed-not-enough": same_again,
    "nbest-predict-vs-eval": same_again,
    "glove-unk": tells_unknown_words_apart,
}


@pytest.mark.parametrize("case", read_cases(with_span=True))
def test_the_right_answer_of_a_case_can_be_given(case: Case, annotator: Annotator) -> None:
    right, context = case["right_behaviour"], case["input"]["context"]
    span = Span(*right["span"])
    assert span.of(context) == right["answer"]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SpanwiseWarning)
        (annotated,) = annotator.annotate([context])
    assert annotated.text == context
    weighed = candidates_of(annotated, "constituents")
    # No candidate begins with an article, which scores ignore.
    bare = Span(span.end - len(right["answer"].removeprefix("the ")), span.end)
    offered = bare in [weighed.span(number) for number in range(len(weighed))]
    assert offered == (case["id"] not in WITHOUT_CANDIDATE)


def test_a_signal_that_is_the_same_everywhere_is_told(annotator: Annotator) -> None:
    """Hold the case null-threshold-zero: a sweep over constant signals chooses nothing, and says so."""
    dev = sw.read(sw.sample_path("dev"))
    made = reader_named("always-abstain", abstain=True).predict(dev).by_id
    values = [signal_values(made[identity])["na_prob"] for identity in dev.question_ids]
    has_answer = [question.has_answer for _, _, question in dev.questions()]
    assert [trait.name for trait in signal_traits(values, has_answer)] == ["constant"]


def test_every_case_that_is_put_to_no_reader_is_one() -> None:
    if not FILE.is_file():
        pytest.skip(f"no cases at {FILE}")
    known = {json.loads(line)["id"] for line in FILE.read_text("utf-8").splitlines()}
    assert set(NOT_YET) | set(CHECKS) | set(WITHOUT_CANDIDATE) <= known
