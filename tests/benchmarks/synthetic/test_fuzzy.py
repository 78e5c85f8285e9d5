import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from spanwise.benchmarks.synthetic.drawn_words import UniformPassages
from spanwise.benchmarks.synthetic.found_text import DatasetPassages
from spanwise.benchmarks.synthetic.fuzzy import FuzzyMaker, FuzzySettings, can_be_answer
from spanwise.benchmarks.synthetic.generation import Noted
from spanwise.errors import DataError, OptionError
from spanwise.text.normalize import SQUAD, normalized_alone
from tests.benchmarks.synthetic.made import WORDS, dataset, maker, uniform, vectors


def made(one: FuzzyMaker, questions: int = 40) -> list[tuple[str, str, int, str]]:
    return [
        (item.context, item.question.text, item.question.answers[0].start or 0, item.question.answers[0].text)
        for item in one.make(range(questions), questions).items
    ]


@hypothesis_settings(max_examples=25)
@given(
    st.integers(0, 3),
    st.integers(1, 12),
    st.sampled_from((0.0, 0.5, 1.0)),
    st.integers(0, 4),
    st.sampled_from((0, 0.2)),
)
def test_the_answer_is_a_token_at_its_offset_and_the_question_holds_the_mask_once(
    seed: int, window: int, replace: float, move: int, drop: float
) -> None:
    for context, question, start, answer in made(
        maker(seed, window=window, replace=replace, move=move, drop=drop), questions=10
    ):
        assert context.startswith(answer, start)
        assert f" {context} "[start : start + len(answer) + 2] == f" {answer} "
        assert question.split().count("XXXXX") == 1
        assert 2 <= len(question.split()) <= window + 1


def test_unchanged_tokens_are_those_around_the_answer() -> None:
    for context, question, start, answer in made(maker(replace=0, move=0, drop=0, window=7)):
        tokens = context.split()
        place = context[:start].count(" ")
        assert tokens[place] == answer
        assert question.split() == [*tokens[max(0, place - 3) : place], "XXXXX", *tokens[place + 1 : place + 5]]


@pytest.mark.parametrize("move", [1, 3])
def test_no_token_moves_further_than_it_may_and_some_move_so_far(move: int) -> None:
    furthest = 0
    still = made(maker(replace=0, move=0, drop=0, tokens=60), 200)
    moved = made(maker(replace=0, move=move, drop=0, tokens=60), 200)
    for (context, before, *_), (same, after, *_) in zip(still, moved, strict=True):
        assert context == same
        assert sorted(before.split()) == sorted(after.split())
        if len(set(before.split())) == len(before.split()):
            for place, token in enumerate(before.split()):
                furthest = max(furthest, abs(place - after.split().index(token)))
    assert furthest == move


def test_every_token_is_replaced_by_one_of_its_neighbours() -> None:
    near = maker()._substitutes
    for (_, before, *_), (_, after, *_) in zip(
        made(maker(replace=0, move=0, drop=0)), made(maker(move=0, drop=0)), strict=True
    ):
        for token, replaced in zip(before.split(), after.split(), strict=True):
            assert token == replaced == "XXXXX" or replaced in near.of(token)


def test_tokens_are_dropped_and_replaced_as_often_as_is_said() -> None:
    texts = [question.split() for _, question, *_ in made(maker(replace=0.3, move=0, drop=0.2, tokens=150), 600)]
    originals = [question.split() for _, question, *_ in made(maker(replace=0, move=0, drop=0, tokens=150), 600)]
    left = sum(map(len, texts)) - 600
    assert left / (sum(map(len, originals)) - 600) == pytest.approx(0.8, abs=0.02)
    kept = sum(token in before for after, before in zip(texts, originals, strict=True) for token in after) - 600
    assert kept / left == pytest.approx(0.7, abs=0.03)


def test_a_question_depends_on_seed_and_number_alone() -> None:
    whole = maker(seed=3).make(range(30), 30).items
    assert maker(seed=3).make(range(20, 25), 30).items == whole[20:25]
    assert maker(seed=4).make(range(30), 30).items != whole
    assert [item.question.id for item in whole[:2]] == ["fuzzy-uniform-3-0", "fuzzy-uniform-3-1"]


@pytest.mark.parametrize("token", ["the", "An", ",", "...", "(a)", "<unk>", "-LRB-", "@-@"])
def test_marks_articles_and_placeholders_are_no_answers(token: str) -> None:
    assert not can_be_answer(token)


@given(st.text(min_size=1, max_size=6))
def test_something_is_left_of_every_answer_when_answers_are_compared(token: str) -> None:
    if can_be_answer(token):
        assert normalized_alone(token, SQUAD)


def test_tokens_without_a_vector_are_left_out_kept_or_refused_as_is_said() -> None:
    source = DatasetPassages(dataset(("w1 zzz w2 w3 w4 w5 w6 w7 w8 w9",)), tokens=10)
    settings = FuzzySettings(neighbours=10, move=0, drop=0)
    note = FuzzyMaker(source, vectors(), settings=settings).make(range(50), 50).notes[0]
    assert (note.what, note.examples[0]) == ("tokens of questions left out: they have no vector", "zzz")
    kept = FuzzyMaker(source, vectors(), settings=FuzzySettings(neighbours=10, unknown="keep")).make(range(50), 50)
    assert kept.notes[0].what == "tokens of questions kept as they are: they have no vector"
    assert any("zzz" in item.question.text.split() for item in kept.items)
    with pytest.raises(DataError, match="fuzzy-wikipedia: 'zzz' has no vector"):
        FuzzyMaker(source, vectors(), settings=FuzzySettings(neighbours=10, unknown="refuse")).make(range(50), 50)


def test_passages_without_a_possible_answer_are_refused() -> None:
    with pytest.raises(DataError, match="100 passages held hardly a word that can be an answer, such as"):
        FuzzyMaker(UniformPassages([",", "."]), vectors(), settings=FuzzySettings(neighbours=10)).make(range(1), 1)


def test_questions_of_which_nothing_would_be_left_are_refused() -> None:
    strange = UniformPassages(["x1", "x2", "x3"], tokens=5)
    with pytest.raises(DataError, match="had nothing left but the mask; give vectors of the passages' words"):
        FuzzyMaker(strange, vectors(), settings=FuzzySettings(neighbours=10)).make(range(1), 1)


def test_what_the_source_left_out_is_in_the_account() -> None:
    source = UniformPassages([*WORDS, "zzz"], known=lambda word: word != "zzz")
    assert FuzzyMaker(source, vectors()).notes() == (
        Noted("words of the vocabulary left out: they have no vector", 1, ("zzz",)),
    )


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"window": 0}, "a window of 0"),
        ({"move": -1}, "moves of -1"),
        ({"replace": 1.5}, "replace is 1.5"),
        ({"drop": -0.1}, "drop -0.1"),
        ({"mask": "two words"}, "it must be one word"),
    ],
)
def test_settings_without_a_meaning_are_refused(wrong: dict[str, object], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        FuzzySettings(**wrong)  # type: ignore[arg-type]


def test_vectors_that_are_too_few_are_refused_at_the_door() -> None:
    with pytest.raises(OptionError, match="500 neighbours among 300 words"):
        FuzzyMaker(uniform(), vectors(), settings=FuzzySettings(neighbours=500))
