import pytest

from spanwise.benchmarks.curate.plain_text import plain_paragraphs


def test_blocks_between_blank_lines_are_paragraphs_of_one_line_each() -> None:
    found = plain_paragraphs("First\r\nline.\r\n \r\n\r\nSecond – here.\n\n\n")
    assert found.paragraphs == ("First line.", "Second – here.")
    assert found.left_out == ()


@pytest.mark.parametrize(
    ("block", "kind"),
    [
        ("- one\n- two", "lists"),
        ("1. one\n2. two\n   goes on", "lists"),
        ("a) one\nb) two", "lists"),
        ("name\tyear\nA\t1\nB\t2", "tables"),
        ("| a | b |\n|---|---|\n| c | d |", "tables"),
        ("a     1\nb     2", "tables"),
    ],
)
def test_lists_and_tables_are_left_out_and_counted(block: str, kind: str) -> None:
    found = plain_paragraphs(f"Before.\n\n{block}\n\nAfter.")
    assert found.paragraphs == ("Before.", "After.")
    assert found.left_out == ((kind, 1),)


def test_a_sentence_with_a_dash_or_a_wide_gap_stays() -> None:
    text = "He came - and went.\nIt was 1871. Then\nthe quarry   flooded."
    assert plain_paragraphs(text).paragraphs == ("He came - and went. It was 1871. Then the quarry flooded.",)
