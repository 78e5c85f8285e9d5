"""Annotation by a pipeline, kept on disk."""

import re
import sqlite3
import subprocess
import sys
import warnings
from pathlib import Path

import pytest
import spacy
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from spanwise.errors import MissingExtraError, OptionError, SpanwiseWarning
from spanwise.language import DEFAULT_PIPELINE
from spanwise.language.annotate import Annotator
from spanwise.language.annotated import Annotated
from spanwise.language.cache import cache_files

TEXTS = ["Ada met Lord Byron in 1815.", "Who met him?", "Ada met Lord Byron in 1815.", ""]


@pytest.fixture
def blank(tmp_path: Path) -> str:
    """Return a pipeline that only makes tokens, which is quick."""
    folder = tmp_path / "blank"
    spacy.blank("en").to_disk(folder)
    return str(folder)


def test_each_text_is_annotated_in_order_and_equal_ones_once(annotator: Annotator) -> None:
    found = annotator.annotate(TEXTS)
    assert [one.text for one in found] == TEXTS
    assert found[0] is found[2]
    assert found[0].words == ("Ada", "met", "Lord", "Byron", "in", "1815", ".")
    assert found[0].pos == ("PROPN", "VERB", "PROPN", "PROPN", "ADP", "NUM", "PUNCT")
    assert found[0].heads == (1, 1, 3, 1, 1, 4, 1)
    assert len(found[3]) == 0
    assert annotator.annotate([]) == ()


def test_what_comes_from_disk_is_the_same_and_nothing_is_annotated_for_it(tmp_path: Path) -> None:
    calls: list[tuple[int, int]] = []
    first = Annotator(cache=tmp_path, progress=lambda done, total: calls.append((done, total))).annotate(TEXTS)
    assert calls == [(0, 3), (3, 3)]
    again = Annotator(cache=tmp_path, progress=lambda done, total: calls.append((done, total)))
    assert again.annotate(TEXTS) == first == Annotator().annotate(TEXTS)
    assert len(calls) == 2
    assert [(file.identity, file.texts) for file in cache_files(tmp_path)] == [(again.identity, 3)]


def test_only_what_is_new_is_annotated(tmp_path: Path) -> None:
    Annotator(cache=tmp_path).annotate(TEXTS[:2])
    calls: list[tuple[int, int]] = []
    Annotator(cache=tmp_path, progress=lambda done, total: calls.append((done, total))).annotate([*TEXTS, "New."])
    assert calls == [(0, 2), (2, 2)]


def test_from_disk_no_library_is_loaded(tmp_path: Path) -> None:
    first = Annotator(cache=tmp_path).annotate(TEXTS)
    code = f"""
import sys
from pathlib import Path
from spanwise.language.annotate import Annotator
found = Annotator(cache=Path({str(tmp_path)!r})).annotate({TEXTS!r})
print(len(found), found[0].lemmas[1], *sorted({{"spacy", "thinc", "numpy", "py3langid"}} & set(sys.modules)))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == [str(len(first)), "meet"]


def check_columns(one: Annotated, text: str) -> None:
    """Assert what holds of any annotation: columns of one length, places in the text, trees within sentences."""
    n = len(one)
    assert one.text == text
    assert {len(one.ends), len(one.lemmas), len(one.pos), len(one.tags), len(one.dependencies), len(one.heads)} == {n}
    assert all(a < b for a, b in zip(one.starts, one.ends, strict=True))
    between = [text[a:b] for a, b in zip((0, *one.ends), (*one.starts, len(text)), strict=True)]
    assert set(between) <= {"", " "}
    assert [token for s in one.sentences for token in range(s.start, s.end)] == list(range(n))
    assert all(one.sentence_index[head] == one.sentence_index[token] for token, head in enumerate(one.heads))
    runs = [(e.start, e.end) for e in one.entities] + [(c.start, c.end) for c in one.noun_chunks]
    assert all(0 <= start < end <= n for start, end in runs)


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    texts=st.lists(st.text(st.characters(exclude_categories=()), max_size=40) | st.text("Ada Byron. \n", max_size=80))
)
def test_texts_of_any_content_are_annotated_with_every_place_right(texts: list[str], annotator: Annotator) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SpanwiseWarning)  # random letters may look like any language
        found = annotator.annotate(texts)
    for one, text in zip(found, texts, strict=True):
        check_columns(one, text)


def test_a_long_text_is_annotated_in_pieces_with_every_place_right(annotator: Annotator) -> None:
    sentences = [
        f"In {year}, Ada Lovelace wrote {year} programs for Charles Babbage's engine." for year in range(1000, 1200)
    ]
    paragraphs = ["  ".join(sentences[start : start + 7]) for start in range(0, len(sentences), 7)]
    text = "\n\n".join(paragraphs)
    assert len(text) > 10_000
    [whole] = annotator.annotate([text])
    check_columns(whole, text)
    # As the paragraphs alone, moved to their places: no sentence was cut.
    alone = annotator.annotate(paragraphs)
    begins = [0]
    for paragraph in paragraphs[:-1]:
        begins.append(begins[-1] + len(paragraph) + 2)
    years = [whole.span(e.start, e.end) for e in whole.entities if e.type == "DATE"]
    expected = [
        (begin + one.span(e.start, e.end).start, one.span(e.start, e.end).of(one.text))
        for begin, one in zip(begins, alone, strict=True)
        for e in one.entities
        if e.type == "DATE"
    ]
    assert len(set(expected) & {(span.start, span.of(text)) for span in years}) > 0.97 * len(expected)


def test_any_number_of_processes_gives_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("spanwise.language.workers._CODE_POINTS", 300)
    texts = [f"Ada met Lord Byron in {year}, and he left her mother that spring." for year in range(1815, 1840)]
    calls: list[tuple[int, int]] = []
    several = Annotator(cache=tmp_path, processes=2, progress=lambda done, total: calls.append((done, total)))
    assert several.annotate(texts) == Annotator().annotate(texts)
    assert len(calls) > 5
    assert [done for done, _ in calls] == sorted({done for done, _ in calls})
    assert (calls[0], calls[-1]) == ((0, 25), (25, 25))


# Two processes at once on the same texts and one cache; one of them is killed in the middle.
WORK = """
import sys, warnings
from pathlib import Path
from spanwise.language import workers
from spanwise.language.annotate import Annotator
warnings.simplefilter("error")
workers._CODE_POINTS = 200
texts = [f"Ada met Lord Byron in {year}, and he left her mother." for year in range(1000, 1000 + int(sys.argv[3]))]
def progress(done, total):
    print(done, total, flush=True)
found = Annotator(sys.argv[1], cache=Path(sys.argv[2]), progress=progress).annotate(texts)
assert [one.text for one in found] == texts
"""


def test_a_kill_loses_at_most_a_batch_and_processes_share_a_cache(tmp_path: Path, blank: str) -> None:
    folder = tmp_path / "cache"
    command = [sys.executable, "-c", WORK, blank, str(folder)]
    other = subprocess.Popen([*command, "60"], stdout=subprocess.DEVNULL)
    with subprocess.Popen([*command, "50000"], stdout=subprocess.PIPE, text=True) as killed:
        assert killed.stdout is not None
        for line in killed.stdout:
            if int(line.split()[0]) >= 80:
                break
        killed.kill()
    assert other.wait() == 0
    [file] = cache_files(folder)
    assert file.texts >= 80
    with sqlite3.connect(file.path) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    connection.close()
    rest = subprocess.run([*command, "90"], stdout=subprocess.PIPE, text=True, check=True).stdout.split()
    # The four texts of a batch, at most, are annotated again.
    assert int(rest[1]) <= 90 - 80 if rest else file.texts >= 90


def test_an_unusable_cache_costs_a_warning_and_nothing_else(tmp_path: Path, blank: str) -> None:
    (tmp_path / "file").write_text("in the way")
    annotator = Annotator(blank, cache=tmp_path / "file")
    with pytest.warns(SpanwiseWarning, match="the cache of annotations can't be used"):
        assert [len(one) for one in annotator.annotate(TEXTS)] == [7, 4, 7, 0]
    assert len(annotator.annotate(["Once more."])[0]) == 3


def test_texts_in_another_language_are_warned_of_once_also_from_disk(tmp_path: Path, blank: str) -> None:
    german = [
        "Wer war die Mutter von Ada Lovelace, und wann ist sie geboren?",
        "Ada wurde im Jahr 1815 in London geboren.",
    ]
    message = r"^100 % of the 2 texts are in German, and .*blank is a pipeline for English"
    annotator = Annotator(blank, cache=tmp_path / "cache")
    with pytest.warns(SpanwiseWarning, match=message):
        annotator.annotate(german)
    annotator.annotate(german[::-1])
    with pytest.warns(SpanwiseWarning, match=message):
        Annotator(blank, cache=tmp_path / "cache").annotate(german)


def test_what_a_pipeline_lacks_is_said_with_what_needs_it(blank: str) -> None:
    message = f"the reader log-linear needs a parser and an entity recogniser, which the pipeline {blank} is without "
    message += f"(its components: none); a pipeline such as {DEFAULT_PIPELINE} would do"
    with pytest.raises(OptionError, match=f"^{re.escape(message)}$"):
        Annotator(blank).require("parser", "ner", what="the reader log-linear")
    Annotator().require("parser", "ner", "tagger", "lemmatizer", what="the reader log-linear")


def test_no_pipeline_and_no_process_are_refused() -> None:
    with pytest.raises(OptionError, match=r"^processes is 0; 1 or more would do$"):
        Annotator(processes=0)
    with pytest.raises(OptionError, match=r"^no spaCy pipeline 'de' is installed"):
        Annotator("de").annotate([])
    with pytest.raises(OptionError, match=r"^no spaCy pipeline 'de' is installed"):
        _ = Annotator("de").language


def test_a_pipeline_whose_spacy_does_not_import_is_an_error_of_one_sentence(
    blank: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "spacy", None)
    with pytest.raises(MissingExtraError, match=r'^annotating text needs spaCy, .* pip install "spanwise\[language\]"'):
        Annotator(blank).annotate(["Ada."])


def test_the_language_of_a_pipeline_is_known(annotator: Annotator) -> None:
    assert annotator.language == "en"
    assert annotator.identity.startswith(f"{DEFAULT_PIPELINE} ")
