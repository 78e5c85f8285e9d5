from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spanwise.data.dataset import Answer, Article, Dataset, Paragraph, Question
from spanwise.data.formats import read
from spanwise.diagnosis.perturbations import PERTURBATIONS, _spans, perturbed, sentence_blocks
from spanwise.errors import OptionError
from spanwise.text.span import Span
from tests.strategies import datasets, texts

SENTENCES = ("The keeper lit it. ", "It burned in 1871! ", "A ship passed.\n\n", "漢字。", "Was it seen? ", "no end")


@st.composite
def prose_datasets(draw: st.DrawFn) -> Dataset:
    """Draw contexts of sentences, with answers anywhere in them, over their borders too."""
    context = "".join(draw(st.lists(st.sampled_from(SENTENCES), min_size=1, max_size=6)))
    questions = []
    for number in range(draw(st.integers(0, 3))):
        start = draw(st.integers(0, len(context) - 1))
        end = draw(st.integers(start + 1, min(len(context), start + 30)))
        claimed = draw(st.sampled_from((start, start, None, start + 1)))
        questions.append(Question(f"q{number}", draw(texts()), (Answer(context[start:end], claimed),)))
    return Dataset((Article("t", (Paragraph(context, tuple(questions)),)),))


def pairs(old: Dataset, new: Dataset) -> list[tuple[Paragraph, Question, Paragraph, Question]]:
    both = zip(old.questions(), new.questions(), strict=True)
    return [(p, q, s, r) for (_, p, q), (_, s, r) in both]


def stands(answer: Answer, context: str) -> bool:
    return answer.start is not None and context[answer.start : answer.start + len(answer.text)] == answer.text


@given(datasets() | prose_datasets(), st.sampled_from(list(PERTURBATIONS)), st.integers(0, 3))
def test_ids_order_articles_and_texts_of_answers_stay(dataset: Dataset, name: str, seed: int) -> None:
    changed = perturbed(dataset, name, seed=seed)
    assert changed.question_ids == dataset.question_ids
    assert changed.article_index == dataset.article_index
    assert [a.title for a in changed.articles] == [a.title for a in dataset.articles]
    for _, question, _, after in pairs(dataset, changed):
        assert [a.text for a in after.answers] == [a.text for a in question.answers]
        assert [a.text for a in after.plausible_answers] == [a.text for a in question.plausible_answers]
        assert (after.is_impossible, after.category, after.origin) == (
            question.is_impossible,
            question.category,
            question.origin,
        )


@given(prose_datasets() | datasets(), st.sampled_from(["sentences-shuffled", "answer-sentences"]), st.integers(0, 9))
def test_answers_that_stood_at_their_offsets_stand_at_the_new_ones(dataset: Dataset, name: str, seed: int) -> None:
    for paragraph, question, changed, after in pairs(dataset, perturbed(dataset, name, seed=seed)):
        for answer, moved in zip(question.answers, after.answers, strict=True):
            if stands(answer, paragraph.context):
                assert stands(moved, changed.context)
            elif changed.context != paragraph.context:
                assert moved.start is None
            # A wrong start is no reason to tear an answer apart.
            if answer.text in paragraph.context:
                assert answer.text in changed.context


@given(prose_datasets() | datasets(), st.integers(0, 9))
def test_shuffling_is_a_permutation_of_the_sentences(dataset: Dataset, seed: int) -> None:
    changed = perturbed(dataset, "sentences-shuffled", seed=seed)
    for old, new in zip(dataset.articles, changed.articles, strict=True):
        for before, after in zip(old.paragraphs, new.paragraphs, strict=True):
            assert Counter(before.context) == Counter(after.context)
            blocks = sentence_blocks(before.context, _spans(before.questions, before.context))
            assert [b.of(before.context) for b in blocks if b.of(before.context) not in after.context] == []
            assert (before.context == after.context) <= (
                len({b.of(before.context) for b in blocks}) < len(blocks) or len(blocks) < 2
            )


def paragraph_of(context: str, *answers: tuple[str, int | None]) -> Dataset:
    given = tuple(Answer(text, start) for text, start in answers)
    return Dataset((Article("t", (Paragraph(context, (Question("q", "Who was it that came?", given),)),)),))


def test_two_sentences_change_places_and_the_gap_stays_where_it_is() -> None:
    dataset = paragraph_of(" Ann came.\n\nBob left. ", ("Bob", 12))
    changed = perturbed(dataset, "sentences-shuffled", seed=0)
    paragraph = changed.articles[0].paragraphs[0]
    assert paragraph.context == " Bob left.\n\nAnn came. "
    assert paragraph.questions[0].answers == (Answer("Bob", 1),)


def test_sentences_that_an_answer_spans_stay_together() -> None:
    context = "Ann came. Bob left. Cid slept. Dot woke."
    dataset = paragraph_of(context, ("left. Cid", 14))
    assert [b.of(context) for b in sentence_blocks(context, [Span(14, 23)])] == [
        "Ann came.",
        "Bob left. Cid slept.",
        "Dot woke.",
    ]
    for seed in range(8):
        paragraph = perturbed(dataset, "sentences-shuffled", seed=seed).articles[0].paragraphs[0]
        assert "Bob left. Cid slept." in paragraph.context
        assert paragraph.context != context
        assert stands(paragraph.questions[0].answers[0], paragraph.context)


def test_a_context_is_cut_down_to_the_sentences_of_its_answers() -> None:
    dataset = paragraph_of(
        "Ann came. Bob left.  Cid slept. Dot woke. Eve sang.", ("Bob", 10), ("slept", 25), ("Eve", 42)
    )
    paragraph = perturbed(dataset, "answer-sentences", seed=0).articles[0].paragraphs[0]
    assert paragraph.context == "Bob left.  Cid slept. Eve sang."
    assert [a.start for a in paragraph.questions[0].answers] == [0, 15, 22]


@pytest.mark.parametrize(
    ("name", "text"),
    [("no-question", ""), ("first-word", "Who"), ("first-2-words", "Who was"), ("first-3-words", "Who was it")],
)
def test_of_a_question_the_first_words_stay_and_all_else_is_as_it_was(name: str, text: str) -> None:
    dataset = paragraph_of("Ann came.", ("Ann", 0))
    changed = perturbed(dataset, name, seed=0)
    question = changed.articles[0].paragraphs[0].questions[0]
    assert question.text == text
    assert changed.articles[0].paragraphs[0].context == "Ann came."
    assert question.answers == (Answer("Ann", 0),)


@given(datasets(), st.integers(0, 9))
def test_the_words_of_a_question_come_in_another_order(dataset: Dataset, seed: int) -> None:
    for _, question, _, after in pairs(dataset, perturbed(dataset, "question-shuffled", seed=seed)):
        old, new = question.text.split(), after.text.split()
        assert sorted(old) == sorted(new)
        assert (old != new) == (len(set(old)) > 1)


def test_the_seed_decides_and_a_part_is_changed_as_the_whole_is() -> None:
    context = " ".join(f"Sentence {word} ends." for word in ("one", "two", "three", "four", "five", "six"))
    other = Article("u", (Paragraph("Ann came. Bob left. Cid slept.", (Question("r", "Who left?"),)),))
    one = paragraph_of(context, ("three", context.index("three")))
    both = Dataset((other, *one.articles))
    for name in ("sentences-shuffled", "question-shuffled"):
        assert perturbed(both, name, seed=1).articles[1:] == perturbed(one, name, seed=1).articles
        drawn = {perturbed(one, name, seed=seed).fingerprint for seed in range(6)}
        assert len(drawn) > 1


def test_the_order_that_a_seed_draws_is_the_same_in_every_release() -> None:
    # Written down on Python 3.11; what Random(text).random() gives is promised to stay.
    dataset = paragraph_of("One. Two. Three. Four. Five.", ("Two", 5))
    assert (
        perturbed(dataset, "sentences-shuffled", seed=0).articles[0].paragraphs[0].context
        == "Two. Four. Three. Five. One."
    )


def test_an_unknown_perturbation_is_refused() -> None:
    with pytest.raises(OptionError, match="there are no-question, first-word"):
        perturbed(paragraph_of("Ann came."), "no-answer", seed=0)


def test_real_paragraphs_keep_their_answers(shared: Path) -> None:
    dev = read(shared / "data" / "squad" / "dev-v1.1.json")
    some = Dataset(dev.articles[:6], version=dev.version)
    changed = perturbed(some, "sentences-shuffled", seed=0)
    moved = 0
    for paragraph, _, after, question in pairs(some, changed):
        assert all(stands(answer, after.context) for answer in question.answers)
        moved += after.context != paragraph.context
    # Most paragraphs of SQuAD have several sentences.
    assert moved > 0.9 * len(some.question_ids)
