from pathlib import Path

import pytest

from spanwise.benchmarks.curate.writers_of_questions import read_writers
from spanwise.data.dataset import Article, Dataset, Paragraph, Question
from spanwise.errors import DataError, FormatError, InputError

ASKED = Dataset((Article("A", (Paragraph("c", (Question("1", "a"), Question("2", "b"))),)),))


@pytest.mark.parametrize(
    "content",
    [
        "id,worker\n1,w1\n2,w2\n",
        "worker_id\tqid\tnote\nw1\t1\tx\nw2\t2\ty\n",
        '{"id": "1", "worker": "w1", "answer": "x"}\n{"id": 2, "worker": "w2"}\n{"id": "other", "worker": "w9"}',
    ],
)
def test_writers_are_read_from_tables_and_json_lines(content: str, tmp_path: Path) -> None:
    file = tmp_path / "workers"
    file.write_text(content)
    assert read_writers(file, ASKED) == {"1": "w1", "2": "w2"}


@pytest.mark.parametrize(
    ("content", "error", "message"),
    [
        ("id,worker\n1,w1\n", DataError, "1 of 2 questions have no worker: '2'"),
        ("id,worker\n1,w1\n1,w2\n2,w1\n", DataError, "line 3: question '1' has the workers 'w1' and 'w2'"),
        ("id,name\n1,w1\n", FormatError, "line 2: there is no worker"),
        ("id,worker\n1,\n", FormatError, "line 2: there is no worker"),
        ('{"worker": "w"}', FormatError, "line 1: there is no id"),
        ("{}\n[1]", FormatError, "line 1: there is no id"),
    ],
)
def test_a_file_that_does_not_say_who_wrote_what_is_refused(
    content: str, error: type[InputError], message: str, tmp_path: Path
) -> None:
    file = tmp_path / "workers"
    file.write_text(content)
    with pytest.raises(error, match=message):
        read_writers(file, ASKED)
