"""What is odd, gathered for the page: one entry a kind, each finding once however many readers share it."""

from collections.abc import Sequence

import msgspec

from spanwise.data.finding import CODES, Finding
from spanwise.report.page_input import ShownReader

__all__ = ["SHOWN", "Kind", "Oddity", "kinds"]

SHOWN = 20
"""How many findings of one kind, and how many ids of one finding, are written out; the rest are counted."""


class Oddity(msgspec.Struct, frozen=True):
    """A finding, with the readers it is about; none where it is about the benchmark or about all of them."""

    finding: Finding
    readers: tuple[ShownReader, ...]

    @property
    def ids(self) -> tuple[str, ...]:
        """The first ids it is about."""
        return self.finding.ids[:SHOWN]

    @property
    def more(self) -> int:
        """How many ids are not written out."""
        return max(0, len(self.finding.ids) - SHOWN)


class Kind(msgspec.Struct, frozen=True):
    """All findings with one code."""

    code: str
    meaning: str
    oddities: tuple[Oddity, ...]
    """The first of them."""
    count: int
    """How many there are."""
    questions: int
    """How many questions they name."""
    readers: tuple[ShownReader, ...]
    """The readers they are about; none where any is about the benchmark or about all readers."""


def kinds(findings: Sequence[Finding], readers: Sequence[ShownReader]) -> tuple[Kind, ...]:
    """Return the findings by kind, in the order in which the kinds first come up."""
    whose: dict[Finding, list[ShownReader]] = {finding: [] for finding in findings}
    for reader in readers:
        for finding in reader.scores.findings:
            whose.setdefault(finding, []).append(reader)
    by_code: dict[str, list[Oddity]] = {}
    for finding, found_by in whose.items():
        about = () if len(found_by) == len(readers) else tuple(found_by)
        by_code.setdefault(finding.code, []).append(Oddity(finding, about))
    return tuple(_kind(code, group) for code, group in by_code.items())


def _kind(code: str, group: Sequence[Oddity]) -> Kind:
    named = {reader.index: reader for oddity in group for reader in oddity.readers}
    general = any(not oddity.readers for oddity in group)
    return Kind(
        code=code,
        meaning=CODES.get(code, code),
        oddities=tuple(group[:SHOWN]),
        count=len(group),
        questions=len({identity for oddity in group for identity in oddity.finding.ids}),
        readers=() if general else tuple(named[index] for index in sorted(named)),
    )
