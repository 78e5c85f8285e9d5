import msgspec
import pytest

from spanwise.errors import OptionError
from spanwise.report.page_input import COLOURS, PageInput, readers_of


def test_readers_keep_their_order_and_get_letters_and_colours(sample_page: PageInput) -> None:
    readers = readers_of(sample_page)
    assert [s.letter for s in readers] == ["A", "B", "C"]
    assert [s.colour for s in readers] == [0, 1, 2]
    assert [s.name for s in readers] == [s.reader for s in sample_page.scores]


def test_the_ninth_reader_has_the_first_colour_and_its_own_letter(odd_page: PageInput) -> None:
    many = 30
    page = PageInput(
        dataset=odd_page.dataset, predictions=odd_page.predictions[:1] * many, scores=odd_page.scores[:1] * many
    )
    readers = readers_of(page)
    assert readers[COLOURS].colour == 0
    assert readers[COLOURS].letter == "I"
    assert len({s.letter for s in readers}) == many


def test_a_reader_without_a_name_is_called_by_its_letter(odd_page: PageInput) -> None:
    nameless = msgspec.structs.replace(odd_page.scores[0], reader="")
    page = msgspec.structs.replace(odd_page, scores=(nameless, odd_page.scores[1]))
    assert readers_of(page)[0].name == "reader A"


def test_parts_that_do_not_belong_together_are_refused(odd_page: PageInput, sample_page: PageInput) -> None:
    with pytest.raises(OptionError, match="a report needs the scores of at least one reader"):
        readers_of(msgspec.structs.replace(odd_page, scores=()))
    with pytest.raises(OptionError, match="2 scores but 1 of predictions; a report needs one for each reader"):
        readers_of(msgspec.structs.replace(odd_page, predictions=odd_page.predictions[:1]))
    with pytest.raises(OptionError, match="2 scores but 3 of matched"):
        readers_of(msgspec.structs.replace(odd_page, matched=sample_page.matched))
    with pytest.raises(OptionError, match="2 scores but 1 of explanations"):
        readers_of(msgspec.structs.replace(odd_page, explanations=({},)))
    with pytest.raises(OptionError, match="'eager' was scored on other questions than '<i>first</i>'"):
        readers_of(
            msgspec.structs.replace(
                odd_page,
                predictions=(odd_page.predictions[0], sample_page.predictions[0]),
                scores=(odd_page.scores[0], sample_page.scores[0]),
            )
        )
