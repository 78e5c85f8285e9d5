"""The page in a real Chromium: what is counted, found, marked and linked is what scoring says."""

import re
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

from spanwise.report.outcome import OUTCOMES, outcome_indices
from spanwise.report.page_input import PageInput

pytestmark = pytest.mark.browser
Opener = Callable[..., Page]
QUESTIONS = "#tab=questions"


def chip_counts(page: Page) -> list[int]:
    texts = page.locator("[data-outcome] .n").all_text_contents()
    return [int(text.replace(",", "")) for text in texts]


def found(page: Page) -> int:
    text = page.locator("#count").inner_text()
    return int(text.split()[0].replace(",", ""))


def gold_texts(page: Page) -> list[str]:
    """Return the runs of neighbouring gold pieces in the context, each joined to one text."""
    script = """() => {
      const runs = [];
      let last = null;
      for (const node of document.querySelector('.context').childNodes) {
        const gold = node.nodeType === 1 && node.dataset.gold !== undefined;
        if (gold) { if (last) runs[runs.length - 1] += node.textContent; else runs.push(node.textContent); }
        last = gold;
      }
      return runs;
    }"""
    runs: list[str] = page.evaluate(script)
    return runs


def marked_by(page: Page, reader: int) -> str:
    """Return the text underlined in a reader's colour."""
    script = """(s) => [...document.querySelectorAll('.context [data-readers]')]
      .filter((piece) => piece.dataset.readers.split(' ').includes(String(s)))
      .map((piece) => piece.textContent).join('')"""
    text: str = page.evaluate(script, reader)
    return text


@pytest.mark.parametrize("reader", [0, 1, 2])
def test_the_counts_on_the_chips_are_those_of_the_scores(
    opened: Opener, sample_html: Path, sample_page: PageInput, reader: int
) -> None:
    page = opened(sample_html, QUESTIONS)
    page.locator(f"[name=reader][value='{reader}']").check()
    columns = sample_page.scores[reader].columns
    # Counted here once more, from the columns alone.
    abstains = [
        there and (not answered or probability > 0.45)
        for there, answered, probability in zip(columns.predicted, columns.answered, columns.na_prob or (), strict=True)
    ]
    wrong = [
        em == 0 and f1 == 0 and there for em, f1, there in zip(columns.em, columns.f1, columns.predicted, strict=True)
    ]
    facts = list(zip(wrong, columns.has_answer, abstains, strict=True))
    assert chip_counts(page) == [
        columns.em.count(1.0),
        sum(em == 0 < f1 for em, f1 in zip(columns.em, columns.f1, strict=True)),
        facts.count((True, True, False)),
        facts.count((True, False, False)),
        facts.count((True, True, True)),
        columns.predicted.count(False),
    ]
    assert sum(chip_counts(page)) == len(columns)


def test_a_chip_leaves_exactly_its_questions(opened: Opener, sample_html: Path, sample_page: PageInput) -> None:
    page = opened(sample_html, QUESTIONS)
    outcomes = outcome_indices(sample_page.scores[0].columns)
    for position, outcome in enumerate(OUTCOMES):
        chip = page.locator(f"[data-outcome={outcome.key}]")
        chip.click()
        assert found(page) == outcomes.count(position)
        assert chip.get_attribute("aria-pressed") == "true"
        chip.click()
    page.locator("[data-outcome=wrong]").click()
    page.locator("[data-outcome=partly]").click()
    assert found(page) == outcomes.count(1) + outcomes.count(2)
    page.locator("#clear").click()
    assert found(page) == len(outcomes)


def test_readers_disagree_where_some_are_right_and_some_are_not(
    opened: Opener, sample_html: Path, sample_page: PageInput
) -> None:
    page = opened(sample_html, QUESTIONS)
    columns = zip(*(scores.columns.em for scores in sample_page.scores), strict=True)
    disagreements = sum(1 for em in columns if len(set(em)) > 1)
    assert int(page.locator("#disagree .n").inner_text()) == disagreements
    page.locator("#disagree").click()
    assert found(page) == disagreements


def test_any_of_them_counts_a_question_once_however_many_readers_have_the_outcome(
    opened: Opener, sample_html: Path, sample_page: PageInput
) -> None:
    page = opened(sample_html, "#s=any")
    outcomes = [outcome_indices(scores.columns) for scores in sample_page.scores]
    rows = list(zip(*outcomes, strict=True))
    assert chip_counts(page) == [sum(position in row for row in rows) for position in range(len(OUTCOMES))]


def test_won_and_lost_questions_are_those_of_the_comparison(
    opened: Opener, sample_html: Path, sample_page: PageInput
) -> None:
    assert sample_page.comparison is not None
    page = opened(sample_html)
    first = sample_page.comparison.comparisons[0]
    for address, count in (("#s=0&w=0-1", first.only_a), ("#s=1&w=1-0", first.only_b)):
        page.locator("#tab-overview").click()
        link = page.locator(f"#comparison a[href='{address}']")
        assert link.inner_text() == str(count)
        link.click()
        expect(page.locator("#won")).to_be_visible()
        assert found(page) == count
    page.locator("#won").click()
    assert found(page) == len(sample_page.scores[0].columns)


def test_the_article_and_the_kind_filter_count_as_the_dataset_does(
    opened: Opener, sample_html: Path, sample_page: PageInput
) -> None:
    page = opened(sample_html, QUESTIONS)
    article = sample_page.dataset.articles[1]
    page.locator("#article").select_option(label=article.title)
    assert found(page) == sum(len(paragraph.questions) for paragraph in article.paragraphs)
    page.locator("#article").select_option("")
    page.locator("#kind").select_option("none")
    questions = [question for _, _, question in sample_page.dataset.questions()]
    assert found(page) == sum(1 for question in questions if not question.answers)
    category = next(question.category for question in questions if question.category)
    page.locator("#kind").select_option(f"category:{category}")
    assert found(page) == sum(1 for question in questions if question.category == category)


def test_search_finds_words_and_phrases_wherever_they_stand(
    opened: Opener, sample_html: Path, sample_page: PageInput
) -> None:
    page = opened(sample_html, QUESTIONS)

    def matching(*wanted: str) -> int:
        count = 0
        for article, paragraph, question in sample_page.dataset.questions():
            said = [p.by_id[question.id].text for p in sample_page.predictions if question.id in p.by_id]
            texts = [question.id, article.title, paragraph.context, question.text, *said]
            texts += [answer.text for answer in question.answers]
            whole = "\n".join(texts).lower()
            count += all(word in whole for word in wanted)
        return count

    for typed, wanted in (("1791", ["1791"]), ("when YEAR", ["when", "year"]), ('"in the"', ["in the"])):
        page.locator("#search").fill(typed)
        expect(page.locator("#count")).to_have_text(re.compile(rf"^{matching(*wanted)} of "))
    page.locator("#search").fill("no such words anywhere")
    expect(page.locator("#count")).to_have_text(re.compile("^0 of "))
    expect(page.locator("#detail")).to_contain_text("No question fits")


def test_a_link_shows_the_same_view_again(opened: Opener, sample_html: Path) -> None:
    page = opened(sample_html, QUESTIONS)
    page.locator("[name=reader][value='1']").check()
    page.locator("[data-outcome=right]").click()
    page.locator("#kind").select_option("answers")
    page.locator("#search").fill("the")
    expect(page).to_have_url(re.compile("t=the"))
    page.keyboard.press("Escape")
    page.keyboard.press("j")
    address = "#" + page.url.partition("#")[2]
    again = opened(sample_html, address)
    for selector in ("#count", "#detail h3", ".detail .where"):
        assert again.locator(selector).inner_text() == page.locator(selector).inner_text()
    assert again.locator("[name=reader][value='1']").is_checked()
    assert again.locator("#search").input_value() == "the"


def test_a_link_to_a_question_opens_it_and_scrolls_to_it(
    opened: Opener, sample_html: Path, sample_page: PageInput
) -> None:
    *_, question = list(sample_page.dataset.questions())[100]
    page = opened(sample_html, f"#q={question.id}")
    expect(page.locator("#detail h3")).to_have_text(question.text)
    expect(page.locator("#detail h3")).to_be_in_viewport()
    expect(page.locator(".item[aria-selected=true]")).to_be_in_viewport()
    expect(page.locator(".item[aria-selected=true]")).to_contain_text(question.text)


def test_keys_move_filter_search_and_help(opened: Opener, sample_html: Path, sample_page: PageInput) -> None:
    page = opened(sample_html, QUESTIONS)
    texts = [question.text for _, _, question in sample_page.dataset.questions()]
    heading = page.locator("#detail h3")
    assert heading.inner_text() == texts[0]
    for key, place in (("j", 1), ("j", 2), ("k", 1)):
        page.keyboard.press(key)
        assert heading.inner_text() == texts[place]
    page.locator("#list").focus()
    page.keyboard.press("ArrowDown")
    assert heading.inner_text() == texts[2]
    page.keyboard.press("2")
    assert page.locator("[data-outcome=partly]").get_attribute("aria-pressed") == "true"
    page.keyboard.press("0")
    assert found(page) == len(texts)
    page.keyboard.press("s")
    assert page.locator("[name=reader][value='1']").is_checked()
    page.keyboard.press("/")
    expect(page.locator("#search")).to_be_focused()
    page.keyboard.type("j2")
    assert page.locator("#search").input_value() == "j2"
    page.keyboard.press("Escape")
    expect(page.locator("#search")).not_to_be_focused()
    page.keyboard.press("?")
    expect(page.locator("#help")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#help")).not_to_be_visible()


def test_every_gold_answer_of_the_sample_is_marked_where_it_stands(
    opened: Opener, sample_html: Path, sample_page: PageInput
) -> None:
    page = opened(sample_html)
    for _, paragraph, question in list(sample_page.dataset.questions())[::9]:
        page.evaluate("(id) => { location.hash = `q=${encodeURIComponent(id)}`; }", question.id)
        expect(page.locator("#detail h3")).to_have_text(question.text)
        covered = sorted({(a.span.start, a.span.end) for a in question.answers if a.span is not None})
        merged: list[tuple[int, int]] = []
        for start, end in covered:
            if merged and start <= merged[-1][1]:
                merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
            else:
                merged.append((start, end))
        assert gold_texts(page) == [paragraph.context[start:end] for start, end in merged]
        assert page.locator(".context").inner_text() == paragraph.context


def test_marks_lie_right_behind_emoji(opened: Opener, odd_html: Path) -> None:
    page = opened(odd_html, "#q=e1")
    assert gold_texts(page) == ["In 1871"]
    assert marked_by(page, 0) == "1871 the keeper"
    assert marked_by(page, 1) == "1871"
    both = page.locator(".context [data-readers='0 1']")
    assert both.inner_text() == "1871"
    # Two rows of underline, neither on top of the other.
    positions = both.evaluate("(piece) => getComputedStyle(piece).backgroundPositionY").split(", ")
    assert len(set(positions)) == 2


def test_the_nearest_occurrence_to_the_gold_is_marked_unless_the_reader_says_where(
    opened: Opener, odd_html: Path
) -> None:
    page = opened(odd_html, "#q=e2")
    assert gold_texts(page) == ["the lamp 𝒜 burnt"]
    # The first reader gives text only: of two places, the one in the gold answer is taken. The second gives offsets.
    assert page.locator(".context mark[data-readers='0 1']").inner_text() == "the lamp"


def test_an_answer_that_is_nowhere_is_said_to_be_nowhere(opened: Opener, odd_html: Path) -> None:
    page = opened(odd_html, "#q=e3")
    assert gold_texts(page) == []
    expect(page.locator("tr.answer")).to_contain_text("not in the context")
    expect(page.locator("tr.reader[data-reader='0']")).to_contain_text("no prediction")
    expect(page.locator("tr.reader[data-reader='1']")).to_contain_text("no span of the context")


@pytest.mark.parametrize(("identity", "direction"), [("a1", "rtl"), ("c1", "ltr")])
def test_a_context_reads_in_the_direction_of_its_script(
    opened: Opener, odd_html: Path, identity: str, direction: str
) -> None:
    page = opened(odd_html, f"#q={identity}")
    for selector in (".context", "#detail h3", "tr.answer .said"):
        style = page.locator(selector).first.evaluate("(element) => getComputedStyle(element).direction")
        assert style == direction


def test_markup_in_a_dataset_stays_text(opened: Opener, odd_html: Path) -> None:
    identity = "h 1/é#&"
    page = opened(odd_html, f"#q={quote(identity)}")
    assert gold_texts(page) == ["<b>bold</b>"]
    assert page.locator(".context b").count() == 0
    assert "</script><script>alert(1)</script><!--" in page.locator(".context").inner_text()
    assert page.locator("#scores i:has-text('first')").count() == 0
    expect(page.locator("#scores")).to_contain_text("<i>first</i>")
    page.locator("#detail .where a").click()
    expect(page.locator("#detail h3")).to_have_text("What is </script> for?")


def test_a_plausible_answer_and_a_category_are_shown(opened: Opener, odd_html: Path) -> None:
    page = opened(odd_html, "#q=h2")
    assert page.locator(".context .plausible").inner_text() == "</script>"
    expect(page.locator(".detail .where .tag")).to_have_text("negation")
    expect(page.locator("tr.answer").first).to_contain_text("no answer in this context")


def test_a_text_silenced_by_the_threshold_is_struck_out(
    opened: Opener, sample_html: Path, sample_page: PageInput
) -> None:
    columns = sample_page.scores[0].columns
    assert columns.na_prob is not None
    facts = zip(columns.ids, columns.answered, columns.na_prob, strict=True)
    identity = next(i for i, answered, probability in facts if answered and probability > 0.45)
    page = opened(sample_html, f"#q={identity}")
    row = page.locator("tr.reader[data-reader='0']")
    expect(row.locator(".silent")).to_have_text(sample_page.predictions[0].by_id[identity].text)
    expect(row).to_contain_text("abstains by the threshold 0.45")
    assert marked_by(page, 0) == ""


def test_the_table_sorts_by_a_column_and_back(opened: Opener, sample_html: Path, sample_page: PageInput) -> None:
    page = opened(sample_html)
    names = page.locator("#standings tbody.reader .name")
    given = [scores.reader for scores in sample_page.scores]
    by_f1 = [s.reader for s in sorted(sample_page.scores, key=lambda s: -float(s.f1))]
    button = page.locator("#standings button", has_text=re.compile("^F1"))
    assert names.all_inner_texts() == given
    button.click()
    assert names.all_inner_texts() == by_f1
    assert page.locator("th[aria-sort=descending]").count() == 1
    button.click()
    assert names.all_inner_texts() == by_f1[::-1]
    button.click()
    assert names.all_inner_texts() == given


def test_a_signature_opens_below_its_row(opened: Opener, sample_html: Path, sample_page: PageInput) -> None:
    page = opened(sample_html)
    signature = page.get_by_text(str(sample_page.scores[1].signature), exact=True)
    expect(signature).to_be_hidden()
    page.locator("#standings .signed").nth(1).click()
    expect(signature).to_be_visible()


def test_the_theme_follows_the_reader_and_the_button(opened: Opener, sample_html: Path) -> None:
    def lightness(page: Page) -> float:
        colour = page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
        return sum(map(float, re.findall(r"[\d.]+", colour)[:3])) / 3

    dark = opened(sample_html, color_scheme="dark")
    assert lightness(dark) < 60
    light = opened(sample_html, color_scheme="light")
    assert lightness(light) > 200
    light.locator("#theme").click()
    assert light.locator("#theme").inner_text() == "Theme: dark"
    assert lightness(light) < 60


def test_print_has_tables_and_the_question_and_no_controls(opened: Opener, sample_html: Path) -> None:
    page = opened(sample_html, "#q=semaphore-1-1")
    page.emulate_media(media="print")
    for selector in ("#standings", "#comparison table.pairs", "#threshold svg.plot", "#detail .context"):
        expect(page.locator(selector).first).to_be_visible()
    expect(page.locator("tr.signature").first).to_be_visible()
    for selector in ("nav.bar", ".controls", "#list", "#count", "#theme"):
        expect(page.locator(selector).first).to_be_hidden()


@pytest.mark.parametrize("width", [360, 700, 1280])
def test_no_window_scrolls_sideways(opened: Opener, sample_html: Path, odd_html: Path, width: int) -> None:
    for path in (sample_html, odd_html):
        page = opened(path, viewport={"width": width, "height": 740})
        for tab in page.locator("[role=tab]").all():
            tab.click()
            assert page.evaluate("document.documentElement.scrollWidth") <= width, tab.inner_text()


def test_only_rows_in_sight_exist_and_all_can_be_reached(
    opened: Opener, sample_html: Path, sample_page: PageInput
) -> None:
    page = opened(sample_html, "#s=0")
    total = len(sample_page.scores[0].columns)
    assert 0 < page.locator(".item").count() < 40 < total
    page.locator("#list").evaluate("(list) => { list.scrollTop = list.scrollHeight; }")
    expect(page.locator(f".item[aria-posinset='{total}']")).to_be_in_viewport()


def test_the_page_has_one_heading_of_each_order_and_names_its_parts(opened: Opener, sample_html: Path) -> None:
    page = opened(sample_html, QUESTIONS)
    assert page.locator("h1").count() == 1
    levels = [int(tag[1]) for tag in page.locator("h1, h2, h3, h4").evaluate_all("all => all.map((e) => e.tagName)")]
    assert all(later <= earlier + 1 for earlier, later in pairwise(levels))
    for landmark in ("navigation", "main", "search", "banner", "contentinfo"):
        assert page.get_by_role(landmark).count() == 1, landmark
    unlabelled = "all => all.filter((e) => !e.labels?.length).map((e) => e.outerHTML)"
    assert page.locator("input, select").evaluate_all(unlabelled) == []
    pictures = "all => all.filter((e) => !e.querySelector(':scope > title')?.textContent).length"
    assert page.locator("svg[role=img]").evaluate_all(pictures) == 0
