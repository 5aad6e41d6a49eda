"""The ties of a Trace: the audit of one of its rounds, and the interval of a measure after each."""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import replace

import numpy as np

from rankviz.engine.data.problem import Problem
from rankviz.engine.data.whole_grades import MOST_GRADE, has_whole_grades
from rankviz.engine.errors import DataError
from rankviz.engine.runs.held_scores import held_scores
from rankviz.engine.runs.trace import Run, Trace
from rankviz.lab.ties import audit as audits
from rankviz.lab.ties.audit import Audit
from rankviz.lab.ties.judged import JudgedRun
from rankviz.lab.ties.measure import Measure
from rankviz.lab.ties.texts import Texts


def audit(
    trace: Trace, run: Run | str, measures: Sequence[Measure], t: int | None = None, *, held_out: bool = False
) -> Audit:
    """Audit the scores of a run after round t (the last when left out), on the training or the held-out items.

    Raises DataError for data without whole grades or without held-out items, and for an unknown round.
    """
    run = trace.run(run)
    t = run.n_rounds if t is None else t
    if not 0 <= t <= run.n_rounds:
        raise DataError(f"{run.label} has {run.n_rounds} rounds, so there is no round {t}")
    problem, scores = _scores(trace, run, held_out)
    return audits.audit(judged(problem, scores[t], f"{run.label}, round {t}"), measures)


def by_round(trace: Trace, run: Run | str, measure: Measure, *, held_out: bool = False) -> np.ndarray:
    """Return (T + 1, 4): lowest, expected and highest mean after rounds 0, 1, … T, and the share where ties matter.

    Raises DataError as :func:`audit` does.
    """
    return many_by_round(trace, run, [measure], held_out=held_out)[0]


def many_by_round(
    trace: Trace,
    run: Run | str,
    measures: Sequence[Measure],
    *,
    held_out: bool = False,
    only: Container[int] | None = None,
) -> np.ndarray:
    """Return :func:`by_round` of each measure (M, T + 1, 4), or of the rounds in `only`.

    Raises DataError as :func:`audit` does.
    """
    run = trace.run(run)
    problem, staged = _scores(trace, run, held_out)
    order, start = by_query(problem), judged(problem, staged[0], run.label)
    rows = []
    for t, scores in enumerate(staged):
        if only is not None and t not in only:
            continue
        found = audits.audit(replace(start, scores=scores[order]), measures, counters=False).measures
        rows.append([(*each.mean, each.share) for each in found])
    return np.array(rows).transpose(1, 0, 2)


def tied_pairs(trace: Trace, run: Run | str, *, held_out: bool = False) -> np.ndarray:
    """Return (T + 1,) the share of the critical pairs that are tied after rounds 0, 1, … T.

    It is 2 (R̂1 − R̂2), since R̂1 counts a tied pair whole and R̂2 half. Raises DataError without held-out items.
    """
    _items(trace, held_out)
    end = "_holdout" if held_out else ""
    r1, r2 = (trace.run(run).metrics[f"{name}{end}"] for name in ("r1", "r2"))
    return np.clip(2.0 * (r1 - r2), 0.0, 1.0)


def by_query(problem: Problem) -> np.ndarray:
    """Return the rows of a problem (n,) query by query."""
    return np.argsort(problem.qid, kind="stable")


def judged(problem: Problem, scores: np.ndarray, name: str = "scores") -> JudgedRun:
    """Return the items of a problem with these scores (n,) as a run with their grades. Raises DataError."""
    grades = problem.grades
    if grades is None:
        raise DataError("these data have pairs and no grades", remedy="Audit data with grades")
    if not has_whole_grades(problem):
        raise DataError(
            f"the grades are not whole numbers of at most {MOST_GRADE:,}", remedy="Give whole grades"
        )
    order = by_query(problem)
    start = np.searchsorted(problem.qid[order], np.arange(problem.n_queries + 1))
    whole = grades[order].astype(np.int32)
    return JudgedRun(
        queries=problem.query_ids,
        start=start,
        scores=np.asarray(scores, dtype=np.float64)[order],
        grades=whole,
        documents=Texts.from_texts(problem.item_ids[i] for i in order.tolist()),
        judged_start=start,
        judged=whole,
        name=name,
        judgements=problem.title,
    )


def _scores(trace: Trace, run: Run, held_out: bool) -> tuple[Problem, list[np.ndarray]]:
    """Return the items and their scores after rounds 0, 1, … T."""
    problem = _items(trace, held_out)
    staged = held_scores(trace, run) if held_out else trace.staged_scores(run)
    return problem, [np.array(scores) for scores in staged]


def _items(trace: Trace, held_out: bool) -> Problem:
    if not held_out:
        return trace.problem
    if trace.holdout is None:
        raise DataError("this run holds no items out", remedy="Run it with a share held out")
    return trace.holdout
