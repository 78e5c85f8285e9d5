import json

import pytest

import spanwise as sw
from spanwise.data.samples import sample_path, sample_predictions_path
from spanwise.diagnosis.mistakes import MISTAKES, mistakes
from spanwise.diagnosis.plausible import plausible
from spanwise.diagnosis.question_facts import question_facts
from spanwise.diagnosis.reading_list import reading_list
from spanwise.diagnosis.slices import slices
from spanwise.report.diagnosis_plain import plain_mistakes, plain_plausible, plain_reading_list, plain_slices

DEV = sw.read(sample_path("dev"))
FACTS = question_facts(DEV)
READ = {name: sw.read_predictions(sample_predictions_path(name)) for name in ("balanced", "eager")}
SCORES = {name: sw.score(DEV, read) for name, read in READ.items()}


def test_slices_are_in_percent_and_json() -> None:
    found = slices(SCORES["eager"], FACTS)
    plain = json.loads(json.dumps(plain_slices(found)))
    assert len(plain) == len(found)
    first = plain[0]
    assert (first["column"], first["value"], first["n"]) == ("answerable", "answerable", 108)
    assert first["score"]["value"] == pytest.approx(100 * float(found[0].score))
    assert first["rest"] == 0.0
    assert first["difference"]["value"] == pytest.approx(first["score"]["value"])


def test_mistakes_name_the_ids_of_every_class_but_the_right_ones() -> None:
    plain = json.loads(json.dumps(plain_mistakes(mistakes(DEV, READ["eager"], SCORES["eager"]))))
    assert [kind["key"] for kind in plain["classes"]] == [kind.key for kind in MISTAKES]
    assert sum(kind["count"] for kind in plain["classes"]) == plain["total"] == 162
    assert sum(kind["share"]["value"] for kind in plain["classes"]) == pytest.approx(100)
    for kind in plain["classes"]:
        assert len(kind.get("ids", ())) == (0 if kind["key"] == "right" else kind["count"])


def test_plausible_answers_are_in_percent_with_counts_as_they_are() -> None:
    found = plausible(DEV, READ["eager"], SCORES["eager"])
    plain = json.loads(json.dumps(plain_plausible(found)))
    assert (plain["unit"], plain["questions"], plain["false_answers"]) == ("percent", 54, found.false_answers)
    assert plain["em"]["value"] == pytest.approx(100 * float(found.em))
    assert plain["twins_refused"]["n"] == found.twins


def test_a_reading_list_has_scores_in_percent() -> None:
    found = reading_list(SCORES["balanced"], SCORES["eager"], FACTS, most=2)
    plain = json.loads(json.dumps(plain_reading_list(found)))
    assert plain["overall"]["won"] == found.overall.won
    assert [(one["a"], one["b"]) for one in plain["first"]] == [(100 * one.a, 100 * one.b) for one in found.first]
