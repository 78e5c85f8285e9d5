from spanwise.benchmarks.catalog_others import OTHERS
from spanwise.benchmarks.published import published_em


def test_the_study_has_no_figures_of_these() -> None:
    assert [entry.name for entry in OTHERS if entry.column or published_em(entry.column)] == []


def test_the_parts_of_xquad_are_its_languages() -> None:
    xquad = next(entry for entry in OTHERS if entry.name == "xquad")
    assert {split.name for split in xquad.splits} == {
        *("en", "de", "ar", "zh", "hi", "th"),
        *("el", "es", "ro", "ru", "tr", "vi"),
    }
    assert {split.questions for split in xquad.splits} == {1190}
