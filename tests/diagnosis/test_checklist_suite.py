import gzip
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from spanwise.data.formats import load
from spanwise.data.writers import write
from spanwise.diagnosis.checklist_suite import Suite, read_suite, suite_dataset
from spanwise.errors import FormatError

MFT: dict[str, Any] = {
    "test": "Negation",
    "type": "MFT",
    "capability": "Logic",
    "description": "",
    "data": [
        [["Ann is not a nurse. Bo is.", "Who is a nurse?"], ["Ann is not a nurse. Bo is.", "Who is no nurse?"]],
        ["Cy is not a cook. Di is.", "Who is a cook?"],
    ],
    "labels": [["Bo", "Ann"], "Di"],
}
INV: dict[str, Any] = {
    "test": "Typo",
    "type": "INV",
    "data": [[["Ann is here.", "Who is here?"], ["Ann is here.", "Who is hree?"]]],
    "labels": None,
}


def suite_of(folder: Path, *tests: object, name: str = "suite.jsonl") -> Suite:
    file = folder / name
    file.write_bytes("\n".join(map(json.dumps, tests)).encode("utf-8"))
    return read_suite(file)


def test_a_case_is_one_question_or_several(tmp_path: Path) -> None:
    suite = suite_of(tmp_path, MFT, INV)
    first, second = suite.tests
    assert (suite.name, len(suite)) == ("suite", 5)
    assert (first.name, first.kind, first.capability) == ("Negation", "MFT", "Logic")
    assert [[item.answers for item in case] for case in first.cases] == [[("Bo",), ("Ann",)], [("Di",)]]
    assert [item.question for item in second.cases[0]] == ["Who is here?", "Who is hree?"]
    assert (second.kind, second.capability, second.cases[0][0].answers) == ("INV", "", ())


def test_a_label_may_stand_for_a_whole_case_or_be_several_answers(tmp_path: Path) -> None:
    suite = suite_of(tmp_path, MFT | {"labels": ["Bo", ["Di", "Di is"]]}, MFT | {"labels": [[["Bo"], "Ann"], "Di"]})
    assert [[item.answers for item in case] for case in suite.tests[0].cases] == [
        [("Bo",), ("Bo",)],
        [("Di", "Di is")],
    ]
    assert [item.answers for item in suite.tests[1].cases[0]] == [("Bo",), ("Ann",)]


def test_ids_say_where_a_question_stands_and_change_with_it(tmp_path: Path) -> None:
    ids = [item.id for test in suite_of(tmp_path, MFT, INV).tests for case in test.cases for item in case]
    assert [identity.rsplit(".", 1)[0] for identity in ids] == ["1.1.1", "1.1.2", "1.2.1", "2.1.1", "2.1.2"]
    assert ids == [i.id for t in suite_of(tmp_path, MFT, INV).tests for c in t.cases for i in c]
    changed = json.loads(json.dumps(MFT))
    changed["data"][1][0] += " Indeed."
    others = [item.id for case in suite_of(tmp_path, changed).tests[0].cases for item in case]
    assert others[:2] == ids[:2]
    assert others[2] != ids[2]


def test_the_questions_are_a_benchmark_that_survives_writing(tmp_path: Path) -> None:
    suite = suite_of(tmp_path, MFT, INV)
    data = suite_dataset(suite)
    assert [article.title for article in data.articles] == ["MFT Logic: Negation", "INV : Typo"]
    assert len(data.articles[0].paragraphs) == 2  # questions on one context share a paragraph
    questions = [q for _, _, q in data.questions()]
    answer = questions[0].answers[0]
    assert (answer.text, answer.start) == ("Bo", 20)
    assert questions[4].origin is not None
    assert questions[4].origin.parent_id == questions[3].id
    assert questions[3].origin is None
    write(data, tmp_path / "questions.json")
    assert load(tmp_path / "questions.json").dataset.fingerprint == data.fingerprint


def test_an_answer_that_the_context_lacks_has_no_start(tmp_path: Path) -> None:
    data = suite_dataset(suite_of(tmp_path, MFT | {"labels": [["Zed", "Ann"], "Di"]}))
    assert next(data.questions())[2].answers[0].start is None


def test_packed_files_are_read_and_named_without_their_endings(tmp_path: Path) -> None:
    file = tmp_path / "mine.jsonl.gz"
    file.write_bytes(gzip.compress(json.dumps(INV).encode()))
    assert read_suite(file).name == "mine"


@pytest.mark.parametrize(
    ("test", "said"),
    [
        ([1], 'object with "test", "type" and a list "data"'),
        (MFT | {"data": None}, 'a list "data"'),
        (MFT | {"type": "DIR"}, "the type is 'DIR'"),
        (MFT | {"labels": None}, "2 cases and no labels"),
        (MFT | {"labels": ["Bo"]}, "2 cases and 1 labels"),
        (MFT | {"labels": [["Bo"], "Di"]}, r"labels\[0\]: 2 questions need as many labels"),
        (MFT | {"labels": [["Bo", 3], "Di"]}, r"labels\[0\]: a label is an answer"),
        (MFT | {"labels": [["Bo", []], "Di"]}, r"labels\[0\]: a label is an answer"),
        (MFT | {"data": [["only a context"], ["a", "b"]]}, r"data\[0\]: a case is"),
        (MFT | {"data": ["text", ["a", "b"]]}, r"data\[0\]: a case is"),
        (INV | {"data": [["a", "b"]]}, r"data\[0\]: an INV case needs the original"),
        (INV | {"data": []}, "no cases"),
    ],
)
def test_what_is_no_suite_is_refused_with_its_place(test: object, said: str, tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=f"line 2.*{said}"):
        suite_of(tmp_path, INV, test)


def test_an_empty_file_holds_no_tests(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="holds no tests"):
        suite_of(tmp_path)


def test_json_over_several_lines_is_told_from_a_file_that_is_cut_off(tmp_path: Path) -> None:
    file = tmp_path / "suite.json"
    file.write_text(json.dumps(INV, indent=1), "utf-8")
    with pytest.raises(FormatError, match="one JSON value; a CheckList suite has one test a line"):
        read_suite(file)
    file.write_text(json.dumps(INV)[:-9], "utf-8")
    with pytest.raises(FormatError, match=r"line 1.*cut off"):
        read_suite(file)


def test_the_published_suite_is_read_whole(shared: Path) -> None:
    # CheckList's suite for SQuAD (Ribeiro et al., 2020): 24 tests, 13,311 cases; the questions were counted by a
    # script of a few lines over the file's "data".
    suite = read_suite(shared / "data/adversarial/checklist.jsonl.gz")
    assert (len(suite.tests), sum(len(test.cases) for test in suite.tests), len(suite)) == (24, 13311, 71293)
    assert Counter(test.kind for test in suite.tests) == {"MFT": 19, "INV": 5}
    items = [item for test in suite.tests for case in test.cases for item in case]
    assert len({item.id for item in items}) == 71293
    assert all(text in item.context for item in items for text in item.answers)
