"""Documents told by what they are: a folder of texts, JSON lines, or a MediaWiki export."""

from pathlib import Path

from spanwise.benchmarks.curate.document import Source
from spanwise.benchmarks.curate.json_lines import JsonLines
from spanwise.benchmarks.curate.mediawiki import MediaWikiExport
from spanwise.benchmarks.curate.streams import beginning
from spanwise.benchmarks.curate.text_folder import TextFolder
from spanwise.errors import FormatError

__all__ = ["document_source"]


def document_source(path: str | Path, *, keep_holes: bool = False) -> Source:
    """Return the documents at a path as a source.

    Args:
        path: A folder with .txt and .md files, a file of JSON lines, or a MediaWiki XML export; files may be packed
            with gzip or bzip2. The content decides, never the name.
        keep_holes: Keep paragraphs of an export in which a template was left out of a sentence.

    Raises:
        FormatError: It is none of these, or is not there.
    """
    path = Path(path)
    if path.is_dir():
        return TextFolder(path)
    first = beginning(path)
    if first.startswith(b"<"):
        return MediaWikiExport(path, keep_holes=keep_holes)
    if first.startswith(b"{"):
        return JsonLines(path)
    raise FormatError(
        f"{path}: begins with {first[:20]!r}; give a folder of .txt and .md files, JSON lines, or a MediaWiki export"
    )
