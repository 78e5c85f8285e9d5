"""How many questions of a reader are explained."""

import msgspec

from spanwise.report.explained import STANDINGS, explained_counts
from spanwise.report.page_input import PageInput, readers_of
from tests.report.made_explanations import explained

CONTEXT = "one two three"


def test_explained_questions_are_counted_by_where_the_right_answer_stands(sample_page: PageInput) -> None:
    columns = sample_page.scores[0].columns
    wrong = [i for i, em, there in zip(columns.ids, columns.em, columns.predicted, strict=True) if there and em < 1]
    right = next(i for i, em in zip(columns.ids, columns.em, strict=True) if em == 1)
    found = {identity: explained(CONTEXT, ("one", "two"), standing="lower") for identity in wrong[:3]}
    found[wrong[3]] = explained(CONTEXT, ("one", "two"), standing="none")
    found[right] = explained(CONTEXT, ("one", "two"), standing="first")
    page = msgspec.structs.replace(sample_page, explanations=({}, found, {}))
    # The second reader's, of its own wrong answers.
    own = sample_page.scores[1].columns
    facts = list(zip(own.ids, own.em, own.predicted, strict=True))
    first, second, third = readers_of(page)
    assert explained_counts(first) is None
    assert explained_counts(third) is None
    counts = explained_counts(second)
    assert counts is not None
    assert counts.explained == 5
    assert counts.wrong == sum(1 for _, em, there in facts if there and em < 1)
    assert counts.wrong_explained == sum(1 for i, em, there in facts if there and em < 1 and i in found)
    assert counts.standings == (
        (STANDINGS["first"], 1, "#tab=questions&g=why-1:first"),
        (STANDINGS["lower"], 3, "#tab=questions&g=why-1:lower"),
        (STANDINGS["none"], 1, "#tab=questions&g=why-1:none"),
    )
