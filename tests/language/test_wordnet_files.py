"""WordNet's database files, looked up in place."""

import re
import tempfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spanwise.errors import FormatError
from spanwise.language.wordnet_files import WordNetFiles
from tests.wordnet_database import EXCEPTIONS, LICENCE, SMALL, Entry, write_database

DEBIAN = Path("/usr/share/wordnet")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write_database(tmp_path / "wordnet", exceptions=EXCEPTIONS)


@pytest.fixture(scope="session")
def wordnet_3() -> WordNetFiles:
    """Return Princeton's WordNet 3.0 as Debian's package wordnet-base installs it."""
    if not (DEBIAN / "index.noun").is_file():
        pytest.skip("no WordNet 3.0 in /usr/share/wordnet: install the Debian package wordnet-base")
    return WordNetFiles(DEBIAN)


def test_a_synset_has_its_words_relations_and_gloss(folder: Path) -> None:
    files = WordNetFiles(folder)
    (offset,) = files.senses("big", "a")
    synset = files.synset("a", offset)
    assert (synset.offset, synset.pos, synset.words) == (offset, "a", ("large", "big"))
    assert [(pointer.symbol, pointer.source, pointer.target) for pointer in synset.pointers] == [
        ("!", 1, 1),
        ("!", 2, 2),
        ("&", 0, 0),
    ]
    assert synset.gloss == 'what is meant; "an example"'


def test_words_are_written_with_blanks_and_without_the_mark_of_where_an_adjective_stands(folder: Path) -> None:
    files = WordNetFiles(folder)
    words = [files.synset(pos, files.senses(lemma, pos)[0]).words for lemma, pos in [("paris", "n"), ("alive", "a")]]
    assert words == [("Paris", "City of Light"), ("alive", "live")]


def test_an_adjective_satellite_is_found_among_the_adjectives(folder: Path) -> None:
    files = WordNetFiles(folder)
    (offset,) = files.senses("mammoth", "a")
    assert files.synset("s", offset) == files.synset("a", offset)
    assert files.synset("s", offset).pos == "s"


def test_a_small_database_is_whole(folder: Path) -> None:
    counts = WordNetFiles(folder).check()
    lemmas = {(word.partition("(")[0].lower(), entry.pos.replace("s", "a")) for entry in SMALL for word in entry.words}
    antonyms = sum(pointer[0] == "!" for entry in SMALL for pointer in entry.pointers)
    assert counts == (len(SMALL), len(lemmas), antonyms)


# Letters around the blank, the full stop and "_" in the order of bytes, which is the order of the index.
LEMMAS = st.text("!'-./09_az~", min_size=1, max_size=4)


@settings(max_examples=50)
@given(st.lists(LEMMAS, max_size=20, unique=True), LEMMAS)
def test_binary_search_finds_every_lemma_of_the_index_and_no_other(lemmas: list[str], other: str) -> None:
    entries = [Entry(lemma, "n", (lemma,)) for lemma in lemmas]
    with tempfile.TemporaryDirectory() as name:
        files = WordNetFiles(write_database(Path(name), entries))
        found = {lemma: files.synset("n", offset).words for lemma in lemmas for offset in files.senses(lemma, "n")}
        assert found == {lemma: (lemma.replace("_", " "),) for lemma in lemmas}
        assert bool(files.senses(other, "n")) == (other in lemmas)


@pytest.mark.parametrize("lemma", ["", " ", "1", "  1", "zzz", "!", "\ud800", "漢"])
def test_what_is_no_lemma_has_no_senses(folder: Path, lemma: str) -> None:
    assert WordNetFiles(folder).senses(lemma, "n") == ()


def test_without_exc_files_there_are_no_irregular_forms(folder: Path) -> None:
    assert WordNetFiles(folder).exceptions("n") == {"men": ("man",), "women": ("woman",)}
    (folder / "noun.exc").unlink()
    assert WordNetFiles(folder).exceptions("n") == {}


def edited(path: Path, change: Callable[[bytes], bytes]) -> None:
    path.write_bytes(change(path.read_bytes()))


@pytest.mark.parametrize("name", ["index.verb", "data.adv"])
def test_a_missing_file_is_named(folder: Path, name: str) -> None:
    (folder / name).unlink()
    with pytest.raises(FormatError, match=f"{name}: no such file, so .* is not a whole WordNet database"):
        WordNetFiles(folder)


def test_an_empty_file_is_named(folder: Path) -> None:
    (folder / "data.adj").write_bytes(b"")
    with pytest.raises(FormatError, match=r"data\.adj: this file is empty; fetch the database again"):
        WordNetFiles(folder)


def test_a_file_cut_off_within_a_line_is_named_with_the_line(folder: Path) -> None:
    edited(folder / "data.noun", lambda data: data[:-30])
    last = (folder / "data.noun").read_bytes().count(b"\n") + 1
    with pytest.raises(FormatError, match=rf"data\.noun, line {last}: the file is cut off in this line"):
        WordNetFiles(folder)


def test_a_file_cut_off_between_lines_is_found_by_what_points_into_it(folder: Path) -> None:
    edited(folder / "data.adv", lambda data: data[: data.rstrip().rindex(b"\n") + 1])
    files = WordNetFiles(folder)
    (offset,) = files.senses("slowly", "r")
    end = (folder / "data.adv").stat().st_size
    with pytest.raises(FormatError, match=rf"data\.adv, byte {offset} \(the file ends at {end}\): a synset should"):
        files.synset("r", offset)
    with pytest.raises(FormatError, match=rf"points to {offset:08d}, where no synset begins"):
        files.check()


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b" 03 a 02 large", b" 03 x 02 large"),  # no part of speech
        (b" 03 a 02 large", b" 03 a 00 large"),  # no word
        (b"big 0 003 !", b"big 0 009 !"),  # fewer relations than promised
        (b"big 0 003 !", b"big 0 zzz !"),
    ],
)
def test_a_malformed_synset_is_named_with_file_and_line(folder: Path, old: bytes, new: bytes) -> None:
    edited(folder / "data.adj", lambda data: data.replace(old, new))
    line = LICENCE.count("\n") + 1
    files = WordNetFiles(folder)
    with pytest.raises(FormatError, match=rf"data\.adj, line {line}: a synset should stand here, not '0000"):
        files.synset("a", files.senses("big", "a")[0])


@pytest.mark.parametrize("wrong", [b"find v 2 1 ! 1 0 00000001  \n", b"find v one\n", b"find v 0 0 0 0  \n"])
def test_a_malformed_index_entry_is_named_with_file_and_line(folder: Path, wrong: bytes) -> None:
    edited(folder / "index.verb", lambda data: re.sub(rb"(?m)^find .*\n", wrong, data))
    line = (folder / "index.verb").read_bytes().splitlines(keepends=True).index(wrong) + 1
    with pytest.raises(FormatError, match=rf"index\.verb, line {line}: an index entry should stand here, not 'find v"):
        WordNetFiles(folder).senses("find", "v")


def test_changed_line_endings_are_told(folder: Path) -> None:
    edited(folder / "data.adv", lambda data: data.replace(b"\n", b"\r\n"))
    files = WordNetFiles(folder)
    with pytest.raises(FormatError, match=r"data\.adv, .*its line endings were changed; fetch the database again"):
        files.synset("r", files.senses("slowly", "r")[0])


def test_check_finds_an_index_out_of_order(folder: Path) -> None:
    edited(folder / "index.adv", lambda data: b"".join(data.splitlines(keepends=True)[::-1]))
    with pytest.raises(FormatError, match=r"index\.adv: 'rapidly' stands after 'slowly'; fetch"):
        WordNetFiles(folder).check()


def test_check_finds_an_entry_without_its_synset(folder: Path) -> None:
    edited(folder / "index.adv", lambda data: re.sub(rb"(?m)^(slowly .*) \d{8}  $", rb"\1 00000003  ", data))
    with pytest.raises(FormatError, match=r"index\.adv: 'slowly' names a synset that is not in the data"):
        WordNetFiles(folder).check()


def test_a_malformed_line_of_irregular_forms_is_named(folder: Path) -> None:
    (folder / "noun.exc").write_text("men man\nwomen\n", "utf-8")
    with pytest.raises(FormatError, match=r"noun\.exc, line 2: no form with its lemma: 'women'"):
        WordNetFiles(folder).exceptions("n")


def test_wordnet_3_has_the_published_counts(wordnet_3: WordNetFiles) -> None:
    # wnstats(7WN): synsets 82,115 + 13,767 + 18,156 + 3,621, entries 117,798 + 11,529 + 21,479 + 4,481.
    assert wordnet_3.check() == (117_659, 155_287, 7_979)


def test_as_many_words_of_wordnet_3_have_an_antonym_as_another_reader_of_it_found(wordnet_3: WordNetFiles) -> None:
    # An earlier parse of the files by a script of its own: 1,920 nouns and these.
    found = Counter(
        pos
        for pos in "var"
        for lemma, offsets in wordnet_3.entries(pos)
        if any(
            pointer.symbol == "!" and synset.words[pointer.source - 1].lower() == lemma.replace("_", " ")
            for synset in (wordnet_3.synset(pos, offset) for offset in offsets)
            for pointer in synset.pointers
        )
    )
    assert found == {"v": 874, "a": 3381, "r": 642}
