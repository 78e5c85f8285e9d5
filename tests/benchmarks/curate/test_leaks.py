from pathlib import Path

import pytest

from spanwise.benchmarks.curate.leaks import LeakSettings, leaks
from spanwise.data.dataset import Answer, Article, Dataset, Paragraph, Question
from spanwise.data.formats import read
from spanwise.errors import OptionError

LONG = " ".join(f"word{i}" for i in range(60))


def part(name: str, title: str, context: str, *questions: tuple[str, str, str]) -> Dataset:
    asked = tuple(
        Question(identity, text, (Answer(answer, 0),) if answer else ()) for identity, text, answer in questions
    )
    return Dataset((Article(title, (Paragraph(context, asked),)),), name=name)


def test_each_thing_shared_is_of_one_kind_and_named_with_its_place() -> None:
    train = part(
        "train", "A", LONG, ("q1", "Who won the boat race of 1978 in the old harbour?", "Tolle"), ("q2", "Why?", "a")
    )
    dev = part(
        "dev",
        "A",
        LONG.replace("word30", "other"),
        ("q2", "who won the boat race of 1978 in the old harbour", "the tolle"),
        ("q3", "Who won the boat race of 1978 in the new harbour?", "Marr"),
    )
    (report,) = leaks([train, dev], LeakSettings(questions=0.6))
    found = {leak.kind: (leak.first, leak.second, leak.same_answer) for leak in report.leaks}
    assert found == {
        "article": ("A", "A", False),
        "id": ("q2", "q2", False),
        "near-paragraph": ("A[0]", "A[0]", False),
        "question": ("q1", "q2", True),
        "near-question": ("q1", "q3", False),
    }
    assert report.of("near-paragraph")[0].similarity == pytest.approx(51 / 61)


def test_every_copy_in_the_later_part_counts() -> None:
    train = part("train", "A", LONG, ("q1", "Who?", "x"))
    paragraphs = tuple(Paragraph(LONG.upper(), (Question(f"d{i}", "Who ?", ()),)) for i in range(3))
    (report,) = leaks([train, Dataset((Article("B", paragraphs),), name="dev")])
    assert (report.affected("paragraph"), report.affected("question"), len(report.leaks)) == (3, 3, 6)
    assert not any(leak.same_answer for leak in report.leaks)


def test_every_pair_of_parts_is_compared_and_unlike_ones_share_nothing() -> None:
    parts = [part(name, name, f"{LONG} {name}" * i, (name, f"{name}?" * 3, "")) for i, name in enumerate("abc")]
    assert [(report.first, report.second) for report in leaks(parts)] == [("a", "b"), ("a", "c"), ("b", "c")]
    unlike = [
        part("x", "X", "Kelp is dried.", ("1", "What?", "")),
        part("y", "Y", "Coins are struck.", ("2", "How?", "")),
    ]
    assert leaks(unlike)[0].leaks == ()


def test_titles_that_were_made_up_are_not_shared() -> None:
    parts = [part("x", "article-1", "One.", ("1", "What?", "")), part("y", "article-1", "Two.", ("2", "How?", ""))]
    assert leaks(parts)[0].leaks == ()


def test_one_part_leaks_into_nothing() -> None:
    with pytest.raises(OptionError, match="two parts or more"):
        leaks([part("x", "X", "One.")])


def test_squad_2_s_answerable_questions_are_found_in_squad_1_1(shared: Path) -> None:
    # SQuAD 2.0 added unanswerable questions to 1.1's articles: both have the answerable ones, under the same ids.
    old, new = (read(shared / "data" / "squad" / f"dev-{version}.json") for version in ("v1.1", "v2.0"))
    few = Dataset(new.articles[:3], name="v2.0")
    titles = {article.title for article in few.articles}
    (report,) = leaks([Dataset(tuple(a for a in old.articles if a.title in titles), name="v1.1"), few])
    answerable = {question.id for _, _, question in few.questions() if question.answers}
    assert {leak.second for leak in report.of("id")} == answerable
    assert answerable <= {leak.second for leak in report.of("question") if leak.same_answer}
    assert report.affected("article") == 3
    # The paragraphs are the same but for those that 2.0 left out.
    assert report.affected("paragraph") == sum(len(article.paragraphs) for article in few.articles)
