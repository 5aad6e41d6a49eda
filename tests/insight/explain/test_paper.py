"""A round as LaTeX: it says what the explanations say, it stands alone, and no name from data becomes a command."""

import re
import shutil
import subprocess
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

import rankviz
from rankviz.insight.explain import explain, explains, menu
from rankviz.insight.explain.paper.plain import plain
from rankviz.insight.explain.paper.worked_example import worked_example
from rankviz.insight.reference import PARTS
from rankviz.insight.reference.papers import CITED, bibtex

CASES = {
    "ties": ("bundled:diabetes", ["rb-d", "rb-c", "rb-plus", "smooth-margin", "push"], 7, {}),
    "infinite": ("scenario:lemma-1", ["rb-d", "rb-c"], 2, {"undefined": "infinite"}),
    "limit": ("scenario:lemma-1", ["rb-d"], 3, {"undefined": "limit"}),
    "early": ("scenario:lemma-1", ["rb-d"], 9, {}),
    "nothing yet": ("scenario:lemma-2", ["rb-plus-optimal", "qbrank"], 0, {}),
    "two grades": (
        "synthetic:moons",
        ["adaboost", "qbrank", "gbt", "ranksvm", "kernel-gd"],
        3,
        {"positive": 1.0},
    ),
}
HOSTILE = (r"\input{/etc/passwd}", "50% & more_$x^2~#{", "茶 ‖α‖ naïve", '<b>"`|')


def made(name: str) -> tuple[rankviz.Trace, int, str]:
    source, algorithms, t, options = CASES[name]
    trace = rankviz.trace(rankviz.load(source), algorithms, rounds=8, **options)
    return (
        trace,
        t,
        worked_example(trace, t, command="python -m rankviz trace a --out b", link="http://a/b?c=d&e=f"),
    )


@pytest.mark.parametrize("name", CASES)
def test_the_latex_has_every_equation_with_its_values_and_every_number(name: str) -> None:
    trace, t, text = made(name)
    for run in trace.runs:
        at = min(t, run.n_rounds)
        section = text.split(rf"\subsection*{{{plain(run.label)}}}")[1].split(r"\subsection*")[0]
        for key in menu(run) if explains(run) else ():
            one = explain(trace, run, at, key)
            for line in one.lines:
                assert rf"& {line.formula} \tag*{{{plain(line.equation)}}}" in section
                assert not line.values or f"{line.values}\n" in section
            assert all(plain(note) in section for note in one.notes)


@pytest.mark.parametrize("name", CASES)
def test_the_latex_closes_its_groups_and_has_only_latin_letters(name: str) -> None:
    text = made(name)[2]
    opened, closed = (Counter(re.findall(rf"\\{word}\{{(\w+\*?)\}}", text)) for word in ("begin", "end"))
    assert opened == closed and opened["document"] == 1
    bare = re.sub(r"\\[{}\\]", "", text)
    depth = np.cumsum([{"{": 1, "}": -1}.get(sign, 0) for sign in bare])
    assert depth[-1] == 0 and depth.min() >= 0
    assert not re.search(r"[^\x09\x0a\x20-\x7eÀ-ſ]", text) and not re.search(r"\b(nan|inf|None)\b", text)


def test_the_table_has_the_engines_numbers() -> None:
    trace, t, text = made("ties")
    rows = {
        row.split(" & ")[0]: row.split(" & ")[1:]
        for row in text.split(r"\midrule")[1].splitlines()
        if "&" in row
    }
    for symbol, name in ((r"$\hat{R}$1", "r1"), (r"$\mu$", "margin")):
        shown = [float(cell.strip(r"$\ ")) for cell in rows[symbol]]
        assert shown == pytest.approx([run.metrics[name][t] for run in trace.runs], rel=5e-4)


def test_names_from_data_stay_text() -> None:
    grades, X = np.array([2.0, 1.0, 0.0, 1.0]), np.array([[3.0, 1.0], [1.0, 2.0], [0.0, 0.0], [2.0, 5.0]])
    problem = rankviz.Problem.from_arrays(X, grades, item_ids=list(HOSTILE), feature_names=list(HOSTILE[:2]))
    trace = rankviz.trace(problem, ["rb-d", "rb-plus"], rounds=3)
    text = worked_example(trace, 2, command=HOSTILE[0], link=HOSTILE[1])
    assert r"\input" not in text and "% &" not in text and "茶" not in text
    assert r"\textbackslash{}input\{/etc/passwd\}" in text
    assert plain(HOSTILE[2]) == r"[U+8336] $\Vert$$\alpha$$\Vert$ naïve"


@pytest.mark.parametrize("name", CASES)
@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="there is no LaTeX here")
def test_the_latex_compiles(name: str, tmp_path: Path) -> None:
    (tmp_path / "round.tex").write_text(made(name)[2], encoding="utf-8")
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape", "round"]
    done = subprocess.run(
        command, cwd=tmp_path, capture_output=True, text=True, errors="replace", check=False
    )
    assert done.returncode == 0 and (tmp_path / "round.pdf").is_file(), done.stdout[-2000:]


def test_the_papers_as_bibtex_agree_with_their_citations() -> None:
    entries = dict(zip(CITED, bibtex().split("\n\n"), strict=True))
    papers = {part.tag: part for part in PARTS if part.tag}
    assert set(papers) == set(CITED)
    for tag, entry in entries.items():
        fields = dict(re.findall(r"^  (\w+) = \{(.*)\},$", entry, re.M))
        citation = papers[tag].citation.replace("\n", " ")
        assert re.match(r"@(article|inproceedings|techreport)\{" + CITED[tag], entry)
        assert (
            fields["title"].replace("{", "").replace("}", "").replace("--", "–") in citation
            and fields["year"] in citation
        )
        assert (
            fields.get("pages", fields.get("number", "")).replace("--", "–") in citation
            and fields.get("doi", "") == papers[tag].doi
        )
        assert [name.split(",")[0] in citation for name in fields["author"].split(" and ")].count(False) == 0
        assert entry.isascii()
