"""MRQA JSON lines: inclusive spans in, half-open starts inside, inclusive spans out."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from spanwise.data.dataset import Answer, Article, Dataset, Paragraph, Question
from spanwise.data.formats import load
from spanwise.data.mrqa import encode_mrqa, mrqa_from_lines, mrqa_losses
from spanwise.errors import FormatError

CONTEXT = "Denver Broncos beat the Panthers; the Denver Broncos won."
HEADER = {"header": {"dataset": "SQuAD", "split": "dev"}}


def line(context: str = CONTEXT, **question: Any) -> dict[str, Any]:
    return {"id": "", "context": context, "qas": [{"qid": "q", "id": "original", "question": "Who?"} | question]}


def answers_of(**question: Any) -> tuple[Answer, ...]:
    dataset, findings, _ = mrqa_from_lines([(1, HEADER), (2, line(**question))], "f")
    assert findings == ()
    return dataset.articles[0].paragraphs[0].questions[0].answers


def detected(text: str, *spans: list[int]) -> dict[str, Any]:
    return {"text": text, "char_spans": list(spans), "token_spans": [[0, 1]] * len(spans)}


def test_the_gold_answers_are_the_texts_at_the_first_place_where_each_was_detected() -> None:
    assert answers_of(answers=["Denver Broncos"], detected_answers=[detected("Denver Broncos", [0, 13], [38, 51])]) == (
        Answer("Denver Broncos", 0),
    )


@pytest.mark.parametrize(
    ("texts", "found", "answers"),
    [
        # Equal answers of three people are detected once.
        (["won", "won", "won"], [detected("won", [53, 55])], [("won", 53)] * 3),
        # Equal texts at two places, one detected answer each: the position tells them apart.
        (
            ["Denver", "Denver"],
            [detected("Denver", [0, 5]), detected("Denver", [38, 43])],
            [("Denver", 0), ("Denver", 38)],
        ),
        # In another order the text tells.
        (["won", "Denver"], [detected("Denver", [0, 5]), detected("won", [53, 55])], [("won", 53), ("Denver", 0)]),
        # One for one: the text may differ, as where "2" was detected as "two".
        (["The Panthers"], [detected("the Panthers", [20, 31])], [("The Panthers", 20)]),
        (["2"], [detected("Panthers", [24, 31])], [("2", 24)]),
        # More answers than detected ones: only the one that is equal but for case and white space is found.
        (["2", "THE  panthers"], [detected("the Panthers", [20, 31])], [("2", None), ("THE  panthers", 20)]),
        (["won"], [], [("won", None)]),
        ([], [detected("won", [53, 55])], []),
        # Half-way files: a start instead of spans, or no place at all.
        (["won"], [{"text": "won", "answer_start": 53}], [("won", 53)]),
        (["won"], [{"text": "won"}], [("won", None)]),
    ],
)
def test_each_answer_gets_the_place_of_the_detected_answer_that_belongs_to_it(
    texts: list[str], found: list[dict[str, Any]], answers: list[tuple[str, int | None]]
) -> None:
    assert [(a.text, a.start) for a in answers_of(answers=texts, detected_answers=found)] == answers


def test_without_answers_the_detected_texts_are_the_answers() -> None:
    assert answers_of(detected_answers=[detected("won", [53, 55])]) == (Answer("won", 53),)
    assert answers_of(answers=None, detected_answers=[]) == ()


def test_the_id_is_the_qid_since_predictions_go_by_it() -> None:
    with_both, without_qid = line(answers=["won"]), line(answers=["won"])
    del without_qid["qas"][0]["qid"]
    dataset, _, _ = mrqa_from_lines([(1, with_both), (2, without_qid)], "f")
    assert dataset.question_ids == ("q", "original")


def test_a_question_without_answers_is_unanswerable_unless_the_flag_says_otherwise() -> None:
    lines = [line(answers=[]), line(answers=[], is_impossible=False), line(answers=["won"])]
    dataset, _, _ = mrqa_from_lines(list(enumerate(lines)), "f")
    assert [question.is_impossible for _, _, question in dataset.questions()] == [True, False, False]


def test_lines_without_title_are_one_article_and_a_second_header_begins_another() -> None:
    lines = [(1, HEADER), (2, line(answers=[])), (4, line(answers=[])), (5, HEADER), (6, line(answers=[]))]
    dataset, findings, numbers = mrqa_from_lines(lines, "f")
    assert [(a.title, len(a.paragraphs)) for a in dataset.articles] == [("article-1", 2), ("article-2", 1)]
    assert (findings, numbers) == ((), ((2, 4), (6,)))


def test_neighbouring_lines_of_one_title_are_one_article() -> None:
    titles = ["A", "A", "B", "A", None, None]
    lines = [(i, line(answers=[]) | {"title": title}) for i, title in enumerate(titles)]
    dataset, _, numbers = mrqa_from_lines(lines, "f")
    assert [a.title for a in dataset.articles] == ["A", "B", "A", "article-4"]
    assert numbers == ((0, 1), (2,), (3,), (4, 5))


def test_spans_go_out_inclusive_and_tokens_not_at_all() -> None:
    question = Question("q", "Who?", (Answer("Denver", 38), Answer("they")))
    dataset = Dataset((Article("T", (Paragraph(CONTEXT, (question,)),)),), "1.1", "dev")
    header, body = map(json.loads, encode_mrqa(dataset).splitlines())
    assert header == {"header": {"dataset": "dev", "version": "1.1"}}
    assert body == {
        "title": "T",
        "context": CONTEXT,
        "qas": [
            {
                "qid": "q",
                "question": "Who?",
                "answers": ["Denver", "they"],
                "detected_answers": [{"text": "Denver", "char_spans": [[38, 43]]}, {"text": "they", "char_spans": []}],
            }
        ],
    }
    start, end = body["qas"][0]["detected_answers"][0]["char_spans"][0]
    assert CONTEXT[start : end + 1] == "Denver"


def test_what_mrqa_lines_cannot_hold_is_named() -> None:
    article = Article("T", (Paragraph("c"),))
    dataset = Dataset((article, Article("Empty", ()), article, Article("U", (Paragraph("c"),)), article))
    assert mrqa_losses(dataset) == (
        "articles without paragraphs (1) are left out, since a line holds a paragraph",
        "articles with the title of the article before them (1) become one with it",
    )


def test_nothing_at_all_is_an_error_both_ways() -> None:
    with pytest.raises(FormatError, match="the dataset has no paragraph"):
        encode_mrqa(Dataset((Article("T", ()),)))
    with pytest.raises(FormatError, match=r"f: no line holds a paragraph"):
        mrqa_from_lines([(1, HEADER)], "f")


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ({"qas": []}, "f: line 2: there is no 'context' (it has 'qas')"),
        ({"context": "c"}, "f: line 2: there is no 'qas'"),
        (3, "f: line 2: found a number ('3') where an object must be"),
        (line(), 'f: line 2 qas[0]: there is neither "answers" nor "detected_answers"'),
        (
            line(answers=["x"], detected_answers=[{"text": "x", "char_spans": [[1, 2, 3]]}]),
            "line 2 qas[0].detected_answers[0]: \"char_spans\" begins with '[1, 2, 3]'; it must be [start, end]",
        ),
        (
            line(answers=["x"], detected_answers=[{"text": "x", "char_spans": [["1", 2]]}]),
            "line 2 qas[0].detected_answers[0].char_spans[0]: start is '1'",
        ),
        (line(answers=["x"], detected_answers=["x"]), "line 2 qas[0].detected_answers[0]: found text"),
    ],
)
def test_what_has_no_one_meaning_is_refused_with_its_line(value: Any, message: str) -> None:
    with pytest.raises(FormatError) as caught:
        mrqa_from_lines([(1, HEADER), (2, value)], "f")
    assert message in str(caught.value)


def test_the_published_form_of_squad_is_read_with_every_answer_text_and_first_span(shared: Path) -> None:
    path = shared / "data" / "mrqa" / "SQuAD-dev.jsonl.gz"
    loaded = load(path)
    assert loaded.findings == ()
    with gzip.open(path, "rt", encoding="utf-8") as stream:
        raw = {q["qid"]: q for text in stream for q in json.loads(text).get("qas", [])}
    # shared/data/README.md: 10,507 questions.
    assert len(raw) == len(loaded.dataset.question_ids) == 10_507
    located = differing = 0
    for _, paragraph, question in loaded.dataset.questions():
        assert [answer.text for answer in question.answers] == raw[question.id]["answers"]
        starts = {span[0] for d in raw[question.id]["detected_answers"] for span in d["char_spans"]}
        for answer in question.answers:
            located += answer.start is not None
            assert answer.start is None or answer.start in starts
            differing += answer.span is not None and answer.span.of(paragraph.context) != answer.text
    answers = sum(len(q["answers"]) for q in raw.values())
    # Nearly all spans hold their text: were the ends or the starts misread, none would.
    assert answers - located < 0.01 * answers
    assert differing < 0.005 * answers


def test_inclusive_ends_are_what_the_published_file_has(shared: Path) -> None:
    with gzip.open(shared / "data" / "mrqa" / "SQuAD-dev.jsonl.gz", "rt", encoding="utf-8") as stream:
        rows = [row for row in map(json.loads, stream) if "qas" in row]
    differing = sum(
        row["context"][start : end + 1] != d["text"]
        for row in rows
        for q in row["qas"]
        for d in q["detected_answers"]
        for start, end in d["char_spans"]
    )
    # shared/data/README.md: 384 spans whose text differs from the detected text.
    assert differing == 384
