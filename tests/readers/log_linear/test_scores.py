import random
from collections.abc import Iterable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spanwise.language.annotate import Annotator
from spanwise.language.annotated import Annotated
from spanwise.readers.log_linear.asked import lower_lemmas
from spanwise.readers.log_linear.buckets import Buckets
from spanwise.readers.log_linear.context import ContextFacts
from spanwise.readers.log_linear.features import features
from spanwise.readers.log_linear.frequencies import Frequencies
from spanwise.readers.log_linear.keys import Keys
from spanwise.readers.log_linear.measures import ROOTS, measure_names
from spanwise.readers.log_linear.scores import Held, dense_size, gradient, scores
from spanwise.readers.log_linear.settings import GROUPS
from tests.readers.log_linear.by_rule import by_chance
from tests.readers.log_linear.slow import Listing, bucket

WORDS = ("Gull", "lamp", "keep", "the", "who", "how", "many", "sea", "not")


class Case:
    """A context with questions, and weights by name."""

    def __init__(self, rng: random.Random, context: Annotated, questions: list[Annotated], groups: tuple[str, ...]):
        self.rng, self.questions, self.groups = rng, questions, groups
        self.frequencies = Frequencies.of([lower_lemmas(context), lower_lemmas(context)[::2], ["lamp"]])
        facts = ContextFacts.of(context, self.frequencies)
        assert facts is not None
        self.facts = facts
        names = measure_names(groups)
        edges = [tuple(sorted(rng.uniform(0.05, 6) for _ in range(rng.randint(0, 4)))) for _ in names]
        self.buckets = Buckets(names, tuple(edges))
        self.keys = Keys(named=True)
        self.held = Held.of(features(facts, questions, self.frequencies, groups, self.keys), self.buckets)
        named = self.keys.names or {}
        self.names = [named[int(key)] for key in self.held.features.keys]
        self.by_name = {name: rng.uniform(-1, 1) for name in self.names}
        self.weights = np.array([self.by_name[name] for name in self.names], dtype=np.float32)
        self.dense = np.array([rng.uniform(-1, 1) for _ in range(dense_size(self.buckets))], dtype=np.float32)
        self.dense[-1] = 0

    def fast(self) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
        return scores(self.held, self.weights, self.dense)

    def slow(self, question: int, candidate: int) -> float:
        listing = Listing(self.facts, self.questions[question], self.frequencies)
        total = 0.0
        measured: list[float] = []
        for group in self.groups:
            total += sum(self.by_name[name] for name in listing.names(group, candidate))
            if group == "root-match":
                for number, holds in enumerate(listing.roots(candidate)):
                    total += holds * float(self.dense[self.buckets.size + number])
        for group in ("matching-words", "matching-bigrams", "lengths", "span-words"):
            measured += listing.measured(group, candidate) if group in self.groups else []
        first = 0
        for edges, value in zip(self.buckets.edges, measured, strict=True):
            total += float(self.dense[first + bucket(edges, value)])
            first += len(edges) + 1
        return total


def by_chance_case(seed: int, groups: Iterable[str]) -> Case:
    rng = random.Random(seed)
    context = by_chance(rng, WORDS, rng.randint(1, 3))
    return Case(rng, context, [by_chance(rng, WORDS, rng.randint(0, 2)) for _ in range(2)], tuple(groups))


@pytest.mark.parametrize("groups", [*[(group,) for group in GROUPS], tuple(GROUPS)], ids=lambda g: "+".join(g)[:40])
def test_scores_are_sums_over_the_features_listed_one_by_one(groups: tuple[str, ...]) -> None:
    for seed in range(12):
        case = by_chance_case(seed, groups)
        found = case.fast()
        assert found.shape == (2, len(case.facts.candidates))
        expected = [[case.slow(q, c) for c in range(found.shape[1])] for q in range(2)]
        np.testing.assert_allclose(found, expected, atol=2e-4)


@given(st.integers(0, 2**32), st.sets(st.sampled_from(sorted(GROUPS)), min_size=1))
def test_any_groups_together_give_the_sum_of_their_features(seed: int, groups: set[str]) -> None:
    case = by_chance_case(seed, [group for group in GROUPS if group in groups])
    found = case.fast()
    place = random.Random(seed).randrange(found.shape[1])
    assert found[0, place] == pytest.approx(case.slow(0, place), abs=2e-4)
    assert found[1, place] == pytest.approx(case.slow(1, place), abs=2e-4)


def test_scores_on_annotated_text_are_sums_too(annotator: Annotator) -> None:
    context, *questions = annotator.annotate(
        [
            "The old lighthouse of Skerry was built in 1871 by Ada Holm. Its keeper, who had 3 dogs, left it in June.",
            "Who built the lighthouse of Skerry?",
            "How many dogs did the keeper have?",
            "",
        ]
    )
    case = Case(random.Random(5), context, questions, tuple(GROUPS))
    found = case.fast()
    expected = [[case.slow(q, c) for c in range(found.shape[1])] for q in range(3)]
    np.testing.assert_allclose(found, expected, atol=2e-4)


@pytest.mark.parametrize("seed", range(4))
def test_the_gradient_is_that_of_finite_differences(seed: int) -> None:
    # Of the log-likelihood of one candidate a question, in double precision throughout.
    case = by_chance_case(seed, tuple(GROUPS))
    q, c = case.fast().shape
    goal = [random.Random(seed).randrange(c) for _ in range(q)]
    weights, dense = case.weights.astype(np.float64), case.dense.astype(np.float64)

    def loss(weights: "np.ndarray[tuple[int, ...], np.dtype[np.float64]]", dense: object) -> float:
        found = scores(case.held, weights, dense)  # type: ignore[arg-type]
        return float(sum(np.log(np.exp(row).sum()) - row[aim] for row, aim in zip(found, goal, strict=True)))

    found = case.fast()
    probs = np.exp(found) / np.exp(found).sum(axis=1, keepdims=True)
    pull = probs - np.array([[place == aim for place in range(c)] for aim in goal])
    down, dense_down = gradient(case.held, pull, len(dense))
    assert len(down) == len(weights)
    assert dense_down[-1] == 0
    for place in random.Random(seed).sample(range(len(weights)), 40):
        step = np.zeros(len(weights))
        step[place] = 1e-4
        slope = (loss(weights + step, dense) - loss(weights - step, dense)) / 2e-4
        assert down[place] == pytest.approx(slope, abs=1e-4)
    for place in range(len(dense) - 1):
        step = np.zeros(len(dense))
        step[place] = 1e-4
        slope = (loss(weights, dense + step) - loss(weights, dense - step)) / 2e-4
        assert dense_down[place] == pytest.approx(slope, abs=1e-4)


def test_there_is_a_dense_weight_for_each_bucket_and_root_and_one_that_stays_0() -> None:
    buckets = Buckets(("a", "b"), ((1.0, 2.0), ()))
    assert dense_size(buckets) == 4 + len(ROOTS) + 1
