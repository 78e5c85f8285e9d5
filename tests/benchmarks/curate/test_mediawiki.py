import sys
from pathlib import Path

import pytest

from spanwise.benchmarks.curate.account import Account
from spanwise.benchmarks.curate.mediawiki import MediaWikiExport, wiki_pages
from spanwise.data.samples import sample_export_path
from spanwise.errors import FormatError, MissingExtraError

HEAD = '<mediawiki xmlns="http://www.mediawiki.org/xml/export-0.11/"><siteinfo><namespaces>\n'
HEAD += '<namespace key="1">Diskussion</namespace></namespaces></siteinfo>\n'


def export(tmp_path: Path, *pages: str, end: str = "</mediawiki>") -> Path:
    file = tmp_path / "export.xml"
    file.write_text(HEAD + "\n".join(pages) + end, "utf-8")
    return file


def page(title: str, text: str, *, ns: int = 0, more: str = "") -> str:
    revision = f"<revision><id>7</id><timestamp>2024-01-01T00:00:00Z</timestamp><text>{text}</text></revision>"
    return f"<page><title>{title}</title><ns>{ns}</ns><id>3</id>{more}{revision}</page>"


def test_a_page_has_its_latest_revision(tmp_path: Path) -> None:
    older = "<revision><id>5</id><timestamp>2020-01-01T00:00:00Z</timestamp><text>old</text></revision>"
    for more in (older, older.replace("2020", "2025").replace("old", "newest").replace("5", "9", 1)):
        found, names = next(iter(wiki_pages(export(tmp_path, page("A", "new", more=more)))))
        assert (found.text, found.revision) == (("new", "7") if more == older else ("newest", "9"))
        assert names == {"diskussion"}


def test_the_contributor_s_number_is_not_taken_for_the_page_s(tmp_path: Path) -> None:
    by = "<revision><id>8</id><contributor><username>B</username><id>99</id></contributor><text>t</text></revision>"
    found, _ = next(iter(wiki_pages(export(tmp_path, f"<page><title>A</title><id>3</id>{by}</page>"))))
    assert (found.page, found.revision, found.text) == ("3", "8", "t")


def test_redirects_are_told_by_their_element_or_their_text(tmp_path: Path) -> None:
    pages = page("A", "x", more='<redirect title="B c" />'), page("D", "#Redirect [[B_c#s]]"), page("B c", "[[A]]")
    account = Account()
    found = list(MediaWikiExport(export(tmp_path, *pages)).pages(account))
    assert [(one.key, one.redirect) for one in found] == [("A", "B c"), ("D", "B c"), ("B c", None)]
    assert found[2].links == ("A",)
    assert [(note.what, note.count) for note in account.notes()] == [("redirects", 2)]


def test_what_is_no_article_is_named_and_counted(tmp_path: Path) -> None:
    pages = (
        page("Talk:A", "x", ns=1),
        "<page><title>No revision</title><ns>0</ns><id>4</id></page>",
        '<page><title>Gone</title><ns>0</ns><id>5</id><revision><text deleted="deleted" /></revision></page>',
        page("Twice", "one"),
        page("Twice", "two"),
        page(" ", "x"),
    )
    account = Account()
    assert [one.title for one in MediaWikiExport(export(tmp_path, *pages)).pages(account)] == ["Twice"]
    assert {note.what: note.examples for note in account.notes()} == {
        "pages of other namespaces": ("Talk:A",),
        "pages without a revision or its text": ("No revision", "Gone"),
        "pages that stand twice": ("Twice",),
        "pages without a title": ("page 3",),
    }


def test_broken_xml_is_refused_with_its_line(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=r"export\.xml: line 4, column \d+: broken XML \(mismatched tag\)"):
        list(wiki_pages(export(tmp_path, page("A", "x"), "<page><title>B</page>")))
    with pytest.raises(FormatError, match=r"line 3, column .*cut off"):
        list(wiki_pages(export(tmp_path, page("A", "x"), end="")))


def test_what_is_xml_and_no_export_or_declares_entities_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "x.xml"
    file.write_text("<rss></rss>")
    with pytest.raises(FormatError, match="root is <rss>"):
        list(wiki_pages(file))
    file.write_text('<!DOCTYPE m [<!ENTITY a "aa">]>\n<mediawiki>&a;</mediawiki>')
    with pytest.raises(FormatError, match="line 1: declares a document type"):
        list(wiki_pages(file))


def test_the_missing_extra_is_named_before_anything_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "mwparserfromhell", None)
    with pytest.raises(MissingExtraError, match=r"spanwise\[curate\]"):
        MediaWikiExport(Path("nothing.xml"))


def test_the_documents_are_those_at_the_places_the_first_reading_gave() -> None:
    source = MediaWikiExport(sample_export_path())
    titles = [one.title for one in source.pages(Account())]
    chosen = frozenset((titles.index("Sarl"), titles.index("Brack")))
    found = dict(source.documents(chosen, Account()))
    assert {titles[place]: document.title for place, document in found.items()} == {"Sarl": "Sarl", "Brack": "Brack"}
    sarl = found[titles.index("Sarl")]
    assert (sarl.page, sarl.timestamp) == ("9", "2024-03-09T10:00:00Z")
    assert sarl.paragraphs[0].startswith("The sarl is the coin of Sarn, first minted")
