import random

import numpy as np
import pytest

from spanwise.readers.log_linear.buckets import Buckets
from spanwise.readers.log_linear.frequencies import Frequencies
from spanwise.readers.log_linear.model import LogLinearModel, Training
from spanwise.readers.log_linear.settings import Settings


def model(weights: dict[int, float]) -> LogLinearModel:
    keys = sorted(weights)
    return LogLinearModel(
        settings=Settings(),
        training=Training("", 0, 0, 0, "", ""),
        frequencies=Frequencies.of([]),
        buckets=Buckets((), ()),
        keys=np.array(keys, dtype=np.uint64),
        values=np.array([weights[key] for key in keys], dtype=np.float32),
        dense=np.zeros(4, dtype=np.float32),
    )


@pytest.mark.parametrize("count", [0, 1, 2, 50])
def test_keys_have_their_weights_and_others_none(count: int) -> None:
    rng = random.Random(count)
    weights = {rng.getrandbits(64): rng.uniform(-1, 1) for _ in range(count)}
    asked = [*weights, *[rng.getrandbits(64) for _ in range(20)], 0, 2**64 - 1]
    rng.shuffle(asked)
    found = model(weights).weights_of(np.array(asked, dtype=np.uint64))
    assert found.dtype == np.float32
    assert found.tolist() == [float(np.float32(weights.get(key, 0.0))) for key in asked]


def test_no_keys_have_no_weights() -> None:
    assert model({3: 1.0}).weights_of(np.zeros(0, dtype=np.uint64)).shape == (0,)
