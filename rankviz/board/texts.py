"""The texts of a pack: names, the narration of every round, and the names of the curves."""

from typing import Any

from rankviz.board import search
from rankviz.board.arrays import MARGIN_EDGES
from rankviz.board.curves import best_rounds
from rankviz.board.pair_map import PairMap
from rankviz.engine.algorithms.contenders import contender, marks_of
from rankviz.engine.algorithms.registry import find
from rankviz.engine.data.problem import Problem
from rankviz.engine.marks import Mark
from rankviz.engine.runs.quantities import QUANTITIES, SERIES
from rankviz.engine.runs.run_name import on_screen
from rankviz.engine.runs.trace import BoostedRun, Run, Trace
from rankviz.insight.explain.equations import EQUATIONS
from rankviz.insight.narration import first_divergence
from rankviz.insight.narration.rounds import unbroken, why_in_words, without_stop


def meta(trace: Trace, problem: Problem, where: PairMap, shareable: bool) -> dict[str, Any]:
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
        "runs": [_run_meta(trace, run, mark) for run, mark in zip(trace.runs, marks, strict=True)],
    }


def _run_meta(trace: Trace, run: Run, mark: Mark) -> dict[str, Any]:
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
        "margin_bins": [round(edge, 3) for edge in MARGIN_EDGES.tolist()],
    }
