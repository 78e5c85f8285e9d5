"""A reader under attack as plain dictionaries."""

import json

import msgspec

from spanwise.benchmarks.adversarial.variant import Adversarial, changed_question
from spanwise.data.dataset import Answer, Article, Dataset, Origin, Paragraph, Question
from spanwise.diagnosis.attack import attack_report
from spanwise.predictions.prediction import Prediction, Predictions
from spanwise.report.attack_plain import plain_attack


class Constant:
    name = "constant"

    def predict(self, dataset: Dataset) -> Predictions:
        found = {i: Prediction(i, "Ann" if "-" not in i else "dusk") for i in dataset.question_ids}
        return Predictions(found, reader=self.name, dataset=dataset.fingerprint)


def test_scores_are_percent_and_each_attack_has_its_name() -> None:
    asked = Question("q", "Who lit it?", (Answer("Ann", 0),))
    paragraph = Paragraph("Ann lit it at dusk.", (asked,))
    made = changed_question(paragraph, asked, "Who ilt it?", Origin("q", "typos", 0))
    attacks = [Adversarial.of("typos", 1, [made], {}), Adversarial.of("rephrase", 1, [], {"q": "no rule"})]
    report = attack_report(Constant(), Dataset((Article("a", (paragraph,)),), name="d"), attacks)
    plain = json.loads(msgspec.json.encode(plain_attack(report)))
    assert (plain["reader"], plain["benchmark"], plain["unit"]) == ("constant", "d", "percent")
    assert [one["attack"] for one in plain["attacks"]] == ["typos"]
    assert plain["nothing_made"] == ["rephrase"]
    assert plain["worst"]["original"]["em"]["value"] == 100.0
    assert plain["worst"]["worst"]["em"]["value"] == 0.0
    assert plain["signature"].startswith("rules:squad1")
