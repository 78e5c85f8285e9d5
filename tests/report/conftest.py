"""Two pages, one of the sample benchmark and one of everything that trips pages up, and a Chromium to open them in."""

import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from spanwise.data.dataset import Answer, Article, Dataset, Paragraph, Question
from spanwise.data.finding import Finding
from spanwise.data.formats import read
from spanwise.data.samples import SAMPLE_READERS, sample_na_probs_path, sample_path, sample_predictions_path
from spanwise.diagnosis.abstention import abstention
from spanwise.diagnosis.calibration import calibration_change
from spanwise.diagnosis.calibration_fit import cross_fitted
from spanwise.diagnosis.curves import abstention_curves
from spanwise.diagnosis.forecasts import EVENTS, Event, forecasts
from spanwise.diagnosis.mistakes import mistakes
from spanwise.diagnosis.people import people
from spanwise.diagnosis.plausible import plausible
from spanwise.diagnosis.question_facts import question_facts
from spanwise.diagnosis.simulate import SimulatedAnnotator, simulate
from spanwise.diagnosis.slices import slices
from spanwise.predictions.formats import read_predictions
from spanwise.predictions.prediction import Prediction, Predictions
from spanwise.report.page import report_page
from spanwise.report.page_input import Calibrated, PageInput
from spanwise.scoring.compare import compare_all
from spanwise.scoring.evaluate import score
from spanwise.scoring.human import answer_curve, human_line, matched
from spanwise.scoring.intervals import Intervals
from spanwise.scoring.scores import Scores
from spanwise.text.span import Span

THRESHOLD = 0.45
"""Applied to the sample's probabilities, so that some texts are silenced and others are not."""


def _calibrated(scores: Scores, event: Event) -> Calibrated:
    own = forecasts(scores, event)
    change = calibration_change(own, cross_fitted(own, "platt", seed=0, folds=2), intervals=Intervals(rounds=200))
    return Calibrated(change.before, change, "platt")


@pytest.fixture(scope="session")
def sample_page() -> PageInput:
    """Return the page of the three made-up readers on the sample benchmark, with every section."""
    dataset = read(sample_path("dev"))
    predictions = tuple(
        read_predictions(sample_predictions_path(reader), na_probs=sample_na_probs_path(reader))
        for reader in SAMPLE_READERS
    )
    scores = tuple(score(dataset, p, na_threshold=THRESHOLD) for p in predictions)
    return PageInput(
        dataset=dataset,
        predictions=predictions,
        scores=scores,
        comparison=compare_all(scores, rounds=200),
        human=human_line(dataset),
        matched=tuple(matched(dataset, p) for p in predictions),
        curves=tuple(answer_curve(dataset, p) for p in predictions),
        abstention_curves=tuple(abstention_curves(found) for found in scores),
        facts=(facts := question_facts(dataset)),
        slices=tuple(slices(found, facts) for found in scores),
        mistakes=tuple(mistakes(dataset, p, s) for p, s in zip(predictions, scores, strict=True)),
        plausible=tuple(plausible(dataset, p, s) for p, s in zip(predictions, scores, strict=True)),
        calibration=tuple(tuple(_calibrated(s, event) for event in EVENTS) for s in scores),
        people=people(dataset, simulate(dataset, (SimulatedAnnotator(),) * 3, rng=random.Random(1))),
        abstention=tuple(abstention(found) for found in scores),
    )


EMOJI = "👩‍🚀🌊 In 1871 the keeper 🎉 lit the lamp; the lamp 𝒜 burnt until dawn."
ARABIC = "وُلد الشاعر في دمشق عام 1923 وعاش في بيروت."
CHINESE = "灯塔建于1871年,位于青岛。"
HOSTILE = 'He wrote </script><script>alert(1)</script><!-- and <b>bold</b> &amp; "quotes" on line\u2028two.'


def _answers(context: str, *texts: str) -> tuple[Answer, ...]:
    return tuple(Answer(text, context.index(text)) for text in texts)


def odd_dataset() -> Dataset:
    """Return one article a paragraph: emoji, right to left, Chinese, markup, and a question nobody can answer."""
    return Dataset(
        articles=(
            Article(
                "Emoji & more",
                (
                    Paragraph(
                        EMOJI,
                        (
                            Question("e1", "When was the lamp lit?", _answers(EMOJI, "1871", "1871", "In 1871")),
                            Question("e2", "How long did the lamp burn?", (Answer("the lamp 𝒜 burnt", 40),)),
                            Question("e3", "What did the lamp cost?", (Answer("twelve pounds", 7),)),
                        ),
                    ),
                ),
            ),
            Article("عربي", (Paragraph(ARABIC, (Question("a1", "أين عاش الشاعر؟", _answers(ARABIC, "بيروت")),)),)),
            Article("中文", (Paragraph(CHINESE, (Question("c1", "灯塔建于哪一年?", _answers(CHINESE, "1871年")),)),)),
            Article(
                "</title><script>alert(2)</script>",
                (
                    Paragraph(
                        HOSTILE,
                        (
                            Question("h 1/é#&", "What is </script> for?", _answers(HOSTILE, "<b>bold</b>")),
                            Question(
                                "h2",
                                "Who did not write it?",
                                (),
                                is_impossible=True,
                                plausible_answers=_answers(HOSTILE, "</script>"),
                                category="negation",
                            ),
                        ),
                    ),
                ),
            ),
        ),
        version="v2.0",
        name="odd & <sods>",
    )


@pytest.fixture(scope="session")
def odd_page() -> PageInput:
    """Return a page with little on it but trouble: two readers, no human line, no comparison."""
    dataset = odd_dataset()
    second = EMOJI.rindex("the lamp")
    texts = {"e1": "1871 the keeper", "e2": "the lamp", "a1": "بيروت", "c1": "1871年", "h 1/é#&": "", "h2": "</script>"}
    first = Predictions({i: Prediction(i, text) for i, text in texts.items()}, reader="<i>first</i>")
    spans = {
        "e1": Prediction("e1", "1871", span=Span(EMOJI.index("1871"), EMOJI.index("1871") + 4)),
        "e2": Prediction("e2", "the lamp", span=Span(second, second + len("the lamp"))),
        "e3": Prediction("e3", "a fortune"),
        "a1": Prediction("a1", "دمشق"),
        "h2": Prediction("h2", ""),
        "other": Prediction("other", "no such question"),
    }
    predictions = (first, Predictions(spans, reader="second"))
    return PageInput(
        dataset=dataset,
        predictions=predictions,
        scores=tuple(score(dataset, p) for p in predictions),
        findings=(Finding("answer-offset", "</script> & co", "nothing", ids=("e3", "gone")),),
        title="A title of its own",
    )


@pytest.fixture(scope="session")
def sample_html(sample_page: PageInput, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the sample page as a file."""
    path = tmp_path_factory.mktemp("report") / "sample page.html"
    path.write_text(report_page(sample_page), "utf-8")
    return path


@pytest.fixture(scope="session")
def odd_html(odd_page: PageInput, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the odd page as a file."""
    path = tmp_path_factory.mktemp("report") / "odd.html"
    path.write_text(report_page(odd_page), "utf-8")
    return path


@pytest.fixture(scope="session")
def browser(chromium: str) -> Iterator[Browser]:
    """Return a headless Chromium with a user folder of its own."""
    arguments = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"]
    arguments += ["--disable-background-networking", "--disable-component-update", "--disable-sync"]
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=chromium, args=arguments)
        yield started
        started.close()


Opener = Callable[..., Page]


@pytest.fixture
def opened(browser: Browser) -> Iterator[Opener]:
    """Return what opens a page file, with a window of a size and a theme; no page may complain or load anything."""
    contexts: list[BrowserContext] = []
    complaints: list[str] = []
    requests: list[str] = []

    def open_page(path: Path, address: str = "", **settings: Any) -> Page:
        settings.setdefault("viewport", {"width": 1280, "height": 900})
        context = browser.new_context(**settings)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(10_000)
        page.on("console", lambda message: complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("request", lambda request: requests.append(request.url))
        page.goto(path.as_uri() + address)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert complaints == []
    assert [url for url in requests if not url.startswith("file:") or not url.partition("#")[0].endswith(".html")] == []
