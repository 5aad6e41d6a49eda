"""The results in the formats of a paper: figures as PDF and SVG, tables as LaTeX, numbers as CSV and JSON.

The same results give the same bytes.
"""

import io
import json
import zipfile
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from rankviz.engine.files import writing
from rankviz.engine.runs import csv_formulas
from rankviz.lab.experiments.evaluation import summary
from rankviz.lab.experiments.evaluation.notes import notes
from rankviz.lab.experiments.evaluation.results import Results
from rankviz.lab.experiments.figures import canvas
from rankviz.lab.experiments.figures.canvas import Drawing
from rankviz.lab.experiments.reporting import latex, paper, selection, tables

DAY = (1980, 1, 1, 0, 0, 0)
"""The time stamp of each file in a ZIP file: always the earliest possible."""


def figures_pdf(results: Results) -> bytes:
    """Return a PDF of all panels, a page each and no larger than the panel."""
    return canvas.pdf(_panels(results), results.description["data"]["title"])


def figures_zip(results: Results) -> bytes:
    """Return a ZIP file of all panels, ranks-r1.pdf, ranks-r1.svg and so on."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for panel in _panels(results):
            for name, content in (("pdf", canvas.pdf([panel], panel.title)), ("svg", canvas.svg(panel))):
                archive.writestr(zipfile.ZipInfo(f"{panel.name}.{name}", DAY), content, zipfile.ZIP_DEFLATED)
    return out.getvalue()


def _panels(results: Results) -> list[Drawing]:
    figures = selection.drawings(results, selection.compare(results))
    return [panel for panels in figures.values() for panel in panels]


def tables_tex(results: Results) -> str:
    r"""Return the tables of the report, for \input."""
    compared = selection.compare(results)
    found = tables.main(results, compared)
    found += [
        each
        for each in (
            tables.wins(compared, results.labels),
            tables.pairs(selection.shown(compared), results.labels, len(compared)),
            paper.comparison(results, compared, judged=False),
        )
        if each
    ]
    about = [results.description["data"]["title"], *notes(results), results.experiment.command()]
    return latex.document(found, about)


def summary_json(results: Results) -> str:
    """Return the contents of summary.json."""
    return json.dumps(summary.summary(results), indent=1, ensure_ascii=False, allow_nan=False) + "\n"


def as_csv(rows: Iterable[Sequence[object]]) -> str:
    """Return rows as the text of a CSV file."""
    out = io.StringIO()
    csv_formulas.write(rows, out)
    return out.getvalue()


def write(results: Results, folder: Path) -> None:
    """Write `FILES` into a folder. Raises OSError."""
    for name, made in FILES.items():
        content = made(results)
        with writing(folder / name, "wb") as file:
            file.write(content if isinstance(content, bytes) else content.encode())


FILES: dict[str, Callable[[Results], str | bytes]] = {
    "figures.pdf": figures_pdf,
    "figures.zip": figures_zip,
    "tables.tex": tables_tex,
}
"""The files for a paper by name, with the functions that make them."""
