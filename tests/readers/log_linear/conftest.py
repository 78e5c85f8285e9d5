"""One model, trained on the sample that ships, for all tests of the log-linear reader."""

import random

import pytest

from spanwise.data.dataset import Dataset
from spanwise.data.formats import read
from spanwise.data.samples import sample_path
from spanwise.language.annotate import Annotator
from spanwise.readers.log_linear.reader import LogLinearReader
from spanwise.readers.log_linear.trainer import LogLinear


@pytest.fixture(scope="session")
def sample() -> Dataset:
    """Return the training part of the benchmark that ships with the package."""
    return read(sample_path("train"))


@pytest.fixture(scope="session")
def sample_dev() -> Dataset:
    """Return its development part."""
    return read(sample_path("dev"))


@pytest.fixture(scope="session")
def trained(annotator: Annotator, sample: Dataset) -> LogLinearReader:
    """Return a reader trained on the sample, with a null option and no lexicon."""
    return LogLinear(annotator).train(sample, rng=random.Random(1))
