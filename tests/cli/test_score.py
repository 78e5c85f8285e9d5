import json
import math
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

import spanwise as sw
from spanwise.report.plain import plain_scores
from tests.cli.conftest import Run

FileOf = Callable[[str], str]


def test_the_json_says_what_the_library_says(run: Run, dev: str, predicted: FileOf) -> None:
    outcome = run("score", dev, predicted("balanced"), "--json")
    scores = sw.score(sw.read(dev), sw.read_predictions(predicted("balanced")))
    assert outcome.code == 0
    assert json.loads(outcome.out)["readers"] == [json.loads(json.dumps(plain_scores(scores)))]


def test_the_table_has_a_row_a_reader_and_every_signature(run: Run, dev: str, predicted: FileOf) -> None:
    outcome = run("score", dev, predicted("balanced"), predicted("eager"))
    for reader in ("balanced", "eager"):
        scores = sw.score(sw.read(dev), sw.read_predictions(predicted(reader)))
        assert f"{100 * float(scores.f1):.2f}" in outcome.out
        assert f"predictions:{scores.signature.predictions}" in outcome.out.replace("\n", "")
    assert "always abstain" in outcome.out


def test_the_table_fits_a_terminal_of_80_columns(run: Run, dev: str, predicted: FileOf) -> None:
    outcome = run("score", dev, predicted("balanced"), predicted("eager"), predicted("cautious"))
    table = outcome.out.split("95 %")[0]
    assert max(map(len, table.splitlines())) <= 80


def test_official_prints_the_official_keys(run: Run, dev: str, predicted: FileOf, probabilities: FileOf) -> None:
    printed = json.loads(run("score", dev, predicted("balanced"), "--official").out)
    assert list(printed) == [
        "exact",
        "f1",
        "total",
        "HasAns_exact",
        "HasAns_f1",
        "HasAns_total",
        "NoAns_exact",
        "NoAns_f1",
        "NoAns_total",
    ]
    swept = json.loads(
        run("score", dev, predicted("balanced"), "--na-probs", probabilities("balanced"), "--official").out
    )
    assert list(swept)[9:] == ["best_exact", "best_exact_thresh", "best_f1", "best_f1_thresh"]


def test_official_of_two_readers_is_named(run: Run, dev: str, predicted: FileOf) -> None:
    printed = json.loads(run("score", dev, predicted("balanced"), predicted("eager"), "--official").out)
    assert list(printed) == ["balanced", "eager"]


def test_strict_ends_with_1_where_a_prediction_is_missing(
    run: Run, dev: str, predicted: FileOf, tmp_path: Path
) -> None:
    texts = json.loads(Path(predicted("balanced")).read_text("utf-8"))
    gone, *_ = texts
    texts.pop(gone)
    (tmp_path / "some.json").write_text(json.dumps(texts), "utf-8")
    assert run("score", dev, predicted("balanced"), "--strict").code == 0
    outcome = run("score", dev, tmp_path / "some.json", "--strict")
    assert outcome.code == 1
    assert "prediction-missing" in outcome.err
    assert gone in outcome.err


def test_rows_are_written_one_a_question(run: Run, dev: str, predicted: FileOf, tmp_path: Path) -> None:
    run("score", dev, predicted("balanced"), "--rows", tmp_path / "rows.jsonl")
    rows = [json.loads(line) for line in (tmp_path / "rows.jsonl").read_text("utf-8").splitlines()]
    scores = sw.score(sw.read(dev), sw.read_predictions(predicted("balanced")))
    assert [row["id"] for row in rows] == list(scores.columns.ids)
    assert math.isclose(sum(row["f1"] for row in rows) / len(rows), float(scores.f1))


def test_probabilities_are_matched_by_order_or_by_name(
    run: Run, dev: str, predicted: FileOf, probabilities: FileOf
) -> None:
    files = (predicted("balanced"), predicted("eager"))
    by_order = run(
        "score", dev, *files, "--na-probs", probabilities("balanced"), "--na-probs", probabilities("eager"), "--json"
    )
    by_name = run(
        "score",
        dev,
        *files,
        *("--na-probs", f"eager={probabilities('eager')}"),
        *("--na-probs", f"balanced={probabilities('balanced')}"),
        "--json",
    )
    assert by_order.code == 0
    assert by_order.out == by_name.out


def test_one_probabilities_file_for_two_readers_is_refused(
    run: Run, dev: str, predicted: FileOf, probabilities: FileOf
) -> None:
    outcome = run("score", dev, predicted("balanced"), predicted("eager"), "--na-probs", probabilities("eager"))
    assert outcome.code == 2
    assert "1 files for 2 readers" in outcome.err


def test_a_threshold_without_probabilities_is_refused(run: Run, dev: str, predicted: FileOf) -> None:
    outcome = run("score", dev, predicted("balanced"), "--na-threshold", "0.5")
    assert outcome.code == 2
    assert "--na-probs" in outcome.err


def test_the_threshold_that_is_reported_gives_the_score_that_is_reported(
    run: Run, dev: str, predicted: FileOf, probabilities: FileOf
) -> None:
    with_probs = ("score", dev, predicted("eager"), "--na-probs", probabilities("eager"), "--json")
    best = json.loads(run(*with_probs).out)["readers"][0]["best_f1"]
    again = json.loads(run(*with_probs, "--na-threshold", repr(best["threshold"])).out)["readers"][0]
    assert again["f1"]["value"] == pytest.approx(best["score"], abs=1e-9)


def test_unknown_rules_are_refused_with_the_list(run: Run, dev: str, predicted: FileOf) -> None:
    outcome = run("score", dev, predicted("balanced"), "--rules", "squad3")
    assert outcome.code == 2
    assert "squad2" in outcome.err


def test_bootstrap_intervals_repeat_for_a_seed(run: Run, dev: str, predicted: FileOf) -> None:
    arguments = ("score", dev, predicted("balanced"), "--interval", "bootstrap", "--json", "--rounds", "500")
    first, again, other = run(*arguments), run(*arguments), run(*arguments, "--seed", "1")
    assert first.out == again.out
    assert first.out != other.out
    assert "bootstrap" in json.loads(first.out)["readers"][0]["f1"]["method"]


def test_two_files_of_one_name_are_told_apart_by_their_folders(
    run: Run, dev: str, predicted: FileOf, tmp_path: Path
) -> None:
    (tmp_path / "old").mkdir()
    (tmp_path / "new").mkdir()
    shutil.copy(predicted("balanced"), tmp_path / "old" / "p.json")
    shutil.copy(predicted("eager"), tmp_path / "new" / "p.json")
    readers = json.loads(run("score", dev, tmp_path / "old" / "p.json", tmp_path / "new" / "p.json", "--json").out)
    assert [one["reader"] for one in readers["readers"]] == ["old/p", "new/p"]


def test_a_declared_abstention_counts_as_one_and_is_in_the_signature(run: Run, dev: str, tmp_path: Path) -> None:
    texts = {question.id: "unanswerable" for _, _, question in sw.read(dev).questions()}
    (tmp_path / "p.json").write_text(json.dumps(texts), "utf-8")
    plain = json.loads(run("score", dev, tmp_path / "p.json", "--json").out)["readers"][0]
    mapped = json.loads(run("score", dev, tmp_path / "p.json", "--abstention", "Unanswerable", "--json").out)[
        "readers"
    ][0]
    assert plain["no_ans"]["em"]["value"] == 0
    assert mapped["no_ans"]["em"]["value"] == 100
    assert "nanswerable" in mapped["signature"]["mapped"]
