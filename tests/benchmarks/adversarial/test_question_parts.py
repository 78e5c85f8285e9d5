"""Questions taken apart."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spanwise.benchmarks.adversarial.question_parts import QuestionParts, question_parts
from spanwise.language.annotate import Annotator
from spanwise.language.annotated import Annotated, TokenSpan

RUNS = ("front", "preposition", "noun", "auxiliary", "subject", "verb", "before", "rest")
QUESTIONS = (
    "Who painted the bridge?",
    "In which of the old towns did the keeper first light a lamp?",
    "What has Ann seen in the harbor?",
    "How many lamps are there in the tower?",
    "What is Ann afraid of?",
    "The lamp was named after which sailor of the crew?",
    "Along with bread, what did Ann eat?",
    "How long did the war last?",
    "What did the keeper do in the morning?",
)


def words(question: Annotated, span: TokenSpan) -> str:
    return " ".join(question.words[span.start : span.end])


def test_the_parts_of_a_question_are_its_runs_of_words(annotator: Annotator) -> None:
    [question] = annotator.annotate(["In 1990, in which old town did the keeper first light a lamp?"])
    parts = question_parts(question)
    assert isinstance(parts, QuestionParts)
    found = {name: words(question, getattr(parts, name)) for name in RUNS}
    assert found == {
        "front": "In 1990 ,",
        "preposition": "in",
        "noun": "old town",
        "auxiliary": "did",
        "subject": "the keeper",
        "verb": "first light",
        "before": "",
        "rest": "a lamp",
    }
    assert (parts.clause, parts.gap, parts.asks, question.words[parts.head]) == ("do", "end", "which+", "town")


@pytest.mark.parametrize("text", QUESTIONS)
def test_no_word_is_lost_but_what_belongs_to_the_question_word(annotator: Annotator, text: str) -> None:
    [question] = annotator.annotate([text])
    parts = question_parts(question)
    assert isinstance(parts, QuestionParts)
    held = [token for name in RUNS for token in range(*getattr(parts, name))]
    assert len(held) == len(set(held))
    left = {question.words[i].lower() for i in range(len(question))} - {question.words[i].lower() for i in held}
    assert left <= {"who", "which", "what", "how", "many", "?", "do"}


TAGS = st.sampled_from(
    ["WP", "WDT", "WRB", "NN", "NNP", "VBD", "VB", "VBZ", "IN", "DT", "MD", "JJ", "VBN", "RP", ",", "."]
)
POS = {"NN": "NOUN", "NNP": "PROPN", "IN": "ADP", "DT": "DET", "JJ": "ADJ", ",": "PUNCT", ".": "PUNCT", "MD": "AUX"}


@given(st.data())
def test_any_parse_gives_runs_that_do_not_overlap_or_a_reason(data: st.DataObject) -> None:
    tags = data.draw(st.lists(TAGS, max_size=9))
    n = len(tags)
    spoken = [data.draw(st.sampled_from(["did", "was", "what", "of", "there", "x", "how", "many"])) for _ in tags]
    starts = tuple(sum(len(word) + 1 for word in spoken[:i]) for i in range(n))
    question = Annotated(
        text=" ".join(spoken),
        starts=starts,
        ends=tuple(start + len(word) for start, word in zip(starts, spoken, strict=True)),
        lemmas=tuple({"did": "do", "was": "be"}.get(word, word) for word in spoken),
        pos=tuple(POS.get(tag, "VERB") for tag in tags),
        tags=tuple(tags),
        dependencies=tuple(data.draw(st.sampled_from(["nsubj", "aux", "ROOT", "dobj", "acl", "det"])) for _ in tags),
        heads=tuple(data.draw(st.integers(0, n - 1)) for _ in tags),
        entities=(),
        noun_chunks=(),
        sentences=(TokenSpan(0, n),) if n else (),
    )
    parts = question_parts(question)
    if isinstance(parts, str):
        assert parts
        return
    held = [token for name in RUNS for token in range(*getattr(parts, name))]
    assert len(held) == len(set(held))
    assert all(0 <= token < n for token in held)
