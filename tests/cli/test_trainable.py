import pytest

from spanwise.cli.trainable import TRAINABLES, named_trainable
from spanwise.errors import OptionError
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
