"""A round as a LaTeX document: a table of its numbers, and each equation with the values in it."""

import rankviz
from rankviz.engine.number_format import counted
from rankviz.engine.runs.trace import BoostedRun, Run, ScoredRun, Trace
from rankviz.insight.explain import Explanation, explain, explains, kernel, menu
from rankviz.insight.explain.model import Line, tex
from rankviz.insight.explain.paper.plain import plain
from rankviz.insight.reference.papers import CITED, bibtex

_TOP = r"""\documentclass{article}
\usepackage[T1]{fontenc}
\usepackage[utf8]{inputenc}
\usepackage{amsmath,booktabs}
\setlength{\parindent}{0pt}
\sloppy
"""


def worked_example(trace: Trace, t: int, *, command: str = "", link: str = "", digits: int = 4) -> str:
    """Write round t of every run as a complete LaTeX document; sections can be cut out of it.

    Parameters
    ----------
    t : the round, from 0; a run that ended before shows its last one, and says so.
    command, link : how to make the run again and where to watch it; printed in the document where given.
    digits : significant digits of the values in the equations.

    It needs amsmath and booktabs. The papers' BibTeX entries are in it (`filecontents`), cited by their equations.
    """
    explained = [(run, _explanations(trace, run, min(t, run.n_rounds), digits)) for run in trace.runs]
    parts = [
        _TOP,
        rf"\begin{{filecontents*}}{{\jobname.bib}}{chr(10)}{bibtex()}\end{{filecontents*}}{chr(10)}",
        r"\begin{document}",
        rf"\section*{{Round {t} on {plain(trace.problem.title or 'these data')}}}",
        _about(trace, command, link),
        *_table(explained, t),
    ]
    for run, found in explained:
        parts += _section(trace, run, t, found, digits)
    parts += [
        _cited(explained),
        r"\bibliographystyle{plain}",
        r"\bibliography{\jobname}",
        r"\end{document}",
        "",
    ]
    return "\n".join(parts)


def _explanations(trace: Trace, run: Run, t: int, digits: int) -> list[Explanation]:
    return [explain(trace, run, t, key, digits) for key in menu(run)] if explains(run) else []


def _about(trace: Trace, command: str, link: str) -> str:
    problem = trace.problem
    sentences = [f"{counted(problem.n_items, 'item')}, {counted(problem.n_pairs, 'critical pair')}."]
    sentences.append(f"Made with RankViz {rankviz.__version__}.")
    lines = [plain(" ".join(sentences))]
    for words, what in (("Made again by", command), ("Watched at", link)):
        if what:
            lines.append(rf"\par {words}: {{\small\ttfamily {_breakable(what)}}}")
    return "\n".join([*lines, ""])


def _breakable(text: str) -> str:
    """Write typewriter text that may break after the signs that links and commands have."""
    made = plain(text)
    for sign in ("/", r"\&", "?", ",", "="):
        made = made.replace(sign, rf"{sign}\allowbreak{{}}")
    return made.replace("--", "-{}-")


def _table(explained: list[tuple[Run, list[Explanation]]], t: int) -> list[str]:
    """Write a table with a row for each number and a column for each run."""
    columns = [(run, {one.key: one for one in found}) for run, found in explained if found]
    if not columns:
        return []
    keys = list(dict.fromkeys(key for _, found in columns for key in found))
    names = {key: found[key] for _, found in reversed(columns) for key in keys if key in found}
    head = " & ".join(["", *(plain(run.label) for run, _ in columns)])
    rows = []
    for key in keys:
        cells = [_cell(found[key]) if key in found else "" for _, found in columns]
        rows.append(" & ".join([_symbol(names[key].symbol), *cells]) + r" \\")
    return [
        r"\begin{table}[h]",
        r"\centering",
        rf"\begin{{tabular}}{{l{'r' * len(columns)}}}",
        r"\toprule",
        head + r" \\",
        r"\midrule",
        *rows,
        r"\bottomrule",
        r"\end{tabular}",
        rf"\caption{{The numbers of round {t}.}}",
        r"\end{table}",
        "",
    ]


def _symbol(symbol: str) -> str:
    return f"${symbol}$" if len(symbol) == 1 and symbol.isascii() else plain(symbol)


def _cell(explained: Explanation) -> str:
    if explained.value is None:
        return plain(explained.text)
    return f"${tex(explained.value, 4, explained.log)}$"


def _section(trace: Trace, run: Run, t: int, found: list[Explanation], digits: int) -> list[str]:
    latex = [rf"\subsection*{{{plain(run.label)}}}"]
    at = min(t, run.n_rounds)
    if at < t:
        why = f" ({run.stopped})" if run.stopped.early else ""
        latex.append(
            plain(f"It has {counted(run.n_rounds, 'round')}{why}; these are the numbers of its last.")
        )
    if at > 0 and isinstance(run, BoostedRun):
        latex.append(plain(f"Weak ranker of round {at}: {trace.pool.label(int(run.ranker[at - 1]))}."))
    elif at > 0 and isinstance(run, ScoredRun):
        latex.append(plain(f"Added in round {at}: {run.scored.added[at - 1]}."))
    for one in found:
        latex += _number(f"{one.symbol}, {one.name}", one.lines, one.notes)
    if not found and run in kernel.kernel_runs(trace)[:1] and at > 0:
        for part in kernel.KernelStep(trace, run, at, digits=digits).parts():
            latex += _number(part.words, (part.line,), ())
    elif not found:
        latex.append("There is no equation for its numbers here.")
    return [*latex, ""]


def _number(words: str, lines: tuple[Line, ...], notes: tuple[str, ...]) -> list[str]:
    """Write a number's name, its equations with the values in them, and its notes."""
    latex = [rf"\par\medskip\textbf{{{plain(words)}.}}"]
    for line in lines:
        values = line.values if line.values.startswith(r"\to") else f"= {line.values}"
        rows = [rf"& {line.formula} \tag*{{{plain(line.equation)}}}"]
        rows += [rf"& \quad {values}"] if line.values else []
        latex += [r"\begin{align*}", " \\\\\n".join(rows), r"\end{align*}"]
    return latex + ([plain(" ".join(notes))] if notes else [])


def _cited(explained: list[tuple[Run, list[Explanation]]]) -> str:
    """Write which papers the tags of the equations name."""
    tags = {line.equation.split()[0] for _, found in explained for one in found for line in one.lines}
    tags |= {"GD"} if any(not found for _, found in explained) else set()
    named = [rf"{plain(tag)} is \cite{{{key}}}" for tag, key in CITED.items() if tag in tags]
    return rf"\par\medskip {'; '.join(named)}." if named else ""
