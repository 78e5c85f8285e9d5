"""The named benchmarks: where each comes from, what is known of it, and what was run for real.

Only what was run on the real file is called checked on it; `measured.json` holds those runs, and
``tools/measure_benchmarks.py`` writes it.
"""

from functools import cache
from importlib.resources import files
from typing import Literal

import msgspec

from spanwise.benchmarks.catalog_cloze import CLOZE
from spanwise.benchmarks.catalog_human import HUMAN
from spanwise.benchmarks.catalog_others import OTHERS
from spanwise.benchmarks.catalog_synthetic import SYNTHETIC
from spanwise.benchmarks.conversion import Change, Dropped
from spanwise.benchmarks.entry import Benchmark, Split
from spanwise.errors import OptionError

__all__ = ["BENCHMARKS", "Checked", "Run", "benchmark_named", "checked", "run_of", "split_named"]

BENCHMARKS: dict[str, Benchmark] = {entry.name: entry for entry in (*HUMAN, *CLOZE, *SYNTHETIC, *OTHERS)}
"""Every benchmark by its name, the concurrence study's first."""

Checked = Literal["real", "form", "generator"]
"""How a conversion was checked: on the real file; on small files of the true form; not at all, being generated."""


class Run(msgspec.Struct, frozen=True):
    """What the conversion of the real file gave. Means are over contexts, questions and answers, in words."""

    sha256: str
    """Of the file that was run, unpacked; of several, in the order of the split's files, of one after the other."""
    questions_in: int
    questions_out: int
    articles: int
    contexts: int
    context_words: float
    question_words: float
    answer_words: float
    dropped: tuple[Dropped, ...] = ()
    changes: tuple[Change, ...] = ()


@cache
def _runs() -> dict[str, dict[str, Run]]:
    text = files("spanwise.benchmarks").joinpath("measured.json").read_bytes()
    return msgspec.json.decode(text, type=dict[str, dict[str, Run]])


def benchmark_named(name: str) -> Benchmark:
    """Return the benchmark of this name.

    Raises:
        OptionError: There is none; the message names the nearest.
    """
    if name in BENCHMARKS:
        return BENCHMARKS[name]
    import difflib

    # The study's names, such as "FuzzySyntheticQA", are not like ours.
    named = [known for known, entry in BENCHMARKS.items() if name and name.casefold() in entry.column.casefold()]
    near = named or difflib.get_close_matches(name, BENCHMARKS, n=3, cutoff=0.5)
    remedy = f"did you mean {' or '.join(map(repr, near))}?" if near else "`spanwise benchmark list` shows all"
    raise OptionError(f"there is no benchmark {name!r}; {remedy}")


def split_named(benchmark: Benchmark, name: str) -> Split:
    """Return a part of a benchmark.

    Raises:
        OptionError: There is no such part, or the benchmark is generated and has no files.
    """
    if not benchmark.splits:
        raise OptionError(
            f"{benchmark.name} is made by a generator, there is no file to fetch or convert; make it with: "
            f"{benchmark.generator}"
        )
    split = benchmark.split(name)
    if split is None:
        raise OptionError(
            f"{benchmark.name} has no part {name!r}; it has {', '.join(split.name for split in benchmark.splits)}"
        )
    return split


def run_of(benchmark: Benchmark, split: Split) -> Run | None:
    """Return what converting the real file of a part gave, or None where that was never done."""
    return _runs().get(benchmark.name, {}).get(split.name)


def checked(benchmark: Benchmark, split: Split | None = None) -> Checked:
    """Return how the conversion of a benchmark, or of one part of it, was checked.

    A benchmark counts as checked on the real file if any of its parts was; `spanwise benchmark show` says which.
    """
    if not benchmark.splits:
        return "generator"
    parts = benchmark.splits if split is None else (split,)
    return "real" if any(run_of(benchmark, part) for part in parts) else "form"
