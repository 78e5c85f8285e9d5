"""The report: one self-contained HTML page that opens anywhere, now and in ten years.

No network, no font, no library: the style sheet, the script, the charts and the data are all in the file, and the
page's own content policy forbids loading anything. Questions travel as data and are laid out when looked at, so that
12,000 of them open at once.
"""

from functools import cache
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any

from spanwise import files
from spanwise.report.abstention_tab import abstention_view
from spanwise.report.calibration_tab import calibration_view
from spanwise.report.explained import explained_counts
from spanwise.report.facets import facets
from spanwise.report.figures import answer_figure, balance_figure, matched_rows
from spanwise.report.mistake_tab import mistake_view
from spanwise.report.oddities import kinds
from spanwise.report.outcome import OUTCOMES, outcome_indices
from spanwise.report.page_input import PageInput, ShownReader, readers_of
from spanwise.report.pairs import SIGNIFICANT, matrix_rows, pairs
from spanwise.report.people_tab import people_view
from spanwise.report.questions import question_data
from spanwise.report.robustness_tab import robustness_view
from spanwise.report.slice_tab import slice_view
from spanwise.report.standings import standings
from spanwise.report.tabs import shown_tabs

if TYPE_CHECKING:
    from jinja2 import Template

__all__ = ["PageInput", "report_page", "write_report"]


def report_page(page: PageInput) -> str:
    """Return the report as one HTML document.

    Raises:
        OptionError: The parts of the page are not of the same readers on the same questions.
    """
    readers = readers_of(page)
    found = pairs(page.comparison, readers) if page.comparison is not None else ()
    views = {
        "abstention": abstention_view(readers, page.abstention, page.abstention_curves),
        "calibration": calibration_view(readers, page.calibration),
        "slices": slice_view(readers, page.slices),
        "mistakes": mistake_view(readers, page.mistakes, page.plausible),
        "robustness": robustness_view(readers, page.variants),
        "people": people_view(page.people),
    }
    return _template().render(
        tabs=shown_tabs(key for key, view in views.items() if view is not None),
        **views,
        title=page.title or page.dataset.name or "Report",
        dataset=page.dataset,
        counts=_counts(page, readers),
        readers=readers,
        kinds=kinds(page.findings, readers),
        known=frozenset(readers[0].scores.columns.ids),
        table=standings(readers, page.human),
        pairs=found,
        matrix=matrix_rows(found, readers) if len(readers) > 2 else (),
        significant=SIGNIFICANT,
        outcomes=OUTCOMES,
        outcome_counts=[(reader, _outcome_counts(reader)) for reader in readers],
        balance=balance_figure(readers, page.human),
        answers=answer_figure(readers, page.curves, page.human),
        matched=matched_rows(readers, page.matched, page.human),
        explained=[counts for counts in map(explained_counts, readers) if counts is not None],
        data=question_data(page.dataset, readers, facets(page.facts, page.mistakes, page.variants, readers)).decode(),
        style=_asset("page.css"),
        script=_asset("explanations.js") + _asset("page.js") + _asset("standings.js"),
    )


def write_report(page: PageInput, target: str | Path) -> None:
    """Write the report to a file, whole or not at all; "-" is standard output.

    Raises:
        OptionError: As `report_page` does.
        FormatError: The file cannot be written.
    """
    files.write_bytes(target, report_page(page).encode("utf-8"))


def _asset(name: str) -> str:
    return (resources.files("spanwise.report") / "assets" / name).read_text("utf-8")


@cache
def _template() -> "Template":
    from jinja2 import Environment, FunctionLoader, StrictUndefined

    environment = Environment(
        autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True, loader=FunctionLoader(_asset)
    )
    environment.filters["count"] = lambda number: f"{number:,}"
    return environment.get_template("page.html.j2")


def _counts(page: PageInput, readers: tuple[ShownReader, ...]) -> dict[str, Any]:
    columns = readers[0].scores.columns
    answers = [len(question.answers) for _, _, question in page.dataset.questions() if question.answers]
    return {
        "articles": len(page.dataset.articles),
        "paragraphs": sum(len(article.paragraphs) for article in page.dataset.articles),
        "questions": len(columns),
        "with_answers": sum(columns.has_answer),
        "without_answers": len(columns) - sum(columns.has_answer),
        "answers_each": f"{sum(answers) / len(answers):.1f}" if answers else "0",
    }


def _outcome_counts(reader: ShownReader) -> list[int]:
    indices = outcome_indices(reader.scores.columns)
    return [indices.count(position) for position in range(len(OUTCOMES))]
