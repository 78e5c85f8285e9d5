import html
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spanwise.data.answer_faults import trimmed
from spanwise.data.check import check
from spanwise.data.dataset import Answer, Article, Dataset, Paragraph, Question
from spanwise.data.finding import Finding
from spanwise.data.formats import load, loaded_from_value
from spanwise.data.loaded import Loaded
from spanwise.data.offset_faults import OFFSET_CODES
from spanwise.data.repair import Repair, repair
from tests.strategies import datasets


def again(repaired: Repair) -> tuple[Finding, ...]:
    """Return what the mended dataset's check finds."""
    return check(Loaded(repaired.dataset, "squad"))


def of_case(identity: str, shared: Path) -> Repair:
    lines = (shared / "cases" / "files.jsonl").read_text("utf-8").splitlines()
    (case,) = (case for case in map(json.loads, lines) if case["id"] == identity)
    return repair(loaded_from_value(json.loads(case["content"])))


def only(repaired: Repair) -> Question:
    ((_, _, question),) = repaired.dataset.questions()
    return question


MENDED = {
    "integer-ids": ("1871", 35),
    "float-start": ("1871", 35),
    "answer-outer-spaces": ("1871", 35),
    "missing-version-and-title": ("1871", 35),
    "byte-offsets": ("Brénn", 57),
    "utf16-offsets": ("1871", 37),
    "crlf-context": ("1871", 46),
    "html-entities": ("Storms & lamps", 0),
    "duplicate-ids-same-question": ("1871", 35),
}


@pytest.mark.parametrize("identity", MENDED)
def test_a_published_file_is_mended_as_its_case_asks(identity: str, shared: Path) -> None:
    repaired = of_case(identity, shared)
    assert only(repaired).answers == (Answer(*MENDED[identity]),)
    assert repaired.mended
    # A version cannot be made up.
    assert [finding.code for finding in repaired.left] == ["version-missing"] * (identity.startswith("missing-version"))
    assert again(repaired) == ()
    ((_, paragraph, question),) = repaired.dataset.questions()
    assert paragraph.context.startswith(question.answers[0].text, question.answers[0].start or 0)


def test_html_entities() -> None:
    # The case's context with a second answer, whose start was counted with the entities in it.
    context = "Storms &amp; lamps. Lit in 1871."
    questions = (
        Question("q1", "What?", (Answer("Storms & lamps", 0),)),
        Question("q2", "When?", (Answer("1871", 27), Answer("in 1871", 24))),
    )
    dataset = Dataset((Article("T", (Paragraph(context, questions),)),))
    repaired = repair(Loaded(dataset, "squad"))
    (paragraph,) = repaired.dataset.articles[0].paragraphs
    assert paragraph.context == "Storms & lamps. Lit in 1871."
    assert [q.answers for q in paragraph.questions] == [
        questions[0].answers,
        (Answer("1871", 23), Answer("in 1871", 20)),
    ]


@pytest.mark.parametrize("identity", ["answer-not-in-context", "empty-answer-on-answerable"])
def test_what_has_no_one_right_answer_is_left_and_listed(identity: str, shared: Path) -> None:
    repaired = of_case(identity, shared)
    assert repaired.mended == ()
    assert repaired.left == again(repaired) != ()


def test_impossible_with_empty_answer(shared: Path) -> None:
    repaired = of_case("impossible-with-empty-answer", shared)
    assert only(repaired).answers == ()
    assert [finding.code for finding in repaired.mended] == ["impossible-with-empty-answer"]


def test_duplicate_ids_other_question(shared: Path) -> None:
    repaired = of_case("duplicate-ids-other-question", shared)
    assert len(repaired.dataset.question_ids) == 2
    assert [finding.code for finding in repaired.left] == ["id-duplicate"]


@pytest.mark.parametrize(
    ("name", "mended", "left"),
    [
        # Counted without Spanwise: 196 answers begin with white space that their start does not count; one context
        # has lost three leading characters of white space, which its 38 starts show.
        ("domain/covid-qa.json.gz", 234, 0),
        # 3 answers have single spaces where the context has others.
        ("languages/arcd-test.json.gz", 3, 0),
        # Starts searched without regard to case: mended is what one whole word in the context fits.
        ("languages/squad-it-test.json.gz", 21, 77),
    ],
)
def test_a_public_file_is_mended_as_far_as_it_can_be(name: str, mended: int, left: int, shared: Path) -> None:
    repaired = repair(load(shared / "data" / name))
    assert sum(finding.code in OFFSET_CODES for finding in repaired.mended) == mended
    assert sum(finding.code in OFFSET_CODES for finding in repaired.left) == left
    claimed = {finding.code for finding in repaired.mended} - {finding.code for finding in repaired.left}
    assert claimed & {finding.code for finding in again(repaired)} == set()


@given(datasets())
def test_a_dataset_without_anything_to_mend_stays_the_same_object(dataset: Dataset) -> None:
    loaded = Loaded(dataset, "squad")
    repaired = repair(loaded)
    if not any(finding.mendable for finding in check(loaded)):
        assert repaired.dataset is dataset
    assert repaired.mended == tuple(finding for finding in check(loaded) if finding.mendable)
    assert repaired.left == check(Loaded(repaired.dataset, "squad"))


def changed(dataset: Dataset, change: Callable[[str, Answer], Answer]) -> Dataset:
    """Return a dataset with every answer changed, given its context and itself."""
    replace = msgspec.structs.replace

    def of(context: str, question: Question) -> Question:
        answers = tuple(change(context, answer) for answer in question.answers)
        plausible = tuple(change(context, answer) for answer in question.plausible_answers)
        return replace(question, answers=answers, plausible_answers=plausible)

    def on(paragraph: Paragraph) -> Paragraph:
        return replace(paragraph, questions=tuple(of(paragraph.context, q) for q in paragraph.questions))

    articles = [replace(a, paragraphs=tuple(on(paragraph) for paragraph in a.paragraphs)) for a in dataset.articles]
    return replace(dataset, articles=tuple(articles))


@st.composite
def broken(draw: st.DrawFn) -> Dataset:
    """Draw a dataset whose answers are wrong in any way: start, white space, case, absent, blank."""

    def wrong(_: str, answer: Answer) -> Answer:
        texts = (answer.text, answer.text, f" {answer.text}", answer.text.swapcase(), "nowhere", " ")
        start = draw(st.none() | st.integers(-2, 30) | st.just(answer.start))
        return Answer(draw(st.sampled_from(texts)), start)

    return changed(draw(datasets(empty_articles=False)), wrong)


@given(broken())
def test_nothing_claimed_as_mended_is_found_again_and_what_is_not_claimed_is_untouched(dataset: Dataset) -> None:
    repaired = repair(Loaded(dataset, "squad"))
    claimed = {(finding.code, finding.place) for finding in repaired.mended if finding.place}
    found = {(finding.code, finding.place) for finding in again(repaired)}
    assert claimed & found == set()
    offsets = {(code, place) for code, place in found if code in OFFSET_CODES}
    assert offsets <= {(finding.code, finding.place) for finding in repaired.left}
    named = {identity for finding in repaired.mended for identity in finding.ids}
    before, after = dataset.questions(), repaired.dataset.questions()
    for (_, old_paragraph, old), (_, paragraph, question) in zip(before, after, strict=True):
        if question.id not in named:
            assert question == old
            assert paragraph.context == old_paragraph.context


# No word is part of another, so that each stands in a context once and every offset has one right place.
ASCII = ("kiosk", "dusk", "lamp", "river", "quay", "gravel")
WORDS = (*ASCII, "café", "Zoë", "🌊wave", "漢字", "мост", "🚀🚀", "fjörd", "\u212bngström")


@st.composite
def unmistakable(draw: st.DrawFn, words: tuple[str, ...] = WORDS, separators: tuple[str, ...] = (" ",)) -> Dataset:
    """Draw a dataset in which every answer occurs once, with at least two answers apart in each context."""
    paragraphs = []
    for p in range(draw(st.integers(1, 3))):
        drawn = draw(st.lists(st.sampled_from(words), min_size=4, unique=True))
        gaps = draw(st.lists(st.sampled_from(separators), min_size=len(drawn), max_size=len(drawn)))
        context = "".join(f"{word}{gap}" for word, gap in zip(drawn, gaps, strict=True))
        asked = draw(st.lists(st.sampled_from(drawn), min_size=2, unique=True))
        answers = [Answer(word, context.index(word)) for word in asked]
        questions = tuple(Question(f"q{p}-{k}", f"{k}?", (answer,)) for k, answer in enumerate(answers))
        paragraphs.append(Paragraph(context, questions))
    return Dataset((Article("T", tuple(paragraphs)),), version="1.1")


def test_no_word_of_the_strategy_is_part_of_another() -> None:
    assert [(a, b) for a in WORDS for b in WORDS if a != b and a in b] == []


def moved(rule: Callable[[str], int]) -> Callable[[str, Answer], Answer]:
    """Return a change of starts to what a tool counts before the answer."""
    return lambda context, answer: Answer(answer.text, rule(context[: answer.start]))


TOOLS: dict[str, tuple[Callable[[str], int], tuple[str, ...], tuple[str, ...]]] = {
    "the offsets count UTF-8 bytes": (lambda before: len(before.encode()), WORDS, (" ",)),
    "the offsets count UTF-16 units": (lambda before: len(before.encode("utf-16-le")) // 2, WORDS, (" ",)),
    "the offsets were made after newline translation (CRLF to LF)": (
        lambda before: len(before.replace("\r\n", "\n")),
        ASCII,
        (" ", "\r\n"),
    ),
    "the offsets were made after newline translation (LF to CRLF)": (
        lambda before: len(before.replace("\n", "\r\n")),
        ASCII,
        (" ", "\n"),
    ),
    "the offsets were made on the context with its white space collapsed": (
        lambda before: len(re.sub(r"\s+", " ", before)),
        ASCII,
        (" ", "  ", " \n\t"),
    ),
    "the offsets were made on the context with its HTML entities unescaped": (
        lambda before: len(html.unescape(before)),
        ASCII,
        (" ", " &amp; ", " &lt;"),
    ),
}
"""Each pattern as it is called: what the tool counts before an answer, and what contexts show it with no other."""


@pytest.mark.parametrize("phrase", TOOLS)
@given(st.data())
def test_offsets_of_another_tool_are_told_as_its_pattern_and_mended_to_the_original(
    phrase: str, data: st.DataObject
) -> None:
    rule, words, separators = TOOLS[phrase]
    original = data.draw(unmistakable(words, separators))
    wrong = changed(original, moved(rule))
    repaired = repair(Loaded(wrong, "squad"))
    assert repaired.dataset == original
    told = [finding for finding in repaired.mended if finding.code == "answer-offset"]
    assert bool(told) == (wrong != original)
    assert [finding.found for finding in told if phrase not in finding.found] == []
    assert {finding.code for finding in again(repaired)} <= {"html-entities"}


@given(unmistakable(ASCII), st.integers(-9, 9).filter(bool))
def test_offsets_that_are_all_off_by_one_number_are_told_as_that_and_mended(original: Dataset, by: int) -> None:
    wrong = changed(original, lambda _, answer: Answer(answer.text, (answer.start or 0) + by))
    repaired = repair(Loaded(wrong, "squad"))
    assert repaired.dataset == original
    patterns = [finding for finding in repaired.mended if finding.code == "offset-pattern"]
    assert len(patterns) == 1
    assert f"off by {abs(by)} (too {'large' if by > 0 else 'small'})" in patterns[0].found


@given(datasets(empty_articles=False), st.sampled_from(list(TOOLS)))
def test_where_words_occur_again_and_again_an_answer_is_mended_to_the_original_or_left(
    original: Dataset, phrase: str
) -> None:
    rule = moved(TOOLS[phrase][0])
    wrong = changed(original, lambda context, answer: answer if answer.start is None else rule(context, answer))
    repaired = repair(Loaded(wrong, "squad"))
    told = {finding.place for finding in repaired.mended if finding.code in OFFSET_CODES}
    rows = zip(placed_answers(original), placed_answers(repaired.dataset), strict=True)
    for (place, answer), (_, mended) in rows:
        assert place not in told or mended == trimmed(answer)


def placed_answers(dataset: Dataset) -> Iterator[tuple[str, Answer]]:
    """Give every answer with its place in the file."""
    for a, article in enumerate(dataset.articles):
        for p, paragraph in enumerate(article.paragraphs):
            for k, question in enumerate(paragraph.questions):
                place = f"data[{a}].paragraphs[{p}].qas[{k}]"
                yield from ((f"{place}.answers[{i}]", answer) for i, answer in enumerate(question.answers))
                yield from ((f"{place}.plausible_answers[{i}]", x) for i, x in enumerate(question.plausible_answers))


def test_what_comes_to_light_once_an_answer_is_moved_is_among_what_is_left() -> None:
    question = Question(id="q", text="Which?", answers=(Answer(text="T"),))
    dataset = Dataset(articles=(Article("t", (Paragraph("The lamp", (question,)),)),), version="1.1")
    repaired = repair(Loaded(dataset, "squad"))
    assert [finding.code for finding in repaired.mended] == ["answer-start-missing"]
    assert [finding.code for finding in repaired.left] == ["answer-cut-word"]
