"""The tab of robustness, on birds: variants have a sentence added that one reader falls for."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from spanwise.data.dataset import Answer, Article, Dataset, Paragraph, Question
from spanwise.predictions.prediction import Prediction, Predictions
from spanwise.report.gather import gathered
from spanwise.report.page import report_page
from spanwise.report.page_input import PageInput, readers_of
from spanwise.report.robustness_tab import robustness_view
from spanwise.scoring.evaluate import score

Opener = Callable[..., Page]
FALLEN = {"q1": "red kite", "q1-a": "fox", "q2": "red kite", "q2-a": "red kite", "q3": "red kite", "q3-a": ""}


@pytest.fixture(scope="module")
def birds() -> PageInput:
    contexts = {False: "It is a red kite.", True: "It is a red kite. Not a fox."}
    paragraphs = tuple(
        Paragraph(contexts["-" in i], (Question(i, f"What is {i}?", (Answer("red kite", 8),)),)) for i in FALLEN
    )
    dataset = Dataset((Article("T", paragraphs),), name="birds")
    fallen = Predictions({i: Prediction(i, text) for i, text in FALLEN.items()}, reader="fallen")
    steady = Predictions({i: Prediction(i, "red kite") for i in FALLEN}, reader="steady")
    both = (fallen, steady)
    return gathered(dataset, both, [score(dataset, p) for p in both])


def test_losses_are_those_of_diagnosis_and_flips_add_up(birds: PageInput) -> None:
    view = robustness_view(readers_of(birds), birds.variants)
    assert view is not None
    shown = {line.name: line.entries for line in view.losses.lines}
    for place, report in enumerate(birds.variants):
        for name, estimate in (("worst variants, F1", report.worst.f1), ("drop, F1", report.f1_drop)):
            entry = shown[name][place]
            assert entry is not None
            assert f"{entry.text} {entry.interval}".strip() == estimate.percent().replace("-", "−")
    names = [line.name for line in view.flips.lines]
    assert names[:2] == ["into the added text", "abstained"]
    counts = [line.entries[0].text for line in view.flips.lines if line.entries[0] is not None]
    assert counts == ["1", "1", "2", "0"]


def test_ids_with_hyphens_alone_make_no_variants(sample_page: PageInput) -> None:
    page = gathered(sample_page.dataset, sample_page.predictions[:1], sample_page.scores[:1])
    assert page.variants == ()
    assert robustness_view(readers_of(page), page.variants) is None


@pytest.mark.browser
def test_a_kind_of_flip_leads_to_its_variants(opened: Opener, birds: PageInput, tmp_path: Path) -> None:
    path = tmp_path / "birds.html"
    path.write_text(report_page(birds), "utf-8")
    page = opened(path, "#tab=robustness")
    page.locator("#flips a[href='#s=0&g=flip-0:added']").click()
    expect(page.locator("#count")).to_have_text(re.compile("^1 of 6 "))
    expect(page.locator("#detail h3")).to_have_text("What is q1-a?")
