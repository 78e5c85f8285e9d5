"""The tab of mistakes: the classes add up, and a class leads to exactly its questions."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from spanwise.report.mistake_tab import mistake_view
from spanwise.report.page_input import PageInput, readers_of

Opener = Callable[..., Page]


def test_the_classes_of_a_reader_add_up_to_all_questions(sample_page: PageInput) -> None:
    view = mistake_view(readers_of(sample_page), sample_page.mistakes)
    assert view is not None
    assert view.plausible is None
    for place in range(3):
        *counts, whole = [int(e.text) for line in view.classes.lines if (e := line.entries[place]) is not None]
        assert sum(counts) == whole == len(sample_page.scores[place].columns)


def test_bars_are_as_long_as_there_are_mistakes(sample_page: PageInput) -> None:
    view = mistake_view(readers_of(sample_page), sample_page.mistakes)
    assert view is not None
    wrong = [sum(key != "right" for key in one.keys) for one in sample_page.mistakes]
    for (_, bar, said), count in zip(view.bars, wrong, strict=True):
        widths = [float(width) for width in re.findall(r'width="([\d.]+)%" y', bar)]
        assert sum(widths) == pytest.approx(100 * count / max(wrong), abs=0.1)
        assert said.startswith(f"{count} of ")


def test_the_shares_of_plausible_answers_are_those_of_diagnosis(sample_page: PageInput) -> None:
    view = mistake_view(readers_of(sample_page), sample_page.mistakes, sample_page.plausible)
    assert view is not None
    assert view.plausible is not None
    for place, one in enumerate(sample_page.plausible):
        column = [line.entries[place] for line in view.plausible.lines]
        shown = [f"{e.text} {e.interval}".strip() if e else "" for e in column]
        assert shown[0] == f"{one.false_answers} of {one.questions}"
        assert shown[1] == ("–" if one.em.value is None else one.em.percent())


def test_without_mistakes_there_is_no_tab(sample_page: PageInput) -> None:
    assert mistake_view(readers_of(sample_page), ()) is None


@pytest.mark.browser
def test_a_class_leads_to_exactly_its_questions(opened: Opener, sample_html: Path, sample_page: PageInput) -> None:
    page = opened(sample_html, "#tab=mistakes")
    links = page.locator("#mistakes a[href^='#s=1&g=mistake-1:']")
    addresses = links.evaluate_all("all => all.map((a) => a.getAttribute('href'))")
    assert len(addresses) > 3
    for position, address in enumerate(addresses):
        count = sample_page.mistakes[1].keys.count(address.partition(":")[2])
        page.locator("#tab-mistakes").click()
        links.nth(position).click()
        expect(page.locator("#count")).to_have_text(re.compile(f"^{count} of "))
