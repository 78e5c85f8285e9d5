"""The public files as they are published: all are read, with as many questions as they have."""

import gzip
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from spanwise.data.formats import load
from spanwise.data.writers import losses, write
from spanwise.errors import FormatError

# Questions of each file: the README beside the data; where it gives none, counted without Spanwise, as
# sum(len(p["qas"]) for a in json.load(file)["data"] for p in a["paragraphs"]).
QUESTIONS = {
    "squad/dev-v1.1.json": 10_570,
    "squad/dev-v2.0.json": 11_873,
    "squad/train-v1.1-first50.json": 12_723,
    "squad/train-v1.1-more.json": 3_500,
    "squad/train-v2.0-first11.json": 5_147,
    "adversarial/addsent.json": 3_560,
    "adversarial/addonesent.json": 1_787,
    "adversarial/adversarialqa-dev.json": 3_000,
    "shifts/new_wiki.json.gz": 7_938,
    "shifts/amazon_reviews.json.gz": 9_885,
    "shifts/reddit.json.gz": 9_803,
    "mrqa/SQuAD-dev.jsonl.gz": 10_507,
    "mrqa/NewsQA_sample.jsonl": 17,
    "mrqa/duorc-train.json": 127,
    "mrqa/duorc-val.json": 126,
    "mrqa/race-train.json": 127,
    "mrqa/race-val.json": 128,
    "mrqa/relation_extraction-train.json": 127,
    "mrqa/relation_extraction-val.json": 128,
    "languages/xquad-en.json.gz": 1_190,
    "languages/xquad-de.json.gz": 1_190,
    "languages/xquad-ar.json.gz": 1_190,
    "languages/xquad-zh.json.gz": 1_190,
    "languages/xquad-hi.json.gz": 1_190,
    "languages/xquad-th.json.gz": 1_190,
    "languages/squad-it-test.json.gz": 7_609,
    "languages/korquad-dev.json.gz": 5_774,
    "languages/arcd-test.json.gz": 702,
    "languages/jaquad-dev-0000.json.gz": 1_029,
    "domain/covid-qa.json.gz": 1_380,
    "domain/policyqa-dev.json.gz": 3_809,
}


def raw(path: Path) -> Any:
    data = path.read_bytes()
    return json.loads(gzip.decompress(data) if path.suffix == ".gz" else data)


@pytest.mark.parametrize("name", QUESTIONS)
def test_a_public_file_is_read_with_all_its_questions(name: str, shared: Path) -> None:
    loaded = load(shared / "data" / name)
    assert len(loaded.dataset.question_ids) == QUESTIONS[name]
    assert loaded.format == ("mrqa" if ".jsonl" in name else "squad")
    if name != "domain/covid-qa.json.gz":
        assert loaded.findings == ()


def test_every_dataset_beside_the_checkout_is_among_them(shared: Path) -> None:
    folders = ("squad", "shifts", "languages", "domain", "adversarial", "mrqa")
    files = {
        path.relative_to(shared / "data").as_posix()
        for folder in folders
        for path in (shared / "data" / folder).iterdir()
        if ".json" in path.name
    }
    # CheckList's suite asks whether a reader's answers change: it has no gold answers to read.
    assert files - QUESTIONS.keys() == {"adversarial/checklist.jsonl.gz"}


@pytest.mark.parametrize("name", ["squad/dev-v2.0.json", "languages/korquad-dev.json.gz", "adversarial/addsent.json"])
def test_what_is_read_is_what_a_plain_walk_through_the_json_finds(name: str, shared: Path) -> None:
    dataset = load(shared / "data" / name).dataset
    expected = [
        (a["title"], p["context"], q["id"], q["question"], [(x["text"], x["answer_start"]) for x in q["answers"]])
        for a in raw(shared / "data" / name)["data"]
        for p in a["paragraphs"]
        for q in p["qas"]
    ]
    assert expected == [
        (a.title, p.context, q.id, q.text, [(x.text, x.start) for x in q.answers]) for a, p, q in dataset.questions()
    ]


def test_integer_ids_and_missing_titles_are_read_and_said(shared: Path) -> None:
    loaded = load(shared / "data" / "domain" / "covid-qa.json.gz")
    assert Counter(finding.code for finding in loaded.findings) == {
        "id-not-text": 1_380,
        "title-missing": 98,
        "version-missing": 1,
    }
    assert all(identity.isdecimal() for identity in loaded.dataset.question_ids)
    assert len({article.title for article in loaded.dataset.articles}) == 98


@pytest.mark.parametrize("format_name", ["squad", "mrqa", "rows", "parquet"])
@pytest.mark.parametrize("name", ["squad/dev-v2.0.json", "languages/jaquad-dev-0000.json.gz"])
def test_a_public_file_comes_back_from_every_format(name: str, format_name: str, shared: Path, tmp_path: Path) -> None:
    dataset = load(shared / "data" / name).dataset
    assert losses(dataset, format_name) == ()
    write(dataset, tmp_path / f"{dataset.name}.json", format=format_name)
    assert load(tmp_path / f"{dataset.name}.json").dataset == dataset


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("adversarial/checklist.jsonl.gz", "line 1: there is no 'context' (it has 'test', 'class'"),
        ("squad/leaderboard-v1.1.csv", "line 1, column 1, while reading the top of the file"),
        ("mrqa/README.md", "no such file"),
    ],
)
def test_what_is_no_dataset_is_refused_in_one_sentence(name: str, found: str, shared: Path) -> None:
    with pytest.raises(FormatError) as caught:
        load(shared / "data" / name)
    assert found in str(caught.value)
    assert "\n" not in str(caught.value)


def test_predictions_are_refused_as_a_dataset_with_a_hint(shared: Path) -> None:
    path = next((shared / "data" / "squad" / "predictions").glob("*.json"))
    with pytest.raises(FormatError, match="predictions are named after the benchmark"):
        load(path)
