import json
from typing import Any

import pytest

from spanwise.benchmarks.convert.record import convert_record
from spanwise.benchmarks.material import Material
from spanwise.errors import FormatError

TEXT = "US troops left.\n@highlight\n\nThe United States agreed"


def query(identity: Any, *answers: tuple[str, int, int], text: str = "@placeholder agreed") -> dict[str, Any]:
    spans = [{"text": t, "start": start, "end": last} for t, start, last in answers]
    key = "id" if isinstance(identity, str) else "idx"
    return {key: identity, "query": text, "answers": spans}


def published(*queries: dict[str, Any]) -> Material:
    # The published form: "data" of passages with their entities, ends inclusive.
    passage = {"text": TEXT, "entities": [{"start": 0, "end": 1}]}
    entry = {"id": "p1", "source": "CNN", "passage": passage, "qas": list(queries)}
    return Material("train.json", json.dumps({"version": "1.0", "data": [entry]}).encode())


US, STATES = ("US", 0, 1), ("United States", 32, 44)


def test_every_mention_of_the_entity_is_an_answer_at_its_place() -> None:
    conversion = convert_record(published(query("q1", US, STATES, US)))
    ((article, paragraph, question),) = conversion.dataset.questions()
    assert (article.title, question.id, question.text) == ("p1", "q1", "@placeholder agreed")
    assert [(answer.text, answer.start) for answer in question.answers] == [("US", 0), ("United States", 32)]
    assert "@highlight" in paragraph.context


def test_a_span_that_is_not_its_text_is_left_out_and_a_question_without_any_is_dropped() -> None:
    report = convert_record(published(query("q1", US, ("United States", 31, 43)), query("q2", ("UK", 0, 1)))).report
    assert (report.questions_in, report.questions_out) == (2, 1)
    assert (report.dropped[0].examples, report.changes[0].count) == (("q2",), 2)


def test_spans_that_are_no_places_are_refused_or_left_out() -> None:
    assert convert_record(published(query("q1", US, ("US", -2, -1), ("US", 1, 0)))).report.changes[0].count == 2
    source = published(query("q1", US) | {"answers": [5]})
    with pytest.raises(FormatError, match=r"qas\[0\]\.answers\[0\]: found a number"):
        convert_record(source)


def test_the_rows_of_superglue_hold_the_same() -> None:
    rows = [
        {"idx": i, "passage": {"text": TEXT}, "qas": [query({"passage": i, "query": 7 + i}, US)], "source": "CNN"}
        for i in range(2)
    ]
    conversion = convert_record(Material("val.jsonl", "\n".join(map(json.dumps, rows)).encode()))
    assert conversion.dataset.question_ids == ("7", "8")


def test_an_id_that_comes_again_is_kept_once() -> None:
    report = convert_record(published(query("q1", US), query("q1", STATES))).report
    assert (report.questions_out, report.dropped[0].examples) == (1, ("q1",))


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ('{"data": 5}', "'data' is a number"),
        ('{"data": [5]}', r"data\[0\]: found a number \('5'\) where an object must be"),
        ('{"data": [{"paragraphs": []}]}', r"data\[0\]\.passage: found null where an object must be"),
        ('{"data": []}', "there is no query with its answer"),
        ("[1]", "found a list where an object must be"),
    ],
)
def test_a_file_of_another_form_is_named(content: str, message: str) -> None:
    with pytest.raises(FormatError, match=message):
        convert_record(Material("f.json", content.encode()))


def test_a_query_without_its_blank_is_named() -> None:
    with pytest.raises(FormatError, match="the query lacks @placeholder"):
        convert_record(published(query("q1", US, text="Who agreed?")))
