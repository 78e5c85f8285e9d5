"""Batches of texts, annotated by one process or by several."""

import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spanwise.errors import SpanwiseError
from spanwise.language import DEFAULT_PIPELINE, workers
from spanwise.language.pipelines import pipeline_named
from spanwise.language.workers import annotated_batches, batches


@given(st.lists(st.integers(0, 15_000).map(lambda n: "x" * n) | st.text(max_size=5), max_size=300))
def test_batches_are_the_texts_in_order_and_bounded_in_number_and_length(texts: list[str]) -> None:
    found = list(batches(texts))
    assert [text for batch in found for text in batch] == texts
    assert all(0 < len(batch) <= 256 for batch in found)
    assert all(len(batch) == 1 or sum(map(len, batch)) <= 20_000 for batch in found)


def test_several_processes_give_what_one_gives_in_the_same_order(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "_CODE_POINTS", 400)
    pipeline = pipeline_named(DEFAULT_PIPELINE)
    texts = [f"Ada met Lord Byron in {year}. He wrote {year} poems, she one program!" for year in range(1815, 1900)]
    texts += ["", "\ud800", "Was ist das?", "x"]
    alone = list(annotated_batches(pipeline, texts, processes=1))
    assert [text for batch in alone for text, _ in batch] == texts
    assert list(annotated_batches(pipeline, texts, processes=3)) == alone


def test_a_process_that_is_ended_from_outside_is_an_error_of_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:

    def submitted(pool: ProcessPoolExecutor, _: object, *arguments: object) -> object:
        return pool.submit(_killed)

    monkeypatch.setattr(workers, "_WORTH", 1)
    monkeypatch.setattr(workers, "_submitted", submitted)
    with pytest.raises(
        SpanwiseError, match=r"^one of 2 processes that annotate was ended from outside, most likely for"
    ):
        list(annotated_batches(pipeline_named(DEFAULT_PIPELINE), ["Ada."], processes=2))


def _killed() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def state(process: int) -> tuple[int, str]:
    """Return a process's parent and its state, "Z" for one that has ended and nobody asked about."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0, "Z"
    return int(fields[1]), fields[0]


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="no /proc: children can't be listed")
def test_no_process_outlives_a_parent_that_was_killed() -> None:
    code = f"""
from spanwise.language import workers
from spanwise.language.pipelines import pipeline_named
workers._CODE_POINTS = 500
texts = (f"Ada met Lord Byron in {{n}}. " * 10 for n in range(10000))
for _ in workers.annotated_batches(pipeline_named({DEFAULT_PIPELINE!r}), list(texts), processes=2):
    print("batch", flush=True)
"""
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "batch\n"
        everyone = [int(path.name) for path in Path("/proc").glob("[0-9]*")]
        started = [other for other in everyone if state(other)[0] == process.pid]
        process.kill()
    assert len(started) == 2
    for _ in range(200):
        if all(state(child)[1] == "Z" for child in started):
            break
        time.sleep(0.05)
    assert [child for child in started if state(child)[1] != "Z"] == []
