import json
import random

import pytest

import spanwise as sw
from spanwise.data.samples import sample_path
from spanwise.report.people_plain import plain_people, plain_vote_line


def test_scores_are_percent_and_coefficients_are_not() -> None:
    dev = sw.read(sample_path("dev"))
    found = sw.people(dev, sw.simulate(dev, [sw.SimulatedAnnotator()] * 3, rng=random.Random(0)))
    plain = plain_people(found)
    assert plain["single"]["overall"]["em"]["value"] == pytest.approx(100 * float(found.single.overall.em))
    assert plain["votes"][1]["changed"] == found.votes[1].changed
    assert plain["votes"][1]["ties_answer"] is False
    assert plain["agreement"]["answering_alpha"]["value"] == found.agreement.alpha.value
    assert plain["agreement"]["answering_alpha"]["unit"] == "coefficient"
    assert plain["habits"]["wrong"]["value"] == pytest.approx(100 * float(found.habits.wrong))
    assert [point["people"] for point in plain["by_number_of_people"]] == [1, 2, 3]
    assert plain["workers"][0]["answers"] == 162
    json.dumps(plain, allow_nan=False)


def test_what_is_undefined_is_null_with_its_reason() -> None:
    dev = sw.read(sample_path("dev"))
    one = sw.HumanAnswers((sw.HumanAnswer(dev.question_ids[0], "w1", "x"),))
    plain = plain_people(sw.people(dev, one))
    assert plain["agreement"]["answering_kappa"]["value"] is None
    assert plain["agreement"]["answering_kappa"]["reason"] == "no unit has two ratings"
    assert plain["single"]["no_ans"]["em"]["reason"] == "there is no unanswerable question among those"


def test_votes_are_given_with_what_they_gain() -> None:
    line = sw.votes_from_answers(sw.read(sample_path("dev")))
    plain = plain_vote_line(line)
    assert [(cell["voters"], cell["key"]) for cell in plain["cells"]] == [(1, 1), (2, 1), (1, 2)]
    assert plain["cells"][0]["gain_over_one"] is None
    gain = line.cells[1].gain
    assert gain is not None
    assert plain["cells"][1]["gain_over_one"]["em"]["value"] == pytest.approx(100 * float(gain.em))
