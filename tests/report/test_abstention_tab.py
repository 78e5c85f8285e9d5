"""The tab of abstention: rows add up, and a number leads to exactly its questions."""

import re
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from playwright.sync_api import Page, expect

from spanwise.diagnosis.abstention import OUTCOMES
from spanwise.report.abstention_tab import abstention_view
from spanwise.report.page_input import PageInput, readers_of

Opener = Callable[..., Page]


def test_every_row_adds_up_to_all_questions_and_baselines_stand_beside(sample_page: PageInput) -> None:
    view = abstention_view(readers_of(sample_page), sample_page.abstention)
    assert view is not None
    assert view.outcomes is not None
    total = len(sample_page.scores[0].columns)
    for line in view.outcomes.lines:
        *counts, whole, _, _ = [int(e.text.replace(",", "")) if "." not in e.text else 0 for e in line.entries if e]
        assert sum(counts) == whole == total
    names = [line.name for line in view.outcomes.lines]
    assert names[:2] == [sample_page.scores[0].reader, "A, always answering"]
    assert names[-1] == "always abstain"


def test_rates_are_those_of_diagnosis(sample_page: PageInput) -> None:
    view = abstention_view(readers_of(sample_page), sample_page.abstention)
    assert view is not None
    assert view.rates is not None
    for line, one in zip(view.rates.lines[::2], sample_page.abstention, strict=False):
        shown = [f"{e.text} {e.interval}" for e in line.entries if e is not None]
        rates = one.reader.rates
        expected = (rates.false_answers, rates.over_refusals, rates.wrong_answers, rates.risk, rates.wrong_abstentions)
        assert shown == [rate.percent() for rate in expected]


def test_there_is_no_tab_where_nothing_can_be_abstained_on(odd_page: PageInput, sample_page: PageInput) -> None:
    assert abstention_view(readers_of(odd_page), ()) is None
    alone = msgspec.structs.replace(sample_page.abstention[0], reader=sample_page.abstention[0].always_abstain)
    view = abstention_view(readers_of(sample_page)[:1], (alone,))
    assert view is not None
    assert view.rates is not None
    # Of no answered question a rate has a reason in its place.
    risk = view.rates.lines[0].entries[3]
    assert risk is not None
    assert (risk.text, risk.why) == ("–", "undefined: the reader answers no question")


@pytest.mark.browser
def test_a_number_leads_to_exactly_its_questions(opened: Opener, sample_html: Path, sample_page: PageInput) -> None:
    page = opened(sample_html, "#tab=abstention")
    rows = sample_page.abstention[1].reader.rows
    links = page.locator("#abstention table.counts a[href^='#s=1']")
    shown = [outcome for outcome in OUTCOMES if rows[outcome].count]
    assert links.count() == len(shown) > 3
    for position, outcome in enumerate(shown):
        page.locator("#tab-abstention").click()
        links.nth(position).click()
        expect(page.locator("#count")).to_have_text(re.compile(f"^{rows[outcome].count} of "))
