"""The tab of slices: what is marked is what diagnosis marks, and a number leads to exactly its questions."""

import re
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from playwright.sync_api import Page, expect

from spanwise.report.page_input import PageInput, readers_of
from spanwise.report.slice_tab import slice_view

Opener = Callable[..., Page]


def test_each_slice_stands_with_its_number_and_each_readers_score(sample_page: PageInput) -> None:
    view = slice_view(readers_of(sample_page), sample_page.slices)
    assert view is not None
    assert view.short is not None
    lines = [line for grid in (view.short, *view.long) for line in grid.lines if not line.heading]
    shown = {(e.link if (e := line.entries[0]) else ""): line for line in lines}
    for group in zip(*sample_page.slices, strict=True):
        line = shown.get(f"#g={group[0].column}:{'-'.join(group[0].value.split())}")
        if line is None:
            continue
        count, *scores = (e for e in line.entries if e is not None)
        assert count.text == f"{group[0].n:,}"
        for one, entry in zip(group, scores, strict=True):
            assert f"{entry.text} {entry.interval}".strip() == one.score.percent()
    assert len(shown) > 20


def test_only_what_diagnosis_calls_worse_is_marked(sample_page: PageInput) -> None:
    readers = readers_of(sample_page)
    chosen = next(i for i, one in enumerate(sample_page.slices[0]) if one.p_value is not None and one.n)
    worse = tuple(
        msgspec.structs.replace(one, worse=i == chosen, p_holm=0.001) for i, one in enumerate(sample_page.slices[0])
    )
    view = slice_view(readers, (worse, *sample_page.slices[1:]))
    assert view is not None
    assert view.short is not None
    marks = [
        e.mark for line in (*view.short.lines, *(x for g in view.long for x in g.lines)) for e in line.entries if e
    ]
    expected = sum(one.worse for own in (worse, *sample_page.slices[1:]) for one in own if one.n)
    assert sum(bool(mark) for mark in marks) == expected
    (_, link, said), *_ = [item for item in view.worse[0][1] if worse[chosen].value in item[0]]
    assert said.endswith("p 0.0010")
    assert link.startswith("#s=0&g=")


def test_without_slices_there_is_no_tab(sample_page: PageInput) -> None:
    assert slice_view(readers_of(sample_page), ()) is None
    assert slice_view(readers_of(sample_page), ((), (), ())) is None


@pytest.mark.browser
def test_a_slice_leads_to_its_questions_and_filters_join(
    opened: Opener, sample_html: Path, sample_page: PageInput
) -> None:
    assert sample_page.facts is not None
    words = sample_page.facts.column("question_word").values
    page = opened(sample_html, "#tab=slices")
    page.locator("#slices a[href='#g=question_word:who']").click()
    expect(page.locator("#count")).to_have_text(re.compile(f"^{words.count('who')} of "))
    expect(page.locator("#conditions .chip")).to_have_text("question word: who ×")
    lengths = sample_page.facts.column("question_length").values
    page.locator("#slice").select_option("question_length:8-10")
    both = list(zip(words, lengths, strict=True)).count(("who", "8-10"))
    expect(page.locator("#count")).to_have_text(re.compile(f"^{both} of "))
    expect(page).to_have_url(re.compile("g=question_word:who&g=question_length:8-10"))
    again = opened(sample_html, "#" + page.url.partition("#")[2])
    expect(again.locator("#count")).to_have_text(re.compile(f"^{both} of "))
    again.locator("#conditions .chip").first.click()
    expect(again.locator("#count")).to_have_text(re.compile(f"^{lengths.count('8-10')} of "))
