from pathlib import Path

import msgspec
import pytest

import spanwise as sw
from spanwise.data.subset import filtered
from spanwise.diagnosis.claims import HumanFigures, figures
from spanwise.diagnosis.measured_claim import claim_against, claim_on, second_answers
from spanwise.errors import DataError, OptionError
from spanwise.predictions.prediction import Predictions


@pytest.fixture(scope="module")
def dev() -> sw.Dataset:
    return sw.read(sw.sample_path("dev"))


def predictions(reader: str) -> Predictions:
    return sw.read_predictions(sw.sample_predictions_path(reader))


def test_the_people_of_dev_v1_1_are_those_of_the_official_line(shared: Path) -> None:
    # Second answer against the rest, 10,567 questions: EM 81.5274 / F1 91.0445 (official functions).
    folder = shared / "data" / "squad"
    dataset = sw.read(folder / "dev-v1.1.json")
    readers = [sw.read_predictions(folder / "predictions" / f"v1.1-{r}-ensemble.json") for r in ("bert", "slqa")]
    made = claim_on(dataset, readers)
    people = made.human.figures.values
    assert round(100 * float(people["EM"].estimate), 4) == 81.5274
    assert round(100 * float(people["F1"].estimate), 4) == 91.0445
    assert people["EM"].estimate.n == 10_567
    bert = made.verdicts[0]
    # Past people where it may hit all answers; short of them in F1 with the answers the person was set against.
    assert [(m.measure, m.matched, m.kind) for m in bert.margins] == [
        ("EM", False, "past"),
        ("F1", False, "past"),
        ("EM", True, "past"),
        ("F1", True, "short"),
    ]
    assert [verdict.holds for verdict in made.verdicts] == ["does not hold", "does not hold"]


def test_margins_are_those_of_the_human_line_and_of_matched_scores(dev: sw.Dataset) -> None:
    made = claim_on(dev, [predictions("balanced")])
    line, matched = sw.human_line(dev), sw.matched(dev, predictions("balanced"))
    expected = [
        float(matched.all_answers.em) - float(line.second.em),
        float(matched.all_answers.f1) - float(line.second.f1),
        float(matched.without_second.em) - float(line.second.em),
        float(matched.without_second.f1) - float(line.second.f1),
    ]
    assert [float(margin.value) for margin in made.margins] == pytest.approx(expected, abs=1e-12)
    assert made.human.answers == pytest.approx(line.answers)
    assert [margin.measure for margin in made.margins] == ["HasAns EM", "HasAns F1"] * 2
    assert "people on NoAns" in made.unknown


def test_people_against_themselves_are_level(dev: sw.Dataset) -> None:
    whole, people = second_answers(dev)
    made = claim_on(whole, [people])
    fair = [margin for margin in made.margins if margin.matched]
    assert [(margin.kind, margin.p_value) for margin in fair] == [("level", 1.0), ("level", 1.0)]
    # Against all answers, a person's own is among them.
    assert float(made.margins[0].value) == pytest.approx(1 - float(made.human.figures.values["EM"].estimate))


def test_readers_are_set_against_a_line_of_figures_with_their_own_intervals(dev: sw.Dataset) -> None:
    scores = sw.score(dev, predictions("balanced"))
    line = HumanFigures(figures("people", {"EM": 0.869, "F1": 0.895}), "vote", 4.8)
    made = claim_against([scores], line)
    margin = made.margins[1].value
    assert margin.low is not None
    assert scores.f1.low is not None
    assert margin.low == pytest.approx(scores.f1.low - 0.895)
    assert float(margin) == pytest.approx(float(scores.f1) - 0.895)
    assert "cluster-robust t over articles" in margin.method
    assert made.unknown == ("people on HasAns", "people on NoAns", "the worst case under attack")


def test_scores_under_attack_stand_beside_the_line_under_attack(dev: sw.Dataset) -> None:
    first = next(q for _, _, q in dev.questions() if q.answers)
    variant = msgspec.structs.replace(first, id=f"{first.id}-turk0")
    paragraph = sw.Paragraph("", (first, variant))
    small = sw.Dataset((sw.Article("T", (paragraph,)),), name="attacked")
    said = Predictions({first.id: sw.Prediction(first.id, first.answers[0].text)}, reader="balanced")
    worst = sw.worst_case(sw.score(small, said))
    line = HumanFigures(figures("people", {"EM": 0.1, "F1": 0.1, "worst-case F1": 0.795}))
    made = claim_against([sw.score(dev, predictions("balanced"))], line, attacked={"balanced": worst})
    assert made.margins[-1].measure == "worst-case F1"
    assert float(made.margins[-1].value) == pytest.approx(float(worst.worst.f1) - 0.795)
    assert made.verdicts[0].because.startswith("it is not past people on worst-case F1")


def test_without_second_answers_a_line_is_asked_for(dev: sw.Dataset) -> None:
    single = filtered(dev, lambda question: len(question.answers) < 2)
    with pytest.raises(DataError, match="has two answers, so there is no human line to claim against; give one"):
        claim_on(single, [predictions("balanced")])


def test_no_reader_and_two_of_one_name_are_refused(dev: sw.Dataset) -> None:
    with pytest.raises(OptionError, match="at least one reader"):
        claim_on(dev, [])
    with pytest.raises(OptionError, match="a name of its own"):
        claim_on(dev, [predictions("eager"), predictions("eager")])
    with pytest.raises(OptionError, match="at least one reader"):
        claim_against([], HumanFigures(figures("people", {"EM": 0.5})))
