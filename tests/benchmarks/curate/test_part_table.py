from pathlib import Path

import pytest

from spanwise.benchmarks.curate.part_table import part_table
from spanwise.data.dataset import Article, Dataset, Paragraph
from spanwise.data.formats import read
from spanwise.errors import OptionError


def test_the_development_set_of_squad_2_has_the_numbers_of_the_papers_table(shared: Path) -> None:
    # Rajpurkar, Jia and Liang (2018), Table 2, column SQuAD 2.0 dev.
    table = dict(part_table([read(shared / "data" / "squad" / "dev-v2.0.json")]).rows)
    names = ("total examples", "negative examples", "total articles", "articles with negatives")
    assert [table[name] for name in names] == [(11873,), (5945,), (35,), (35,)]


def test_a_skeleton_has_no_means_of_questions() -> None:
    table = part_table([Dataset((Article("A", (Paragraph("two words"),)),), name="skeleton")])
    rows = dict(table.rows)
    assert (table.parts, rows["paragraphs without questions"]) == (("skeleton",), (1,))
    assert (rows["mean words of a paragraph"], rows["mean words of a question"]) == ((2,), (None,))
    with pytest.raises(OptionError, match="a part or more"):
        part_table([])
