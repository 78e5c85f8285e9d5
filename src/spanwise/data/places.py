"""Where each question stands in its file, so that a finding can name the place a person can go to."""

from typing import Literal

import msgspec

__all__ = ["Places"]


class Places(msgspec.Struct, frozen=True):
    """Turns (article, paragraph, question) positions of a dataset into paths of the file it was read from."""

    kind: Literal["squad", "list-of-articles", "list-of-paragraphs", "article", "lines", "rows"] = "squad"
    lines: tuple[tuple[int, ...], ...] = ()
    """For "lines": the line of each paragraph, by article and paragraph."""
    rows: tuple[tuple[tuple[str, ...], ...], ...] = ()
    """For "rows": the place of each question, such as "line 7" or "data[6]", by article, paragraph and question."""

    def paragraph(self, article: int, paragraph: int) -> str:
        """Return the place of a paragraph."""
        if self.kind == "rows":
            own = self.rows[article][paragraph]
            return own[0] if own else ""
        return {
            "squad": f"data[{article}].paragraphs[{paragraph}]",
            "list-of-articles": f"[{article}].paragraphs[{paragraph}]",
            "list-of-paragraphs": f"[{paragraph}]",
            "article": f"paragraphs[{paragraph}]",
            "lines": f"line {self.lines[article][paragraph]}" if self.lines else "",
        }[self.kind]

    def question(self, article: int, paragraph: int, question: int) -> str:
        """Return the place of a question."""
        if self.kind == "rows":
            return self.rows[article][paragraph][question]
        separator = " " if self.kind == "lines" else "."
        return f"{self.paragraph(article, paragraph)}{separator}qas[{question}]"
