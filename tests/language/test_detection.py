"""The language of a text, told from the text."""

import gzip
import sys
import warnings
from pathlib import Path

import pytest

import spanwise as sw
from spanwise.errors import MissingExtraError
from spanwise.language import detection
from spanwise.language.detection import language_name, language_of, warn_of_other_languages


def texts(file: Path, most: int) -> tuple[list[str], list[str]]:
    """Return contexts and questions of a benchmark."""
    dataset = sw.load(file).dataset
    paragraphs = [p for article in dataset.articles for p in article.paragraphs]
    questions = [question.text for paragraph in paragraphs for question in paragraph.questions]
    return [p.context for p in paragraphs[: most // 4]], questions[:: max(1, len(questions) // most)]


# The same 1,190 questions in each language (XQuAD), and sets written in theirs.
FOREIGN = {
    "xquad-de": "German",
    "xquad-ar": "Arabic",
    "xquad-zh": "Chinese",
    "xquad-hi": "Hindi",
    "xquad-th": "Thai",
    "squad-it-test": "Italian",
    "korquad-dev": "Korean",
    "jaquad-dev-0000": "Japanese",
    "arcd-test": "Arabic",
}


@pytest.mark.parametrize(("name", "language"), FOREIGN.items())
def test_real_benchmarks_in_other_languages_are_told_with_their_share(shared: Path, name: str, language: str) -> None:
    contexts, questions = texts(shared / "data" / "languages" / f"{name}.json.gz", 300)
    found = [language_of(text) for text in contexts]
    assert {language_name(code) for code in found} <= {language, "language ''"}
    assert found.count("") <= 0.05 * len(found)
    message = rf"^\d+ % of the {len(questions)} texts are in {language}( and other languages)?, and the_pipeline is "
    message += f"a pipeline for English: what it says about them means little; a pipeline for {language} would do$"
    with pytest.warns(sw.SpanwiseWarning, match=message):
        assert warn_of_other_languages([language_of(text) for text in questions], "the_pipeline", "en")


ENGLISH = [
    "squad/dev-v1.1.json",
    "languages/xquad-en.json.gz",
    "shifts/reddit.json.gz",
    "shifts/amazon_reviews.json.gz",
    "domain/covid-qa.json.gz",
]


@pytest.mark.parametrize("name", ENGLISH)
def test_no_text_of_real_english_benchmarks_is_told_to_be_anything_else(shared: Path, name: str) -> None:
    contexts, questions = texts(shared / "data" / name, 1500)
    assert {language_of(text) for text in contexts + questions} <= {"en", ""}


def test_no_question_of_qamr_is_told_to_be_anything_else(shared: Path) -> None:
    # Short ones, written by crowd workers: "What is wet?"
    rows = gzip.decompress((shared / "data" / "qamr" / "filtered-dev.tsv.gz").read_bytes()).decode().splitlines()[::10]
    fields = [row.split("\t") for row in rows]
    assert {language_of(field[5]) for field in fields} <= {"en", ""}


@pytest.mark.parametrize("text", ["", " \n", "?", "1815", "\ud800", "Who?", "x", "😀", "e = mc²", "Ada", "Köln?"])
def test_what_is_too_little_to_tell_is_left_untold_or_is_english(text: str) -> None:
    assert language_of(text) in ("", "en")


def test_what_is_rare_among_the_texts_is_no_reason_for_a_warning() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert not warn_of_other_languages(["en"] * 95 + ["fr"] * 5, "a", "en")
        assert not warn_of_other_languages([""] * 9, "a", "en")
        assert not warn_of_other_languages([], "a", "en")
    with pytest.warns(sw.SpanwiseWarning, match=r"^12 % of the 100 texts are in French and other languages, and a is"):
        assert warn_of_other_languages(["en"] * 88 + ["fr"] * 7 + ["de"] * 5, "a", "en")


def test_a_pipeline_is_warned_of_by_its_own_language_and_one_of_many_never() -> None:
    with pytest.warns(
        sw.SpanwiseWarning, match=r"^the text is in English, and b is a pipeline for German: what it says"
    ):
        assert warn_of_other_languages(["en"], "b", "de")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert not warn_of_other_languages(["de"], "b", "de")
        assert not warn_of_other_languages(["no", "no"], "b", "nb")
        assert not warn_of_other_languages(["de", "th"], "b", "xx")


def test_a_language_without_a_name_here_is_named_by_its_code() -> None:
    assert (language_name("sv"), language_name("xh")) == ("Swedish", "language 'xh'")


def test_the_library_is_missed_with_the_command_that_installs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "py3langid.langid", None)
    detection._identifier.cache_clear()
    with pytest.raises(
        MissingExtraError, match=r"needs py3langid, which is not installed; install it with: pip install"
    ):
        language_of("Who?")
    detection._identifier.cache_clear()


def test_every_named_language_is_one_that_can_be_told() -> None:
    assert set(detection._NAMES) == set(detection._identifier().labels)
