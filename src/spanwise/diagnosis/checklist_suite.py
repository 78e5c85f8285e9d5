"""CheckList suites: behavioural tests of a reader, read from JSON lines and made into questions to be answered.

One test a line: ``test`` (its name), ``type`` ("MFT" or "INV"), ``capability``, ``description``, ``data`` and
``labels``. ``data`` is a list of cases; a case is one ``[context, question]`` or a list of them. ``labels`` has the
right answers in the same shape, and is null in an invariance test.
"""

import hashlib
from itertools import groupby
from pathlib import Path
from typing import Any, Literal, cast

import msgspec

from spanwise.data.dataset import Answer, Article, Dataset, Origin, Paragraph, Question
from spanwise.errors import FormatError
from spanwise.files import file_name, label, read_bytes, utf8
from spanwise.json_input import decoded, decoded_lines

__all__ = ["Item", "Kind", "Suite", "SuiteTest", "read_suite", "suite_dataset"]

Kind = Literal["MFT", "INV"]
"""A minimum functionality test has right answers. An invariance test has a question and changes of it or its context
that must not change the reader's answer, right or wrong."""


class Item(msgspec.Struct, frozen=True, gc=False):
    """One question of a case."""

    id: str
    """Made of the numbers of test, case and question, counted from 1, and of 8 hexadecimal digits that change with
    context and question: answers to another version of the suite are not taken for answers to this one."""
    context: str
    question: str
    answers: tuple[str, ...] = ()
    """What is right; empty in an invariance test."""


class SuiteTest(msgspec.Struct, frozen=True):
    """One test: cases that each pass or fail as a whole."""

    name: str
    kind: Kind
    capability: str
    description: str
    cases: tuple[tuple[Item, ...], ...]
    """In an invariance test the first question of a case is the original."""


class Suite(msgspec.Struct, frozen=True):
    """The tests of one file."""

    tests: tuple[SuiteTest, ...]
    name: str = ""

    def __len__(self) -> int:
        """Return how many questions there are."""
        return sum(len(case) for test in self.tests for case in test.cases)


def read_suite(source: str | Path, *, lenient: bool = False) -> Suite:
    """Return the CheckList suite (Ribeiro et al., 2020) of a JSON-lines file, packed or not.

    Args:
        source: The file, or "-" for standard input.
        lenient: Take raw control characters inside strings.

    Raises:
        FormatError: A line is no test, has a type other than MFT and INV, or cases and labels that do not match.
    """
    where = label(source)
    text = utf8(read_bytes(source), where).decode("utf-8")
    lines = _lines(text, where, lenient=lenient)
    tests = tuple(_test(value, number, f"{where}: line {line}") for number, (line, value) in enumerate(lines, start=1))
    if not tests:
        raise FormatError(f"{where}: holds no tests; a CheckList suite has one test a line, as JSON")
    name = file_name(where)
    for ending in (".gz", ".zst", ".jsonl"):
        name = name.removesuffix(ending)
    return Suite(tests, name)


def _lines(text: str, where: str, *, lenient: bool) -> list[tuple[int, Any]]:
    try:
        return decoded_lines(text, where, lenient=lenient)
    except FormatError as error:
        try:
            decoded(text, where, lenient=lenient)
        except FormatError:
            raise error from None
        # Read by lines, a value that goes over several looks cut off.
        found = "this is one JSON value; a CheckList suite has one test a line"
        raise FormatError(f"{where}: {found}") from None


def suite_dataset(suite: Suite) -> Dataset:
    """Return the suite's questions as a benchmark for a reader to answer: one article a test.

    It is for answering, not for scoring: the questions of invariance tests have no answers on file, which the scores
    of a benchmark would take for unanswerable. Their changes name the original as their origin.
    """
    return Dataset(tuple(_article(test) for test in suite.tests), version="checklist", name=suite.name)


def _article(test: SuiteTest) -> Article:
    paragraphs = []
    for case in test.cases:
        for context, items in groupby(case, key=lambda item: item.context):
            paragraphs.append(Paragraph(context, tuple(_question(item, case[0], test.kind) for item in items)))
    return Article(f"{test.kind} {test.capability}: {test.name}", tuple(paragraphs))


def _question(item: Item, first: Item, kind: Kind) -> Question:
    starts = [item.context.find(text) for text in item.answers]
    answers = tuple(
        Answer(text, None if start < 0 else start) for text, start in zip(item.answers, starts, strict=True)
    )
    origin = Origin(first.id, "checklist") if kind == "INV" and item is not first else None
    return Question(item.id, item.question, answers, origin=origin)


def _test(value: Any, number: int, where: str) -> SuiteTest:
    if not isinstance(value, dict) or not isinstance(value.get("data"), list):
        raise FormatError(f'{where}: a CheckList test is an object with "test", "type" and a list "data"')
    kind = value.get("type", value.get("class"))
    if kind not in ("MFT", "INV"):
        raise FormatError(
            f"{where}: the type is {kind!r}; MFT and INV are scored, others need an expectation that no file holds, "
            "so leave the test out"
        )
    data, labels = value["data"], value.get("labels")
    if kind == "INV":
        labels = [None] * len(data)
    elif not isinstance(labels, list) or len(labels) != len(data):
        count = f"{len(labels):,}" if isinstance(labels, list) else "no"
        raise FormatError(f"{where}: {len(data):,} cases and {count} labels; an MFT has one for each case")
    cases = []
    for place, (case, given) in enumerate(zip(data, labels, strict=True)):
        pairs = _pairs(case, f"{where}: data[{place}]")
        if kind == "INV" and len(pairs) < 2:
            raise FormatError(f"{where}: data[{place}]: an INV case needs the original and a change of it")
        right: list[tuple[str, ...]] = [()] * len(pairs)
        if kind == "MFT":
            right = _answers(given if _is_list_of_pairs(case) else [given], len(pairs), f"{where}: labels[{place}]")
        numbered = enumerate(zip(pairs, right, strict=True), start=1)
        cases.append(tuple(Item(_id(number, place + 1, n, pair), *pair, texts) for n, (pair, texts) in numbered))
    if not cases:
        raise FormatError(f"{where}: the test has no cases; leave it out")
    name = str(value.get("test") or f"test {number}")
    capability, description = (str(value.get(key) or "") for key in ("capability", "description"))
    return SuiteTest(name, cast("Kind", kind), capability, description, tuple(cases))


def _is_list_of_pairs(case: Any) -> bool:
    return isinstance(case, list) and bool(case) and isinstance(case[0], list)


def _pairs(case: Any, where: str) -> list[tuple[str, str]]:
    pairs = case if _is_list_of_pairs(case) else [case]
    for pair in pairs:
        if not isinstance(pair, list) or len(pair) != 2 or not all(isinstance(text, str) for text in pair):
            raise FormatError(f"{where}: a case is [context, question] or a list of them")
    return [(context, question) for context, question in pairs]


def _answers(given: Any, count: int, where: str) -> list[tuple[str, ...]]:
    """Return the right answers of each question of a case; one label may stand for all of them."""
    labels = [given] * count if isinstance(given, str) else given
    if not isinstance(labels, list) or len(labels) != count:
        raise FormatError(f"{where}: {count} questions need as many labels, each an answer or a list of answers")
    answers = [(text,) if isinstance(text, str) else text for text in labels]
    for texts in answers:
        if not isinstance(texts, list | tuple) or not texts or not all(isinstance(text, str) for text in texts):
            raise FormatError(f"{where}: a label is an answer or a list of answers, each a text")
    return [tuple(texts) for texts in answers]


def _id(test: int, case: int, item: int, pair: tuple[str, str]) -> str:
    digest = hashlib.sha256("\0".join(pair).encode("utf-8", "surrogatepass")).hexdigest()[:8]
    return f"{test}.{case}.{item}.{digest}"
