from pathlib import Path

import pytest

from spanwise.benchmarks.curate.json_lines import JsonLines
from spanwise.benchmarks.curate.mediawiki import MediaWikiExport
from spanwise.benchmarks.curate.source_files import document_source
from spanwise.benchmarks.curate.text_folder import TextFolder
from spanwise.data.samples import sample_export_path
from spanwise.errors import FormatError


def test_a_source_is_told_by_its_content_and_not_its_name(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("x")
    (tmp_path / "b.xml").write_bytes(b'\xef\xbb\xbf\n{"title": "A"}')
    assert isinstance(document_source(tmp_path), TextFolder)
    assert isinstance(document_source(tmp_path / "b.xml"), JsonLines)
    assert isinstance(document_source(sample_export_path()), MediaWikiExport)


def test_what_is_none_of_them_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("Once upon a time")
    with pytest.raises(FormatError, match="begins with b'Once upon"):
        document_source(tmp_path / "a.txt")
    with pytest.raises(FormatError, match="no such file or folder"):
        document_source(tmp_path / "nothing")
