"""The figures of the page, each a drawing with the numbers behind it as a table."""

from collections.abc import Sequence

import msgspec

from spanwise.report.charts import Axis, Interval, frame, line, marker, rounded_axis, whiskers
from spanwise.report.page_input import ShownReader
from spanwise.scoring.human import AnswerCurve, HumanLine, Matched
from spanwise.scoring.scores import Scores
from spanwise.scoring.threshold import Best, Curve, curve
from spanwise.stats.estimate import Estimate

__all__ = ["Figure", "Panel", "answer_figure", "balance_figure", "matched_rows", "threshold_figures"]

_STEPS = 300
"""How finely a threshold curve is drawn; in each step its lowest and highest points are kept."""


class Panel(msgspec.Struct, frozen=True):
    """One drawing of a figure."""

    svg: str
    heading: str = ""


class Figure(msgspec.Struct, frozen=True):
    """Drawings side by side, and the table of what they show."""

    panels: tuple[Panel, ...]
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    readers: tuple[ShownReader, ...]
    notes: tuple[str, ...] = ()


def balance_figure(readers: Sequence[ShownReader], human: HumanLine | None) -> Figure | None:
    """Return how each reader trades questions with answers against unanswerable ones; None where one kind is missing.

    Overall F1 is the mean of the two weighted by their numbers, so lines of equal F1 are straight, and drawn.
    """
    points = [
        (reader, reader.scores.no_ans, reader.scores.has_ans)
        for reader in readers
        if reader.scores.no_ans is not None and reader.scores.has_ans is not None
    ]
    if not points:
        return None
    x = rounded_axis([end for _, no_ans, _ in points for end in _ends(no_ans.f1)], label="NoAns, %")
    ends = [end for _, _, has_ans in points for end in _ends(has_ans.f1)]
    y = rounded_axis([*ends, *(_ends(human.second.f1) if human else [])], label="HasAns F1, %")
    first = points[0]
    drawn = _equal_f1(x, y, first[2].total / (first[1].total + first[2].total))
    if human is not None and human.second.f1.value is not None:
        height = 100 * human.second.f1.value
        place = f"{100 * (1 - y.share(height)):.4g}%"
        drawn.append(line([(x.low, height), (x.high, height)], x, y, classes="human"))
        drawn.append(f'<text class="note" x="0" dx="6" y="{place}" dy="-5">people, HasAns</text>')
    for reader, no_ans, has_ans in points:
        at = (_value(no_ans.f1), _value(has_ans.f1))
        classes = f"c{reader.colour}"
        drawn.append(whiskers(x, y, at, _interval(no_ans.f1), _interval(has_ans.f1), classes=classes))
        drawn.append(marker(x.share(at[0]), 1 - y.share(at[1]), reader.letter, classes=classes))
    said = "; ".join(f"{s.name}: HasAns F1 {h.f1.percent()}, NoAns {n.f1.percent()}" for s, n, h in points)
    svg = frame(x, y, drawn, title="F1 on questions with answers against unanswerable questions", description=said)
    rows = [(s.letter, s.name, h.f1.percent(), n.f1.percent(), s.scores.f1.percent()) for s, n, h in points]
    columns = ("", "reader", "HasAns F1", "NoAns", "F1")
    return Figure((Panel(svg),), columns, tuple(rows), tuple(s for s, _, _ in points))


def _equal_f1(x: Axis, y: Axis, answerable: float) -> list[str]:
    """Return the lines on which overall F1 is one round number, labelled outside the frame, clear of the points."""
    corners = [(1 - answerable) * a + answerable * b for a, b in ((x.low, y.low), (x.high, y.high))]
    drawn = []
    for level in rounded_axis(corners, most=8).ticks[1:-1]:
        left = (level - (1 - answerable) * x.low) / answerable
        start = (x.low, left) if left <= y.high else ((level - answerable * y.high) / (1 - answerable), y.high)
        right = (level - (1 - answerable) * x.high) / answerable
        end = (x.high, right) if right >= y.low else ((level - answerable * y.low) / (1 - answerable), y.low)
        if x.share(end[0]) - x.share(start[0]) < 0.1:
            # A corner cut off: too short to be read.
            continue
        drawn.append(line([start, end], x, y, classes="equal"))
        if start[0] > x.low:
            across, down, side = x.share(start[0]), 0.0, 'class="note middle" dy="-6"'
        elif end[1] > y.low:
            across, down, side = 1.0, 1 - y.share(end[1]), 'class="note" dx="6" dy=".35em"'
        else:
            across, down, side = 0.0, 1 - y.share(start[1]), 'class="note" dx="6" dy="-4"'
        drawn.append(f'<text x="{100 * across:.4g}%" y="{100 * down:.4g}%" {side}>F1 {level:g}</text>')
    return drawn


def threshold_figures(readers: Sequence[ShownReader]) -> tuple[Figure, ...]:
    """Return, for each reader with no-answer probabilities, its scores at every threshold; each has its own scale."""
    return tuple(_threshold_figure(reader) for reader in readers if reader.scores.has_na_probs)


def _threshold_figure(reader: ShownReader) -> Figure:
    scores, columns = reader.scores, reader.scores.columns
    curves = {"EM": curve(columns, columns.raw_em), "F1": curve(columns, columns.raw_f1)}
    bests = {"EM": scores.best_em, "F1": scores.best_f1}
    finite = [t for t in curves["F1"].thresholds if abs(t) != float("inf")] or [0.0, 1.0]
    x = rounded_axis(finite, label="no-answer threshold: abstain where the probability is greater", padded=False)
    heights = [100 * score for c in curves.values() for score in c.scores]
    y = rounded_axis(heights, label="score, %")
    classes = f"c{reader.colour}"
    current = _applied(scores)
    drawn = [_current_threshold(current, x)]
    rows = [("as scored", f"{current:g}", scores.em.percent(), scores.f1.percent())]
    for name, found in curves.items():
        points = _thinned([(t, 100 * s) for t, s in zip(found.thresholds, found.scores, strict=True)], x)
        drawn.append(line(points, x, y, classes=f"{classes} {name.lower()}", steps=True))
    for name, best in bests.items():
        if best is not None:
            drawn.append(_best_label(name, best, x, y, classes))
            score, threshold = f"{100 * best.score:.2f}", _threshold_text(best)
            em, f1 = (score, _score_at(curves["F1"], best)) if name == "EM" else (_score_at(curves["EM"], best), score)
            rows.append((f"best {name}, tuned on this data", threshold, em, f1))
    described = "; ".join(f"{name}: threshold {t}, EM {em}, F1 {f1}" for name, t, em, f1 in rows)
    svg = frame(x, y, drawn, title=f"{reader.name}: EM and F1 at every no-answer threshold", description=described)
    table_columns = ("", "threshold", "EM", "F1")
    return Figure((Panel(svg, reader.name),), table_columns, tuple(rows), (reader,), _threshold_notes(scores))


def _thinned(points: Sequence[tuple[float, float]], x: Axis) -> list[tuple[float, float]]:
    """Return fewer points that draw the same picture: of each narrow step its first, lowest, highest and last."""
    if len(points) <= 4 * _STEPS:
        return list(points)
    steps: dict[int, list[int]] = {}
    for place, (threshold, _) in enumerate(points):
        steps.setdefault(int(_STEPS * x.share(threshold)), []).append(place)
    kept: set[int] = set()
    for places in steps.values():
        kept |= {places[0], places[-1]}
        kept |= {min(places, key=lambda p: points[p][1]), max(places, key=lambda p: points[p][1])}
    return [points[place] for place in sorted(kept)]


def _applied(scores: Scores) -> float:
    """Return the threshold that was applied to a reader with probabilities."""
    return float("inf") if scores.na_threshold is None else scores.na_threshold


def _current_threshold(threshold: float, x: Axis) -> str:
    share = x.share(threshold)
    side = ("end", -6) if share > 0.5 else ("", 6)
    beyond = "" if x.low <= threshold <= x.high else ", beyond this scale"
    return (
        f'<line class="now" x1="{100 * share:.4g}%" x2="{100 * share:.4g}%" y1="0" y2="100%"/>'
        f'<text class="note {side[0]}" x="{100 * share:.4g}%" dx="{side[1]}" y="100%" dy="-8">'
        f"as scored: {threshold:g}{beyond}</text>"
    )


def _best_label(name: str, best: Best, x: Axis, y: Axis, classes: str) -> str:
    """Return the best point with a line down to its label: low in the plot, where curves that rise leave room."""
    across, down = f"{100 * x.share(best.threshold):.4g}%", f"{100 * (1 - y.share(100 * best.score)):.4g}%"
    side = 'class="note strong end" dx="-6"' if x.share(best.threshold) > 0.6 else 'class="note strong" dx="6"'
    height = "68%" if name == "F1" else "81%"
    at = f"{best.threshold:.3g}, abstaining on all" if best.abstains_on_all else f"{best.threshold:.3g}"
    return (
        f'<line class="drop {classes}" x1="{across}" x2="{across}" y1="{down}" y2="100%"/>'
        f'<circle class="best {classes}" cx="{across}" cy="{down}" r="4.5"/>'
        f'<text {side} x="{across}" y="{height}">best {name} {100 * best.score:.2f} at {at}</text>'
        f'<text {side} x="{across}" y="{height}" dy="14">tuned on this data</text>'
    )


def _threshold_text(best: Best) -> str:
    return f"{best.threshold:.4g}, abstaining on all" if best.abstains_on_all else f"{best.threshold:.4g}"


def _score_at(found: Curve, best: Best) -> str:
    return f"{100 * found.scores[found.thresholds.index(best.threshold)]:.2f}"


def _threshold_notes(scores: Scores) -> tuple[str, ...]:
    notes = []
    if scores.na_auroc is not None:
        notes.append(f"area under ROC {scores.na_auroc:.4f}")
    found = scores.average_precision
    if found is not None:
        em, f1, oracle = (f"{100 * value:.2f}" for value in (found.em, found.f1, found.oracle))
        notes.append(f"average precision EM {em}, F1 {f1}, oracle {oracle}")
    return tuple(notes)


def answer_figure(
    readers: Sequence[ShownReader], curves: Sequence[AnswerCurve], human: HumanLine | None
) -> Figure | None:
    """Return the scores as a function of how many answers a question has; None where no question has two.

    Part of every score is the number of answers there are to hit. People are drawn at the number they are measured
    against, one less than the file has.
    """
    if not curves or max(len(found.counts) for found in curves) < 2:
        return None
    pairs = list(zip(readers, curves, strict=True))
    panels = (_answer_panel("EM", pairs, human), _answer_panel("F1", pairs, human))
    counts = max((found.counts for _, found in pairs), key=len)
    rows = [
        (reader.letter, reader.name, metric, *(f"{100 * value:.2f}" for value in values))
        for reader, found in pairs
        for metric, values in (("EM", found.em_expected), ("F1", found.f1_expected))
    ]
    notes: tuple[str, ...] = ()
    if human is not None:
        rows += [
            ("", "people, each answer against the others", metric, *("",) * (len(counts) - 1), estimate.percent())
            for metric, estimate in (("EM", human.leave_one_out.em), ("F1", human.leave_one_out.f1))
        ]
        notes = (
            f"People: each answer against the other {human.answers - 1:.1f} (mean), on {human.questions:,} questions.",
        )
    columns = ("", "reader", "score", *(f"{k} answer" if k == 1 else f"{k} answers" for k in counts))
    return Figure(panels, columns, tuple(rows), tuple(readers), notes)


def _answer_panel(metric: str, pairs: Sequence[tuple[ShownReader, AnswerCurve]], human: HumanLine | None) -> Panel:
    drawn_from = [(s, c.em_expected if metric == "EM" else c.f1_expected, c.counts) for s, c in pairs]
    person = None
    if human is not None:
        person = human.leave_one_out.em if metric == "EM" else human.leave_one_out.f1
    ends = [100 * value for _, values, _ in drawn_from for value in values] + (_ends(person) if person else [])
    most = max(len(counts) for _, _, counts in drawn_from)
    x = Axis(0.8, most + 0.2, tuple(float(k) for k in range(1, most + 1)), label="answers a question")
    y = rounded_axis(ends, label=f"{metric} on questions with answers, %")
    drawn = []
    for reader, values, counts in drawn_from:
        points = [(float(k), 100 * value) for k, value in zip(counts, values, strict=True)]
        drawn.append(line(points, x, y, classes=f"c{reader.colour}"))
        across, height = points[-1]
        drawn.append(marker(x.share(across), 1 - y.share(height), reader.letter, classes=f"c{reader.colour}"))
    if human is not None and person is not None and person.value is not None:
        at = (human.answers - 1, 100 * person.value)
        drawn.append(whiskers(x, y, at, None, _interval(person), classes="human"))
        place = f'x="{100 * x.share(at[0]):.4g}%" y="{100 * (1 - y.share(at[1])):.4g}%"'
        drawn.append(f'<circle class="dot human" c{place.replace(" y", " cy")} r="5"/>')
        drawn.append(f'<text class="note strong end" {place} dx="-10" dy=".35em">people</text>')
    said = "; ".join(f"{s.name}: {', '.join(f'{100 * v:.2f}' for v in values)}" for s, values, _ in drawn_from)
    title = f"{metric} as a function of the number of answers a question has"
    return Panel(frame(x, y, drawn, title=title, description=said), metric)


def matched_rows(
    readers: Sequence[ShownReader], matched: Sequence[Matched], human: HumanLine | None
) -> tuple[tuple[ShownReader | None, str, str, str, str, str], ...]:
    """Return people and readers by one yardstick: EM and F1 with one answer left out, then against all answers."""
    if human is None or not matched:
        return ()
    people = (None, "people", human.leave_one_out.em.percent(), human.leave_one_out.f1.percent(), "", "")
    return (
        people,
        *(
            (
                reader,
                reader.name,
                found.leave_one_out.em.percent(),
                found.leave_one_out.f1.percent(),
                found.all_answers.em.percent(),
                found.all_answers.f1.percent(),
            )
            for reader, found in zip(readers, matched, strict=True)
        ),
    )


def _value(estimate: Estimate) -> float:
    return 100 * float(estimate)


def _interval(estimate: Estimate) -> Interval:
    if estimate.low is None or estimate.high is None:
        return None
    return 100 * estimate.low, 100 * estimate.high


def _ends(estimate: Estimate) -> list[float]:
    return [100 * end for end in (estimate.value, estimate.low, estimate.high) if end is not None]
