"""What a gate found, for people on a pull request (Markdown), for build servers (JUnit XML) and for programs."""

from typing import Any

from spanwise.diagnosis.gate import Check, Gate
from spanwise.report.plain import plain_estimate

__all__ = ["gate_junit", "gate_markdown", "plain_gate"]


def plain_gate(gate: Gate) -> dict[str, Any]:
    """Return a gate in percent and percentage points."""
    return {
        "base": gate.base,
        "new": gate.new,
        "benchmark": gate.benchmark,
        "unit": "percent",
        "passed": gate.passed,
        "sentence": gate.sentence,
        "checks": [_plain_check(check) for check in gate.checks],
        "limits": {name: 100 * getattr(gate.limits, name) for name in gate.limits.__struct_fields__},
        "smallest_visible": None if gate.smallest is None else 100 * gate.smallest,
    }


def _plain_check(check: Check) -> dict[str, Any]:
    return {
        "name": check.name,
        "passed": check.passed,
        "base": None if check.base is None else 100 * check.base,
        "new": None if check.new is None else 100 * check.new,
        "change": plain_estimate(check.change),
        "limit": 100 * check.limit,
        "p_value": check.p_value,
        "sentence": check.sentence,
    }


def gate_markdown(gate: Gate) -> str:
    """Return a Markdown summary: the verdict, the sentence, and a table of the checks."""
    first = gate.checks[0].change
    how = f"{first.n:,} questions; percent, changes in points, {100 * first.level:g} % intervals and p over"
    lines = [
        f"### Gate {'passed' if gate.passed else 'failed'}: {_cell(gate.new)} against {_cell(gate.base)}",
        "",
        _cell(gate.sentence),
        "",
        "| check | | base | new | change | interval | p | limit |",
        "| --- | --- | ---: | ---: | ---: | :---: | ---: | ---: |",
        *(_row(check) for check in gate.checks),
        "",
        f"{_cell(gate.benchmark)}, {how} {first.cluster_unit}s.",
    ]
    if gate.smallest is not None:
        lines.append(f"A true drop in F1 of {100 * gate.smallest:.1f} points would be seen in four of five tries.")
    return "\n".join(lines) + "\n"


def _row(check: Check) -> str:
    verdict = "pass" if check.passed else "**fail**"
    if check.base is None or check.new is None or check.change.value is None:
        return f"| {check.name} | {verdict} | | | undefined | {_cell(check.change.reason)} | | |"
    low, high = check.change.low, check.change.high
    interval = "" if low is None or high is None else f"{100 * low:+.2f} to {100 * high:+.2f}"
    p_value = "" if check.p_value is None else ("< 0.001" if check.p_value < 0.001 else f"{check.p_value:.3f}")
    sign = "−" if check.p_value is not None else "+"
    base, new, change = f"{100 * check.base:.2f}", f"{100 * check.new:.2f}", f"{100 * check.change.value:+.2f}"
    cells = (check.name, verdict, base, new, change, interval, p_value, f"{sign}{100 * check.limit:g}")
    return f"| {' | '.join(cells)} |"


def _cell(text: str) -> str:
    """Return text that is one line of Markdown and no markup: a reader's name may hold anything."""
    for sign in "\\`*_[]<>|#":
        text = text.replace(sign, f"\\{sign}")
    return " ".join(text.split())


def gate_junit(gate: Gate) -> bytes:
    """Return JUnit XML: one test case a check, so that a build server names the one that failed."""
    from xml.etree import ElementTree as ET

    failures = sum(not check.passed for check in gate.checks)
    counts = {"tests": str(len(gate.checks)), "failures": str(failures), "errors": "0"}
    suites = ET.Element("testsuites", {"name": "spanwise gate", **counts})
    title = _printable(f"{gate.new} against {gate.base} on {gate.benchmark}")
    skipped = sum(check.base is None for check in gate.checks)
    suite = ET.SubElement(suites, "testsuite", {"name": title, **counts, "skipped": str(skipped)})
    for check in gate.checks:
        case = ET.SubElement(suite, "testcase", {"classname": "spanwise.gate", "name": check.name})
        if not check.passed:
            failure = ET.SubElement(case, "failure", {"type": "limit", "message": check.sentence})
            failure.text = _printable(gate.sentence)
        elif check.base is None:
            ET.SubElement(case, "skipped", {"message": check.sentence})
        else:
            ET.SubElement(case, "system-out").text = check.sentence
    ET.indent(suites)
    data: bytes = ET.tostring(suites, encoding="utf-8", xml_declaration=True)
    return data + b"\n"


def _printable(text: str) -> str:
    """Return text without the control characters that XML has no way to write."""
    return "".join(sign if sign.isprintable() else "\ufffd" for sign in text)
