"""People's scores, agreement and votes as plain dictionaries in percent, for --json and for whoever reads it."""

from typing import Any

import msgspec

from spanwise.diagnosis.asked import Split
from spanwise.diagnosis.people import Agreement, Habits, People
from spanwise.diagnosis.vote_line import VoteLine
from spanwise.report.plain import UNIT, plain_estimate
from spanwise.scoring.human import Line
from spanwise.stats.estimate import Estimate

__all__ = ["plain_people", "plain_vote_line"]


def plain_people(people: People) -> dict[str, Any]:
    """Return all that is known about a benchmark's people, in percent; the coefficients of agreement are none."""
    return {
        "benchmark": people.benchmark,
        "unit": UNIT,
        "rules": people.rules,
        "questions": people.questions,
        "unasked": people.unasked,
        "people_a_question": people.answers,
        "median_seconds": people.seconds,
        "single": _split(people.single),
        "leave_one_out": _split(people.leave_one_out),
        "votes": [
            msgspec.to_builtins(outcome.rule)
            | {"tied": outcome.tied, "changed": outcome.changed}
            | _split(outcome.split)
            for outcome in people.votes
        ],
        "agreement": _agreement(people.agreement),
        "habits": _habits(people.habits),
        "by_number_of_people": [
            {"people": point.people, "questions_with_so_many": point.full} | _line(point.line) for point in people.curve
        ],
        "workers": [
            {"worker": worker.worker, "answers": worker.line.em.n, "abstentions": worker.abstentions}
            | _line(worker.line)
            for worker in people.workers
        ],
        "notes": list(people.notes),
    }


def plain_vote_line(line: VoteLine) -> dict[str, Any]:
    """Return what votes of a file's own people score, in percent; gains in percentage points."""
    return {
        "benchmark": line.benchmark,
        "unit": UNIT,
        "rules": line.rules,
        "vote": msgspec.to_builtins(line.rule),
        "people_parted": line.answers,
        "questions": line.questions,
        "left_out": line.left_out,
        "cells": [
            {"voters": cell.voters, "key": cell.key}
            | _line(cell.line)
            | {"gain_over_one": None if cell.gain is None else _line(cell.gain)}
            for cell in line.cells
        ],
    }


def _line(line: Line) -> dict[str, Any]:
    return {"em": plain_estimate(line.em), "f1": plain_estimate(line.f1)}


def _split(split: Split) -> dict[str, Any]:
    return {"overall": _line(split.overall), "has_ans": _line(split.has_ans), "no_ans": _line(split.no_ans)}


def _coefficient(estimate: Estimate) -> dict[str, Any]:
    """Return an estimate from -1 to 1 as it is: alpha in percent is nobody's custom."""
    plain: dict[str, Any] = msgspec.to_builtins(estimate)
    return {name: value for name, value in plain.items() if value != "" or name == "method"} | {"unit": "coefficient"}


def _agreement(agreement: Agreement) -> dict[str, Any]:
    return {
        "answering_alpha": _coefficient(agreement.alpha),
        "answering_kappa": _coefficient(agreement.kappa),
        "span_em": plain_estimate(agreement.span_em),
        "span_f1": plain_estimate(agreement.span_f1),
    }


def _habits(habits: Habits) -> dict[str, Any]:
    return {name: plain_estimate(getattr(habits, name)) for name in habits.__struct_fields__}
