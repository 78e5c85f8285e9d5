import io
import json
import sys
from pathlib import Path

import pytest

from spanwise.language.annotate import Annotator
from tests.cli.conftest import Run

TEXT = "Mara keeps the light at Skarn.\r\nOld Jonas painted  the door in 1911. It is green.\n"


@pytest.fixture
def context(tmp_path: Path) -> Path:
    file = tmp_path / "context.txt"
    file.write_bytes(TEXT.encode())
    return file


def test_the_answer_is_shown_in_its_sentence_with_its_place(run: Run, context: Path, annotator: Annotator) -> None:
    cached = ("--cache", str(annotator.cache), "--processes", "1")
    outcome = run("ask", "sliding-window", "--context", context, "--question", "Who painted the door in 1911?", *cached)
    question, answer, sentence, then = outcome.out.splitlines()[1:]
    assert question == "Who painted the door in 1911?"
    assert answer.startswith("  Old Jonas  (characters 32 to 41, score ")
    assert answer.endswith(" ahead of the next)")
    assert sentence == "  [Old Jonas] painted the door in 1911."
    assert then.startswith("  then: ")


def test_json_counts_code_points_of_the_text_as_it_is(run: Run, context: Path) -> None:
    asked = ("--question", "Who?", "--question", "Where?")
    printed = json.loads(run("ask", "first-sentence", "--context", context, *asked, "--json").out)
    assert printed["offsets"] == "Unicode code points, half-open"
    assert [answer["question"] for answer in printed["answers"]] == ["Who?", "Where?"]
    first = printed["answers"][0]
    assert TEXT[first["span"]["start"] : first["span"]["end"]] == first["text"] == "Mara keeps the light at Skarn."
    assert first["sentence"] == first["span"]
    assert first["nbest"][0]["text"] == first["text"]


def test_a_text_may_come_from_standard_input_and_an_abstention_is_told(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(TEXT.encode())))
    outcome = run("ask", "always-abstain", "--context", "-", "--question", "Who?")
    assert outcome.out.splitlines() == ["", "Who?", "  no answer"]


def test_a_runner_up_is_shown_cut_off_where_it_is_long(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "long.txt"
    file.write_text(f"Mara rowed. {'Then she rowed ' * 9}.", "utf-8")
    outcome = run("ask", "first-sentence", "--context", file, "--question", "Who?")
    cut = ("Then she rowed " * 9)[:59]
    assert outcome.out.splitlines()[-1] == f"  then: {cut}… (0.500)"
    assert "score 1.000, 0.500 ahead of the next" in outcome.out


def test_a_blank_text_has_no_answer(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "blank.txt"
    file.write_bytes(b"")
    assert "no answer" in run("ask", "first-sentence", "--context", file, "--question", "Who?").out


def test_what_is_missing_is_asked_for(run: Run, tmp_path: Path) -> None:
    assert run("ask", "first-sentence", "--question", "Who?").code == 2
    missing = run("ask", "first-sentence", "--context", tmp_path / "none.txt", "--question", "Who?")
    assert (missing.code, "no such file" in missing.err) == (2, True)


def test_a_trained_reader_says_why(run: Run, model: str, context: Path) -> None:
    asked = ("ask", model, "--context", context, "--question", "Who painted the door?", "--question", "When?")
    outcome = run(*asked, "--explain")
    assert outcome.code == 0
    assert outcome.out.count("The best candidates") == 2
    assert outcome.out.count("No answer: log-odds") == 2
    explained = json.loads(run(*asked, "--explain", "--json").out)["answers"]
    plain = json.loads(run(*asked, "--json").out)["answers"]
    for answer, same in zip(explained, plain, strict=True):
        why = answer.pop("explanation")
        assert answer == same
        assert [c["text"] for c in why["candidates"]] == [entry["text"] for entry in answer["nbest"]]
        assert why["against"] == why["candidates"][1]["text"]


def test_a_reader_that_weighs_no_features_cannot_say_why(run: Run, context: Path) -> None:
    outcome = run("ask", "sliding-window", "--context", context, "--question", "Who?", "--explain")
    assert outcome.code == 2
    assert "only a trained log-linear model can say why it answers as it does" in outcome.err
