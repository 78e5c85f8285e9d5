"""The tabs of the page, in order; one that has nothing to show is left out."""

from collections.abc import Iterable

import msgspec

__all__ = ["TABS", "Tab", "shown_tabs"]


class Tab(msgspec.Struct, frozen=True):
    """One tab of the page; its template has the name of its key."""

    key: str
    """The word in links: ``#tab=slices``."""
    label: str
    always: bool = False
    """Whether the tab is there however little was given."""


TABS = (
    Tab("overview", "Overview", always=True),
    Tab("abstention", "Abstention"),
    Tab("calibration", "Calibration"),
    Tab("slices", "Slices"),
    Tab("mistakes", "Mistakes"),
    Tab("robustness", "Robustness"),
    Tab("people", "People"),
    Tab("questions", "Questions", always=True),
)
"""In the order in which they stand on the page; a tab that has nothing to show is left out."""


def shown_tabs(filled: Iterable[str]) -> tuple[Tab, ...]:
    """Return the tabs of a page.

    Args:
        filled: The keys of those for which there is something to show.
    """
    there = frozenset(filled)
    return tuple(tab for tab in TABS if tab.always or tab.key in there)
