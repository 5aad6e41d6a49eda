"""The facts of a run next to the stage: its data, parameters and versions, and how to repeat the run."""

import math
import platform
from collections.abc import Iterator

import numpy as np

import rankviz
from rankviz.board.offline.part import RunPart
from rankviz.engine.kernels.jit import COMPILER
from rankviz.engine.number_format import counted, number
from rankviz.engine.numerics import exp_or_inf
from rankviz.engine.runs.run_name import on_screen
from rankviz.engine.runs.spec import RunSpec
from rankviz.engine.runs.trace import BoostedRun, Run, ScoredRun, Trace
from rankviz.insight.explain.model import shown

MOST_ROWS = 40
"""Rounds of a run that the table has at most; longer runs have evenly spaced ones."""
Rows = list[tuple[str, ...]]


def facts(trace: Trace, spec: RunSpec | None, part: RunPart) -> list[tuple[str, str]]:
    """Return (name, text) of the run's facts; the page has the rounds of `part`."""
    problem = trace.problem
    queries = f"{counted(problem.n_queries, 'query')}, " if problem.n_queries > 1 else ""
    found = [
        ("Data", problem.title),
        ("SOURCE", "" if spec is None else spec.data),
        ("Size", f"{queries}{counted(problem.n_items, 'item')}, {counted(problem.n_pairs, 'critical pair')}"),
        ("Held out", "" if trace.holdout is None else counted(trace.holdout.n_items, "item")),
        ("Algorithms", ", ".join(on_screen(run) for run in trace.runs)),
        ("Rounds", part.words()),
        ("Parameters", "" if spec is None else spec.in_words()),
        ("Made with", versions()),
    ]
    return [(name, text) for name, text in found if text]


def versions() -> str:
    """Return the versions that computed the run."""
    return (
        f"RankViz {rankviz.__version__}, Python {platform.python_version()}, NumPy {np.__version__}, "
        f"{COMPILER}"
    )


def tables(trace: Trace, part: RunPart) -> Iterator[tuple[str, Rows]]:
    """Yield (title, rows) of each run's numbers, the first row the header; for browsers without scripts."""
    for run in trace.runs:
        rounds = [t for t in part.states(run) if t]
        every = -(-len(rounds) // MOST_ROWS) or 1
        some = "" if every == 1 else f", every {every} rounds"
        at = sorted({*rounds[::every], *rounds[-1:]})
        yield (
            f"{on_screen(run)}{some}",
            _boosted(trace, run, at) if isinstance(run, BoostedRun) else _scored(run, at),
        )


def _boosted(trace: Trace, run: BoostedRun, at: list[int]) -> Rows:
    head = ("round", "weak ranker", "α", "ε⁺", "ε⁰", "ε⁻", "Z", "R̂1", "R̂2", "Ê1", "Ê2")
    rows: Rows = [head]
    for t in at:
        steps = (run.alpha, run.eps_correct, run.eps_tied, run.eps_reversed, run.z)
        numbers = [number(float(values[t - 1]), 4) for values in steps]
        if run.outcome[t - 1] in ("infinite", "limit"):
            numbers[0] = number(math.copysign(math.inf, run.sign[t - 1]))
        rows.append((str(t), trace.pool.label(int(run.ranker[t - 1])), *numbers, *_measured(run, t)))
    return rows


def _scored(run: ScoredRun, at: list[int]) -> Rows:
    rows: Rows = [("round", "added", "step", "R̂1", "R̂2", "Ê1", "Ê2")]
    for t in at:
        step = float(run.scored.step[t - 1])
        went = "—" if math.isnan(step) else number(step, 4)
        rows.append((str(t), run.scored.added[t - 1], went, *_measured(run, t)))
    return rows


def _measured(run: Run, t: int) -> tuple[str, ...]:
    plain = [number(float(run.metrics[name][t]), 4) for name in ("r1", "r2")]
    logs = [float(run.metrics[f"log_{name}"][t]) for name in ("e1", "e2")]
    return *plain, *("—" if math.isnan(log) else shown(exp_or_inf(log), log, 4) for log in logs)
