from pathlib import Path

import pytest

from spanwise.benchmarks.curate.account import Account
from spanwise.benchmarks.curate.document import Source
from spanwise.benchmarks.curate.json_lines import JsonLines
from spanwise.benchmarks.curate.mediawiki import MediaWikiExport
from spanwise.benchmarks.curate.text_folder import TextFolder
from spanwise.data.samples import sample_export_path


def sources(tmp_path: Path) -> dict[str, Source]:
    (tmp_path / "texts").mkdir()
    for name in ("a.txt", "b.md", "c.txt"):
        (tmp_path / "texts" / name).write_text(f"Text of {name}.")
    lines = tmp_path / "lines.jsonl"
    lines.write_text("\n".join(f'{{"title": "{name}", "text": "Text of {name}."}}' for name in "abc"))
    return {
        "folder": TextFolder(tmp_path / "texts"),
        "lines": JsonLines(lines),
        "export": MediaWikiExport(sample_export_path()),
    }


@pytest.mark.parametrize("kind", ["folder", "lines", "export"])
def test_every_source_gives_each_page_s_text_at_the_place_of_the_page(kind: str, tmp_path: Path) -> None:
    source = sources(tmp_path)[kind]
    titles = [page.title for page in source.pages(Account())]
    for place, title in enumerate(titles):
        ((found, document),) = source.documents(frozenset((place,)), Account())
        assert (found, document.title) == (place, title)
