from hypothesis import given
from hypothesis import strategies as st

from spanwise.benchmarks.curate.document import Page
from spanwise.benchmarks.curate.link_graph import LinkGraphBuilder


def pairs(*pages: Page) -> list[tuple[int, int]]:
    builder = LinkGraphBuilder()
    for page in pages:
        builder.add(page)
    graph = builder.graph()
    assert graph.pages == len(pages)
    return list(zip(graph.sources.tolist(), graph.targets.tolist(), strict=True))


def page(key: str, *links: str, redirect: str | None = None) -> Page:
    return Page(key, key, links, redirect)


def test_links_to_redirects_are_links_to_what_they_stand_for() -> None:
    pages = page("A", "R", "S", "nowhere"), page("R", redirect="S"), page("S", redirect="B"), page("B", "A")
    assert pairs(*pages) == [(0, 3), (3, 0)]


def test_redirects_in_a_circle_or_to_nothing_count_for_nothing() -> None:
    pages = page("A", "R", "S", "T"), page("R", redirect="S"), page("S", redirect="R"), page("T", redirect="none")
    assert pairs(*pages) == []


def test_a_graph_of_nothing_has_nothing() -> None:
    assert pairs() == []


@given(st.lists(st.lists(st.integers(0, 14), max_size=8), max_size=12))
def test_the_graph_has_each_link_between_pages_once_and_none_to_itself(links: list[list[int]]) -> None:
    found = pairs(*(page(str(place), *map(str, own)) for place, own in enumerate(links)))
    n = len(links)
    expected = {(place, to) for place, own in enumerate(links) for to in own if to < n and to != place}
    assert found == sorted(expected)
