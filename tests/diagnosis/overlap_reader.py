"""A reader for tests of robustness: simple enough to know, and misled by whatever repeats the question's words."""

import re

from spanwise.data.dataset import Dataset
from spanwise.predictions.prediction import Prediction, Predictions


def overlap_answer(context: str, question: str) -> str:
    """Return the first capitalised run that the question lacks, of the sentence with most words in common."""
    asked = set(re.findall(r"\w+", question.lower()))
    sentences = re.split(r"(?<=[.?!])\s+", context)
    best = max(sentences, key=lambda sentence: len(asked & set(re.findall(r"\w+", sentence.lower()))))
    for run in re.findall(r"[A-Z0-9]\w*(?: [A-Z0-9]\w*)*", best):
        if not set(re.findall(r"\w+", run.lower())) <= asked:
            return str(run)
    return best


def overlap_predictions(dataset: Dataset) -> Predictions:
    """Return that reader's answers to a benchmark."""
    answers = {q.id: Prediction(q.id, overlap_answer(p.context, q.text)) for _, p, q in dataset.questions()}
    return Predictions(answers, reader="overlap")
