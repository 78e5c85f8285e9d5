from spanwise.benchmarks.catalog_cloze import CLOZE


def test_the_five_cloze_benchmarks_of_the_study_are_here() -> None:
    assert [entry.column for entry in CLOZE] == ["CBT (CN)", "CBT (NE)", "LAMBADA", "CNN (100K Examples)", "ReCoRD"]


def test_cnn_trains_on_a_hundred_thousand() -> None:
    cnn = next(entry for entry in CLOZE if entry.name == "cnn-100k")
    assert [split.options for split in cnn.splits] == [{"n": 100_000}, {}, {}]
