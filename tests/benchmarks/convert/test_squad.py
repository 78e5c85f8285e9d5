import json
from pathlib import Path
from typing import Any

import pytest

from spanwise.benchmarks.conversion import Change, Dropped
from spanwise.benchmarks.convert.squad import convert_squad, convert_squad_sample
from spanwise.benchmarks.material import Material, material
from spanwise.errors import FormatError, OptionError


def squad(*questions: dict[str, Any], context: str = "Ann saw Bob and Ann.") -> Material:
    data = [{"title": "t", "paragraphs": [{"context": context, "qas": list(questions)}]}]
    return Material("f.json", json.dumps({"version": "1.1", "data": data}).encode())


def asked(identity: str, text: str, start: int, **more: Any) -> dict[str, Any]:
    return {"id": identity, "question": "Who?", "answers": [{"text": text, "answer_start": start}], **more}


def test_a_sound_file_stays_as_it_is(shared: Path) -> None:
    conversion = convert_squad(material(shared / "data" / "squad" / "dev-v1.1.json"))
    assert (conversion.report.questions_in, conversion.report.questions_out) == (10_570, 10_570)
    assert conversion.report.changes == ()


def test_a_wandered_answer_with_one_place_is_mended_and_one_without_is_dropped() -> None:
    report = convert_squad(squad(asked("a", "Bob", 3), asked("b", "Eve", 0), asked("c", "Ann", 16))).report
    assert report.questions_in == 3
    assert report.questions_out == 2
    assert [entry.examples for entry in report.dropped] == [("b",)]
    assert report.changes == (Change("mended: answer-offset", 1),)


def test_an_answer_that_stands_nowhere_leaves_beside_one_that_stands() -> None:
    question = asked("a", "Bob", 8)
    question["answers"].append({"text": "Eve", "answer_start": 0})
    conversion = convert_squad(squad(question))
    assert [[a.text for a in q.answers] for _, _, q in conversion.dataset.questions()] == [["Bob"]]
    assert conversion.report.changes == (Change("answers left out that stand nowhere they say", 1),)


def test_a_question_that_stands_twice_is_kept_once_whether_it_is_a_copy_or_not() -> None:
    copy = convert_squad(squad(asked("a", "Bob", 8), asked("a", "Bob", 8)))
    other = convert_squad(squad(asked("a", "Bob", 8), asked("a", "Ann", 0)))
    for conversion in (copy, other):
        assert conversion.dataset.question_ids == ("a",)
        assert conversion.report.dropped == (Dropped("its id stands before it in the file", 1, ("a",)),)


def test_unanswerable_questions_are_kept_and_refused_where_a_benchmark_has_none() -> None:
    source = squad({"id": "a", "question": "Who?", "answers": [], "is_impossible": True})
    assert convert_squad(source).report.questions_out == 1
    with pytest.raises(FormatError, match="there are unanswerable questions; this benchmark has none"):
        convert_squad(source, answerable=True)


def test_subsamples_are_as_large_as_asked_and_lie_within_each_other() -> None:
    source = squad(*(asked(f"q{i}", "Ann", 0) for i in range(30)))
    small, large = (convert_squad_sample(source, n=n) for n in (5, 20))
    assert len(small.dataset.question_ids) == 5
    assert set(small.dataset.question_ids) < set(large.dataset.question_ids)
    assert small.report.dropped[0].questions == 25
    assert convert_squad_sample(source, n=5).dataset == small.dataset
    assert convert_squad_sample(source, n=5, seed=1).dataset != small.dataset


def test_what_is_dropped_before_the_draw_stays_in_the_account() -> None:
    source = squad(asked("x", "Eve", 0), *(asked(f"q{i}", "Ann", 0) for i in range(3)))
    report = convert_squad_sample(source, n=2).report
    assert (report.questions_in, report.questions_out) == (4, 2)
    assert [entry.questions for entry in report.dropped] == [1, 1]


def test_more_than_there_are_cannot_be_drawn() -> None:
    with pytest.raises(OptionError, match="the dataset has 1"):
        convert_squad_sample(squad(asked("a", "Bob", 8)), n=2)
