"""The rows of the catalog that are not among the concurrence study's: no-answer, shift, attack, languages, domains."""

from spanwise.benchmarks.catalog_human import (
    ANSWERABLE,
    BY_SA_4,
    EXPLORER,
    MRQA,
    MRQA_HOME,
    MRQA_NOTE,
    mrqa_file,
    mrqa_split,
)
from spanwise.benchmarks.entry import Benchmark, SourceFile, Split

__all__ = ["OTHERS"]


def _slice(name: str, part: str, sha256: str) -> Split:
    file = SourceFile(
        f"{name}-{part}.json", sha256=sha256, pinned="computed", hint="a small sample that lies about in SQuAD form"
    )
    return Split(f"slice-{part}", (file,), "squad", options=ANSWERABLE)


def _shift(part: str, file: str, questions: int) -> Split:
    base = "https://raw.githubusercontent.com/modestyachts/squadshifts-website/master/datasets"
    return Split(part, (SourceFile(f"{file}_v1.0.json", f"{base}/{file}_v1.0.json"),), "squad", questions=questions)


_XQUAD = {
    "en": "e4c57d1c9143aaa1c5d265ba5987a65f4e69528d2a98f29d6e75019b10344f29",
    "de": "990b5d746746ed65ed4702ea5f35f99ffa4e2f1c390c07d003642acd937916f9",
    "ar": "abdabd7afed5c635d99cca0f3f0d0c9d9ed0bc77451e963c2e4e0638c29e486d",
    "zh": "",
    "hi": "",
    "th": "",
    "el": "",
    "es": "dcbae93ec3a9f4b9e78fd834a171d6f96c1a875e10e15b7530b7e4ef4971e37e",
    "ro": "",
    "ru": "",
    "tr": "92179a564774b7696100d144c1e10870d0a966b6fccbdd254a65b9d2ab1971cc",
    "vi": "f619a1eb11fb42d3ab0834259e488a65f585447ef6154437bfb7199d85161a04",
}


def _xquad(language: str, sha256: str) -> Split:
    name = f"xquad.{language}.json"
    address = f"https://raw.githubusercontent.com/google-deepmind/xquad/master/{name}"
    file = SourceFile(name, address, sha256=sha256, pinned="others" if sha256 else "")
    return Split(language, (file,), "squad", options=ANSWERABLE, questions=1_190)


_BUNDLES = "https://worksheets.codalab.org/rest/bundles"
_ADVERSARIAL = "Jia, Liang: Adversarial Examples for Evaluating Reading Comprehension Systems. EMNLP 2017"
_AQA = SourceFile(
    "aqa_v1.0.zip",
    "https://adversarialqa.github.io/data/aqa_v1.0.zip",
    sha256="f4f3c23224a5060b28c35e35581bd5cf46256dda3665418fb83d036d0e0c93cf",
    pinned="others",
)

_DUORC = mrqa_file("dev", "DuoRC.ParaphraseRC", "b325c0ad2fa10e699136561ee70c5ddd")

OTHERS = (
    Benchmark(
        "squad2",
        "SQuAD 2.0",
        "human",
        BY_SA_4,
        "Rajpurkar, Jia, Liang: Know What You Don't Know: Unanswerable Questions for SQuAD. ACL 2018",
        EXPLORER,
        splits=(
            Split(
                "train",
                (
                    SourceFile(
                        "train-v2.0.json",
                        f"{EXPLORER}/dataset/train-v2.0.json",
                        sha256="68dcfbb971bd3e96d5b46c7177b16c1a4e7d4bdef19fb204502738552dede002",
                        pinned="others",
                    ),
                ),
                "squad",
                questions=130_319,
            ),
            Split(
                "dev",
                (
                    SourceFile(
                        "dev-v2.0.json",
                        f"{EXPLORER}/dataset/dev-v2.0.json",
                        sha256="80a5225e94905956a6446d296ca1093975c4d3b3260f1d6c8f68bc2ab77182d8",
                        pinned="others",
                    ),
                ),
                "squad",
                questions=11_873,
            ),
        ),
    ),
    Benchmark(
        "squadshifts",
        "SQuADShifts: new Wikipedia, New York Times, Reddit, Amazon reviews",
        "human",
        "CC BY 4.0",
        "Miller, Krauth, Recht, Schmidt: The Effect of Natural Distribution Shift on Question Answering. ICML 2020",
        "https://modestyachts.github.io/squadshifts-website",
        splits=(
            _shift("new-wiki", "new_wiki", 7_938),
            _shift("nyt", "nyt", 10_065),
            _shift("reddit", "reddit", 9_803),
            _shift("amazon", "amazon_reviews", 9_885),
        ),
        note="Reddit is one article in the file, so that its intervals cannot go by article.",
    ),
    Benchmark(
        "adversarialqa",
        "AdversarialQA, combined",
        "human",
        "CC BY-SA 3.0",
        "Bartolo et al.: Beat the AI: Investigating Adversarial Human Annotation for Reading Comprehension. TACL 2020",
        "https://adversarialqa.github.io",
        splits=(
            Split("train", (_AQA,), "squad", "combined/train.json", options=ANSWERABLE, questions=30_000),
            Split("dev", (_AQA,), "squad", "combined/dev.json", options=ANSWERABLE, questions=3_000),
        ),
    ),
    Benchmark(
        "addsent",
        "Adversarial SQuAD: AddSent",
        "human",
        "MIT",
        _ADVERSARIAL,
        "https://worksheets.codalab.org/worksheets/0xc86d3ebe69a3427d91f9aaa63f7d1e7d",
        splits=(
            Split(
                "dev",
                (
                    SourceFile(
                        "addsent.json",
                        f"{_BUNDLES}/0xb765680b60c64d088f5daccac08b3905/contents/blob/",
                        sha256="40e3602aa5195cdacd03904a9c301ceb17ccf730cc32bd3ab998b66b4401e660",
                        pinned="computed",
                    ),
                ),
                "squad",
                options=ANSWERABLE,
                questions=3_560,
            ),
        ),
        note="Score a question by its worst variant: `spanwise variants`.",
    ),
    Benchmark(
        "addonesent",
        "Adversarial SQuAD: AddOneSent",
        "human",
        "MIT",
        _ADVERSARIAL,
        "https://worksheets.codalab.org/worksheets/0xc86d3ebe69a3427d91f9aaa63f7d1e7d",
        splits=(
            Split(
                "dev",
                (
                    SourceFile(
                        "addonesent.json",
                        f"{_BUNDLES}/0x3ac9349d16ba4e7bb9b5920e3b1af393/contents/blob/",
                        sha256="841ecd3a7f27e35ae079ba0780ee3b7a421b5fb3cdb842b501e17a85381e7940",
                        pinned="computed",
                    ),
                ),
                "squad",
                options=ANSWERABLE,
                questions=1_787,
            ),
        ),
    ),
    Benchmark(
        "xquad",
        "XQuAD: the same 240 paragraphs of SQuAD in twelve languages",
        "human",
        BY_SA_4,
        "Artetxe, Ruder, Yogatama: On the Cross-lingual Transferability of Monolingual Representations. ACL 2020",
        "https://github.com/google-deepmind/xquad",
        splits=tuple(_xquad(language, sha256) for language, sha256 in _XQUAD.items()),
        note="Score by the rules of the language: `--rules mlqa:LANG`.",
    ),
    Benchmark(
        "duorc",
        "DuoRC (ParaphraseRC) in MRQA's form",
        "human",
        "MIT",
        f"Saha et al.: DuoRC: Complex Language Understanding with Paraphrased Reading Comprehension. ACL 2018; {MRQA}",
        MRQA_HOME,
        splits=(
            mrqa_split("dev", _DUORC, "DuoRC", 1_501),
            _slice("duorc", "train", "8a02e7c95601b7c61853650cda8aec2df9c50ac833effa6d9a8707803d8c2e7c"),
            _slice("duorc", "val", "85195b6200267d1704c46b7998ceb6b857fef40b5670adc89368ea3b390b9a46"),
        ),
        note=MRQA_NOTE,
    ),
    Benchmark(
        "race",
        "RACE (questions with a span as answer) in MRQA's form",
        "human",
        "research only; see the home page of RACE",
        f"Lai et al.: RACE: Large-scale ReAding Comprehension Dataset From Examinations. EMNLP 2017; {MRQA}",
        MRQA_HOME,
        splits=(
            mrqa_split("dev", mrqa_file("dev", "RACE", "ba8063647955bbb3ba63e9b17d82e815"), "RACE", 674),
            _slice("race", "train", "8fbf741b82cb7bbab4b94293529f2975ca7c4c216f88143ec3e81578da338206"),
            _slice("race", "val", "32a8f5dbbfd6f676f17012fe52a44b8cf29e2520cc778984283d3125dc59c649"),
        ),
        note=MRQA_NOTE,
    ),
    Benchmark(
        "relationextraction",
        "Relation Extraction (zero-shot) in MRQA's form",
        "human",
        "not known; ask its makers",
        f"Levy, Seo, Choi, Zettlemoyer: Zero-Shot Relation Extraction via Reading Comprehension. CoNLL 2017; {MRQA}",
        MRQA_HOME,
        splits=(
            mrqa_split(
                "dev",
                mrqa_file("dev", "RelationExtraction", "266be75954fcb31b9dbfa9be7a61f088"),
                "RelationExtraction",
                2_948,
            ),
            _slice("relation_extraction", "train", "87b996633e8bc45e6af126c3797e439559de32ba7eee6be915210e0513c5e049"),
            _slice("relation_extraction", "val", "56e76802ddd392971b0411a204504d8727a8736bc3f4accd8e5aa0b5bf880865"),
        ),
        note=MRQA_NOTE,
    ),
)
"""Beside the 44 columns of the concurrence study."""
