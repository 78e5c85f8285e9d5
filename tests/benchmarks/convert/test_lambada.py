import json
from pathlib import Path

import pytest

from spanwise.benchmarks.conversion import Conversion
from spanwise.benchmarks.convert.lambada import convert_lambada
from spanwise.benchmarks.material import Material, material
from spanwise.errors import FormatError


def rows(*texts: str) -> Material:
    return Material("test.jsonl", "\n".join(json.dumps({"text": text}) for text in texts).encode())


def shown(conversion: Conversion) -> list[tuple[str, str, str]]:
    return [(p.context, q.text, q.answers[0].text) for _, p, q in conversion.dataset.questions()]


def test_the_last_sentence_without_its_last_word_is_asked_of_those_before() -> None:
    conversion = convert_lambada(rows('Shane came. "Go," he said.\n\n"I can make it, Shane'))
    assert shown(conversion) == [('Shane came. "Go," he said.', '"I can make it, @placeholder', "Shane")]


def test_what_has_no_answer_before_is_dropped_with_its_reason() -> None:
    texts = ("Ann came. Bob left with Ann", "Ann came. Bob left", "Ann came. Bob left to see Bob", "Bob left Bob")
    report = convert_lambada(rows(*texts)).report
    assert (report.questions_in, report.questions_out) == (4, 1)
    assert [(entry.examples, entry.questions) for entry in report.dropped] == [
        (("lambada-2",), 1),
        (("lambada-3",), 1),
        (("lambada-4",), 1),
    ]


def test_part_of_a_word_is_no_occurrence_and_another_case_is_taken_as_it_stands() -> None:
    conversion = convert_lambada(rows("A party began. It was art", "Signs are here. I saw signs"))
    assert shown(conversion) == [("Signs are here.", "I saw @placeholder", "Signs")]
    assert conversion.report.changes[0].count == 1


def test_the_published_form_in_tokens_ends_sentences_at_its_full_stops() -> None:
    text = "`` the dog ran . '' he said mr smith was there . nobody saw the dog\nno stop at all dog\n"
    conversion = convert_lambada(Material("test.txt", text.encode()))
    assert shown(conversion) == [
        ("`` the dog ran . '' he said mr smith was there .", "nobody saw the @placeholder", "dog"),
    ]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ('{"text": ""}', 'line 1 has no "text"'),
        ('{"txt": "a"}', 'line 1 has no "text"'),
        ('{"text": "a b"', "line 1"),
        ("one line\n", "no text has its last word in it; is this another dataset"),
    ],
)
def test_a_malformed_file_is_named(content: str, message: str) -> None:
    with pytest.raises(FormatError, match=message):
        convert_lambada(Material("test.jsonl", content.encode()))


def test_the_real_test_part_is_fully_accounted_for(shared: Path) -> None:
    report = convert_lambada(material(shared / "data" / "lambada" / "test.jsonl.gz")).report
    assert (report.questions_in, report.questions_out) == (5_153, 4_230)
    assert [entry.questions for entry in report.dropped] == [913, 8, 2]
