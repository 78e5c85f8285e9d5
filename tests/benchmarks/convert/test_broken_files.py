"""A file that is cut, joined or mistyped anywhere is converted or refused in a sentence; no converter breaks on it."""

import contextlib
import json
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spanwise.benchmarks.conversion import Conversion
from spanwise.benchmarks.convert.babi import convert_babi
from spanwise.benchmarks.convert.cbt import convert_cbt
from spanwise.benchmarks.convert.cnn import convert_cnn
from spanwise.benchmarks.convert.lambada import convert_lambada
from spanwise.benchmarks.convert.mrqa import convert_mrqa
from spanwise.benchmarks.convert.qamr import convert_qamr
from spanwise.benchmarks.convert.record import convert_record
from spanwise.benchmarks.convert.squad import convert_squad
from spanwise.benchmarks.material import Material
from spanwise.errors import SpanwiseError

SENTENCES = Material("s.tsv", b"a:b:1:0\tAnn met Bob .\n")
MRQA_ANSWER = {"text": "Ann", "char_spans": [[4, 6], [8, 10]]}
RECORD_QUERY = {"id": "q", "query": "@placeholder won", "answers": [{"text": "Ann", "start": 0, "end": 2}]}
SQUAD_QUESTION = {"id": "q", "question": "Who?", "answers": [{"text": "Ann", "answer_start": 0}]}
SQUAD_PARAGRAPH = {"context": "Ann won", "qas": [SQUAD_QUESTION]}

CASES: dict[str, tuple[Callable[[Material], Conversion], str]] = {
    "babi": (lambda m: convert_babi(m, task=1), "1 Ann left.\n2 Bob sat.\n3 Who left?\tAnn\t1 2\n4 Eve ran.\n"),
    "cbt": (convert_cbt, "".join(f"{i} A cat .\n" for i in range(1, 21)) + "21 XXXXX .\tcat\t\tcat|dog\n\n"),
    "cnn": (lambda m: convert_cnn([m]), "http://a\n\n@entity1 won\n\n@placeholder won\n\n@entity1\n\n@entity1:Ann\n"),
    "lambada": (convert_lambada, '{"text": "Ann came. I saw Ann"}\n{"text": "One. Two"}\n'),
    "lambada in tokens": (convert_lambada, "ann came . i saw ann\none . two\n"),
    "mrqa": (
        lambda m: convert_mrqa(m, dataset="X", tags=True),
        '{"header": {"dataset": "X"}}\n'
        + json.dumps(
            {
                "context": "<P> Ann Ann </P>",
                "qas": [{"qid": "q", "question": "?", "answers": ["Ann"], "detected_answers": [MRQA_ANSWER]}],
            }
        ),
    ),
    "qamr": (lambda m: convert_qamr(m, SENTENCES), "a:b:1:0\t0 1\t7\t0\t0\tWho met Bob?\t0\t3:0\t4:0 1\n"),
    "qamr sentences": (
        lambda m: convert_qamr(Material("r.tsv", b"a:b:1:0\t0 1\t7\t0\t0\tWho met Bob?\t0\t3:0\t4:0 1\n"), m),
        "a:b:1:0\tAnn met Bob .\na:b:1:1\tHe left .\n",
    ),
    "record": (
        convert_record,
        json.dumps({"data": [{"id": "p", "passage": {"text": "Ann won"}, "qas": [RECORD_QUERY]}]}),
    ),
    "record rows": (
        convert_record,
        json.dumps({"idx": 1, "passage": {"text": "Ann won"}, "qas": [RECORD_QUERY]}) + "\n",
    ),
    "squad": (
        convert_squad,
        json.dumps({"version": "1.1", "data": [{"title": "t", "paragraphs": [SQUAD_PARAGRAPH]}]}),
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_the_whole_file_is_converted(name: str) -> None:
    convert, text = CASES[name]
    assert convert(Material("f", text.encode())).report.questions_out >= 1


@pytest.mark.parametrize("name", CASES)
@settings(max_examples=60)
@given(data=st.data())
def test_a_damaged_file_is_converted_or_refused_in_a_sentence(name: str, data: st.DataObject) -> None:
    convert, text = CASES[name]
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 12)))
    put = data.draw(st.sampled_from(["", "\n", "\t", " ", "0", "-1", '"', "null", "[]", "{}", "5", "\n\n", "é", "<P>"]))
    damaged = text[:start] + put + text[end:]
    with contextlib.suppress(SpanwiseError):
        # The account closes, or it is an AssertionError; nothing else may be raised either.
        convert(Material("f", damaged.encode()))
