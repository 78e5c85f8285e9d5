import msgspec

from spanwise.report.page_input import PageInput
from spanwise.report.people_tab import people_view


def test_protocols_stand_side_by_side_with_the_numbers_of_diagnosis(sample_page: PageInput) -> None:
    found = sample_page.people
    view = people_view(found)
    assert found is not None
    assert view is not None
    splits = [found.single, found.leave_one_out, *(vote.split for vote in found.votes)]
    assert len(view.lines.lines) == len(splits)
    for line, split in zip(view.lines.lines, splits, strict=True):
        shown = [f"{e.text} {e.interval}".strip() for e in line.entries[:4] if e is not None]
        estimates = (split.overall.em, split.overall.f1, split.has_ans.f1, split.no_ans.f1)
        assert shown == [estimate.percent() for estimate in estimates]


def test_the_curve_has_a_point_for_each_number_of_people(sample_page: PageInput) -> None:
    found = sample_page.people
    view = people_view(found)
    assert found is not None
    assert view is not None
    assert view.curve is not None
    assert [row[0] for row in view.curve.rows] == ["1", "2", "3"]
    assert view.curve.rows[0][2:] == (found.curve[0].line.em.percent(), found.curve[0].line.f1.percent())
    assert [line.name for line in view.workers.lines] == ["w1", "w2", "w3"]
    one = people_view(msgspec.structs.replace(found, curve=found.curve[:1]))
    assert one is not None
    assert one.curve is None


def test_without_raw_answers_there_is_no_tab() -> None:
    assert people_view(None) is None
