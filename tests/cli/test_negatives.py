import json
from pathlib import Path

import pytest

import spanwise as sw
from spanwise.data.check import check
from spanwise.data.formats import load
from spanwise.language.annotate import Annotator
from tests.cli.conftest import Run
from tests.wordnet_database import EXCEPTIONS, write_database


@pytest.fixture
def options(annotator: Annotator) -> tuple[str, ...]:
    return ("--cache", str(annotator.cache), "--processes", "1")


@pytest.fixture
def rules(tmp_path: Path) -> tuple[str, ...]:
    return ("--wordnet", str(write_database(tmp_path / "wordnet", exceptions=EXCEPTIONS)), "--no-vectors")


def test_the_file_is_what_the_library_makes(
    run: Run, dev: str, annotator: Annotator, options: tuple[str, ...], tmp_path: Path
) -> None:
    outcome = run("negatives", "random", dev, "-o", tmp_path / "made.json", "--seed", "3", *options)
    assert outcome.code == 0
    assert "108 random negatives of 108 answerable questions" in outcome.out
    assert "54 questions of the source had no answer" in outcome.out
    expected = sw.negatives(sw.read(dev), "random", sw.Resources(annotator), seed=3).dataset
    loaded = load(tmp_path / "made.json")
    assert loaded.dataset.articles == expected.articles
    assert check(loaded) == ()


def test_the_account_by_rule_says_what_was_replaced_and_what_could_not_be(
    run: Run, dev: str, options: tuple[str, ...], rules: tuple[str, ...], tmp_path: Path
) -> None:
    outcome = run("negatives", "rules", dev, "-o", tmp_path / "made.json", "--one-for-one", *rules, *options)
    assert outcome.code == 0
    for said in ("answerable questions kept, one for one", "replaced: ", "it has no name, number, or word with an"):
        assert said in outcome.out
    questions = [question for _, _, question in sw.read(tmp_path / "made.json").questions()]
    assert 2 * sum(question.is_impossible for question in questions) == len(questions)


def test_negatives_alone_go_to_standard_output(run: Run, dev: str, options: tuple[str, ...], tmp_path: Path) -> None:
    outcome = run("negatives", "tfidf", dev, "--ratio", "0.25", "--only-negatives", *options)
    (tmp_path / "out.json").write_text(outcome.out, "utf-8")
    questions = [question for _, _, question in sw.read(tmp_path / "out.json").questions()]
    assert len(questions) == 27
    assert all(question.is_impossible for question in questions)


def test_the_report_alone_has_every_kind_beside_the_human_ones(
    run: Run, dev: str, options: tuple[str, ...], rules: tuple[str, ...], tmp_path: Path
) -> None:
    small = str(tmp_path / "small.json")
    run("sample", dev, "2", "--by", "article", "-o", small)
    outcome = run("negatives", "all", small, "--report-only", *rules, *options)
    table = outcome.out[outcome.out.index("relevance and plausible answers") :]
    assert [line.split()[0] for line in table.splitlines() if "." in line and line[1:2].isalpha()][:6] == [
        *("answerable", "human", "tfidf", "rules", "random", "removed")
    ]
    printed = json.loads(run("negatives", "all", small, "--report-only", "--json", *rules, *options).out)
    assert [account["kind"] for account in printed["accounts"]] == ["tfidf", "rules", "random", "removed"]
    assert len(printed["quality"]["groups"]) == 6
    assert printed["output"] is None


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("all", "-o", "made.json"), "all kinds are made for --report-only alone"),
        (("rules", "--vectors", "glove.txt", "--no-vectors"), "give one of the two"),
        (("random", "--ratio", "0", "-o", "made.json"), "ratio: 0.0 negatives to a question cannot be made"),
        (("rules", "--wordnet", "nowhere", "-o", "made.json"), "nowhere: no WordNet database in this folder"),
        (("rules", "--vectors", "nowhere.txt", "-o", "made.json"), "nowhere.txt: no such file"),
    ],
)
def test_what_cannot_be_is_one_sentence_and_nothing_is_written(
    run: Run, dev: str, rules: tuple[str, ...], arguments: tuple[str, ...], said: str
) -> None:
    kind, *others = arguments
    # A folder that the case names itself comes last and counts.
    outcome = run("negatives", kind, dev, *rules[:2], *others)
    assert (outcome.code, outcome.out) == (2, "")
    assert said in outcome.err
    assert not Path("made.json").exists()
