import pytest

from spanwise.benchmarks.convert.cbt import convert_cbt
from spanwise.benchmarks.material import Material
from spanwise.errors import FormatError

# The form of the published files: twenty numbered sentences, then the question, its answer and ten candidates.
LINES = [f"{i} sentence number {i} ." for i in range(1, 21)]
CANDIDATES = "bear|cat|dog|fox|goat|hen|mouse|owl|pig|wolf"


def passage(last: str, **changed: str) -> str:
    lines = [changed.get(f"s{i}", line) for i, line in enumerate(LINES, start=1)]
    return "\n".join([*lines, last, ""])


def cbt(*passages: str) -> Material:
    return Material("cbtest.txt", "\n".join(passages).encode())


def test_the_answer_is_its_first_occurrence_as_a_word() -> None:
    text = passage(f"21 The XXXXX ran .\tcat\t\t{CANDIDATES}", s2="2 A cattle shed .", s3="3 A cat and a cat .")
    conversion = convert_cbt(cbt(text, text), name="cbt-cn-dev")
    questions = list(conversion.dataset.questions())
    assert [question.id for _, _, question in questions] == ["cbt-cn-dev-1", "cbt-cn-dev-2"]
    _, paragraph, question = questions[0]
    assert question.text == "The XXXXX ran ."
    assert question.answers[0].start == paragraph.context.index("cat and")
    assert paragraph.context.startswith("sentence number 1 . A cattle shed .")


def test_an_answer_that_stands_only_in_another_case_is_taken_as_it_stands() -> None:
    conversion = convert_cbt(cbt(passage(f"21 XXXXX .\twolf\t\t{CANDIDATES}", s4="4 Wolf came .")))
    assert [question.answers[0].text for _, _, question in conversion.dataset.questions()] == ["Wolf"]
    assert conversion.report.changes[0].count == 1


def test_a_question_whose_answer_is_only_a_candidate_is_dropped() -> None:
    kept = passage(f"21 XXXXX .\tcat\t\t{CANDIDATES}", s1="1 A cat .")
    report = convert_cbt(cbt(kept, passage(f"21 XXXXX .\towl\t\t{CANDIDATES}"))).report
    assert (report.questions_in, report.questions_out) == (2, 1)
    assert report.dropped[0].examples == ("cbt-2",)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1 One .\n3 Three .", "line 2: found '3 Three .' where sentence 2 must be"),
        ("1 One .\n\n", "line 2: a passage of 1 sentences has no question"),
        ("1 One .", "ends after 1 sentences of a passage; fetch the file again"),
        (passage("21 No blank .\tcat\t\tcat|dog"), "line 21: a question line is a sentence with XXXXX"),
        (passage("21 XXXXX .\tcat"), "found 2 of the 3"),
        (passage("21 XXXXX .\tcat\t\tdog|pig"), "line 21: the answer 'cat' is none of the candidates"),
        ("", "there is no passage"),
    ],
)
def test_a_malformed_file_is_named(text: str, message: str) -> None:
    with pytest.raises(FormatError, match=message):
        convert_cbt(cbt(text))
