from pathlib import Path

import pytest

from spanwise.benchmarks.conversion import Conversion
from spanwise.benchmarks.convert.qamr import convert_qamr
from spanwise.benchmarks.material import Material, material
from spanwise.errors import FormatError

SENTENCES = """\
Wiki1k:wikipedia:7:1:1\tHe `` won '' -LRB- twice -RRB- .
Wiki1k:wikipedia:7:1:0\tAnn met Bob .
Wiki1k:wikipedia:7:2:0\tEve left .
"""


def row(sentence: str, worker: int, question: str, *answers: str) -> str:
    first, *others = answers
    judged = [f"{i}:{answer}" for i, answer in enumerate(others)]
    return "\t".join([f"Wiki1k:wikipedia:7:{sentence}", "0 1", str(worker), "0", "0", question, first, *judged])


def convert(*rows: str, sentences: str = SENTENCES) -> Conversion:
    return convert_qamr(Material("rows.tsv", "\n".join(rows).encode()), Material("s.tsv", sentences.encode()))


def answers(conversion: Conversion) -> list[tuple[str, list[str]]]:
    return [
        (question.text, [answer.text for answer in question.answers])
        for _, _, question in conversion.dataset.questions()
    ]


def test_sentences_of_a_paragraph_become_one_context_in_their_order_with_brackets_and_quotes() -> None:
    conversion = convert(row("1:0", 1, "Who met Bob?", "0", "0", "0"), row("1:1", 1, "How often?", "5", "5", "4 5 6"))
    (_, paragraph, _), *_ = conversion.dataset.questions()
    assert paragraph.context == 'Ann met Bob . He " won " ( twice ) .'
    assert answers(conversion) == [("Who met Bob?", ["Ann"] * 3), ("How often?", ["twice", "twice", "( twice )"])]
    assert conversion.dataset.articles[0].title == "Wiki1k:wikipedia:7"


def test_an_answer_with_a_gap_is_filled_and_counted() -> None:
    conversion = convert(row("1:0", 1, "Who met whom?", "0 2", "0", "0"))
    assert answers(conversion) == [("Who met whom?", ["Ann met Bob", "Ann", "Ann"])]
    assert conversion.report.changes[0].count == 1


def test_one_question_with_answers_in_two_places_is_ambiguous_and_dropped_each_time() -> None:
    conversion = convert(
        row("1:0", 1, "Who?", "0", "0", "0"),
        row("1:1", 2, "who ?", "0", "0", "0"),
        row("1:1", 3, "Who?", "0", "0", "0"),
    )
    report = conversion.report
    assert (report.questions_in, report.questions_out) == (3, 1)
    assert report.dropped[0].reason.startswith("ambiguous")
    assert answers(conversion) == [("who ?", ["He"] * 3)]


def test_the_same_question_on_another_passage_is_not_ambiguous() -> None:
    assert convert(row("1:0", 1, "Who?", "0", "0", "0"), row("2:0", 1, "Who?", "0", "0", "0")).report.dropped == ()


def test_a_question_asked_again_with_the_same_answer_is_kept_once() -> None:
    report = convert(row("1:0", 1, "Who?", "0", "0", "0"), row("1:0", 2, "Who?", "0 1", "0", "0")).report
    assert (report.questions_out, report.dropped[0].questions) == (1, 1)
    assert report.dropped[0].reason.startswith("repeated")


def test_sentences_that_are_not_published_and_answers_behind_their_sentence_are_dropped() -> None:
    ptb = row("1:0", 1, "Who?", "0", "0", "0").replace("Wiki1k:wikipedia:7:1:0", "PTB:00/wsj_0001:1")
    report = convert(ptb, row("1:0", 2, "Where?", "9", "0", "0")).report
    assert [(entry.questions, entry.reason[:16]) for entry in report.dropped] == [
        (1, "its sentence is "),
        (1, "an answer ends b"),
    ]
    assert report.questions_out == 0


def test_of_the_full_form_what_a_validator_judged_invalid_is_dropped() -> None:
    report = convert(
        row("1:0", 1, "Who?", "0", "Invalid", "0"), row("1:0", 2, "Where?", "0", "0", "Redundant-1")
    ).report
    assert report.dropped[0].questions == 2


@pytest.mark.parametrize(
    ("rows", "sentences", "message"),
    [
        ("a\tb", SENTENCES, r"rows\.tsv: line 1 has 2 fields; a question has 9"),
        (row("1:0", 1, "Who?", "x", "0", "0"), SENTENCES, r"rows\.tsv: line 1: an answer is 'x'"),
        (row("1:0", 1, "Who?", "", "0", "0"), SENTENCES, r"rows\.tsv: line 1: an answer is ''"),
        (
            f"{row('1:0', 1, 'A?', '0', '0', '0')}\n{row('1:0', 1, 'B?', '0', '0', '0')}",
            SENTENCES,
            "line 2: the question",
        ),
        (row("1:0", 1, "Who?", "0", "0", "0"), "no tab here", r"s\.tsv: line 1: found 'no tab here'"),
    ],
)
def test_a_malformed_line_is_named(rows: str, sentences: str, message: str) -> None:
    with pytest.raises(FormatError, match=message):
        convert(rows, sentences=sentences)


def test_the_real_dev_part_is_fully_accounted_for(shared: Path) -> None:
    folder = shared / "data" / "qamr"
    report = convert_qamr(material(folder / "filtered-dev.tsv.gz"), material(folder / "wiki-sentences.tsv.gz")).report
    assert (report.questions_in, report.questions_out) == (18_908, 16_753)
    assert [entry.questions for entry in report.dropped] == [1_863, 292]
