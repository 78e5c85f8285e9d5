"""Annotation by a pipeline, kept on disk."""

from pathlib import Path

from spanwise.language.annotate import Annotator


def test_what_was_annotated_is_the_same_from_disk(tmp_path: Path) -> None:
    texts = ["Ada met Lord Byron in 1815.", "Who met him?", "Ada met Lord Byron in 1815."]
    first = Annotator(cache=tmp_path).annotate(texts)
    assert Annotator(cache=tmp_path).annotate(texts) == first
    assert [one.text for one in first] == texts
