"""The published cases of benchmark files that real users stumbled over: what reading each must do.

What `check` finds in the same files, and the cases of prediction files, are tested beside those.
"""

import base64
import json
from pathlib import Path
from typing import Any

import pytest

from spanwise.data.dataset import Answer, Question
from spanwise.data.formats import load
from spanwise.data.loaded import Loaded
from spanwise.errors import FormatError

LIT = Answer("1871", 35)


def case_of(identity: str, shared: Path) -> dict[str, Any]:
    lines = (shared / "cases" / "files.jsonl").read_text("utf-8").splitlines()
    found: dict[str, Any] = next(row for row in map(json.loads, lines) if row["id"] == identity)
    return found


@pytest.fixture
def case_file(request: pytest.FixtureRequest, shared: Path, tmp_path: Path) -> Path:
    """Return the file of the case that the test is named after."""
    case = case_of(request.param, shared)
    path = tmp_path / str(case["file_name"])
    if "content_base64" in case:
        path.write_bytes(base64.b64decode(case["content_base64"]))
    else:
        path.write_bytes(str(case["content"]).encode())
    return path


def case(identity: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("case_file", [identity], indirect=True, ids=[identity])


def codes(loaded: Loaded) -> list[str]:
    return [finding.code for finding in loaded.findings]


def only_question(loaded: Loaded) -> Question:
    ((_, _, question),) = loaded.dataset.questions()
    return question


@case("integer-ids")
def test_an_integer_id_is_text_that_matches_a_prediction_key(case_file: Path) -> None:
    loaded = load(case_file)
    assert loaded.dataset.question_ids == ("17",)
    assert codes(loaded) == ["id-not-text"]
    assert loaded.findings[0].place == "data[0].paragraphs[0].qas[0]"


@case("float-start")
def test_a_whole_float_is_a_start_and_a_broken_one_is_an_error(case_file: Path) -> None:
    loaded = load(case_file)
    assert only_question(loaded).answers == (LIT,)
    assert codes(loaded) == ["start-not-whole"]
    case_file.write_text(case_file.read_text("utf-8").replace("35.0", "35.5"), "utf-8")
    with pytest.raises(FormatError, match=r"data\[0\]\.paragraphs\[0\]\.qas\[0\]\.answers\[0\]: answer_start is 35\.5"):
        load(case_file)


@case("missing-version-and-title")
def test_a_missing_version_and_title_are_said_and_the_title_is_stable(case_file: Path) -> None:
    loaded = load(case_file)
    assert sorted(codes(loaded)) == ["title-missing", "version-missing"]
    assert [article.title for article in loaded.dataset.articles] == ["article-1"]
    assert load(case_file) == loaded


@case("version-number")
def test_a_version_as_a_number_is_accepted(case_file: Path) -> None:
    loaded = load(case_file)
    assert (loaded.dataset.version, loaded.findings) == ("1.1", ())


@case("impossible-with-empty-answer")
def test_an_empty_answer_on_an_unanswerable_question_is_no_answer(case_file: Path) -> None:
    loaded = load(case_file)
    question = only_question(loaded)
    assert (question.is_impossible, question.answers, question.has_answer) == (True, (), False)
    assert codes(loaded) == ["impossible-with-empty-answer"]
    assert loaded.findings[0].ids == ("a1",)


@case("empty-answer-on-answerable")
def test_an_empty_answer_on_an_answerable_question_is_not_quietly_made_unanswerable(case_file: Path) -> None:
    question = only_question(load(case_file))
    assert (question.is_impossible, question.answers, question.has_answer) == (False, (Answer("", 5),), True)


@case("paragraph-without-questions")
def test_a_paragraph_without_questions_is_kept(case_file: Path) -> None:
    loaded = load(case_file)
    assert [len(paragraph.questions) for paragraph in loaded.dataset.articles[0].paragraphs] == [0, 1]
    assert loaded.findings == ()


@case("jsonl-named-json")
def test_json_lines_named_json_are_rows_with_a_note(case_file: Path) -> None:
    loaded = load(case_file)
    assert (loaded.format, codes(loaded)) == ("rows", ["name-mismatch"])
    assert loaded.dataset.question_ids == ("a0", "a1")
    assert [loaded.places.question(0, 0, i) for i in (0, 1)] == ["line 1", "line 2"]


@case("flat-rows-under-data")
def test_rows_under_data_are_rows(case_file: Path) -> None:
    loaded = load(case_file)
    assert (loaded.format, loaded.dataset.version, loaded.findings) == ("rows", "1.1", ())
    assert only_question(loaded).answers == (LIT,)
    assert loaded.places.question(0, 0, 0) == "data[0]"


@case("truncated")
def test_a_truncated_file_is_an_error_with_line_column_and_path(case_file: Path) -> None:
    column = len(case_file.read_text("utf-8")) + 1
    with pytest.raises(FormatError) as caught:
        load(case_file)
    assert str(caught.value) == (
        f"{case_file}: line 1, column {column}, while reading data[0].paragraphs[0].qas[0].answers[0]: "
        "the text breaks off; it is cut off; fetch or write the file again"
    )


@case("raw-control-character")
def test_a_raw_control_character_is_named_and_lenient_reads_it(case_file: Path) -> None:
    column = case_file.read_text("utf-8").index("\x07") + 1
    with pytest.raises(FormatError, match=rf"line 1, column {column}, .*U\+0007 .*--lenient"):
        load(case_file)
    assert "lit\x07in" in load(case_file, lenient=True).dataset.articles[0].paragraphs[0].context


@case("windows-1252")
def test_windows_1252_is_an_error_with_offset_and_hint(case_file: Path) -> None:
    offset = case_file.read_bytes().index("é".encode("cp1252"))
    with pytest.raises(FormatError, match=rf"not UTF-8: byte 0xe9 at offset {offset}; .*iconv"):
        load(case_file)


@case("gzip-named-json")
def test_the_content_decides_and_not_the_name(case_file: Path) -> None:
    loaded = load(case_file)
    assert (loaded.format, loaded.findings) == ("squad", ())
    assert only_question(loaded).answers == (LIT,)


@case("utf16")
def test_utf16_is_read(case_file: Path) -> None:
    loaded = load(case_file)
    assert only_question(loaded).answers == (LIT,)
    assert loaded.findings == ()


@pytest.mark.parametrize(
    ("case_file", "answer"),
    [
        ("answer-outer-spaces", Answer(" 1871", 34)),
        ("answer-not-in-context", Answer("1872", 35)),
        ("byte-offsets", Answer("Brénn", 58)),
        ("utf16-offsets", Answer("1871", 39)),
        ("crlf-context", Answer("1871", 45)),
        ("html-entities", Answer("Storms & lamps", 0)),
    ],
    indirect=["case_file"],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_an_answer_is_read_as_the_file_has_it_and_left_to_check(case_file: Path, answer: Answer) -> None:
    loaded = load(case_file)
    assert only_question(loaded).answers == (answer,)
    assert loaded.findings == ()


@pytest.mark.parametrize(
    ("case_file", "texts"),
    [("duplicate-ids-same-question", ["When?", "When?"]), ("duplicate-ids-other-question", ["When?", "Who?"])],
    indirect=["case_file"],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_questions_of_one_id_are_all_read_and_left_to_check(case_file: Path, texts: list[str]) -> None:
    dataset = load(case_file).dataset
    assert dataset.question_ids == ("a1", "a1")
    assert [question.text for _, _, question in dataset.questions()] == texts


def test_a_huge_context_is_read_whole(shared: Path, tmp_path: Path) -> None:
    case = case_of("huge-context", shared)
    assert "the sample paragraph 3,000 times" in case["expect"]
    sample = (
        "The lighthouse at Skarn was lit in 1871. Its keeper, Oda Brenn, recorded 212 storms before the lamp. The end. "
    )
    assert sample[:70] in case["content"]
    context = sample * 3_000
    answers = [{"text": "1871", "answer_start": 35}, {"text": "212", "answer_start": context.rindex("212")}]
    question = {"id": "a1", "question": "When?", "answers": answers}
    article = {"title": "T", "paragraphs": [{"context": context, "qas": [question]}]}
    path = tmp_path / "dev.json"
    path.write_text(json.dumps({"version": "1.1", "data": [article]}), "utf-8")
    (_, paragraph, read) = next(load(path).dataset.questions())
    assert len(paragraph.context) > 300_000
    assert [answer.span.of(paragraph.context) for answer in read.answers if answer.span] == ["1871", "212"]


def test_every_case_of_a_benchmark_file_is_tested_here(shared: Path) -> None:
    lines = (shared / "cases" / "files.jsonl").read_text("utf-8").splitlines()
    benchmarks = {row["id"] for row in map(json.loads, lines) if row["file_name"] == "dev.json"}
    source = Path(__file__).read_text("utf-8")
    assert [identity for identity in benchmarks if f'"{identity}"' not in source] == []
