import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import msgspec
import pytest

from spanwise.data.formats import read
from spanwise.errors import FormatError, OptionError
from spanwise.predictions.formats import read_predictions
from spanwise.report.gather import gathered
from spanwise.report.page import report_page, write_report
from spanwise.report.page_input import PageInput
from spanwise.scoring.compare import compare_all
from spanwise.scoring.evaluate import score

ASSETS = Path(__file__).resolve().parents[2] / "src" / "spanwise" / "report" / "assets"


class Reader(HTMLParser):
    """Read a page as a browser does: elements, their text, and the text of scripts apart."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[str] = []
        self.scripts: list[str] = []
        self._raw = ""
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        self._raw = tag if tag in ("script", "style") else ""

    def handle_endtag(self, tag: str) -> None:
        if tag == self._raw:
            self._raw = ""

    def handle_data(self, data: str) -> None:
        if self._raw == "script":
            self.scripts.append(data)
        elif not self._raw:
            self.texts.append(data)

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.texts).split())

    @property
    def data(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.scripts[0])
        return found


@pytest.fixture(scope="module")
def sample(sample_page: PageInput) -> Reader:
    return Reader(report_page(sample_page))


@pytest.fixture(scope="module")
def odd(odd_page: PageInput) -> Reader:
    return Reader(report_page(odd_page))


def test_no_text_of_a_dataset_can_close_the_data_or_open_an_element(odd: Reader) -> None:
    assert [tag for tag, _ in odd.tags].count("script") == 2
    assert "</script>" not in odd.scripts[0]
    assert "<" not in odd.scripts[0]
    assert odd.data["contexts"][3].startswith("He wrote </script><script>alert(1)</script><!-- and <b>")
    assert not {tag for tag, _ in odd.tags} & {"i2", "sods"}
    assert "</script> & co" in odd.text


def test_nothing_on_the_page_is_fetched(sample: Reader, odd: Reader, sample_page: PageInput) -> None:
    for page in (sample, odd):
        links = [value for _, attributes in page.tags for name, value in attributes.items() if name in ("href", "src")]
        assert [link for link in links if not (link or "").startswith("#")] == []
    html = report_page(sample_page)
    outside = html.replace(sample.scripts[0], "")
    assert re.findall(r"https?:|//[a-z]+\.|@import|url\(", outside) == []
    policy = next(a["content"] for tag, a in sample.tags if tag == "meta" and "http-equiv" in a)
    assert policy is not None
    assert policy.startswith("default-src 'none'")


def test_every_number_of_the_scores_is_on_the_page_with_its_interval(sample: Reader, sample_page: PageInput) -> None:
    for scores in sample_page.scores:
        assert scores.has_ans is not None
        assert scores.no_ans is not None
        parts = (scores.em, scores.f1, scores.has_ans.em, scores.has_ans.f1, scores.no_ans.f1)
        assert [e.percent() for e in parts if e.percent() not in sample.text] == []
        assert str(scores.signature) in sample.text
        assert scores.best_f1 is not None
        assert f"best F1 {100 * scores.best_f1.score:.2f}" in sample.text
    assert "tuned on this data" in sample.text


def test_every_number_of_the_comparison_is_on_the_page(sample: Reader, sample_page: PageInput) -> None:
    assert sample_page.comparison is not None
    for comparison in sample_page.comparison.comparisons:
        for difference in (comparison.em, comparison.f1):
            assert abs(difference.estimate.value or 0) > 0
            assert difference.estimate.percent().replace("-", "−") in sample.text.replace("+", "")
            assert f"{difference.p_value:.4f}" in sample.text
        for count in (comparison.won, comparison.lost, comparison.only_a, comparison.only_b):
            assert re.search(rf"\b{count}\b", sample.text)


def test_the_human_line_is_on_the_page(sample: Reader, sample_page: PageInput) -> None:
    assert sample_page.human is not None
    for line in (sample_page.human.second, sample_page.human.leave_one_out):
        assert line.em.percent() in sample.text
        assert line.f1.percent() in sample.text
    for matched in sample_page.matched:
        assert matched.leave_one_out.f1.percent() in sample.text


def test_sections_without_content_are_left_out(odd: Reader, odd_page: PageInput) -> None:
    ids = {attributes.get("id") for _, attributes in odd.tags}
    assert {"scores", "outcomes", "balance", "questions", "odd"} <= ids
    assert not {"comparison", "threshold", "answers"} & ids
    alone = msgspec.structs.replace(
        odd_page,
        predictions=odd_page.predictions[:1],
        scores=(msgspec.structs.replace(odd_page.scores[0], findings=()),),
    )
    alone = msgspec.structs.replace(alone, findings=())
    ids = {attributes.get("id") for _, attributes in Reader(report_page(alone)).tags}
    assert not {"odd", "disagree"} & ids


def test_two_readers_have_a_list_and_no_square(sample_page: PageInput) -> None:
    two = PageInput(
        dataset=sample_page.dataset,
        predictions=sample_page.predictions[:2],
        scores=sample_page.scores[:2],
        comparison=compare_all(sample_page.scores[:2], rounds=100),
    )
    classes = [attributes.get("class") for _, attributes in Reader(report_page(two)).tags]
    assert "pairs small" in classes
    assert "matrix" not in classes


def test_the_title_is_the_one_given_or_the_name_of_the_dataset(odd: Reader, sample: Reader) -> None:
    assert odd.text.startswith("A title of its own · Spanwise report")
    assert sample.text.startswith("dev · Spanwise report")


def test_texts_of_any_script_choose_their_own_direction(odd: Reader) -> None:
    html_tag = next(attributes for tag, attributes in odd.tags if tag == "html")
    assert html_tag["lang"] == "en"
    assert odd.data["contexts"][1].startswith("وُلد")
    assert (ASSETS / "page.js").read_text("utf-8").count('dir: "auto"') >= 5


def test_an_id_that_is_no_question_is_not_linked(odd: Reader) -> None:
    links = {attributes.get("href") for tag, attributes in odd.tags if tag == "a"}
    assert "#q=e3" in links
    assert "#q=gone" not in links
    assert "gone" in odd.text


def test_writing_leaves_the_whole_page_or_nothing(odd_page: PageInput, tmp_path: Path) -> None:
    target = tmp_path / "report.html"
    write_report(odd_page, target)
    assert target.read_text("utf-8") == report_page(odd_page)
    with pytest.raises(FormatError, match="does not exist; make it first"):
        write_report(odd_page, tmp_path / "nowhere" / "report.html")
    with pytest.raises(OptionError):
        write_report(msgspec.structs.replace(odd_page, scores=()), target)
    assert [path.name for path in tmp_path.iterdir()] == ["report.html"]


def test_three_readers_on_dev_v2_with_all_of_diagnosis_stay_under_eight_megabytes(shared: Path) -> None:
    folder = shared / "data" / "squad"
    dataset = read(folder / "dev-v2.0.json")
    bert = folder / "predictions" / "v2.0-bert-single.json"
    one = read_predictions(bert, na_probs=bert.with_suffix(".synthetic-na-prob.json"))
    two = read_predictions(folder / "predictions" / "v2.0-docqa-elmo-single.json")
    predictions = (one, two, one)
    scores = (score(dataset, one), score(dataset, two))
    html = report_page(gathered(dataset, predictions, (*scores, scores[0])))
    assert len(html.encode("utf-8")) < 8_000_000
    for tab in ("abstention", "calibration", "slices", "mistakes"):
        assert f'id="panel-{tab}"' in html
    # reference/scoring.md, section 1: the official 2.0 script on these files.
    for digits in ("78.74", "81.78", "74.11", "80.18", "83.36", "65.70", "67.88"):
        assert f"<b>{digits}</b>" in html


def _shades() -> dict[str, tuple[str, str]]:
    style = (ASSETS / "page.css").read_text("utf-8")
    found = re.findall(r"--(\w+): light-dark\((#\w{6}), (#\w{6})\)", style)
    return {name: (light, dark) for name, light, dark in found}


def _luminance(colour: str) -> float:
    parts = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _contrast(a: str, b: str) -> float:
    high, low = sorted((_luminance(a), _luminance(b)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
def test_text_has_the_contrast_that_wcag_asks_for(theme: int) -> None:
    # WCAG 2.2, success criterion 1.4.3: 4.5 to 1 for text.
    shades = _shades()
    text = ["ink", "quiet", "link", *(f"c{i}" for i in range(8)), *(f"o{i}" for i in range(6))]
    pairs = [(name, ground) for name in text for ground in ("paper", "raised")]
    pairs += [("ink", "gold"), ("ink", "found")]
    low = {
        pair: round(_contrast(shades[pair[0]][theme], shades[pair[1]][theme]), 2)
        for pair in pairs
        if _contrast(shades[pair[0]][theme], shades[pair[1]][theme]) < 4.5
    }
    assert low == {}


@pytest.mark.parametrize("path", sorted(ASSETS.iterdir()), ids=lambda path: path.name)
def test_every_part_of_the_page_stays_short_enough_to_be_read(path: Path) -> None:
    assert len(path.read_text("utf-8").splitlines()) <= 500
