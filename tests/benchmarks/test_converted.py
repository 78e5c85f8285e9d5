import gzip
import json
import shutil
import tarfile
import warnings
from pathlib import Path

import pytest

from spanwise.benchmarks.catalog import BENCHMARKS, split_named
from spanwise.benchmarks.converted import converted, files_of
from spanwise.errors import FormatError, OptionError, SpanwiseWarning


def squad(path: Path, *, impossible: bool = False) -> Path:
    answers = [] if impossible else [{"text": "Ann", "answer_start": 0}]
    question = {"id": "q", "question": "Who?", "answers": answers, "is_impossible": impossible}
    data = [{"title": "t", "paragraphs": [{"context": "Ann left.", "qas": [question]}]}]
    path.write_text(json.dumps({"version": "1.1", "data": data}))
    return path


def test_a_file_at_hand_is_converted_under_the_name_of_its_part(shared: Path, tmp_path: Path) -> None:
    source = shared / "data" / "languages" / "xquad-de.json.gz"
    conversion = converted("xquad", "de", sources=[source], cache=tmp_path)
    assert conversion.dataset.name == "xquad-de"
    assert conversion.report.questions_out == 1190
    assert list(tmp_path.iterdir()) == []


def test_a_file_of_another_benchmark_under_the_right_name_is_refused(shared: Path, tmp_path: Path) -> None:
    wrong = tmp_path / "dev-v2.0.json"
    shutil.copy(shared / "data" / "squad" / "dev-v1.1.json", wrong)
    with pytest.raises(FormatError, match=r"by its checksum this is dev-v1\.1\.json, not dev-v2\.0\.json"):
        converted("squad2", "dev", sources=[wrong], cache=tmp_path)


def test_a_file_that_no_checksum_tells_is_converted_and_its_oddities_are_said(tmp_path: Path) -> None:
    with pytest.warns(SpanwiseWarning) as warned:
        conversion = converted("squad", "dev", sources=[squad(tmp_path / "mine.json")], cache=tmp_path)
    assert conversion.report.questions_out == 1
    said = [str(warning.message) for warning in warned]
    assert "not the checksum that is known for dev-v1.1.json" in said[0]
    assert "1 questions, where the makers of squad state 10,570 for dev" in said[1]


def test_unanswerable_questions_under_the_name_of_squad_1_are_refused(tmp_path: Path) -> None:
    source = squad(tmp_path / "dev-v1.1.json", impossible=True)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SpanwiseWarning)
        with pytest.raises(FormatError, match="there are unanswerable questions; this benchmark has none"):
            converted("squad", "dev", sources=[source], cache=tmp_path)


def test_mrqa_of_another_dataset_is_told_by_its_header(shared: Path, tmp_path: Path) -> None:
    packed = (shared / "data" / "mrqa" / "SQuAD-dev.jsonl.gz").read_bytes()
    lines = gzip.decompress(packed).splitlines()[:3]
    (tmp_path / "DROP.jsonl").write_bytes(b"\n".join(lines))
    with (
        pytest.warns(SpanwiseWarning, match="not the checksum"),
        pytest.raises(FormatError, match="the header says this is 'SQuAD', not 'DROP'"),
    ):
        converted("mrqa-drop", "dev", sources=[tmp_path / "DROP.jsonl"], cache=tmp_path)


def test_what_lies_in_the_cache_is_not_downloaded(tmp_path: Path) -> None:
    squad(tmp_path / "new_wiki_v1.0.json")
    with pytest.warns(SpanwiseWarning, match="1 questions"):
        assert converted("squadshifts", "new-wiki", cache=tmp_path).report.questions_out == 1


def test_a_part_of_two_files_takes_both_or_finds_the_other_beside(tmp_path: Path) -> None:
    split = split_named(BENCHMARKS["qamr"], "dev")
    for name in ("dev.tsv", "wiki-sentences.tsv"):
        (tmp_path / name).write_text("x")
    both = (tmp_path / "dev.tsv", tmp_path / "wiki-sentences.tsv")
    assert files_of(split, both, cache=tmp_path) == both
    assert files_of(split, [tmp_path], cache=tmp_path) == both
    assert files_of(split, [tmp_path / "dev.tsv"], cache=tmp_path) == both
    with pytest.raises(OptionError, match="3 files do not fit; dev is made from 2: qamr-filtered-dev"):
        files_of(split, (*both, tmp_path), cache=tmp_path)
    (tmp_path / "wiki-sentences.tsv").unlink()
    with pytest.raises(FormatError, match=r"there is no qamr-wiki-sentences\.tsv; the part is made from"):
        files_of(split, [tmp_path], cache=tmp_path)


def test_a_packed_file_in_a_folder_is_found_under_its_published_name(tmp_path: Path) -> None:
    (tmp_path / "dev-v1.1.json.gz").write_bytes(gzip.compress(squad(tmp_path / "x.json").read_bytes()))
    with pytest.warns(SpanwiseWarning, match="not the checksum"):
        paths = files_of(split_named(BENCHMARKS["squad"], "dev"), [tmp_path], cache=tmp_path)
    assert paths == (tmp_path / "dev-v1.1.json.gz",)


@pytest.mark.parametrize("form", ["archive", "folder", "file"])
def test_what_is_published_in_an_archive_may_lie_unpacked(tmp_path: Path, form: str) -> None:
    text = "".join(f"1 Ann saw Bob.\n2 Who {i}?\tAnn\t1\n" for i in range(10))
    inner = tmp_path / "tasks" / "en" / "qa1_single-supporting-fact_train.txt"
    inner.parent.mkdir(parents=True)
    inner.write_text(text)
    with tarfile.open(tmp_path / "tasks.tar.gz", "w:gz") as archive:
        archive.add(inner, "tasks/en/qa1_single-supporting-fact_train.txt")
    source = {"archive": tmp_path / "tasks.tar.gz", "folder": tmp_path / "tasks", "file": inner}[form]
    with pytest.warns(SpanwiseWarning, match="9 questions, where the makers of babi-1 state 900"):
        conversion = converted("babi-1", "train", sources=[source], cache=tmp_path / "cache")
    assert conversion.dataset.question_ids[0] == "babi-1-train-1-2"


def test_cnn_is_read_from_the_folder_of_its_part(tmp_path: Path) -> None:
    for part in ("training", "validation"):
        (tmp_path / "cnn" / "questions" / part).mkdir(parents=True)
        story = "http://a\n\n@entity1 won .\n\n@placeholder won\n\n@entity1\n\n@entity1:Ann\n"
        (tmp_path / "cnn" / "questions" / part / f"{part}.question").write_text(story)
    with pytest.warns(SpanwiseWarning, match="1 questions"):
        conversion = converted("cnn-100k", "dev", sources=[tmp_path], cache=tmp_path)
    assert conversion.dataset.question_ids == ("validation",)


def test_a_missing_source_is_named(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=r"none\.json: no such file; give dev-v1\.1\.json"):
        converted("squad", "dev", sources=[tmp_path / "none.json"], cache=tmp_path)
    with pytest.raises(FormatError, match=r"none\.tsv: no such file; give qamr-filtered-dev\.tsv"):
        converted("qamr", "dev", sources=[tmp_path / "none" / "none.tsv"], cache=tmp_path)


def test_what_a_generator_makes_is_not_fetched(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="wikidata is made by a generator"):
        converted("wikidata", "dev", cache=tmp_path)
