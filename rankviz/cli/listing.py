"""A run's summary on the command line, and the parameters of all algorithms."""

import math
import unicodedata

from rankviz.engine.algorithms.registry import ALGORITHMS
from rankviz.engine.choice import Choice
from rankviz.engine.number_format import counted, number
from rankviz.engine.runs.quantities import QUANTITIES
from rankviz.engine.runs.trace import Run, Trace


def parameters() -> dict[str, tuple[Choice, list[str]]]:
    """Return every parameter in the registry by name, with the names of the algorithms that have it."""
    found: dict[str, tuple[Choice, list[str]]] = {}
    for algorithm in ALGORITHMS.values():
        for parameter in algorithm.parameters:
            found.setdefault(parameter.name, (parameter, []))[1].append(algorithm.name)
    return found


def allowed(parameter: Choice) -> str:
    """Return the values that a parameter may have, in words."""
    if parameter.kind == "bool":
        return "on or off"
    return parameter.range if parameter.kind == "choice" else parameter.bounds


def summary(trace: Trace) -> list[str]:
    """Return lines on the data, and on the last round of each algorithm."""
    problem, held = trace.problem, trace.holdout
    queries = f" in {problem.n_queries:,} queries" if problem.n_queries > 1 else ""
    lines = [
        problem.title or "A problem",
        f"{problem.n_items:,} items{queries}, {counted(problem.n_pairs, 'critical pair')}, "
        f"{counted(len(trace.pool), 'weak ranker')}",
    ]
    if held is not None:
        lines.append(f"held out: {held.n_items:,} items, {counted(held.n_pairs, 'critical pair')}")
    names = ("r1", "r2", "e1", "e2", "bound", *(("r1_holdout", "r2_holdout") if held is not None else ()))
    columns = ["", "rounds", *(QUANTITIES[name].symbol for name in names)]
    table = [
        columns,
        *([run.label, f"{run.n_rounds:,}", *(_last(run, name) for name in names)] for run in trace.runs),
    ]
    widths = [max(_width(row[i]) for row in table) for i in range(len(columns))]
    lines.append("")
    for row in table:
        first = row[0] + " " * (widths[0] - _width(row[0]))
        lines.append(
            "  ".join([first, *(" " * (w - _width(c)) + c for c, w in zip(row[1:], widths[1:], strict=True))])
        )
    lines.append("")
    for run in trace.runs:
        why = f"stopped: {run.stopped}" if run.stopped.early else "ran all its rounds"
        lines.append(f"{run.label} {why}. Its bound is {run.bound_label}.")
    return lines


def _last(run: Run, name: str) -> str:
    """Return a number after the last round, a power of ten where a float may not hold it."""
    if f"log_{name}" not in run.metrics:
        return number(float(run.metrics[name][-1]))
    log = float(run.metrics[f"log_{name}"][-1])
    return f"10^{number(log / math.log(10))}" if 700.0 < abs(log) < math.inf else number(math.exp(log))


def _width(text: str) -> int:
    """Return the columns of a text on a terminal: the hat of R̂ takes none."""
    return sum(1 for character in text if not unicodedata.combining(character))
