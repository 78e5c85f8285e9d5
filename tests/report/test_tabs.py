"""The tabs of the page in a real Chromium: one at a time, by mouse, keys and address; all of them without a script."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser
Opener = Callable[..., Page]


def tabs_of(page: Page) -> list[str]:
    found: list[str] = page.locator("[role=tab]").evaluate_all("all => all.map((tab) => tab.dataset.tab)")
    return found


def shown(page: Page) -> list[str]:
    """Return the tabs whose panels are to be seen."""
    return [key for key in tabs_of(page) if page.locator(f"#panel-{key}").is_visible()]


def test_one_tab_is_shown_and_the_arrow_keys_go_round(opened: Opener, sample_html: Path) -> None:
    page = opened(sample_html)
    tabs = tabs_of(page)
    assert shown(page) == ["overview"] == tabs[:1]
    page.locator("#tab-overview").focus()
    for key, expected in (("ArrowLeft", tabs[-1]), ("ArrowRight", tabs[0]), ("ArrowRight", tabs[1])):
        page.keyboard.press(key)
        assert shown(page) == [expected]
        expect(page.locator(f"#tab-{expected}")).to_be_focused()
    page.keyboard.press("End")
    assert shown(page) == tabs[-1:]
    page.keyboard.press("Home")
    assert shown(page) == tabs[:1]
    # One tab alone can be reached by the tab key; it names its panel, and the panel names it.
    assert page.locator("[role=tab][tabindex='0']").evaluate_all("all => all.map((tab) => tab.id)") == ["tab-overview"]
    for key in tabs:
        assert page.locator(f"#tab-{key}").get_attribute("aria-controls") == f"panel-{key}"
        assert page.locator(f"#panel-{key}").get_attribute("aria-labelledby") == f"tab-{key}"


def test_the_tab_is_in_the_address_and_the_way_back_leads_to_the_one_before(opened: Opener, sample_html: Path) -> None:
    page = opened(sample_html)
    for key in tabs_of(page)[1:]:
        page.locator(f"#tab-{key}").click()
        expect(page).to_have_url(re.compile(f"#tab={key}(&|$)"))
        again = opened(sample_html, "#" + page.url.partition("#")[2])
        assert shown(again) == [key]
    page.go_back()
    expect(page.locator(f"#panel-{tabs_of(page)[-2]}")).to_be_visible()
    assert shown(page) == tabs_of(page)[-2:-1]


def test_a_section_by_its_name_opens_the_tab_that_holds_it(opened: Opener, sample_html: Path) -> None:
    page = opened(sample_html, "#threshold")
    assert shown(page) == ["abstention"]
    expect(page.locator("#threshold")).to_be_in_viewport()


def test_without_scripts_and_in_print_all_tabs_follow_one_another(opened: Opener, sample_html: Path) -> None:
    scriptless = opened(sample_html, java_script_enabled=False)
    printed = opened(sample_html, "#tab=questions")
    printed.emulate_media(media="print")
    keys = tabs_of(printed)
    for page in (scriptless, printed):
        for key in keys:
            expect(page.locator(f"#panel-{key} > section h2").first).to_be_visible()
        expect(page.locator("h1")).to_be_visible()
    assert scriptless.locator("[role=tab]").count() == 0
    assert scriptless.locator("#tabs a").count() == len(keys)


def test_keys_of_the_questions_rest_on_other_tabs(opened: Opener, sample_html: Path) -> None:
    page = opened(sample_html)
    page.keyboard.press("1")
    page.keyboard.press("/")
    assert shown(page) == ["questions"]
    expect(page.locator("#search")).to_be_focused()
    assert page.locator("[data-outcome][aria-pressed=true]").count() == 0


def test_every_drawing_says_what_it_is_and_has_its_numbers_in_a_table(opened: Opener, sample_html: Path) -> None:
    page = opened(sample_html)
    assert {"overview", "abstention", "calibration", "slices", "mistakes", "people", "questions"} == set(tabs_of(page))
    drawings = page.locator("figure svg.plot")
    assert drawings.count() > 10
    bare = "all => all.filter((e) => !e.closest('figure').querySelector('table tbody td')).length"
    assert drawings.evaluate_all(bare) == 0
    silent = "all => all.filter((e) => !e.querySelector('desc')?.textContent).map((e) => e.outerHTML.slice(0, 200))"
    assert page.locator("svg[role=img]").evaluate_all(silent) == []
    stacked = "all => all.filter((e) => !e.closest('section').querySelector('table.grid')).length"
    assert page.locator("svg.stack").evaluate_all(stacked) == 0
