"""`spanwise annotate`."""

import json
from pathlib import Path

import pytest

import spanwise as sw
from spanwise.language.annotate import Annotator
from spanwise.language.cache import cache_files
from tests.cli.conftest import Run


@pytest.fixture(scope="module")
def small(dev: str, tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return a few questions of the benchmark that ships with the package."""
    file = tmp_path_factory.mktemp("small") / "small.json"
    sw.write(sw.sample(sw.read(dev), 5, seed=0, by="question"), file)
    return str(file)


def test_texts_are_annotated_counted_and_kept(
    run: Run, small: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, annotator: Annotator
) -> None:
    monkeypatch.setenv("SPANWISE_CACHE", str(tmp_path))
    printed = json.loads(run("annotate", small, "--json").out)
    paragraphs = [paragraph for article in sw.read(small).articles for paragraph in article.paragraphs]
    contexts = annotator.annotate([paragraph.context for paragraph in paragraphs])
    assert printed["contexts"] == {
        "texts": len(paragraphs),
        "tokens": sum(map(len, contexts)),
        "sentences": sum(len(one.sentences) for one in contexts),
        "entities": sum(len(one.entities) for one in contexts),
        "noun_chunks": sum(len(one.noun_chunks) for one in contexts),
    }
    assert printed["questions"]["texts"] == 5
    assert (printed["pipeline"], printed["language"]) == (annotator.pipeline, "en")
    assert printed["cache"] == str(tmp_path / "annotations")
    [file] = printed["files"]
    assert (file["identity"], file["texts"]) == (annotator.identity, 5 + len({p.context for p in paragraphs}))

    out = run("annotate", small).out
    assert annotator.identity in out
    assert f"kept in {tmp_path / 'annotations'}: {file['texts']} texts, " in " ".join(out.split())


def test_what_is_kept_is_shown_and_deleted(run: Run, small: str, tmp_path: Path) -> None:
    folder = tmp_path / "cache"
    assert run("annotate", "--cache", folder).out == f"{folder}: nothing is kept\n"
    run("annotate", small, "--cache", folder)
    [file] = cache_files(folder)
    (folder / "annotation-0.sqlite3").write_bytes(b"no database")
    (folder / "other.txt").write_text("not ours")
    out = " ".join(run("annotate", "--cache", folder).out.split())
    assert f"cannot be read 0 0.0 {file.identity} {file.texts}" in out
    assert f"kept in {folder}" in out.replace("\n", "")
    listed = json.loads(run("annotate", "--cache", folder, "--json").out)["files"]
    assert [one["texts"] for one in listed] == [0, file.texts]

    assert run("annotate", "--clear", "--cache", folder).out.startswith(f"{folder}: deleted {file.texts} texts, 0.")
    assert [path.name for path in folder.iterdir()] == ["other.txt"]
    assert json.loads(run("annotate", "--clear", "--cache", folder, "--json").out)["deleted"] == []


def test_a_dataset_and_clear_do_not_go_together(run: Run, small: str, tmp_path: Path) -> None:
    outcome = run("annotate", small, "--clear", "--cache", tmp_path)
    assert (outcome.code, outcome.err) == (
        2,
        "spanwise: --clear deletes what is kept, and DATASET would be annotated; give one of them\n",
    )


def test_a_pipeline_that_is_not_there_is_one_sentence(run: Run, small: str, tmp_path: Path) -> None:
    outcome = run("annotate", small, "--pipeline", "de_core_news_sm", "--cache", tmp_path)
    assert outcome.code == 2
    assert outcome.err.startswith("spanwise: no spaCy pipeline 'de_core_news_sm' is installed; installed are: ")
    assert outcome.err.endswith("install one with: python -m spacy download de_core_news_sm\n")


def test_a_cache_that_cannot_be_written_is_a_warning(run: Run, small: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    outcome = run("annotate", small, "--cache", tmp_path / "file", "--processes", "1")
    assert outcome.code == 0
    assert "the cache of annotations can't be used" in outcome.err
    assert "kept in" in outcome.out
    assert outcome.out.rstrip().endswith("nothing")
