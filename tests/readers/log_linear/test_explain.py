import random

import pytest

from spanwise.data.dataset import Dataset
from spanwise.errors import OptionError
from spanwise.readers.log_linear.explain import explain
from spanwise.readers.log_linear.null_features import NULL_FEATURES
from spanwise.readers.log_linear.reader import LogLinearReader
from spanwise.readers.log_linear.settings import GROUPS
from spanwise.readers.log_linear.trainer import LogLinear
from tests.readers.log_linear.by_rule import ByRule
from tests.readers.log_linear.toys import asked, sales

CONTEXT = "The lighthouse was built in 1871 by Ada Holm. Its first keeper, Ben Rowe, had 3 dogs. He left in June."
QUESTION = "Who built the lighthouse?"


@pytest.fixture(scope="module")
def toy() -> LogLinearReader:
    """Return a reader trained on a toy set, without null option."""
    return LogLinear(ByRule()).train(sales(8), rng=random.Random(0))


def test_what_the_groups_give_together_is_the_score(trained: LogLinearReader) -> None:
    for question in (QUESTION, "How many dogs did the first keeper have?", "When?", ""):
        for candidate in explain(trained, question, CONTEXT).candidates:
            assert sum(candidate.by_group.values()) == pytest.approx(candidate.score, abs=1e-4)
            assert set(candidate.by_group) <= set(GROUPS)
            sizes = [abs(value) for value in candidate.by_group.values()]
            assert sizes == sorted(sizes, reverse=True)


def test_all_differences_together_are_the_lead(trained: LogLinearReader) -> None:
    told = explain(trained, QUESTION, CONTEXT, most=1_000_000)
    first = told.candidates[0]
    second = next(one for one in told.candidates if one.text != first.text)
    assert told.against == second.text
    total = sum(difference.weight for difference in told.differences)
    assert total == pytest.approx(first.score - second.score, abs=1e-4)
    sizes = [abs(difference.weight) for difference in told.differences]
    assert sizes == sorted(sizes, reverse=True)
    assert explain(trained, QUESTION, CONTEXT, most=4).differences == told.differences[:4]


def test_the_answer_can_be_held_against_any_candidate(trained: LogLinearReader) -> None:
    last = explain(trained, QUESTION, CONTEXT, against="June", most=1_000_000)
    assert last.against == "June"
    rival = next(one for one in last.candidates if one.text == "June")
    total = sum(difference.weight for difference in last.differences)
    assert total == pytest.approx(last.candidates[0].score - rival.score, abs=1e-4)


def test_the_candidates_are_those_of_the_prediction(trained: LogLinearReader) -> None:
    told = explain(trained, QUESTION, CONTEXT)
    dataset = Dataset((asked(CONTEXT, (QUESTION, None)),))
    (predicted,) = trained.predict(dataset).by_id.values()
    assert [(one.text, one.span) for one in told.candidates] == [(one.text, one.span) for one in predicted.nbest]
    assert [one.score for one in told.candidates] == pytest.approx([one.score for one in predicted.nbest])
    assert [one.prob for one in told.candidates] == pytest.approx([one.prob for one in predicted.nbest])
    assert told.null_log_odds == pytest.approx(predicted.null_odds)


def test_features_are_named_for_people(trained: LogLinearReader) -> None:
    told = explain(trained, QUESTION, CONTEXT, against="June", most=1_000_000)
    starts = {
        "matching-words": ("shared words ",),
        "matching-bigrams": ("shared bigrams ",),
        "lengths": ("number of words ",),
        "span-words": ("weight of the words ",),
        "constituent-label": ("any question & phrase ", "wh-word who & phrase "),
        "span-tags": ("any question & tags ", "wh-word who & tags "),
        "lexicalised": ("question who & ", "question build & ", "question the & ", "question lighthouse & "),
        "dependency-paths": ("path: ",),
    }
    groups = {difference.group for difference in told.differences}
    assert {"lexicalised", "span-tags"} <= groups
    for difference in told.differences:
        expected = starts.get(difference.group)
        assert expected is None or difference.feature.startswith(expected), difference
        assert not difference.feature.isdigit()


def test_a_text_that_is_no_candidate_is_refused_and_the_best_are_named(trained: LogLinearReader) -> None:
    best = [one.text for one in explain(trained, QUESTION, CONTEXT).candidates]
    with pytest.raises(OptionError) as error:
        explain(trained, QUESTION, CONTEXT, against="Zoe")
    assert str(error.value) == (
        f"no candidate of the context is 'Zoe'; the best are {', '.join(repr(text) for text in best)}"
    )


def test_reasons_for_no_answer_add_up_to_the_odds_with_the_bias(trained: LogLinearReader) -> None:
    option = trained.model.null_option
    assert option is not None
    told = explain(trained, QUESTION, CONTEXT, most=1_000_000)
    assert sorted(reason.measure for reason in told.null_reasons) == sorted(NULL_FEATURES)
    total = sum(reason.weight for reason in told.null_reasons) + option.bias
    assert told.null_log_odds == pytest.approx(total)
    values = {reason.measure: reason.value for reason in told.null_reasons}
    assert values["words of the question"] == 4
    sizes = [abs(reason.weight) for reason in told.null_reasons]
    assert sizes == sorted(sizes, reverse=True)
    assert len(explain(trained, QUESTION, CONTEXT, most=3).null_reasons) == 3


def test_without_null_option_there_are_no_reasons_for_no_answer(toy: LogLinearReader) -> None:
    told = explain(toy, "Who sold the maps?", "Ada sold 7 maps.")
    assert (told.null_log_odds, told.null_reasons) == (None, ())
    assert told.question == "Who sold the maps?"
    assert sum(one.prob for one in told.candidates) <= 1 + 1e-9


def test_what_was_learnt_is_what_is_told(toy: LogLinearReader) -> None:
    told = explain(toy, "How many maps did Ada do?", "Ada sold 7 maps in the market.", against="Ada", most=1_000)
    assert told.candidates[0].text == "7"
    for_number = {difference.feature: difference.weight for difference in told.differences}
    assert for_number["wh-word how many & tags CD"] > 0
    assert for_number["wh-word how many & tags NNP"] > 0  # a name is the wrong answer, which speaks for the number


def test_a_single_candidate_is_held_against_nothing(toy: LogLinearReader) -> None:
    told = explain(toy, "Who?", "Ada")
    assert (told.against, told.differences, len(told.candidates)) == (None, (), 1)
    assert told.candidates[0].prob == 1


def test_a_context_without_candidate_explains_nothing(toy: LogLinearReader) -> None:
    told = explain(toy, "Who?", "...")
    assert (told.candidates, told.against, told.differences, told.null_log_odds) == ((), None, (), None)
