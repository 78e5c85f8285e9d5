import pytest

from spanwise.benchmarks.synthetic.found_text import DatasetPassages, SamplePassages
from spanwise.benchmarks.synthetic.generation import Noted
from spanwise.errors import DataError, OptionError
from tests.benchmarks.synthetic.made import dataset, rng


def test_samples_are_gone_through_evenly_and_cut() -> None:
    source = SamplePassages([["a", "b", "c"], ["short"], ["d", "e"]], tokens=2)
    texts = [source.passage(number, 4, rng()).text for number in range(4)]
    assert texts == ["a b", "a b", "d e", "d e"]
    assert source.notes() == (Noted("samples left out: shorter than 2 tokens", 1, ("short",)),)


def test_a_passage_of_a_dataset_is_its_text_and_runs_on_into_the_next_paragraph() -> None:
    source = DatasetPassages(dataset(("One, two.", "Three  four. Five", "Six"), ("Alone",), ("a b c d e f",)), tokens=5)
    passages = [source.passage(number, 3, rng()) for number in range(3)]
    assert [one.text for one in passages] == ["One, two.\nThree", "Three  four. Five\nSix", "a b c d e"]
    assert [one.title for one in passages] == ["article 0", "article 0", "article 2"]
    for one in passages:
        assert len(one.tokens) == 5
        assert all(one.text.startswith(token, start) for token, start in zip(one.tokens, one.starts, strict=True))
    left_out = Noted("paragraphs left out: fewer than 5 tokens to the end of the article", 2, ("Six", "Alone"))
    assert source.notes() == (left_out,)


def test_fewer_questions_than_paragraphs_are_spread_over_all() -> None:
    source = DatasetPassages(dataset(*((f"w{number} x",) for number in range(10))), tokens=2)
    assert [source.passage(number, 5, rng()).text for number in range(5)] == ["w0 x", "w2 x", "w4 x", "w6 x", "w8 x"]


def test_texts_that_are_all_too_short_are_refused() -> None:
    with pytest.raises(DataError, match="none of 2 samples has the 150 tokens of a passage"):
        SamplePassages([["a"], ["b"]])
    with pytest.raises(DataError, match="drawn: no article has the 150 tokens of a passage"):
        DatasetPassages(dataset(("a",)))
    with pytest.raises(OptionError, match="a passage of 0 tokens"):
        SamplePassages([["a"]], tokens=0)
