"""A Trace as the bytes the stage draws from: everything that moves with the round, looked up and never computed there.

Layout: "RVZ1", the header's length (uint32, little-endian), the header (JSON, padded to 8 bytes), then the
arrays one after another, each at a multiple of 8. The header names every array with its type, shape and
offset, and holds the texts. NaN in an array means "no value".
"""

from __future__ import annotations

import json
import math
import struct
from collections.abc import Sequence
from typing import Any

import numpy as np

from rankviz.algorithms.base import Algorithm
from rankviz.algorithms.registry import find
from rankviz.errors import DataError
from rankviz.excerpt import Excerpt, excerpt, possible, too_large
from rankviz.kernels import measure as kernels
from rankviz.measure import TIE
from rankviz.pair_map import PairMap, pair_map
from rankviz.pictures import PICTURES
from rankviz.problem import Problem
from rankviz.series import SERIES
from rankviz.trace import Run, Trace
from rankviz.words import parting, round_in_words, stop_in_words

MAGIC = b"RVZ1"
MOVERS = 3
"""Pairs listed as gaining most, and as many as losing most, each round."""

MAX_PAIRS, MAX_SCORES = 3_000_000, 40_000_000
"""What a stage holds at most of runs that no excerpt can show: every round looks at every pair and score."""

MARGIN_EDGES = np.linspace(-1.025, 1.025, 42)
"""Bins of normalised pair margins; the middle one holds the ties."""

CURVES = {
    "r1": ("R̂1", "share of pairs not ordered correctly: a tie counts as an error"),
    "r2": ("R̂2", "share of pairs ordered wrongly: a tie counts half"),
    "e1": ("Ê1", "exponential loss that counts a tie as 1; it lies above R̂1"),
    "e2": ("Ê2", "exponential loss that counts a tie as cosh η ≥ 1; it lies above R̂2"),
    "bound": ("bound", "the right side of the algorithm's own theorem"),
    "log10_e1": ("Ê1", "its decimal logarithm"),
    "log10_e2": ("Ê2", "its decimal logarithm"),
    "log10_bound": ("bound", "its decimal logarithm"),
    "r1_holdout": ("R̂1 held out", "R̂1 on pairs the algorithm never saw"),
    "r2_holdout": ("R̂2 held out", "R̂2 on pairs the algorithm never saw"),
    "ndcg5": ("NDCG@5", "quality of the first five places, 1 is perfect"),
    "ndcg5_holdout": ("NDCG@5 held out", "NDCG@5 on items the algorithm never saw"),
    "margin": ("margin", "least pair margin over ‖η‖₁: above 0 every pair is in order"),
    "smooth_margin": ("smooth margin", "−ln Σ e^{−s} / ‖η‖₁, never above the margin"),
}


def pack(trace: Trace, shareable: bool = True, pictures: Sequence[str] = ()) -> bytes:
    """The stage's bytes for `trace`; `shareable` says whether its data can travel in a link.

    `pictures` names what is drawn beside what every run has, see `rankviz.pictures`. A large run is drawn as an
    excerpt (see :func:`shown_as`). Raises DataError when it is too large and there can be none.
    """
    part = shown_as(trace, pictures)
    drawn = trace if part is None else part.trace
    where = pair_map(drawn.problem)
    arrays = _shared(drawn, where)
    for k, run in enumerate(trace.runs):
        arrays |= {f"{k}.{name}": value for name, value in _run_arrays(drawn, run, where).items()}
    meta = _meta(trace, drawn.problem, where, shareable)
    if part is not None:
        meta["map"]["note"] = f"{where.note} The pairs are those of the excerpt."
    for name in pictures:
        made = PICTURES[name](trace)
        meta["pictures"][name] = made.meta
        arrays |= {f"{name}.{key}": value for key, value in made.arrays.items()}
    return _join(meta, arrays)


def shown_as(trace: Trace, pictures: Sequence[str] = ()) -> Excerpt | None:
    """The excerpt that stands for a run too large to be drawn whole; None when it is drawn whole.

    Pictures are of all items, so that there is no excerpt beside them. Raises DataError when there can be none.
    """
    rounds = max((run.n_rounds for run in trace.runs), default=0)
    if not pictures and possible(trace):
        return excerpt(trace) if too_large(trace.problem, rounds, len(trace.runs)) else None
    check_size(trace.problem.n_pairs, trace.problem.n_items, rounds, len(trace.runs))
    return None


def check_before(
    problem: Problem, algorithms: Sequence[str], rounds: int, holdout: float, pictures: Sequence[str] = ()
) -> None:
    """Raise DataError when a run of `problem` could not be drawn, before it is computed."""
    boosted = all(isinstance(find(name), Algorithm) and name != "rb-plus-optimal" for name in algorithms)
    if pictures or not boosted:
        kept = 1.0 - holdout
        check_size(round(kept * problem.n_pairs), round(kept * problem.n_items), rounds, len(algorithms))


def check_size(pairs: int, items: int, rounds: int, runs: int) -> None:
    """Raise DataError when so many runs of so many rounds cannot be drawn whole."""
    for count, most, what in (
        (pairs, MAX_PAIRS, "critical pairs"),
        (items * (rounds + 1) * runs, MAX_SCORES, "scores (items × rounds × algorithms)"),
    ):
        if count > most:
            raise DataError(
                f"The run has {count:,} {what}, more than the {most:,} that this stage can draw",
                remedy="Choose fewer queries, items or rounds here; the command line and Python take it as it is",
            )


def unpack(data: bytes) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
    """(texts, arrays) of a pack."""
    (length,) = struct.unpack_from("<I", data, 4)
    header = json.loads(data[8 : 8 + length])
    arrays = {}
    for name, at in header["arrays"].items():
        count = math.prod(at["shape"])
        flat = np.frombuffer(
            data, dtype="<" + _NUMPY[at["dtype"]], count=count, offset=8 + length + at["offset"]
        )
        arrays[name] = flat.reshape(at["shape"])
    return header["meta"], arrays


_NUMPY = {"f8": "f8", "f4": "f4", "u1": "u1", "u2": "u2", "u4": "u4", "i4": "i4"}


def _join(meta: dict[str, Any], arrays: dict[str, np.ndarray]) -> bytes:
    table, parts, offset = {}, [], 0
    for name, array in arrays.items():
        raw = np.ascontiguousarray(array).tobytes()
        kind = array.dtype.str[1:]
        table[name] = {"dtype": kind, "shape": list(array.shape), "offset": offset}
        padding = -len(raw) % 8
        parts.append(raw + b"\0" * padding)
        offset += len(raw) + padding
    header = json.dumps({"arrays": table, "meta": meta}, ensure_ascii=False, allow_nan=False).encode()
    header += b" " * (-(8 + len(header)) % 8)
    return MAGIC + struct.pack("<I", len(header)) + header + b"".join(parts)


def _meta(trace: Trace, problem: Problem, where: PairMap, shareable: bool) -> dict[str, Any]:
    """The texts; `problem` holds the items that are drawn."""
    first, text = parting(trace)
    own = {name: SERIES[name] for run in trace.runs for name in run.own}
    labels = CURVES | {name: (series.symbol, series.text) for name, series in own.items()}
    return {
        "pictures": {},
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
        "curves": list(CURVES),
        "curve_labels": {name: {"symbol": s, "text": text} for name, (s, text) in labels.items()},
        "held": {name: series.held for name, series in own.items() if series.held},
        "runs": [_run_meta(trace, run) for run in trace.runs],
    }


def _run_meta(trace: Trace, run: Run) -> dict[str, Any]:
    return {
        "algorithm": run.algorithm,
        "label": run.label,
        "rounds": run.n_rounds,
        "stopped": stop_in_words(run),
        "bound_label": run.bound_label,
        "boosted": run.scored is None,
        "own": list(run.own),
        "rankers": list(dict.fromkeys(run.scored.added))
        if run.scored is not None
        else [trace.pool.label(ranker) for ranker in dict.fromkeys(run.ranker.tolist())],
        "words": [round_in_words(trace, run, t) for t in range(run.n_rounds + 1)],
        "margin_bins": [round(edge, 3) for edge in MARGIN_EDGES.tolist()],
    }


def _shared(trace: Trace, where: PairMap) -> dict[str, np.ndarray]:
    problem = trace.problem
    grades = problem.grades if problem.grades is not None else np.full(problem.n_items, np.nan)
    arrays = {
        "grades": grades.astype("<f8"),
        "query": problem.qid.astype("<u2") if problem.n_queries < 65536 else problem.qid.astype("<u4"),
        "axis": where.axis.astype("<i4"),
    }
    if where.kind == "pairs":
        higher, lower = problem.pairs.T
        return arrays | {"pair_higher": higher.astype("<u4"), "pair_lower": lower.astype("<u4")}
    return arrays | {
        "cell_row": where.cell_row.astype("<u2"),
        "cell_col": where.cell_col.astype("<u2"),
        "cell_pairs": where.cell_pairs.astype("<u4"),
        "item_group": where.group.astype("<u2"),
    }


def _run_arrays(trace: Trace, run: Run, where: PairMap) -> dict[str, np.ndarray]:
    arrays = {"curves": _curves(run)}
    if run.own:
        arrays["own"] = np.array([_finite(values) for values in run.own.values()], dtype="<f8")
    if run.scored is not None:
        first_added = {text: k for k, text in enumerate(dict.fromkeys(run.scored.added))}
        arrays["pick"] = np.array([first_added[text] for text in run.scored.added], dtype="<u2")
        arrays["alpha"] = np.array(run.scored.step, dtype="<f8")
        return arrays | _score_arrays(trace, run) | _weight_arrays(trace, run, where, None)
    h = trace.pool.outputs(run.ranker).reshape(run.n_rounds, trace.problem.n_items)
    return arrays | _pick_arrays(run, h) | _score_arrays(trace, run) | _weight_arrays(trace, run, where, h)


def _pick_arrays(run: Run, h: np.ndarray) -> dict[str, np.ndarray]:
    first_pick = {ranker: k for k, ranker in enumerate(dict.fromkeys(run.ranker.tolist()))}
    outcomes = {"finite": 0, "infinite": 1, "capped": 2, "forced": 3}
    # What the picks of a ranker had added up to: the stage shows the ensemble as the sum of its picks.
    sums: dict[int, float] = {}
    before = []
    for ranker, alpha in zip(run.ranker.tolist(), run.alpha.tolist(), strict=True):
        before.append(sums.get(ranker, 0.0))
        sums[ranker] = before[-1] + alpha
    names = ("alpha", "eps_correct", "eps_tied", "eps_reversed", "z", "delta", "tie_factor")
    return {
        "pick": np.array([first_pick[r] for r in run.ranker.tolist()], dtype="<u2"),
        "outcome": np.array([outcomes[o] for o in run.outcome], dtype="u1"),
        "h": h,
        "alpha_prior": np.array(before, dtype="<f8"),
        **{name: getattr(run, name).astype("<f8") for name in names},
    }


def _curves(run: Run) -> np.ndarray:
    rows = []
    for name in CURVES:
        if name.startswith("log10_"):
            values = run.metrics["log_" + name[6:]] / math.log(10)
        elif f"log_{name}" in run.metrics:
            logs = run.metrics[f"log_{name}"]
            values = np.exp(np.where(logs < 709.0, logs, np.nan))
        else:
            values = run.metrics[name]
        # A learner's own bound stands among its own series, with the risk it bounds.
        known = run.scored is None or not name.endswith("bound")
        rows.append(_finite(values) if known else np.full(run.n_rounds + 1, np.nan))
    return np.array(rows, dtype="<f8")


def _finite(values: np.ndarray) -> np.ndarray:
    return np.where(np.isfinite(values), values, np.nan)


def _score_arrays(trace: Trace, run: Run) -> dict[str, np.ndarray]:
    """Scores, places and the distribution of normalised pair margins after every round."""
    problem = trace.problem
    start, lower = problem.by_higher
    T, n = run.n_rounds, problem.n_items
    scores, place = np.empty((T + 1, n), "<f4"), np.empty((T + 1, n), "<u2")
    histogram = np.zeros((T + 1, len(MARGIN_EDGES) - 1), "<f4")
    least = np.zeros(T + 1, "<u4")
    s = np.empty(problem.n_pairs)
    scale = 0.0
    for t, g in enumerate(trace.staged_scores(run)):
        norm = float(run.metrics["norm"][t])
        if run.scored is not None:
            # Without weak rankers there is no ‖η‖₁: margins are shown as shares of the widest gap between scores.
            scale = float(np.abs(g).max(initial=0.0))
            norm = float(np.ptp(g))
        elif t > 0:
            scale = 1.0 if run.outcome[t - 1] == "infinite" else scale + abs(float(run.alpha[t - 1]))
        scores[t] = g
        row = np.empty(n, dtype=np.int64)
        kernels.places(np.lexsort((-g, problem.qid)), problem.qid, g, TIE * scale, row)
        place[t] = np.minimum(row, 65535)
        kernels.pair_scores(start, lower, g, s)
        least[t] = int(np.argmin(s))
        if norm > TIE * scale:
            width = MARGIN_EDGES[1] - MARGIN_EDGES[0]
            bins = np.clip((s / norm - MARGIN_EDGES[0]) / width, 0, len(MARGIN_EDGES) - 2).astype(np.int64)
            histogram[t] = np.bincount(bins, minlength=len(MARGIN_EDGES) - 1) / problem.n_pairs
    return {"scores": scores, "place": place, "margin_hist": histogram, "least_pair": least}


def _weight_arrays(trace: Trace, run: Run, where: PairMap, h: np.ndarray | None) -> dict[str, np.ndarray]:
    """Colours of the map, the pairs that gained and lost most, and each cell's shares, after every round."""
    problem = trace.problem
    m, T, P = problem.n_pairs, run.n_rounds, len(where.cell_pairs)
    higher, lower = problem.pairs.T
    colour = np.empty((T + 1, P), "u1")
    movers = np.zeros((T, 2 * MOVERS), dtype=np.int64)
    before, after = np.zeros((T, 2 * MOVERS)), np.zeros((T, 2 * MOVERS))
    correct, reversed_ = np.zeros((T, P), "u1"), np.zeros((T, P), "u1")
    previous = np.empty(0)
    for t, weight in enumerate(trace.staged_weights(run)):
        relative = weight * m
        cells = relative
        if where.kind == "cells":
            cells = np.bincount(where.cell, weights=relative, minlength=P) / where.cell_pairs
        colour[t] = colour_codes(cells)
        if t > 0:
            movers[t - 1] = _movers(relative - previous)
            before[t - 1], after[t - 1] = previous[movers[t - 1]], relative[movers[t - 1]]
            if where.kind == "cells" and h is not None:
                order = h[t - 1][higher].astype(np.int8) - h[t - 1][lower].astype(np.int8)
                for sign, shares in ((1, correct), (-1, reversed_)):
                    count = np.bincount(where.cell[order == sign], minlength=P)
                    shares[t - 1] = np.round(255 * count / where.cell_pairs)
        previous = relative
    arrays = {
        "weight": colour,
        "mover_higher": higher[movers].astype("<u4"),
        "mover_lower": lower[movers].astype("<u4"),
        "mover_before": before,
        "mover_after": after,
    }
    return (
        arrays
        if where.kind == "pairs" or h is None
        else arrays | {"cell_correct": correct, "cell_reversed": reversed_}
    )


def colour_codes(relative: np.ndarray) -> np.ndarray:
    """uint8 codes of weights relative to an equal share: 0 for none, else 128 + 16 log2, clipped to 1 … 255."""
    with np.errstate(divide="ignore"):
        codes = np.clip(np.round(128 + 16 * np.log2(relative)), 1, 255)
    return np.where(relative > 0, codes, 0).astype("u1")


def _movers(change: np.ndarray) -> np.ndarray:
    """The pairs that gained most, then those that lost most; lowest index first among equals."""
    picked = []
    for signed in (change, -change):
        rest = signed.copy()
        for _ in range(MOVERS):
            best = int(np.argmax(rest))
            picked.append(best)
            rest[best] = -np.inf if len(rest) > MOVERS else rest[best]
    return np.array(picked)
