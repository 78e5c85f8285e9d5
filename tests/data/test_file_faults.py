from spanwise.data.dataset import Answer, Article, Dataset, Paragraph, Question
from spanwise.data.file_faults import file_findings
from spanwise.data.finding import Finding
from spanwise.data.offset_faults import diagnosis


def dataset(*paragraphs: tuple[str, list[Answer]]) -> Dataset:
    """Return a dataset with one question for each answer."""
    made = tuple(
        Paragraph(context, tuple(Question(f"q{i}-{j}", "?", (answer,)) for j, answer in enumerate(answers)))
        for i, (context, answers) in enumerate(paragraphs)
    )
    return Dataset((Article("T", made),), version="1.1")


def findings(made: Dataset) -> tuple[Finding, ...]:
    return file_findings(made, diagnosis(made))


def test_a_pattern_is_summed_up_where_several_wrong_offsets_have_it() -> None:
    context = "café du thé noir"
    (one,) = findings(dataset((context, [Answer("du", 6), Answer("noir", 14), Answer("café", 0)])))
    assert (one.code, one.mendable, one.ids) == ("offset-pattern", True, ("q0-0", "q0-1"))
    assert "2 of 2 wrong offsets have one pattern: the offsets count UTF-8 bytes" in one.found
    assert findings(dataset((context, [Answer("du", 6)]))) == ()


def test_what_fits_by_chance_is_named_with_the_pattern_that_moves_it() -> None:
    (one,) = findings(dataset(("é yaa day", [Answer("a", 4), Answer("day", 7)])))
    assert (one.mendable, one.ids) == (True, ("q0-1", "q0-0"))
    assert one.found.endswith("the offsets count UTF-8 bytes; 1 more have it and fit by chance")


def test_starts_at_first_occurrences_are_told_where_that_is_no_chance() -> None:
    twice = "the sea and the sea"
    first, second = Answer("sea", 4), Answer("sea", 16)
    (found,) = findings(dataset(*[(twice, [first])] * 20, ("the sea", [first])))
    assert (found.code, len(found.ids), found.mendable) == ("first-occurrence-taken", 20, False)
    assert "all 20 questions" in found.found
    assert findings(dataset(*[(twice, [first])] * 19, *[("the sea", [first])] * 9)) == ()
    assert findings(dataset(*[(twice, [first])] * 99, (twice, [second]))) == ()


def test_entities_that_answers_do_not_disprove_are_told_once_and_left() -> None:
    lit = [Answer("oil", 0)]
    (found,) = findings(dataset(("oil &amp; gas", lit), ("oil &#34;only&#34;", lit), ("oil & gas; AT&T;", lit)))
    assert (found.code, found.mendable, found.ids) == ("html-entities", False, ("q0-0", "q1-0"))
    assert "2 contexts hold HTML entities such as '&amp;'" in found.found
    assert findings(dataset(("oil &amp; gas", [Answer("oil & gas", 0)]))) == ()
