"""Hypothesis strategies: small benchmarks and what a few people might say to their questions."""

from hypothesis import strategies as st

from spanwise.data.dataset import Dataset
from spanwise.data.human_answers import HumanAnswer, HumanAnswers
from tests.scoring.drawn import awkward_texts, benchmarks, golds

__all__ = ["asked_people"]

WORKERS = ("w1", "w2", "w3", "w4")


@st.composite
def asked_people(draw: st.DrawFn) -> tuple[Dataset, HumanAnswers]:
    """Draw a benchmark and the answers of one to four people to some of its questions, at least one."""
    dataset = draw(benchmarks())
    given = []
    for place, (identity, answers) in enumerate(golds(dataset)):
        said = st.none() | st.sampled_from([*answers, "kite", "red kite"]) | awkward_texts().filter(str.strip)
        workers = draw(st.lists(st.sampled_from(WORKERS), min_size=not place, max_size=4, unique=True))
        given += [HumanAnswer(identity, worker, draw(said)) for worker in workers]
    return dataset, HumanAnswers(tuple(draw(st.permutations(given))), name="people")
