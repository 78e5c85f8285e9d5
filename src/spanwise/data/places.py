"""Where each question stands in its file, so that a finding can name the place a person can go to."""

from typing import Literal

import msgspec

__all__ = ["PlaceKind", "Places", "below"]

PlaceKind = Literal["squad", "data-of-paragraphs", "list-of-articles", "list-of-paragraphs", "article", "lines", "rows"]
"""The shapes of files, as far as places differ in them."""


def below(place: str, path: str) -> str:
    """Return the place of something inside a place: a path goes on with a dot, a line or row with a space.

    Args:
        place: Such as ``data[3].paragraphs[0]``, ``line 7``, or nothing for the whole file.
        path: Such as ``answers[1]``, or ``[1]`` for an element of the place itself.
    """
    if not place:
        return path
    if place.startswith("line ") and " " not in place[5:]:
        return f"{place} {path}"
    return f"{place}{path}" if path.startswith("[") else f"{place}.{path}"


class Places(msgspec.Struct, frozen=True):
    """Turns (article, paragraph, question) positions of a dataset into paths of the file it was read from."""

    kind: PlaceKind = "squad"
    lines: tuple[tuple[int, ...], ...] = ()
    """For "lines": the line of each paragraph, by article and paragraph."""
    rows: tuple[tuple[tuple[str, ...], ...], ...] = ()
    """For "rows": the place of each question, such as "line 7" or "data[6]", by article, paragraph and question."""

    def paragraph(self, article: int, paragraph: int) -> str:
        """Return the place of a paragraph; among rows that is its first question's row."""
        if self.kind == "rows":
            own = self.rows[article][paragraph]
            return own[0] if own else ""
        if self.kind == "lines":
            return f"line {self.lines[article][paragraph]}"
        return {
            "squad": f"data[{article}].paragraphs[{paragraph}]",
            "data-of-paragraphs": f"data[{paragraph}]",
            "list-of-articles": f"[{article}].paragraphs[{paragraph}]",
            "list-of-paragraphs": f"[{paragraph}]",
            "article": f"paragraphs[{paragraph}]",
        }[self.kind]

    def question(self, article: int, paragraph: int, question: int) -> str:
        """Return the place of a question."""
        if self.kind == "rows":
            return self.rows[article][paragraph][question]
        return below(self.paragraph(article, paragraph), f"qas[{question}]")
