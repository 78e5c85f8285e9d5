from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from spanwise.cli.scored import scored_readers
from spanwise.diagnosis.operating_point import Goal, OperatingPoint, write_operating_point
from spanwise.errors import OptionError

FileOf = Callable[[str], str]

OPTIONS: dict[str, Any] = {
    "abstentions": (),
    "duplicates": "refuse",
    "interval": "t",
    "lenient": False,
    "level": 0.95,
    "na_probs": (),
    "na_threshold": None,
    "rounds": 100,
    "rules": None,
    "seed": 0,
}


def test_readers_are_named_after_their_files(dev: str, predicted: FileOf) -> None:
    readers = scored_readers(dev, [predicted("eager"), predicted("balanced")], OPTIONS)
    assert [p.reader for p in readers.predictions] == [s.reader for s in readers.scores] == ["eager", "balanced"]


def test_the_same_file_twice_is_numbered(dev: str, predicted: FileOf) -> None:
    readers = scored_readers(dev, [predicted("eager")] * 2, OPTIONS)
    assert [s.reader for s in readers.scores] == ["eager", "eager (2)"]


def test_a_threshold_is_set_where_there_are_probabilities(dev: str, predicted: FileOf, probabilities: FileOf) -> None:
    given = OPTIONS | {"na_probs": (f"eager={probabilities('eager')}",), "na_threshold": 0.5}
    readers = scored_readers(dev, [predicted("eager"), predicted("balanced")], given)
    assert [s.signature.threshold for s in readers.scores] == ["na_prob > 0.5", "none"]


def test_a_threshold_for_readers_without_probabilities_is_refused(dev: str, predicted: FileOf) -> None:
    with pytest.raises(OptionError, match="--na-probs"):
        scored_readers(dev, [predicted("eager"), predicted("balanced")], OPTIONS | {"na_threshold": 0.5})


def test_an_operating_point_sets_signal_and_threshold(
    dev: str, predicted: FileOf, probabilities: FileOf, tmp_path: Path
) -> None:
    file = tmp_path / "point.json"
    write_operating_point(OperatingPoint(signal="na_prob", threshold=0.5, goal=Goal(), value=0.8), file)
    given = OPTIONS | {"na_probs": (probabilities("eager"),), "operating_point": str(file)}
    at_point = scored_readers(dev, [predicted("eager")], given)
    by_hand = scored_readers(dev, [predicted("eager")], given | {"operating_point": None, "na_threshold": 0.5})
    assert at_point.scores == by_hand.scores
    with pytest.raises(OptionError, match="give one of them"):
        scored_readers(dev, [predicted("eager")], given | {"na_threshold": 0.5})
    with pytest.raises(OptionError, match="do not carry the no-answer probability"):
        scored_readers(dev, [predicted("eager")], given | {"na_probs": ()})


def test_named_and_unnamed_probabilities_do_not_mix(dev: str, predicted: FileOf, probabilities: FileOf) -> None:
    given = OPTIONS | {"na_probs": (f"eager={probabilities('eager')}", probabilities("balanced"))}
    with pytest.raises(OptionError, match="--na-probs eager="):
        scored_readers(dev, [predicted("eager"), predicted("balanced")], given)
