import msgspec

from spanwise.diagnosis.mistakes import MISTAKES
from spanwise.report.facets import facets
from spanwise.report.page_input import PageInput, readers_of
from tests.report.made_explanations import explained


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


def test_what_is_explained_is_a_facet_of_its_reader(sample_page: PageInput) -> None:
    ids = sample_page.scores[0].columns.ids
    found = {ids[4]: explained("a b", ("a",), standing="none"), ids[7]: explained("a b", ("a",), standing="first")}
    readers = readers_of(msgspec.structs.replace(sample_page, explanations=({}, {}, found)))
    (facet,) = facets(None, (), (), readers)
    assert (facet.key, facet.reader, facet.keys) == ("why-2", 2, ("first", "none"))
    assert {place: facet.keys[value] for place, value in enumerate(facet.of) if value >= 0} == {4: "none", 7: "first"}
