"""The clean way in gives what the tolerant one does, and refuses whatever is odd."""

import json
from typing import Any

import pytest
from hypothesis import given

from spanwise.data.dataset import Dataset
from spanwise.data.squad import encode_squad, squad_from_value
from spanwise.data.typed_squad import decode_squad
from tests.strategies import datasets

CONTEXT = "The lighthouse at Skarn was lit in 1871."


def value_of(*questions: Any, **root: Any) -> dict[str, Any]:
    return {"data": [{"title": "Skarn", "paragraphs": [{"context": CONTEXT, "qas": list(questions)}]}], **root}


@given(dataset=datasets())
def test_the_fast_and_the_tolerant_way_in_give_the_same_dataset(dataset: Dataset) -> None:
    encoded = encode_squad(dataset)
    tolerant, findings = squad_from_value(json.loads(encoded), "f")
    assert tolerant.articles == dataset.articles
    if dataset.version:
        fast = decode_squad(encoded)
        assert fast is not None
        assert (fast.articles, fast.version) == (tolerant.articles, tolerant.version)
        assert findings == ()


@pytest.mark.parametrize(
    "value",
    [
        value_of({"id": 1, "question": "When?", "answers": []}, version="1.1"),
        value_of({"id": "a", "question": "When?", "answers": [{"text": "", "answer_start": 0}], "is_impossible": True}),
        value_of({"id": "a", "question": "When?", "answers": [{"text": "x", "answer_start": 1.0}]}, version="1.1"),
        {**value_of(version="1.1"), "version": 1.1},
        value_of(),
        [],
    ],
)
def test_anything_odd_sends_the_file_the_tolerant_way(value: Any) -> None:
    assert decode_squad(json.dumps(value).encode()) is None
