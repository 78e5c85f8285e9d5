import json
from collections.abc import Callable
from pathlib import Path

import pytest

from spanwise.diagnosis.columns_file import UNKNOWN, with_columns
from spanwise.diagnosis.question_facts import FactColumn, Facts
from spanwise.errors import DataError, FormatError, SpanwiseError

FACTS = Facts(("q1", "q2", "q3"), (FactColumn("article", "article", ("A", "A", "B"), ("A", "B")),))
JSON_LINES = """\
{"id": "q3", "topic": "sea", "hard": true}
{"id": "q1", "topic": "land", "hard": false}
{"id": "q2", "hard": true, "topic": "land"}
"""
Written = Callable[[str], Path]


@pytest.fixture
def written(tmp_path: Path) -> Written:
    def write(text: str) -> Path:
        path = tmp_path / "columns"
        path.write_text(text, "utf-8")
        return path

    return write


@pytest.mark.parametrize(
    "text",
    [
        "id,topic,hard\nq3,sea,true\nq1,land,false\nq2,land,true\n",
        "topic;qid;hard\nsea;q3;true\n\nland;q1;false\nland;q2;true",
        "question_id\ttopic\thard\r\nq3\tsea\ttrue\r\nq1\tland\tfalse\r\nq2\tland\ttrue\r\n",
        JSON_LINES,
    ],
)
def test_tables_and_json_lines_say_the_same_in_any_order(written: Written, text: str) -> None:
    facts = with_columns(FACTS, written(text))
    assert facts.ids == FACTS.ids
    assert facts.columns[0] == FACTS.columns[0]
    assert facts.column("topic") == FactColumn("topic", "topic", ("land", "land", "sea"), ("land", "sea"))
    assert facts.column("hard").values == ("false", "true", "true")


def test_few_numbers_are_values_in_their_order_and_many_are_cut_into_quarters(written: Written) -> None:
    few = with_columns(FACTS, written("id,level\nq1,10\nq2,9\nq3,10\n")).column("level")
    assert few.order == ("9", "10")
    many = Facts(tuple(map(str, range(100))), ())
    column = with_columns(many, written("id,age\n" + "".join(f"{i},{i / 2}\n" for i in range(100)))).column("age")
    assert column.order == ("below 12.5", "12.5 to below 25", "25 to below 37.5", "37.5 and more")
    assert [column.values.count(name) for name in column.order] == [25, 25, 25, 25]
    skewed = "id,age\n" + "".join(f"{i},{max(0, i - 80)}\n" for i in range(100))
    column = with_columns(many, written(skewed)).column("age")
    assert column.order == ("below 1", "1 and more")
    assert column.values.count("below 1") == 81


def test_questions_without_a_row_or_value_are_refused_unless_declared_unknown(written: Written) -> None:
    file = written("id,topic\nq1,land\nq2,\n")
    with pytest.raises(DataError, match=r"2 questions have no 'topic' \('q2', 'q3'\).*--column-gaps unknown"):
        with_columns(FACTS, file)
    column = with_columns(FACTS, file, gaps="unknown").column("topic")
    assert column.values == ("land", UNKNOWN, UNKNOWN)
    assert column.order == ("land", UNKNOWN)
    null = written(json.dumps({"id": "q1", "topic": None, "size": 3}) + "\n")
    assert with_columns(FACTS, null, gaps="unknown").column("topic").values == (UNKNOWN,) * 3


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("id,topic\nq1,a\nq2,b\nq1,c\nq3,c\n", "line 4: the id 'q1' stands twice"),
        ("id,topic\nq1,a\nq2,b\nq3,c\nq4,d\n", r"1 row is of no question of the benchmark \('q4'\)"),
        ("name,topic\nq1,a\n", "the header has 'name', 'topic'; a column called id"),
        ("id,topic\nq1,a,b\n", "line 2: found 3 cells where the header has 2"),
        ("id,topic,topic\nq1,a,b\n", "names a column twice"),
        ('id,topic\nq1,"a\n', "not a valid table"),
        ("id\nq1\nq2\nq3\n", "no column beside the id"),
        ("id,article\nq1,a\nq2,b\nq3,c\n", "'article' is called as one that is there already"),
        ("id,topic\n", "there are no rows"),
        ("", "the header has nothing"),
        ('{"id": "q1", "topic": ["a"]}', "'topic' is no single value"),
        ('{"id": true, "topic": "a"}', "there is no id"),
        ('{"topic": "a"}', "line 1: there is no id"),
        ('{"id": "q1"}\n3', "line 2: found int"),
    ],
)
def test_what_cannot_be_sliced_by_is_refused_with_a_sentence(written: Written, text: str, said: str) -> None:
    with pytest.raises((DataError, FormatError), match=said):
        with_columns(FACTS, written(text))


def test_a_column_with_a_value_a_question_is_no_slice(written: Written) -> None:
    many = Facts(tuple(map(str, range(501))), ())
    with pytest.raises(DataError, match="501 different values"):
        with_columns(many, written("id,note\n" + "".join(f"{i},note {i}\n" for i in range(501))))


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(SpanwiseError, match="no such file"):
        with_columns(FACTS, tmp_path / "none.csv")
