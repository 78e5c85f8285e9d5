import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spanwise.benchmarks.synthetic.page_rank import page_rank


def solved(links: set[tuple[int, int]], nodes: int, damping: float) -> "np.ndarray[tuple[int], np.dtype[np.float64]]":
    """Return PageRank as the solution of its linear equations, with a dense matrix."""
    matrix = np.zeros((nodes, nodes))
    for source in range(nodes):
        ends = [end for start, end in links if start == source]
        matrix[ends or list(range(nodes)), source] = 1 / (len(ends) or nodes)
    solution: np.ndarray[tuple[int], np.dtype[np.float64]] = np.linalg.solve(
        np.eye(nodes) - damping * matrix, np.full(nodes, (1 - damping) / nodes)
    )
    return solution


@given(st.sets(st.tuples(st.integers(0, 6), st.integers(0, 6)), min_size=1), st.sampled_from((0.5, 0.85)))
def test_it_solves_the_equations_of_page_rank(links: set[tuple[int, int]], damping: float) -> None:
    sources, targets = np.array(sorted(links), dtype=np.int32).T
    rank = page_rank(sources, targets, 7, damping=damping)
    assert rank == pytest.approx(solved(links, 7, damping), abs=1e-9)
    assert rank.sum() == pytest.approx(1)


def test_a_link_that_stands_twice_counts_once() -> None:
    once = page_rank(np.array([0, 1], dtype=np.int32), np.array([1, 2], dtype=np.int32), 3)
    twice = page_rank(np.array([0, 0, 1], dtype=np.int32), np.array([1, 1, 2], dtype=np.int32), 3)
    assert (once == twice).all()
