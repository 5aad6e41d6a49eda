"""The results as files, in the report and in the formats of a paper; each file is made when requested."""

from collections.abc import Callable
from dataclasses import dataclass

import streamlit as st

from rankviz.lab.experiments.evaluation import summary
from rankviz.lab.experiments.evaluation.results import Results
from rankviz.lab.experiments.reporting import exports, report


@dataclass(frozen=True)
class Export:
    """A file: its name and type, the label of its button, its contents in words, and the function that makes it."""

    name: str
    mime: str
    label: str
    help: str
    make: Callable[[Results], str | bytes]


EXPORTS = (
    Export(
        "report.html", "text/html", "Report",
        "Everything on this page in one file, with instructions for repeating it; prints on A4", report.page,
    ),
    Export(
        "figures.pdf", "application/pdf", "PDF", "The figures, a page for each panel, 84 mm wide",
        exports.figures_pdf,
    ),
    Export(
        "figures.zip", "application/zip", "Panels", "The figures, a PDF and an SVG for each panel", exports.figures_zip,
    ),
    Export("tables.tex", "text/x-tex", "LaTeX", "The tables, with the rules of booktabs", exports.tables_tex),
    Export(
        "table.csv", "text/csv", "CSV", "The first table with all digits: a row per metric and algorithm",
        lambda found: exports.as_csv(summary.table_rows(found)),
    ),
    Export("summary.json", "application/json", "Data", "Means, spread, ranks and tests as JSON", exports.summary_json),
)  # fmt: skip

MORE = (
    Export(
        "folds.csv", "text/csv", "Every fold", "A row per task, fold and algorithm",
        lambda found: exports.as_csv(summary.fold_rows(found)),
    ),
    Export(
        "tasks.csv", "text/csv", "Every task", "A row per task and algorithm, with the SOURCE that loads the task",
        lambda found: exports.as_csv(summary.task_rows(found)),
    ),
    Export(
        "curves.csv", "text/csv", "Curves", "Means over the tasks after each round",
        lambda found: exports.as_csv(summary.curve_rows(found)),
    ),
    Export(
        "times.csv", "text/csv", "Times", "CPU seconds of each fold and algorithm",
        lambda found: exports.as_csv(summary.time_rows(found)),
    ),
)  # fmt: skip


def offer(found: Results) -> None:
    """Show a row of buttons; the last one opens the long tables."""
    with st.container(horizontal=True, key="exp-exports"):
        for export in EXPORTS:
            _button(export, found)
        with st.popover("More data", icon=":material/table_rows:"):
            for export in MORE:
                _button(export, found)


def _button(export: Export, found: Results) -> None:
    st.download_button(
        export.label, lambda: export.make(found), export.name, export.mime, key=f"exp-{export.name}",
        help=export.help, icon=":material/download:", on_click="ignore",
    )  # fmt: skip
