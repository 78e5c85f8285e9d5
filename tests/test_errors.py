"""The exception tree: what is raised on purpose can be caught as one thing, and by its kind."""

import inspect

import pytest

from spanwise import errors
from spanwise.errors import (
    DataError,
    FormatError,
    InputError,
    MissingExtraError,
    OptionError,
    PredictionError,
    SpanwiseError,
    SpanwiseWarning,
)


@pytest.mark.parametrize("kind", [FormatError, DataError, PredictionError])
def test_what_is_wrong_with_input_is_an_input_error(kind: type[Exception]) -> None:
    assert issubclass(kind, InputError)


@pytest.mark.parametrize("kind", [InputError, OptionError, MissingExtraError])
def test_everything_raised_on_purpose_is_a_spanwise_error(kind: type[Exception]) -> None:
    assert issubclass(kind, SpanwiseError)


def test_a_fault_of_options_is_none_of_the_input() -> None:
    assert not issubclass(OptionError, InputError)
    assert not issubclass(MissingExtraError, InputError)


def test_the_warning_is_one_that_python_shows_to_users_and_no_error() -> None:
    assert issubclass(SpanwiseWarning, UserWarning)
    assert not issubclass(SpanwiseWarning, SpanwiseError)


def test_the_tree_in_the_docstring_names_every_class() -> None:
    classes = [name for name, value in vars(errors).items() if inspect.isclass(value)]
    assert [name for name in classes if name not in (errors.__doc__ or "")] == []
