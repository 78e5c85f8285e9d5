from xml.etree import ElementTree as ET

import msgspec
import pytest

import spanwise as sw
from spanwise.diagnosis.gate import Gate, gate
from spanwise.report.gate_summary import gate_junit, gate_markdown, plain_gate


@pytest.fixture(scope="module")
def failing() -> Gate:
    dev = sw.read(sw.sample_path("dev"))
    base, new = (sw.score(dev, sw.read_predictions(sw.sample_predictions_path(r))) for r in ("balanced", "eager"))
    return gate(base, new)


def test_the_markdown_holds_the_sentence_and_a_row_a_check(failing: Gate) -> None:
    text = gate_markdown(failing)
    assert text.startswith("### Gate failed: eager against balanced\n\neager fails against balanced: EM fell by ")
    rows = [line for line in text.splitlines() if line.startswith("| ")][2:]
    assert [row.split(" | ")[0].removeprefix("| ") for row in rows] == [check.name for check in failing.checks]
    assert [" **fail** " in row for row in rows] == [not check.passed for check in failing.checks]
    assert len({row.count("|") for row in rows}) == 1


def test_a_name_full_of_markup_stays_a_name(failing: Gate) -> None:
    text = gate_markdown(msgspec.structs.replace(failing, new="a|b <b>\n# c"))
    assert text.splitlines()[0] == "### Gate failed: a\\|b \\<b\\> \\# c against balanced"


def test_the_junit_counts_and_names_what_failed(failing: Gate) -> None:
    suites = ET.fromstring(gate_junit(failing))
    suite = suites[0]
    failures = [case.get("name") for case in suite if case.find("failure") is not None]
    assert failures == [check.name for check in failing.checks if not check.passed]
    assert (suites.get("tests"), suites.get("failures")) == (str(len(failing.checks)), str(len(failures)))
    assert suite.get("tests") == str(len(suite))


def test_what_xml_cannot_write_is_replaced(failing: Gate) -> None:
    suite = ET.fromstring(gate_junit(msgspec.structs.replace(failing, new="a\x07<&")))[0]
    assert suite.get("name") == "a\ufffd<& against balanced on dev"


def test_an_undefined_check_is_skipped_and_says_why(failing: Gate) -> None:
    why = sw.Estimate.undefined("the benchmark has no unanswerable question")
    first = msgspec.structs.replace(failing.checks[3], passed=True, base=None, new=None, change=why, sentence="no, why")
    found = msgspec.structs.replace(failing, checks=(*failing.checks[:3], first))
    suite = ET.fromstring(gate_junit(found))[0]
    assert suite.get("skipped") == "1"
    assert [case.get("name") for case in suite if case.find("skipped") is not None] == ["false answers"]
    assert "| undefined | the benchmark has no unanswerable question |" in gate_markdown(found)


def test_the_dictionary_is_in_percent(failing: Gate) -> None:
    plain = plain_gate(failing)
    assert plain["checks"][1]["base"] == pytest.approx(100 * (failing.checks[1].base or 0))
    assert plain["limits"] == {
        "max_drop": 1.0,
        "max_false_answers": 2.0,
        "max_over_refusals": 2.0,
        "ceiling": 95.0,
    }
    assert (plain["passed"], plain["sentence"]) == (False, failing.sentence)
