from spanwise.diagnosis.ceiling import Ceiling, CeilingPoint, CeilingRow
from spanwise.report.ceiling_plain import plain_ceiling
from spanwise.stats.estimate import mean_estimate


def test_a_ceiling_is_in_percent() -> None:
    any_answer, first = mean_estimate([1, 1, 0, 1], [0, 0, 1, 2]), mean_estimate([1, 0, 0, 1], [0, 0, 1, 2])
    row = CeilingRow("default", 80, 40.0, 80.0, any_answer, first)
    plain = plain_ceiling(Ceiling("dev", "f", "p", 4, 2, (row,), (CeilingPoint(20, -1.5, 0.5, 0.25),)))
    assert plain["published"] == 77.3
    assert (plain["rules"][0]["any_answer"]["value"], plain["rules"][0]["first_answer"]["value"]) == (75, 50)
    assert plain["rules"][0]["per_sentence"] == 40.0
    assert plain["curve"] == [{"per_sentence": 20, "least": -1.5, "any_answer": 50, "first_answer": 25}]
