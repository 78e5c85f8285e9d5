"""A small benchmark and the words that may stand for its own."""

from pathlib import Path

import numpy as np
import pytest

from spanwise.benchmarks.adversarial.add_sent import SentenceMaker
from spanwise.data.dataset import Answer, Article, Dataset, Paragraph, Question
from spanwise.language.annotate import Annotator
from spanwise.language.lexicon import Lexicon
from spanwise.language.vectors import WordVectors
from tests.wordnet_database import EXCEPTIONS, write_database

BOATS = (
    "The large boat left Rome in 1843. Robert Hill steered it to Paris. In 1851 the boat burned. "
    "Its captain sold seven sails in Berlin before the fire."
)
TOWER = "The tower of Paris is cold. Maria built it with forty men in 1850. Berlin envied it; Berlin had none."


def question(identity: str, text: str, context: str, *answers: str) -> Question:
    return Question(identity, text, tuple(Answer(answer, context.index(answer)) for answer in answers))


@pytest.fixture(scope="session")
def boats() -> Dataset:
    first = (
        question("b1", "Where did the large boat leave Rome for?", BOATS, "Paris"),
        question("b2", "Who steered the boat to Paris?", BOATS, "Robert Hill"),
        question("b3", "When did the boat burn?", BOATS, "1851", "In 1851"),
        Question("b4", "Who sank it?", is_impossible=True),
        question("b5", "Name the steersman of Rome.", BOATS, "Robert Hill"),
    )
    second = (question("t1", "How many men built the cold tower of Paris?", TOWER, "forty"),)
    return Dataset(
        (Article("Boats", (Paragraph(BOATS, first),)), Article("Tower", (Paragraph(TOWER, second),))), "2.0", "boats"
    )


@pytest.fixture(scope="session")
def vectors() -> WordVectors:
    rows = {
        "rome": (1.0, 0.1, 0.0),
        "paris": (0.9, 0.2, 0.0),
        "berlin": (0.8, 0.4, 0.0),
        "1843": (0.0, 0.1, 1.0),
        "1851": (0.0, 0.2, 1.0),
        "1850": (0.0, 0.25, 0.9),
        "robert": (0.1, 1.0, 0.0),
        "maria": (0.2, 1.0, 0.0),
    }
    return WordVectors(tuple(rows), np.array(list(rows.values()), dtype=np.float32))


@pytest.fixture(scope="session")
def lexicon(tmp_path_factory: pytest.TempPathFactory) -> Lexicon:
    return Lexicon(write_database(tmp_path_factory.mktemp("wordnet"), exceptions=EXCEPTIONS))


@pytest.fixture(scope="session")
def maker(boats: Dataset, annotator: Annotator, lexicon: Lexicon, vectors: WordVectors) -> SentenceMaker:
    return SentenceMaker(boats, annotator, lexicon, vectors)


@pytest.fixture(scope="session")
def folder_of_wordnet(lexicon: Lexicon) -> Path:
    return Path(lexicon.files.folder)
