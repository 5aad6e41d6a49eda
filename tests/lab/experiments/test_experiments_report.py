"""The report of an experiment: complete, small, the same to the byte; and the files for a paper beside it."""

import io
import re
import shutil
import subprocess
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest
from helpers.experiments import SIX, made

from rankviz.lab.experiments.evaluation.results import Results
from rankviz.lab.experiments.figures import canvas
from rankviz.lab.experiments.reporting import exports, figure_data, report, selection
from rankviz.lab.experiments.store import Store

METRICS = ("r1", "r2", "ndcg1", "ndcg3", "ndcg5", "ndcg7", "ndcg10", "map", "dcg5", "dcg10", "p10", "p100")


@pytest.fixture(scope="module")
def large() -> Results:
    return made(400, SIX, metrics=METRICS, rounds=100)


@pytest.mark.slow
def test_the_report_is_small_and_the_same_to_the_byte(large: Results) -> None:
    page = report.page(large)
    assert page == report.page(large) and len(page.encode()) <= 1_000_000
    assert "nan" not in page.lower().replace("ranking", "")
    assert "src=" not in page and "<link" not in page and "<script" not in page  # nothing is fetched or run


@pytest.mark.slow
def test_many_tasks_or_rounds_make_no_large_report() -> None:
    for found in (
        made(4_000, metrics=["r1", "r2", "ndcg5"], rounds=3),
        made(2, SIX, metrics=METRICS, rounds=5_000),
    ):
        assert len(report.page(found).encode()) <= 1_000_000


def test_the_report_tells_all() -> None:
    page = report.page(made(5))
    for words in (
        "Summary", "What was measured", "Method", "Results", "Compared with the paper", "How to repeat it", "Appendix",
        "python -m rankviz experiment", "--seed 0", "numba", "R̂1", "standard deviation over the tasks",
        "5 tasks, all done",
        "Table 1.", "Figure 1.", "Figure 2.", "Figure 3.", "critical difference", "drawn.txt 0123456789abcdef",
    ):  # fmt: skip
        assert words in page, words
    assert page.count("<figure class=rv-panels>") == 3


def test_times_are_no_part_of_the_report() -> None:
    """They are measured anew in each run, and the same experiment is to give the same report."""
    one, other = made(3), made(3)
    for outcome in other.outcomes:
        outcome.seconds[:] *= 3
    assert report.page(one) == report.page(other)


@pytest.mark.slow
def test_the_numbers_behind_each_figure_are_there(large: Results) -> None:
    compared = selection.compare(large)
    (first, *_) = figure_data.curves(large, ["r1"])
    rounds = [row[0].text for row in first.rows]
    assert rounds[0] == "1" and rounds[-1] == "100"
    table = figure_data.tasks(selection.duels_of(large, compared))
    assert len(table.rows) == figure_data.MOST_TASKS and "of 400 tasks" in table.notes[0]
    assert len(figure_data.ranks(compared, large.labels).rows) == len(METRICS)


@pytest.mark.slow
def test_the_files_for_a_paper(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw every figure of a paper as PDF and SVG: a figure that Matplotlib cannot draw shows only when it is drawn."""
    found = made(12, SIX, metrics=("r1", "ndcg5"))
    report.write(found, Store(tmp_path))
    assert (tmp_path / "figures.pdf").read_bytes().startswith(b"%PDF-")
    assert (tmp_path / "tables.tex").read_text().count(r"\toprule") > 2
    monkeypatch.setattr(canvas, "pdf", lambda drawings, title: b"")  # once is enough, and takes longest
    with (
        zipfile.ZipFile(tmp_path / "figures.zip") as archive,
        zipfile.ZipFile(io.BytesIO(exports.figures_zip(found))) as again,
    ):
        names = archive.namelist()
        assert again.namelist() == names
        assert all(again.read(name) == archive.read(name) for name in names if name.endswith("svg"))
        assert {name.rpartition(".")[2] for name in names} == {"pdf", "svg"} and len(set(names)) == len(names)
        assert {"ranks-r1.pdf", "convergence-e1.svg", "tasks-ndcg5.svg"} < set(names) and len(names) == 2 * 8


def test_few_tasks_and_learners_of_scores_only_make_a_report() -> None:
    found = made(1, ("gbt", "ranksvm"), metrics=["p10"])
    for outcome in found.outcomes:
        outcome.losses[:] = float("nan")
    page = report.page(found)
    assert (
        "Ê1, training" not in page
        and "Figure 3." not in page
        and "nan" not in page.lower().replace("ranking", "")
    )


NAMES = ("50% & more_$x^2~#{}", r"\input{/etc/passwd}", "naïve ‖α‖ < 茶", "ä_é")
"""Names of data that would be commands, or letters that LaTeX's fonts lack."""


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="there is no LaTeX here")
@pytest.mark.parametrize("tasks", [1, 2, 30])
def test_the_tables_compile_in_a_paper_that_refers_to_them(tasks: int, tmp_path: Path) -> None:
    drawn = made(tasks, SIX, metrics=("r1", "ndcg5"))
    named = (replace(o, task=f"{NAMES[k % 4]} {k}") for k, o in enumerate(drawn.outcomes))
    described = {**drawn.description, "data": {**drawn.description["data"], "title": " ".join(NAMES)}}
    found = replace(drawn, outcomes=tuple(named), description=described)
    report.write(found, Store(tmp_path))
    tables = (tmp_path / "tables.tex").read_text()
    labels = re.findall(r"\\label\{([^}]*)\}", tables)
    assert labels and len(set(labels)) == len(labels)
    text = " ".join(rf"Table~\ref{{{label}}}" for label in labels)
    (tmp_path / "paper.tex").write_text(
        "\\documentclass{article}\n\\usepackage{booktabs}\n\\begin{document}\n"
        f"{text}\n\\input{{tables}}\n\\end{{document}}\n"
    )
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape", "paper"]
    for _ in range(2):  # the second time the labels are known
        done = subprocess.run(
            command, cwd=tmp_path, capture_output=True, text=True, errors="replace", check=False
        )
        assert done.returncode == 0, done.stdout[-2000:]
    assert "undefined" not in done.stdout and "Overfull" not in done.stdout, done.stdout
