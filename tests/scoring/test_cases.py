"""Every case of the collection of real trouble, by its id.

A case is a small input that users of other tools stumbled over, with the right behaviour. It goes through files, as a
user's would. `SAID` holds, case by case, the code of the finding that must say what the case warns of; the case itself
says which ids and words that must hold.
"""

import json
import math
import os
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest

from spanwise.data.finding import Finding, said_once_a_kind
from spanwise.data.formats import load
from spanwise.errors import SpanwiseError
from spanwise.predictions.formats import load_predictions
from spanwise.report.plain import plain_scores
from spanwise.scoring.columns import Duplicates
from spanwise.scoring.compare import compare
from spanwise.scoring.evaluate import score
from spanwise.scoring.human import human_line
from spanwise.scoring.official import official_scores
from spanwise.scoring.rules import LENIENT, SQUAD_1, SQUAD_2, Rules, mlqa
from spanwise.scoring.scores import Scores
from spanwise.scoring.variants import worst_case

ROOT = Path(__file__).resolve().parents[2]
FILE = Path(os.environ.get("SPANWISE_SHARED", ROOT.parent / "shared")) / "cases" / "scoring.jsonl"

Case = dict[str, Any]

SAID: dict[str, tuple[str, ...]] = {
    "missing-prediction-v2": ("prediction-missing",),
    "missing-prediction-v1": ("prediction-missing",),
    "missing-noans-only-v2": ("prediction-missing",),
    "int-ids": ("id-not-text",),
    "extra-predictions": ("prediction-extra",),
    "article-only-gold-v1": ("gold-all-empty", "em-above-f1"),
    "article-only-gold-false-match": ("gold-all-empty",),
    "dot-gold-v1-empty-prediction": ("answer-normalises-to-nothing",),
    "dot-gold-v2-empty-prediction": ("answer-normalises-to-nothing",),
    "article-only-gold-v2": ("gold-all-empty",),
    "punct-prediction-on-noans": ("prediction-blank",),
    "space-prediction-on-noans": ("prediction-blank",),
    "literal-unanswerable": ("prediction-abstention-phrase",),
    "tied-probabilities": ("na-prob-tied",),
    "constant-zero-probabilities": ("na-prob-constant",),
    "negative-log-odds": ("na-prob-log-odds",),
    "log-odds-above-one": ("na-prob-log-odds",),
    "extra-probability": ("na-prob-extra",),
    "all-abstain": ("abstains-on-all",),
    "impossible-flag-contradicts": ("flag-contradicts",),
    "curly-apostrophe": ("differs-by-unicode-punctuation",),
    "decimal-point-lost": ("numbers-differ",),
    "article-inside-name": ("gold-lost-article",),
    "composed-accents": ("differs-by-unicode-form",),
    "zero-width-space": ("differs-by-invisible",),
    "fullwidth-punctuation": ("differs-by-unicode-punctuation",),
    "arabic-article-inside-word": ("word-cut-by-article",),
    "offset-off-by-one": ("answer-offset",),
    "answer-confidence-as-na-probability": ("na-prob-inverted",),
    "always-abstain-floor": ("best-is-abstain-all",),
}
"""Which findings say what a case warns of."""

ALSO_ODD: dict[str, tuple[str, ...]] = {
    "flat-root-list": ("root-list", "title-missing"),
    "version-missing-v1": ("version-missing",),
    "average-precision-ties": ("na-prob-constant",),
    "threshold-for-abstain-all": ("best-is-abstain-all", "na-prob-inverted"),
}
"""What is said, with reason, about cases that expect no warning."""

REWORDED = {
    # When a file of probabilities is read, the dataset is not at hand: what is known is that nothing was predicted.
    "extra-probability: not in the data set": "for an id without a prediction",
}
"""Facts that are given in other words, and those words."""


def read_cases() -> list[Any]:
    if not FILE.is_file():
        reason = f"no cases at {FILE}: set SPANWISE_SHARED to the folder that holds cases/"
        return [pytest.param({}, id="absent", marks=pytest.mark.skip(reason=reason))]
    cases = [json.loads(line) for line in FILE.read_text("utf-8").splitlines()]
    return [pytest.param(case, id=case["id"]) for case in cases]


class Files:
    """The files of a case, as a user has them."""

    def __init__(self, case: Case, folder: Path) -> None:
        raw = case.get("raw_files", {})
        self.paths: dict[str, Path] = {}
        for name in ("dataset", "predictions", "na_probs"):
            text = raw.get(name)
            if text is None and case[name] is not None:
                text = json.dumps(case[name], ensure_ascii=False)
            if text is not None:
                self.paths[name] = folder / f"{name}.json"
                self.paths[name].write_text(text, "utf-8")

    def score(
        self,
        rules: Rules,
        *,
        threshold: float | None = None,
        abstentions: tuple[str, ...] = (),
        duplicates: Duplicates = "refuse",
    ) -> Scores:
        """Return the scores with everything that reading and scoring found."""
        loaded = load(self.paths["dataset"])
        read = load_predictions(
            self.paths["predictions"], na_probs=self.paths.get("na_probs"), abstention_strings=abstentions
        )
        scores = score(loaded.dataset, read.predictions, rules=rules, na_threshold=threshold, duplicates=duplicates)
        return msgspec.structs.replace(scores, findings=(*loaded.findings, *read.findings, *scores.findings))


def rules_of(case: Case) -> Rules:
    return SQUAD_2 if case["metric"] == "squad_v2" else SQUAD_1


def threshold_of(case: Case) -> float | None:
    arguments = case.get("official_args") or []
    return float(arguments[arguments.index("-t") + 1]) if "-t" in arguments else None


def numbers(scores: Scores) -> dict[str, float]:
    """Return everything the official script could print, with the right value where it prints a wrong one."""
    found: dict[str, float] = dict(official_scores(scores))
    for name, best in (("exact", scores.best_em), ("f1", scores.best_f1)):
        if best is not None:
            found[f"best_{name}"] = 100 * best.score
            found[f"best_{name}_thresh"] = best.threshold
    area = scores.average_precision
    if area is not None:
        found |= {"pr_exact_ap": 100 * area.em, "pr_f1_ap": 100 * area.f1, "pr_oracle_ap": 100 * area.oracle}
    return found


def assert_equal(found: Mapping[str, float], expected: Mapping[str, Any]) -> None:
    assert {name: found.get(name) for name in expected} == pytest.approx(dict(expected), abs=1e-9)


def words(text: str) -> set[str]:
    """Return the words of a text without their plural s, and the full stop, which is a text in some cases."""
    found = re.findall(r"[^\W_]+|\.", text.casefold().replace("data set", "dataset"))
    return {word.rstrip("s") for word in found}


def assert_says(findings: tuple[Finding, ...], case: Case) -> None:
    """Check that the case's findings are there, and name the ids and hold the words that the case asks for."""
    chosen = [finding for finding in findings if finding.code in SAID[case["id"]]]
    assert {finding.code for finding in chosen} == set(SAID[case["id"]])
    questions = {str(i) for i in re.findall(r'"id": "?(\w+)', json.dumps(case["dataset"]))} | set(case["predictions"])
    text = " ".join(said_once_a_kind(chosen))
    for fact in case["expected"]["warning"]:
        if fact in questions:
            assert all(fact in finding.ids for finding in chosen), fact
        if f"{case['id']}: {fact}" not in REWORDED:
            assert words(fact) <= words(text), f"{sorted(words(fact) - words(text))} not in {text!r}"
        else:
            assert REWORDED[f"{case['id']}: {fact}"] in text


@pytest.mark.parametrize("case", read_cases())
def test_case(case: Case, tmp_path: Path) -> None:
    expected = case["expected"]
    files = Files(case, tmp_path)
    if case["metric"] == "human":
        check_human(files, expected)
        return
    if expected["outcome"] == "error":
        check_error(case, files)
        return
    scores = files.score(rules_of(case), threshold=threshold_of(case))
    check_scores(case, scores)
    check_official(case, files, scores)
    findings = (*scores.findings, *check_variations(case, files, scores))
    if expected["outcome"] == "scores_with_warning":
        assert_says(findings, case)
    else:
        assert {finding.code for finding in findings} <= set(ALSO_ODD.get(case["id"], ()))


def check_scores(case: Case, scores: Scores) -> None:
    expected = case["expected"]
    if case["metric"] == "squad_adversarial":
        check_adversarial(scores, expected)
        return
    found = numbers(scores)
    assert_equal(found, expected["scores"])
    for name, threshold in expected.get("thresholds", {}).items():
        if isinstance(threshold, dict):
            assert found[name] < threshold["less_than"]
        else:
            assert found[name] == threshold
    counts = {
        "missing_predictions": scores.signature.missing,
        "extra_predictions": scores.signature.extra,
        "extra_na_probs": sum(len(finding.ids) for finding in scores.findings if finding.code == "na-prob-extra"),
    }
    assert expected.get("counts", {}).items() <= counts.items()
    if "unit" in expected:
        assert expected["unit"].startswith(plain_scores(scores)["unit"])
        assert found["exact_match"] == 100 * scores.em.value  # type: ignore[operator]
    if "labels" in expected:
        assert "tuned on the data it is reported on" in plain_scores(scores)["best_em"]["label"]


def check_adversarial(scores: Scores, expected: Case) -> None:
    worst = worst_case(scores)
    found = {
        "orig_exact_match": 100 * float(worst.original.em),
        "orig_f1": 100 * float(worst.original.f1),
        "adv_exact_match": 100 * float(worst.worst.em),
        "adv_f1": 100 * float(worst.worst.f1),
    }
    assert_equal(found, expected["scores"])
    assert_equal(numbers(scores), expected["plain_average"])
    assert worst.groups == expected["groups"]


def check_official(case: Case, files: Files, scores: Scores) -> None:
    """Check what `--official` gives: what the script printed, where it printed anything."""
    official = official_scores(scores)
    printed = (case["official"] or {}).get("scores", {})
    assert_equal(official, {name: value for name, value in printed.items() if not name.startswith("pr_")})
    for name, value in case["expected"].get("official_differs", {}).items():
        if name == "score_at_that_threshold":
            applied = files.score(rules_of(case), threshold=official["best_exact_thresh"])
            assert 100 * float(applied.em) == pytest.approx(value, abs=1e-9)
        else:
            assert official[name] == pytest.approx(value, abs=1e-9)


def check_variations(case: Case, files: Files, scores: Scores) -> tuple[Finding, ...]:
    """Check what the case says of the same input scored in other ways; return what those found."""
    expected = case["expected"]
    findings: list[Finding] = []
    for name, values in expected.items():
        if name.startswith("profile_mlqa_"):
            other = files.score(mlqa(name.rpartition("_")[2]))
            findings += [finding for finding in other.findings if finding.code == "word-cut-by-article"]
            assert_equal(numbers(other), values)
    if "lenient" in expected:
        lenient = files.score(LENIENT)
        assert_equal({"exact_match": 100 * float(lenient.em), "f1": 100 * float(lenient.f1)}, expected["lenient"])
    if "also" in expected:
        check_also(expected["also"], files, scores, rules_of(case))
    if "or_with_option" in expected:
        wanted = dict(expected["or_with_option"])
        strings = tuple(wanted.pop("abstention_strings"))
        mapped = files.score(rules_of(case), abstentions=strings)
        assert_equal(numbers(mapped), wanted)
        assert all(text in mapped.signature.mapped for text in strings)
    if "check" in expected:
        threshold = expected["thresholds"]["best_exact_thresh"]
        assert expected["check"] == f"re-scoring with threshold {threshold} gives exact 100.0"
        assert 100 * float(files.score(rules_of(case), threshold=threshold).em) == 100.0
    if "compare" in expected:
        comparison = compare(scores, scores)
        for difference in (comparison.em, comparison.f1):
            assert difference.p_value == expected["compare"]["p_value"]
            assert difference.estimate.value == expected["compare"]["difference"]
            assert [difference.estimate.low, difference.estimate.high] == expected["compare"]["interval"]
    if "golds" in expected:
        questions = {q.id: q for _, _, q in load(files.paths["dataset"]).dataset.questions()}
        assert {identity: len(questions[identity].answers) for identity in expected["golds"]} == expected["golds"]
    if "if_complemented" in expected:
        wanted = dict(expected["if_complemented"])
        files.paths["na_probs"].write_text(json.dumps(wanted.pop("na_probs")), "utf-8")
        assert_equal(numbers(files.score(rules_of(case))), wanted)
    return tuple(findings)


def check_also(also: Case, files: Files, scores: Scores, rules: Rules) -> None:
    if "answered_only" in also:
        part = scores.predicted_only
        assert_equal({"exact_match": 100 * float(part.em), "f1": 100 * float(part.f1)}, also["answered_only"])
    if "without_abstention" in also:
        assert_equal(numbers(files.score(rules, threshold=math.inf)), also["without_abstention"])


def check_human(files: Files, expected: Case) -> None:
    line = human_line(load(files.paths["dataset"]).dataset, rules=SQUAD_1)
    found = {"human_exact": 100 * float(line.second.em), "human_f1": 100 * float(line.second.f1)}
    assert_equal(found, expected["scores"])
    assert {"human_questions": line.questions, "skipped_single_gold": len(line.skipped)} == expected["counts"]


def check_error(case: Case, files: Files) -> None:
    with pytest.raises(SpanwiseError) as caught:
        files.score(rules_of(case))
    text = str(caught.value)
    for fact in case["expected"]["message_must_name"]:
        assert words(fact) <= words(text), f"{sorted(words(fact) - words(text))} not in {text!r}"
    if case["id"].startswith("duplicate-dataset-id"):
        # There is no right number; who wants the official one can have it.
        as_official: Duplicates = "last" if case["metric"] == "squad_v2" else "all"
        scores = files.score(rules_of(case), duplicates=as_official)
        assert_equal(official_scores(scores), case["official"]["scores"])


def test_every_warning_has_its_code_and_every_code_its_case() -> None:
    cases = [parameter.values[0] for parameter in read_cases()]
    if cases == [{}]:
        pytest.skip("no cases: set SPANWISE_SHARED to the folder that holds cases/")
    warned = {case["id"] for case in cases if case["expected"]["outcome"] == "scores_with_warning"}
    assert warned == set(SAID)
    assert set(ALSO_ODD) <= {case["id"] for case in cases}


def test_the_score_does_not_depend_on_the_locale(tmp_path: Path) -> None:
    # Under an ASCII locale the official script dies with UnicodeDecodeError (case locale-encoding).
    dataset, predictions = tmp_path / "dataset.json", tmp_path / "predictions.json"
    question = {"id": "q1", "question": "Which town?", "answers": [{"text": "Łódź", "answer_start": 19}]}
    paragraph = {"context": "The café stands in Łódź.", "qas": [question]}
    article = {"title": "T", "paragraphs": [paragraph]}
    dataset.write_text(json.dumps({"version": "1.1", "data": [article]}, ensure_ascii=False), "utf-8")
    predictions.write_text(json.dumps({"q1": "Łódź"}, ensure_ascii=False), "utf-8")
    code = (
        "import locale, sys, spanwise as sw\n"
        "assert locale.getpreferredencoding(False).upper() not in ('UTF-8', 'UTF8')\n"
        "print(sw.score(sw.read(sys.argv[1]), sw.read_predictions(sys.argv[2])).em.value)\n"
    )
    ascii_locale = {**os.environ, "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    command = [sys.executable, "-c", code, str(dataset), str(predictions)]
    done = subprocess.run(command, env=ascii_locale, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("1.0\n", "")
