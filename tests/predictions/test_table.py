import pytest
from hypothesis import given
from hypothesis import strategies as st

from spanwise.errors import FormatError, InputError, PredictionError
from spanwise.predictions.entries import Entries
from spanwise.predictions.prediction import Prediction
from spanwise.predictions.shapes import from_rows
from spanwise.predictions.table import rows_from_table
from spanwise.text.span import Span


def read(text: str) -> dict[str, Prediction]:
    entries = Entries("p.csv")
    return from_rows(rows_from_table(text, entries), entries)[0]


@pytest.mark.parametrize("delimiter", [",", ";", "\t"], ids=["comma", "semicolon", "tab"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"], ids=["unix", "windows", "old mac"])
def test_the_delimiter_and_the_line_end_are_found_out(delimiter: str, end: str) -> None:
    lines = [["id", "prediction_text", "na_prob"], ["q1", "Odra", "0.25"], ["q2", "", "1"]]
    text = end.join(delimiter.join(cells) for cells in lines)
    expected = {"q1": Prediction("q1", "Odra", na_prob=0.25), "q2": Prediction("q2", "", na_prob=1.0)}
    assert read(text) == read(text + end) == read(end + text + end + end) == expected


def test_columns_go_by_their_names_in_any_order_and_others_are_left() -> None:
    text = '"Prediction","question","ID"\n"Odra","Which river, and why?","q1"\n'
    assert read(text) == {"q1": Prediction("q1", "Odra")}


def test_quoted_texts_hold_delimiters_quotes_and_lines() -> None:
    text = 'id;text\nq1;"a; ""b"",\r\nc"\nq2;it\'s\n'
    assert {i: p.text for i, p in read(text).items()} == {"q1": 'a; "b",\r\nc', "q2": "it's"}


def test_numbers_are_read_from_cells_and_empty_cells_are_none() -> None:
    text = "id,text,score,start,end\nq1,1871,9.5,35.0,39.0\nq2,1934,,,\n"
    assert read(text) == {"q1": Prediction("q1", "1871", Span(35, 39), 9.5), "q2": Prediction("q2", "1934")}


def test_a_number_is_a_fine_text_and_a_fine_id() -> None:
    assert read("id,text\n17,1871\n") == {"17": Prediction("17", "1871")}


@pytest.mark.parametrize(
    "text", ["q1,Odra\nq2,\n", "id\nq1\n", "id|text\nq1|Odra\n", "null", '"Odra"', "text,na_prob\nOdra,0.1\n"]
)
def test_a_table_without_a_header_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(FormatError) as caught:
        read(text)
    first = text.splitlines()[0]
    assert str(caught.value) == (
        f"p.csv: neither JSON nor a table with a header: the first line is {first!r}; a table begins with a line "
        "such as: id,prediction_text,no_answer_probability"
    )


@pytest.mark.parametrize("row", ["q2,Denver, Colorado", "q2"])
def test_a_row_that_does_not_fit_the_header_is_refused_with_its_line(row: str) -> None:
    with pytest.raises(FormatError, match=r"p\.csv: line 3: found [13] cells where the header has 2; put .*quotes"):
        read(f"id,text\nq1,Odra\n{row}\n")


@pytest.mark.parametrize("text", ['id,text\nq1,"Odra\n', 'id,text\nq1,"Odra"x\n'], ids=["not closed", "goes on"])
def test_broken_quotes_are_refused_with_their_line(text: str) -> None:
    with pytest.raises(FormatError, match=r"p\.csv: line 2: .*; this is not a valid table"):
        read(text)


def test_a_header_with_a_name_twice_is_refused() -> None:
    with pytest.raises(FormatError, match=r"p\.csv: line 1: the header names 'text' twice"):
        read("id,text,text\nq1,a,b\n")


@pytest.mark.parametrize(
    ("cell", "found"), [("often", "'often'"), ("0,5", "'0,5'"), ("nan", "NaN"), ("inf", "infinite")]
)
def test_a_probability_that_is_no_number_is_refused_with_its_line(cell: str, found: str) -> None:
    with pytest.raises(PredictionError, match=rf"p\.csv: line 2.*na_prob is {found}; na_prob must be a"):
        read(f"id;text;na_prob\nq1;Odra;{cell}\n")


@given(st.text(st.sampled_from("q1a,;\t\"\r\n '0.5\0")))
def test_any_table_is_read_or_refused_by_an_error_of_ours(body: str) -> None:
    message, by_id = "", dict[str, Prediction]()
    try:
        by_id = read(f"id,text,na_prob\n{body}")
    except InputError as error:
        message = str(error)
    assert not message or message.startswith("p.csv: ")
    assert all(p.id == identity for identity, p in by_id.items())
