"""Plain text to paragraphs: blocks between blank lines, without those that are lists, tables or headings."""

import re
from collections import Counter

from spanwise.benchmarks.curate.clean_text import clean_text
from spanwise.benchmarks.curate.wikitext import Extracted

__all__ = ["plain_paragraphs"]

_BLANK = re.compile(r"\n[^\S\n]*(?:\n[^\S\n]*)+")
_ITEM = re.compile(r"\s*(?:[-*•‣–+]|\(?\d{1,3}[.)]|\(?[a-z][.)])\s+\S")
_CELLS = re.compile(r"\S(?:\t|\s{3,}|\s*\|\s*)\S")


def plain_paragraphs(text: str) -> Extracted:
    """Return the blocks between blank lines, each as one line, and how many were lists or tables.

    A block is a list where half its lines or more begin as items do, and a table where half or more are cut into
    cells by tabs, bars or wide gaps. Text that was written by hand has no surer sign.
    """
    kept: list[str] = []
    counts: Counter[str] = Counter()
    for block in _BLANK.split(text.replace("\r\n", "\n").replace("\r", "\n").replace("\f", "\n\n")):
        lines = [line for line in block.split("\n") if line.strip()]
        if not lines:
            continue
        if 2 * sum(_ITEM.match(line) is not None for line in lines) >= len(lines):
            counts["lists"] += 1
        elif len(lines) > 1 and 2 * sum(_CELLS.search(line.strip()) is not None for line in lines) >= len(lines):
            counts["tables"] += 1
        else:
            kept.append(clean_text(" ".join(lines)))
    return Extracted(tuple(filter(None, kept)), tuple(counts.items()))
