import pytest

from spanwise.benchmarks.synthetic import substitutes
from spanwise.benchmarks.synthetic.substitutes import Substitutes
from spanwise.errors import OptionError
from spanwise.language.neighbours import Neighbours
from tests.benchmarks.synthetic.made import WORDS, vectors


def test_a_word_is_replaced_by_one_of_its_nearest() -> None:
    near = Substitutes(vectors(), count=5)
    near.prepare(["w1", "w2", "w1"])
    for word in ("w1", "w2", "w9"):
        [expected] = Neighbours(vectors()).nearest([word], 5)
        assert near.of(word) == tuple(one.word for one in expected)


def test_only_the_first_words_stand_in_for_others() -> None:
    near = Substitutes(vectors(), count=5, among=20)
    assert set(near.of("w250")) <= set(WORDS[:20])


def test_a_word_is_known_as_it_is_or_in_lower_case() -> None:
    near = Substitutes(vectors(), count=5)
    assert [near.known(word) for word in ("w1", "W1", "other")] == ["w1", "w1", None]


def test_forgetting_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = Substitutes(vectors(), count=3)
    monkeypatch.setattr(substitutes, "_KEPT", 4)
    forgetting = Substitutes(vectors(), count=3)
    for words in (["w1", "w2", "w3"], ["w3", "w4", "w5"], ["w1", "w6"]):
        forgetting.prepare(words)
        assert len(forgetting._kept) <= 4
        assert [forgetting.of(word) for word in words] == [kept.of(word) for word in words]


def test_vectors_that_are_too_few_are_refused() -> None:
    with pytest.raises(OptionError, match="100 neighbours among 100 words: the vectors are too few"):
        Substitutes(vectors(), count=100, among=100)
    with pytest.raises(OptionError, match="both must be 1 or more"):
        Substitutes(vectors(), count=0)
