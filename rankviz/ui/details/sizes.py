"""The size of a problem, and of the part that a run learns from: one sentence each."""

from rankviz.engine.data.problem import Problem
from rankviz.engine.number_format import counted
from rankviz.engine.runs.trace import Trace


def sentence(problem: Problem) -> str:
    """Return the size of a problem in one sentence."""
    queries = f" in {problem.n_queries:,} queries" if problem.n_queries > 1 else ""
    return (
        f"{problem.title}: {problem.n_items:,} items{queries}, {counted(problem.n_features, 'feature')}, "
        f"{counted(problem.n_pairs, 'critical pair')}."
    )


UNEVEN = 0.4
"""Share of the pairs from which on it is told that the held-out queries have so many."""


def learned_from(trace: Trace) -> str:
    """Return a sentence on what a run learns from and what is held out."""
    held, items = trace.holdout, f"{trace.problem.n_items:,} items and their"
    pairs = counted(trace.problem.n_pairs, "pair")
    if held is None:
        return f"Learning from all {items} {pairs}: nothing is held out."
    aside = f"{held.n_items:,} items with {counted(held.n_pairs, 'pair')} are held out"
    return f"Learning from {items} {pairs}; {aside}.{_uneven(trace)}"


def _uneven(trace: Trace) -> str:
    """Return a sentence where the draw of queries took more than its part of the pairs; "" elsewhere."""
    learned, held = trace.problem, trace.holdout
    assert held is not None
    share = held.n_pairs / (held.n_pairs + learned.n_pairs)
    if learned.n_queries == 1 or share <= UNEVEN:
        return ""
    queries = counted(learned.n_queries + held.n_queries, "query")
    switch = "" if "stratified" in trace.settings else "“Stratified by pairs” or "
    return f" These {held.n_queries:,} of {queries} have {share:.0%} of the pairs; {switch}another seed draws others."
