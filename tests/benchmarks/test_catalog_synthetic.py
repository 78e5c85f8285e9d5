from spanwise.benchmarks.catalog_synthetic import SYNTHETIC
from spanwise.benchmarks.synthetic.passage_files import KINDS


def test_babi_has_eleven_tasks_in_two_sizes() -> None:
    babi = [entry for entry in SYNTHETIC if entry.name.startswith("babi")]
    assert len(babi) == 22
    assert {tuple(split.questions for split in entry.splits) for entry in babi if entry.name.endswith("9k")} == {
        (9_000, 1_000, 1_000)
    }
    assert {tuple(split.questions for split in entry.splits) for entry in babi if not entry.name.endswith("9k")} == {
        (900, 100, 1_000)
    }


def test_what_has_no_files_says_how_it_is_made() -> None:
    assert [bool(entry.generator) for entry in SYNTHETIC] == [not entry.splits for entry in SYNTHETIC]
    kinds = [entry.generator.split()[3] for entry in SYNTHETIC if entry.name.startswith("fuzzy")]
    assert kinds == list(KINDS)


def test_what_a_generator_makes_has_no_files() -> None:
    assert [entry.name for entry in SYNTHETIC if not entry.splits] == [
        *("fuzzy-uniform", "fuzzy-3gram", "fuzzy-pcfg", "fuzzy-neural", "fuzzy-wikipedia", "wikidata")
    ]
