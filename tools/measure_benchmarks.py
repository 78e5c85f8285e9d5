"""Convert every real file that is at hand, and write what came out into the package and docs/benchmarks/runs.md.

python tools/measure_benchmarks.py DATA   runs all again; without DATA only the page is written from measured.json.
"""

import sys
import warnings
from collections.abc import Iterator
from pathlib import Path

import msgspec

from spanwise.benchmarks.catalog import BENCHMARKS, Run
from spanwise.benchmarks.converted import converted, files_of
from spanwise.benchmarks.digests import unpacked_sha256
from spanwise.benchmarks.material import material
from spanwise.data.describe import Lengths, describe

ROOT = Path(__file__).resolve().parent.parent
MEASURED = ROOT / "src" / "spanwise" / "benchmarks" / "measured.json"
PAGE = ROOT / "docs" / "benchmarks" / "runs.md"
HEAD = """\
# Benchmarks run for real

What converting the real files gave. `python tools/measure_benchmarks.py DATA` measures it and writes this page; what is
not on it was only converted from small files of the true form. In and out are questions; words are what
stands between white space, their means.

"""

Key = tuple[str, str]
REAL: dict[Key, tuple[str, ...]] = {
    ("squad", "dev"): ("squad/dev-v1.1.json",),
    ("mrqa-squad", "dev"): ("mrqa/SQuAD-dev.jsonl.gz",),
    ("mrqa-newsqa", "sample"): ("mrqa/NewsQA_sample.jsonl",),
    ("qamr", "dev"): ("qamr/filtered-dev.tsv.gz", "qamr/wiki-sentences.tsv.gz"),
    ("qamr", "test"): ("qamr/filtered-test.tsv.gz", "qamr/wiki-sentences.tsv.gz"),
    ("lambada", "test"): ("lambada/test.jsonl.gz",),
    ("squad2", "dev"): ("squad/dev-v2.0.json",),
    ("squadshifts", "new-wiki"): ("shifts/new_wiki.json.gz",),
    ("squadshifts", "reddit"): ("shifts/reddit.json.gz",),
    ("squadshifts", "amazon"): ("shifts/amazon_reviews.json.gz",),
    ("adversarialqa", "dev"): ("adversarial/adversarialqa-dev.json",),
    ("addsent", "dev"): ("adversarial/addsent.json",),
    ("addonesent", "dev"): ("adversarial/addonesent.json",),
    **{
        ("xquad", language): (f"languages/xquad-{language}.json.gz",)
        for language in ("en", "de", "ar", "zh", "hi", "th")
    },
    **{
        (name, f"slice-{part}"): (f"mrqa/{file}-{part}.json",)
        for name, file in (("duorc", "duorc"), ("race", "race"), ("relationextraction", "relation_extraction"))
        for part in ("train", "val")
    },
    **{
        (entry.name, split.name): ("babi/babi-v1.2.tar.gz",)
        for entry in BENCHMARKS.values()
        for split in entry.splits
        if split.converter == "babi" and (entry.name, split.name) not in {("babi-3-9k", "train"), ("babi-3-9k", "dev")}
    },
}
"""The parts whose real files are at hand, by their paths below DATA. Of bAbI one file is missing there."""


def run(key: Key, data: Path) -> Run:
    """Return what converting a part's real file gives."""
    name, part = key
    split = BENCHMARKS[name].split(part)
    if split is None:
        raise SystemExit(f"tools/measure_benchmarks.py: {name} has no part {part}")
    sources = [data / path for path in REAL[key]]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        conversion = converted(name, part, sources=sources, cache=data)
        paths = files_of(split, sources, cache=data)
    if split.member:
        import hashlib

        digest = hashlib.sha256(material(paths[0], split.member).content).hexdigest()
    else:
        digest = unpacked_sha256(*paths)
    counts, report = describe(conversion.dataset), conversion.report
    return Run(
        sha256=digest,
        questions_in=report.questions_in,
        questions_out=report.questions_out,
        articles=counts.articles,
        contexts=counts.paragraphs,
        context_words=_mean(counts.context_lengths),
        question_words=_mean(counts.question_lengths),
        answer_words=_mean(counts.answer_lengths),
        dropped=report.dropped,
        changes=report.changes,
    )


def _mean(lengths: Lengths) -> float:
    return round(lengths.words.mean, 2) if lengths.words else 0.0


def page(measured: dict[str, dict[str, Run]]) -> str:
    """Return the text of docs/benchmarks/runs.md."""
    return HEAD + "\n".join([*_counts(measured), "", *_reasons(measured)]) + "\n"


def _rows(measured: dict[str, dict[str, Run]]) -> Iterator[tuple[str, str, Run]]:
    for name in BENCHMARKS:
        for part, outcome in measured.get(name, {}).items():
            yield name, part, outcome


def _counts(measured: dict[str, dict[str, Run]]) -> Iterator[str]:
    yield "| benchmark | part | in | out | articles | contexts | context words | question words | answer words |"
    yield "| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |"
    for name, part, outcome in _rows(measured):
        yield (
            f"| {name} | {part} | {outcome.questions_in:,} | {outcome.questions_out:,} | {outcome.articles:,} | "
            f"{outcome.contexts:,} | {outcome.context_words:.1f} | {outcome.question_words:.1f} | "
            f"{outcome.answer_words:.1f} |"
        )


def _reasons(measured: dict[str, dict[str, Run]]) -> Iterator[str]:
    yield "## What was dropped or changed, and why"
    yield ""
    yield "A part that is not here keeps every question as its file has it."
    yield ""
    yield "| benchmark | part | | count | what |"
    yield "| --- | --- | --- | ---: | --- |"
    for name, part, outcome in _rows(measured):
        for entry in outcome.dropped:
            yield f"| {name} | {part} | questions dropped | {entry.questions:,} | {entry.reason} |"
        for change in outcome.changes:
            yield f"| {name} | {part} | changed | {change.count:,} | {change.what} |"


def main() -> int:
    """Measure, if there is a folder of data, and write the page."""
    if len(sys.argv) > 1:
        found: dict[str, dict[str, Run]] = {}
        for key in REAL:
            found.setdefault(key[0], {})[key[1]] = run(key, Path(sys.argv[1]))
            print(*key, found[key[0]][key[1]].questions_out)
        MEASURED.write_bytes(msgspec.json.format(msgspec.json.encode(found), indent=1) + b"\n")
    measured = msgspec.json.decode(MEASURED.read_bytes(), type=dict[str, dict[str, Run]])
    PAGE.parent.mkdir(exist_ok=True)
    PAGE.write_text(page(measured), encoding="utf-8", newline="\n")
    print(f"wrote {PAGE.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
