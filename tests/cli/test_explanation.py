"""An explanation on a terminal."""

import msgspec
import pytest

from spanwise.cli.explanation import print_explanation
from spanwise.readers.log_linear.explain import Explanation
from tests.report.made_explanations import explained

CONTEXT = "Ada [sic] met Ben."


def printed(capsys: pytest.CaptureFixture[str], found: Explanation, *answers: str) -> str:
    print_explanation(found, answers)
    return capsys.readouterr().out


def test_candidates_differences_and_reasons_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    out = printed(capsys, explained(CONTEXT, ("Ada [sic]", "Ben"), odds=0.5).explanation)
    assert "Ada [sic]   lexicalised +3.0, lengths +0.0    3.00   100.0" in out
    assert "What puts 'Ada [sic]' before 'Ben'" in out
    assert "number of words inside the span below 2" in out
    assert "No answer: log-odds +0.50" in out
    assert "words of the question    4.00   +1.25" in out


def test_what_there_is_not_is_left_out_or_said(capsys: pytest.CaptureFixture[str]) -> None:
    alone = explained(CONTEXT, ("Ben",)).explanation
    out = printed(capsys, alone, "Ada")
    assert out.startswith("no right answer is a candidate, word for word\n")
    assert "What puts" not in out
    assert "No answer" not in out
    empty = msgspec.structs.replace(alone, candidates=())
    assert printed(capsys, empty) == "the context has no candidate, so there is no answer\n"
