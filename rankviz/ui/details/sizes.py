"""The size of a problem, and of what a run learns from: one sentence each."""

from rankviz.data.problem import Problem
from rankviz.number_format import counted
from rankviz.runs.trace import Trace


def sentence(problem: Problem) -> str:
    """Return the size of a problem in one sentence."""
    queries = f" in {problem.n_queries:,} queries" if problem.n_queries > 1 else ""
    return (
        f"{problem.title}: {problem.n_items:,} items{queries}, {counted(problem.n_features, 'feature')}, "
        f"{counted(problem.n_pairs, 'critical pair')}."
    )


def learned_from(trace: Trace) -> str:
    """Say in one sentence what a run learns from and what is held out."""
    held = trace.holdout
    aside = (
        f"; {held.n_items:,} items with {counted(held.n_pairs, 'pair')} are held out"
        if held is not None
        else ""
    )
    return f"Learning from {trace.problem.n_items:,} items and their {counted(trace.problem.n_pairs, 'pair')}{aside}."
