"""Why readers answer as they do, in a real Chromium."""

from collections.abc import Callable
from pathlib import Path
from urllib.parse import quote

import msgspec
import pytest
from playwright.sync_api import Locator, Page, expect

from spanwise.report.page import report_page
from spanwise.report.page_input import PageInput
from tests.report.conftest import ARABIC, EMOJI, HOSTILE
from tests.report.made_explanations import HOSTILE_FEATURE, explained

pytestmark = pytest.mark.browser
Opener = Callable[..., Page]

SIX = ("1871 the keeper", "the lamp 𝒜 burnt", "dawn", "lit", "In", "1871")
FIRST = {
    "e1": explained(EMOJI, SIX, right="1871", odds=-1.5),
    "a1": explained(ARABIC, ("بيروت", "دمشق عام 1923"), right="بيروت", standing="first"),
    "h 1/é#&": explained(HOSTILE, (), standing="none"),
    "h2": explained(HOSTILE, ("</script>", "<b>bold</b>"), standing="unanswerable"),
}
SECOND = {"e1": explained(EMOJI, ("1871", "dawn"), standing="first", right="1871")}


@pytest.fixture(scope="module")
def html(odd_page: PageInput, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the odd page with some answers of both readers explained, as a file."""
    path = tmp_path_factory.mktemp("report") / "explained.html"
    path.write_text(report_page(msgspec.structs.replace(odd_page, explanations=(FIRST, SECOND))), "utf-8")
    return path


def cells(table: Locator) -> list[list[str]]:
    """Return the texts of a table's rows, its last cell of each, the bar, left out."""
    rows = table.locator("tbody tr").all()
    return [[" ".join(cell.split()) for cell in row.locator("th, td").all_inner_texts()] for row in rows]


def test_candidates_stand_in_order_with_scores_and_what_gives_them(opened: Opener, html: Path) -> None:
    page = opened(html, "#q=e1")
    part = page.locator(".why").first
    expect(part.locator("summary")).to_have_text("A Why <i>first</i> prefers “1871 the keeper”")
    rows = cells(part.locator("table.candidates"))
    assert [row[0] for row in rows[:5]] == list(SIX[:5])
    assert rows[5][0].startswith("1871 ✓")
    assert rows[5][0].endswith("further down")
    assert [row[1] for row in rows] == ["100.0", "50.0", "25.0", "12.5", "6.3", "3.1"]
    assert [row[2] for row in rows] == ["3.00", "1.75", "0.50", "−0.75", "−2.00", "−3.25"]
    assert rows[1][3] == "lexicalised +2.00, lengths −0.25"


def test_what_puts_the_answer_before_the_right_one_is_told_by_group_and_by_feature(opened: Opener, html: Path) -> None:
    page = opened(html, "#q=e1")
    part = page.locator(".why").first
    expect(part.locator(".over")).to_have_text("What puts “1871 the keeper” before “1871” ✓: a lead of 6.25.")
    groups, features, reasons = part.locator("table.weighed").all()
    assert [row[:2] for row in cells(groups)] == [["lexicalised", "+5.00"], ["lengths", "+1.25"]]
    assert [row[:2] for row in cells(features)] == [
        [f"{HOSTILE_FEATURE} lexicalised", "+1.50"],
        ["number of words inside the span below 2 lengths", "−0.50"],
    ]
    # 1 / (1 + e^1.5) = 0.1824.
    expect(reasons.locator("caption")).to_contain_text("No answer: log-odds −1.50, a probability of 18.2 %")
    assert [row[:3] for row in cells(reasons)] == [
        ["words of the question", "4", "+1.25"],
        ["the roots match", "1", "−0.75"],
    ]
    assert part.locator("table.weighed b").count() == 0


def test_bars_speak_for_to_the_right_and_against_to_the_left(opened: Opener, html: Path) -> None:
    page = opened(html, "#q=e1")
    script = """(bar) => { const own = bar.getBoundingClientRect(), all = bar.parentElement.getBoundingClientRect();
      return [(own.left - all.left) / all.width, (own.right - all.left) / all.width]; }"""
    towards, against = page.locator(".why").first.locator("table.weighed").nth(1).locator(".side i").all()
    assert towards.evaluate(script) == pytest.approx([0.5, 1.0], abs=0.01)
    assert against.evaluate(script) == pytest.approx([0.5 - 0.5 / 3, 0.5], abs=0.01)


def test_a_candidate_is_shown_where_it_stands_behind_emoji(opened: Opener, html: Path) -> None:
    page = opened(html, "#q=e1")
    shown = "() => [...(CSS.highlights.get('candidate') ?? [])].map(String)"
    button = page.locator(".place", has_text="the lamp 𝒜 burnt")
    button.focus()
    page.keyboard.press("Enter")
    assert button.get_attribute("aria-pressed") == "true"
    assert page.evaluate(shown) == ["the lamp 𝒜 burnt"]
    page.locator(".place", has_text="1871 the keeper").click()
    assert page.evaluate(shown) == ["1871 the keeper"]
    assert button.get_attribute("aria-pressed") == "false"
    page.locator(".place", has_text="1871 the keeper").click()
    assert page.evaluate(shown) == []
    button.click()
    page.keyboard.press("j")
    assert page.evaluate(shown) == []


def test_each_reader_has_its_own_part_and_a_closed_one_stays_closed(opened: Opener, html: Path) -> None:
    page = opened(html, "#q=e1")
    assert page.locator(".why").evaluate_all("all => all.map((e) => e.open)") == [True, True]
    page.locator(".why summary").first.click()
    expect(page.locator(".why table.candidates").first).to_be_hidden()
    expect(page.locator(".why table.candidates").nth(1)).to_be_visible()
    page.keyboard.press("j")
    page.keyboard.press("k")
    expect(page.locator("#detail h3")).to_have_text("When was the lamp lit?")
    assert page.locator(".why").evaluate_all("all => all.map((e) => e.open)") == [False, True]


def test_what_is_not_explained_or_has_no_candidate_says_so(opened: Opener, html: Path) -> None:
    page = opened(html, "#q=e2")
    expect(page.locator(".unexplained").first).to_have_text("A says why on 4 of 7 questions, and not on this one.")
    assert page.locator(".why").count() == 0
    page = opened(html, f"#q={quote('h 1/é#&')}")
    expect(page.locator(".why")).to_contain_text("has no answer")
    expect(page.locator(".why")).to_contain_text("The context has no candidate")
    page = opened(html, "#q=h2")
    assert page.locator(".why .place").all_inner_texts() == ["</script>", "<b>bold</b>"]
    assert "is a right answer" not in page.locator(".why").inner_text()


def test_an_abstention_begins_with_what_speaks_for_it(opened: Opener, odd_page: PageInput, tmp_path: Path) -> None:
    found = {"h 1/é#&": explained(HOSTILE, ("<b>bold</b>", "He"), right="<b>bold</b>", standing="first", odds=2.2)}
    path = tmp_path / "silent.html"
    path.write_text(report_page(msgspec.structs.replace(odd_page, explanations=(found, {}))), "utf-8")
    page = opened(path, f"#q={quote('h 1/é#&')}")
    expect(page.locator(".why summary")).to_have_text(
        "A Why <i>first</i> abstains, with “<b>bold</b>” as its best candidate"
    )
    expect(page.locator(".why table").first.locator("caption")).to_contain_text("No answer: log-odds +2.20")
    assert page.locator(".why table").count() == 4


def test_right_to_left_texts_keep_their_direction(opened: Opener, html: Path) -> None:
    page = opened(html, "#q=a1")
    for place in page.locator(".why .place").all():
        assert place.evaluate("(element) => getComputedStyle(element).direction") == "rtl"
    assert page.locator(".why .over bdi").all_inner_texts() == ["بيروت", "دمشق عام 1923"]


def test_counts_lead_to_the_questions_that_are_explained(opened: Opener, html: Path) -> None:
    page = opened(html, "#tab=questions")
    first = page.locator(".explained-count").first
    # Not right are e1 and e2 (partly), the abstention and the false answer; e3 has no prediction.
    expect(first).to_contain_text("4 of 7 questions are explained, 3 of the 4 that are not right.")
    assert first.locator("a").all_inner_texts() == [
        "stands first in 1",
        "stands lower in 1",
        "is no candidate in 1",
        "does not exist in 1",
    ]
    first.locator("a").nth(1).click()
    expect(page.locator("#conditions")).to_have_text("A · right answer: stands lower ×")
    expect(page.locator("#count")).to_have_text("1 of 7 questions")
    expect(page.locator("#detail h3")).to_have_text("When was the lamp lit?")


@pytest.mark.parametrize("width", [360, 700, 1280])
def test_explanations_fit_any_window(opened: Opener, html: Path, width: int) -> None:
    page = opened(html, "#q=e1", viewport={"width": width, "height": 740})
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert (
        page.evaluate(
            "(() => { const d = document.getElementById('detail'); return d.scrollWidth - d.clientWidth; })()"
        )
        <= 0
    )


def test_print_has_explanations_that_are_closed_too(opened: Opener, html: Path) -> None:
    page = opened(html, "#q=e1")
    page.locator(".why summary").first.click()
    page.emulate_media(media="print")
    for table in page.locator(".why table").all():
        expect(table).to_be_visible()


def test_a_page_without_explanations_has_no_word_of_them(opened: Opener, odd_html: Path) -> None:
    page = opened(odd_html, "#q=e1")
    assert page.locator(".why, .unexplained, .explained-count").count() == 0
