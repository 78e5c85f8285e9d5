"""Never answering."""

import spanwise as sw
from spanwise.predictions.reader import Reader
from spanwise.readers.always_abstain import AlwaysAbstain


def test_it_scores_the_share_of_unanswerable_questions() -> None:
    reader: Reader = AlwaysAbstain()
    dev = sw.read(sw.sample_path("dev"))
    scores = sw.score(dev, reader.predict(dev))
    share = scores.columns.has_answer.count(False) / scores.total
    assert 0 < share < 1
    assert (scores.em.value, scores.f1.value) == (share, share)


def test_its_signal_is_certainty_and_only_given_when_asked_for() -> None:
    dev = sw.read(sw.sample_path("dev"))
    assert {p.na_prob for p in AlwaysAbstain().predict(dev).by_id.values()} == {None}
    assert {p.na_prob for p in AlwaysAbstain(abstain=True).predict(dev).by_id.values()} == {1.0}
