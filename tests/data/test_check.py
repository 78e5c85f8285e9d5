import base64
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

from spanwise.data.check import check, copies
from spanwise.data.dataset import Answer, Article, Dataset, Paragraph, Question
from spanwise.data.finding import CODES, Finding
from spanwise.data.formats import load, loaded_from_value
from spanwise.data.loaded import Loaded
from spanwise.data.offset_faults import offset_faults
from spanwise.data.places import Places
from tests.strategies import datasets

CONTEXT = "The river Odra rises in the hills and reaches the sea near Dziwna after 854 km."
ODRA = Answer("Odra", 10)


def checked(*questions: Question, context: str = CONTEXT) -> list[tuple[str, str]]:
    """Return the code and the place within the paragraph of each finding."""
    dataset = Dataset((Article("T", (Paragraph(context, questions),)),), version="v2.0")
    prefix = "data[0].paragraphs[0]"
    return [(finding.code, finding.place.removeprefix(prefix)) for finding in check(Loaded(dataset, "squad"))]


def written(case: dict[str, Any], folder: Path) -> Path:
    path = folder / str(case["file_name"])
    content = base64.b64decode(case["content_base64"]) if "content_base64" in case else case["content"].encode()
    path.write_bytes(content)
    return path


def cases(shared: Path, name: str) -> dict[str, dict[str, Any]]:
    lines = (shared / "cases" / name).read_text("utf-8").splitlines()
    return {case["id"]: case for case in map(json.loads, lines)}


# By the id of the case in files.jsonl: the codes of all findings, and what the first one says.
FILE_CASES: dict[str, tuple[list[str], str]] = {
    "integer-ids": (["id-not-text"], "17"),
    "float-start": (["start-not-whole"], "35.0"),
    "answer-outer-spaces": (["answer-outer-space"], "' 1871' has outer white space"),
    "answer-not-in-context": (["answer-not-in-context"], "'1872', which is nowhere in the context"),
    "missing-version-and-title": (["version-missing", "title-missing"], '"version"'),
    "version-number": ([], ""),
    "impossible-with-empty-answer": (["impossible-with-empty-answer"], "empty answer"),
    "empty-answer-on-answerable": (["answer-empty"], "is empty, yet the question counts as answerable"),
    "paragraph-without-questions": ([], ""),
    "jsonl-named-json": (["name-mismatch", "question-duplicate"], "the name says JSON"),
    "flat-rows-under-data": ([], ""),
    "gzip-named-json": ([], ""),
    "byte-offsets": (["answer-offset"], "the offsets count UTF-8 bytes"),
    "utf16-offsets": (["answer-offset"], "the offsets count UTF-16 units"),
    "crlf-context": (["answer-offset"], "the offsets were made after newline translation (CRLF to LF)"),
    "html-entities": (["html-entities", "answer-not-in-context"], "HTML entities that the answers do not"),
    "duplicate-ids-same-question": (["id-duplicate"], "duplicate: it stands twice, first at data[0]"),
    "duplicate-ids-other-question": (["id-duplicate"], "with another question"),
}


@pytest.mark.parametrize("identity", FILE_CASES)
def test_a_published_file_has_the_findings_of_its_case(identity: str, shared: Path, tmp_path: Path) -> None:
    codes, says = FILE_CASES[identity]
    findings = check(load(written(cases(shared, "files.jsonl")[identity], tmp_path)))
    assert [finding.code for finding in findings] == codes
    assert not findings or says in findings[0].found


# By the id of the case in scoring.jsonl: the code about its dataset, and the facts that must be told.
SCORING_CASES: dict[str, tuple[str, list[str]]] = {
    "offset-off-by-one": ("answer-offset", ["answer_start 11", "found at 10"]),
    "impossible-flag-contradicts": ("flag-contradicts", ["is_impossible", "answers"]),
    "duplicate-dataset-id": ("id-duplicate", ["q1", "twice", "duplicate"]),
    "article-only-gold-v1": ("answer-normalises-to-nothing", ["empty after normalisation"]),
    "dot-gold-v2-empty-prediction": ("answer-normalises-to-nothing", ["'.'", "empty after normalisation"]),
}


@pytest.mark.parametrize("identity", SCORING_CASES)
def test_a_published_dataset_has_the_finding_of_its_case(identity: str, shared: Path) -> None:
    code, facts = SCORING_CASES[identity]
    (finding,) = check(loaded_from_value(cases(shared, "scoring.jsonl")[identity]["dataset"]))
    assert (finding.code, finding.ids) == (code, ("q1",))
    assert [fact for fact in facts if fact not in finding.found] == []


# "Mismatch = the context at answer_start is not the answer", counted by whoever collected the files (README beside
# them), one for each answer.
MISMATCHES = {
    "squad/dev-v1.1.json": 0,
    "squad/dev-v2.0.json": 0,
    "domain/covid-qa.json.gz": 234,
    "languages/squad-it-test.json.gz": 98,
    "languages/arcd-test.json.gz": 3,
}


@pytest.mark.parametrize("name", MISMATCHES)
def test_a_public_file_has_as_many_offset_faults_as_it_is_known_for(name: str, shared: Path) -> None:
    findings = check(load(shared / "data" / name))
    assert offset_faults(findings) == MISMATCHES[name]
    # The README again: SQuAD-it has 11 empty answers.
    assert sum(finding.code == "answer-empty" for finding in findings) == (11 if "squad-it" in name else 0)


@pytest.mark.parametrize("folder", ["squad", "shifts", "languages", "domain", "adversarial", "mrqa"])
def test_every_public_file_is_checked_and_every_finding_has_a_place_an_id_and_a_known_code(
    folder: str, shared: Path
) -> None:
    # CheckList's suite is made of tests, not of questions on contexts.
    names = [p for p in sorted((shared / "data" / folder).glob("*.json*")) if not p.name.startswith("checklist")]
    assert names
    for path in names:
        loaded = load(path)
        known = set(loaded.dataset.question_ids)
        for finding in check(loaded):
            assert finding.code in CODES
            assert finding.found
            assert finding.remedy
            assert known.issuperset(finding.ids)
            if finding.code.startswith(("answer-", "question-")):
                assert finding.place
                assert len(finding.ids) == 1


@given(datasets())
def test_a_valid_dataset_has_no_fault_of_offsets_flags_or_ids(dataset: Dataset) -> None:
    found = {finding.code for finding in check(Loaded(dataset, "squad"))}
    assert found <= {
        "answer-cut-word",
        "answer-empty",
        "answer-normalises-to-nothing",
        "answer-outer-space",
        "answer-start-missing",
        "context-empty",
        "html-entities",
        "question-duplicate",
        "question-empty",
    }


def test_what_reading_found_comes_first_then_the_file_then_the_places_in_order() -> None:
    read = Finding("version-missing", "the file states no version", "")
    late = Paragraph(CONTEXT, (Question("b", "Who?", (Answer("Odra", 11), Answer("Dziwna ", 59))),))
    early = Paragraph(" ", (Question("a", "", (), True), Question("c", "Why?")))
    loaded = Loaded(Dataset((Article("T", (early, late)),)), "squad", (read,))
    assert [(finding.code, finding.place) for finding in check(loaded)] == [
        ("version-missing", ""),
        ("context-empty", "data[0].paragraphs[0]"),
        ("question-empty", "data[0].paragraphs[0].qas[0]"),
        ("flag-contradicts", "data[0].paragraphs[0].qas[1]"),
        ("answer-offset", "data[0].paragraphs[1].qas[0].answers[0]"),
        ("answer-outer-space", "data[0].paragraphs[1].qas[0].answers[1]"),
    ]


def test_flags_and_answers_that_contradict_each_other_are_told() -> None:
    assert checked(Question("q", "Who?", (ODRA,), is_impossible=True)) == [("flag-contradicts", ".qas[0]")]
    assert checked(Question("q", "Who?", ())) == [("flag-contradicts", ".qas[0]")]
    assert checked(Question("q", "Who?", (), True, (ODRA,))) == []
    assert checked(Question("q", "Who?", (ODRA,), False, (ODRA,))) == [("plausible-on-answerable", ".qas[0]")]


def test_plausible_answers_are_checked_like_answers() -> None:
    assert checked(Question("q", "Who?", (), True, (Answer("Odra", 11), Answer("Odr", 10)))) == [
        ("answer-offset", ".qas[0].plausible_answers[0]"),
        ("answer-cut-word", ".qas[0].plausible_answers[1]"),
    ]


def test_a_question_asked_twice_on_one_paragraph_is_told_whatever_its_case_and_white_space() -> None:
    first = Question("q1", "Which river?", (ODRA,))
    assert checked(first, Question("q2", "which  River? ", (ODRA,))) == [("question-duplicate", ".qas[1]")]
    two = (Paragraph(CONTEXT, (first,)), Paragraph(f"{CONTEXT} ", (Question("q2", "Which river?", (ODRA,)),)))
    assert check(Loaded(Dataset((Article("T", two),)), "squad")) == ()


def test_an_exact_copy_is_told_once_and_a_different_question_with_the_same_id_is_no_copy() -> None:
    wrong = Question("q", "Which river?", (Answer("Odra", 11),))
    other = Question("q", "Which sea?", (Answer("sea", 50),))
    assert checked(wrong, wrong) == [("answer-offset", ".qas[0].answers[0]"), ("id-duplicate", ".qas[1]")]
    assert Counter(code for code, _ in checked(wrong, other)) == {"answer-offset": 1, "id-duplicate": 1}
    made = Dataset((Article("T", (Paragraph(CONTEXT, (wrong, other, wrong)),)),))
    assert copies(made) == {(0, 0, 2): (0, 0, 0)}
    elsewhere = (Paragraph(CONTEXT, (wrong,)), Paragraph(f"{CONTEXT} ", (wrong,)))
    assert copies(Dataset((Article("T", elsewhere),))) == {}


@pytest.mark.parametrize(
    ("places", "place"),
    [
        (Places("lines", lines=((7,),)), "line 7 qas[0].answers[0]"),
        (Places("rows", rows=((("line 3",),),)), "line 3 answers[0]"),
        (Places("rows", rows=((("data[2]",),),)), "data[2].answers[0]"),
        (Places("list-of-paragraphs"), "[0].qas[0].answers[0]"),
    ],
)
def test_a_finding_names_the_place_in_the_file_s_own_form(places: Places, place: str) -> None:
    made = Dataset((Article("T", (Paragraph(CONTEXT, (Question("q", "Who?", (Answer("Odra", 11),)),)),)),))
    (finding,) = check(Loaded(made, "rows", (), places))
    assert finding.place == place


def test_huge_context() -> None:
    # A whole paper as context: the case's sample paragraph 3,000 times, with 200 questions.
    context = "The lighthouse at Skarn was lit in 1871. Its keeper, Oda Brenn, recorded 212 storms. " * 3_000
    places = [context.index("1871", place) for place in range(0, len(context) - 99, len(context) // 200)]
    right = tuple(Question(f"q{place}", f"When {place}?", (Answer("1871", place),)) for place in places)
    assert checked(*right, context=context) == []
    wrong = tuple(Question(q.id, q.text, (Answer("1871", (q.answers[0].start or 0) + 2),)) for q in right)
    assert Counter(code for code, _ in checked(*wrong, context=context))["answer-offset"] == len(wrong)
