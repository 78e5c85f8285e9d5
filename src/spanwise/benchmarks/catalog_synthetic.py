"""The rows of the catalog whose passages or questions a generator made."""

from spanwise.benchmarks.convert.babi import BABI_TASKS
from spanwise.benchmarks.entry import Benchmark, SourceFile, Split

__all__ = ["SYNTHETIC"]

_BABI = SourceFile("babi_tasks_1-20_v1-2.tar.gz", "https://s3.amazonaws.com/text-datasets/babi_tasks_1-20_v1-2.tar.gz")
_STUDY = (
    "Liu, Lee, Jia, Liang: Do Question Answering Modeling Improvements Hold Across Benchmarks? arXiv 2102.01065, 2021"
)


_NO_FILES = (
    "No published file of it is known. What is made here follows the description; the published figures are of the "
    "study's own questions."
)


def _babi(task: int, *, large: bool) -> Benchmark:
    folder, size = ("en-10k", 10_000) if large else ("en", 1_000)

    def split(part: str, file: str, questions: int, options: dict[str, str]) -> Split:
        member = f"{folder}/qa{task}_{BABI_TASKS[task]}_{file}.txt"
        return Split(part, (_BABI,), "babi", member, options={"task": task, **options}, questions=questions)

    unequal = " Its pre-trained rows can only come from fewer questions than the others (11: 99, 15: 71 of 100)."
    return Benchmark(
        f"babi-{task}-9k" if large else f"babi-{task}",
        f"bAbI task {task}, {BABI_TASKS[task].replace('-', ' ')}, {size * 9 // 10:,} questions",
        "synthetic",
        "CC BY 3.0",
        "Weston et al.: Towards AI-Complete Question Answering: A Set of Prerequisite Toy Tasks. ICLR 2016",
        "https://research.fb.com/downloads/babi",
        splits=(
            split("train", "train", size * 9 // 10, {"part": "train"}),
            split("dev", "train", size // 10, {"part": "dev"}),
            split("test", "test", 1_000, {}),
        ),
        column=f"bAbI QA #{task}" + (" (9K)" if large else ""),
        note="The study evaluates on the last tenth of the training file." + (unequal if task in (11, 15) else ""),
    )


def _fuzzy(name: str, column: str, passages: str, source: str = "") -> Benchmark:
    made_from = f" --from {source}" if source else ""
    return Benchmark(
        f"fuzzy-{name}",
        f"FuzzySyntheticQA, passages {passages}",
        "synthetic",
        "made by a generator",
        _STUDY,
        "https://arxiv.org/abs/2102.01065",
        column=f"FuzzySyntheticQA ({column})",
        note=_NO_FILES,
        generator=f"spanwise generate fuzzy {name}{made_from} -o fuzzy-{name}.json",
    )


SYNTHETIC = (
    *(_babi(task, large=False) for task in BABI_TASKS),
    *(_babi(task, large=True) for task in BABI_TASKS),
    _fuzzy("uniform", "uniform", "of words drawn uniformly"),
    _fuzzy("3gram", "3-gram LM", "of a 3-gram model", "TEXT"),
    _fuzzy("pcfg", "PCFG", "of a probabilistic grammar", "TREEBANK"),
    _fuzzy("neural", "GPT-2", "of a neural language model", "SAMPLES"),
    _fuzzy("wikipedia", "Wikipedia", "of Wikipedia", "DATASET"),
    Benchmark(
        "wikidata",
        "WikidataSyntheticQA",
        "synthetic",
        "made by a generator",
        _STUDY,
        "https://arxiv.org/abs/2102.01065",
        column="WikidataSyntheticQA",
        note=_NO_FILES,
        generator="spanwise generate wikidata --dump DUMP -o wikidata.json",
    ),
)
"""In the order of the concurrence study; what has no parts is made by a generator and not fetched."""
