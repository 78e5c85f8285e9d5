import json

import msgspec

import spanwise as sw
from tests.cli.conftest import Run


def test_the_json_says_what_the_library_says(run: Run, dev: str) -> None:
    printed = json.loads(run("describe", dev, "--json").out)
    assert printed == {"format": "squad"} | json.loads(msgspec.json.encode(sw.describe(sw.read(dev))))


def test_the_table_has_the_counts_of_the_papers_tables(run: Run, dev: str) -> None:
    out = run("describe", dev).out
    rows = [" ".join(line.split()) for line in out.splitlines()]
    for row in ("articles 9", "paragraphs 27", "questions 162", "unanswerable 54 (33.3 %)", "answers 324"):
        assert row in rows
    assert max(map(len, out.split("first words")[0].splitlines())) <= 80
