from pathlib import Path

import pytest

from spanwise.benchmarks.synthetic.passage_files import KINDS, Kind, TextSettings, passage_source
from spanwise.data.writers import write
from spanwise.errors import DataError, FormatError, OptionError
from tests.benchmarks.synthetic.made import TREEBANK, WORDS, dataset, rng, vectors

TEXT = "w1 w2 w3 , W4\nw5 zzz w6 . w7\n"


def written(tmp_path: Path, kind: Kind) -> Path:
    file = tmp_path / f"{kind}.txt"
    if kind == "wikipedia":
        write(dataset(("w1 w2 w3 w4 w5",)), file)
    else:
        file.write_text(TREEBANK if kind == "pcfg" else TEXT)
    return file


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_gives_passages_of_its_file(tmp_path: Path, kind: Kind) -> None:
    source = passage_source(kind, written(tmp_path, kind), vectors(), TextSettings(tokens=4))
    passage = source.passage(0, 1, rng())
    assert source.name == kind
    assert len(passage.tokens) == 4


def test_words_drawn_from_a_file_are_those_with_a_vector_in_any_case(tmp_path: Path) -> None:
    source = passage_source("uniform", written(tmp_path, "uniform"), vectors(), TextSettings(tokens=200))
    assert set(source.passage(0, 1, rng()).tokens) == {"w1", "w2", "w3", "W4", "w5", "w6", "w7"}
    assert [(note.count, note.examples) for note in source.notes()] == [(3, (",", "zzz", "."))]


def test_without_a_file_words_are_the_first_of_the_vectors() -> None:
    source = passage_source("uniform", None, vectors(), TextSettings(tokens=500, vocabulary=20))
    assert set(source.passage(0, 1, rng()).tokens) == set(WORDS[:20])


def test_running_text_is_cut_into_words_and_marks(tmp_path: Path) -> None:
    (tmp_path / "samples.txt").write_text('He said: "no," and left.\n\n')
    source = passage_source("neural", tmp_path / "samples.txt", vectors(), TextSettings(tokens=10, running=True))
    assert source.passage(0, 1, rng()).text == 'He said : " no , " and left .'


def test_a_treebank_that_does_not_parse_is_named_with_its_line(tmp_path: Path) -> None:
    (tmp_path / "bad.mrg").write_text("(S (NN a))\n(S (NN\n")
    with pytest.raises(FormatError, match=r"bad.mrg: line 3: the file ends with 2 brackets open; the first"):
        passage_source("pcfg", tmp_path / "bad.mrg", vectors())


def test_a_missing_file_and_one_too_short_are_said(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="'3gram' are made from a file; name it with --from"):
        passage_source("3gram", None, vectors())
    with pytest.raises(DataError, match="it has 10 tokens, and a passage 150"):
        passage_source("3gram", written(tmp_path, "3gram"), vectors())
    with pytest.raises(FormatError, match="no such file"):
        passage_source("pcfg", tmp_path / "none", vectors())


def test_a_model_of_wikitext_writes_its_words(shared: Path) -> None:
    source = passage_source("3gram", shared / "data" / "text" / "wikitext-2.valid.txt.gz", vectors())
    passage = source.passage(0, 1, rng())
    assert len(passage.tokens) == 150
    assert {"the", "of"} & set(passage.tokens)
