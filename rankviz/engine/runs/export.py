"""A Trace as JSON (schema 1, see docs/links-and-trace.md), as a flat table, and as CSV or Parquet.

Never NaN, never Infinity.
"""

import io
import json
import math
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from rankviz.engine.errors import DataError, shown
from rankviz.engine.files import writing
from rankviz.engine.numerics import MOST_EXPONENT
from rankviz.engine.runs import csv_formulas
from rankviz.engine.runs.trace import BoostedRun, Run, ScoredRun, Trace

__all__ = ["read_frame", "to_dict", "to_frame", "to_json", "write"]

SCHEMA = 1
ENDINGS = (".json", ".csv", ".parquet")


def to_dict(trace: Trace) -> dict[str, Any]:
    """Return the Trace as plain values, schema 1; a value that is missing, or that no float can hold, is None.

    >>> trace = rankviz.trace(rankviz.load("bundled:wine"), "rb-c", rounds=2)
    >>> rankviz.export.to_dict(trace)["source"]
    {'spec': 'bundled:wine', 'title': 'Wine', 'rounds': 2, 'seed': 0, 'holdout': 0.0}
    """
    problem = trace.problem
    return {
        "schema": SCHEMA,
        "source": {"spec": problem.source, "title": problem.title, **trace.settings},
        "items": problem.n_items,
        "pairs": problem.n_pairs,
        "runs": [_run(trace, run) for run in trace.runs],
    }


def to_json(trace: Trace) -> str:
    """Return the Trace as JSON text, schema 1.

    >>> trace = rankviz.trace(rankviz.load("bundled:wine"), "rb-c", rounds=2)
    >>> rankviz.export.to_json(trace)[:30]
    '{"schema": 1, "source": {"spec'
    """
    return json.dumps(to_dict(trace), ensure_ascii=False, allow_nan=False)


def to_frame(trace: Trace) -> pd.DataFrame:
    """Return one row per run and round: `algorithm`, `ranker`, then the fields of the JSON Trace; empty where None.

    >>> trace = rankviz.trace(rankviz.load("bundled:wine"), "rb-c", rounds=2)
    >>> rankviz.export.to_frame(trace)[["algorithm", "t", "ranker", "alpha"]].round(3)
      algorithm  t              ranker  alpha
    0      rb-c  1   flavanoids > 2.18 -0.766
    1      rb-c  2  flavanoids > 1.575 -0.615
    """
    rows = []
    for run in trace.runs:
        for i, entry in enumerate(_run(trace, run)["rounds"]):
            label = (
                run.scored.added[i] if isinstance(run, ScoredRun) else trace.pool.label(int(run.ranker[i]))
            )
            named = {"algorithm": run.algorithm, "t": entry["t"], "ranker": label} | _contender(run)
            rows.append(named | {key: value for key, value in entry.items() if key not in ("t", "ranker")})
    frame = pd.DataFrame(rows, columns=["algorithm", "t", "ranker", *_FIELDS, *_extra_names(rows)])
    return _typed(frame)


def write(trace: Trace, path: str | Path) -> None:
    """Write the Trace to `path` in the format of its ending: .json, .csv or .parquet; completely, or not at all.

    Raises DataError for another ending, OSError when the file cannot be written: then the old file stays.

    >>> trace = rankviz.trace(rankviz.load("bundled:wine"), "rb-c", rounds=2)
    >>> rankviz.export.write(trace, "run.csv")
    """
    path = Path(path)
    check_ending(path)
    contents = to_bytes(trace, path.suffix)
    with writing(path, "wb") as file:
        file.write(contents)


def check_ending(path: Path, endings: tuple[str, ...] = ENDINGS) -> None:
    """Raise DataError unless `path` ends in a format that can be written."""
    if path.suffix not in endings:
        raise DataError(
            f"{shown(path.name, 60)} does not end in a format that can be written",
            remedy=f"End the name in {', '.join(endings)}",
        )


def to_bytes(trace: Trace, ending: str) -> bytes:
    """Return the contents of a .json, .csv or .parquet file with the Trace."""
    if ending == ".json":
        return to_json(trace).encode()
    if ending == ".csv":
        file = io.StringIO(newline="")
        csv_formulas.write(_rows(to_frame(trace)), file)
        return file.getvalue().encode()
    import pyarrow  # noqa: F401 (pandas would not say which package is missing)

    return to_frame(trace).to_parquet(index=False)


def read_frame(path: str | Path) -> pd.DataFrame:
    """Read the table of :func:`to_frame` from a file that :func:`write` made, in any of the three formats.

    Raises DataError when the file is something else.

    >>> trace = rankviz.trace(rankviz.load("bundled:wine"), "rb-c", rounds=2)
    >>> rankviz.export.write(trace, "run.json")
    >>> rankviz.export.read_frame("run.json").shape
    (2, 23)
    """
    path = Path(path)
    check_ending(path)
    try:
        if path.suffix == ".parquet":
            frame = pd.read_parquet(path)
        elif path.suffix == ".csv":
            frame = pd.read_csv(
                path, dtype=dict.fromkeys(_TEXTS, "string"), keep_default_na=False, na_values=[""]
            )
            frame = frame.assign(
                **{
                    name: frame[name].map(csv_formulas.original, na_action="ignore")
                    for name in _TEXTS
                    if name in frame
                }
            )
        else:
            frame = _frame_of_json(json.loads(path.read_text()))
        return _typed(frame)
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise DataError(
            "This is not a trace that RankViz wrote", file=path, remedy="Write it again with --out"
        ) from error


def _rows(frame: pd.DataFrame) -> Iterator[list[object]]:
    """Yield the header and the rows, None where a cell is empty."""
    yield list(frame.columns)
    known = frame.notna().to_numpy()
    for row, there in zip(frame.itertuples(index=False, name=None), known, strict=True):
        yield [cell if is_there else None for cell, is_there in zip(row, there, strict=True)]


def _typed(frame: pd.DataFrame) -> pd.DataFrame:
    return frame.astype(
        {key: "string" if key in _TEXTS else "int64" if key == "t" else "float64" for key in frame}
    )


_TEXTS = ("algorithm", "contender", "ranker", "outcome")
_METRICS = ("r1", "r2", "e1", "e2", "bound", "margin", "smooth_margin")
_HELD = ("ndcg5", "r1_holdout", "r2_holdout", "ndcg5_holdout")
_STEPS = ("alpha", "alpha_prior", "eps_correct", "eps_tied", "eps_reversed", "z")
_FIELDS = (*_STEPS, *_METRICS, "delta", "tie_factor", "outcome", *_HELD)


def _run(trace: Trace, run: Run) -> dict[str, Any]:
    rounds = []
    for i in range(run.n_rounds):
        entry: dict[str, Any] = {"t": i + 1, "ranker": _ranker(trace, run, i)}
        entry |= {key: _of_round(run, key, i) for key in _STEPS}
        entry |= {key: _metric(run, key, i + 1) for key in _METRICS}
        entry |= {key: _of_round(run, key, i) for key in ("delta", "tie_factor")}
        entry["outcome"] = run.outcome[i] if isinstance(run, BoostedRun) else "finite"
        entry |= {key: _metric(run, key, i + 1) for key in _HELD}
        if isinstance(run, ScoredRun):
            entry["step"] = _plain(run.scored.step[i])
        entry |= {key: _plain(values[i + 1]) for key, values in run.extra.items()}
        rounds.append(entry)
    weights = []
    for ranker, weight in (run.weights_at(run.n_rounds) if isinstance(run, BoostedRun) else {}).items():
        entry = {"ranker": trace.pool.describe(ranker), "weight": _plain(weight)}
        weights.append(entry | ({"outcome": "infinite"} if math.isinf(weight) else {}))
    scores = trace.scores(run)
    forked = {} if run.fork is None else {"fork": asdict(run.fork)}
    return {
        "algorithm": run.algorithm,
        **_contender(run),
        **forked,
        "params": run.params,
        "stopped": run.stopped,
        "stopped_code": run.stopped.why.value,
        "rounds": rounds,
        "weights": weights,
        "scores": dict(zip(trace.problem.item_ids, map(float, scores), strict=True)),
    }


def _contender(run: Run) -> dict[str, str]:
    """Return the contender's name unless it is the algorithm's, to distinguish two runs of one algorithm."""
    return {} if run.contender == run.algorithm else {"contender": run.contender}


def _ranker(trace: Trace, run: Run, i: int) -> dict[str, Any]:
    """Return the addition of round i + 1: a weak ranker of the pool, or the learner's name for it."""
    if isinstance(run, ScoredRun):
        return {"name": run.scored.added[i]}
    return trace.pool.describe(int(run.ranker[i]))


def _of_round(run: Run, key: str, i: int) -> float | None:
    """Return a number of round i + 1 that only a run of weak rankers has."""
    return _plain(getattr(run, key)[i]) if isinstance(run, BoostedRun) else None


def _metric(run: Run, key: str, t: int) -> float | None:
    if f"log_{key}" in run.metrics:
        log = float(run.metrics[f"log_{key}"][t])
        return _plain(np.exp(log)) if log < MOST_EXPONENT else None
    return _plain(run.metrics[key][t])


def _plain(value: float) -> float | None:
    number = float(value)
    return number if math.isfinite(number) else None


def _frame_of_json(trace: dict[str, Any]) -> pd.DataFrame:
    if trace.get("schema") != SCHEMA:
        raise ValueError("another schema")
    rows = []
    for run in trace["runs"]:
        for entry in run["rounds"]:
            ranker = entry["ranker"]
            label = ranker["name"] if "name" in ranker else f"{ranker['feature']} > {ranker['threshold']:.6g}"
            named = {"algorithm": run["algorithm"], "t": entry["t"], "ranker": label}
            named |= {"contender": run["contender"]} if "contender" in run else {}
            fields = {key: value for key, value in entry.items() if key not in ("t", "ranker")}
            rows.append(named | {key: entry[key] for key in _FIELDS} | fields)
    return pd.DataFrame(rows, columns=["algorithm", "t", "ranker", *_FIELDS, *_extra_names(rows)])


def _extra_names(rows: list[dict[str, Any]]) -> list[str]:
    """Return the fields that only some of the algorithms have, in order of first occurrence."""
    known = {"algorithm", "t", "ranker", *_FIELDS}
    return [name for name in dict.fromkeys(key for row in rows for key in row) if name not in known]
