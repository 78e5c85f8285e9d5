"""bAbI tasks: each question on the facts told before it, its answer in the fact that supports it."""

import re
from collections.abc import Iterator
from typing import Literal

import msgspec

from spanwise.benchmarks.conversion import Conversion, Tally
from spanwise.benchmarks.convert.occurrence import first_occurrence
from spanwise.benchmarks.material import Material
from spanwise.data.dataset import Answer, Article, Paragraph, Question
from spanwise.errors import FormatError, OptionError

__all__ = ["BABI_TASKS", "UNCONVERTIBLE", "convert_babi"]

BABI_TASKS = {
    1: "single-supporting-fact",
    2: "two-supporting-facts",
    3: "three-supporting-facts",
    4: "two-arg-relations",
    5: "three-arg-relations",
    11: "basic-coreference",
    12: "conjunction",
    13: "compound-coreference",
    14: "time-reasoning",
    15: "basic-deduction",
    16: "basic-induction",
}
"""The tasks whose answers are spans of their stories, with the names in the files."""

UNCONVERTIBLE = {
    6: "its answers are yes and no",
    7: "its answers are counts, which no story writes out",
    8: "its answers are lists of things that need not stand side by side",
    9: "its answers are yes and no",
    10: "its answers are yes, no and maybe",
    17: "its answers are yes and no",
    18: "its answers are yes and no",
    19: "its answers are lists of directions such as s,e",
    20: "its answers are motives and places that the story need not name",
}
"""Why the other tasks are no extractive question answering."""

Part = Literal["train", "dev", "all"]

_PLURALS = {"mouse": "mice", "wolf": "wolves"}
_PLURAL = "answers in the plural, where only that stands in the supporting fact"
_SEVERAL = "answers that stand in several supporting facts: the first one taken"
_LINE = re.compile(r"([1-9][0-9]*) (.*\S)\s*\Z")
_QUESTION = re.compile(r"(?P<text>[^\t]*\S)[ ]*\t(?P<answer>[^\t]+)\t(?P<facts>[0-9]+(?: [0-9]+)*)\Z")


class _Asked(msgspec.Struct, frozen=True):
    """A question as the file has it, with the facts told before it by line number."""

    story: int
    line: int
    text: str
    answer: str
    supporting: tuple[int, ...]
    facts: tuple[tuple[int, str], ...]


def convert_babi(source: Material, *, task: int, part: Part = "all", name: str = "") -> Conversion:
    """Return a task of bAbI as extractive questions: one context a question, one article a story.

    The context is what the story has told when the question is asked: with the whole story, "Where is Mary?" would
    have later answers. The answer is its first occurrence in the first supporting fact that has it, in the plural
    where only the plural is there (task 15: "wolf" in "Mice are afraid of wolves.").

    Args:
        source: One task's file, such as ``qa1_single-supporting-fact_train.txt``.
        task: Its number.
        part: The concurrence study trains on the first nine tenths of the training questions and evaluates on the
            rest: 900 and 100 of 1,000. "all" is the whole file.
        name: What to call the dataset.

    Raises:
        OptionError: The task has no answers in its stories; the message says why.
        FormatError: A line is malformed, or the file is that of another task.
    """
    if task not in BABI_TASKS:
        why = UNCONVERTIBLE.get(task, "there is no such task")
        tasks = ", ".join(map(str, BABI_TASKS))
        raise OptionError(f"bAbI task {task} cannot be asked extractively: {why}; the tasks that can are {tasks}")
    found = re.search(r"qa([0-9]+)_([a-z-]+)_[a-z]+\.txt", source.where)
    if found and (int(found[1]), found[2]) != (task, BABI_TASKS[task]):
        raise FormatError(f"{source.where}: by its name this is task {found[1]} ({found[2]}), not {task}")
    asked = list(_asked(source))
    if not asked:
        raise FormatError(f"{source.where}: there is no question; a line needs a question, its answer and its facts")
    cut = len(asked) * 9 // 10
    if part != "all" and len(asked) > 1 and asked[cut - 1].story == asked[cut].story:
        raise FormatError(
            f"{source.where}: question {cut:,} of {len(asked):,} is inside a story, which would stand in both parts; "
            "give a whole training file"
        )
    chosen = {"train": asked[:cut], "dev": asked[cut:], "all": asked}[part]
    tally = Tally(source.where)
    tally.read(len(chosen))
    stories: dict[int, list[Paragraph]] = {}
    for question in chosen:
        paragraph = _paragraph(question, name or f"babi-{task}", tally)
        if paragraph:
            stories.setdefault(question.story, []).append(paragraph)
    articles = (Article(f"story {number}", tuple(paragraphs)) for number, paragraphs in stories.items())
    return tally.conversion(articles, name=name or f"babi-{task}")


def _asked(source: Material) -> Iterator[_Asked]:
    """Give the questions of a file; numbers that start again at 1 begin the next story."""
    story, last = 0, 0
    facts: list[tuple[int, str]] = []
    for at, line in enumerate(source.text().split("\n"), start=1):
        if not line.strip():
            continue
        match = _LINE.match(line)
        if match is None:
            raise FormatError(f"{source.where}: line {at}: found {line[:40]!r}; a line is a number and a sentence")
        number, text = int(match[1]), match[2]
        if number == 1:
            story, facts = story + 1, []
        elif number != last + 1:
            raise FormatError(f"{source.where}: line {at}: number {number} follows {last}; lines are missing")
        last = number
        if "\t" not in text:
            facts.append((number, text))
            continue
        asked = _QUESTION.match(text)
        if asked is None:
            raise FormatError(
                f"{source.where}: line {at}: found {text[:40]!r}; a question is text, answer, fact numbers"
            )
        supporting = tuple(map(int, asked["facts"].split()))
        unknown = set(supporting) - {fact for fact, _ in facts}
        if unknown:
            raise FormatError(f"{source.where}: line {at}: fact {min(unknown)} is not told before the question")
        yield _Asked(story, number, asked["text"], asked["answer"], supporting, tuple(facts))


def _paragraph(asked: _Asked, name: str, tally: Tally) -> Paragraph | None:
    identity = f"{name}-{asked.story}-{asked.line}"
    context = " ".join(text for _, text in asked.facts)
    starts: dict[int, int] = {}
    at = 0
    for number, text in asked.facts:
        starts[number] = at
        at += len(text) + 1
    texts = dict(asked.facts)
    for form in (asked.answer, _PLURALS.get(asked.answer, f"{asked.answer}s")):
        places = [
            (fact, place) for fact in asked.supporting if (place := first_occurrence(form, texts[fact])) is not None
        ]
        if places:
            tally.change(_PLURAL, int(form != asked.answer))
            tally.change(_SEVERAL, int(len(places) > 1))
            fact, place = places[0]
            answer = Answer(form, starts[fact] + place)
            return Paragraph(context, (Question(identity, asked.text, (answer,)),))
    tally.drop("its answer stands in no supporting fact", identity)
    return None
