"""Pieces of text annotated batch by batch, in this process or in several at once, with the same result."""

import multiprocessing
import os
import re
import signal
import threading
import warnings
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool

import msgspec

from spanwise.errors import SpanwiseError
from spanwise.language.detection import language_of
from spanwise.language.from_spacy import annotated
from spanwise.language.pipelines import Pipeline, load_pipeline

__all__ = ["annotated_batches", "batches"]

_MOST = 256
"""Texts in a batch, so that thousands of short questions report progress, too."""
_CODE_POINTS = 20_000
"""The most of a batch: more is no faster, takes more memory, and makes a longer wait after Ctrl-C."""
_WORTH = 8
"""Batches from which on several processes are worth their start: five seconds of one process's work. Forked they start
in a tenth of a second; where they are spawned each loads the pipeline, which takes two."""
_SURROGATE = re.compile("[\ud800-\udfff]")

Annotation = tuple[str, bytes]
"""The language of a piece, and its encoded columns."""


def batches(texts: Sequence[str]) -> Iterator[list[str]]:
    """Give texts in batches that do not depend on the number of processes, and so nor does what comes of them."""
    batch: list[str] = []
    size = 0
    for text in texts:
        if batch and (len(batch) == _MOST or size + len(text) > _CODE_POINTS):
            yield batch
            batch, size = [], 0
        batch.append(text)
        size += len(text)
    if batch:
        yield batch


def annotated_batches(
    pipeline: Pipeline, texts: Sequence[str], *, processes: int
) -> Iterator[list[tuple[str, Annotation]]]:
    """Give each batch of texts with its annotation, in order, as soon as it is there.

    spaCy's own processes (``n_process``) are passed over: when the parent is killed they wait for work for ever, each
    with its copy of the pipeline, and when one of them is killed the parent waits for it.

    Raises:
        SpanwiseError: A process was ended from outside, most likely for want of memory.
    """
    parts = list(batches(texts))
    load_pipeline(pipeline)  # before the fork, so that the processes share it, and an error is raised here
    if processes == 1 or len(parts) < _WORTH:
        results: Iterator[list[Annotation]] = (_annotations(pipeline, part) for part in parts)
        yield from (list(zip(part, result, strict=True)) for part, result in zip(parts, results, strict=True))
        return
    with ProcessPoolExecutor(min(processes, len(parts)), initializer=_begin_worker) as pool:
        waiting: deque[tuple[list[str], Future[list[Annotation]]]] = deque()
        upcoming = iter(parts)
        try:
            while True:
                for part in upcoming:
                    waiting.append((part, _submitted(pool, _annotations, pipeline, part)))
                    # As many as keep every process busy while a result is written down.
                    if len(waiting) > 2 * processes:
                        break
                if not waiting:
                    return
                part, future = waiting.popleft()
                yield list(zip(part, future.result(), strict=True))
        except BrokenProcessPool:
            raise SpanwiseError(
                f"one of {processes} processes that annotate was ended from outside, most likely for want of memory; "
                "what was done is in the cache, if there is one: go on with fewer processes"
            ) from None
        finally:
            pool.shutdown(cancel_futures=True)


def _submitted(
    pool: ProcessPoolExecutor,
    function: Callable[[Pipeline, list[str]], list[Annotation]],
    pipeline: Pipeline,
    part: list[str],
) -> Future[list[Annotation]]:
    with warnings.catch_warnings():
        # Python 3.12 warns of any fork in a process with threads, which numpy's idle ones are.
        warnings.simplefilter("ignore", DeprecationWarning)
        return pool.submit(function, pipeline, part)


def _begin_worker() -> None:
    # Ctrl-C is the parent's business. A parent that was killed can't end its processes, so they look for themselves.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent.join,), daemon=True).start()


def _end_with(wait: Callable[[], object]) -> None:
    wait()
    os._exit(1)


def _annotations(pipeline: Pipeline, texts: Sequence[str]) -> list[Annotation]:
    language = load_pipeline(pipeline)
    encoder = msgspec.msgpack.Encoder()
    # spaCy can't take half of a surrogate pair. Another character in its place leaves every offset as it is.
    whole = [_SURROGATE.sub("\ufffd", text) for text in texts]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        docs = list(language.pipe(whole, batch_size=len(whole)))
    # Without the text: whoever asks has it.
    columns = [encoder.encode(msgspec.structs.replace(annotated(doc), text="")) for doc in docs]
    return [(language_of(text), column) for text, column in zip(texts, columns, strict=True)]
