"""A Trace as the bytes that the stage draws from, and the excerpt that is drawn of a large one."""

from collections.abc import Callable, Sequence
from typing import Any

from rankviz.board import arrays, branch, search, splits, steps
from rankviz.board.curves import best_rounds
from rankviz.board.pair_map import PairMap, pair_map
from rankviz.board.panels import PICTURES, needed
from rankviz.board.sample import Excerpt, excerpt, has_excerpt, surely_has_excerpt, too_large
from rankviz.board.schema import typed
from rankviz.board.wire import join, unpack
from rankviz.engine.algorithms.contenders import contender, marks_of
from rankviz.engine.algorithms.registry import find
from rankviz.engine.data.problem import Problem
from rankviz.engine.errors import DataError
from rankviz.engine.marks import Mark
from rankviz.engine.runs.quantities import QUANTITIES, SERIES
from rankviz.engine.runs.run_name import on_screen
from rankviz.engine.runs.trace import BoostedRun, Run, Trace
from rankviz.insight.explain.equations import EQUATIONS
from rankviz.insight.narration import first_divergence
from rankviz.insight.narration.rounds import unbroken, why_in_words, without_stop

__all__ = ["check_before", "check_size", "pack", "shown_as", "unpack"]

MAX_PAIRS, MAX_SCORES = 3_000_000, 40_000_000
"""The limits for runs that no excerpt can show: every round reads every pair and score."""


def pack(
    trace: Trace,
    shareable: bool = True,
    pictures: Sequence[str] = (),
    on_progress: Callable[[], object] | None = None,
) -> bytes:
    """Return the stage's bytes for `trace`; `shareable` says whether its data can travel in a link.

    `pictures` names the panel data to add (see `rankviz.board.panels`). A large run is drawn as an excerpt (see
    :func:`shown_as`). `on_progress` is called every few rounds; an exception that it raises ends the drawing. Raises
    DataError when the run is too large and no excerpt is possible.
    """
    part = shown_as(trace, pictures)
    drawn = trace if part is None else part.trace
    where = pair_map(drawn.problem)
    found = arrays.shared(drawn, where)
    for k, run in enumerate(trace.runs):
        of_run = arrays.of_run(drawn, run, where, on_progress) | steps.of_run(trace, run, on_progress)
        found |= {f"{k}.{name}": value for name, value in of_run.items()}
    meta = _texts(trace, drawn.problem, where, shareable)
    answers, meta["asks"] = splits.shared(drawn)
    found |= answers
    for k, run in enumerate(trace.runs):
        of_run, meta["runs"][k]["asks"] = splits.of_run(trace, run, meta["asks"]["columns"], on_progress)
        found |= {f"{k}.{name}": value for name, value in of_run.items()}
    if part is None:
        of_branches, meta["branch"] = branch.shared(trace, where)
        found |= of_branches
        for k, run in enumerate(trace.runs):
            best, meta["runs"][k]["search"]["candidates"] = search.candidates(trace, run, on_progress)
            found |= {f"{k}.{name}": value for name, value in best.items()}
    else:
        meta["map"]["note"] = f"{where.note} The pairs are those of the excerpt."
    for name in needed(trace, pictures):
        if on_progress is not None:
            on_progress()
        made = PICTURES[name](trace)
        meta["pictures"][name] = made.meta
        found |= {f"{name}.{key}": value for key, value in made.arrays.items()}
    return join(meta, typed(found))


def shown_as(trace: Trace, pictures: Sequence[str] = ()) -> Excerpt | None:
    """Return the excerpt of a run too large to be drawn whole; None for a run that is drawn whole.

    Panel data cover all items, so there is no excerpt with them. Raises DataError when no excerpt is possible.
    """
    rounds = max((run.n_rounds for run in trace.runs), default=0)
    if not pictures and has_excerpt(trace):
        return excerpt(trace) if too_large(trace.problem, rounds, len(trace.runs)) else None
    check_size(trace.problem.n_pairs, trace.problem.n_items, rounds, len(trace.runs))
    return None


def check_before(
    problem: Problem, algorithms: Sequence[str], rounds: int, holdout: float, pictures: Sequence[str] = ()
) -> None:
    """Raise DataError when a run of `problem` could not be drawn, before it is computed."""
    if pictures or not surely_has_excerpt(algorithms, problem):
        share = 1.0 - holdout
        check_size(
            round(share * problem.n_pairs),
            round(share * problem.n_items),
            rounds,
            len(algorithms),
        )


def check_size(pairs: int, items: int, rounds: int, runs: int) -> None:
    """Raise DataError when so many runs of so many rounds cannot be drawn whole."""
    for count, most, what in (
        (pairs, MAX_PAIRS, "critical pairs"),
        (items * (rounds + 1) * runs, MAX_SCORES, "scores (items × rounds × algorithms)"),
    ):
        if count > most:
            raise DataError(
                f"The run has {count:,} {what}, more than the {most:,} that this stage can draw",
                remedy="Choose fewer queries, items or rounds here; the command line and Python can run it as it is",
            )


def _texts(trace: Trace, problem: Problem, where: PairMap, shareable: bool) -> dict[str, Any]:
    """Return the texts of a pack; `problem` holds the items that are drawn."""
    first, text = first_divergence(trace)
    marks = marks_of([run.algorithm for run in trace.runs])
    extra = {name: SERIES[name] for run in trace.runs for name in run.extra}
    labels = {**QUANTITIES, **extra}
    return {
        "pictures": {},
        "branch": None,
        "title": problem.title,
        "source": problem.source,
        "n": problem.n_items,
        "m": problem.n_pairs,
        "rounds": max((run.n_rounds for run in trace.runs), default=0),
        "items": {"ids": problem.item_ids, "labels": problem.item_labels},
        "queries": problem.query_ids,
        "features": problem.feature_names,
        "has_grades": problem.grades is not None,
        "has_holdout": trace.holdout is not None,
        "shareable": shareable,
        "map": {"kind": where.kind, "note": where.note, "rows": where.labels, "cols": where.labels},
        "parting": {"round": first, "text": text},
        "curves": list(QUANTITIES),
        "curve_labels": {name: {"symbol": each.symbol, "text": each.text} for name, each in labels.items()},
        "held": {name: f"{name}_holdout" for name in extra if f"{name}_holdout" in SERIES},
        "runs": [_texts_of_run(trace, run, mark) for run, mark in zip(trace.runs, marks, strict=True)],
    }


def _texts_of_run(trace: Trace, run: Run, mark: Mark) -> dict[str, Any]:
    if isinstance(run, BoostedRun):
        unweighed, rule = "", EQUATIONS[run.algorithm].ties
        rankers = [trace.pool.label(ranker) for ranker in dict.fromkeys(run.ranker.tolist())]
    else:
        unweighed, rule, rankers = run.scored.unweighed, None, list(dict.fromkeys(run.scored.added))
    return {
        "algorithm": run.algorithm,
        "label": on_screen(run),
        "short": contender(run.contender, {}).short + ("" if run.fork is None else "′"),
        "slot": mark.slot,
        "marker": mark.path,
        "rounds": run.n_rounds,
        "stopped": {"code": run.stopped.why.value, "text": unbroken(why_in_words(run))},
        "loss": find(run.algorithm).loss,
        "bound_label": run.bound_label,
        "boosted": isinstance(run, BoostedRun),
        **({"unweighed": unweighed} if unweighed else {}),
        "tie_rule": None
        if rule is None
        else {"words": rule.words, "alpha": rule.alpha, "factor": rule.factor},
        "search": search.meta(trace, run),
        "own": list(run.extra),
        "best": best_rounds(run),
        "rankers": rankers,
        "words": [without_stop(trace, run, t) for t in range(run.n_rounds + 1)],
        "margin_bins": [round(edge, 3) for edge in arrays.MARGIN_EDGES.tolist()],
    }
