import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

import spanwise as sw
from spanwise.data.dataset import Dataset
from spanwise.data.samples import sample_path, sample_predictions_path
from spanwise.diagnosis.question_facts import Facts, question_facts
from spanwise.diagnosis.reading_list import Duel, reading_list
from spanwise.errors import OptionError
from tests.scoring.drawn import benchmarks, predictions_for

DEV = sw.read(sample_path("dev"))
FACTS = question_facts(DEV)


def scores_of(reader: str) -> sw.Scores:
    return sw.score(DEV, sw.read_predictions(sample_predictions_path(reader)))


A, B = scores_of("balanced"), scores_of("eager")


def five(duel: Duel) -> tuple[int, ...]:
    return duel.won, duel.lost, duel.both_right, duel.both_wrong, duel.both_partly


def test_won_and_lost_are_those_of_compare_and_the_values_of_a_column_add_up() -> None:
    found = reading_list(A, B, FACTS)
    compared = sw.compare(A, B)
    assert (found.overall.won, found.overall.lost) == (compared.won, compared.lost)
    for name in ("question_word", "article", "answerable"):
        own = [duel for duel in found.slices if duel.column == name]
        assert tuple(map(sum, zip(*map(five, own), strict=True))) == five(found.overall)
    by_em = reading_list(A, B, FACTS, metric="em").overall
    assert (by_em.won, by_em.lost, by_em.both_right, by_em.both_wrong) == (
        compared.only_a,
        compared.only_b,
        compared.both_right,
        compared.both_wrong,
    )
    assert by_em.both_partly == 0


def test_the_list_takes_won_and_lost_in_turn_and_the_widest_difference_first() -> None:
    first = reading_list(A, B, FACTS, most=1000).first
    assert len(first) == reading_list(A, B, FACTS).overall.won + reading_list(A, B, FACTS).overall.lost
    assert [one.a > one.b for one in first[:6]] == [True, False] * 3
    for sign in (1, -1):
        widths = [abs(one.a - one.b) for one in first if sign * (one.a - one.b) > 0]
        assert widths == sorted(widths, reverse=True)


def test_equal_differences_come_agreed_first_and_an_article_at_a_time() -> None:
    first = reading_list(A, B, FACTS, most=1000).first
    agreement = dict(zip(FACTS.ids, FACTS.column("agreement").values, strict=True))
    article = dict(zip(FACTS.ids, FACTS.column("article").values, strict=True))
    won = [one.id for one in first if one.a - one.b == 1.0]
    disputed = [agreement[identity] == "not all the same" for identity in won]
    assert disputed == sorted(disputed)
    assert any(disputed)
    agreed = [article[identity] for identity, late in zip(won, disputed, strict=True) if not late]
    assert len(set(agreed[: len(set(agreed))])) == len(set(agreed))


def test_a_reader_against_itself_leaves_nothing_to_read() -> None:
    found = reading_list(A, A, FACTS)
    assert (found.overall.won, found.overall.lost, found.first) == (0, 0, ())


def test_the_list_is_as_long_as_asked_and_works_without_agreement() -> None:
    assert reading_list(A, B, FACTS, most=0).first == ()
    assert len(reading_list(A, B, FACTS.only(["article"]), most=3).first) == 3
    with pytest.raises(OptionError, match="cannot be read"):
        reading_list(A, B, FACTS, most=-1)


def test_readers_of_other_questions_or_rules_are_refused() -> None:
    with pytest.raises(OptionError, match="not of the same questions"):
        reading_list(A, B, Facts((), ()))
    other = msgspec.structs.replace(B, signature=msgspec.structs.replace(B.signature, rules="lenient"))
    with pytest.raises(OptionError, match="different rules"):
        reading_list(A, other, FACTS)


@given(st.data())
def test_the_five_add_up_for_any_two_readers(data: st.DataObject) -> None:
    dataset: Dataset = data.draw(benchmarks())
    a, b = (sw.score(dataset, data.draw(predictions_for(dataset))) for _ in range(2))
    found = reading_list(a, b, question_facts(dataset), most=1000)
    assert all(sum(five(duel)) == duel.n for duel in (found.overall, *found.slices))
    assert len(found.first) == found.overall.won + found.overall.lost
    mirrored = reading_list(b, a, question_facts(dataset)).overall
    assert (mirrored.won, mirrored.lost) == (found.overall.lost, found.overall.won)
