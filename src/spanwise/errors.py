"""The whole exception tree: every error Spanwise raises on purpose is one of these.

    Exception
    └── SpanwiseError          exit code 2 at the command line; the message is one sentence for a person
        ├── InputError         something is wrong with what was handed in
        │   ├── FormatError    a file cannot be read as what it should be
        │   ├── DataError      a dataset can be read, but a number made from it would mean nothing
        │   └── PredictionError  the same for predictions
        ├── OptionError        a setting or an argument has no meaning
        └── MissingExtraError  an optional package is needed and not installed
    UserWarning
    └── SpanwiseWarning        the input was odd, and what was done about it is said

A message names where, what was found and what would do, in this order.
"""

__all__ = [
    "DataError",
    "FormatError",
    "InputError",
    "MissingExtraError",
    "OptionError",
    "PredictionError",
    "SpanwiseError",
    "SpanwiseWarning",
]


class SpanwiseError(Exception):
    """Any error that Spanwise raises on purpose; its text is a sentence for the person at the keyboard."""


class InputError(SpanwiseError):
    """Something handed in is wrong: a file, a dataset, predictions."""


class FormatError(InputError):
    """A file cannot be read as what it should be: missing, cut off, wrongly encoded, of an unknown shape."""


class DataError(InputError):
    """A dataset can be read, but no number made from it would mean anything, such as two questions with one id."""


class PredictionError(InputError):
    """Predictions can be read, but no number made from them would mean anything, such as a probability of NaN."""


class OptionError(SpanwiseError):
    """A setting or an argument has no meaning here; the message lists what has."""


class MissingExtraError(SpanwiseError):
    """An optional package is needed for this and is not installed; the message holds the command that installs it."""


class SpanwiseWarning(UserWarning):
    """The input was odd. The text says what was found and what was done about it."""
