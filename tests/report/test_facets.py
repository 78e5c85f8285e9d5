from spanwise.diagnosis.mistakes import MISTAKES
from spanwise.report.facets import facets
from spanwise.report.page_input import PageInput


def test_a_facet_gives_each_question_the_value_that_diagnosis_gave_it(sample_page: PageInput) -> None:
    facts = sample_page.facts
    assert facts is not None
    found = {facet.key: facet for facet in facets(facts, sample_page.mistakes)}
    for column in facts.columns:
        if column.name in found:
            facet = found[column.name]
            assert tuple(None if at < 0 else facet.values[at] for at in facet.of) == column.values
    for index, one in enumerate(sample_page.mistakes):
        facet = found[f"mistake-{index}"]
        assert facet.reader == index
        assert tuple(facet.keys[at] for at in facet.of) == one.keys
        assert set(facet.values) <= {kind.label for kind in MISTAKES}


def test_a_fact_that_parts_nothing_is_no_facet(sample_page: PageInput) -> None:
    facts = sample_page.facts
    assert facts is not None
    found = {facet.key: facet for facet in facets(facts, ())}
    for column in facts.columns:
        assert (column.name in found) == (len(set(column.values) - {None}) > 1)
    assert facets(None, ()) == ()
