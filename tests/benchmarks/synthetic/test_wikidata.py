from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from spanwise.benchmarks.synthetic.knowledge import Names, knowledge
from spanwise.benchmarks.synthetic.squad_stream import Item
from spanwise.benchmarks.synthetic.wikidata import WikidataMaker, WikidataSettings
from spanwise.errors import DataError, OptionError
from tests.benchmarks.synthetic.facts import ENTITIES, RELATIONS, TRIPLES, small

FORMS = {names.label: set(names.forms) for names in (*ENTITIES.values(), *RELATIONS.values())}
SAID = {
    f"{s} {v} {o}"
    for subject, verb, thing in TRIPLES
    for s in ENTITIES[subject].forms
    for v in RELATIONS[verb].forms
    for o in ENTITIES[thing].forms
}


def made(questions: int = 60, seed: int = 0, **settings: object) -> tuple[Item, ...]:
    chosen = WikidataSettings(**({"triples": 4} | settings))  # type: ignore[arg-type]
    return WikidataMaker(small(), seed=seed, settings=chosen).make(range(questions), questions).items


@hypothesis_settings(max_examples=30)
@given(st.integers(0, 5), st.integers(1, 5), st.booleans(), st.sampled_from((" . ", " ### ", "\n")))
def test_answers_stand_at_their_places_and_a_passage_is_so_many_different_triples(
    seed: int, triples: int, aliases: bool, delimiter: str
) -> None:
    for item in made(8, seed, triples=triples, aliases=aliases, delimiter=delimiter):
        parts = item.context.split(delimiter)
        assert len(parts) == triples
        assert set(parts) <= SAID
        for answer in item.question.answers:
            assert answer.start is not None
            assert item.context.startswith(answer.text, answer.start)
            assert f"{delimiter}{item.context}{delimiter}".count(answer.text)
        assert item.question.text.split().count("XXXXX") == 1


def labelled(item: Item) -> Iterator[tuple[str, str, str]]:
    """Give the triples of a passage that has labels only, by label."""
    for subject, verb, thing in TRIPLES:
        names = (ENTITIES[subject].label, RELATIONS[verb].label, ENTITIES[thing].label)
        if " ".join(names) in item.context.split(" . "):
            yield names


def test_a_plain_question_is_a_triple_of_the_passage_with_its_answer_left_out() -> None:
    for item in made(aliases=False, inverse=0, hypernym=0):
        facts = set(labelled(item))
        for answer in item.question.answers:
            assert tuple(item.question.text.replace("XXXXX", answer.text).split()) in {
                tuple(" ".join(fact).split()) for fact in facts
            }


def test_an_inverse_turns_subject_and_object_around() -> None:
    texts = {item.question.text for item in made(200, aliases=False, inverse=1, hypernym=0)}
    assert {"Mara Voss parent XXXXX", "XXXXX parent Jonas Voss"} <= texts
    assert not any(" child " in text for text in texts)


def test_a_hypernym_stands_for_the_entity_of_the_question() -> None:
    items = made(200, aliases=False, inverse=0, hypernym=1)
    texts = {item.question.text for item in items}
    assert "human occupation XXXXX" in texts
    assert "human residence XXXXX" in texts
    assert not any(text.startswith(("Mara", "Jonas")) for text in texts)


def test_with_aliases_the_names_of_passage_and_question_are_drawn_each_for_itself() -> None:
    texts = " ".join(item.context + item.question.text for item in made(200))
    assert all(form in texts for form in ("Keeper Voss", "the island", "lives in"))
    plain = " ".join(item.context + item.question.text for item in made(200, aliases=False))
    assert not any(form in plain for form in ("Keeper Voss", "the island", "lives in"))


def test_of_several_right_answers_all_are_given_and_counted() -> None:
    names = {name: Names(name) for name in ("Ada", "red", "green", "likes")}
    known = knowledge([("Ada", "likes", "red"), ("Ada", "likes", "green")], names, names)
    maker = WikidataMaker(known, settings=WikidataSettings(triples=2, ask_object=1))
    outcome = maker.make(range(10), 10)
    for item in outcome.items:
        assert sorted(answer.text for answer in item.question.answers) == ["green", "red"]
    assert outcome.notes[0].count == 10
    assert outcome.notes[0].what == "questions with several right answers, all given"


def test_a_question_with_one_right_answer_is_preferred() -> None:
    # Asked for its object, "residence" has one answer for each person; asked for its subject it has two.
    for item in made(100, aliases=False, inverse=0, hypernym=0, triples=5, ask_object=0):
        assert len({answer.text for answer in item.question.answers}) == 1


def test_a_question_depends_on_seed_and_number_alone() -> None:
    maker = WikidataMaker(small(), seed=2, settings=WikidataSettings(triples=3))
    whole = maker.make(range(30), 30).items
    assert maker.make(range(10, 12), 30).items == whole[10:12]
    assert [item.question.id for item in whole[:2]] == ["wikidata-2-0", "wikidata-2-1"]
    assert made(30, seed=3, triples=3) != whole


def test_entities_with_few_triples_are_left_out_and_counted() -> None:
    maker = WikidataMaker(small(), settings=WikidataSettings(triples=4))
    # "Jonas Voss" has three triples and his child three; all others have fewer than four.
    assert {item.title for item in maker.make(range(20), 20).items} == {"Jonas Voss"}
    [note] = maker.notes()
    assert note.what == "entities left out: fewer than 4 triples of theirs and their neighbours"
    assert note.count == 6


def test_only_entities_of_the_highest_rank_are_seeds() -> None:
    maker = WikidataMaker(small(), settings=WikidataSettings(triples=1, seeds=5, ask_object=1))
    # "Skarn" and "human" have no triples of their own; the first with some are further down.
    assert {item.title for item in maker.make(range(30), 30).items} <= {"Mara Voss", "Jonas Voss", "Skarn Light"}


def test_too_few_triples_and_names_that_are_no_answers_are_refused() -> None:
    with pytest.raises(DataError, match="wikidata: none of 7 entities has 50 triples"):
        WikidataMaker(small())
    names = {name: Names("the") for name in ("A", "B")} | {"r": Names("verb")}
    maker = WikidataMaker(knowledge([("A", "r", "B")], names, names), settings=WikidataSettings(triples=1))
    with pytest.raises(DataError, match="can be an answer; give labels"):
        maker.make(range(1), 1)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"triples": 0}, "0 triples around"),
        ({"seeds": 0}, "each of 0 entities"),
        ({"inverse": 2}, "inverse is 2"),
        ({"hypernym": -1}, "hypernym is -1"),
        ({"mask": ""}, "the mask is ''"),
        ({"delimiter": ""}, "the delimiter ''"),
    ],
)
def test_settings_without_a_meaning_are_refused(wrong: dict[str, object], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        WikidataSettings(**wrong)  # type: ignore[arg-type]
