from typing import Any

import pytest

from spanwise.cli.asked_reader import asked_reader, check_reader
from spanwise.errors import OptionError
from spanwise.readers.first_sentence import FirstSentence

OPTIONS: dict[str, Any] = {"seed": 0}


def test_no_pipeline_is_looked_for_where_none_is_needed() -> None:
    # The options hold none.
    assert isinstance(asked_reader("first-sentence", OPTIONS, abstain=True), FirstSentence)


@pytest.mark.parametrize("own", ["os:sep", "spanwise.readers.first_sentence:FirstSentence"])
def test_ones_own_code_must_be_a_reader_and_not_the_class_of_one(own: str) -> None:
    with pytest.raises(OptionError, match=f"{own} is no reader; it needs a name, and predict"):
        asked_reader(own, OPTIONS, abstain=False)


def test_a_reader_is_checked_before_it_is_made() -> None:
    check_reader("first-sentence")
    check_reader("my_module:reader")
    with pytest.raises(OptionError, match="there is no reader 'bidaf'"):
        check_reader("bidaf")
