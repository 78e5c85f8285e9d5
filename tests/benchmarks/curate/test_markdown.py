import sys

import pytest

from spanwise.benchmarks.curate.markdown import read_markdown
from spanwise.errors import MissingExtraError

TEXT = """---
layout: page
---
# The *Island*

It is **mild**, see [the town](town.md#harbour) and `code`.
Second line. ![a picture](x.png)<br>

> Quoted words.

- item with [link](moor.md)
- item

  more of the item

| a | b |
|---|---|
| c | d |

```
code
```

## Part

Last &amp; least.
"""


def test_paragraphs_come_without_marks_and_the_rest_is_counted() -> None:
    found = read_markdown(TEXT)
    assert found.title == "The Island"
    assert found.paragraphs == ("It is mild, see the town and code. Second line.", "Quoted words.", "Last & least.")
    assert found.links == ("town.md#harbour", "moor.md")
    assert dict(found.left_out) == {"lists": 1, "tables": 1, "blocks of code": 1}


def test_a_text_without_headings_has_no_title() -> None:
    assert read_markdown("---\nnot closed").title == ""
    assert read_markdown("## Second level\n\ntext").title == ""


def test_the_missing_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "markdown_it", None)
    with pytest.raises(MissingExtraError, match=r"spanwise\[curate\]"):
        read_markdown("text")
