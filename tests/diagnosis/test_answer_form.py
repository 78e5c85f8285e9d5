import pytest

from spanwise.diagnosis.answer_form import form_key


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("the well-known kite", "Well known kite."),
        ("Citroën", "Citroen"),
        ("1,000,000 people", "1000000 people"),
        ("10 000", "10,000"),
        ("two", "2"),
        ("the third", "3rd"),
        ("50%", "50 percent"),
        ("50 per cent", "50 %"),
        ("1939–1945", "1939-1945"),
        ("Levi 's", "Levi’s"),
        ("ﬁn", "fin"),
    ],
)
def test_what_differs_in_form_only_has_one_key(one: str, other: str) -> None:
    assert form_key(one) == form_key(other) != ""


@pytest.mark.parametrize(
    ("one", "other"),
    [("1.5 million", "15 million"), ("-3", "3"), ("1 5", "15"), ("12 1871", "121871"), ("kite", "kites"), ("no", "")],
)
def test_what_says_something_else_has_another_key(one: str, other: str) -> None:
    assert form_key(one) != form_key(other)


@pytest.mark.parametrize("text", ["", "the", " . ", "“”"])
def test_a_text_that_is_form_alone_has_an_empty_key(text: str) -> None:
    assert form_key(text) == ""
