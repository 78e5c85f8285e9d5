import json

import msgspec

from spanwise.data.formats import read
from spanwise.data.samples import sample_na_probs_path, sample_path, sample_predictions_path
from spanwise.diagnosis.abstention import OUTCOMES, abstention
from spanwise.diagnosis.curves import abstention_curves
from spanwise.diagnosis.operating_point import Costs, Goal
from spanwise.diagnosis.tuning import applied, tuned
from spanwise.predictions.formats import read_predictions
from spanwise.report.abstention_plain import (
    plain_abstention,
    plain_applied,
    plain_curves,
    plain_point,
    plain_tuned,
)
from spanwise.scoring.evaluate import score
from spanwise.scoring.scores import Scores


def scores() -> Scores:
    predictions = read_predictions(sample_predictions_path("balanced"), na_probs=sample_na_probs_path("balanced"))
    return score(read(sample_path("dev")), predictions)


def test_counts_stay_counts_and_shares_are_percent() -> None:
    made = scores()
    found = abstention(made)
    plain = plain_abstention(found)
    assert json.loads(msgspec.json.encode(plain)) == plain
    assert set(plain["reader"]["rows"]) == set(OUTCOMES)
    assert sum(row["count"] for row in plain["reader"]["rows"].values()) == made.total
    assert abs(sum(row["share"]["value"] for row in plain["reader"]["rows"].values()) - 100) < 1e-9
    assert [table["name"] for table in plain["baselines"]] == ["always answer", "always abstain"]
    assert plain["reader"]["rates"]["false_answers"]["value"] == 100 * float(found.reader.rates.false_answers)


def test_costs_stay_in_their_own_unit() -> None:
    goal = Goal("cost", costs=Costs(5.0, 1.0, 3.0))
    found = tuned(scores(), goal)
    plain = plain_tuned(found)
    assert plain["here"]["value"]["value"] == float(found.here.value)
    assert plain["here"]["em"]["value"] == 100 * float(found.here.em)
    assert plain_applied(applied(scores(), goal), goal)["value"]["value"] == float(applied(scores(), goal).value)


def test_the_point_is_the_one_that_the_file_holds() -> None:
    found = tuned(scores(), Goal())
    assert msgspec.convert(plain_point(found.point), type(found.point)) == found.point
    assert plain_tuned(found)["here"]["value"]["value"] == 100 * found.point.value


def test_curves_are_percent_save_the_thresholds() -> None:
    curves = abstention_curves(scores(), points=6)
    plain = plain_curves(curves)
    assert json.loads(msgspec.json.encode(plain)) == plain
    assert [point["threshold"] for point in plain["points"]] == [point.threshold for point in curves.points]
    assert plain["points"][-1]["em"]["value"] == 100 * float(curves.points[-1].em)
    assert plain["auroc"] == curves.auroc
