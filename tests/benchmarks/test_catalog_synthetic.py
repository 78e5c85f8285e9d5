from spanwise.benchmarks.catalog_synthetic import SYNTHETIC


def test_babi_has_eleven_tasks_in_two_sizes() -> None:
    babi = [entry for entry in SYNTHETIC if entry.name.startswith("babi")]
    assert len(babi) == 22
    assert {tuple(split.questions for split in entry.splits) for entry in babi if entry.name.endswith("9k")} == {
        (9_000, 1_000, 1_000)
    }
    assert {tuple(split.questions for split in entry.splits) for entry in babi if not entry.name.endswith("9k")} == {
        (900, 100, 1_000)
    }


def test_what_a_generator_makes_has_no_files() -> None:
    assert [entry.name for entry in SYNTHETIC if not entry.splits] == [
        *("fuzzy-uniform", "fuzzy-3gram", "fuzzy-pcfg", "fuzzy-neural", "fuzzy-wikipedia", "wikidata")
    ]
