import re

import pytest

from spanwise.benchmarks.curate.wikitext import linked_titles, page_key, wikitext_paragraphs

NAMES = frozenset(("datei", "benutzer diskussion"))


def text_of(wikitext: str, *, keep_holes: bool = True) -> tuple[str, ...]:
    return wikitext_paragraphs(wikitext, NAMES, keep_holes=keep_holes).paragraphs


@pytest.mark.parametrize(
    ("wikitext", "seen"),
    [
        ("'''Sarn''' is an ''island''.", "Sarn is an island."),
        ("[[Port Ellan|The town]] and [[Brack]]s", "The town and Bracks"),
        ("a<ref>x {{cite book|t}}</ref> b<ref name=q /> c", "a b c"),
        ("seen [https://example.org by all] and https://example.org", "seen by all and"),
        ("41&nbsp;km &amp; 3&#8211;4", "41 km & 3–4"),
        ("a<!-- not\n\nseen --> b", "a b"),
        ("H<sub>2</sub>O<br/>here", "H2O here"),
        ("<nowiki>[[as it is]]</nowiki>", "[[as it is]]"),
        ("[[:Category:Islands|islands]]", "islands"),
        ("{{lang|fr|''gardiens''}} and {{convert|41|km|mi}}", "gardiens and 41 km"),
        ("one\nsentence\nin three lines", "one sentence in three lines"),
        ("said{{citation needed|date=May 2020}}.", "said."),
    ],
)
def test_a_paragraph_is_what_a_reader_of_the_page_sees(wikitext: str, seen: str) -> None:
    assert text_of(wikitext) == (seen,)


@pytest.mark.parametrize(
    ("wikitext", "kind"),
    [
        ('{| class="wikitable"\n|-\n| cell || cell\n|}', "tables"),
        ("<table><tr><td>cell</td></tr></table>", "tables"),
        ("* one\n* two\n# three\n: four", "lines of lists"),
        ("<ul><li>one</li><li>two</li></ul>", "lines of lists"),
        ("[[File:x.jpg|thumb|a [[linked]] caption]]", "files"),
        ("[[Datei:x.jpg|mini|a caption]]", "files"),
        ("[[Bild:x.jpg|mini|a {{small|b}} caption]]", "files"),
        ("<gallery>\nx.jpg|caption\n</gallery>", "galleries"),
        ("{{table begin}}\n|-\n! head\n| cell\n{{table end}}", "lines of tables"),
        (" set as typed", "preformatted lines"),
        ("{{Some box\n| a = b\n}}", "templates outside sentences"),
    ],
)
def test_what_is_no_running_text_is_left_out_and_counted(wikitext: str, kind: str) -> None:
    found = wikitext_paragraphs(f"Before it.\n\n{wikitext}\n\nAfter it.", NAMES)
    assert found.paragraphs == ("Before it.", "After it.")
    assert dict(found.left_out)[kind] >= 1


def test_headings_categories_and_other_languages_part_paragraphs_and_are_no_text() -> None:
    text = "One.\n== Head ==\nTwo.\n[[Category:X]]\n[[de:Sarn]]\n----\nThree."
    assert text_of(text) == ("One.", "Two.", "Three.")


def test_a_template_in_a_sentence_is_a_hole_that_drops_the_paragraph_unless_it_may_stay() -> None:
    text = "It carries {{val|3.1}} a second.\n\nWhole."
    dropped = wikitext_paragraphs(text)
    assert dropped.paragraphs == ("Whole.",)
    assert dict(dropped.left_out) == {"paragraphs with a template left out of a sentence": 1}
    assert text_of(text) == ("It carries a second.", "Whole.")


def test_links_name_articles_as_mediawiki_files_them() -> None:
    text = "[[port_Ellan#Harbour|town]] [[Port Ellan]] [[File:x.jpg]] [[Benutzer Diskussion:A]] [[de:X]] [[#here]]"
    assert linked_titles(text + " [[Star Trek: Picard]] {{t|[[moot of Sarn]]}}", NAMES) == (
        "Port Ellan",
        "Star Trek: Picard",
        "Moot of Sarn",
    )


def test_a_page_key_is_one_for_all_spellings_of_a_title() -> None:
    assert {page_key(title) for title in ("kelp_yards", "Kelp  yards", ":Kelp yards", "kelp yards#Trade")} == {
        "Kelp yards"
    }


@pytest.mark.parametrize(
    "broken", ["[[", "{{a|[[b}}", "{|\n|", "'''", "<ref>", "[[File:x|[[y]]", "<b>a", "{{{1|", "\x02"]
)
def test_markup_that_is_broken_gives_text_or_nothing_and_never_marks_of_ours(broken: str) -> None:
    for paragraph in text_of(f"Before {broken} after.\n\n{broken}"):
        assert not re.search(r"[\x00-\x1f]", paragraph)
