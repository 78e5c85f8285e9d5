"""The table of fake answers."""

import re

import pytest

from spanwise.benchmarks.adversarial.fake_types import FAKE_TYPES, FakeType
from spanwise.benchmarks.adversarial.statement_rules import ANSWER_RULES
from spanwise.language.answer_type import ANSWER_TYPES


def test_every_type_has_a_name_of_its_own_and_a_fake() -> None:
    names = [row.name for row in FAKE_TYPES]
    assert len(names) == len(set(names))
    assert all(row.fakes for row in FAKE_TYPES)


def test_the_last_type_takes_any_answer() -> None:
    last = FAKE_TYPES[-1]
    assert (last.shape, last.entities, last.types, last.tags) == ("", "", "", "")


@pytest.mark.parametrize("row", FAKE_TYPES, ids=[row.name for row in FAKE_TYPES])
def test_what_a_row_asks_for_exists(row: FakeType) -> None:
    assert not row.types or set(row.types.split("|")) <= set(ANSWER_TYPES)
    assert re.compile(row.shape).fullmatch("\n") is None


def test_every_kind_that_the_rules_ask_for_is_one_of_the_table() -> None:
    kinds = {kind for rule in ANSWER_RULES for kind in rule.answers.split()}
    assert kinds <= {row.kind for row in FAKE_TYPES}
