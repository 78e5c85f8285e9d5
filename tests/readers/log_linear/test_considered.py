import numpy as np

from spanwise.data.dataset import Question
from spanwise.readers.log_linear.considered import Considered
from tests.readers.log_linear.by_rule import by_rule


def test_a_question_on_a_context_without_candidate_is_considered_too() -> None:
    one = Considered(Question("q", "Who?"), by_rule("Who?"), None, np.zeros(0))
    assert (one.question.text, one.annotated.text, one.context, one.scores.shape) == ("Who?", "Who?", None, (0,))
