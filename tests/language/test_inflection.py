"""English inflection, so that an antonym can stand where the word stood."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spanwise.errors import OptionError
from spanwise.language.inflection import cased_like, inflected


@pytest.mark.parametrize(
    ("lemma", "tag", "form"),
    [
        ("decrease", "VBD", "decreased"),
        ("decrease", "VBG", "decreasing"),
        ("decrease", "VBZ", "decreases"),
        ("decrease", "VBP", "decrease"),
        ("decrease", "VB", "decrease"),
        ("stop", "VBD", "stopped"),
        ("stop", "VBG", "stopping"),
        ("open", "VBD", "opened"),
        ("refer", "VBD", "referred"),
        ("overlap", "VBG", "overlapping"),
        ("quit", "VBG", "quitting"),
        ("show", "VBG", "showing"),
        ("fix", "VBD", "fixed"),
        ("look", "VBD", "looked"),
        ("panic", "VBD", "panicked"),
        ("deny", "VBD", "denied"),
        ("deny", "VBZ", "denies"),
        ("play", "VBD", "played"),
        ("die", "VBG", "dying"),
        ("see", "VBG", "seeing"),
        ("agree", "VBD", "agreed"),
        ("go", "VBZ", "goes"),
        ("teach", "VBZ", "teaches"),
        ("lose", "VBD", "lost"),
        ("begin", "VBD", "began"),
        ("begin", "VBN", "begun"),
        ("begin", "VBG", "beginning"),
        ("overhear", "VBD", "overheard"),
        ("outline", "VBD", "outlined"),
        ("be", "VBZ", "is"),
        ("be", "VBP", "are"),
        ("be", "VBG", "being"),
        ("have", "VBZ", "has"),
        ("switch off", "VBD", "switched off"),
        ("woman", "NNS", "women"),
        ("policeman", "NNS", "policemen"),
        ("human", "NNS", "humans"),
        ("grandchild", "NNS", "grandchildren"),
        ("city", "NNS", "cities"),
        ("day", "NNS", "days"),
        ("box", "NNS", "boxes"),
        ("analysis", "NNS", "analyses"),
        ("knife", "NNS", "knives"),
        ("piano", "NNS", "pianos"),
        ("police officer", "NNS", "police officers"),
        ("Kennedy", "NNPS", "Kennedies"),
        ("Paris", "NNP", "Paris"),
        ("small", "JJS", "smallest"),
        ("big", "JJR", "bigger"),
        ("late", "JJR", "later"),
        ("heavy", "JJR", "heavier"),
        ("simple", "JJS", "simplest"),
        ("bad", "JJR", "worse"),
        ("well", "RBS", "best"),
        ("fast", "RBR", "faster"),
        ("early", "RBR", "earlier"),
        ("important", "JJR", None),
        ("famous", "JJS", None),
        ("tired", "JJR", None),
        ("slowly", "RBR", None),
        ("well-known", "JJS", None),
    ],
)
def test_a_lemma_gets_the_form_of_a_tag(lemma: str, tag: str, form: str | None) -> None:
    assert inflected(lemma, tag) == form


@pytest.mark.parametrize("tag", ["IN", "VERB", "", "CD"])
def test_a_tag_of_what_is_not_inflected_is_refused(tag: str) -> None:
    with pytest.raises(OptionError, match=f"{tag!r} is not the tag of a word that is inflected; these are: JJ, JJR"):
        inflected("hot", tag)


@given(st.text(max_size=8), st.sampled_from(["VBD", "VBN", "VBG", "VBZ", "VBP", "NNS", "JJR", "JJS", "RBR"]))
def test_any_text_gets_a_form_or_none(lemma: str, tag: str) -> None:
    form = inflected(lemma, tag)
    assert form is None or isinstance(form, str)


@pytest.mark.parametrize(
    ("word", "model", "cased"),
    [
        ("southern", "Northern", "Southern"),
        ("southern", "northern", "southern"),
        ("unused", "USED", "UNUSED"),
        ("city of Light", "Paris", "City of Light"),
        ("Paris", "london", "Paris"),
        ("we", "I", "We"),
        ("", "Used", ""),
        ("used", "", "used"),
    ],
)
def test_a_word_takes_the_capitals_of_the_one_it_replaces(word: str, model: str, cased: str) -> None:
    assert cased_like(word, model) == cased
