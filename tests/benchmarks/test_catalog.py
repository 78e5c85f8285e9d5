import re
from pathlib import Path

import msgspec
import pytest

from spanwise.benchmarks.catalog import BENCHMARKS, Run, benchmark_named, checked, run_of, split_named
from spanwise.benchmarks.conversion import ConversionReport
from spanwise.benchmarks.converted import CONVERTERS
from spanwise.errors import OptionError
from tools.measure_benchmarks import MEASURED, PAGE, REAL, page, run


def test_every_row_that_the_study_and_its_papers_name_is_there() -> None:
    # 33 benchmarks of the study and bAbI at 9,000, then the sets of the SQuAD papers and after them.
    tasks = (1, 2, 3, 4, 5, 11, 12, 13, 14, 15, 16)
    names = {
        *("squad", "mrqa-newsqa", "mrqa-naturalquestions", "mrqa-drop", "mrqa-hotpotqa", "qamr"),
        *("cbt-cn", "cbt-ne", "lambada", "cnn-100k", "record"),
        *(f"babi-{task}" for task in tasks),
        *(f"babi-{task}-9k" for task in tasks),
        *(f"fuzzy-{kind}" for kind in ("uniform", "3gram", "pcfg", "neural", "wikipedia")),
        *("wikidata", "squad-1k", "squad-10k", "squad-20k", "squad-40k", "squad-60k"),
        *("squad2", "squadshifts", "adversarialqa", "addsent", "addonesent", "xquad", "duorc", "race"),
        *("relationextraction", "mrqa-squad"),
    }
    assert names == set(BENCHMARKS)


def test_every_part_has_a_converter_and_its_files() -> None:
    for entry in BENCHMARKS.values():
        assert entry.licence
        assert entry.citation
        assert entry.home.startswith("https://")
        for split in entry.splits:
            assert split.converter in CONVERTERS
            assert split.files
            for file in split.files:
                assert file.address or file.hint


def test_a_checksum_is_whole_and_says_where_it_comes_from() -> None:
    files = {file for entry in BENCHMARKS.values() for split in entry.splits for file in split.files}
    assert len({file.name for file in files}) == len(files)
    for file in files:
        assert bool(file.digest) == bool(file.pinned)
        assert re.fullmatch(r"|sha256:[0-9a-f]{64}|md5:[0-9a-f]{32}", file.digest)


def test_what_was_run_for_real_says_so_and_nothing_else_does() -> None:
    real = {(entry.name, split.name) for entry in BENCHMARKS.values() for split in entry.splits if run_of(entry, split)}
    assert real == set(REAL)
    assert checked(BENCHMARKS["record"]) == "form"
    assert checked(BENCHMARKS["fuzzy-pcfg"]) == "generator"
    babi = BENCHMARKS["babi-3-9k"]
    assert [checked(babi, split) for split in babi.splits] == ["form", "form", "real"]
    assert checked(babi) == "real"


def test_recorded_runs_add_up() -> None:
    measured = msgspec.json.decode(MEASURED.read_bytes(), type=dict[str, dict[str, Run]])
    for parts in measured.values():
        for outcome in parts.values():
            ConversionReport("", outcome.questions_in, outcome.questions_out, outcome.dropped, outcome.changes)


def test_recorded_runs_read_as_many_questions_as_the_makers_state() -> None:
    for name, part in REAL:
        split = split_named(BENCHMARKS[name], part)
        outcome = run_of(BENCHMARKS[name], split)
        assert outcome is not None
        assert split.questions in (None, outcome.questions_in)


def test_the_page_of_runs_shows_the_recorded_ones() -> None:
    measured = msgspec.json.decode(MEASURED.read_bytes(), type=dict[str, dict[str, Run]])
    assert PAGE.read_text("utf-8") == page(measured)


@pytest.mark.parametrize(
    "key",
    [
        *[("squad", "dev"), ("mrqa-newsqa", "sample"), ("xquad", "th")],
        *[("babi-15", "dev"), ("race", "slice-val"), ("addonesent", "dev")],
    ],
    ids="-".join,
)
def test_the_real_file_gives_what_was_recorded(shared: Path, key: tuple[str, str]) -> None:
    entry = BENCHMARKS[key[0]]
    assert run(key, shared / "data") == run_of(entry, split_named(entry, key[1]))


def test_a_name_that_is_nearly_right_gets_a_hint() -> None:
    with pytest.raises(OptionError, match=r"no benchmark 'lambda'; did you mean 'lambada'"):
        benchmark_named("lambda")
    with pytest.raises(OptionError, match=r"'FuzzySyntheticQA'; did you mean 'fuzzy-uniform' or 'fuzzy-3gram' or"):
        benchmark_named("FuzzySyntheticQA")
    with pytest.raises(OptionError, match=r"spanwise benchmark list"):
        benchmark_named("xxxxxxxxxxxx")


def test_a_missing_part_lists_those_there_are() -> None:
    with pytest.raises(OptionError, match="mrqa-drop has no part 'train'; it has dev"):
        split_named(BENCHMARKS["mrqa-drop"], "train")
    with pytest.raises(OptionError, match="make it with: spanwise generate fuzzy pcfg --from TREEBANK"):
        split_named(BENCHMARKS["fuzzy-pcfg"], "dev")
