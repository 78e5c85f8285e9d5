"""The benchmark that ships with the package: eighteen short articles in two parts, and three made-up readers.

A small export of a wiki lies beside it, to make a benchmark of.

Its texts were written for Spanwise and are under CC BY 4.0 (see LICENSE.txt here), so that examples, demos and tests
need no download and no one else's permission.
"""

from pathlib import Path

from spanwise.errors import OptionError

__all__ = [
    "SAMPLE_PARTS",
    "SAMPLE_READERS",
    "sample_export_path",
    "sample_na_probs_path",
    "sample_path",
    "sample_predictions_path",
]

SAMPLE_PARTS = ("train", "dev")
"""The parts: "train" with one answer a question, "dev" with three. No article is in both."""

SAMPLE_READERS = ("eager", "cautious", "balanced")
"""The made-up readers: one that always answers, one that abstains too much, one between the two."""

_FOLDER = Path(__file__).resolve().parent


def sample_path(part: str) -> Path:
    """Return the path of one part of the benchmark, a SQuAD 2.0 file.

    Raises:
        OptionError: The part is none of `SAMPLE_PARTS`.
    """
    if part not in SAMPLE_PARTS:
        raise OptionError(f"the sample benchmark has no part {part!r}; it has {', '.join(SAMPLE_PARTS)}")
    return _FOLDER / f"{part}.json"


def sample_export_path() -> Path:
    """Return the path of a MediaWiki export of an invented island: twelve articles, and what exports hold besides."""
    return _FOLDER / "sarn.xml"


def sample_predictions_path(reader: str) -> Path:
    """Return the path of a made-up reader's predictions for the part "dev": ``{id: text}``, empty text abstains.

    No reader gave these answers. tools/sample_predictions.py makes them from the gold by a fixed rule.

    Raises:
        OptionError: The reader is none of `SAMPLE_READERS`.
    """
    return _reader_file(reader, "json")


def sample_na_probs_path(reader: str) -> Path:
    """Return the path of a made-up reader's no-answer probabilities for the part "dev": ``{id: number}``.

    Raises:
        OptionError: The reader is none of `SAMPLE_READERS`.
    """
    return _reader_file(reader, "na-probs.json")


def _reader_file(reader: str, ending: str) -> Path:
    if reader not in SAMPLE_READERS:
        raise OptionError(f"the sample benchmark has no reader {reader!r}; it has {', '.join(SAMPLE_READERS)}")
    return _FOLDER / "predictions" / f"{reader}.{ending}"
