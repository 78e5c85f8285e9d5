import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from spanwise.errors import OptionError
from spanwise.stats.pagerank import pagerank


def ranks(nodes: int, links: list[tuple[int, int]], damping: float = 0.85) -> NDArray[np.float64]:
    array = np.array(sorted(set(links)), np.int32).reshape(-1, 2)
    return pagerank(array[:, 0], array[:, 1], nodes, damping=damping)


def test_the_well_known_example_has_its_well_known_ranks() -> None:
    # The graph and the shares, in percent, of Wikipedia's "PageRank" (drawing PageRanks-Example), damping 0.85.
    names = "ABCDEFGHIJK"
    drawn = ["BC", "CB", "DA", "DB", "ED", "EB", "EF", "FE", "FB", "GB", "GE", "HB", "HE", "IB", "IE", "JE", "KE"]
    rank = ranks(11, [(names.index(pair[0]), names.index(pair[1])) for pair in drawn])
    assert (100 * rank).round(1).tolist() == [3.3, 38.4, 34.3, 3.9, 8.1, 3.9, 1.6, 1.6, 1.6, 1.6, 1.6]


@given(st.integers(1, 9), st.data())
def test_ranks_are_those_of_the_linear_system(pages: int, data: st.DataObject) -> None:
    place = st.integers(0, pages - 1)
    links = data.draw(st.lists(st.tuples(place, place).filter(lambda pair: pair[0] != pair[1]), max_size=20))
    damping = data.draw(st.floats(0, 0.95))
    follow = np.full((pages, pages), 1 / pages)
    for source in {source for source, _ in links}:
        follow[source] = 0
        own = {target for one, target in links if one == source}
        follow[source, list(own)] = 1 / len(own)
    exact = np.linalg.solve(np.eye(pages) - damping * follow.T, np.full(pages, (1 - damping) / pages))
    np.testing.assert_allclose(ranks(pages, links, damping), exact, atol=1e-8)


def test_no_pages_have_no_ranks_and_a_damping_of_one_is_refused() -> None:
    assert ranks(0, []).tolist() == []
    with pytest.raises(OptionError, match="damping of 1"):
        ranks(2, [], 1)
