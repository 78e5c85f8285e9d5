"""The rows of the catalog whose questions people wrote."""

from spanwise.benchmarks.entry import Benchmark, SourceFile, Split

__all__ = ["ANSWERABLE", "BY_SA_4", "EXPLORER", "HUMAN", "MRQA", "MRQA_HOME", "MRQA_NOTE", "mrqa_file", "mrqa_split"]

BY_SA_4 = "CC BY-SA 4.0"
_SQUAD = "Rajpurkar, Zhang, Lopyrev, Liang: SQuAD: 100,000+ Questions for Machine Comprehension of Text. EMNLP 2016"
MRQA = "Fisch, Talmor, Jia, Seo, Choi, Chen: MRQA 2019 Shared Task. MRQA Workshop 2019"
MRQA_HOME = "https://github.com/mrqa/MRQA-Shared-Task-2019"
MRQA_NOTE = "Contexts are cut at 800 tokens, and questions whose answer is not in them are not in the file."
EXPLORER = "https://rajpurkar.github.io/SQuAD-explorer"

_SQUAD_TRAIN = SourceFile(
    "train-v1.1.json",
    f"{EXPLORER}/dataset/train-v1.1.json",
    sha256="3527663986b8295af4f7fcdff1ba1ff3f72d07d61a20f487cb238a6ef92fd955",
    pinned="others",
)
_SQUAD_DEV = SourceFile(
    "dev-v1.1.json",
    f"{EXPLORER}/dataset/dev-v1.1.json",
    sha256="95aa6a52d5d6a735563366753ca50492a658031da74f301ac5238b03966972c9",
    pinned="computed",
)
ANSWERABLE = {"answerable": True}


def _squad_sample(thousands: int) -> Benchmark:
    n = thousands * 1000
    return Benchmark(
        name=f"squad-{thousands}k",
        title=f"SQuAD 1.1, {n:,} training questions",
        column=f"SQuAD {thousands}K",
        family="human",
        licence=BY_SA_4,
        citation=_SQUAD,
        home=EXPLORER,
        splits=(
            Split("train", (_SQUAD_TRAIN,), "squad-sample", options={"n": n}, questions=87_599),
            Split("dev", (_SQUAD_DEV,), "squad", options=ANSWERABLE, questions=10_570),
        ),
        note="The study draws at random and publishes no seed; this one is by seed 0, smaller ones in larger ones.",
    )


def mrqa_file(part: str, name: str, md5: str) -> SourceFile:
    """Return a file of MRQA's second release; its README has the MD5."""
    address = f"https://s3.us-east-2.amazonaws.com/mrqa/release/v2/{part}/{name}.jsonl.gz"
    return SourceFile(f"mrqa-{part}-{name}.jsonl.gz", address, md5=md5, pinned="makers")


def mrqa_split(part: str, file: SourceFile, dataset: str, questions: int, *, tags: bool = False) -> Split:
    """Return the part made from such a file, whose header must hold the dataset's name."""
    options = {"dataset": dataset} | ({"tags": True} if tags else {})
    return Split(part, (file,), "mrqa", options=options, questions=questions)


def _qamr(part: str) -> Split:
    base = "https://raw.githubusercontent.com/uwnlp/qamr/master/data"
    rows = SourceFile(f"qamr-filtered-{part}.tsv", f"{base}/filtered/{part}.tsv")
    sentences = SourceFile("qamr-wiki-sentences.tsv", f"{base}/wiki-sentences.tsv")
    counts = {"dev": 18_908, "test": 18_770}
    return Split(part, (rows, sentences), "qamr", questions=counts.get(part))


HUMAN = (
    Benchmark(
        "squad",
        "SQuAD 1.1",
        "human",
        BY_SA_4,
        _SQUAD,
        EXPLORER,
        splits=(
            Split("train", (_SQUAD_TRAIN,), "squad", options=ANSWERABLE, questions=87_599),
            Split("dev", (_SQUAD_DEV,), "squad", options=ANSWERABLE, questions=10_570),
        ),
        column="SQuAD (All)",
    ),
    *(_squad_sample(thousands) for thousands in (1, 10, 20, 40, 60)),
    Benchmark(
        "mrqa-squad",
        "SQuAD 1.1 in MRQA's form",
        "human",
        BY_SA_4,
        f"{_SQUAD}; {MRQA}",
        MRQA_HOME,
        splits=(
            mrqa_split("train", mrqa_file("train", "SQuAD", "efd6a551d2697c20a694e933210489f8"), "SQuAD", 86_588),
            mrqa_split("dev", mrqa_file("dev", "SQuAD", "05f3f16c5c31ba8e46ff5fa80647ac46"), "SQuAD", 10_507),
        ),
        note=MRQA_NOTE,
    ),
    Benchmark(
        "mrqa-newsqa",
        "NewsQA in MRQA's form",
        "human",
        "research only: CNN's stories are not free; see the home page",
        f"Trischler et al.: NewsQA: A Machine Comprehension Dataset. RepL4NLP 2017; {MRQA}",
        MRQA_HOME,
        splits=(
            mrqa_split("train", mrqa_file("train", "NewsQA", "182f4e977b849cb1dbfb796030b91444"), "NewsQA", 74_160),
            mrqa_split("dev", mrqa_file("dev", "NewsQA", "5c188c92a84ddffe2ab590ac7598bde2"), "NewsQA", 4_212),
            Split(
                "sample",
                (
                    SourceFile(
                        "NewsQA_sample.jsonl",
                        "https://raw.githubusercontent.com/mrqa/MRQA-Shared-Task-2019/master/baseline/NewsQA_sample.jsonl",
                        sha256="c9a40ad6aeb22a8ff569f700049b9d0e8f37947f17dbcd81bf55d2738ff49c91",
                        pinned="computed",
                    ),
                ),
                "mrqa",
                options={"dataset": "NewsQA"},
            ),
        ),
        column="MRQA NewsQA",
        note=MRQA_NOTE,
    ),
    Benchmark(
        "mrqa-naturalquestions",
        "Natural Questions (short answers) in MRQA's form",
        "human",
        "CC BY-SA 3.0",
        f"Kwiatkowski et al.: Natural Questions. TACL 2019; {MRQA}",
        MRQA_HOME,
        splits=(
            mrqa_split(
                "train",
                mrqa_file("train", "NaturalQuestionsShort", "e27d27bf7c49eb5ead43cef3f41de6be"),
                "NaturalQuestions",
                104_071,
                tags=True,
            ),
            mrqa_split(
                "dev",
                mrqa_file("dev", "NaturalQuestionsShort", "c0347eebbca02d10d1b07b9a64efe61d"),
                "NaturalQuestions",
                12_836,
                tags=True,
            ),
        ),
        column="MRQA NaturalQuestions",
        note=f"{MRQA_NOTE} HTML tags become plain words: <P> is BPB.",
    ),
    Benchmark(
        "mrqa-drop",
        "DROP (span answers) in MRQA's form",
        "human",
        BY_SA_4,
        f"Dua et al.: DROP: A Reading Comprehension Benchmark Requiring Discrete Reasoning. NAACL 2019; {MRQA}",
        MRQA_HOME,
        splits=(mrqa_split("dev", mrqa_file("dev", "DROP", "070eb2ac92d2b2fc1b99abeda97ac37a"), "DROP", 1_503),),
        column="MRQA DROP",
        note=f"{MRQA_NOTE} MRQA has no training part of DROP; what the study trained on it does not say.",
    ),
    Benchmark(
        "mrqa-hotpotqa",
        "HotpotQA in MRQA's form",
        "human",
        BY_SA_4,
        f"Yang et al.: HotpotQA: A Dataset for Diverse, Explainable Multi-hop Question Answering. EMNLP 2018; {MRQA}",
        MRQA_HOME,
        splits=(
            mrqa_split("train", mrqa_file("train", "HotpotQA", "d212c7b3fc949bd0dc47d124e8c34907"), "HotpotQA", 72_928),
            mrqa_split("dev", mrqa_file("dev", "HotpotQA", "125a96846c830381a8acff110ff6bd84"), "HotpotQA", 5_904),
        ),
        column="MRQA HotpotQA",
        note=MRQA_NOTE,
    ),
    Benchmark(
        "qamr",
        "QAMR on passages",
        "human",
        "MIT",
        "Michael, Stanovsky, He, Dagan, Zettlemoyer: Crowdsourcing Question-Answer Meaning Representations. NAACL 2018",
        "https://github.com/uwnlp/qamr",
        splits=(_qamr("train"), _qamr("dev"), _qamr("test")),
        column="QAMR",
        note="Needs two files. Sentences of a paragraph are put together, ambiguous and repeated questions left out.",
    ),
)
"""In the order of the concurrence study; MRQA's SQuAD, which it does not have, beside SQuAD."""
