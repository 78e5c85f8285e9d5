import json

import spanwise as sw
from spanwise.data.dataset import Answer, Article, Dataset, Paragraph, Question
from spanwise.diagnosis.checklist import checklist_report
from spanwise.diagnosis.checklist_suite import Item, Suite, SuiteTest
from spanwise.diagnosis.contrast_sets import consistency
from spanwise.diagnosis.shift import shift
from spanwise.diagnosis.variant_groups import variant_report
from spanwise.report.robustness_plain import plain_checklist, plain_consistency, plain_shift, plain_variants
from spanwise.scoring.scores import Scores


def parts(*ids: str) -> tuple[Dataset, sw.Predictions, Scores]:
    questions = tuple(Question(i, "?", (Answer("red"),)) for i in ids)
    data = Dataset((Article("T", (Paragraph("red fox", questions),)),), name="b")
    said = sw.Predictions({i: sw.Prediction(i, "fox" if "-" in i else "red") for i in ids}, reader="r")
    return data, said, sw.score(data, said)


def test_percent_is_at_this_edge_and_counts_are_counts() -> None:
    data, said, scores = parts("q1", "q1-a", "q2")
    plain = plain_variants(variant_report(data, said, scores))
    assert plain["unit"] == "percent"
    assert (plain["original"]["em"]["value"], plain["em_drop"]["value"]) == (100.0, 50.0)
    assert (plain["groups"], plain["right_as_they_were"], plain["where"]["no text added"]) == (2, 1, 1)
    assert plain["flips"][0]["after"] == "fox"
    assert plain_consistency(consistency(data, scores))["consistent"]["value"] == 0.0


def test_what_is_undefined_is_null_with_its_reason() -> None:
    plain = plain_variants(variant_report(*parts("q1-a", "q2-a")))
    assert plain["em_drop"]["value"] is None
    assert "no original" in plain["em_drop"]["reason"]


def test_a_shift_has_no_difference_on_its_first_row() -> None:
    plain = plain_shift(shift([parts("q1", "q2")[2], parts("q1", "q2-a")[2]], ["one", "two"]))
    first, second = plain["benchmarks"]
    assert first["em_difference"] is None
    assert second["em_difference"]["value"] == -50.0
    assert (second["paired"], second["shared_ids"]) == (False, 1)


def test_a_suite_is_plain_too_and_all_of_it_is_json() -> None:
    test = SuiteTest("t", "MFT", "c", "", ((Item("1", "red fox", "?", ("red",)),),))
    plain = plain_checklist(checklist_report(Suite((test,), "s"), sw.Predictions({"1": sw.Prediction("1", "fox")})))
    assert plain["tests"][0]["failure_rate"]["value"] == 100.0
    assert json.loads(json.dumps(plain))["tests"][0]["examples"][0]["expected"] == ["red"]
