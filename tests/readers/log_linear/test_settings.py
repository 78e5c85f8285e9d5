import msgspec
import pytest

from spanwise.errors import OptionError
from spanwise.language.constituents import CANDIDATE_RULES
from spanwise.readers.log_linear.settings import FEATURES_VERSION, GROUPS, Settings


def test_the_paper_has_nine_groups_of_features_and_this_reader_one_more() -> None:
    # Rajpurkar et al. (2016), Table 6 and section 5.2.
    paper = {
        *("matching-words", "matching-bigrams", "root-match", "lengths", "span-words", "constituent-label"),
        *("span-tags", "lexicalised", "dependency-paths"),
    }
    assert set(GROUPS) == {*paper, "entity-types"}
    assert FEATURES_VERSION >= 1


def test_the_defaults_are_the_paper_s() -> None:
    found = Settings()
    assert (found.passes, found.learning_rate, found.l2, found.buckets) == (3, 0.1, 0.1, 10)
    assert found.groups == tuple(GROUPS)


@pytest.mark.parametrize("group", GROUPS)
def test_every_group_can_be_left_out_alone(group: str) -> None:
    assert Settings(without=(group,)).groups == tuple(one for one in GROUPS if one != group)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"without": ("lexical",)}, "no group of features is called 'lexical'; there are matching-words, "),
        ({"without": tuple(GROUPS)}, "every group of features is left out; leave one in"),
        ({"candidates": "few"}, "no rule of candidates is called 'few'; there are "),
        ({"passes": 0}, "0 passes with 10 buckets; at least 1 pass and 2 buckets are needed"),
        ({"buckets": 1}, "3 passes with 1 buckets; at least 1 pass and 2 buckets are needed"),
        ({"folds": 1}, "1 folds; the null option needs 2 or more, and 0 leaves it out"),
        ({"folds": -1}, "-1 folds; the null option needs 2 or more, and 0 leaves it out"),
        ({"learning_rate": 0.0}, "the learning rate and the first square must be above 0, and l2 not below"),
        ({"learning_rate": float("nan")}, "the learning rate and the first square must be above 0"),
        ({"first_square": 0.0}, "the learning rate and the first square must be above 0, and l2 not below"),
        ({"l2": -1.0}, "the learning rate and the first square must be above 0, and l2 not below"),
    ],
)
def test_settings_without_a_meaning_are_refused(changes: dict[str, object], message: str) -> None:
    with pytest.raises(OptionError) as error:
        Settings(**changes)  # type: ignore[arg-type]
    assert str(error.value).startswith(message)


def test_settings_of_a_file_are_checked_as_well() -> None:
    with pytest.raises(OptionError, match="no group of features is called 'x'"):
        msgspec.convert({"without": ["x"]}, Settings)
    with pytest.raises(msgspec.ValidationError, match="unknown field `dropout`"):
        msgspec.convert({"dropout": 0.5}, Settings)


@pytest.mark.parametrize("name", CANDIDATE_RULES)
def test_candidates_are_those_of_the_rule(name: str) -> None:
    assert Settings(candidates=name).rule is CANDIDATE_RULES[name]
