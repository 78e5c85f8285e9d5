"""The tab of people: what single persons and their votes score, how far they agree, and how more of them help."""

from collections.abc import Sequence

import msgspec

from spanwise.diagnosis.asked import Split
from spanwise.diagnosis.people import People
from spanwise.report.charts import Axis, band, frame, line, rounded_axis
from spanwise.report.figures import Figure, Panel
from spanwise.report.grid import Entry, Grid, Head, Line, entry, shared_axis
from spanwise.stats.estimate import Estimate

__all__ = ["PeopleView", "people_view"]

_VOTES = {
    "squad2": "vote, as SQuAD 2.0 has it",
    "ties abstain": "vote, ties abstain",
    "ties longer": "vote, ties for the longer answer",
    "answering first": "vote, first on answering at all",
}
_MOST_WORKERS = 100


class PeopleView(msgspec.Struct, frozen=True):
    """What the tab shows."""

    about: str
    lines: Grid
    agreement: Grid
    curve: Figure | None
    workers: Grid
    notes: tuple[str, ...]


def people_view(found: People | None) -> PeopleView | None:
    """Return the tab; None where there are no raw human answers."""
    if found is None:
        return None
    about = f"{found.questions:,} questions with {found.answers:.1f} people each (mean)"
    if found.seconds is not None:
        about += f"; {found.seconds:g} seconds an answer (median)"
    return PeopleView(about, _lines(found), _agreement(found), _curve(found), _workers(found), found.notes)


def _lines(found: People) -> Grid:
    rows: list[tuple[str, Split, str, str]] = [
        ("one person", found.single, "", ""),
        ("one person against the others", found.leave_one_out, "", ""),
    ]
    rows += [
        (_VOTES.get(vote.rule.name, vote.rule.name), vote.split, f"{vote.tied:,}", f"{vote.changed:,}")
        for vote in found.votes
    ]
    measures = [_measures(split) for _, split, _, _ in rows]
    axes = [shared_axis([own[place] for own in measures]) for place in range(4)]
    heads = [Head(label, axis=axis) for label, axis in zip(("EM", "F1", "HasAns F1", "NoAns"), axes, strict=True)]
    lines = [
        Line(
            name,
            (
                *(entry(e, axis, classes="human") for e, axis in zip(own, axes, strict=True)),
                Entry(tied or "–"),
                Entry(changed or "–"),
            ),
        )
        for (name, _, tied, changed), own in zip(rows, measures, strict=True)
    ]
    extra = (
        Head("took a tie rule", "questions whose vote took a tie rule"),
        Head("changed", "questions whose vote is another than by SQuAD 2.0's rule"),
    )
    return Grid("Percent", "people", (*heads, *extra), tuple(lines))


def _measures(split: Split) -> tuple[Estimate, Estimate, Estimate, Estimate]:
    return split.overall.em, split.overall.f1, split.has_ans.f1, split.no_ans.f1


def _agreement(found: People) -> Grid:
    own, habits = found.agreement, found.habits
    rows = (
        ("Krippendorff’s alpha, answered or abstained", own.alpha, False),
        ("Fleiss’ kappa, the same", own.kappa, False),
        ("the same answer, of two that answer", own.span_em, True),
        ("F1 between two that answer", own.span_f1, True),
        ("over-refusals, of what was said to answerable questions", habits.over_refusals, True),
        ("false answers, of what was said to unanswerable questions", habits.false_answers, True),
        ("wrong, of the answers to answerable questions", habits.wrong, True),
        ("not exact, of the answers that touch a right one", habits.boundary, True),
    )
    lines = tuple(Line(name, (entry(e) if percent else _fraction(e),)) for name, e, percent in rows)
    return Grid("Shares in percent; alpha and kappa from 0 (chance) to 1", "", (Head("value"),), lines)


def _fraction(estimate: Estimate) -> Entry:
    if estimate.value is None:
        return Entry("–", why=f"undefined: {estimate.reason}")
    text, _, interval = str(estimate).replace("-", "−").partition(" ")
    return Entry(text, interval, why=estimate.note or estimate.reason)


def _curve(found: People) -> Figure | None:
    if len(found.curve) < 2:
        return None
    most = len(found.curve)
    x = Axis(0.8, most + 0.2, tuple(float(k) for k in range(1, most + 1)), label="people who vote")
    panels = []
    for metric in ("EM", "F1"):
        points = [(p.people, p.line.em if metric == "EM" else p.line.f1) for p in found.curve]
        ends = [100 * end for _, e in points for end in (e.value, e.low, e.high) if end is not None]
        y = rounded_axis(ends, label=f"{metric}, %")
        content = []
        edges = [(float(k), 100 * e.low, 100 * e.high) for k, e in points if e.low is not None and e.high is not None]
        if len(edges) > 1:
            content.append(band(edges, x, y, classes="human"))
        content.append(line([(float(k), 100 * float(e)) for k, e in points], x, y, classes="human solid"))
        said = "; ".join(f"{k}: {e.percent()}" for k, e in points)
        panels.append(
            Panel(frame(x, y, content, title=f"{metric} of a vote by the number of people", description=said))
        )
    rows = tuple((str(p.people), f"{p.full:,}", p.line.em.percent(), p.line.f1.percent()) for p in found.curve)
    return Figure(tuple(panels), ("people", "questions with so many", "EM", "F1"), rows, ())


def _workers(found: People) -> Grid:
    shown: Sequence[Line] = [
        Line(
            one.worker,
            (Entry(f"{one.line.em.n:,}"), Entry(f"{one.abstentions:,}"), entry(one.line.em), entry(one.line.f1)),
        )
        for one in found.workers[:_MOST_WORKERS]
    ]
    caption = f"Each person, {len(found.workers):,}"
    if len(found.workers) > _MOST_WORKERS:
        caption += f", the first {_MOST_WORKERS} shown"
    heads = (Head("answered"), Head("abstentions"), Head("EM"), Head("F1"))
    return Grid(caption, "person", heads, tuple(shown))
