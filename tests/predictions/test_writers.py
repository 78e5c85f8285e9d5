"""What a format can hold comes back as it went out."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spanwise.errors import OptionError
from spanwise.predictions.formats import load_predictions
from spanwise.predictions.prediction import Candidate, Prediction, Predictions
from spanwise.predictions.writers import PREDICTION_WRITERS, write_predictions
from spanwise.text.span import Span

FINITE = st.floats(allow_nan=False, allow_infinity=False)
OPTIONAL = st.none() | FINITE
# No question is called "predictions", "id" or "qas": by these words the shapes of files are told apart.
IDS = st.text().map(lambda text: f"{text}-1")


def spans(text: str) -> st.SearchStrategy[Span | None]:
    if not text:
        return st.none()
    return st.none() | st.integers(0, 10_000).map(lambda start: Span.at(start, text))


@st.composite
def candidates(draw: st.DrawFn, text: st.SearchStrategy[str]) -> Candidate:
    said = draw(text)
    return Candidate(said, draw(OPTIONAL), draw(OPTIONAL), draw(spans(said)))


@st.composite
def full_predictions(draw: st.DrawFn) -> Predictions:
    """Anything a prediction can be, with a no-answer probability for all or none."""
    ids = draw(st.lists(IDS, min_size=1, max_size=5, unique=True))
    na_prob = draw(st.sampled_from([st.none(), FINITE]))
    by_id = {}
    for identity in ids:
        text = draw(st.text())
        nbest = tuple(draw(st.lists(candidates(st.text()), max_size=3)))
        scores = draw(OPTIONAL), draw(OPTIONAL)
        by_id[identity] = Prediction(identity, text, draw(spans(text)), *scores, draw(na_prob), nbest)
    return Predictions(by_id, reader="p")


@st.composite
def nbest_predictions(draw: st.DrawFn) -> Predictions:
    """What an n-best list says, with or without an empty entry in each."""
    by_id = {}
    with_empty = draw(st.booleans())
    for identity in draw(st.lists(IDS, min_size=1, max_size=5, unique=True)):
        nbest = draw(st.lists(candidates(st.text(min_size=1)), min_size=not with_empty, max_size=3))
        if with_empty:
            nbest.insert(draw(st.integers(0, len(nbest))), Candidate("", draw(FINITE), draw(OPTIONAL)))
        best = nbest[0]
        null = next((c for c in nbest if not c.text), Candidate(""))
        score = best.score if best.text else None
        by_id[identity] = Prediction(identity, best.text, best.span, score, null.score, null.prob, tuple(nbest))
    return Predictions(by_id, reader="p")


def round_trip(folder: Path, predictions: Predictions, format_name: str, ending: str) -> Predictions:
    path = folder / f"p{ending}"
    write_predictions(predictions, path, format=format_name)
    loaded = load_predictions(path)
    assert loaded.findings == ()
    assert loaded.format == format_name
    return loaded.predictions


@given(full_predictions())
def test_rows_hold_everything(tmp_path_factory: pytest.TempPathFactory, predictions: Predictions) -> None:
    assert round_trip(tmp_path_factory.mktemp("rows"), predictions, "rows", ".jsonl") == predictions


@given(full_predictions())
def test_objects_hold_everything(tmp_path_factory: pytest.TempPathFactory, predictions: Predictions) -> None:
    assert round_trip(tmp_path_factory.mktemp("objects"), predictions, "objects", ".json") == predictions


@given(full_predictions())
def test_a_table_holds_texts_and_probabilities(
    tmp_path_factory: pytest.TempPathFactory, predictions: Predictions
) -> None:
    held = Predictions({i: Prediction(i, p.text, na_prob=p.na_prob) for i, p in predictions.by_id.items()}, reader="p")
    assert round_trip(tmp_path_factory.mktemp("csv"), predictions, "csv", ".csv.gz") == held


@given(full_predictions())
def test_a_map_holds_texts(tmp_path_factory: pytest.TempPathFactory, predictions: Predictions) -> None:
    held = Predictions({i: Prediction(i, p.text) for i, p in predictions.by_id.items()}, reader="p")
    assert round_trip(tmp_path_factory.mktemp("map"), predictions, "map", ".json.zst") == held


@given(nbest_predictions())
def test_n_best_lists_hold_all_that_n_best_lists_say(
    tmp_path_factory: pytest.TempPathFactory, predictions: Predictions
) -> None:
    assert round_trip(tmp_path_factory.mktemp("nbest"), predictions, "nbest", ".json") == predictions


def test_a_format_that_is_none_is_refused_with_those_that_are(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match=r"no format 'xml' for predictions; there are map, objects, rows, csv, nbest"):
        write_predictions(Predictions({}), tmp_path / "p.xml", format="xml")
    assert list(tmp_path.iterdir()) == []
    assert list(PREDICTION_WRITERS) == ["map", "objects", "rows", "csv", "nbest"]
