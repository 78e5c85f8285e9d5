import gzip
import io
import json
import warnings
from pathlib import Path
from typing import Any

import pytest
import zstandard

from spanwise.data.finding import CODES
from spanwise.errors import FormatError, OptionError, PredictionError, SpanwiseWarning
from spanwise.predictions.formats import (
    LoadedPredictions,
    load_predictions,
    predictions_from_value,
    read_predictions,
)
from spanwise.predictions.prediction import Candidate, Prediction
from spanwise.text.span import Span


def written(folder: Path, text: str | bytes, name: str = "p.json") -> Path:
    path = folder / name
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


def case(shared: Path, file: str, identity: str) -> dict[str, Any]:
    """Return the case of a name, from the published cases beside the checkout."""
    with (shared / "cases" / file).open(encoding="utf-8") as lines:
        (found,) = (row for row in map(json.loads, lines) if row["id"] == identity)
    assert isinstance(found, dict)
    return found


def case_file(shared: Path, folder: Path, identity: str) -> LoadedPredictions:
    given_ = case(shared, "files.jsonl", identity)
    return load_predictions(written(folder, given_["content"], given_["file_name"]))


def scoring_case(shared: Path, folder: Path, identity: str, **options: Any) -> LoadedPredictions:
    """Return what is read from a scoring case's predictions and, if it has them, probabilities."""
    given_ = case(shared, "scoring.jsonl", identity)
    raw = given_.get("raw_files", {})
    predictions = written(folder, raw.get("predictions") or json.dumps(given_["predictions"]))
    probs = raw.get("na_probs") or (json.dumps(given_["na_probs"]) if given_["na_probs"] else None)
    if probs is not None:
        options["na_probs"] = written(folder, probs, "na_prob.json")
    return load_predictions(predictions, **options)


def texts(loaded: LoadedPredictions) -> dict[str, str]:
    return {identity: p.text for identity, p in loaded.predictions.by_id.items()}


def codes(loaded: LoadedPredictions) -> list[tuple[str, tuple[str, ...]]]:
    return [(finding.code, finding.ids) for finding in loaded.findings]


# The content decides, not the name.

ODRA = {"q1": "Odra", "q2": ""}


@pytest.mark.parametrize(
    ("content", "format_name"),
    [
        ('{"q1": "Odra", "q2": ""}', "map"),
        ('\ufeff\n{"q1": "Odra",\r\n "q2": ""}\n', "map"),
        ('{"predictions": {"q1": "Odra", "q2": ""}}', "map"),
        ('{"q1": {"text": "Odra"}, "q2": {"text": ""}}', "objects"),
        ('{"q1": [{"text": "Odra"}], "q2": [{"text": ""}, {"text": "sea"}]}', "nbest"),
        ('[{"id": "q1", "prediction": "Odra"}, {"id": "q2", "prediction": ""}]', "rows"),
        ('{"id": "q1", "answer": "Odra"}\n\n{"id": "q2", "answer": ""}', "rows"),
        ('{"id": "q1", "answer": "Odra", "x": NaN}\r\n{"id": "q2", "answer": ""}\r\n', "rows"),
        (
            '[{"id": "q1", "score": 0.9, "start": 0, "end": 4, "answer": "Odra"}, {"id": "q2", "answer": ""}]',
            "pipeline",
        ),
        ("id,text\nq1,Odra\nq2,\n", "csv"),
        ('\ufeff"id"\t"prediction"\r\n"q1"\t"Odra"\r\n"q2"\t""\r\n', "csv"),
    ],
)
@pytest.mark.parametrize("packed", ["plain", "gzip", "zstandard", "utf-16"])
def test_each_format_is_known_by_its_content(tmp_path: Path, content: str, format_name: str, packed: str) -> None:
    data = content.encode()
    if packed == "gzip":
        data = gzip.compress(data)
    elif packed == "zstandard":
        data = zstandard.compress(data)
    elif packed == "utf-16":
        data = content.lstrip("\ufeff").encode("utf-16")
    loaded = load_predictions(written(tmp_path, data, "predictions"))
    assert (texts(loaded), loaded.format, loaded.findings) == (ODRA, format_name, ())


def test_predictions_come_from_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(gzip.compress(json.dumps(ODRA).encode()))))
    loaded = load_predictions("-")
    assert texts(loaded) == ODRA
    assert loaded.predictions.reader == "standard input"


def test_standard_input_cannot_be_read_twice() -> None:
    with pytest.raises(OptionError, match="cannot both be standard input"):
        load_predictions("-", na_probs="-")


@pytest.mark.parametrize(
    ("name", "content", "noted"),
    [
        ("p.json", '{"id": "q1", "text": "a"}\n{"id": "q2", "text": ""}', "JSON, the content is JSON lines"),
        ("p.json.gz", "id,text\nq1,a\n", "JSON, the content is CSV"),
        ("p.csv", '{"q1": "a"}', "CSV, the content is JSON"),
        ("p.JSONL", "id,text\nq1,a\n", "JSON lines, the content is CSV"),
    ],
)
def test_a_name_that_says_otherwise_is_noted(tmp_path: Path, name: str, content: str, noted: str) -> None:
    (finding,) = load_predictions(written(tmp_path, content, name)).findings
    assert finding.code == "name-mismatch"
    assert finding.found == f"the name says {noted}"


@pytest.mark.parametrize("name", ["p.jsonl", "p.txt", "p", "p.v2"])
def test_a_name_that_says_nothing_else_is_not(tmp_path: Path, name: str) -> None:
    assert load_predictions(written(tmp_path, '{"id": "q1", "text": "a"}', name)).findings == ()


@pytest.mark.parametrize(
    ("name", "reader"),
    [
        ("v2.0-bert-single.json", "v2.0-bert-single"),
        ("bert.json.gz", "bert"),
        ("bert.CSV.zst", "bert"),
        ("bert", "bert"),
        ("roberta.v2", "roberta.v2"),
        (".json", ".json"),
    ],
)
def test_a_reader_is_called_what_its_file_is(tmp_path: Path, name: str, reader: str) -> None:
    path = written(tmp_path, "id,text\nq1,a\n" if "CSV" in name else '{"q1": "a"}', name)
    assert load_predictions(path).predictions.reader == reader
    assert load_predictions(path, reader="mine").predictions.reader == "mine"


# What has no one meaning is refused, in one sentence with file and place.


@pytest.mark.parametrize(
    ("content", "error", "message"),
    [
        ("", FormatError, "the file is empty"),
        (" \n", FormatError, "the file is empty"),
        ("{}", PredictionError, 'there are no predictions in it; write {"id": "text"}, with "" for an abstention'),
        ("[]", PredictionError, "there are no predictions in it"),
        ("id,text\n", PredictionError, "there are no predictions in it"),
        ('{"data": []}', PredictionError, "there are no predictions in it"),
        ('{"q1": null, "q2": null}', PredictionError, "all 2 predictions are null"),
        ('{"q1": "Odra", "q2": "hil', FormatError, "line 1, column 26, while reading q2: the text breaks off"),
        ('{"id": "q1", "text": "a"}\n{"id": "q2", "te', FormatError, "line 2, column 17, while reading"),
        ('{"q1": "a"}\n{"q2": "b"}', PredictionError, "line 1: there is no id (it has 'q1')"),
        ('{"q1": "a\x07"}', FormatError, "line 1, column 10, while reading q1: the raw control character U+0007"),
        (b'{"q1": "caf\xe9"}', FormatError, "not UTF-8: byte 0xe9 at offset 11"),
        (b"PAR1\x15\x04", FormatError, "this is Parquet; predictions are read from JSON, JSON lines or CSV"),
        ("Odra\nhills\n", FormatError, "neither JSON nor a table with a header: the first line is 'Odra'"),
        ('{"q1": "\\ud83d"}', PredictionError, "'q1': the prediction holds U+D83D, one half of a surrogate pair"),
        ('{"q1": ["Odra"]}', PredictionError, "'q1': the prediction is a list of texts; it must be text"),
        ('{"q1": 1871}', PredictionError, "'q1': the prediction is a number (1871)"),
        ('{"q1": {"score": 0.5}}', PredictionError, "'q1': an object without a text (it has 'score')"),
        ('{"q1": [{"text": "a", "probability": NaN}]}', PredictionError, "'q1'[0]: probability is NaN"),
        ('{"data": [{"title": "T", "paragraphs": []}]}', FormatError, "holds questions with their contexts"),
        ('{"header": {}}\n{"context": "", "qas": []}', FormatError, "holds questions with their contexts"),
        (
            '[{"id": "q1", "text": "a", "na_prob": 0.5}, {"id": "q2", "text": "b"}, {"id": "q3", "text": ""}]',
            PredictionError,
            "2 of 3 predictions have no no-answer probability: 'q2', 'q3'; give one for each, or for none",
        ),
        (
            "id,text,na_prob\nq1,a,0.5\nq2,b,\n",
            PredictionError,
            "1 of 2 predictions have no no-answer probability: 'q2'",
        ),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_place(
    tmp_path: Path, content: str | bytes, error: type[Exception], message: str
) -> None:
    path = written(tmp_path, content)
    with pytest.raises(error) as caught:
        load_predictions(path)
    assert str(caught.value).startswith(f"{path}: {message}")


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="no such file"):
        load_predictions(tmp_path / "p.json")


def test_control_characters_are_read_when_asked_for(tmp_path: Path) -> None:
    assert texts(load_predictions(written(tmp_path, '{"q1": "a\x07"}'), lenient=True)) == {"q1": "a\x07"}
    rows = '{"id": "q1", "text": "a\x07"}\n{"id": "q2", "text": ""}\n'
    assert texts(load_predictions(written(tmp_path, rows, "p.jsonl"), lenient=True)) == {"q1": "a\x07", "q2": ""}


# What is odd is read, and said.


def test_a_key_twice_in_a_map_is_found_and_the_last_one_counts(tmp_path: Path) -> None:
    loaded = load_predictions(written(tmp_path, '{"q1": "Oder", "q2": "\\\\", "q1": "Odra"}'))
    assert texts(loaded) == {"q1": "Odra", "q2": "\\"}
    assert codes(loaded) == [("prediction-duplicate", ("q1",))]


def test_escapes_are_not_taken_for_a_key_twice(tmp_path: Path) -> None:
    loaded = load_predictions(written(tmp_path, json.dumps({'"q\\"': '\\"', "q2": '""\\\\'})))
    assert texts(loaded) == {'"q\\"': '\\"', "q2": '""\\\\'}
    assert loaded.findings == ()


def test_a_null_prediction_is_missing_and_no_abstention(tmp_path: Path) -> None:
    probs = written(tmp_path, '{"q1": 0.1, "q2": 0.2}', "na.json")
    loaded = load_predictions(written(tmp_path, '{"q1": "Odra", "q2": null}'), na_probs=probs)
    assert texts(loaded) == {"q1": "Odra"}
    assert codes(loaded) == [("prediction-null", ("q2",))]


def test_n_best_lists_of_which_some_say_nothing_of_no_answer_give_no_probabilities(tmp_path: Path) -> None:
    lists = {"q1": [{"text": "a", "probability": 0.9}, {"text": "", "probability": 0.1}], "q2": [{"text": "b"}]}
    path = written(tmp_path, json.dumps(lists))
    loaded = load_predictions(path)
    assert not loaded.predictions.has_na_probs
    assert codes(loaded) == [("na-prob-missing", ("q2",))]
    given_ = load_predictions(path, na_probs=written(tmp_path, '{"q1": 0.5, "q2": 0.25}', "na.json"))
    assert {i: p.na_prob for i, p in given_.predictions.by_id.items()} == {"q1": 0.5, "q2": 0.25}
    assert given_.findings == ()


def test_a_file_of_probabilities_outranks_those_in_the_predictions(tmp_path: Path) -> None:
    rows = written(tmp_path, '[{"id": "q1", "text": "a", "na_prob": 0.5}]')
    loaded = load_predictions(rows, na_probs=written(tmp_path, '{"q1": -3.5}', "null_odds.json"))
    assert loaded.predictions.by_id["q1"] == Prediction("q1", "a", na_prob=-3.5)


def test_declared_phrases_abstain_whatever_their_case_and_outer_space(tmp_path: Path) -> None:
    rows = [{"id": "q1", "text": " Unanswerable\n", "start": 3, "end": 17}, {"id": "q2", "text": "unanswerable?"}]
    path = written(tmp_path, json.dumps([*rows, {"id": "q3", "text": ""}]))
    loaded = load_predictions(path, abstention_strings=("UNANSWERABLE ", "no answer"))
    assert texts(loaded) == {"q1": "", "q2": "unanswerable?", "q3": ""}
    assert loaded.predictions.by_id["q1"].span is None
    assert codes(loaded) == [("abstention-mapped", ("q1",))]
    assert loaded.predictions.abstention_strings == ("UNANSWERABLE ", "no answer")
    assert texts(load_predictions(path))["q1"] == " Unanswerable\n"


def test_reading_warns_once_a_kind(tmp_path: Path) -> None:
    path = written(tmp_path, '[{"id": 1, "text": "a"}, {"id": 2, "text": "b"}, {"id": "3", "text": null}]')
    with pytest.warns(SpanwiseWarning) as caught:
        predictions = read_predictions(path, reader="mine")
    assert list(predictions.by_id) == ["1", "2"]
    assert predictions.reader == "mine"
    ids, null = (str(warning.message) for warning in caught)
    assert ids == f"{path}: 2 ids are numbers; converted to text ['1', '2'] (id-not-text)"
    assert null.startswith(f"{path}: 1 prediction is null; null is left out and counts as missing; ")
    assert null.endswith(" ['3'] (prediction-null)")
    assert {warning.filename for warning in caught} == {__file__}


def test_reading_a_sound_file_warns_of_nothing(tmp_path: Path) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert len(read_predictions(written(tmp_path, json.dumps(ODRA)))) == 2


def test_decoded_values_are_read_as_files_are() -> None:
    loaded = predictions_from_value([{"id": 1, "prediction_text": "Odra", "no_answer_probability": 0.25}])
    assert loaded.predictions.by_id == {"1": Prediction("1", "Odra", na_prob=0.25)}
    assert (loaded.predictions.reader, loaded.format) == ("", "rows")
    assert codes(loaded) == [("id-not-text", ("1",))]
    with pytest.raises(PredictionError, match="the metric's predictions: there are no predictions in it"):
        predictions_from_value([], where="the metric's predictions")


# The published cases, by their ids.


def test_nbest_file(shared: Path, tmp_path: Path) -> None:
    loaded = case_file(shared, tmp_path, "nbest-file")
    assert loaded.format == "nbest"
    assert loaded.findings == ()
    assert loaded.predictions.by_id == {
        "a1": Prediction(
            "a1", "1871", score=10.0, na_prob=0.1, nbest=(Candidate("1871", 0.9, 10.0), Candidate("", 0.1))
        )
    }


def test_predictions_jsonl(shared: Path, tmp_path: Path) -> None:
    loaded = case_file(shared, tmp_path, "predictions-jsonl")
    assert loaded.format == "rows"
    assert loaded.findings == ()
    assert loaded.predictions.by_id == {
        "a1": Prediction("a1", "1871", na_prob=0.02),
        "a2": Prediction("a2", "", na_prob=0.9),
    }


def test_pipeline_output(shared: Path, tmp_path: Path) -> None:
    # Start and end have the answer's length, so that only the context can tell that they miss it by one.
    loaded = case_file(shared, tmp_path, "pipeline-output")
    assert loaded.format == "pipeline"
    (prediction,) = loaded.predictions.by_id.values()
    assert prediction == Prediction("a1", "1871", Span(34, 38), nbest=(Candidate("1871", 0.98, None, Span(34, 38)),))
    assert not loaded.predictions.has_na_probs


def test_predictions_as_records(shared: Path, tmp_path: Path) -> None:
    loaded = scoring_case(shared, tmp_path, "predictions-as-records")
    assert texts(loaded) == {"q1": "Odra", "q2": ""}
    assert [p.na_prob for p in loaded.predictions.by_id.values()] == [0.1, 0.9]
    assert loaded.findings == ()


@pytest.mark.parametrize("identity", ["nan-probability", "text-probability", "missing-probability"])
def test_faulty_probabilities(shared: Path, tmp_path: Path, identity: str) -> None:
    needed = case(shared, "scoring.jsonl", identity)["expected"]["message_must_name"]
    with pytest.raises(PredictionError) as caught:
        scoring_case(shared, tmp_path, identity)
    assert [word for word in needed if word not in str(caught.value)] == []


def test_extra_probability(shared: Path, tmp_path: Path) -> None:
    loaded = scoring_case(shared, tmp_path, "extra-probability")
    assert list(loaded.predictions.by_id) == ["q1", "q2"]
    (finding,) = loaded.findings
    assert (finding.code, finding.ids) == ("na-prob-extra", ("q7",))
    assert (
        len(finding.ids) == case(shared, "scoring.jsonl", "extra-probability")["expected"]["counts"]["extra_na_probs"]
    )


def test_literal_unanswerable(shared: Path, tmp_path: Path) -> None:
    option = case(shared, "scoring.jsonl", "literal-unanswerable")["expected"]["or_with_option"]
    strings = tuple(option["abstention_strings"])
    assert texts(scoring_case(shared, tmp_path, "literal-unanswerable")) == {"q1": "Odra", "q2": "unanswerable"}
    loaded = scoring_case(shared, tmp_path, "literal-unanswerable", abstention_strings=strings)
    assert texts(loaded) == {"q1": "Odra", "q2": ""}
    assert codes(loaded) == [("abstention-mapped", ("q2",))]
    assert "'unanswerable'" in loaded.findings[0].found


def test_every_case_with_predictions_is_read_or_refused_in_one_sentence(shared: Path, tmp_path: Path) -> None:
    with (shared / "cases" / "scoring.jsonl").open(encoding="utf-8") as lines:
        cases = {row["id"]: row for row in map(json.loads, lines)}
    refused = set()
    for identity, row in cases.items():
        if not row["predictions"]:
            continue
        try:
            loaded = scoring_case(shared, tmp_path, identity)
        except PredictionError:
            refused.add(identity)
        else:
            assert {finding.code for finding in loaded.findings} <= set(CODES)
    assert refused == {"nan-probability", "text-probability", "missing-probability"}


# Real systems. The numbers of entries are those that `python -c "import json; len(json.load(...))"` counts.

COUNTS = {
    "v1.1-bert-ensemble": 10_570,
    "v1.1-co-attention": 10_570,
    "v1.1-logistic-regression": 10_585,
    "v1.1-match-lstm-ensemble": 10_570,
    "v1.1-slqa-ensemble": 10_570,
    "v1.1-span-classifier": 10_570,
    "v2.0-bert-single": 11_873,
    "v2.0-docqa-elmo-single": 11_873,
}


@pytest.mark.parametrize("name", COUNTS)
def test_the_predictions_of_real_systems_are_read_as_they_are(shared: Path, name: str) -> None:
    path = shared / "data" / "squad" / "predictions" / f"{name}.json"
    loaded = load_predictions(path)
    assert texts(loaded) == json.loads(path.read_bytes())
    assert len(loaded.predictions) == COUNTS[name]
    assert loaded.predictions.reader == name
    assert loaded.findings == ()


def test_real_predictions_take_their_probabilities(shared: Path) -> None:
    folder = shared / "data" / "squad" / "predictions"
    probs = folder / "v2.0-bert-single.synthetic-na-prob.json"
    loaded = load_predictions(folder / "v2.0-bert-single.json", na_probs=probs)
    assert {i: p.na_prob for i, p in loaded.predictions.by_id.items()} == json.loads(probs.read_bytes())
    assert loaded.findings == ()
