"""Questions made one by one, by one process or several, and written as they come: the same file every time."""

import contextlib
import multiprocessing
import os
import signal
import threading
import warnings
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Protocol

import msgspec

from spanwise.benchmarks.synthetic.squad_stream import Item, SquadStream
from spanwise.errors import OptionError, SpanwiseError
from spanwise.files import open_atomic

__all__ = ["GenerationReport", "Made", "Maker", "Noted", "Notes", "generate", "noted"]

_PART = 200
"""Questions made in one go: the same for any number of processes, and enough to look neighbours up together."""
_EXAMPLES = 5


class Noted(msgspec.Struct, frozen=True):
    """Something left out, kept as it was or decided, how often, and the first few."""

    what: str
    count: int
    examples: tuple[str, ...] = ()


class Made(msgspec.Struct, frozen=True):
    """Questions in the order of their numbers, with what was noted while they were made."""

    items: tuple[Item, ...]
    notes: tuple[Noted, ...] = ()


class Maker(Protocol):
    """Makes the questions of some numbers; what a number gives depends on nothing else."""

    @property
    def name(self) -> str:
        """What the benchmark is called."""
        ...

    def make(self, numbers: range, of: int) -> Made:
        """Return the questions of these numbers, of so many in all."""
        ...

    def notes(self) -> tuple[Noted, ...]:
        """Return what was left out before any question was made."""
        ...


class GenerationReport(msgspec.Struct, frozen=True):
    """What was made, and everything that was left out or decided on the way, with counts."""

    name: str
    questions: int
    contexts: int
    articles: int
    notes: tuple[Noted, ...] = ()


class Notes:
    """Counts what is left out, and keeps the first few, so that a million of them take no memory."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self._found: dict[str, tuple[int, tuple[str, ...]]] = {}

    def add(self, what: str, example: str) -> None:
        """Count one of a kind."""
        count, examples = self._found.get(what, (0, ()))
        self._found[what] = (count + 1, examples if len(examples) == _EXAMPLES else (*examples, example))

    def all(self) -> tuple[Noted, ...]:
        """Return a note for each kind, in the order in which they first came up."""
        return tuple([Noted(what, *counted) for what, counted in self._found.items()])


def noted(what: str, examples: Sequence[str]) -> tuple[Noted, ...]:
    """Return the note of things left out, given all of them; none where there are none."""
    return (Noted(what, len(examples), tuple(examples[:_EXAMPLES])),) if examples else ()


def generate(
    maker: Maker,
    target: str | Path,
    *,
    questions: int,
    processes: int = 1,
    progress: Callable[[int, int], None] | None = None,
) -> GenerationReport:
    """Write a generated benchmark as SQuAD JSON, whole or not at all, and return the account.

    Questions are written as they are made, so memory does not grow with their number. Each has a generator of its own,
    from seed and number, so the file is the same, byte for byte, for any number of processes.

    Args:
        maker: What makes the questions.
        target: The file to write; "-" is standard output.
        questions: How many.
        processes: How many processes make them.
        progress: Called with how many are made, and of how many.

    Raises:
        OptionError: There are fewer than one question or process.
        FormatError: The file cannot be written.
        SpanwiseError: A process was ended from outside.
    """
    if questions < 1 or processes < 1:
        raise OptionError(f"{questions} questions by {processes} processes; both must be 1 or more")
    notes: dict[str, Noted] = {note.what: note for note in maker.notes()}
    with open_atomic(target) as file:
        stream = SquadStream(file)
        for made in _parts(maker, questions, processes):
            stream.write(made.items)
            for note in made.notes:
                notes[note.what] = _together(notes.get(note.what), note)
            if progress:
                progress(stream.questions, questions)
        stream.close()
    return GenerationReport(maker.name, stream.questions, stream.contexts, stream.articles, tuple(notes.values()))


def _together(before: Noted | None, note: Noted) -> Noted:
    if before is None:
        return note
    examples = tuple(dict.fromkeys((*before.examples, *note.examples)))[:_EXAMPLES]
    return Noted(note.what, before.count + note.count, examples)


def _parts(maker: Maker, questions: int, processes: int) -> Iterator[Made]:
    parts = [range(first, min(first + _PART, questions)) for first in range(0, questions, _PART)]
    if processes == 1 or len(parts) < 2:
        for numbers in parts:
            yield maker.make(numbers, questions)
        return
    # Each process gets the maker once; where processes are forked, nothing is copied.
    with ProcessPoolExecutor(min(processes, len(parts)), initializer=_begin, initargs=(maker, questions)) as pool:
        waiting: deque[Future[Made]] = deque()
        upcoming = iter(parts)
        try:
            while True:
                for numbers in upcoming:
                    waiting.append(_submitted(pool, numbers))
                    # As many as keep every process busy, and no more: what is made ahead is in memory.
                    if len(waiting) > 2 * processes:
                        break
                if not waiting:
                    return
                yield waiting.popleft().result()
        except BrokenProcessPool:
            raise SpanwiseError(
                f"one of {processes} processes that make questions was ended from outside, most likely for want of "
                "memory; try fewer"
            ) from None
        finally:
            pool.shutdown(cancel_futures=True)


def _submitted(pool: ProcessPoolExecutor, numbers: range) -> Future[Made]:
    with warnings.catch_warnings():
        # Python 3.12 warns of any fork in a process with threads, which numpy's idle ones are.
        warnings.simplefilter("ignore", DeprecationWarning)
        return pool.submit(_make, numbers)


_working: list[tuple[Maker, int]] = []
"""In a process that makes questions: what makes them, and of how many."""


def _begin(maker: Maker, questions: int) -> None:
    _working[:] = [(maker, questions)]
    # Ctrl-C is the parent's business. A parent that was killed can't end its processes, so they look for themselves.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent.join,), daemon=True).start()


def _end_with(wait: Callable[[], object]) -> None:
    with contextlib.suppress(OSError):
        wait()
    os._exit(1)


def _make(numbers: range) -> Made:
    maker, questions = _working[0]
    return maker.make(numbers, questions)
