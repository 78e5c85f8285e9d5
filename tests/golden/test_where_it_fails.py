"""Mistakes and plausible answers of two published systems on SQuAD 2.0's development set."""

import json
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest

import spanwise as sw
from spanwise.diagnosis.mistakes import Mistakes, mistakes
from spanwise.diagnosis.plausible import Plausible, plausible
from tests.golden import digits
from tests.scoring.official_rules import f1, tokens

DOCQA_2 = "v2.0-docqa-elmo-single.json"

# Measured here on the published predictions; SQuAD 2.0's Table 5 says 54.9 and 69.2 for DocQA + ELMo, and 48.6 / 63.0
# and 55.0 / 69.9 for BNA and DocQA, over the false answers to all 5,945 unanswerable questions. This file has plausible
# answers for 3,376 of them, in 17 of its 35 articles.
TABLE_5 = {digits.BERT_2: (581, 62.995, 77.175), DOCQA_2: (1119, 64.879, 77.864)}


@cache
def found(folder: Path, name: str) -> tuple[Mistakes, Plausible]:
    dataset = sw.read(folder / "data/squad" / digits.DEV_2)
    predictions = sw.read_predictions(folder / "data/squad/predictions" / name)
    scores = sw.score(dataset, predictions)
    return mistakes(dataset, predictions, scores), plausible(dataset, predictions, scores)


@pytest.mark.parametrize("name", TABLE_5)
def test_the_classes_add_up_to_all_questions_and_the_right_ones_to_the_official_exact_match(
    shared: Path, name: str
) -> None:
    classes, _ = found(shared, name)
    counts = {count.key: count.count for count in classes.counts}
    assert sum(counts.values()) == 11_873
    assert 100 * counts["right"] / 11_873 == pytest.approx(digits.OFFICIAL[name][1], abs=1e-9)
    assert counts["missing"] == counts["not_a_span"] == counts["unplaced"] == 0


@pytest.mark.parametrize("name", TABLE_5)
def test_table_5_is_what_the_raw_files_give_word_by_word(shared: Path, name: str) -> None:
    said = json.loads((shared / "data/squad/predictions" / name).read_text("utf-8"))
    data = json.loads((shared / "data/squad" / digits.DEV_2).read_text("utf-8"))["data"]
    asked = [q for a in data for p in a["paragraphs"] for q in p["qas"] if not q["answers"]]
    with_trap = [q for q in asked if q.get("plausible_answers")]
    pairs = [
        (tokens(said[q["id"]]), [tokens(a["text"]) for a in q["plausible_answers"]])
        for q in with_trap
        if tokens(said[q["id"]])
    ]
    own = found(shared, name)[1]
    false_answers, em, mean_f1 = TABLE_5[name]
    assert (own.questions, own.false_answers) == (len(with_trap), len(pairs)) == (3_376, false_answers)
    same = Fraction(sum(given in traps for given, traps in pairs), len(pairs))
    shared_words = sum((max(f1(given, trap) for trap in traps) for given, traps in pairs), Fraction(0))
    assert float(own.em) == pytest.approx(float(same), abs=1e-12)
    assert float(own.f1) == pytest.approx(float(shared_words / len(pairs)), abs=1e-12)
    assert 100 * float(own.em) == pytest.approx(em, abs=6e-4)
    assert 100 * float(own.f1) == pytest.approx(mean_f1, abs=6e-4)
    assert own.em.clusters == own.f1.clusters == 17
    assert own.em.has_interval
