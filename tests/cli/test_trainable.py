import random
from pathlib import Path

import pytest

import spanwise as sw
from spanwise.cli.trainable import TRAINABLES, named_trainable
from spanwise.errors import OptionError
from spanwise.language.annotate import Annotator
from tests.diagnosis.toy_trainable import GROUPS, Toy


def test_own_code_comes_with_its_groups_and_is_told_apart_by_its_text() -> None:
    named = named_trainable("tests.diagnosis.toy_trainable:Toy", {})
    assert named.groups == GROUPS
    assert named.make(frozenset({"words"})) == Toy(frozenset({"words"}))
    assert named.settings.startswith("tests.diagnosis.toy_trainable:Toy ")
    assert len(named.settings.rpartition(" ")[2]) == 16


def test_an_unknown_name_is_refused_with_what_there_is() -> None:
    with pytest.raises(OptionError, match=r"no reader 'log-liner' to be trained; there is log-linear, and your own"):
        named_trainable("log-liner", {})
    with pytest.raises(OptionError, match="is no function"):
        named_trainable("tests.diagnosis.toy_trainable:GROUPS", {})
    assert list(TRAINABLES) == ["log-linear"]


def test_the_log_linear_reader_is_trained_without_the_groups_that_are_left_out(
    annotator: Annotator, tmp_path: Path
) -> None:
    options = {"pipeline": annotator.pipeline, "cache": str(annotator.cache), "processes": 1, "runs": str(tmp_path)}
    told: list[tuple[int, int]] = []
    named = named_trainable("log-linear", options, lambda done, total: told.append((done, total)))
    assert ("lexicalised", "dependency-paths") in named.together
    assert set(named.together[0]) <= set(named.groups)
    assert annotator.identity in named.settings
    few = sw.sample(sw.read(sw.sample_path("train")), 1, seed=0, by="article")
    without = frozenset({"dependency-paths", "lexicalised"})
    reader = named.make(without).train(few, rng=random.Random(0))
    plain = named.make(frozenset()).train(few, rng=random.Random(0))
    dev = sw.Dataset(sw.read(sw.sample_path("dev")).articles[:1])
    assert reader.predict(dev).fingerprint != plain.predict(dev).fingerprint
    assert told
    # What is kept for a training that is cut off goes when it is finished.
    assert list(tmp_path.iterdir()) == []
