import msgspec

from spanwise.data.finding import Finding
from spanwise.report.oddities import SHOWN, kinds
from spanwise.report.page_input import PageInput, readers_of

SHARED = Finding("answer-offset", "an offset is wrong", "mend it", ids=("a", "b"))
OWN = Finding("prediction-missing", "2 are missing", "predict them", ids=("a",))


def test_a_finding_all_readers_share_is_about_none_of_them(odd_page: PageInput) -> None:
    first, second = odd_page.scores
    scores = (
        msgspec.structs.replace(first, findings=(SHARED, OWN)),
        msgspec.structs.replace(second, findings=(SHARED,)),
    )
    readers = readers_of(msgspec.structs.replace(odd_page, scores=scores))
    offset, missing = kinds((), readers)
    assert (offset.code, offset.readers, offset.count, offset.questions) == ("answer-offset", (), 1, 2)
    assert [reader.letter for reader in missing.readers] == ["A"]
    assert missing.oddities[0].readers == missing.readers


def test_findings_of_one_kind_are_one_entry_and_the_first_are_written_out(odd_page: PageInput) -> None:
    many = tuple(Finding("answer-offset", f"{i} is wrong", "", ids=(str(i),)) for i in range(SHOWN + 7))
    scores = tuple(msgspec.structs.replace(s, findings=()) for s in odd_page.scores)
    (kind,) = kinds(many, readers_of(msgspec.structs.replace(odd_page, scores=scores)))
    assert (kind.count, kind.questions, len(kind.oddities)) == (SHOWN + 7, SHOWN + 7, SHOWN)
    assert kind.meaning == "the context at answer_start is not the answer"


def test_many_ids_are_cut_short_and_counted(odd_page: PageInput) -> None:
    finding = Finding("prediction-missing", "many", "", ids=tuple(map(str, range(SHOWN + 3))))
    kind = next(k for k in kinds((finding,), readers_of(odd_page)) if k.oddities[0].finding == finding)
    assert len(kind.oddities[0].ids) == SHOWN
    assert kind.oddities[0].more == 3
