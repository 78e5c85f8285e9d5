"""A benchmark of one question, as a dataset and as a row, for tests of formats."""

from spanwise.data.dataset import Answer, Article, Dataset, Paragraph, Question

ENDINGS = {"squad": ".json", "mrqa": ".jsonl", "rows": ".jsonl", "parquet": ".parquet"}
CONTEXT = "The lighthouse at Skarn was lit in 1871."
ROW = {"id": "a1", "context": CONTEXT, "question": "When?", "answers": {"text": ["1871"], "answer_start": [35]}}
SKARN = Dataset(
    (Article("Skarn", (Paragraph(CONTEXT, (Question("a1", "When?", (Answer("1871", 35),)),)),)),), "1.1", "skarn"
)
