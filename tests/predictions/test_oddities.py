from spanwise.data.finding import CODES
from spanwise.predictions.oddities import KINDS, Oddities


def test_a_million_of_a_kind_make_one_finding_with_all_ids() -> None:
    oddities = Oddities()
    for number in range(1_000_000):
        oddities.note("null", str(number))
    (finding,) = oddities.findings()
    assert finding.found == "1,000,000 predictions are null"
    assert len(finding.ids) == 1_000_000


def test_one_is_told_in_the_singular_with_the_first_example() -> None:
    oddities = Oddities()
    oddities.note("span", "q1", "'q1': 3 to 9")
    assert oddities.findings()[0].found == "1 prediction has a start and an end that do not fit its text ('q1': 3 to 9)"
    oddities.note("span", "q2", "'q2': 0 to 1")
    (finding,) = oddities.findings()
    assert finding.found.startswith("2 predictions have")
    assert finding.found.endswith("('q1': 3 to 9)")
    assert finding.ids == ("q1", "q2")


def test_the_kinds_come_in_the_order_met() -> None:
    oddities = Oddities()
    for kind in ("na-prob-extra", "null", "na-prob-extra"):
        oddities.note(kind, "q")
    assert [finding.code for finding in oddities.findings()] == ["na-prob-extra", "prediction-null"]
    assert oddities.ids("na-prob-extra") == ("q", "q")
    assert oddities.ids("abstention") == ()


def test_every_kind_has_a_known_code() -> None:
    assert {code for code, *_ in KINDS.values()} - set(CODES) == set()
