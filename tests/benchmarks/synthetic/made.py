"""Sources and vectors that are small and known."""

import random

import numpy as np

from spanwise.benchmarks.synthetic.drawn_words import UniformPassages
from spanwise.benchmarks.synthetic.fuzzy import FuzzyMaker, FuzzySettings
from spanwise.data.dataset import Article, Dataset, Paragraph
from spanwise.language.vectors import WordVectors

WORDS = tuple(f"w{number}" for number in range(300))

TREEBANK = """\
( (S (NP-SBJ (DT The) (NN keeper)) (VP (VBZ lights) (NP (DT the) (NN lamp))) (. .)))
( (S (NP-SBJ-1 (DT The) (NN lamp)) (VP (VBZ burns)
   (NP (-NONE- *T*-1))) (. .)) )
(S (NP (NN rain) (-LRB- -LRB-) (NN hail) (-RRB- -RRB-)) (VP (VBZ falls)) (. .))
"""


def vectors(words: tuple[str, ...] = WORDS) -> WordVectors:
    return WordVectors(words, np.random.default_rng(5).normal(size=(len(words), 8)).astype(np.float32))


def uniform(tokens: int = 30) -> UniformPassages:
    return UniformPassages(WORDS, tokens=tokens)


def maker(seed: int = 0, tokens: int = 30, **settings: object) -> FuzzyMaker:
    chosen = FuzzySettings(**({"neighbours": 10} | settings))  # type: ignore[arg-type]
    return FuzzyMaker(uniform(tokens), vectors(), seed=seed, settings=chosen)


def dataset(*articles: tuple[str, ...]) -> Dataset:
    return Dataset(
        tuple(
            Article(f"article {number}", tuple(Paragraph(context) for context in contexts))
            for number, contexts in enumerate(articles)
        ),
        version="1.1",
        name="drawn",
    )


def rng(seed: int = 0) -> random.Random:
    return random.Random(seed)
