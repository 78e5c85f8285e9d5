import json
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spanwise.benchmarks.conversion import Conversion
from spanwise.benchmarks.convert.mrqa import convert_mrqa, plain_tags
from spanwise.benchmarks.material import Material, material
from spanwise.data.dataset import Question
from spanwise.data.formats import read
from spanwise.errors import FormatError


def mrqa(context: str, *questions: dict[str, Any], header: str | None = "Tiny") -> Material:
    lines = [{"header": {"dataset": header, "split": "dev"}}] if header else []
    return Material(
        "f.jsonl", "\n".join(json.dumps(x) for x in [*lines, {"context": context, "qas": questions}]).encode()
    )


def asked(qid: str, answers: list[str], *detected: tuple[str, int, int]) -> dict[str, Any]:
    spans = [{"text": text, "char_spans": [[start, last]]} for text, start, last in detected]
    return {"qid": qid, "question": "Who?", "answers": answers, "detected_answers": spans}


def placed(conversion: Conversion) -> list[list[tuple[str, int | None]]]:
    return [[(answer.text, answer.start) for answer in q.answers] for _, _, q in conversion.dataset.questions()]


def test_an_answer_whose_detected_span_lacks_its_article_is_found_beside_it() -> None:
    conversion = convert_mrqa(mrqa("The Broncos beat The Broncos.", asked("q", ["The Broncos"], ("Broncos", 21, 27))))
    assert placed(conversion) == [[("The Broncos", 17)]]
    assert [change.count for change in conversion.report.changes] == [1]


def test_an_answer_without_a_detected_span_goes_to_its_first_occurrence_as_a_word() -> None:
    context = "A 20-yard punt of 2 yards, 2 of them"
    assert placed(convert_mrqa(mrqa(context, asked("q", ["2"])))) == [[("2", 18)]]


def test_an_answer_that_is_nowhere_takes_the_text_of_the_detected_span() -> None:
    conversion = convert_mrqa(mrqa("The u.s. won.", asked("q", ["U.S."], ("u.s.", 4, 7))))
    assert placed(conversion) == [[("u.s.", 4)]]


def test_a_question_without_any_place_is_dropped_and_counted() -> None:
    report = convert_mrqa(mrqa("Ann won.", asked("a", ["Bob"]), asked("b", ["Ann"]))).report
    assert (report.questions_in, report.questions_out) == (2, 1)
    assert report.dropped[0].examples == ("a",)


def test_an_id_that_comes_again_is_kept_once() -> None:
    report = convert_mrqa(mrqa("Ann won.", asked("a", ["Ann"]), asked("a", ["won"]))).report
    assert (report.questions_out, report.dropped[0].questions) == (1, 1)


def test_the_header_must_name_the_dataset_asked_for() -> None:
    source = mrqa("Ann won.", asked("a", ["Ann"]), header="HotpotQA")
    assert convert_mrqa(source, dataset="HotpotQA").report.questions_out == 1
    with pytest.raises(FormatError, match="the header says this is 'HotpotQA', not 'DROP'"):
        convert_mrqa(source, dataset="DROP")
    assert convert_mrqa(mrqa("Ann won.", asked("a", ["Ann"]), header=None), dataset="DROP").report.questions_out == 1


def test_tags_become_plain_words_and_answers_move_with_them() -> None:
    context = '<P> Ann won . </P> <Table> <Tr> <Th_colspan="2"> Bob </Th> </Tr> </Table>'
    start = context.index("Bob")
    conversion = convert_mrqa(
        mrqa(context, asked("a", ["Ann"], ("Ann", 4, 6)), asked("b", ["Bob"], ("Bob", start, start + 2))), tags=True
    )
    (_, paragraph, _), *_ = conversion.dataset.questions()
    assert paragraph.context == "BPB Ann won . EPE BTABLEB BTRB BTHB Bob ETHE ETRE ETABLEE"
    assert placed(conversion) == [[("Ann", 4)], [("Bob", 36)]]


def test_an_answer_with_a_tag_in_it_has_it_turned_too() -> None:
    context = "<P> one <Li> two"
    conversion = convert_mrqa(mrqa(context, asked("a", ["one <Li> two"], ("one <Li> two", 4, 15))), tags=True)
    assert placed(conversion) == [[("one BLIB two", 4)]]


def test_an_answer_that_begins_inside_a_tag_is_dropped_and_not_misplaced() -> None:
    report = convert_mrqa(mrqa("<P> one", asked("a", ["P"], ("P", 1, 1))), tags=True).report
    assert (report.questions_in, report.questions_out, report.dropped[0].questions) == (1, 0, 1)


@given(st.text("x<P> /", max_size=30))
def test_no_tag_is_left_and_nothing_else_changes(text: str) -> None:
    plain = plain_tags(text)
    assert "<P>" not in plain
    assert "</P>" not in plain
    if "<" not in text:
        assert plain == text


def test_less_than_signs_are_no_tags() -> None:
    assert plain_tags("a <b and c> d") == "a <b and c> d"


def test_squad_in_mrqas_form_has_squads_own_answers_but_for_the_known_kinds(shared: Path) -> None:
    data = shared / "data"
    source = material(data / "mrqa" / "SQuAD-dev.jsonl.gz")
    conversion = convert_mrqa(source, dataset="SQuAD")
    squad: dict[str, tuple[str, Question]] = {
        q.id: (p.context, q) for _, p, q in read(data / "squad/dev-v1.1.json").questions()
    }
    names = {
        qa["qid"]: qa["id"] for line in source.content.splitlines() for qa in msgspec.json.decode(line).get("qas", ())
    }
    kinds: Counter[str] = Counter()
    for _, paragraph, question in conversion.dataset.questions():
        context, original = squad.pop(names[question.id])
        assert (paragraph.context, question.text) == (context, original.text)
        for ours, theirs in zip(question.answers, original.answers, strict=True):
            assert ours.text == theirs.text
            kinds["same place" if ours.start == theirs.start else "another occurrence of the same text"] += 1
    kinds["questions that MRQA left out"] = len(squad)
    # Measured; docs/benchmarks.md shows it and says what the 50 and the 63 are.
    assert kinds == {
        "same place": 34_463,
        "another occurrence of the same text": 50,
        "questions that MRQA left out": 63,
    }
