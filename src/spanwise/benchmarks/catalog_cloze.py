"""The rows of the catalog whose questions are statements with a word left out."""

from spanwise.benchmarks.entry import Benchmark, SourceFile, Split

__all__ = ["CLOZE"]

_CBT = SourceFile(
    "cbt.tar.gz",
    "http://parl.ai/downloads/cbt/cbt.tar.gz",
    sha256="932df0cadc1337b2a12b4c696b1041c1d1c6d4b6bd319874c6288f02e4a61e92",
    pinned="others",
)


def _cbt(kind: str, words: str) -> Benchmark:
    name = f"cbt-{kind.lower()}"

    def split(part: str, file: str, questions: int | None) -> Split:
        member = f"data/cbtest_{kind}_{file}.txt"
        return Split(part, (_CBT,), "cbt", member, questions=questions)

    return Benchmark(
        name,
        f"Children's Book Test, {words}",
        "cloze",
        "GNU FDL 1.3 (texts: Project Gutenberg, public domain)",
        "Hill, Bordes, Chopra, Weston: The Goldilocks Principle: Reading Children's Books. ICLR 2016",
        "https://research.fb.com/downloads/babi",
        splits=(
            split("train", "train", None),
            split("dev", "valid_2000ex", 2_000),
            split("test", "test_2500ex", 2_500),
        ),
        column=f"CBT ({kind})",
        note="The size of the training part is stated in two ways, and so not here.",
    )


_CNN = SourceFile(
    "cnn.tgz",
    hint="download the questions of CNN by hand from https://cs.nyu.edu/~kcho/DMQA",
)
_RECORD = SourceFile("ReCoRD.zip", "https://dl.fbaipublicfiles.com/glue/superglue/data/v2/ReCoRD.zip")

CLOZE = (
    _cbt("CN", "common nouns"),
    _cbt("NE", "named entities"),
    Benchmark(
        "lambada",
        "LAMBADA, where the last word occurs before",
        "cloze",
        "CC BY 4.0",
        "Paperno et al.: The LAMBADA dataset: Word prediction requiring a broad discourse context. ACL 2016",
        "https://zenodo.org/record/2630551",
        splits=(
            Split(
                "dev",
                (
                    SourceFile(
                        "lambada-dataset.tar.gz",
                        "https://zenodo.org/record/2630551/files/lambada-dataset.tar.gz?download=1",
                    ),
                ),
                "lambada",
                "lambada_development_plain_text.txt",
                questions=4_869,
            ),
            Split(
                "test",
                (
                    SourceFile(
                        "lambada_test.jsonl",
                        "https://openaipublic.blob.core.windows.net/gpt-2/data/lambada_test.jsonl",
                    ),
                ),
                "lambada",
                questions=5_153,
            ),
        ),
        column="LAMBADA",
        note="The published training part is whole novels. The test part is the form with capitals and line breaks.",
    ),
    Benchmark(
        "cnn-100k",
        "CNN, 100,000 training questions",
        "cloze",
        "see the home page; CNN's stories are not free",
        "Hermann et al.: Teaching Machines to Read and Comprehend. NIPS 2015",
        "https://cs.nyu.edu/~kcho/DMQA",
        splits=(
            Split("train", (_CNN,), "cnn", "training/*.question", options={"n": 100_000}, questions=380_298),
            Split("dev", (_CNN,), "cnn", "validation/*.question", questions=3_924),
            Split("test", (_CNN,), "cnn", "test/*.question", questions=3_198),
        ),
        column="CNN (100K Examples)",
        note="The study does not say which 100,000: this draw is by seed 0. Its Table 4 and appendix differ on CNN.",
    ),
    Benchmark(
        "record",
        "ReCoRD",
        "cloze",
        "see the home page; CNN's and Daily Mail's stories are not free",
        "Zhang et al.: ReCoRD: Bridging the Gap between Human and Machine Commonsense Reading Comprehension. 2018",
        "https://sheng-z.github.io/ReCoRD-explorer",
        splits=(
            Split("train", (_RECORD,), "record", "ReCoRD/train.jsonl", questions=100_730),
            Split("dev", (_RECORD,), "record", "ReCoRD/val.jsonl", questions=10_000),
        ),
        column="ReCoRD",
    ),
)
"""In the order of the concurrence study."""
